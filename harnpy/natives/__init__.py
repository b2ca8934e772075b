"""Everything that Harn calls and Python implements. A native is one function: signature, manual and code together."""

BUILTINS: tuple[str, ...] = ()
METHODS: tuple[str, ...] = ()
HANDLES: tuple[str, ...] = ()
