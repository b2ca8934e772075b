"""Names and signatures of everything that Harn calls and Python implements, as text, without the code."""

_ORDER = ("model", "rows", "standard")
