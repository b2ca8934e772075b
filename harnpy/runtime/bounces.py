"""Tail calls that cannot become loops: a callee and its arguments in, the final value out, in constant space.

A function that ends in a call of another one takes the hidden argument `_b`. Called with it, the function
returns a `Bounce` instead of calling; whoever made the first such call loops on the bounces (lowering.md 10).
"""

from harnpy.runtime.calls import fitting, invoke
from harnpy.runtime.limits import lower_limit, raise_limit
from harnpy.values.kinds import FunctionType, Value


class Bounce:
    """A call still to be made."""

    __slots__ = ("args", "callee")

    def __init__(self, callee: Value, args: tuple[Value, ...]) -> None:
        self.callee = callee
        self.args = args


def settle(callee: Value, args: tuple[Value, ...]) -> Value:
    """Make a call and every call it ends in, one after the other."""
    room = raise_limit(1)
    try:
        while True:
            if callee.__class__ is not FunctionType or callee.__kwdefaults__ is None:
                return invoke(callee, args, 1)
            if callee.__code__.co_argcount != len(args):
                args = fitting(callee, args)
            value = callee(*args, _b=True)
            if value.__class__ is not Bounce:
                return value
            callee, args = value.callee, value.args
    finally:
        lower_limit(room)
