"""The only package that touches the operating system: files, processes, signals, the environment.

Everything above hands it plain paths and bytes and gets plain data or `OSError` back; decisions about what a
program may do are taken before, in `runtime/permissions.py`.
"""

_ORDER = (
    "paths",
    "folders",
    "credentials",
    "ops",
    "locks",
    "atomic",
    "beneath",
    "signals",
    "process",
    "terminal",
    "env",
    "sources",
    "ends",
    "helper",
)
