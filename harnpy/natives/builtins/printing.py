"""Printing: values in, their display on the output out. Alone, because nearly every program loads it."""

from harnpy.natives.support.declare import builtin, capability
from harnpy.values.display import display
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine


@builtin("println(...values: any) -> nil", effect="stdio")
@capability("HarnessStdio", "println(value?: any) -> nil", effect="stdio")
def println(ctx: "Machine", *values: Value) -> None:
    """Write the values, joined by one space, and a line break."""
    if len(values) == 1:
        ctx.stdout.write(display(values[0]) + "\n")
    else:
        ctx.stdout.write(" ".join([display(value) for value in values]) + "\n")


@builtin("print(...values: any) -> nil", effect="stdio")
@capability("HarnessStdio", "print(value?: any) -> nil", effect="stdio")
def print_values(ctx: "Machine", *values: Value) -> None:
    """Write the values, joined by one space."""
    ctx.stdout.write(" ".join([display(value) for value in values]))
