"""One rule a node class: the node in, its document out."""

_ORDER = ("types", "precedence", "expressions", "blocks", "statements", "declarations", "table")
