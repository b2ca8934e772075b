"""Reserved and contextual words, read by lexer, completion and highlighters (language.md 2.1)."""

RESERVED = (
    "break", "catch", "const", "continue", "defer", "else", "enum", "extends", "false", "finally", "fn",
    "for", "guard", "if", "impl", "import", "in", "interface", "let", "match", "nil", "override",
    "parallel", "pipeline", "pub", "retry", "return", "spawn", "struct", "throw", "throws", "true", "try",
    "type", "var", "while", "yield",
)  # fmt: skip

CONTEXTUAL = (
    "as", "block", "cost_route", "deadline", "default", "description", "each", "emit", "eval_pack", "from",
    "gen", "implies", "is", "max_concurrent", "mutex", "not", "out", "require", "scope", "select", "settle",
    "skill", "stream", "summarize", "timeout", "tool", "where", "with",
)  # fmt: skip

DURATION_UNITS: dict[str, int] = {
    "ms": 1,
    "s": 1_000,
    "m": 60_000,
    "h": 3_600_000,
    "d": 86_400_000,
    "w": 604_800_000,
}
"""Duration suffixes and their length in milliseconds."""
