"""A PostgreSQL server of the tests' own: in a temporary directory, on a Unix socket, never as root."""

import json
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

_PREFIX, _PLACE = "hpg-", "/tmp"
# The machine itself does not die, so what reached the kernel stays.
_FAST = ("fsync=off", "full_page_writes=off")
_SETTINGS = ("listen_addresses=", "max_connections=150", "shared_buffers=32MB", "max_prepared_transactions=4")
_READY_SECONDS, _STOP_SECONDS = 60, 10
REQUIRED = os.environ.get("HARNPY_REQUIRE_PG") == "1"


def binaries() -> Path | None:
    """The folder of the server's programs: `HARNPY_PG_BIN`, else that of the highest version installed."""
    named = os.environ.get("HARNPY_PG_BIN")
    if named:
        return Path(named)
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    return max(found, key=lambda path: float(path.parent.name), default=None)


def _account() -> pwd.struct_passwd | None:
    """Who runs the server when the tests run as root; None for who runs the tests."""
    if os.getuid() != 0:
        return None
    known = {one.pw_name: one for one in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def _started(pid: int) -> str:
    """When a process was started, as the kernel tells it; empty when there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[19]
    except OSError:
        return ""


def remove_leftovers() -> None:
    """Remove the directories of sessions that died, and the servers in them."""
    for folder in Path(_PLACE).glob(f"{_PREFIX}*"):
        try:
            owner = json.loads((folder / "owner.json").read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if _started(owner["pid"]) == owner["started"]:
            continue
        try:
            server = int((folder / "data" / "postmaster.pid").read_text("utf-8").splitlines()[0])
            if str(folder) in Path(f"/proc/{server}/cmdline").read_text("utf-8"):
                os.kill(server, signal.SIGQUIT)
        except (OSError, ValueError):
            pass
        shutil.rmtree(folder, ignore_errors=True)


class Server:
    """One server. `url(database)` is what programs connect to.

    One that is `durable` keeps what it said is committed when it is killed.
    """

    def __init__(self, bin: Path, *, durable: bool = False) -> None:
        self._bin = bin
        commits = "on" if durable else "off"
        self._settings = (*_SETTINGS, *_FAST, f"synchronous_commit={commits}")
        self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_PLACE))
        self.password = f"pw-{secrets.token_hex(8)}"
        self._account = _account()
        self._process: subprocess.Popen[str] | None = None
        self._databases = 0
        owner = {"pid": os.getpid(), "started": _started(os.getpid())}
        (self.folder / "owner.json").write_text(json.dumps(owner), encoding="utf-8")
        word = self.folder / "password"
        word.write_text(self.password, encoding="utf-8")
        if self._account is not None:
            for path in (self.folder, word):
                os.chown(path, self._account.pw_uid, self._account.pw_gid)
        arguments = ["-U", "harnpy", "--auth=scram-sha-256", f"--pwfile={word}", "--no-sync", "-E", "UTF8"]
        done = subprocess.run(
            [self._bin / "initdb", "-D", self.folder / "data", *arguments, "--no-locale"],
            capture_output=True,
            text=True,
            check=False,
            **self._identity(),
        )
        if done.returncode:
            raise RuntimeError(f"initdb failed: {done.stderr}")

    def _identity(self) -> dict[str, Any]:
        """How a program of the server is started."""
        environ = {"PATH": f"{self._bin}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        made: dict[str, Any] = {"env": environ, "cwd": self.folder}
        if self._account is not None:
            made |= {"user": self._account.pw_uid, "group": self._account.pw_gid, "extra_groups": []}
        return made

    def url(self, database: str = "postgres") -> str:
        """A connection URL; the host is the folder of the socket."""
        host = str(self.folder).replace("/", "%2F")
        return f"postgresql://harnpy:{self.password}@{host}/{database}"

    @property
    def socket(self) -> Path:
        """The socket that the server listens on."""
        return self.folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = [word for one in self._settings for word in ("-c", one)]
        with (self.folder / "log").open("ab") as log:
            process = self._process = subprocess.Popen(
                [self._bin / "postgres", "-D", self.folder / "data", "-k", self.folder, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._identity(),
            )
        until = time.monotonic() + _READY_SECONDS
        while True:
            try:
                self.admin("select 1")
                return
            except psycopg.OperationalError:
                if time.monotonic() > until or process.poll() is not None:
                    text = (self.folder / "log").read_text("utf-8", "replace")[-2000:]
                    raise RuntimeError(f"the server does not answer: {text}") from None
                time.sleep(0.03)

    def admin(self, sql: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement beside the programs."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def database(self) -> str:
        """Make a database and give its name."""
        self._databases += 1
        name = f"test_{self._databases}"
        self.admin(f"create database {name}")
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever is still connected."""
        self.admin(f"drop database if exists {name} with (force)")

    def kill(self) -> None:
        """End the server at once, with everything that it does."""
        self._end(signal.SIGQUIT)

    def restart(self) -> None:
        """Start the server again on the same data."""
        if self._process is not None:
            self.kill()
        self.start()

    def terminate_backend(self, pid: int) -> None:
        """Cut one connection from the side of the server."""
        self.admin(f"select pg_terminate_backend({pid})")

    def stop(self) -> None:
        """Stop the server and remove its directory."""
        if self._process is not None:
            try:
                self._end(signal.SIGINT)
            except subprocess.TimeoutExpired:
                self._end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self, how: signal.Signals) -> None:
        process = self._process
        assert process is not None
        process.send_signal(how)
        process.wait(_STOP_SECONDS)
        self._process = None
