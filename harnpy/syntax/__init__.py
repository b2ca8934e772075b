"""Text to AST: tokens, post-lex decisions, LALR driver, builders, recovery.

Nodes compare by identity and are frozen: facts about a node live in side tables keyed by it. Equality by
value was refused, since two mentions of `x` are two places with types of their own.
"""

_ORDER = (
    "tokens",
    "characters",
    "spellings",
    "lexer",
    "lookahead",
    "postlex_state",
    "contextual",
    "postlex",
    "nodes",
    "visit",
    "lalr_table",
    "driver",
    "build",
    "expectations",
    "mistakes",
    "import_hints",
    "syntax_errors",
    "parser",
    "maketable",
)
