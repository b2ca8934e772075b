"""Properties of enum values."""

from harnpy.natives.support.declare import property_of
from harnpy.values.kinds import Value
from harnpy.values.records import VariantValue


@property_of("enum", "variant", "string")
def variant(mine: VariantValue) -> str:
    """Name of the variant."""
    return mine.VARIANT


@property_of("enum", "fields", "list")
def fields(mine: VariantValue) -> list[Value]:
    """The payloads in order."""
    return mine.fields
