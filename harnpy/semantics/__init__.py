"""Names, types and facts about a parsed module. Nothing here reads a file or runs a program."""

_ORDER = ("symbols", "results", "resolver", "ranges", "checker")
