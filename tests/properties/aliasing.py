"""Random programs about value semantics: containers shared in every way, then changed through one name."""

from collections.abc import Sequence
from random import Random

_STARTS = (
    "[]",
    "[1]",
    "[1, 2]",
    "[[1], [2]]",
    "{a: [1]}",
    "{a: {b: [1]}, b: [2]}",
    "[{a: 1}, {a: [2]}]",
    "{a: 1}",
)
_PLACES = ("{x}", "{x}[0]", "{x}[-1]", "{x}.a", "{x}.b", "{x}.a[0]", "{x}[0].a", "{x}[0][0]", "{x}.a.b",
           "{x}[1]",
           '{x}["a"]', "{x}[len({y}) - 1]", "{s}.p", "{s}.q", "{s}.p[0]", "{s}.p.a", "{x}[0].p")  # fmt: skip
_VALUES = ("{y}", "{y}", "{z}", "{x}", "[{y}]", "[{y}, {x}]", "{{a: {y}}}", "{{a: {y}, b: {z}}}", "{y}[0]",
           "{y}.a", "1",
           "{y} + {z}", "{y}[:]", "[...{y}]", "{{...{y}}}", "({n} ? {y} : {z})", "({y} ?? {z})",
           "keep({y})", "{s}.p",
           "{s}", "Pot {{p: {y}, q: {z}}}", "touch({y})",
           "(match {y} {{ [h, ...t] -> {{ t }} o -> {{ o }} }})",
           "{y}.map({{ v -> v }})", "({y} |> [_, _])", "unwrap(try {{ {y} }})", "Ok({y})", "{y}.reversed()",
           "(if {n} {{ {y} }} else {{ {z} }})", "[{y}, {y}.pop()]", "[{y}, bump({y})]", "later({y})",
           "given()",
           "rest({x}, {y})", "{{ v -> v }}({y})")  # fmt: skip
_CHANGES = ("{p} = {v}", "{p} = {v}", "{p}.push({v})", "{p}.push({v})", "{p}.insert(0, {v})",
            "{p}.extend([{v}])",
            "println({p}.pop())", "{p}.reverse()", "{p} += [{v}]", "{p}.push({x}.pop())", "{p}.remove(\"a\")",
            "{p}.clear()", "{p} += {v}", "println({p}.remove(\"b\"))", "{x} = {v}", "{x} = {v}")  # fmt: skip
_DEFINITIONS = """struct Pot { p, q }
fn touch(p) {
  let q = p
  try { q.push(9) } catch (e) { q = [q] }
  return [p, q]
}
fn keep(p) { return p }
fn bump(p, extra = [p]) {
  let q = extra
  q[0] = [q, p]
  return q
}
fn rest(...p) {
  let q = p
  q.push(p)
  q[0] = 5
  return [p, q]
}
fn later(p) {
  let q = [p]
  defer { q.push(7) }
  return q
}
let base = [0]
fn given() {
  base.push(len(base))
  return base
}
fn steps(p) {
  let q = [p]
  yield q
  q.push(1)
  yield q
  q[0] = q
  yield q
}"""
_NAMES = ("a", "b", "c")


class Writer:
    """Writes one program; `captured` lets closures hold the names."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.captured = random.random() < 0.4
        self.depth = 0
        self.count = 0
        self.names: list[str] = list(_NAMES)

    def pick(self, items: Sequence[str]) -> str:
        return items[self.random.randrange(len(items))]

    def fill(self, template: str) -> str:
        parts = {"x": self.pick(self.names), "y": self.pick(self.names), "z": self.pick(self.names), "s": "s"}
        parts["n"] = self.pick(("true", "false", f"len({parts['y']}) > 1"))
        if "{p}" in template:
            parts["p"] = self.pick(_PLACES).format(**parts)
        if "{v}" in template:
            parts["v"] = self.pick(_VALUES).format(**parts)
        return template.format(**parts)

    def program(self) -> list[str]:
        inside = [f"let {name} = {self.pick(_STARTS)}" for name in _NAMES]
        inside += [self.fill("let s = Pot {{p: {y}, q: {z}}}")]
        if self.captured:
            inside += ["let fs = []"]
        for _ in range(2 + self.random.randrange(8)):
            inside += self.statement()
        inside += [f"println(a, b, c, s, base{', fs.map({ f -> f() })' if self.captured else ''})"]
        lines = _DEFINITIONS.split("\n")
        if self.random.random() < 0.6:
            return [*lines, "fn entry() {", *inside, "}", "entry()"]
        return [*lines, *inside]

    def statement(self) -> list[str]:
        roll = self.random.randrange(20)
        if roll < 12 or self.depth > 1:
            return self.guarded([self.fill(self.pick(_CHANGES))])
        self.depth += 1
        lines = self.compound(roll)
        self.depth -= 1
        return self.guarded(lines)

    def guarded(self, lines: list[str]) -> list[str]:
        if self.depth and self.random.random() < 0.5:
            return lines
        shown = ["println(a, b, c, s)"] if self.random.random() < 0.4 else []
        return ["try {", *lines, "} catch (e) { println(e) }", *shown]

    def body(self) -> list[str]:
        return [line for _ in range(1 + self.random.randrange(2)) for line in self.statement()]

    def compound(self, roll: int) -> list[str]:
        self.count += 1
        name = f"i{self.count}"
        if roll < 15:
            source = self.pick(("{x}", "{x}", "{v}", "{x}.a", "steps({x})", "[{x}, {x}]"))
            head = f"for {name} in {self.fill(source)} {{"
            self.names.append(name)
            lines = [head, *self.body(), self.fill(f"println({name}, {{x}})"), "}"]
            self.names.remove(name)
            return lines
        if roll == 15:
            lines = [self.fill(f"match {{x}} {{{{ [{name}, ...{name}r] -> {{{{"), *self.body()]
            lines += [f"println({name}, {name}r)", f"}} {{a: {name}}} -> {{", *self.body()]
            return [*lines, f"println({name})", "} _ -> {} }"]
        if roll == 16:
            return [
                self.fill("try {{ throw {v} }} " + f"catch ({name}) {{{{"),
                *self.body(),
                f"println({name})",
                "}",
            ]
        if roll == 17:
            pattern = self.pick((f"[{name}, ...{name}r]", f"{{a: {name}, ...{name}r}}"))
            lines = [self.fill(f"let {pattern.replace('{', '{{').replace('}', '}}')} = {{v}}")]
            self.names.append(name)
            lines += [*self.body(), f"println({name}, {name}r)"]
            self.names.remove(name)
            return ["block {", *lines, "}"]
        if not self.captured:
            lines = [self.fill(f"let {name} = {{v}}")]
            self.names.append(name)
            lines += [*self.body(), f"println({name})"]
            self.names.remove(name)
            return ["if true {", *lines, "}"]
        if roll == 18:
            return [self.fill("fs.push({{ -> {p}.push({v}); {x} }})"), "println(fs[0]())"]
        inner = self.fill(f"let {name} = {{v}}")
        self.names.append(name)
        change = self.fill(self.pick(("{p}.push({v})", "{p} = {v}")))
        self.names.remove(name)
        return [
            f"for {name}n in [1, 2] {{",
            inner,
            f"fs.push({{ -> {change}; {name} }})",
            "println(fs[-1]())",
            "}",
        ]


def program(random: Random) -> str:
    """The text of a random program."""
    return "\n".join(Writer(random).program()) + "\n"
