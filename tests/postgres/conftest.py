"""The server of these tests, a database for each of them, and a way to run programs on it."""

from collections.abc import Iterator

import pytest

from tests.support import pg_server
from tests.support.pg_programs import Database
from tests.support.pg_server import Server


def _server(*, durable: bool = False) -> Server:
    found = pg_server.binaries()
    if found is None:
        if pg_server.REQUIRED:
            pytest.fail("HARNPY_REQUIRE_PG=1, but PostgreSQL is not installed: apt-get install postgresql")
        pytest.skip("PostgreSQL not installed")
    pg_server.remove_leftovers()
    made = Server(found, durable=durable)
    made.start()
    return made


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server that all tests share which leave it running."""
    made = _server()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def fragile() -> Iterator[Server]:
    """A server that a test may kill; what it says is committed is on the disk."""
    made = _server(durable=True)
    yield made
    made.stop()


@pytest.fixture
def database(server: Server) -> Iterator[Database]:
    """A database of the test's own."""
    name = server.database()
    yield Database(server, name)
    server.drop(name)
