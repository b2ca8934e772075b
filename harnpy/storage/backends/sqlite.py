"""SQLite files: a path in, a connection with the settings that every one of ours has out."""

import sqlite3

DatabaseError, OperationalError = sqlite3.DatabaseError, sqlite3.OperationalError
"""Whatever SQLite refuses; the second when the file itself may be in order, but not the way to it."""
Connection = sqlite3.Connection

_BUSY_MS = 5000
MEMORY = ":memory:"
"""The path of a data base that is gone with its connection."""


def derived(path: str, *, syncs: bool = True) -> Connection:
    """Open a data base that can be made again from something else: it need not survive the machine.

    Transactions are the caller's: `BEGIN`, `BEGIN IMMEDIATE`, `COMMIT`.

    Raises:
        DatabaseError: the file is damaged or cannot be written.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for setting in (
            f"busy_timeout = {_BUSY_MS}",
            "trusted_schema = OFF",
            "journal_mode = WAL",
            f"synchronous = {'NORMAL' if syncs else 'OFF'}",
            "cell_size_check = ON",
            "cache_size = -32768",
        ):
            connection.execute(f"PRAGMA {setting}")
    except DatabaseError:
        connection.close()
        raise
    return connection
