"""harnpy: the Harn pipeline language in Python."""

__version__ = "0.1.0"
