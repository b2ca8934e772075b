"""Support shared by natives only."""

_ORDER = ("declare", "text", "elements", "faults", "args", "streams", "blocking", "places", "patterns")
