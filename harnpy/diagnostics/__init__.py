"""Diagnostics as data: registered codes, reports, rendering and the pages behind `explain`."""

_ORDER = ("model", "codes", "report", "kept", "suggest", "render", "explain", "formats")
