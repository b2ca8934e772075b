"""Child processes: a command in, what it wrote and how it ended out. Its whole process group ends with it."""

import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress

_CHUNK = 65_536
_LARGEST = 256 << 20
# How long to wait for bytes before looking whether the child still lives, in seconds.
_LULL = 0.05


class Command:
    """What to start: arguments, folder, environment, input, the longest time in milliseconds (None: any)."""

    __slots__ = ("argv", "cwd", "env", "stdin", "timeout_ms")

    def __init__(
        self,
        argv: list[str],
        cwd: str,
        env: dict[str, str],
        stdin: bytes = b"",
        timeout_ms: int | None = None,
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
        self._process = subprocess.Popen(
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
            flow = self._collect(outcome, deadline)
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
        outcome.stdout, outcome.stderr = b"".join(flow.out), b"".join(flow.err)
        outcome.combined = b"".join(flow.both)
        outcome.exit_code, outcome.signal = (status, None) if status >= 0 else (None, -status)
        return outcome

    def _collect(self, outcome: Outcome, deadline: float | None) -> "_Flow":
        """Move bytes both ways until the child closed its output, or ended, or its time is over."""
        process = self._process
        with selectors.DefaultSelector() as watched:
            flow = _Flow(watched, process, self._command.stdin)
            while flow.open_outputs:
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    outcome.timed_out = True
                    self.kill()
                    break
                pause = _LULL if left is None else min(left, _LULL)
                moved = flow.move(pause)
                # What is still open then is held by heirs of the child, and nobody waits for them.
                if not moved and process.poll() is not None:
                    break
        return flow


class _Flow:
    """The bytes between this process and a child."""

    __slots__ = ("_input", "_rest", "_size", "_watched", "both", "err", "open_outputs", "out")

    def __init__(
        self, watched: selectors.BaseSelector, process: "subprocess.Popen[bytes]", content: bytes
    ) -> None:
        self.out: list[bytes] = []
        self.err: list[bytes] = []
        self.both: list[bytes] = []
        self.open_outputs = 0
        self._watched = watched
        self._size = 0
        self._rest = memoryview(content)
        self._input = process.stdin
        for stream, parts in ((process.stdout, self.out), (process.stderr, self.err)):
            if stream is not None:
                watched.register(stream, selectors.EVENT_READ, parts)
                self.open_outputs += 1
        if process.stdin is not None:
            os.set_blocking(process.stdin.fileno(), False)
            watched.register(process.stdin, selectors.EVENT_WRITE, None)

    def move(self, pause: float) -> bool:
        """Move what can be moved within `pause` seconds; say whether anything was."""
        ready = self._watched.select(pause)
        for key, _ in ready:
            if key.data is None:
                self._feed(key.fd)
                continue
            chunk = os.read(key.fd, _CHUNK)
            self._size += len(chunk)
            if not chunk:
                self._watched.unregister(key.fileobj)
                self.open_outputs -= 1
            elif self._size <= _LARGEST:
                key.data.append(chunk)
                self.both.append(chunk)
        return bool(ready)

    def _feed(self, descriptor: int) -> None:
        try:
            if self._rest:
                self._rest = self._rest[os.write(descriptor, self._rest[:_CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:
            # The child does not read on.
            self._rest = self._rest[len(self._rest) :]
        if not self._rest and self._input is not None:
            self._watched.unregister(self._input)
            with suppress(OSError):
                self._input.close()


def find_executable(name: str, path: str) -> str | None:
    """Where the program `name` is, by the search path `path`."""
    candidates = (
        [name] if "/" in name else [os.path.join(folder, name) for folder in path.split(":") if folder]
    )
    return next((one for one in candidates if os.path.isfile(one) and os.access(one, os.X_OK)), None)
