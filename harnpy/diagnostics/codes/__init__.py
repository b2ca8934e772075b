"""One table per family of HARN codes."""
