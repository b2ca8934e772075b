"""Results of natives, read from their signatures: only closed primitive results give a fact."""

from harnpy.semantics.facts.kinds import (
    ANY_INT,
    BITS,
    BOOL_VALUE,
    FLOAT_VALUE,
    LIST,
    NIL_VALUE,
    NUMBER,
    STRING_VALUE,
    UNKNOWN,
    Value,
    container,
    join,
    or_nil,
)

_PRIMITIVE: dict[str, Value] = {
    "int": ANY_INT,
    "string": STRING_VALUE,
    "bool": BOOL_VALUE,
    "float": FLOAT_VALUE,
    "number": Value(NUMBER),
    "nil": NIL_VALUE,
    "list": Value(LIST),
    "dict": Value(BITS["dict"]),
    "bytes": Value(BITS["bytes"]),
    "range": Value(BITS["range"]),
    "duration": Value(BITS["duration"]),
}


def result_value(text: str) -> Value:
    """The values of the result type `text`: primitives, lists of them, `T?` and unions; else UNKNOWN."""
    text = text.strip()
    found = _PRIMITIVE.get(text)
    if found is not None:
        return found
    members = _members(text)
    if len(members) > 1:
        result = result_value(members[0])
        for member in members[1:]:
            result = join(result, result_value(member))
        return result
    if text.endswith("?"):
        return or_nil(result_value(text[:-1]))
    if text.startswith("list<") and text.endswith(">"):
        return container(LIST, result_value(text[5:-1]))
    return UNKNOWN


def _members(text: str) -> list[str]:
    members, depth, start = list[str](), 0, 0
    for index, char in enumerate(text):
        if char in "(<[{":
            depth += 1
        elif char in ")]}" or (char == ">" and text[index - 1] != "-"):
            depth -= 1
        elif char == "|" and depth == 0:
            members.append(text[start:index])
            start = index + 1
    return [*members, text[start:]]
