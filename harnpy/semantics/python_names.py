"""Gives every symbol its Python identifier, unique where Python would confuse it with another."""

from harnpy.base.mangle import mangle, shadow
from harnpy.semantics.symbols import Owner


def assign_names(root: Owner) -> None:
    """Name the symbols of `root` and of all owners inside it.

    A name of an inner function may equal one outside only when the outer one is not used inside, since
    Python would take every mention for the inner one.
    """
    pending = [root]
    while pending:
        owner = pending.pop()
        _name(owner)
        # A pipeline's body runs inside the one that extends it, so its names come first.
        pending.extend(sorted(owner.children, key=_generation, reverse=True))


def _generation(owner: Owner) -> int:
    count = 0
    parent = owner.inherits
    while parent is not None:
        count += 1
        parent = parent.inherits
    return count


def _name(owner: Owner) -> None:
    taken = {symbol.python for symbol in owner.captures}
    parent = owner.inherits
    while parent is not None:
        taken.update(symbol.python for symbol in parent.symbols)
        parent = parent.inherits
    next_number: dict[str, int] = {}
    for symbol in owner.symbols:
        plain = candidate = mangle(symbol.name)
        number = next_number.get(plain, 1)
        while candidate in taken:
            number += 1
            candidate = shadow(plain, number)
        next_number[plain] = number
        taken.add(candidate)
        symbol.python = candidate
