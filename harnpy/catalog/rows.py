"""Rows of all natives. Written by `make catalog` from the declarations in `harnpy/natives`."""

BUILTINS: dict[str, tuple[str, ...]] = {}
METHODS: dict[str, dict[str, tuple[str, ...]]] = {}
PROPERTIES: dict[str, dict[str, tuple[str, ...]]] = {}
CAPABILITIES: dict[str, dict[str, tuple[str, ...]]] = {}
