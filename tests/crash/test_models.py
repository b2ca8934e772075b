"""R19, X16: any sequence of operations, crashes among them, gives what a dict would hold."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from harnpy.system.ops import Ops
from harnpy.testing.faults import Faults
from tests.crash.conftest import MEMORY
from tests.crash.worlds import STORES, Kept, contents, size, world_in

KEYS = st.sampled_from(["a", "b", "a/b", "ü", "k1", "k10", "z"])
VALUES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


class Crash(BaseException):
    """The process ends here."""


class CrashingFaults(Faults):
    """Ends the operation at the n-th step, as a kill does: nothing of it runs on."""

    def __call__(self, call: str, function: Callable[..., object], arguments: tuple[object, ...]) -> object:
        if call == "close":
            # The kernel closes what a dead process had open.
            return function(*arguments)
        if self.seen.get("crashed"):
            raise Crash
        try:
            return super().__call__(call, function, arguments)
        except OSError as error:
            if error.errno != 5:
                raise
            self.seen["crashed"] = 1
            raise Crash from None


def machine_for(kind: type[Kept]) -> type[RuleBasedStateMachine]:
    """The model of one store."""

    class Model(RuleBasedStateMachine):
        """A store and the dict that it must equal."""

        def __init__(self) -> None:
            super().__init__()
            self.folder = Path(tempfile.mkdtemp(prefix="harnpy-model-", dir=MEMORY))
            self.expected: dict[str, str] = {}
            self.taken: set[str] = set()

        @initialize()
        def start(self) -> None:
            """A process begins."""
            self.kept = kind(world_in(self.folder))

        @rule()
        def restart(self) -> None:
            """The process ends and another begins."""
            self.kept = kind(world_in(self.folder))

        def fits(self, key: str) -> bool:
            """Files and folders of agent state have names of their own."""
            if kind.name != "agent_state":
                return True
            return not (key == "a" and "a/b" in self.expected) and not (key == "a/b" and "a" in self.expected)

        @rule(key=KEYS, value=VALUES)
        def put(self, key: str, value: str) -> None:
            """Keep a value."""
            if self.fits(key):
                self.kept.put(key, value)
                self.expected[key] = value

        @rule(key=KEYS)
        def remove(self, key: str) -> None:
            """Forget a value."""
            if self.fits(key):
                self.kept.remove(key)
                self.expected.pop(key, None)

        @rule(key=KEYS, value=VALUES, step=st.integers(1, 30))
        def crash(self, key: str, value: str, step: int) -> None:
            """A change is cut off at one of its steps."""
            if not self.fits(key):
                return
            ops = Ops(CrashingFaults(f"EIO@any:{step}"))
            broken = kind(world_in(self.folder))
            broken.world = world_in(self.folder, ops)
            try:
                broken.put(key, value)
                self.expected[key] = value
            except Crash:
                found = contents(kind, self.folder)
                assert found in (self.expected, {**self.expected, key: value})
                self.expected = found
            self.kept = kind(world_in(self.folder))

        @rule(key=KEYS)
        def get(self, key: str) -> None:
            """Read a value."""
            if key in self.expected or kind.name != "agent_state" or key != "a":
                assert self.kept.get(key) == self.expected.get(key)

        @precondition(lambda self: self.expected)
        @rule()
        def names(self) -> None:
            """All keys, in the order of their bytes."""
            assert self.kept.names() == sorted(self.expected, key=str.encode)

        def teardown(self) -> None:
            """Nothing more and nothing less is there at the end."""
            assert contents(kind, self.folder) == self.expected
            shutil.rmtree(self.folder)

    return Model


@pytest.mark.parametrize("kind", STORES)
def test_R19_a_store_equals_a_dict(kind: type[Kept]) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call] (hypothesis declares none)
        machine_for(kind),
        settings=settings(max_examples=size(100, 2000), stateful_step_count=50, deadline=None),
    )
