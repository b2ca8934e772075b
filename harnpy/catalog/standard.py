"""The catalog of all natives, made from the literal rows."""

from harnpy.catalog.model import Catalog
from harnpy.catalog.rows import BUILTINS, CAPABILITIES, METHODS, PROPERTIES


def standard() -> Catalog:
    """A catalog of every native that programs can name."""
    return Catalog.of_tables(BUILTINS, METHODS, PROPERTIES, CAPABILITIES)
