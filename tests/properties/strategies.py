"""Random programs: text that mostly runs, uses every construct the naive evaluator knows, and always ends.

A `Writer` takes a source of randomness, so that the same code serves hypothesis and long runs from seeds.
"""

from random import Random

from hypothesis import strategies as st

from tests.properties.phrases import KEYS, SMALL, STRINGS, Phrases, Var

_LISTS = "LMX"


class Writer(Phrases):
    """Writes one program."""

    # Programs.

    def program(self) -> list[str]:
        lines: list[str] = []
        if self.chance(50):
            self.has_enum = True
            lines += ["enum Shape {", "  Dot", "  Line(length)", "  Box(w, h)", "}"]
        body = self.body(self.size, declare_functions=True)
        if self.chance(35):
            # The same statements as locals of a function.
            lines += ["fn entry() {", *indent(body), "}", "entry()"]
        else:
            lines += body
        lines += self.show_all()
        return lines

    def show_all(self) -> list[str]:
        return []

    def body(self, size: int, declare_functions: bool = False) -> list[str]:
        """Statements of a scope; names declared in it are forgotten at its end."""
        mark = len(self.vars)
        kinds = {one.name: one.kind for one in self.vars}
        self.nesting += 1
        lines: list[str] = []
        if declare_functions:
            for _ in range(self.random.randrange(3)):
                lines += self.function()
        least = size // 2 if declare_functions else 1
        for _ in range(least + self.random.randrange(size)):
            lines += self.statement()
        if declare_functions or self.chance(60):
            lines += self.report(mark)
        self.nesting -= 1
        del self.vars[mark:]
        for one in self.vars:
            # What was assigned inside may be something else outside.
            if kinds.get(one.name) != one.kind:
                one.kind = "A"
        return lines

    def report(self, mark: int) -> list[str]:
        shown = [one.name for one in self.vars if one.kind not in "012G"]
        lines: list[str] = []
        for one in [one for one in self.vars[mark:] if one.kind in "012"][:4]:
            lines += self.safely([f"println({self.called(one)})"])
        return lines + ([f"println({', '.join(shown[-6:])})"] if shown else [])

    def safely(self, lines: list[str]) -> list[str]:
        error = self.fresh()
        return ["try {", *indent(lines), f"}} catch ({error}) {{", f'  println("caught", {error})', "}"]

    def block(self, size: int = 3) -> list[str]:
        return self.body(max(1, size))

    def statement(self) -> list[str]:
        lines = self._statement()
        risky = 70 if self.nesting < 2 else 14
        if (
            self.nesting < 4
            and self.chance(risky)
            and not lines[0].startswith(("let", "const", "fn ", "defer"))
        ):
            return self.safely(lines)
        return lines

    def _statement(self) -> list[str]:
        deep = self.nesting >= 5
        roll = self.random.randrange(100)
        if roll < 24:
            return self.binding()
        if roll < 38:
            return self.assignment()
        if roll < 48:
            return self.mutation()
        if roll < 52:
            return [f"println({self.value('A', 2)})"]
        if roll < 56:
            function = self.of_kind("012")
            return [f"println({self.called(function) if function else self.value('I', 2)})"]
        if deep:
            return self.jump()
        if roll < 64:
            return self.branch()
        if roll < 73:
            return self.loop()
        if roll < 80:
            return self.attempt()
        if roll < 84:
            return self.match()
        if roll < 88:
            return self.jump()
        if roll < 91 and self.functions < 3:
            return self.function()
        if roll < 94:
            return self.cleanup()
        if roll < 97:
            return self.pipeline()
        return self.destructuring()

    # Statements.

    def binding(self) -> list[str]:
        kind = self.pick("IIIIFSBNLLLMXDDEAA0112")
        name = self.fresh()
        word = "let" if self.chance(65) else "const"
        text = self.closure(int(kind)) if kind in "012" else self.value(kind, 2)
        written = {"I": "int", "F": "float", "S": "string", "L": "list", "D": "dict"}.get(kind)
        note = f": {written}" if written and self.chance(15) else ""
        self.declare(name, kind, word == "let")
        return [f"{word} {name}{note} = {text}"]

    def destructuring(self) -> list[str]:
        word, mutable = ("let", True) if self.chance(50) else ("const", False)
        names = [self.fresh() for _ in range(3)]
        if self.chance(50):
            source = self.value("LMX"[self.random.randrange(3)], 1)
            line = f"{word} [{names[0]}, {names[1]} = {self.value('I', 1)}, ...{names[2]}] = {source}"
            kinds = "AAX"
        else:
            source = self.value(self.pick("DE"), 1)
            line = f"{word} {{a: {names[0]}, b: {names[1]} = {self.value('I', 1)}, ...{names[2]}}} = {source}"
            kinds = "AAA"
        for name, kind in zip(names, kinds, strict=True):
            self.declare(name, kind, mutable)
        return [line]

    def assignment(self) -> list[str]:
        var = self.of_kind("IFSBNLMXDEA", mutable=True)
        if var is None:
            return self.binding()
        roll = self.random.randrange(10)
        if roll < 4 and var.kind in "IFA":
            op = self.pick(("+=", "+=", "-=", "*=", "/=", "%="))
            right = self.value("I" if self.chance(80) else "F", 1)
            if op in ("/=", "%=") and var.kind == "I" and self.chance(70):
                right = self.pick(("2", "3", "10", "7"))
            if var.kind == "I":
                var.kind = "A" if op in ("+=", "-=", "*=") and self.chance(20) else var.kind
            return [f"{var.name} {op} {right}"]
        if roll < 5 and var.kind == "S":
            return [f"{var.name} += {self.value('S', 1)}"]
        if roll < 6 and var.kind in _LISTS:
            return [f"{var.name} += {self.value(var.kind, 1)}"]
        if roll < 9 and var.kind in "LMXDE":
            return self.path_write(var)
        kind = var.kind
        if self.chance(15):
            kind = self.pick("IFSNLD")
            var.kind = kind if kind == var.kind else "A"
        return [f"{var.name} = {self.value(kind, 2)}"]

    def path_write(self, var: Var) -> list[str]:
        op = self.pick(("=", "=", "=", "+="))
        index = self.pick(("0", "-1", "1", self.value("I", 1)))
        key = self.pick((f".{self.pick(KEYS)}", f'["{self.pick(KEYS)}"]', f"[{self.value('S', 1)}]"))
        if var.kind == "L":
            return [f"{var.name}[{index}] {op} {self.value('I', 1)}"]
        if var.kind == "M":
            if self.chance(40):
                return [f"{var.name}[{index}] = {self.value('L', 1)}"]
            return [f"{var.name}[{index}][{self.pick(('0', '-1', '1'))}] {op} {self.value('I', 1)}"]
        if var.kind == "D":
            return [f"{var.name}{key} {op if self.chance(50) else '='} {self.value('I', 1)}"]
        if var.kind == "E":
            if self.chance(40):
                return [f"{var.name}{key} = {self.value(self.pick('LD'), 1)}"]
            if self.chance(50):
                return [f"{var.name}.a[{self.pick(('0', '-1'))}] {op} {self.value('I', 1)}"]
            return [f"{var.name}.b{key} {op} {self.value('I', 1)}"]
        return [f"{var.name}[{index}] = {self.value('A', 1)}"]

    def mutation(self) -> list[str]:
        var = self.of_kind("LMXDEA" if self.chance(15) else "LMXDE", mutable=True)
        if var is None:
            return self.binding()
        place, kind = var.name, var.kind
        if kind == "M" and self.chance(50):
            place, kind = f"{place}[{self.pick(('0', '-1'))}]", "L"
        if kind == "E" and self.chance(70):
            place, kind = (f"{place}.a", "L") if self.chance(60) else (f"{place}.b", "D")
        if kind in "DE":
            return [self.pick((f"{place}.remove({self.value('S', 1)})", f'println({place}.remove("a"))'))]
        item = self.value({"L": "I", "M": "L", "X": "A", "A": "I"}[kind], 1)
        if self.chance(12):
            # Into itself.
            item = var.name
            var.kind = "A" if kind == var.kind and var.kind != "X" else var.kind
        return [
            self.pick(
                (
                    f"{place}.push({item})",
                    f"{place}.push({item})",
                    f"{place}.push({item})",
                    f"println({place}.pop())",
                    f"{place}.insert({self.pick(('0', '1', '-1'))}, {item})",
                    f"{place}.extend({self.value('L', 1)})" if kind in "LX" else f"{place}.reverse()",
                    f"{place}.reverse()",
                    f"{place}.sort()" if kind == "L" else f"{place}.clear()",
                    f"{place}.push({place}.pop())",
                )
            )
        ]

    def branch(self) -> list[str]:
        lines = [f"if {self.condition()} {{", *indent(self.block()), "}"]
        if self.chance(30):
            lines[-1] = f"}} else if {self.condition()} {{"
            lines += [*indent(self.block()), "}"]
        if self.chance(50):
            lines[-1] = "} else {"
            lines += [*indent(self.block()), "}"]
        return lines

    def condition(self) -> str:
        var = self.of_kind("A")
        if var is not None and self.chance(30):
            test = self.pick(
                ('type_of({}) == "int"', "{} == nil", "{} != nil", 'type_of({}) == "list"', "{}")
            )
            return test.format(var.name)
        return self.value("B", 2)

    def loop(self) -> list[str]:
        if self.loops >= 2:
            return self.branch()
        self.loops += 1
        mark = len(self.vars)
        roll = self.random.randrange(10)
        name, first = self.fresh(), ""
        if roll < 3:
            head, before = self._counted(name), []
        elif roll < 5:
            before, head, first = self._while(name)
        else:
            before, head = [], self._over(name)
        inside = self.block(4)
        if roll in (3, 4):
            inside = [first, *inside]
        if self.chance(20):
            fns = self.of_kind("X", mutable=True)
            local = self.of_kind("IA", mutable=False)
            if fns is not None and local is not None and local in self.vars[mark:]:
                inside.append(f"{fns.name}.push({{ -> {local.name} }})")
        self.loops -= 1
        del self.vars[mark:]
        return [*before, f"{head} {{", *indent(inside), "}"]

    def _counted(self, name: str) -> str:
        self.declare(name, "I", self.chance(30))
        end = self.pick(("3", "4", "2"))
        start = self.pick(("0", "1", "-2", "9223372036854775805", "0"))
        if start.startswith("92"):
            return f"for {name} in {start}..=9223372036854775807"
        return self.pick(
            (f"for {name} in range({end})", f"for {name} in {start}..{end}", f"for {name} in {start}..={end}")
        )

    def _while(self, name: str) -> tuple[list[str], str, str]:
        start, end = self.pick((("0", "3"), ("0", "len([1, 2])"), ("1", "4"), ("-2", "1")))
        step = self.pick(("1", "1", "2"))
        extra = f" && {self.value('B', 1)}" if self.chance(20) else ""
        first = self.pick((f"{name} += {step}", f"{name} = {name} + {step}"))
        # The counter is visible, but only this loop changes it.
        self.declare(name, "I", mutable=False)
        return [f"let {name} = {start}"], f"while {name} < {end}{extra}", first

    def _over(self, name: str) -> str:
        mutable = self.chance(40)
        roll = self.random.randrange(6)
        if roll < 3:
            kind = self.pick("LMX")
            source = self.value(kind, 1)
            self.declare(name, {"L": "I", "M": "L", "X": "A"}[kind], mutable)
            return f"for {name} in {source}"
        if roll == 3:
            second = self.fresh()
            self.declare(name, "S", mutable)
            self.declare(second, "A", mutable)
            return f"for {{key: {name}, value: {second}}} in {self.value(self.pick('DE'), 1)}"
        generator = self.of_kind("G")
        if roll == 4 and generator is not None:
            self.declare(name, "A", mutable)
            return f"for {name} in {generator.name}({self.pick(SMALL)})"
        self.declare(name, "A", mutable)
        return f"for {name} in {self.value(self.pick('DAS'), 1)}"

    def attempt(self) -> list[str]:
        error = self.fresh()
        lines = ["try {", *indent(self.block())]
        if self.chance(50):
            lines += indent([self.pick(("throw {}", "println(1 / {})")).format(self.value("I", 1))])
        has_catch = self.chance(80)
        if has_catch:
            kind = f": {self.pick(('string', 'int', 'Shape') if self.has_enum else ('string', 'int'))}"
            written = kind if self.chance(15) else ""
            mark = len(self.vars)
            self.declare(error, "A", mutable=False)
            lines += [f"}} catch ({error}{written}) {{", *indent([f'println("e", {error})', *self.block()])]
            del self.vars[mark:]
        if not has_catch or self.chance(40):
            self.in_cleanup += 1
            lines += ["} finally {", *indent(self.block())]
            self.in_cleanup -= 1
        return [*lines, "}"]

    def jump(self) -> list[str]:
        choices = [f"throw {self.value('A', 1)}", f"require {self.value('B', 1)}, {self.value('S', 1)}"]
        if self.loops:
            choices += ["break", "continue", "break", "continue"]
        if self.functions and not self.in_generator:
            choices += [f"return {self.value('A', 1)}"] * 3
        return [f"if {self.condition()} {{", f"  {self.pick(choices)}", "}"]

    def cleanup(self) -> list[str]:
        if self.chance(50) and not self.in_generator:
            loops, functions = self.loops, self.functions
            self.loops, self.functions, self.in_cleanup = 2, 0, self.in_cleanup + 1
            generator, self.in_generator = self.in_generator, False
            inside = self.block(2)
            self.loops, self.functions, self.in_cleanup = loops, functions, self.in_cleanup - 1
            self.in_generator = generator
            if any(word in line for line in inside for word in ("break", "continue", "return")):
                return [f"println({self.value('I', 1)})"]
            return ["defer {", *indent(inside), "}"]
        name = self.fresh()
        lines = [f"let {name} = 0", f"const {name}r = try {{", f"  retry {self.pick(('1', '2', '3'))} {{"]
        self.declare(name, "I", mutable=False)
        inside = [f"{name} += 1", f'if {name} < {self.pick(("2", "3"))} {{ throw "again ${{{name}}}" }}']
        inside += self.block(2)
        lines += [*indent(indent([*inside, self.value("I", 1)])), "  }", "}", f"println({name}r)"]
        return lines

    def match(self) -> list[str]:
        value = self.value(self.pick("IASLXD"), 1)
        lines = [f"match {value} {{"]
        for _ in range(1 + self.random.randrange(3)):
            mark = len(self.vars)
            pattern = self.pattern()
            guard = f" if {self.value('B', 1)}" if self.chance(25) else ""
            lines += [f"  {pattern}{guard} -> {{", *indent(indent(self.block(2))), "  }"]
            del self.vars[mark:]
        if self.chance(85):
            lines += ["  _ -> {", *indent(indent(self.block(2))), "  }"]
        return [*lines, "}"]

    def pattern(self) -> str:
        roll = self.random.randrange(9)
        if roll < 2:
            return " | ".join(self.pick(SMALL) for _ in range(1 + self.random.randrange(3)))
        if roll == 2:
            return self.pick(STRINGS)
        if roll == 3:
            name = self.fresh()
            self.declare(name, "A", mutable=False)
            return f"[{name}, {self.pick(('1', '_', '2'))}]"
        if roll == 4:
            name, rest = self.fresh(), self.fresh()
            self.declare(name, "A", mutable=False)
            self.declare(rest, "X", mutable=False)
            return f"[{name}, ...{rest}]"
        if roll == 5:
            name = self.fresh()
            self.declare(name, "A", mutable=False)
            return f"{{a: {name}, b: {self.pick(('1', '_', '2'))}}}"
        if roll == 6 and self.has_enum:
            name = self.fresh()
            self.declare(name, "A", mutable=False)
            return self.pick((f"Shape.Line({name})", f"Shape.Box({name}, 2)", f"Shape.Box(_, {name})"))
        if roll == 7:
            name = self.fresh()
            self.declare(name, "A", mutable=False)
            return self.pick((f"Ok({name})", f"Err({name})"))
        name = self.fresh()
        self.declare(name, "A", mutable=False)
        return name

    def pipeline(self) -> list[str]:
        target = self.pick(("_ + 1", "[_, _]", "{ x -> [x] }", "_ ?? 1", "to_string", "len(to_string(_))"))
        name = self.fresh()
        line = f"const {name} = {self.value('A', 1)} |> {target}"
        self.declare(name, "A", mutable=False)
        return [line]

    # Functions.

    def function(self) -> list[str]:
        name = f"f{self.count}"
        self.count += 1
        outer = self.loops, self.functions, self.in_generator, self.in_cleanup
        self.loops, self.functions, self.in_cleanup = 0, self.functions + 1, 0
        self.in_generator = self.chance(15)
        mark = len(self.vars)
        count = 1 if self.in_generator else self.random.randrange(3)
        params: list[str] = []
        for index in range(count):
            param = self.fresh()
            kind = self.pick("IAAAL")
            if index and self.chance(30):
                params.append(f"{param} = {self.value('I', 1)}")
                kind = "A"
            elif kind == "I" and self.chance(50):
                params.append(f"{param}: int")
            else:
                params.append(param)
                kind = "A"
            self.declare(param, kind, mutable=False)
        if count and not self.in_generator and self.chance(15):
            rest = self.fresh()
            params.append(f"...{rest}")
            self.declare(rest, "X", mutable=False)
        inside = self.body(5)
        if self.in_generator:
            inside = self._generating(params[0].partition(":")[0])
        else:
            if count and self.chance(35):
                inside = self._recursive(name, params, inside)
            inside.append(f"return {self.value('A', 2)}")
        del self.vars[mark:]
        kind = "G" if self.in_generator else str(count)
        self.loops, self.functions, self.in_generator, self.in_cleanup = outer
        self.declare(name, kind, mutable=False)
        return [f"fn {name}({', '.join(params)}) {{", *indent(inside), "}"]

    def _recursive(self, name: str, params: list[str], inside: list[str]) -> list[str]:
        first = params[0].partition(":")[0].partition(" ")[0].lstrip(".")
        others = "".join(f", {self.value('I', 1)}" for _ in params[1:] if self.chance(80))
        test = f'type_of({first}) == "int" && {first} > 0 && {first} < 6'
        call = f"{name}({first} - 1{others})"
        way = self.pick((f"return {call}", f"return [{call}]", f"println({call})", f"return 1 + {call}"))
        return [f"if {test} {{", f"  {way}", "}", *inside]

    def _generating(self, limit: str) -> list[str]:
        name = self.fresh()
        self.declare(name, "I", mutable=False)
        value = self.value("A", 1)
        return [
            f"let {name} = 0",
            f"while {name} < 4 && {name} != {limit} {{",
            f"  yield {value}",
            f"  {name} += 1",
            f"  if {name} == 3 {{ yield }}",
            "}",
        ]

    def closure(self, count: int) -> str:
        mark = len(self.vars)
        outer = self.loops, self.functions, self.in_generator, self.in_cleanup
        self.loops, self.functions, self.in_generator, self.in_cleanup = 0, self.functions + 1, False, 0
        names = [self.fresh() for _ in range(count)]
        for name in names:
            self.declare(name, "A", mutable=False)
        target = self.of_kind("IA", mutable=True)
        kind = self.pick("IA")
        if target is not None and self.chance(50):
            text = f"{target.name} = {self.value(kind, 1)}"
            if self.chance(50):
                text += f"; {self.value(kind, 1)}"
            target.kind = "A"
        elif (held := self.of_kind("LX", mutable=True)) is not None and self.chance(50):
            text = f"{held.name}.push({self.value('I', 1)})"
        else:
            text = self.value(kind, 1)
        self.loops, self.functions, self.in_generator, self.in_cleanup = outer
        del self.vars[mark:]
        if self.chance(25):
            return f"fn({', '.join(names)}) {{ {text} }}"
        return f"{{ {', '.join(names)} -> {text} }}"


def indent(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def program(random: Random, size: int = 14) -> str:
    """The text of a random program."""
    return "\n".join(Writer(random, size).program()) + "\n"


def programs(size: int = 14) -> st.SearchStrategy[str]:
    """Random programs for hypothesis."""
    return st.randoms(use_true_random=False).map(lambda random: program(random, size))
