"""The names that emitted code mentions in, what they stand for out: exactly those of `base/abi.py`.

A module is given the names that its code mentions and no others, and the modules that hold them are imported
then: a program that only prints loads neither operators nor tasks.
"""

from __future__ import annotations

import sys

from harnpy.runtime.limits import load_module
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def namespace(machine: Value, wanted: Iterable[str] | None = None) -> dict[str, Value]:
    """The ABI names among `wanted`, or all, for the globals of one module.

    `_import` is bound by whoever makes the module.
    """
    found: dict[str, Value] = {}
    for name in (*_HOMES, *_PLAIN, *_OF_MACHINE) if wanted is None else wanted:
        if name in _HOMES:
            module, _, attribute = _HOMES[name].partition(" ")
            found[name] = _attribute("harnpy." + module, attribute)
        elif name in _PLAIN:
            found[name] = _PLAIN[name]
        elif name in _OF_MACHINE:
            found[name] = _of_machine(machine, name, _OF_MACHINE[name])
    return found


def _of_machine(machine: Value, name: str, path: str) -> Value:
    if path.startswith("runtime."):
        made: dict[str, Value] = _attribute("harnpy." + path, "names")(machine)
        return made[name]
    value = machine
    for part in path.split("."):
        value = getattr(value, part)
    return value


def _attribute(module: str, name: str) -> Value:
    return getattr(load_module(module), name)


_PLAIN: dict[str, Value] = {
    "_Dict": dict,
    "_refs": sys.getrefcount,
    "_py_int": int,
    "_py_float": float,
    "_py_str": str,
    "_py_bool": bool,
    "_py_list": list,
    "_py_bytes": bytes,
    "_py_len": len,
    "_py_range": range,
    "_py_abs": abs,
    "_IndexError": IndexError,
    "_TypeError": TypeError,
}
"""Names of Python's own."""

_HOMES: dict[str, str] = {
    "_add": "runtime.operators op_add",
    "_sub": "runtime.operators op_sub",
    "_mul": "runtime.operators op_mul",
    "_div": "runtime.operators op_div",
    "_mod": "runtime.operators op_mod",
    "_pow": "runtime.operators op_pow",
    "_neg": "runtime.operators op_neg",
    "_eq": "values.equality equal",
    "_ne": "runtime.operators op_ne",
    "_lt": "values.ordering less",
    "_le": "values.ordering less_or_equal",
    "_gt": "values.ordering greater",
    "_ge": "values.ordering greater_or_equal",
    "_in": "runtime.operators op_in",
    "_range": "runtime.operators make_range",
    "_str": "values.display display",
    "_index": "runtime.access index",
    "_slice": "runtime.access slice_of",
    "_prop": "runtime.access get_property",
    "_optprop": "runtime.access optional_property",
    "_setindex": "runtime.access set_index",
    "_setprop": "runtime.access set_property",
    "_child": "runtime.children child",
    "_childprop": "runtime.children property_child",
    "_copy": "runtime.access copy",
    "_call": "runtime.calls call",
    "_recall": "runtime.calls recall",
    "_pipe": "runtime.calls pipe",
    "_bounce": "runtime.bounces Bounce",
    "_settle": "runtime.bounces settle",
    "_arity": "runtime.calls arity",
    "_spread": "runtime.loops list_parts",
    "_spread_dict": "runtime.loops dict_parts",
    "_M": "runtime.calls OMITTED",
    "_Fn": "values.kinds FunctionType",
    "_iter": "runtime.loops iterate",
    "_entries": "runtime.loops entries",
    "_pair": "runtime.loops pair_parts",
    "_unlist": "runtime.loops list_parts",
    "_undict": "runtime.loops dict_parts",
    "_impl": "runtime.refusals implement",
    "_duration": "values.containers DurationValue",
    "_Ok": "values.records Ok",
    "_Err": "values.records Err",
    "_RESULTS": "values.records RESULTS",
    "_ABSENT": "values.records ABSENT",
    "_SCALARS": "values.kinds SCALARS",
    "_fill": "runtime.children fill",
    "_contract": "values.contracts Contract",
    "_param": "values.contracts check_parameter",
    "_default": "values.contracts check_default",
    "_bind": "values.contracts check_binding",
    "_schema": "values.contracts schema_of",
    "_CATCH": "values.faults CATCH",
    "_throw": "runtime.errors throw",
    "_raise": "runtime.errors raise_error",
    "_caught": "runtime.errors caught",
    "_catches": "runtime.errors catches",
    "_try_unwrap": "runtime.refusals try_unwrap",
    "_no_arm": "runtime.loops no_arm",
    "_non_null": "runtime.refusals non_null",
    "_immutable": "runtime.refusals immutable",
    "_redeclared": "runtime.refusals redeclared",
    "_unsupported": "runtime.refusals unsupported",
    "_undefined": "runtime.errors undefined",
    "_retries": "runtime.loops retries",
    "_import": "runtime.refusals no_import",
    "_imported": "runtime.modules imported",
    "_late": "runtime.modules imported",
    "_namespace": "runtime.modules namespace_of",
    "_harness": "runtime.handles ROOT",
    "_U": "runtime.children UNSHARED_LOCAL",
    "_UC": "runtime.children UNSHARED_ELEMENT",
    "_UG": "runtime.children UNSHARED_MODULE",
    "_NoneType": "values.kinds NoneType",
}
"""Names with one meaning in every machine: the module that holds it and what it is called there."""

_OF_MACHINE: dict[str, str] = {
    "_method": "access.call_method",
    "_mutate": "access.mutate",
    "_temporary": "access.on_temporary",
    "_optmethod": "access.through_optional",
    "_struct": "records.struct",
    "_variant": "records.variant",
    "_stop": "stop",
    "_FLAG": "flag.up",
    "_argv": "arguments",
    "_poll": "poll",
    "_tool": "runtime.registers",
    "_skill": "runtime.registers",
    "_eval_pack": "runtime.registers",
    "_spawn": "runtime.tasks",
    "_scope": "runtime.tasks",
    "_parallel": "runtime.tasks",
    "_select": "runtime.tasks",
    "_deadline": "runtime.tasks",
    "_mutex": "runtime.tasks",
    "_gen": "runtime.tasks",
    "_stream": "runtime.tasks",
}
"""Names that belong to one machine: a path of its attributes, or a module whose `names(machine)` has them."""
