"""What tests put in the place of the world, for harnpy's own tests and for those of outsiders."""

_ORDER = ("faults",)
