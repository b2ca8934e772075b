"""What other languages do with imports: the tokens around a fault in, how Harn does it out.

Harn imports a name as it is called, and types of a module by their names alone.
"""

from collections.abc import Sequence

from harnpy.syntax.mistakes import Surroundings
from harnpy.syntax.tokens import IDENT, STRING, Token


def import_hint(here: Surroundings) -> str | None:
    """How Harn writes a renaming import, or a type of another module; None for anything else."""
    tokens, index = here.tokens, here.index
    if _renames(tokens, index):
        old, new = here.before.text, here.following.text
        return f"Harn has no import that renames: import `{old}` and write `const {new} = {old}`"
    dot = _dot_near(tokens, index)
    if dot is None:
        return None
    name, path = tokens[dot + 1].text, _path_of(tokens, tokens[dot - 1].text)
    return f"types of another module are imported by name: `import {{ {name} }} from {path}`, then `{name}`"


def mended(tokens: list[Token], index: int) -> bool:
    """Take out `as Q` of an import, or `.Name` behind the module of a type, so that nothing else is lost."""
    if not (_renames(tokens, index) or _is_member(tokens, index)):
        return False
    del tokens[index : index + 2]
    return True


def _renames(tokens: Sequence[Token], index: int) -> bool:
    """Is the fault the `as` of `import { K as Q }`?"""
    if tokens[index].text != "as" or _kinds(tokens, index + 1) != [IDENT, IDENT]:
        return False
    while index >= 0 and tokens[index].kind in (IDENT, ","):
        index -= 1
    return index > 0 and tokens[index].kind == "{" and tokens[index - 1].kind == "import"


def _dot_near(tokens: Sequence[Token], index: int) -> int | None:
    """The dot of a type `m.Id`; the fault is there, at the brace of `m.Pt { }` or the `<` of `list<m.Id>`."""
    if _is_member(tokens, index):
        return index
    if tokens[index].text == "{" and _is_member(tokens, index - 2):
        return index - 2 if tokens[index - 1].text[:1].isupper() else None
    return index + 2 if tokens[index].text == "<" and _is_member(tokens, index + 2) else None


def _is_member(tokens: Sequence[Token], index: int) -> bool:
    """Is this the dot of `m.Id` where `m` is an imported module? Only in a type can it be a fault."""
    if index < 1 or _kinds(tokens, index + 1) != [".", IDENT]:
        return False
    return tokens[index - 1].kind == IDENT and bool(_path_of(tokens, tokens[index - 1].text))


def _kinds(tokens: Sequence[Token], end: int) -> list[str]:
    return [one.kind for one in tokens[end - 1 : end + 1]]


def _path_of(tokens: Sequence[Token], name: str) -> str:
    """The path of `import * as name from "path"` as written; empty when there is no such import."""
    for number, token in enumerate(tokens):
        alias = [one.text for one in tokens[number + 1 : number + 4]]
        if token.kind == "import" and alias == ["*", "as", name]:
            path = tokens[number + 5 : number + 6]
            return path[0].text if path and path[0].kind == STRING else ""
    return ""
