"""Modules that programs import by path: the file path below this folder is the path after `std/`."""
