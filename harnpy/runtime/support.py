"""A machine in, the names that emitted code sees out: exactly those of `base/abi.py`."""

from __future__ import annotations

from sys import getrefcount

from harnpy.runtime import access, calls, errors, loops, operators
from harnpy.runtime.bounces import Bounce, settle
from harnpy.runtime.children import Children, fill
from harnpy.runtime.handles import ROOT
from harnpy.runtime.modules import imported, namespace_of
from harnpy.runtime.refcounts import measure
from harnpy.values import contracts, ordering
from harnpy.values.containers import DurationValue, RangeValue
from harnpy.values.display import display
from harnpy.values.equality import equal
from harnpy.values.faults import Abort, Fault, Thrown, runtime_fault, type_fault
from harnpy.values.functions import Native, ToolValue
from harnpy.values.kinds import SCALARS, FunctionType, NoneType, Value, type_of
from harnpy.values.records import ABSENT, RESULTS, Err, Ok, StructValue

_COUNTS = measure()
_CHILDREN = Children(_COUNTS)


def namespace(machine: Value) -> dict[str, Value]:
    """The ABI names for the globals of one module; `_import` is bound by whoever makes the module."""
    return {**_FIXED, **_of_machine(machine), **machine.operations.names()}


def _of_machine(machine: Value) -> dict[str, Value]:
    table = machine.access
    return {
        "_method": table.call_method,
        "_mutate": table.mutate,
        "_mutating": table.mutating,
        "_temporary": table.on_temporary,
        "_struct": machine.records.struct,
        "_variant": machine.records.variant,
        "_stop": machine.stop,
        "_FLAG": machine.flag.up,
        "_import": _no_import,
        "_argv": lambda: list(machine.argv),
        "_tool": _tool_maker(machine),
        "_skill": _registrar(machine, "skills"),
        "_eval_pack": _pack_registrar(machine),
    }


def _no_import(number: int) -> Value:
    raise runtime_fault(f"Import error: import {number} is not known here")


def _tool_maker(machine: Value) -> Value:
    def tool(name: str, description: Value, function: FunctionType, schema: Value) -> ToolValue:
        entry = {"name": name, "description": description, "parameters": schema}
        made = ToolValue(entry, function)
        machine.registered.setdefault("tools", {})[name] = made
        return made

    return tool


def _registrar(machine: Value, family: str) -> Value:
    def register(name: str, fields: Value) -> None:
        machine.registered.setdefault(family, {})[name] = fields

    return register


def _pack_registrar(machine: Value) -> Value:
    def register(name: str, title: Value, fields: Value) -> None:
        machine.registered.setdefault("eval_packs", {})[name] = {"title": title, "fields": fields}

    return register


def _implement(record: type[StructValue], name: str, function: FunctionType) -> None:
    record.METHODS[name] = function


def _try_unwrap(value: Value) -> Value:
    raise type_fault(f"? operator requires a Result value, got {type_of(value)}")


def _non_null() -> Fault:
    return Fault("non-null assertion failed: value was nil (unwrap_nil)")


def _immutable(name: str) -> Fault:
    return Fault(f"Cannot assign to immutable binding: {name}", "immutable")


def _redeclared(name: str) -> Fault:
    return runtime_fault(
        f"Cannot redeclare immutable variable '{name}' in the same scope (use 'let' for mutable bindings)"
    )


def _unsupported(what: str) -> Fault:
    return Fault(f"not supported by harnpy: {what}")


def _cannot_assign(target: str) -> Fault:
    return runtime_fault(f"Cannot assign to {target}")


def _cost_route(options: Value, body: Value) -> Value:
    return body()


_FIXED: dict[str, Value] = {
    "_add": operators.op_add,
    "_sub": operators.op_sub,
    "_mul": operators.op_mul,
    "_div": operators.op_div,
    "_mod": operators.op_mod,
    "_pow": operators.op_pow,
    "_neg": operators.op_neg,
    "_eq": equal,
    "_ne": operators.op_ne,
    "_lt": ordering.less,
    "_le": ordering.less_or_equal,
    "_gt": ordering.greater,
    "_ge": ordering.greater_or_equal,
    "_in": operators.op_in,
    "_range": operators.make_range,
    "_str": display,
    "_index": access.index,
    "_slice": access.slice_of,
    "_prop": access.get_property,
    "_optprop": access.optional_property,
    "_setindex": access.set_index,
    "_setprop": access.set_property,
    "_child": _CHILDREN.child,
    "_childprop": _CHILDREN.property_child,
    "_copy": access.copy,
    "_COPIED": access.COPIED,
    "_call": calls.call,
    "_recall": calls.recall,
    "_pipe": calls.pipe,
    "_bounce": Bounce,
    "_settle": settle,
    "_arity": calls.arity,
    "_spread": loops.list_parts,
    "_spread_dict": loops.dict_parts,
    "_M": calls.OMITTED,
    "_Fn": FunctionType,
    "_Native": Native,
    "_iter": loops.iterate,
    "_entries": loops.entries,
    "_pair": loops.pair_parts,
    "_unlist": loops.list_parts,
    "_undict": loops.dict_parts,
    "_impl": _implement,
    "_duration": DurationValue,
    "_Ok": Ok,
    "_Err": Err,
    "_RESULTS": RESULTS,
    "_ABSENT": ABSENT,
    "_Dict": dict,
    "_Range": RangeValue,
    "_Struct": StructValue,
    "_SCALARS": SCALARS,
    "_fill": fill,
    "_contract": contracts.Contract,
    "_param": contracts.check_parameter,
    "_default": contracts.check_default,
    "_bind": contracts.check_binding,
    "_schema": contracts.schema_of,
    "_Fault": Fault,
    "_Thrown": Thrown,
    "_Abort": Abort,
    "_CATCH": errors.CATCH,
    "_throw": errors.throw,
    "_raise": errors.raise_error,
    "_caught": errors.caught,
    "_catches": errors.catches,
    "_try_unwrap": _try_unwrap,
    "_no_arm": loops.no_arm,
    "_non_null": _non_null,
    "_immutable": _immutable,
    "_redeclared": _redeclared,
    "_unsupported": _unsupported,
    "_undefined": errors.undefined,
    "_cannot_assign": _cannot_assign,
    "_retries": loops.retries,
    "_imported": imported,
    "_late": imported,
    "_namespace": namespace_of,
    "_cost_route": _cost_route,
    "_harness": ROOT,
    "_refs": getrefcount,
    "_U": _COUNTS.local,
    "_UC": _COUNTS.element,
    "_UG": _COUNTS.module,
    "_UI": _COUNTS.field,
    "_py_int": int,
    "_py_float": float,
    "_py_str": str,
    "_py_bool": bool,
    "_py_list": list,
    "_py_bytes": bytes,
    "_py_len": len,
    "_py_range": range,
    "_py_enumerate": enumerate,
    "_py_sorted": sorted,
    "_py_abs": abs,
    "_py_min": min,
    "_py_max": max,
    "_py_isinstance": isinstance,
    "_NoneType": NoneType,
    "_IndexError": IndexError,
    "_KeyError": KeyError,
    "_TypeError": TypeError,
    "_BaseException": BaseException,
}
