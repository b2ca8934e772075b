"""Struct and enum classes: a declaration in, a slotted Python class out.

Structs are equal by name and fields, enums by name, variant and fields, across modules; so the classes live
in a registry per `Machine`, and a module that declares the same record again gets the same class.
"""

from __future__ import annotations

from harnpy.values.kinds import Value
from harnpy.values.templates import copier, initializer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Absent:
    """Class of `ABSENT`."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = Absent()
"""What an unset optional field and a missing payload hold; no program ever sees it."""


class StructValue:
    """Base of struct instances: fields in slots `f_<name>`, fields added later in the dict `extra`.

    `READ` and `WRITE` map the declared fields to the accessors of their slots, so that a program's name is
    looked up in a dict and never becomes an attribute name.
    """

    __slots__ = ("extra",)
    KIND = "struct"
    NAME = ""
    FIELDS: tuple[str, ...] = ()
    SLOTS: tuple[str, ...] = ()
    OPTIONAL: frozenset[str] = frozenset()
    METHODS: dict[str, Callable[..., Value]]
    READ: dict[str, Callable[[StructValue], Value]]
    WRITE: dict[str, Callable[[StructValue, Value], None]]

    extra: dict[str, Value] | None

    if TYPE_CHECKING:

        def __init__(self, *values: Value) -> None: ...

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.NAME}({fields})"

    def get(self, name: str) -> Value:
        """The value of a field; `ABSENT` for an unset or unknown one."""
        read = self.READ.get(name)
        if read is not None:
            return read(self)
        return ABSENT if self.extra is None else self.extra.get(name, ABSENT)

    def set(self, name: str, value: Value) -> None:
        """Write a field in place; a name that is no declared field goes to `extra`."""
        write = self.WRITE.get(name)
        if write is not None:
            write(self, value)
        elif self.extra is None:
            self.extra = {name: value}
        else:
            self.extra[name] = value

    @property
    def fields(self) -> dict[str, Value]:
        """Fields that are set, as a new dict."""
        found = {name: value for name, read in self.READ.items() if (value := read(self)) is not ABSENT}
        if self.extra is not None:
            found.update(self.extra)
        return found

    def copy(self) -> StructValue:
        """An instance of its own with the same field values."""
        cls = self.__class__
        twin = cls(*[read(self) for read in self.READ.values()])
        if self.extra is not None:
            twin.extra = self.extra.copy()
        return twin


class VariantValue:
    """Base of enum values: declared fields in slots `f0 f1 …`, surplus ones in `more`."""

    __slots__ = ("more",)
    KIND = "enum"
    ENUM = ""
    VARIANT = ""
    ARITY = 0
    READ: tuple[Callable[[VariantValue], Value], ...] = ()
    SINGLE: VariantValue | None = None

    more: tuple[Value, ...]

    if TYPE_CHECKING:

        def __init__(self, *values: Value) -> None: ...

    def __repr__(self) -> str:
        payloads = ", ".join(repr(value) for value in self.fields)
        name = self.VARIANT if isinstance(self, (Ok, Err)) else f"{self.ENUM}.{self.VARIANT}"
        return f"{name}({payloads})" if payloads else name

    @classmethod
    def make(cls, *values: Value) -> VariantValue:
        """A value with any number of payloads."""
        arity = cls.ARITY
        count = len(values)
        if count == 0 and cls.SINGLE is not None:
            return cls.SINGLE
        made = cls(*values[:arity], *[ABSENT] * (arity - count))
        made.more = values[arity:]
        return made

    @property
    def fields(self) -> list[Value]:
        """The payloads, as a new list."""
        found = [value for read in self.READ if (value := read(self)) is not ABSENT]
        found.extend(self.more)
        return found


class Ok(VariantValue):
    """`Result.Ok(f0)`."""

    __slots__ = ("f0",)
    ENUM = "Result"
    VARIANT = "Ok"
    ARITY = 1

    def __init__(self, f0: Value) -> None:
        self.f0 = f0
        self.more = ()


class Err(VariantValue):
    """`Result.Err(f0)`."""

    __slots__ = ("f0",)
    ENUM = "Result"
    VARIANT = "Err"
    ARITY = 1

    def __init__(self, f0: Value) -> None:
        self.f0 = f0
        self.more = ()


Ok.READ = (Ok.f0.__get__,)
Err.READ = (Err.f0.__get__,)

RESULTS: frozenset[type] = frozenset({Ok, Err})
"""Both classes of `Result`."""


class Records:
    """The struct and enum classes of one `Machine`."""

    __slots__ = ("_structs", "_variants")

    def __init__(self) -> None:
        self._structs: dict[tuple[str, tuple[str, ...]], type[StructValue]] = {}
        self._variants: dict[tuple[str, str], type[VariantValue]] = {
            ("Result", "Ok"): Ok,
            ("Result", "Err"): Err,
        }

    def struct(
        self, name: str, fields: tuple[str, ...], optional: frozenset[str] | tuple[str, ...] = ()
    ) -> type[StructValue]:
        """The class of a struct declaration. A second declaration of the same record gets the same class."""
        known = self._structs.get((name, fields))
        if known is None:
            known = self._structs[name, fields] = _struct_class(name, fields, frozenset(optional))
        return known

    def variant(self, enum: str, variant: str, arity: int) -> type[VariantValue]:
        """The class of an enum variant; the first declaration decides how many fields have slots."""
        known = self._variants.get((enum, variant))
        if known is None:
            known = self._variants[enum, variant] = _variant_class(enum, variant, arity)
        return known


def slot_name(field: str) -> str:
    """The slot that holds a struct field."""
    return "f_" + field


def _struct_class(name: str, fields: tuple[str, ...], optional: frozenset[str]) -> type[StructValue]:
    slots = tuple(slot_name(field) for field in fields)
    members: dict[str, object] = {
        "__slots__": slots,
        "__doc__": f"Instances of struct {name}.",
        "__init__": initializer(slots, "extra", None),
        "NAME": name,
        "FIELDS": fields,
        "SLOTS": slots,
        "OPTIONAL": optional,
        "METHODS": {},
    }
    made: Value = type(name, (StructValue,), members)
    descriptors = [made.__dict__[slot] for slot in slots]
    made.READ = {field: one.__get__ for field, one in zip(fields, descriptors, strict=True)}
    made.WRITE = {field: one.__set__ for field, one in zip(fields, descriptors, strict=True)}
    copy = copier(slots, made)
    if copy is not None:
        made.copy = copy
    return made


def _variant_class(enum: str, variant: str, arity: int) -> type[VariantValue]:
    slots = tuple(f"f{index}" for index in range(arity))
    members: dict[str, object] = {
        "__slots__": slots,
        "__doc__": f"Values of {enum}.{variant}.",
        "__init__": initializer(slots, "more", ()),
        "ENUM": enum,
        "VARIANT": variant,
        "ARITY": arity,
    }
    made: Value = type(variant, (VariantValue,), members)
    made.READ = tuple(made.__dict__[slot].__get__ for slot in slots)
    if arity == 0:
        made.SINGLE = made()
    return made
