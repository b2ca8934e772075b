"""The catalog of all natives, made from the literal rows."""

from harnpy.catalog.model import Catalog
from harnpy.catalog.rows import ROWS


def standard() -> Catalog:
    """A catalog of every native that programs can name."""
    return Catalog(text=ROWS)
