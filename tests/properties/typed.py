"""Random programs that hold to their types: they check without a word and run without a fault.

A `Typed` writer takes a source of randomness, and a fault to plant before one of its statements.
"""

from collections.abc import Callable
from random import Random

PRELUDE = """
enum Light { Red Amber Green }
enum Shape { Dot Circle(radius: int) Box(width: int, height: int) }
struct Point { x: int  y: int }
struct Plain { x: int }
type Size = "s" | "m" | "l"
type Person = {name: string, age: int, note?: string}
interface Named {
  fn label(self) -> string
}
impl Point {
  fn norm(self) -> int {
    return self.x * self.x + self.y
  }
  fn label(self) -> string {
    return "${self.x}:${self.y}"
  }
}
fn needs_int(n: int) -> int {
  return n % 100
}
fn pair_of(n: int, text: string) -> tuple<int, string> {
  return [n, text]
}
fn person(name: string, age: int) -> Person {
  return {name: name, age: age}
}
fn noted(name: string, note: string) -> Person {
  return {name: name, age: 1, note: note}
}
fn size_of(n: int) -> Size {
  return n > 3 ? "s" : "m"
}
fn light_of(n: int) -> Light {
  return n > 3 ? Light.Red : Light.Green
}
fn parse(text: string) -> Result<int, string> {
  return text == "" ? Err("empty") : Ok(len(text))
}
fn maybe_text(given: bool) -> string? {
  return given ? "text" : nil
}
fn maybe_number(n: int) -> int? {
  return n > 3 ? n : nil
}
fn greet<T>(who: T) -> string where T: Named {
  return who.label()
}
fn pick<T>(items: list<T>, fallback: T) -> T {
  return items[0] ?? fallback
}
""".strip().split("\n")

TYPES = (
    "int", "float", "string", "bool", "list<int>", "list<string>", "dict<string, int>", "int?", "string?",
    "Light", "Shape", "Point", "Person", "Size", "tuple<int, string>", "list<Point>",
)  # fmt: skip
_SIMPLE = ("int", "string", "bool", "list<int>", "Light", "Size", "Point")
_DEPTH = 3

Fault = tuple[str, Callable[[int], list[str]]]
"""The code that is to be reported, and what writes the guilty lines from a seed."""


class Typed:
    """Writes one program; `fault` goes to the place of statement number `slot`."""

    def __init__(
        self,
        random: Random,
        fault: Fault | None = None,
        slot: int = -1,
        forms: "dict[str, tuple[str, ...]] | None" = None,
    ) -> None:
        self.random = random
        self.fault = fault
        self.slot = slot
        self.forms = _FORMS if forms is None else forms
        self.count = 0
        # The names of a fault are not those of the program around it.
        self.names = 0 if forms is None else 1000
        # Names in sight: type, and whether a `let` declares them.
        self.scope: list[tuple[str, str, bool]] = []
        self.functions: list[tuple[str, tuple[str, ...], str]] = []

    def program(self) -> str:
        """The whole text."""
        lines = list(PRELUDE)
        for _ in range(self.random.randrange(1, 4)):
            lines += self.function()
        lines += self.statements(self.random.randrange(3, 8))
        return "\n".join(lines) + "\n"

    # ---- statements ----------------------------------------------------------------------------

    def function(self) -> list[str]:
        name = self.fresh("f")
        params = [(self.fresh("p"), self.random.choice(TYPES)) for _ in range(self.random.randrange(3))]
        result = self.random.choice(TYPES)
        outer, self.scope = self.scope, [(one, kind, False) for one, kind in params]
        lines = self.statements(self.random.randrange(1, 4))
        lines += [f"return {self.value(result)}"]
        self.scope = outer
        head = ", ".join(f"{one}: {kind}" for one, kind in params)
        self.functions.append((name, tuple(kind for _, kind in params), result))
        return [f"fn {name}({head}) -> {result} {{", *_indent(lines), "}"]

    def statements(self, count: int) -> list[str]:
        """Statements of a scope, whose names end with it."""
        mark = len(self.scope)
        lines: list[str] = []
        for _ in range(count):
            if self.count == self.slot and self.fault is not None:
                # Faults have randomness of their own, so that the program around them stays the same.
                lines += self.fault[1](self.slot)
            self.count += 1
            lines += self.statement()
        del self.scope[mark:]
        return lines

    def block(self) -> list[str]:
        return _indent(self.statements(self.random.randrange(1, 3)))

    def statement(self) -> list[str]:
        nested = sum(len(name) for name, _, _ in self.scope) > 60
        ways = [self.binding, self.binding, self.shown, self.assignment, self.change]
        if not nested:
            ways += [self.choice, self.loop, self.narrowed, self.matched, self.attempt, self.presence]
            ways += [self.known_form] * 4
        return self.random.choice(ways)()

    def binding(self) -> list[str]:
        kind = self.random.choice(TYPES)
        name, mutable = self.fresh("v"), self.random.random() < 0.5
        value = self.value(kind)
        self.scope.append((name, kind, mutable))
        return [f"{'let' if mutable else 'const'} {name}: {kind} = {value}"]

    def shown(self) -> list[str]:
        return [f'println("${{{self.value(self.random.choice(TYPES), 1)}}}")']

    def assignment(self) -> list[str]:
        places = [(name, kind) for name, kind, mutable in self.scope if mutable]
        if not places:
            return self.binding()
        name, kind = self.random.choice(places)
        if kind == "Point" and self.random.random() < 0.5:
            return [f"{name}.x = {self.value('int')}"]
        return [f"{name} = {self.value(kind)}"]

    def change(self) -> list[str]:
        places = [name for name, kind, mutable in self.scope if mutable and kind == "list<int>"]
        if not places:
            return self.binding()
        return [f"{self.random.choice(places)}.{self.random.choice(['push(3)', 'sort()', 'reverse()'])}"]

    def choice(self) -> list[str]:
        return [f"if {self.value('bool')} {{", *self.block(), "} else {", *self.block(), "}"]

    def loop(self) -> list[str]:
        name = self.fresh("i")
        head = self.value("list<int>") if self.random.random() < 0.5 else "0..3"
        self.scope.append((name, "int", False))
        lines = [f"for {name} in {head} {{", *self.block(), "}"]
        self.scope.pop()
        return lines

    def narrowed(self) -> list[str]:
        """What may be nil is not, behind a test."""
        kind = self.random.choice(("int", "string"))
        name = self.fresh("o")
        self.scope.append((name, kind, False))
        inner = self.block()
        self.scope.pop()
        return [f"const {name}: {kind}? = {self.value(kind + '?')}", f"if {name} != nil {{", *inner, "}"]

    def matched(self) -> list[str]:
        if self.random.random() < 0.5:
            arms = [f"Light.{one} -> {{ {self.shown()[0]} }}" for one in ("Red", "Amber", "Green")]
            return [f"match {self.value('Light')} {{", *_indent(arms), "}"]
        name = self.fresh("r")
        self.scope.append((name, "int", False))
        arms = [f"Shape.Circle({name}) -> {{ {self.shown()[0]} }}"]
        self.scope.pop()
        arms += ["Shape.Dot -> { println(0) }", "Shape.Box(w, h) -> { println(w + h) }"]
        return [f"match {self.value('Shape')} {{", *_indent(arms), "}"]

    def attempt(self) -> list[str]:
        thrown = f"throw {self.value('string')}"
        guarded = [f"if {self.value('bool')} {{", f"  {thrown}", "}"]
        return ["try {", *_indent(guarded), *self.block(), "} catch (e) {", '  println("${e}")', "}"]

    def presence(self) -> list[str]:
        """An optional field that is there, behind a test."""
        name = self.fresh("d")
        return [
            f"const {name}: Person = {self.value('Person')}",
            f"if {name}.note != nil {{",
            f"  println({name}.note.len())",
            "}",
        ]

    def known_form(self) -> list[str]:
        """A statement in a form that people write."""
        return self.filled(self.random.choice(_STATEMENTS), 1).split("\n")

    # ---- values --------------------------------------------------------------------------------

    def value(self, kind: str, depth: int = 0) -> str:
        """An expression of a type."""
        known = [name for name, own, _ in self.scope if own == kind]
        if known and self.random.random() < 0.4:
            return self.random.choice(known)
        calls = [one for one in self.functions if one[2] == kind]
        if calls and depth < _DEPTH and self.random.random() < 0.2:
            name, params, _ = self.random.choice(calls)
            return f"{name}({', '.join(self.value(one, depth + 1) for one in params)})"
        forms = self.forms[kind] if depth < _DEPTH else self.forms[kind][:1]
        return self.filled(self.random.choice(forms), depth + 1)

    def filled(self, form: str, depth: int) -> str:
        """A form with its holes `<type>` filled, and `#` by a name of its own."""
        if "#" in form:
            form = form.replace("#", self.fresh("c"))
        parts = form.split("«")
        filled = [parts[0]]
        for part in parts[1:]:
            kind, _, rest = part.partition("»")
            filled += [self.value(kind, depth), rest]
        return "".join(filled)

    def fresh(self, letter: str) -> str:
        """A name that is used once."""
        self.names += 1
        return f"{letter}{self.names}"


def _indent(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


# The first form of each type holds no others.
_FORMS: dict[str, tuple[str, ...]] = {
    "int": (
        "7", "(«int» + «int»)", "(«int» - 3)", "(«int» * «int» % 91)", "len(«list<int>»)", "«string».len()",
        "(«list<int>»[1] ?? «int»)", '(«dict<string, int>»["a"] ?? 2)', "(«int?» ?? «int»)", "«Point».norm()",
        "(«bool» ? «int» : «int»)", "«list<int>».reduce(0, { s#, n# -> (s# + n#) % 50 })",
        "needs_int(«int»)", "pick(«list<int>», «int»)", "«tuple<int, string>»[0]",
        "(match «Light» { Light.Red -> { 1 } Light.Amber -> { «int» } Light.Green -> { 3 } })",
        '(match «Size» { "s" -> { 1 } "m" | "l" -> { «int» } })',
        "(if «bool» { «int» } else { 4 })", "(fn(n#: int) -> int { n# % 10 })(«int»)",
        "{ n# -> n# + 1 }(«int»)", "(«int» |> needs_int)", "(try { «int» } catch (e#) { 0 })",
        "(«string?»?.len() ?? 0)",
    ),
    "float": ("1.5", "(«float» + «int»)", "(«float» * 0.5)", "to_float(«int»)", "«int»"),
    "string": (
        '"abc"', '"n=${«int»}"', "(«string» + «string»)", "«string».upper()", '"a,b".replace("a", «string»)',
        "«Person».name", "«list<string>».join(«string»)", "(«string?» ?? «string»)", "greet(«Point»)",
        "«tuple<int, string>»[1]", "to_string(«float»)", 'pick(«list<string>», "x")',
    ),
    "bool": (
        "true", "(«int» < «int»)", "(«string» == «string»)", "(«bool» && «bool»)", "!«bool»",
        "«list<int>».contains(«int»)", "«string».starts_with(«string»)", "(«list<int>»[0] != nil)",
        "(«int» in «list<int>»)",
        '(«Size» == "m")', "(«Light» == Light.Red)", "«list<int>».any({ n# -> n# > 3 })",
    ),
    "list<int>": (
        "[1, 2]", "[«int», «int»]", "(«list<int>» + «list<int>»)", "«list<int>».map({ n# -> n# + «int» })",
        "«list<int>».filter({ n# -> n# > 2 })", "«list<int>».sorted()", "[...«list<int>», «int»]",
        "«dict<string, int>».values()", "(0..4).to_list()", "«list<Point>».map({ p# -> p#.x })",
        "«list<int>».take(2)", "«list<int>»[0:1]",
    ),
    "list<string>": (
        '["a", "b"]', "[«string»]", '«list<int>».map({ n# -> "${n#}" })', '«string».split(",")',
        "«dict<string, int>».keys()", "«list<string>».sorted()",
    ),
    "dict<string, int>": (
        "{a: 1, b: 2}", "{a: «int», ...«dict<string, int>»}", "«dict<string, int>».merge({c: «int»})",
        "«dict<string, int>».map_values({ n# -> n# + 1 })",
    ),
    "int?": ("nil", "«int»", "«list<int>».first()", "«list<int>»[0]", '«dict<string, int>»["b"]'),
    "string?": ("nil", "«string»", "maybe_text(«bool»)", "«list<string>»[0]", "«Person».note"),
    "Light": ("Light.Red", "(«bool» ? Light.Amber : «Light»)", "Light.Green"),
    "Shape": ("Shape.Dot", "Shape.Circle(«int»)", "Shape.Box(«int», «int»)"),
    "Point": ("Point {x: 1, y: 2}", "Point {x: «int», y: «int»}", "pick(«list<Point>», «Point»)"),
    "Person": ('person("ann", 3)', "person(«string», «int»)", "noted(«string», «string»)"),
    "Size": ('"s"', '"l"'),
    "tuple<int, string>": ('pair_of(1, "a")', "pair_of(«int», «string»)"),
    "list<Point>": ("[Point {x: 1, y: 1}]", "[«Point», «Point»]"),
}  # fmt: skip


_STATEMENTS = (
    "let b#: int? = nil\nfor x# in «list<int>» {\n  if b# == nil || x# > b# {\n    b# = x#\n  }\n}\n"
    "println((b# ?? 0) + 1)",
    "let k# = 0\nwhile k# < 3 {\n  k# += 1\n  if «bool» {\n    continue\n  }\n}\nprintln(k# + «int»)",
    "let t#: int = 0\n«list<int>».iter().for_each({ n# -> t# = (t# + n#) % 90 })\nprintln(t# + 1)",
    "const {name: a#, age: b#} = «Person»\nprintln(a#.len() + b#)",
    "for {index: i#, value: v#} in «list<string>».enumerate() {\n  println(v#.len() + i#)\n}",
    "for {key: k#, value: v#} in «dict<string, int>» {\n  println(k#.len() + v#)\n}",
    "for [a#, b#] in «list<int>».zip(«list<string>») {\n  println(a# + b#.len())\n}",
    "const r# = try { «int» }\nmatch r# {\n  Ok(v#) -> { println(v# + 1) }\n"
    '  Err(e#) -> { println("${e#}") }\n}',
    "const r# = parse(«string»)\nif is_ok(r#) {\n  println(unwrap(r#))\n}",
    "const s# = parallel each «list<int>» { n# -> n# + 1 }\nconst u#: list<int> = s#\nprintln(u#.len())",
    "const t# = spawn { «int» }\nprintln(await(t#))",
    "const o# = «string?»\nif o# != nil && o#.len() > 2 {\n  println(o#.upper())\n} else if o# == nil {\n"
    "  println(0)\n} else {\n  println(o#.len())\n}",
    "const o# = «int?»\nprintln(o# == nil || o# > 3 ? 1 : o# + 1)",
    "fn g#(given: string?) -> int {\n  guard given != nil else {\n    return 0\n  }\n"
    "  return given.len()\n}\nprintln(g#(«string?») + 1)",
    'fn g#(given: int | string | nil) -> string {\n  if type_of(given) == "int" {\n'
    '    return "${given + 1}"\n  }\n  if given == nil {\n    return "none"\n  }\n  return given.upper()\n}\n'
    "println(g#(«int») + g#(«string») + g#(nil))",
    "fn g#(given: Light) -> int {\n  match given {\n    Light.Red -> { return «int» }\n"
    "    Light.Amber -> { return 2 }\n    Light.Green -> { return 3 }\n  }\n}\nprintln(g#(«Light») + 1)",
    "fn g#<T>(items: list<T>, step: fn(T) -> int) -> int {\n  return items.map(step).len()\n}\n"
    "println(g#(«list<string>», { s# -> s#.len() }) + g#(«list<Point>», { p# -> p#.x }))",
    "gen fn g#(last: int) -> Stream<int> {\n  for n in 0..last {\n    emit n\n  }\n}\nfor x# in g#(3) {\n"
    "  println(x# + 1)\n}",
    'let m#: dict<string, list<int>> = {a: «list<int>»}\nm#["b"] = «list<int>»\n'
    'println((m#["a"] ?? []).len())',
    "let p# = «Point»\np#.x = «int»\np#.y += 2\nprintln(p#.norm() + p#.x)",
    'const f# = fn(n: int) -> string { "${n}" }\nprintln(f#(«int») + «string»)',
    'const l# = [{a: «int», b: «string»}, {a: 1, b: "x"}]\nprintln(l#.map({ e# -> e#.b.len() + e#.a }))',
    "const e#: Named = «Point»\nprintln(e#.label().len())",
    "const {x: a#, ...q#} = {x: «int», y: «string»}\nprintln(a# + 1, q#)",
    "defer {\n  println(«int» + 1)\n}",
    "mutex {\n  println(«string».len())\n}",
    "println(retry 2 { «int» } + 1)",
)
