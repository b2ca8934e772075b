"""How `std/postgres` talks to a server, and how it pretends to: what is asked in, rows or a failure out.

`failures` to `breaker` need nothing beside harnpy; `binding` and everything below it need the driver and are
loaded by the first call that opens a pool.
"""

_ORDER = (
    "failures", "judging", "options", "sources", "statements", "mock", "breaker", "binding", "texts",
    "decoding", "connecting", "running", "transactions", "pools",
)  # fmt: skip
