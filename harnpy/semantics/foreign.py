"""Names that other languages use: what Harn has in their place. Tables only."""

from collections.abc import Container

_SAME: dict[str, str] = {
    "nil": "None none null NULL Null undefined Nil nullptr",
    "true": "True TRUE",
    "false": "False FALSE",
    "println": "console puts echo printf say cout alert putStrLn writeln print_line System",
    "len": "length size count strlen sizeof",
    "to_int": "int Int Integer parseInt parse_int atoi",
    "to_float": "float Float double Number parseFloat parse_float",
    "to_string": "str Str string String tostring toString repr",
    "type_of": "type typeof typeOf",
    "is_type": "isinstance instanceof",
    "read_line": "input readline gets prompt",
    "uppercase": "upper toupper to_upper toUpperCase upcase",
    "lowercase": "lower tolower to_lower toLowerCase downcase",
    "json_parse": "JSON parseJSON from_json loads",
    "json_stringify": "to_json dumps",
    "format": "sprintf Sprintf",
    "read_file": "open readFile slurp",
    "write_file": "writeFile spit",
    "random_int": "randint rand",
    "random_choice": "choice",
    "now_ms": "time",
    "sleep_ms": "setTimeout",
    "unreachable": "panic todo",
    "throw_error": "Error Exception raise",
    "harness": "Harness",
    "trim": "strip",
    "index_of": "indexOf find",
    "starts_with": "startswith startsWith",
    "ends_with": "endswith endsWith",
    "ceil": "ceiling",
    "pow": "power",
    "exit": "quit die",
    "set": "Set",
}
_WORDS = {word: name for name, words in _SAME.items() for word in words.split()}

_NO_BUILTINS = frozenset(("nil", "true", "false", "harness"))

_METHODS: dict[str, str] = {
    "push": "append push add",
    "pop": "pop",
    "sorted": "sorted sort",
    "reversed": "reversed reverse",
    "map": "map",
    "filter": "filter",
    "reduce": "reduce fold",
    "sum": "sum",
    "zip": "zip",
    "enumerate": "enumerate",
    "any": "any",
    "all": "all",
}
_METHOD_OF = {word: name for name, words in _METHODS.items() for word in words.split()}
_ARGUMENT = {
    "push": "item",
    "map": "f",
    "filter": "f",
    "any": "f",
    "all": "f",
    "reduce": "start, f",
    "zip": "ys",
}

_ADVICE = {
    "bool": "a comparison gives a bool, as in `x != nil`; `!!x` is the truth of `x`",
    "Boolean": "a comparison gives a bool, as in `x != nil`; `!!x` is the truth of `x`",
    "not": "write `!x`",
    "this": "a method names its receiver: `fn area(self) { … }`",
    "self": "a method names its receiver: `fn area(self) { … }`",
    "Math": "mathematical functions stand alone: `sqrt(x)`, `floor(x)`, `max(a, b)`",
    "math": 'functions such as `sqrt(x)` stand alone; more are in `import "std/math"`',
    "list": "write a list as `[1, 2]`; `to_list(x)` makes one of what can be iterated",
    "Array": "write a list as `[1, 2]`; `to_list(x)` makes one of what can be iterated",
    "dict": 'write a dict as `{name: "a"}`',
    "Object": 'write a dict as `{name: "a"}`',
    "Map": 'write a dict as `{name: "a"}`',
    "require": 'modules are loaded by `import "./path"`',
    "int": "`to_int(x)` converts; as a type, `int` stands behind a colon: `let n: int = 3`",
    "float": "`to_float(x)` converts; as a type, `float` stands behind a colon: `let n: float = 0.5`",
    "string": '`to_string(x)` converts; as a type, `string` stands behind a colon: `let s: string = ""`',
    "console": "write `println(x)`",
    "JSON": "write `json_parse(text)` or `json_stringify(value)`",
    "pass": "an empty block needs no statement",
}


def counterpart(name: str, builtins: Container[str | None]) -> str | None:
    """What Harn calls the thing that other languages call `name`: a literal, `harness` or a builtin."""
    found = _WORDS.get(name)
    return found if found in builtins or found in _NO_BUILTINS else None


def advice(name: str) -> str | None:
    """What to write instead of a name of another language, where one word does not say it."""
    method = _METHOD_OF.get(name)
    if method is not None:
        return f"it is a method: `xs.{method}({_ARGUMENT.get(method, '')})`"
    return _ADVICE.get(name)
