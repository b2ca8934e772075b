"""Inference of value kinds and intervals: abstract values, their arithmetic, and the walk that computes them."""

_ORDER = (
    "kinds",
    "intervals",
    "arithmetic",
    "results",
    "cells",
    "world",
    "annotations",
    "growth",
    "flow",
    "accumulation",
    "access",
    "calls",
    "methods",
    "conditions",
    "expressions",
    "patterns",
    "loops",
    "statements",
    "answers",
)
