"""Codes of statements that stand where they cannot: jumps, `yield`, `emit`, `try*`, and unsupported forms."""

from harnpy.diagnostics.model import WARNING, Code, Message, Repair

LNT_039 = Code(
    "HARN-LNT-039",
    "break or continue outside of a loop",
    why="`break` and `continue` act on the loop around them in the same function; there is none.",
    bad="pub fn run() -> nil {\n  break\n}\n",
    good="pub fn run() -> nil {\n  while true {\n    break\n  }\n}\n",
)
ORC_002 = Code(
    "HARN-ORC-002",
    "yield, emit or return in the wrong place",
    why="`emit` feeds the stream of a `gen fn`, `yield` makes a generator of any other function, and a "
    "`defer` block runs when its function is already leaving.",
    bad="pub fn run() -> int {\n  defer {\n    return\n  }\n  return 3\n}\n",
    good='pub fn run(harness: Harness) -> int {\n  defer {\n    harness.stdio.println("done")\n  }\n'
    "  return 3\n}\n",
)
RCV_002 = Code(
    "HARN-RCV-002",
    "try* without a function around it",
    why="`try*` hands the error on to the caller of its function; at module level there is no caller.",
    bad="fn risky() -> int {\n  return 1\n}\n\npub const value = try* risky()\n",
    good="fn risky() -> int {\n  return 1\n}\n\npub fn run() -> int {\n  return try* risky()\n}\n",
    repairs=(Repair("errors/wrap-in-fn", "surface-changing", "move the expression into a function"),),
)
ORC_008 = Code(
    "HARN-ORC-008",
    "statement that is never reached",
    why="After `return`, `throw`, `break`, `continue`, a loop without an end or a call that never returns, "
    "nothing of the block runs any more.",
    bad='pub fn run() -> int {\n  return 1\n  log("done")\n}\n',
    good='pub fn run() -> int {\n  log("done")\n  return 1\n}\n',
    repairs=(Repair("control-flow/remove-dead", "behavior-preserving", "remove what is never reached"),),
)

JUMP_OUTSIDE_LOOP = Message(
    "HARN-CMP-001", "{word} outside of loop", source="compile", label="no loop around this"
)
STRAY_JUMP = Message(
    "HARN-LNT-039", "`{word}` used outside of a loop", source="lint", label="lint[break-outside-loop]"
)
YIELD_OUTSIDE_FUNCTION = Message(
    "HARN-CMP-001", "yield outside of function", source="compile", label="no function around this"
)
UNKNOWN_PARENT = Message(
    "HARN-CMP-001",
    "pipeline `{name}` extends `{parent}`, which is no pipeline of this file{near}",
    source="compile",
    label="not a pipeline",
)
CYCLIC_PARENT = Message(
    "HARN-CMP-001", "pipeline `{name}` extends itself", source="compile", label="leads back here"
)
OUT_OF_SCOPE = Message(
    "HARN-CMP-001",
    "`{word}` is parsed but not run by harnpy",
    severity=WARNING,
    source="compile",
    label="has no effect",
)
YIELD_IN_STREAM = Message(
    "HARN-ORC-002",
    "`yield` is not a stream emit; use `emit` inside `gen fn`",
    source="type",
    label="use `emit` here",
)
EMIT_OUTSIDE_STREAM = Message(
    "HARN-ORC-002", "`emit` can only be used inside a `gen fn`", source="type", label="not in a `gen fn`"
)
LEAVES_DEFER = Message(
    "HARN-ORC-002", "`{word}` cannot be used inside `defer`", source="type", label="inside `defer`"
)
BAD_CONCURRENCY = Message(
    "HARN-ORC-002",
    "`max_concurrent` on `parallel` must be int, got {kind}",
    source="type",
    label="not an int",
)
TRY_STAR_AT_TOP = Message(
    "HARN-RCV-002",
    "try* requires an enclosing function (fn, tool, or pipeline) so the rethrow has a target",
    source="type",
    label="no function around this",
)
UNREACHABLE = Message(
    "HARN-ORC-008", "unreachable code", severity=WARNING, source="type", label="never reached"
)
