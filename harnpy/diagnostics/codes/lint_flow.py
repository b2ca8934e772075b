"""HARN-LNT codes about statements: detours, empty blocks, what never runs, what is too much at once."""

from harnpy.diagnostics.codes.lint import FLATTEN, finding
from harnpy.diagnostics.model import Code, Repair

_MANY_IFS = "".join(f"  if n == {number} {{\n    return {number}\n  }}\n" for number in range(25))

LNT_002 = Code(
    "HARN-LNT-002",
    "a function with too many ways through it",
    why="Every condition, loop and arm adds a way through a function, and each wants to be understood and "
    "tested. Cut the function up, or say with `@complexity(allow)` that it is meant.",
    bad=f"pub fn pick(n: int) -> int {{\n{_MANY_IFS}  return 99\n}}\n",
    good=f"@complexity(allow)\npub fn pick(n: int) -> int {{\n{_MANY_IFS}  return 99\n}}\n",
)
LNT_011 = Code(
    "HARN-LNT-011",
    "statements that are never reached",
    why="What stands behind `return`, `throw`, `break` or `continue` never runs. `harnpy check` says so with "
    "HARN-ORC-008.",
    bad="pub fn run() -> int {\n  return 1\n  return 2\n}\n",
    good="pub fn run() -> int {\n  return 1\n}\n",
    command="lint",
    repairs=(Repair("control-flow/remove-dead", "behavior-preserving", "remove what never runs"),),
    related=("HARN-ORC-008",),
)
LNT_012 = Code(
    "HARN-LNT-012",
    "a value gets a name only to be returned",
    why="The name is read once, in the next line; returning the value says the same.",
    bad="pub fn run(n: int) -> int {\n  const doubled = n * 2\n  return doubled\n}\n",
    good="pub fn run(n: int) -> int {\n  return n * 2\n}\n",
    repairs=(FLATTEN,),
)
LNT_023 = Code(
    "HARN-LNT-023",
    "a public pipeline does not say what it returns",
    why="Others build on what a `pub` pipeline gives them, so its result type belongs to its head.",
    bad='pub pipeline summary(count: int) {\n  "total ${count}"\n}\n',
    good='pub pipeline summary(count: int) -> string {\n  "total ${count}"\n}\n',
)
LNT_035 = Code(
    "HARN-LNT-035",
    "a block without statements",
    why="Nothing happens where something was probably meant to. A comment inside says that it is meant.",
    bad="pub fn run(items: list<int>) -> int {\n  if items.empty() {\n  }\n  return items.len()\n}\n",
    good="pub fn run(items: list<int>) -> int {\n  if items.empty() {\n    return -1\n  }\n"
    "  return items.len()\n}\n",
    repairs=(Repair("blocks/remove-empty", "scope-local", "remove the empty statement"),),
)
LNT_036 = Code(
    "HARN-LNT-036",
    "`else` after a branch that returns",
    why="The first branch has left the function, so the second one needs no `else` and no indentation.",
    bad='pub fn label(n: int) -> string {\n  if n > 2 {\n    return "big"\n  } else {\n    return "small"\n'
    "  }\n}\n",
    good='pub fn label(n: int) -> string {\n  if n > 2 {\n    return "big"\n  }\n  return "small"\n}\n',
    repairs=(FLATTEN,),
)
LNT_037 = Code(
    "HARN-LNT-037",
    "two arms of a match with the same pattern",
    why="The first of them always wins, so the second never runs.",
    bad='pub fn label(n: int) -> string {\n  return match n {\n    1 -> { "one" }\n    1 -> { "uno" }\n'
    '    _ -> { "many" }\n  }\n}\n',
    good='pub fn label(n: int) -> string {\n  return match n {\n    1 -> { "one" }\n    2 -> { "two" }\n'
    '    _ -> { "many" }\n  }\n}\n',
    repairs=(Repair("match/remove-duplicate-arm", "behavior-preserving", "remove the arm that never runs"),),
)

TOO_COMPLEX = finding(
    "HARN-LNT-002",
    "cyclomatic-complexity",
    "function `{name}` has cyclomatic complexity {count} (> {limit})",
    help="cut it up, or write `@complexity(allow)` before it",
)
DEAD_CODE = finding(
    "HARN-LNT-011", "dead-code-after-return", "unreachable code after a terminating statement"
)
RETURNED_AT_ONCE = finding(
    "HARN-LNT-012",
    "let-then-return",
    "binding `{name}` is immediately returned",
    help="return the value itself",
)
NO_RESULT_TYPE = finding(
    "HARN-LNT-023",
    "pipeline-return-type",
    "public pipeline `{name}` has no declared return type; explicit return types will be required in a "
    "future release",
    help="write `-> T` behind its parameters",
)
EMPTY_BLOCK = finding("HARN-LNT-035", "empty-block", "{form} has an empty body")
NEEDLESS_ELSE = finding(
    "HARN-LNT-036",
    "unnecessary-else-return",
    "both if and else branches return — else is unnecessary",
    help="drop the `else` and write its statements after the `if`",
)
DUPLICATE_ARM = finding(
    "HARN-LNT-037", "duplicate-match-arm", "duplicate match arm pattern", help="remove the arm"
)
