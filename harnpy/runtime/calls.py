"""A callee and arguments in, the call done by Harn's arity rules out; natives that load when first called.

Callbacks stand in loops of Python code only: a C frame between two frames of the program breaks deep
recursion (lowering.md 10). Wrappers are closures chosen by the number of parameters when a native is bound.
"""

from __future__ import annotations

from harnpy.catalog.model import CAPABILITY, METHOD, Parameter, Row, parameters_of
from harnpy.runtime.limits import lower_limit, raise_limit
from harnpy.values.display import display
from harnpy.values.faults import Fault, contract_fault, type_fault
from harnpy.values.functions import VARARGS, Native, ToolValue, function_name, required_arguments, takes_rest
from harnpy.values.kinds import FunctionType, Value, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harnpy.runtime.signatures import Acceptor

    Call = Callable[..., Value]


class Omitted:
    """Class of `OMITTED`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Value = Omitted()
"""Python default of a parameter that was left out: the `_M` of emitted code."""

_COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
# The wrapper that makes room for a native that calls back, and its own function.
_NATIVE_FRAMES = 2


def arity(name: str, least: int, got: int) -> Fault:
    """The fault of a call with too few arguments."""
    return Fault(f"Arity mismatch: '{name}' expects at least {_arguments(least)}, got {got}")


def _arguments(count: int) -> str:
    return f"{count} argument" if count == 1 else f"{count} arguments"


def call(callee: Value, *args: Value) -> Value:
    """Call any value: drop surplus arguments, fault for missing ones and for what cannot be called."""
    if callee.__class__ is Native and not callee.calls_back:
        return callee.call(*args)
    return invoke(callee, args, 2)


def invoke(callee: Value, args: tuple[Value, ...], frames: int) -> Value:
    """As `call`; `frames` of the runtime, this one included, stand between the caller and the callee."""
    cls = callee.__class__
    if cls is Native:
        if not callee.calls_back:
            return callee.call(*args)
        callee = callee.call
    elif cls is ToolValue:
        callee = callee.function
        args = fitting(callee, args)
    elif cls is FunctionType:
        args = fitting(callee, args)
    else:
        raise type_fault(f"Cannot call {display(callee)}")
    room = raise_limit(frames)
    try:
        return callee(*args)
    finally:
        lower_limit(room)


def fitting(function: FunctionType, args: tuple[Value, ...]) -> tuple[Value, ...]:
    """The arguments that a Harn function takes of those given, or the arity fault."""
    code = function.__code__
    given = len(args)
    if given < code.co_argcount:
        least = required_arguments(function)
        if given < least:
            raise arity(function_name(function), least, given)
    elif given > code.co_argcount and not code.co_flags & VARARGS:
        return args[: code.co_argcount]
    return args


def recall(error: BaseException, callee: Value, args: Sequence[Value]) -> Value:
    """Act on a TypeError at a call site: call with Harn's rules when the call itself failed, else raise."""
    traceback = error.__traceback__
    if traceback is not None and traceback.tb_next is not None:
        raise error
    return invoke(callee, tuple(args), 2)


def pipe(callee: Value, value: Value) -> Value:
    """`value |> callee`."""
    cls = callee.__class__
    if cls is FunctionType or cls is Native or cls is ToolValue:
        return invoke(callee, (value,), 2)
    raise type_fault(f"cannot pipe into {type_of(callee)}")


def adapt(callback: Value, count: int) -> Call | None:
    """Return a Python callable of `count` positional arguments, None for a value that cannot be called."""
    cls = callback.__class__
    if cls is Native:
        return _adapt_native(callback, count)
    if cls is ToolValue:
        callback = callback.function
    elif cls is not FunctionType:
        return None
    code = callback.__code__
    most = code.co_argcount
    least = required_arguments(callback)
    if least <= count and (count <= most or code.co_flags & VARARGS):
        return callback
    if count < least:
        return _refusing(arity(function_name(callback), least, count))
    return _dropping(callback, most)


def _adapt_native(native: Native, count: int) -> Call:
    limit = native.limit
    return native.call if limit is None or count <= limit else _dropping_native(native, limit)


def _dropping_native(native: Native, limit: int) -> Call:
    # A callback is offered more than it may want, such as the index: natives count as user functions here.
    def drop(*args: Value) -> Value:
        return native.call(*args[:limit])

    return drop


def _dropping(callback: Call, most: int) -> Call:
    def drop(*args: Value) -> Value:
        room = raise_limit(1)
        try:
            return callback(*args[:most])
        finally:
            lower_limit(room)

    return drop


def _refusing(fault: Fault) -> Call:
    def refuse(*args: Value) -> Value:
        raise fault

    return refuse


def bind_native(row: Row, machine: Value, between: int = 0) -> Native:
    """Return the native of a catalog row for one machine; its Python module is loaded by the first call.

    `between` is the number of frames of the runtime between the program and the native.

    Of `machine` it uses `load_native(module) -> module`, `permissions` and, for natives that wait, `hub`.
    """
    parameters = parameters_of(row.signature)
    unchecked = "unchecked" in row.flags
    rest = unchecked or (bool(parameters) and parameters[-1].rest)
    required = 0 if unchecked else sum(1 for one in parameters if not one.optional and not one.rest)
    native = Native(row.name, row.signature, _unloaded, required, None if rest else len(parameters))
    native.calls_back = calls_back(row.signature)

    def load(*args: Value) -> Value:
        native.call = load_call(row, machine, native, between)
        return native.call(*args)

    native.call = native.direct = load
    return native


def _unloaded(*args: Value) -> Value:
    raise AssertionError("a native is bound before it is called")


def load_call(row: Row, machine: Value, native: Native, between: int) -> Call:
    """Load the Python function of a row and wrap it in what a call must check."""
    function = _loaded(row, machine)
    frames = _frames(function)
    needed = required_arguments(function) - (2 if "context" in row.flags else 1)
    if "context" in row.flags:
        function = function.__get__(machine)
    if "waits" in row.flags:
        function = _waiting(function, machine)
    inner = _judged(row, native, function, needed)
    call = inner
    if calls_back(row.signature):
        # The very number: one too many would let recursion run on, one too few end it too early.
        restricted = _permitted(row, machine, inner) is not inner
        call = _roomy(inner, frames + between + (inner is not function) + restricted)
        function = _roomy(function, frames + between)
    call = _permitted(row, machine, call)
    native.direct = function if row.family == METHOD and needed <= 0 else call
    return call


def _judged(row: Row, native: Native, function: Call, needed: int) -> Call:
    """The function behind the tests of its arguments that the language promises."""
    if row.family == METHOD:
        return _lenient(row, function, needed)
    return function if "unchecked" in row.flags else _strict(row, native, function)


def _loaded(row: Row, machine: Value) -> Value:
    module: dict[str, Value] = machine.load_native(row.module).__dict__
    return module[row.attribute]


def calls_back(signature: str) -> bool:
    """Whether a native of this signature takes callbacks."""
    return "fn(" in signature or "closure" in signature


def _frames(function: FunctionType) -> int:
    code = function.__code__
    parts: list[Value] = [part for part in code.co_consts if part.__class__ is code.__class__]
    inner = any(part.co_name in _COMPREHENSIONS for part in parts)
    return _NATIVE_FRAMES + (1 if inner else 0)


def _roomy(inner: Call, frames: int) -> Call:
    def call(*args: Value) -> Value:
        room = raise_limit(frames)
        try:
            return inner(*args)
        finally:
            lower_limit(room)

    return call


def _waiting(function: Call, machine: Value) -> Call:
    def call(*args: Value) -> Value:
        return machine.hub.wait(function(*args))

    return call


def _permitted(row: Row, machine: Value, inner: Call) -> Call:
    """Ask for permission before each call, where this run can refuse it."""
    name, effect = row.name, row.effect
    if row.family == METHOD:
        return inner
    if effect not in ("run", "net") and not machine.restricts_builtins():
        return inner

    names = _ambient_names(row, machine)

    def call(*args: Value) -> Value:
        machine.permissions.check_builtin(*names)
        if effect:
            machine.permissions.check_effect(effect, name)
        return inner(*args)

    return call


def _ambient_names(row: Row, machine: Value) -> list[str]:
    """The builtins by which permissions know a native: its name, or those that share a handle's function."""
    if row.family != CAPABILITY:
        return [row.name]
    place = (row.module, row.attribute)
    builtins: dict[str, Row] = machine.catalog.builtins
    return [name for name, one in builtins.items() if (one.module, one.attribute) == place] or [row.name]


def _lenient(row: Row, function: Call, needed: int) -> Call:
    """A method: surplus arguments are dropped, missing ones are nil where Python has no default for them."""
    parameters = parameters_of(row.signature)
    if (parameters and parameters[-1].rest) or _sees_surplus(function):
        return function
    count = len(parameters)

    def pad(receiver: Value, *args: Value) -> Value:
        args = args[:count] + (None,) * (needed - len(args))
        return function(receiver, *args)

    def alone(receiver: Value, *surplus: Value) -> Value:
        return function(receiver)

    def with_one(receiver: Value, a: Value = OMITTED, *surplus: Value) -> Value:
        return pad(receiver) if a is OMITTED else function(receiver, a)

    if count < len((alone, with_one)):
        return (alone, with_one)[count]
    return pad


def _sees_surplus(function: Value) -> bool:
    # Some methods have a text of their own for surplus arguments.
    inner: Value = getattr(function, "__func__", function)
    return inner.__class__ is FunctionType and takes_rest(inner)


class _Strict:
    """What the wrappers of a builtin need to check its arguments."""

    __slots__ = ("acceptors", "classes", "function", "native")

    def __init__(self, native: Native, function: Call, acceptors: list[Acceptor | None]) -> None:
        self.native = native
        self.function = function
        self.acceptors = acceptors
        self.classes = [None if one is None else one.classes for one in acceptors]

    def refuse(self, index: int, value: Value) -> None:
        """Fault unless the value fits by its kind."""
        wanted = self.acceptors[min(index, len(self.acceptors) - 1)]
        if wanted is not None and not wanted.fits(value):
            name = self.native.name
            raise contract_fault(
                f"'{name}' parameter `{wanted.name}` expects {wanted.text}, got {type_of(value)}"
            )

    def irregular(self, *args: Value) -> Value:
        """A call with any number of arguments."""
        args = tuple([value for value in args if value is not OMITTED])
        native = self.native
        if len(args) < native.required or (native.limit is not None and len(args) > native.limit):
            raise _builtin_arity(native, len(args))
        for index, value in enumerate(args):
            self.refuse(index, value)
        return self.function(*args)


def _strict(row: Row, native: Native, function: Call) -> Call:
    plan = _Strict(native, function, _acceptors(parameters_of(row.signature)))
    if native.limit is None or native.limit >= len(_BY_COUNT):
        return plan.irregular
    return _BY_COUNT[native.limit](plan)


def _acceptors(parameters: list[Parameter]) -> list[Acceptor | None]:
    if all(one.type == "any" for one in parameters):
        return [None] * len(parameters)
    # late: what prints takes anything
    from harnpy.runtime.signatures import acceptor

    return [acceptor(one) for one in parameters]


def _builtin_arity(native: Native, got: int) -> Fault:
    least, most = native.required, native.limit
    if most is None:
        wanted = f"at least {_arguments(least)}"
    elif least == most:
        wanted = _arguments(least)
    else:
        wanted = f"{least}..={most} arguments"
    return Fault(f"Arity mismatch: '{native.name}' expects {wanted}, got {got}")


def _of_none(plan: _Strict) -> Call:
    function, irregular = plan.function, plan.irregular
    return lambda *surplus: irregular(*surplus) if surplus else function()


def _of_one(plan: _Strict) -> Call:
    function, irregular, refuse = plan.function, plan.irregular, plan.refuse
    (first,) = plan.classes

    def call(a: Value = OMITTED, *surplus: Value) -> Value:
        if a is OMITTED or surplus:
            return irregular(a, *surplus)
        if first is not None and a.__class__ not in first:
            refuse(0, a)
        return function(a)

    return call


def _of_two(plan: _Strict) -> Call:
    function, irregular, refuse = plan.function, plan.irregular, plan.refuse
    first, second = plan.classes

    def call(a: Value = OMITTED, b: Value = OMITTED, *surplus: Value) -> Value:
        if b is OMITTED or surplus:
            return irregular(a, b, *surplus)
        if first is not None and a.__class__ not in first:
            refuse(0, a)
        if second is not None and b.__class__ not in second:
            refuse(1, b)
        return function(a, b)

    return call


def _of_three(plan: _Strict) -> Call:
    function, irregular, refuse = plan.function, plan.irregular, plan.refuse
    first, second, third = plan.classes

    def call(a: Value = OMITTED, b: Value = OMITTED, c: Value = OMITTED, *surplus: Value) -> Value:
        if c is OMITTED or surplus:
            return irregular(a, b, c, *surplus)
        if first is not None and a.__class__ not in first:
            refuse(0, a)
        if second is not None and b.__class__ not in second:
            refuse(1, b)
        if third is not None and c.__class__ not in third:
            refuse(2, c)
        return function(a, b, c)

    return call


_BY_COUNT = (_of_none, _of_one, _of_two, _of_three)
