"""A program as files: its settings, where imports lead, in which order modules are to be looked at."""

_ORDER = ("workspace", "nesting", "loader", "graph", "snippet")
