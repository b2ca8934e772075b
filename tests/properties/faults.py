"""Faults to plant in programs that hold to their types, one or more for each code of the checker."""

from random import Random

from tests.properties.typed import Fault, Typed

# Forms whose type is certain, for what stands beside a fault.
_CERTAIN: dict[str, tuple[str, ...]] = {
    "int": ("7", "needs_int(3)", "len([1])", "(7 + 2)", "person(«string», 3).age", "pick([1], 2)"),
    "string": ('"abc"', '"n=${7}"', '"abc".upper()', "greet(«Point»)", "person(«string», 1).name"),
    "bool": ("true", "(1 < 2)", "!false", "(«string» == «string»)"),
    "list<int>": ("[1, 2]", "[«int»]", "[1].sorted()", "[2].map({ n# -> n# + 1 })"),
    "list<string>": ('["a"]', "[«string»]", '"a,b".split(",")', '[1].map({ n# -> "${n#}" })'),
    "Light": ("light_of(«int»)",),
    "Size": ("size_of(«int»)",),
    "Point": ("Point {x: 1, y: 2}", "pick([Point {x: 1, y: 1}], Point {x: «int», y: 1})"),
    "list<Point>": ("[Point {x: 1, y: 1}]", "[«Point»]"),
    "tuple<int, string>": ('pair_of(1, "a")', "pair_of(«int», «string»)"),
}


def _line(code: str, form: str) -> Fault:
    """A fault in a statement of its own; `@` marks its line when there are several."""

    def build(seed: int) -> list[str]:
        writer = Typed(Random(seed), forms=_CERTAIN)
        text = writer.filled(form.replace("~", writer.fresh("x")), 1)
        lines = text.split("\n")
        marked = next((at for at, line in enumerate(lines) if line.endswith("@")), 0)
        lines[marked] = lines[marked].rstrip("@").rstrip() + " // here"
        return lines

    return code, build


FAULTS: tuple[Fault, ...] = (
    _line("HARN-TYP-001", "const ~: tuple<int, int> = [1, «string»]"),
    _line("HARN-TYP-002", "const ~ = «bool» - 1"),
    _line("HARN-TYP-002", "const ~ = maybe_text(«bool») + «string»"),
    _line("HARN-TYP-003", 'const ~ = "n=" + «int»'),
    _line("HARN-TYP-004", "fn ~() -> int {\n  return «string» @\n}"),
    _line("HARN-TYP-004", "fn ~(given: bool) -> int { @\n  if given {\n    return «int»\n  }\n}"),
    _line("HARN-TYP-005", "let ~: int = «int»\n~ = «string» @"),
    _line("HARN-TYP-006", "needs_int(«string»)"),
    _line("HARN-TYP-006", "needs_int(maybe_number(«int»))"),
    _line("HARN-TYP-006", "const ~ = Shape.Circle(«string»)"),
    _line("HARN-TYP-007", "const ~: int = «string»"),
    _line("HARN-TYP-007", "const ~: list<int> = «list<string>»"),
    _line("HARN-TYP-007", "const ~: Person = {name: «string»}"),
    _line("HARN-TYP-008", "const ~ = fn(n: int) -> int { «string» }"),
    _line("HARN-TYP-009", "const ~ = Point {x: «string», y: 1}"),
    _line("HARN-TYP-009", "const ~ = Point {x: «int»}"),
    _line("HARN-TYP-011", "needs_int<int>(«int»)"),
    _line("HARN-TYP-013", "const ~ = pick<int, int>(«list<int>», 1)"),
    _line("HARN-TYP-015", "const ~ = greet(Plain {x: «int»})"),
    _line("HARN-TYP-018", "const ~ = needs_int(«int»)(2)"),
    _line("HARN-TYP-025", "const ~ = maybe_text(«bool»).len()"),
    _line("HARN-TYP-025", "const ~ = «list<Point>»[0].x"),
    _line("HARN-TYP-026", "fn ~() -> int throws string { @\n  throw «int»\n}"),
    _line("HARN-TYP-027", "const ~ = «tuple<int, string>»[2]"),
    _line("HARN-TYP-028", "fn ~(given) -> int { @\n  return «int»\n}"),
    _line("HARN-NAM-001", "const ~ = unheard_of_name"),
    _line("HARN-NAM-002", "const ~ = unheard_of_call(«int»)"),
    _line("HARN-NAM-004", "const ~ = «Point».zzz"),
    _line("HARN-NAM-005", "const ~ = «string».uper()"),
    _line("HARN-NAM-013", "let ~ = «list<int>»\nconst ~b = ~.push(2) @"),
    _line("HARN-NAM-013", "const ~ = «string».to_upper()"),
    _line("HARN-MAT-001", "const ~ = match «Light» { Light.Red -> { 1 } }"),
    _line("HARN-MAT-001", 'const ~ = match «Size» { "s" -> { 1 } }'),
    _line("HARN-MAT-003", "const ~ = match «int» {\n  true -> { 1 } @\n  _ -> { 2 }\n}"),
    _line("HARN-ORC-001", "const ~ = pick(«list<int>»)"),
    _line("HARN-ORC-008", "fn ~() -> int {\n  return «int»\n  println(1) @\n}"),
    _line("HARN-STD-003", "const ~ = len()"),
    _line("HARN-STD-003", "const ~ = «string».upper(1)"),
    _line("HARN-OWN-001", "const ~ = [1]\n~.push(2) @"),
    _line("HARN-OWN-001", "const ~ = 1\n~ = 2 @"),
)
