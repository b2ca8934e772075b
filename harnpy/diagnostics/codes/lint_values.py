"""HARN-LNT codes about expressions: what has no effect, and what is known before it runs."""

from harnpy.diagnostics.codes.lint import SIMPLIFY, finding
from harnpy.diagnostics.model import ERROR, Code, Repair

LNT_004 = Code(
    "HARN-LNT-004",
    "an iterator where a collection is declared",
    why="Methods of an iterator give iterators: nothing is computed until somebody asks for the items. Where "
    "a list, a set or a dict is declared the items must be collected. `harnpy check` says so with a type "
    "error.",
    bad="pub fn twice(items: list<int>) -> list<int> {\n  return items.iter().map({ x -> x * 2 })\n}\n",
    good="pub fn twice(items: list<int>) -> list<int> {\n"
    "  return items.iter().map({ x -> x * 2 }).to_list()\n}\n",
    command="lint",
    repairs=(Repair("collections/prefer-lazy", "scope-local", "collect the items where they are needed"),),
    related=("HARN-TYP-004", "HARN-TYP-007"),
)
LNT_028 = Code(
    "HARN-LNT-028",
    "a conversion to the kind the value has already",
    why="The call gives back what it is given. Readers take it for a sign that the value could be of another "
    "kind.",
    bad='pub fn label(name: string) -> string {\n  return to_string(name) + "!"\n}\n',
    good='pub fn label(size: int) -> string {\n  return to_string(size) + "!"\n}\n',
    repairs=(Repair("casts/remove-redundant", "behavior-preserving", "use the value as it is"),),
)
LNT_030 = Code(
    "HARN-LNT-030",
    "a logical operator with a constant operand",
    why="One side decides the result, so the other side does nothing: seldom what was meant.",
    bad="pub fn ready(flag: bool) -> bool {\n  return flag || true\n}\n",
    good="pub fn ready(flag: bool, forced: bool) -> bool {\n  return flag || forced\n}\n",
    repairs=(SIMPLIFY,),
)
LNT_031 = Code(
    "HARN-LNT-031",
    "a condition without a question",
    why="A literal condition, or a value compared with itself, always has the same outcome.",
    bad="pub fn same(size: int) -> bool {\n  return size == size\n}\n",
    good="pub fn same(size: int, other: int) -> bool {\n  return size == other\n}\n",
    repairs=(SIMPLIFY,),
)
LNT_032 = Code(
    "HARN-LNT-032",
    "a bool compared with true or false",
    why="A bool is a condition already; comparing it says the same in more words.",
    bad="pub fn choose(flag: bool) -> int {\n  return flag == true ? 1 : 2\n}\n",
    good="pub fn choose(flag: bool) -> int {\n  return flag ? 1 : 2\n}\n",
    repairs=(SIMPLIFY,),
)
LNT_033 = Code(
    "HARN-LNT-033",
    "an operator that cannot take the literal beside it",
    why="Arithmetic with `true`, `false` or `nil` fails when it runs. `harnpy check` says so with "
    "HARN-TYP-002 or HARN-TYP-003.",
    bad="pub fn next(n: int) -> any {\n  return n + true\n}\n",
    good="pub fn next(n: int) -> int {\n  return n + 1\n}\n",
    command="lint",
    related=("HARN-TYP-002", "HARN-TYP-003"),
)
LNT_034 = Code(
    "HARN-LNT-034",
    "a ternary that spells out `??`",
    why="`x ?? fallback` is the value of `x` unless it is nil; the ternary says it in three times the words.",
    bad='pub fn label(name: string?) -> string {\n  return name == nil ? "anon" : name\n}\n',
    good='pub fn label(name: string?) -> string {\n  return name ?? "anon"\n}\n',
    repairs=(SIMPLIFY,),
)
LNT_051 = Code(
    "HARN-LNT-051",
    "`?.` on a value that is never nil",
    why="The optional form tells readers that the value may be missing; here it cannot be.",
    bad="pub fn loud(name: string) -> string? {\n  return name?.upper()\n}\n",
    good="pub fn loud(name: string) -> string? {\n  return name.upper()\n}\n",
    repairs=(SIMPLIFY,),
    related=("HARN-LNT-063",),
)
LNT_058 = Code(
    "HARN-LNT-058",
    "a condition that always has the same outcome",
    why="What the condition asks is known before the program runs, so one of the branches never does.",
    bad='pub fn label(n: int) -> string {\n  if 1 < 2 {\n    return "small"\n  }\n  return "n${n}"\n}\n',
    good='pub fn label(n: int) -> string {\n  if n < 2 {\n    return "small"\n  }\n  return "n${n}"\n}\n',
)
LNT_061 = Code(
    "HARN-LNT-061",
    "`?? nil` changes nothing",
    why="`x ?? nil` is nil exactly when `x` is, so the operator and its fallback do nothing.",
    bad="pub fn same(name: string?) -> string? {\n  return name ?? nil\n}\n",
    good='pub fn same(name: string?) -> string? {\n  return name ?? "none"\n}\n',
    repairs=(SIMPLIFY,),
    related=("HARN-LNT-062", "HARN-LNT-065"),
)
LNT_062 = Code(
    "HARN-LNT-062",
    "a fallback that is never used",
    why="The function on the left of `??` never gives nil, so the right side never runs.",
    bad='fn title(n: int) -> string {\n  return "t${n}"\n}\n\npub fn run(n: int) -> string {\n'
    '  return title(n) ?? "none"\n}\n',
    good='fn title(n: int) -> string? {\n  return n > 0 ? "t${n}" : nil\n}\n\n'
    'pub fn run(n: int) -> string {\n  return title(n) ?? "none"\n}\n',
    related=("HARN-LNT-061", "HARN-LNT-065"),
)
LNT_063 = Code(
    "HARN-LNT-063",
    "`!` on a value that is never nil",
    why="The mark tells readers that nil was ruled out by hand; here there is nothing to rule out.",
    bad="pub fn size(name: string) -> int {\n  return name!.len()\n}\n",
    good="pub fn size(name: string?) -> int {\n  return name!.len()\n}\n",
    repairs=(SIMPLIFY,),
    related=("HARN-LNT-051",),
)
LNT_065 = Code(
    "HARN-LNT-065",
    "a fallback that is the value itself",
    why="When the value is nil, so is the fallback: another name was probably meant.",
    bad="pub fn same(name: string?) -> string? {\n  return name ?? name\n}\n",
    good="pub fn same(name: string?, other: string?) -> string? {\n  return name ?? other\n}\n",
    repairs=(SIMPLIFY,),
    related=("HARN-LNT-061", "HARN-LNT-062"),
)
LNT_066 = Code(
    "HARN-LNT-066",
    "the result of a method without effects is thrown away",
    why="Most methods of strings, lists and dicts return a new value and leave the old one as it is. A call "
    "that nothing takes the result of does nothing.",
    bad="pub fn first(names: list<string>) -> string? {\n  names.sorted()\n  return names[0]\n}\n",
    good="pub fn first(names: list<string>) -> string? {\n  const ordered = names.sorted()\n"
    "  return ordered[0]\n}\n",
)

LAZY_VALUE = finding(
    "HARN-LNT-004",
    "eager-collection-conversion",
    "expression is an iterator; expected {kind}. Add .to_{kind}() to materialize.",
)
NO_OP_CAST = finding(
    "HARN-LNT-028", "unnecessary-cast", "`{name}` is a no-op here — its argument is already {kind}"
)
RIGHT_UNREACHABLE = finding(
    "HARN-LNT-030",
    "constant-logical-operand",
    "`{shown}` always evaluates to `{value}`; the right side is unreachable",
)
CONSTANT_RESULT = finding(
    "HARN-LNT-030", "constant-logical-operand", "`{shown}` always evaluates to `{value}`"
)
LITERAL_CONDITION = finding("HARN-LNT-031", "pointless-comparison", "if condition is always `{value}`")
SELF_COMPARISON = finding(
    "HARN-LNT-031", "pointless-comparison", "expression is compared to itself with `{op}`"
)
COMPARED_BOOL = finding("HARN-LNT-032", "comparison-to-bool", "`{shown}` is redundant")
LITERAL_OPERAND = finding(
    "HARN-LNT-033",
    "invalid-binary-op-literal",
    "operator '{op}' used with boolean or nil literal — this will cause a runtime error",
)
NIL_TERNARY = finding(
    "HARN-LNT-034",
    "redundant-nil-ternary",
    "ternary nil check over `{name}` can be replaced with `{name} ?? <fallback>`",
)
SAFE_ACCESS = finding(
    "HARN-LNT-051",
    "unnecessary-safe-navigation",
    "{form} is unnecessary because the receiver cannot be nil",
)
VACUOUS = finding(
    "HARN-LNT-058",
    "vacuous-condition",
    "condition is statically always {outcome}; the {other} branch is unreachable",
)
VACUOUS_SCHEMA = finding(
    "HARN-LNT-058",
    "vacuous-condition",
    "`{test}({name}, …)` is always true here: `{name}` is statically known to match the schema, so the "
    "falsy branch is unreachable",
)
IMPOSSIBLE_SCHEMA = finding(
    "HARN-LNT-058",
    "vacuous-condition",
    "`{test}({name}, …)` is always false here: `{name}`'s static type cannot match the schema, so the "
    "truthy branch is unreachable",
)
NIL_FALLBACK = finding(
    "HARN-LNT-061",
    "nil-coalesce-noop",
    "`?? nil` is a no-op; the left expression already evaluates to nil when absent",
    severity=ERROR,
)
UNREACHABLE_FALLBACK = finding(
    "HARN-LNT-062",
    "nil-coalesce-unreachable-fallback",
    "`??` fallback is unreachable because the left expression has non-nil type `{type}`",
    help="drop the fallback, or let the function return nil",
)
NEEDLESS_ASSERT = finding(
    "HARN-LNT-063", "unnecessary-non-null-assert", "`!` is unnecessary because the value is already non-nil"
)
SELF_FALLBACK = finding(
    "HARN-LNT-065",
    "nil-coalesce-self-fallback",
    "`{name} ?? {name}` is a no-op; the fallback is identical to the left identifier",
    severity=ERROR,
)
DISCARDED = finding(
    "HARN-LNT-066",
    "discarded-pure-result",
    "the result of `{method}` is discarded, so this statement leaves `{name}` unchanged",
    severity=ERROR,
)
