"""Programs on a test server: source in, what they print out."""

import os
from collections.abc import Callable

from tests.support.harn import Ran, run_harn
from tests.support.pg_server import Server

HEAD = """import "std/postgres"
fn fault(action: any) -> string {
  try {
    action()
  } catch (e) {
    return to_string(e)
  }
  return "no fault"
}
fn loose(value: any) -> any {
  return value
}
// Lets the test do something in the middle of the program.
fn hook(name: string) {
  try {
    pg_pool("secret:hook/" + name)
  } catch (e) {
    nil
  }
}
"""
POOL = 'const db = pg_pool("env:HARN_TEST_PG")\n'


def lines_of(ran: Ran) -> list[str]:
    """The lines that a program printed which ended well."""
    report = [one.text for one in ran.outcome.diagnostics]
    assert (ran.error, ran.outcome.exit_code, ran.stderr) == ("", 0, ""), (ran.stdout, report)
    return ran.stdout.splitlines()


class Database:
    """One database of a server. `hooks` are what programs may have done by their name."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.url = server.url(name)
        self.hooks: dict[str, Callable[[], object]] = {}

    def connections(self) -> list[tuple[object, ...]]:
        """State and statement of the connections to the database, without the one that asks."""
        return self.server.admin(
            "select state, query from pg_stat_activity where backend_type = 'client backend' "
            f"and datname = '{self.name}'"
        )

    def sql(self, text: str) -> list[tuple[object, ...]]:
        """Run a statement beside the programs."""
        return self.server.admin(text, self.name)

    def run(self, body: str, pool: str = POOL, **settings: object) -> list[str]:
        """The lines that a program prints, with the pool `db`."""
        return lines_of(self.ran(body, pool, **settings))

    def ran(self, body: str, pool: str = POOL, **settings: object) -> Ran:
        """How a program ends; it finds the address of the database in the environment."""
        os.environ["HARN_TEST_PG"] = self.url

        def called(request: dict[str, object]) -> str:
            self.hooks[str(request["name"]).removeprefix("hook/")]()
            return ""

        settings = {"operations": {"secrets.get": called}, **settings}
        try:
            return run_harn(HEAD + pool + body, **settings)  # pyright: ignore[reportArgumentType] - by name
        finally:
            del os.environ["HARN_TEST_PG"]
