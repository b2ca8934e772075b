"""Data bases that state is kept in or derived into; each driver is opened in one file."""

_ORDER = ("sqlite",)
