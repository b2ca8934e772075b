"""HARN-LNT codes about names: spelt against the custom, shadowed, unused, shared between tasks."""

from harnpy.diagnostics.codes.lint import REMOVE, UNUSED, finding
from harnpy.diagnostics.model import Code, Repair

LNT_001 = Code(
    "HARN-LNT-001",
    "a builtin is called by its old name",
    why="The builtin was renamed. The old name still works and may go one day; readers look up the new one.",
    bad='pub fn tidy(text: string) -> string {\n  return regex_replace_all("[0-9]", "", text)\n}\n',
    good='pub fn tidy(text: string) -> string {\n  return regex_replace("[0-9]", "", text)\n}\n',
    repairs=(Repair("stdlib/migrate-renamed", "scope-local", "call it by its new name"),),
)
LNT_003 = Code(
    "HARN-LNT-003",
    "a name is spelt against the custom",
    why="Functions, tools and pipelines are written in snake_case, types in PascalCase, so that a reader "
    "sees at a glance which is which.",
    bad="pub fn totalOf(items: list<int>) -> int {\n  return items.sum()\n}\n",
    good="pub fn total_of(items: list<int>) -> int {\n  return items.sum()\n}\n",
    repairs=(Repair("style/rename-to-convention", "surface-changing", "rename it, with all its uses"),),
)
LNT_009 = Code(
    "HARN-LNT-009",
    "a variable hides another one",
    why="Two variables of one name in nested blocks are easily taken for one. A second `const` of the same "
    "name in the same block even fails when it runs.",
    bad="pub fn run(n: int) -> int {\n  const size = n + 1\n  if n > 2 {\n    const size = n + 2\n"
    "    return size * 2\n  }\n  return size\n}\n",
    good="pub fn run(n: int) -> int {\n  const size = n + 1\n  if n > 2 {\n    const larger = n + 2\n"
    "    return larger * 2\n  }\n  return size\n}\n",
    repairs=(Repair("bindings/rename-shadow", "scope-local", "give one of the two another name"),),
)
LNT_014 = Code(
    "HARN-LNT-014",
    "a variable is never used",
    why="A value is computed and stored for nothing, or the use of it was forgotten. `_` on the left says "
    "that the value is not wanted.",
    bad="pub fn run(n: int) -> int {\n  const spare = n + 1\n  return n\n}\n",
    good="pub fn run(n: int) -> int {\n  const spare = n + 1\n  return n * spare\n}\n",
    repairs=(UNUSED,),
    related=("HARN-LNT-015", "HARN-LNT-016"),
)
LNT_015 = Code(
    "HARN-LNT-015",
    "a name of a pattern is never used",
    why="The pattern takes out a part that nothing reads. Leave it out, or bind it to `_`.",
    bad="pub fn run(point: {x: int, y: int}) -> int {\n  const {x, y} = point\n  return x\n}\n",
    good="pub fn run(point: {x: int, y: int}) -> int {\n  const {x, y} = point\n  return x + y\n}\n",
    repairs=(UNUSED,),
    related=("HARN-LNT-014", "HARN-LNT-016"),
)
LNT_016 = Code(
    "HARN-LNT-016",
    "a parameter is never used",
    why="Callers pass a value that has no effect. A name that begins with `_` says that this is meant.",
    bad="pub fn run(used: int, spare: int) -> int {\n  return used\n}\n",
    good="pub fn run(used: int, _spare: int) -> int {\n  return used\n}\n",
    repairs=(UNUSED,),
    related=("HARN-LNT-014", "HARN-LNT-015"),
)
LNT_017 = Code(
    "HARN-LNT-017",
    "an imported name is never used",
    why="The import tells readers of a dependency that is none.",
    bad='import { clamp } from "std/math"\n\npub fn run(n: int) -> int {\n  return n\n}\n',
    good='import { clamp } from "std/math"\n\npub fn run(n: int) -> int {\n  return clamp(n, 0, 9)\n}\n',
    repairs=(Repair("imports/remove-unused", "behavior-preserving", "remove the name from the import"),),
)
LNT_018 = Code(
    "HARN-LNT-018",
    "a `let` variable never changes",
    why="`let` announces that a variable changes; readers then look for where it does. One that keeps its "
    "value is declared with `const`.",
    bad="pub fn run(n: int) -> int {\n  let doubled = n * 2\n  return doubled + n\n}\n",
    good="pub fn run(n: int) -> int {\n  const doubled = n * 2\n  return doubled + n\n}\n",
    repairs=(Repair("bindings/make-immutable", "behavior-preserving", "declare it with `const`"),),
)
LNT_019 = Code(
    "HARN-LNT-019",
    "a function is never used",
    why="The function is neither called in this file nor offered to others with `pub`.",
    bad="fn forgotten() -> int {\n  return 1\n}\n\npub fn run() -> int {\n  return 3\n}\n",
    good="fn remembered() -> int {\n  return 1\n}\n\npub fn run() -> int {\n  return remembered() + 2\n}\n",
    repairs=(REMOVE,),
    related=("HARN-LNT-020",),
)
LNT_020 = Code(
    "HARN-LNT-020",
    "a type is never referenced",
    why="Nothing in this file names the type, and without `pub` no other file can.",
    bad="type Lost = int\n\npub fn run() -> int {\n  return 3\n}\n",
    good="type Count = int\n\npub fn run() -> Count {\n  return 3\n}\n",
    repairs=(REMOVE,),
    related=("HARN-LNT-019",),
)
LNT_022 = Code(
    "HARN-LNT-022",
    "a function is called that does not exist",
    why="No declaration, import or builtin has this name. `harnpy check` says the same with HARN-NAM-002.",
    bad="pub fn run(text: string) -> int {\n  return lenght(text)\n}\n",
    good="pub fn run(text: string) -> int {\n  return len(text)\n}\n",
    command="lint",
    related=("HARN-NAM-002",),
)
LNT_025 = Code(
    "HARN-LNT-025",
    "an assertion outside of tests",
    why="Assertions state what a test expects; their texts speak to the author of the program. In other code "
    "`require` and `guard` tell callers what was wrong.",
    bad='pub fn half(n: int) -> int {\n  assert(n >= 0, "negative")\n  return n / 2\n}\n',
    good='pub fn half(n: int) -> int {\n  require n >= 0, "negative"\n  return n / 2\n}\n',
    related=("HARN-LNT-038",),
)
LNT_038 = Code(
    "HARN-LNT-038",
    "`require` in a test",
    why="A failed `require` tells only that it failed; `assert_eq` and its kin show both values and where "
    "they differ.",
    bad='pipeline test_sum() {\n  require 1 + 2 == 3, "wrong"\n}\n',
    good="pipeline test_sum() {\n  assert_eq(1 + 2, 3)\n}\n",
    related=("HARN-LNT-025",),
)
LNT_064 = Code(
    "HARN-LNT-064",
    "tasks write to one shared variable",
    why="The bodies of `parallel` and `spawn` run at the same time and share the variables around them: a "
    "write can get lost between the read and the write of another task. Collect the results instead, or "
    "guard the variable with `mutex` or an atomic.",
    bad="pub fn total_of(names: list<string>) -> int {\n  let total = 0\n  parallel each names { name ->\n"
    "    total = total + name.len()\n    name\n  }\n  return total\n}\n",
    good="pub fn total_of(names: list<string>) -> int {\n"
    "  const sizes = parallel each names { name -> name.len() }\n  return sizes.sum()\n}\n",
)

RENAMED = finding("HARN-LNT-001", "renamed-stdlib-symbol", "`{old}` was renamed to `{new}`")
FUNCTION_CASE = finding("HARN-LNT-003", "naming-convention", "{kind} `{name}` should use snake_case")
TYPE_CASE = finding("HARN-LNT-003", "naming-convention", "{kind} `{name}` should use PascalCase")
SHADOWED = finding(
    "HARN-LNT-009", "shadow-variable", "variable `{name}` shadows a variable in an outer scope"
)
REDECLARED = finding(
    "HARN-LNT-009", "shadow-variable", "cannot redeclare immutable variable `{name}` in the same scope"
)
UNUSED_VARIABLE = finding(
    "HARN-LNT-014",
    "unused-variable",
    "variable `{name}` is declared but never used",
    help="use it, remove it, or write `_` for its name",
)
UNUSED_BINDING = finding(
    "HARN-LNT-015",
    "unused-pattern-binding",
    "pattern binding `{name}` is never used",
    help="leave it out of the pattern, or bind it to `_`",
)
UNUSED_PARAMETER = finding(
    "HARN-LNT-016", "unused-parameter", "parameter `{name}` is declared but never used"
)
UNUSED_IMPORT = finding("HARN-LNT-017", "unused-import", "imported name `{name}` is never used")
NEVER_REASSIGNED = finding(
    "HARN-LNT-018",
    "mutable-never-reassigned",
    "variable `{name}` is declared as `{word}` but never reassigned",
    help="declare it with `const`",
)
UNUSED_FUNCTION = finding(
    "HARN-LNT-019",
    "unused-function",
    "function `{name}` is declared but never used",
    help="call it, remove it, or offer it to other files with `pub`",
)
UNUSED_TYPE = finding(
    "HARN-LNT-020",
    "unused-type",
    "{kind} `{name}` is declared but never referenced",
    help="use it, remove it, or offer it to other files with `pub`",
)
UNDEFINED_FUNCTION = finding("HARN-LNT-022", "undefined-function", "function `{name}` is not defined")
ASSERTED = finding(
    "HARN-LNT-025",
    "assert-outside-test",
    "`{name}` is intended for test pipelines, not production control flow",
    help="write `require condition, message`, or `throw` what callers can handle",
)
REQUIRED = finding(
    "HARN-LNT-038",
    "require-in-test",
    "`require` in a test pipeline should usually be an assertion",
    help="`assert_eq(actual, expected)` shows both values",
)
SHARED_CELL = finding(
    "HARN-LNT-064",
    "mutable-capture-across-parallel",
    "`{name}` is captured from an enclosing scope and reassigned inside a `parallel`/`spawn` body; every "
    "concurrent branch shares one cell, so the writes race and can be lost",
    help="collect the results of the branches, write inside `mutex`, or use an atomic",
)
