"""Random expressions of a wanted kind over the names in scope."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

EDGES = (
    "0", "1", "-1", "2", "3", "7", "10", "-5", "63", "64", "1023", "-1024", "2147483647", "-2147483648",
    "4294967296", "9007199254740991", "9007199254740993", "-9007199254740993", "4611686018427387904",
    "-4611686018427387904", "9223372036854775807", "-9223372036854775807", "(-9223372036854775807 - 1)",
    "9223372036854775806", "3037000500",
)  # fmt: skip
"""Int literals at and around the places where carriers and guards change."""
SMALL = ("0", "1", "2", "3", "-1", "4", "5")
FLOATS = ("0.0", "1.0", "-0.5", "2.5", "3.0", "1000000000000000.0", "9007199254740992.0", "0.1", "(-0.0)",
          "9223372036854775807.0", "(1.0 / 0.0)", "(0.0 / 0.0)")  # fmt: skip
STRINGS = ('""', '"a"', '"b"', '"abc"', '"1"', '"é€"', '"k"', '"a b"', r'"\n"')
KEYS = ("a", "b", "k", "z")
# Names that mean something in Python or in emitted code.
_HOSTILE = ("def", "lambda", "None", "_t1", "_add", "int", "list", "_FLAG", "class", "u_def", "str", "_U",
            "self", "__class__", "_py_int", "not_", "x_2", "is_", "del", "_M", "object")  # fmt: skip
_ARITHMETIC = ("+", "-", "*", "/", "%", "**")


class Var:
    """A name in scope, of a kind.

    I int, F float, S string, B bool, N nil, L list of ints, M list of such lists, X list of anything, D dict
    of ints, E dict of containers, A anything, 0/1/2 callable of so many parameters, G generator function.
    """

    def __init__(self, name: str, kind: str, mutable: bool) -> None:
        self.name, self.kind, self.mutable = name, kind, mutable


_Item = TypeVar("_Item")


class Phrases:
    """Names in scope, and expressions of them."""

    def __init__(self, random: Random, size: int = 14) -> None:
        self.random = random
        self.size = size
        self.count = 0
        self.vars: list[Var] = []
        self.loops = 0
        self.functions = 0
        self.in_generator = False
        self.in_cleanup = 0
        self.nesting = 0
        self.hostile = list(_HOSTILE)
        self.has_enum = False

    # Choices.

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def pick(self, items: Sequence[_Item]) -> _Item:
        return items[self.random.randrange(len(items))]

    def fresh(self) -> str:
        self.count += 1
        if self.hostile and self.chance(6):
            return self.hostile.pop(self.random.randrange(len(self.hostile)))
        return f"{self.pick('vwxyzt')}{self.count}"

    def of_kind(self, kinds: str, mutable: bool = False) -> Var | None:
        found = [one for one in self.vars if one.kind in kinds and (one.mutable or not mutable)]
        return self.pick(found) if found else None

    def declare(self, name: str, kind: str, mutable: bool) -> None:
        self.vars.append(Var(name, kind, mutable))

    def called(self, function: Var) -> str:
        args = [self.value("A" if self.chance(30) else "I", 0) for _ in range(int(function.kind))]
        return f"{function.name}({', '.join(args)})"

    # Expressions by kind.

    def value(self, kind: str, depth: int) -> str:
        if kind == "A":
            kind = self.pick("IIFSBNLXDAA")
        var = self.of_kind(kind)
        if var is not None and self.chance(45 if depth else 75):
            return var.name
        if depth and self.chance(22):
            return self.roundabout(kind, depth - 1)
        return getattr(self, "of_" + kind)(depth)

    def roundabout(self, kind: str, depth: int) -> str:
        """An expression of any kind that is not particular to it."""
        a, b = self.value(kind, depth), self.value(kind, depth)
        any_value = self.value("A", depth)
        test = self.value("B", depth)
        roll = self.random.randrange(13)
        if roll == 0:
            return f"({test} ? {a} : {b})"
        if roll == 1:
            return f"(nil ?? {a})" if self.chance(30) else f"({a} ?? {b})"
        if roll == 2:
            return f"(if {test} {{ {a} }} else {{ {b} }})"
        if roll == 3:
            return f"(try {{ {a} }} catch (e) {{ {b} }})"
        if roll == 4:
            return f"[{a}, {b}][{self.pick(('0', '1', '-1'))}]"
        if roll == 5:
            return f"(match {any_value} {{ 1 -> {{ {a} }} x -> {{ {b} }} }})"
        if roll == 6:
            called = self.of_kind("012")
            if called is not None:
                return self.called(called)
        if roll == 7:
            return f"unwrap(try {{ {a} }})"
        if roll == 8:
            return f"{{ -> {a} }}()" if self.chance(20) else f"{{k: {a}}}.k"
        if roll == 9:
            return f"({a} |> [_, {b}])[0]"
        if roll == 10:
            return f'json_parse("{self.pick(("1", "2.5", "null", "[1]", "true"))}")'
        if roll == 11:
            return f"[{a}].map({{ x -> x }})[0]"
        return f"({a})"

    def of_A(self, depth: int) -> str:
        if not depth:
            return "nil"
        roll = self.random.randrange(8)
        if roll < 2:
            left, right = self.value(self.pick("IAF"), depth - 1), self.value("A", depth - 1)
            return f"({left} {self.pick(_ARITHMETIC)} {right})"
        if roll == 2:
            return f"{self.value('D', depth - 1)}.{self.pick(KEYS)}"
        if roll == 3:
            return f"{self.value('X', depth - 1)}[{self.value('I', 0)}]"
        if roll == 4 and self.has_enum:
            return self.pick(("Shape.Dot", f"Shape.Line({self.value('I', 0)})", "Shape.Box(1, 2)"))
        if roll == 5:
            return f"(try {{ {self.value('A', depth - 1)} }})"
        if roll == 6:
            return f"{self.value('E', depth - 1)}.{self.pick('ab')}"
        return self.value(self.pick("IFSL"), depth - 1)

    def of_I(self, depth: int) -> str:
        if not depth or self.chance(30):
            return self.pick(EDGES if self.chance(25) else SMALL)
        roll = self.random.randrange(12)
        if roll < 6:
            op = self.pick(("+", "-", "*", "+", "-", "*", "/", "%", "**"))
            left, right = self.value("I", depth - 1), self.value("I", depth - 1)
            if op in ("/", "%") and self.chance(75):
                right = self.pick(("2", "3", "7", "10", "-2"))
            if op == "**":
                right = self.pick(SMALL)
            return f"({left} {op} {right})"
        if roll == 6:
            return f"len({self.value(self.pick('LXDS'), depth - 1)})"
        if roll == 7:
            return f"{self.value('L', depth - 1)}[{self.value('I', 0)}]"
        if roll == 8:
            return f"-{self.value('I', 0)}".replace("--", "- -")
        if roll == 9:
            return f"{self.value('L', depth - 1)}.sum()"
        if roll == 10:
            return f"{self.value('L', depth - 1)}.reduce(0, {{ a, b -> a {self.pick('+-')} b }})"
        return f"{self.value('L', depth - 1)}.index_of({self.value('I', 0)})"

    def of_F(self, depth: int) -> str:
        if not depth or self.chance(40):
            return self.pick(FLOATS)
        right = self.value("F" if self.chance(50) else "I", depth - 1)
        return f"({self.value('F', depth - 1)} {self.pick(('+', '-', '*', '/', '%'))} {right})"

    def of_S(self, depth: int) -> str:
        if not depth or self.chance(40):
            return self.pick(STRINGS)
        roll = self.random.randrange(6)
        if roll == 0:
            return f"({self.value('S', depth - 1)} + {self.value('S', depth - 1)})"
        if roll == 1:
            return f'"<${{{self.value("A", 0)}}}>"'
        if roll == 2:
            return f"to_string({self.value('A', depth - 1)})"
        if roll == 3:
            return f"{self.value('S', depth - 1)}[{self.pick(('0:1', '1:', ':-1', ':'))}]"
        if roll == 4:
            return f'{self.value("X", depth - 1)}.join(",")'
        return f"({self.value('S', depth - 1)} * {self.pick(('0', '1', '2', '-1'))})"

    def of_B(self, depth: int) -> str:
        if not depth or self.chance(15):
            return self.pick(("true", "false"))
        roll = self.random.randrange(10)
        kind = self.pick("IIIFSLA")
        left = self.value(kind, depth - 1)
        right = self.value(kind if self.chance(80) else "A", depth - 1)
        if roll < 4:
            return f"({left} {self.pick(('<', '<=', '>', '>='))} {right})"
        if roll < 7:
            return f"({left} {self.pick(('==', '!='))} {right})"
        if roll == 7:
            return f"({self.value('B', depth - 1)} {self.pick(('&&', '||'))} {self.value('B', depth - 1)})"
        if roll == 8:
            return f"({left} {self.pick(('in', 'not in'))} {self.value(self.pick('LXDS'), depth - 1)})"
        return f"!{self.value('B', depth - 1)}"

    def of_N(self, depth: int) -> str:
        return "nil"

    def of_L(self, depth: int) -> str:
        if not depth or self.chance(40):
            return "[" + ", ".join(self.value("I", 0) for _ in range(self.random.randrange(4))) + "]"
        roll = self.random.randrange(8)
        source = self.value("L", depth - 1)
        if roll == 0:
            return f"({source} + {self.value('L', depth - 1)})"
        if roll == 1:
            return f"{source}.map({{ x -> x {self.pick('+-*')} {self.value('I', 0)} }})"
        if roll == 2:
            return f"{source}.filter({{ x -> x {self.pick(('<', '>=', '!='))} {self.value('I', 0)} }})"
        if roll == 3:
            return f"{source}[{self.pick(('0:2', '1:', ':-1', ':'))}]"
        if roll == 4:
            return f"[...{source}, {self.value('I', 0)}]"
        if roll == 5:
            return f"{source}.{self.pick(('sorted()', 'reversed()', 'take(2)', 'skip(1)'))}"
        if roll == 6:
            return f"(0..{self.pick(('3', '2', '0'))}).to_list()"
        return f"{source}.sorted_by({{ x -> 0 - x }})"

    def of_M(self, depth: int) -> str:
        if depth and self.chance(20):
            return f"{self.value('L', depth - 1)}.map({{ x -> [x, {self.value('I', 0)}] }})"
        return (
            "["
            + ", ".join(self.value("L", max(0, depth - 1)) for _ in range(1 + self.random.randrange(2)))
            + "]"
        )

    def of_X(self, depth: int) -> str:
        if depth and self.chance(20):
            source = self.value("D", depth - 1)
            return f"{source}.{self.pick(('keys()', 'values()', 'entries()'))}"
        count = self.random.randrange(4)
        return "[" + ", ".join(self.value(self.pick("IFSBNL"), max(0, depth - 1)) for _ in range(count)) + "]"

    def of_D(self, depth: int) -> str:
        if depth and self.chance(30):
            source = self.value("D", depth - 1)
            return self.pick(
                (
                    f"({source} + {self.value('D', depth - 1)})",
                    f"{{...{source}, {self.pick(KEYS)}: {self.value('I', 0)}}}",
                    f"{source}.merge({self.value('D', depth - 1)})",
                    f"{source}.map_values({{ x -> x }})",
                    f"{{[{self.value('S', 0)}]: {self.value('I', 0)}}}",
                )
            )
        keys = self.random.sample(KEYS, self.random.randrange(4))
        return "{" + ", ".join(f"{key}: {self.value('I', 0)}" for key in keys) + "}"

    def of_E(self, depth: int) -> str:
        return f"{{a: {self.value('L', max(0, depth - 1))}, b: {self.value('D', max(0, depth - 1))}}}"

    def of_G(self, depth: int) -> str:
        return "nil"
