"""The assertion that needs regular expressions."""

from harnpy.natives.builtins.assertions import failure
from harnpy.natives.support.declare import builtin
from harnpy.natives.support.differences import shown
from harnpy.natives.support.patterns import compiled
from harnpy.values.display import display
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnpy.runtime.machine import Machine


@builtin("assert_matches(actual: any, pattern: string, message?: any) -> nil")
def assert_matches(ctx: "Machine", actual: Value, pattern: str, message: Value = None) -> None:
    """Throw a text, or `message`, unless the regular expression matches somewhere in the text of `actual`."""
    if next(iter(compiled(ctx, pattern).matches(display(actual))), None) is None:
        raise failure(
            message,
            f"assert_matches failed.\n    pattern   /{pattern}/\n    actual    {shown(actual)}\n"
            "    The pattern did not match anywhere in the text.",
        )
