"""Names, types and facts about a parsed module. Nothing here reads a file or runs a program."""

_ORDER = (
    "symbols",
    "results",
    "foreign",
    "resolution",
    "resolve_types",
    "resolve_patterns",
    "resolve_expressions",
    "resolve_blocks",
    "resolve_declarations",
    "resolve_statements",
    "resolve_imports",
    "python_names",
    "resolver",
    "facts",
    "ranges",
    "typeforms",
    "checker",
)
