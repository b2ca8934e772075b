"""Declarations that a run keeps by name: tools, skills, evaluation packs."""

from __future__ import annotations

from harnpy.values.functions import ToolValue
from harnpy.values.kinds import FunctionType, Value


def tool_maker(machine: Value) -> Value:
    """What a `tool` declaration calls."""

    def tool(name: str, description: Value, function: FunctionType, schema: Value) -> ToolValue:
        entry = {"name": name, "description": description, "parameters": schema}
        made = ToolValue(entry, function)
        machine.registered.setdefault("tools", {})[name] = made
        return made

    return tool


def registrar(machine: Value, family: str) -> Value:
    """What a declaration of a family calls: a name and its fields in."""

    def register(name: str, fields: Value) -> None:
        machine.registered.setdefault(family, {})[name] = fields

    return register


def pack_registrar(machine: Value) -> Value:
    """What an `eval_pack` declaration calls."""

    def register(name: str, title: Value, fields: Value) -> None:
        machine.registered.setdefault("eval_packs", {})[name] = {"title": title, "fields": fields}

    return register


def names(machine: Value) -> dict[str, Value]:
    """The names of emitted code that register something, for one machine."""
    return {
        "_tool": tool_maker(machine),
        "_skill": registrar(machine, "skills"),
        "_eval_pack": pack_registrar(machine),
    }
