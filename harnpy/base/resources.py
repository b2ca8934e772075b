"""Where grammar/ and stdlib/ are: inside an installed wheel, or beside the package in a checkout."""

import os

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def data_folder(name: str) -> str:
    """Return the folder `name` (`grammar` or `stdlib`).

    Raises:
        FileNotFoundError: neither place holds it, so the installation is broken.
    """
    packed = os.path.join(_PACKAGE, "_data", name)
    if os.path.isdir(packed):
        return packed
    beside = os.path.join(os.path.dirname(_PACKAGE), name)
    if os.path.isdir(beside):
        return beside
    raise FileNotFoundError(f"harnpy's data folder {name!r} is neither {packed} nor {beside}")
