"""Child processes: a command in, what it wrote and how it ended out. Its whole process group ends with it."""

import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress

_CHUNK = 65_536
_LARGEST = 256 << 20


class Command:
    """What to start: arguments, folder, environment, input, the longest time in milliseconds (None: any)."""

    __slots__ = ("argv", "cwd", "env", "stdin", "timeout_ms")

    def __init__(
        self, argv: list[str], cwd: str, env: dict[str, str], stdin: bytes = b"", timeout_ms: int | None = None
    ) -> None:
        self.argv = argv
        self.cwd = cwd
        self.env = env
        self.stdin = stdin
        self.timeout_ms = timeout_ms


class Outcome:
    """How a child ended. `exit_code` is None when a signal ended it, `signal` its number then."""

    __slots__ = ("combined", "exit_code", "pid", "signal", "stderr", "stdout", "timed_out")

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.exit_code: int | None = None
        self.signal: int | None = None
        self.timed_out = False
        self.stdout = b""
        self.stderr = b""
        self.combined = b""


class Child:
    """A running child: `finish` waits for it, `kill` ends it and all it started."""

    __slots__ = ("_command", "_process")

    def __init__(self, command: Command) -> None:
        """Start the command.

        Raises:
            OSError: the program or the folder is missing or may not be used.
        """
        self._command = command
        self._process = subprocess.Popen(  # noqa: S603  the caller has judged the command
            command.argv,
            cwd=command.cwd,
            env=command.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def kill(self) -> None:
        """End the process group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def finish(self) -> Outcome:
        """Feed the input, collect the output, wait; kill the group when the time is over."""
        process, limit = self._process, self._command.timeout_ms
        outcome = Outcome(process.pid)
        deadline = None if limit is None else time.monotonic() + limit / 1000
        try:
            collected = self._collect(outcome, deadline)
            status = process.wait()
        except BaseException:
            self.kill()
            process.wait()
            raise
        finally:
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
        # What the child left running in its group ends with it.
        self.kill()
        outcome.stdout, outcome.stderr, outcome.combined = (b"".join(parts) for parts in collected)
        outcome.exit_code, outcome.signal = (status, None) if status >= 0 else (None, -status)
        return outcome

    def _collect(self, outcome: Outcome, deadline: float | None) -> tuple[list[bytes], ...]:
        """Move bytes both ways until the child closed its output or its time is over."""
        process = self._process
        out: list[bytes] = []
        err: list[bytes] = []
        both: list[bytes] = []
        size, rest = 0, memoryview(self._command.stdin)
        with selectors.DefaultSelector() as watched:
            for stream, parts in ((process.stdout, out), (process.stderr, err)):
                if stream is not None:
                    watched.register(stream, selectors.EVENT_READ, parts)
            if process.stdin is not None:
                os.set_blocking(process.stdin.fileno(), False)
                watched.register(process.stdin, selectors.EVENT_WRITE, None)
            while watched.get_map():
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    outcome.timed_out = True
                    self.kill()
                    break
                for key, _ in watched.select(_pause(left, process)):
                    if key.data is None:
                        rest = _feed(key.fd, rest)
                        done = not rest
                        if done and process.stdin is not None:
                            watched.unregister(process.stdin)
                            with suppress(OSError):
                                process.stdin.close()
                        continue
                    chunk = os.read(key.fd, _CHUNK)
                    size += len(chunk)
                    if not chunk:
                        watched.unregister(key.fileobj)
                    elif size <= _LARGEST:
                        key.data.append(chunk)
                        both.append(chunk)
                if process.poll() is not None and _quiet(watched):
                    break
        return out, err, both


def _pause(left: float | None, process: "subprocess.Popen[bytes]") -> float | None:
    """How long to wait for bytes: a finished child whose pipes others hold open is not waited for."""
    if process.returncode is not None:
        return 0.0
    return left if left is None else max(0.0, left)


def _quiet(watched: selectors.BaseSelector) -> bool:
    """Say whether no output is waiting; the child is gone, so only its heirs could write more."""
    return not any(key.data is not None for key, _ in watched.select(0.05))


def _feed(descriptor: int, rest: memoryview) -> memoryview:
    if not rest:
        return rest
    try:
        return rest[os.write(descriptor, rest[:_CHUNK]) :]
    except BlockingIOError:
        return rest
    except OSError:
        # The child does not read on.
        return rest[len(rest) :]


def find_executable(name: str, path: str) -> str | None:
    """Where the program `name` is, by the search path `path`."""
    candidates = [name] if "/" in name else [os.path.join(folder, name) for folder in path.split(":") if folder]
    return next((one for one in candidates if os.path.isfile(one) and os.access(one, os.X_OK)), None)
