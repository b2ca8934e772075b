"""What is recorded of runs, and how it is kept free of secrets."""

_ORDER = ("redaction",)
