"""The example prints the same on a server as it does on its mock."""

import os
import subprocess

from tests.support.harn import EXE, ROOT
from tests.support.pg_programs import Database

EXAMPLE = ROOT / "examples" / "14_postgres.harn"


def test_the_example_on_a_server(database: Database) -> None:
    done = subprocess.run(
        [*EXE, "run", str(EXAMPLE)],
        cwd=ROOT,
        env={**os.environ, "LEDGER_URL": database.url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == EXAMPLE.with_suffix(".out").read_text("utf-8")
