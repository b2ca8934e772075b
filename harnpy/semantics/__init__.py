"""Names, types and facts about a parsed module. Nothing here reads a file or runs a program."""

_ORDER = (
    "symbols", "typeforms", "annotations", "results", "foreign", "resolution", "resolve_types",
    "resolve_patterns", "resolve_expressions", "resolve_blocks", "resolve_declarations",
    "resolve_statements", "resolve_imports", "python_names", "resolver", "facts", "ranges",
    "type_names", "substitution",
    "shapes", "generics", "sketches", "conformance", "relation", "interfaces", "assignable",
    "native_types", "signatures", "variance", "receiver_results", "members", "operator_rules", "arms",
    "exhaustive", "attributes", "entry", "check_context", "narrowing", "kinds_left", "fitting",
    "iteration", "ownership", "calls", "check_bodies", "check_access", "check_builtins", "check_calls",
    "check_literals", "check_operators", "check_blocks", "check_matches", "check_places",
    "check_functions", "check_statements", "check_declarations", "typechecker", "effects", "checker",
)  # fmt: skip
