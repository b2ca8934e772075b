"""Support shared by natives only."""

_ORDER = (
    "declare",
    "text",
    "elements",
    "faults",
    "args",
    "streams",
    "places",
    "word_ranges",
    "properties",
    "patterns",
    "globs",
)
