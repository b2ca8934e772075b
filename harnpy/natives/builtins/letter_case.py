"""Names in one style of writing in, the same name in another out."""

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.text import lower_first, upper_first


@builtin("snake_to_camel(name: string) -> string")
def snake_to_camel(name: str) -> str:
    """`user_name` as `userName`."""
    return _camel(name.split("_"))


@builtin("snake_to_pascal(name: string) -> string")
def snake_to_pascal(name: str) -> str:
    """`user_name` as `UserName`."""
    return _pascal(name.split("_"))


@builtin("snake_to_kebab(name: string) -> string")
def snake_to_kebab(name: str) -> str:
    """`user_name` as `user-name`."""
    return name.replace("_", "-")


@builtin("camel_to_snake(name: string) -> string")
def camel_to_snake(name: str) -> str:
    """`userName` as `user_name`."""
    return "_".join(_humps(name))


@builtin("camel_to_kebab(name: string) -> string")
def camel_to_kebab(name: str) -> str:
    """`userName` as `user-name`."""
    return "-".join(_humps(name))


@builtin("camel_to_pascal(name: string) -> string")
def camel_to_pascal(name: str) -> str:
    """`userName` as `UserName`."""
    return upper_first(name)


@builtin("pascal_to_snake(name: string) -> string")
def pascal_to_snake(name: str) -> str:
    """`UserName` as `user_name`."""
    return "_".join(_humps(name))


@builtin("pascal_to_camel(name: string) -> string")
def pascal_to_camel(name: str) -> str:
    """`UserName` as `userName`."""
    return lower_first(name)


@builtin("kebab_to_snake(name: string) -> string")
def kebab_to_snake(name: str) -> str:
    """`user-name` as `user_name`."""
    return name.replace("-", "_")


@builtin("kebab_to_camel(name: string) -> string")
def kebab_to_camel(name: str) -> str:
    """`user-name` as `userName`."""
    return _camel(name.split("-"))


def _camel(words: list[str]) -> str:
    full = [word for word in words if word]
    return "".join([lower_first(full[0]), *map(upper_first, full[1:])]) if full else ""


def _pascal(words: list[str]) -> str:
    return "".join([upper_first(word) for word in words])


def _humps(name: str) -> list[str]:
    """The words of `parseHTTPReply`: parse, http, reply."""
    words: list[str] = []
    start = 0
    for index in range(1, len(name)):
        begins = name[index].isupper()
        inside = name[index - 1].isupper() and not name[index + 1 : index + 2].islower()
        if begins and not inside:
            words.append(name[start:index])
            start = index
    words.append(name[start:])
    return [word.lower() for word in words]
