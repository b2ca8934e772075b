"""HARN-LNT codes about the text: comments, commas, parentheses, blank lines, order of imports."""

from harnpy.diagnostics.codes.lint import REFORMAT, SIMPLIFY, finding
from harnpy.diagnostics.model import Code, Repair

LNT_024 = Code(
    "HARN-LNT-024",
    "a public function without documentation",
    why="Others use what is `pub`; a `/** */` comment above it tells them how. The rule looks only when "
    "`--select` names it.",
    bad="pub fn half(n: int) -> int {\n  return n / 2\n}\n",
    good="/** Half of `n`, rounded towards zero. */\npub fn half(n: int) -> int {\n  return n / 2\n}\n",
    command="lint --select missing-harndoc",
    repairs=(Repair("doc/add-harndoc", "behavior-preserving", "write what it does above it"),),
)
LNT_041 = Code(
    "HARN-LNT-041",
    "two declarations without a blank line between them",
    why="A blank line shows where a declaration ends.",
    bad="pub fn first() -> int {\n  return 1\n}\npub fn second() -> int {\n  return 2\n}\n",
    good="pub fn first() -> int {\n  return 1\n}\n\npub fn second() -> int {\n  return 2\n}\n",
    repairs=(REFORMAT,),
)
LNT_042 = Code(
    "HARN-LNT-042",
    "a comma at the end of a list that should not be there, or the other way round",
    why="A list over several lines ends with a comma, so that adding an item changes one line; on one line "
    "the comma says nothing.",
    bad="pub fn pair() -> list<int> {\n  return [\n    1,\n    2\n  ]\n}\n",
    good="pub fn pair() -> list<int> {\n  return [\n    1,\n    2,\n  ]\n}\n",
    repairs=(REFORMAT,),
)
LNT_043 = Code(
    "HARN-LNT-043",
    "parentheses around a single value",
    why="Nothing is grouped, so readers look for what the parentheses might be there for.",
    bad="pub fn same(n: int) -> int {\n  return (n)\n}\n",
    good="pub fn same(n: int) -> int {\n  return n\n}\n",
    repairs=(REFORMAT,),
)
LNT_045 = Code(
    "HARN-LNT-045",
    "a file without a heading comment",
    why="A `/** */` comment at the top tells what the file is for. The rule looks only with "
    "`--require-file-header` or when `--select` names it.",
    bad="pub fn half(n: int) -> int {\n  return n / 2\n}\n",
    good="/** Arithmetic of halves. */\n\npub fn half(n: int) -> int {\n  return n / 2\n}\n",
    command="lint --require-file-header",
    repairs=(REFORMAT,),
)
LNT_047 = Code(
    "HARN-LNT-047",
    "imports out of order",
    why="Modules of the standard library come first, then all by path: so each is found where one looks for "
    "it, and two branches add lines in the same places.",
    bad='import { int_to_string } from "std/text"\nimport { clamp } from "std/math"\n\n'
    "pub fn run(n: int) -> string {\n  return int_to_string(clamp(n, 0, 9))\n}\n",
    good='import { clamp } from "std/math"\nimport { int_to_string } from "std/text"\n\n'
    "pub fn run(n: int) -> string {\n  return int_to_string(clamp(n, 0, 9))\n}\n",
    repairs=(Repair("imports/reorder", "format-only", "sort the imports"),),
)
LNT_048 = Code(
    "HARN-LNT-048",
    "`T | nil` where `T?` says it",
    why="`T?` is the short form of `T | nil`, and the one that readers know.",
    bad='pub fn label(name: string | nil) -> string {\n  return name ?? "anon"\n}\n',
    good='pub fn label(name: string?) -> string {\n  return name ?? "anon"\n}\n',
    repairs=(SIMPLIFY,),
)
LNT_049 = Code(
    "HARN-LNT-049",
    "documentation in a plain comment",
    why="Only `/** */` comments are documentation to `:doc`, to editors and to readers of a module.",
    bad="// Half of n.\npub fn half(n: int) -> int {\n  return n / 2\n}\n",
    good="/** Half of n. */\npub fn half(n: int) -> int {\n  return n / 2\n}\n",
    repairs=(Repair("doc/migrate-comment-style", "format-only", "make it a `/** */` comment"),),
)

NO_DOC = finding(
    "HARN-LNT-024", "missing-harndoc", "public function `{name}` is missing a `/** */` doc comment"
)
NO_BLANK_LINE = finding(
    "HARN-LNT-041", "blank-line-between-items", "top-level items should be separated by a blank line"
)
MISSING_COMMA = finding(
    "HARN-LNT-042", "trailing-comma", "multiline comma-separated list is missing a trailing comma"
)
NEEDLESS_COMMA = finding(
    "HARN-LNT-042", "trailing-comma", "single-line comma-separated list has a trailing comma"
)
PARENTHESES = finding(
    "HARN-LNT-043", "unnecessary-parentheses", "unnecessary parentheses around a single value"
)
NO_HEADER = finding("HARN-LNT-045", "require-file-header", "file is missing a `/** */` header doc block")
IMPORT_ORDER = finding(
    "HARN-LNT-047",
    "import-order",
    "imports are not in canonical order (stdlib first, then alphabetical by path)",
)
LONG_OPTIONAL = finding("HARN-LNT-048", "prefer-optional-shorthand", "prefer `{short}` over `{long}`")
PLAIN_DOC = finding(
    "HARN-LNT-049",
    "legacy-doc-comment",
    "plain `//` doc comment(s) above this item should use `/** */` form",
)
