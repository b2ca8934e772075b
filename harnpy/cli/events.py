"""`run --json`: what happens in a run in, one envelope a line out, numbered without gaps."""

from collections.abc import Callable, Mapping

from harnpy.cli.envelope import compact, envelope, failure


class EventStream:
    """Writes events; `quiet` drops what the program prints."""

    __slots__ = ("_quiet", "_seq", "_write")

    def __init__(self, write: Callable[[str], object], quiet: bool) -> None:
        self._write = write
        self._quiet = quiet
        self._seq = 0

    def output(self, channel: str) -> "EventOutput":
        """The stream that turns text into events of type `channel`."""
        return EventOutput(self, channel)

    def text(self, channel: str, text: str) -> None:
        """One piece of output of the program."""
        if text and not self._quiet:
            self._event(channel, {"text": text})

    def observed(self, kind: str, data: Mapping[str, object]) -> None:
        """Something that happened in the run, such as a warning or an attempt of a stage that failed."""
        self._event(kind, dict(data))

    def result(self, value: object, exit_code: int) -> None:
        """The last event of a run that ended by itself."""
        self._event("result", {"value": value, "exit_code": exit_code})

    def error(self, code: str, message: str, exit_code: int, details: object = None) -> None:
        """The last event of a run that did not."""
        self._event("error", {"exit_code": exit_code}, failure(code, message, details))

    def _event(self, kind: str, data: dict[str, object], error: dict[str, object] | None = None) -> None:
        self._seq += 1
        self._write(compact(envelope({"event_type": kind, "seq": self._seq, **data}, error=error)))


class EventOutput:
    """A text stream of the program whose writes become events."""

    __slots__ = ("_channel", "_events")

    def __init__(self, events: EventStream, channel: str) -> None:
        self._events = events
        self._channel = channel

    def write(self, text: str) -> None:
        """Report `text` as one event."""
        self._events.text(self._channel, text)

    def flush(self) -> None:
        """Nothing is held back."""
