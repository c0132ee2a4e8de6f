"""Records of steps and answers, written by hand, are those which the protobuf library writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamereferee.v1 import replay_pb2
from referee.match.records import ActionKind, ActionTaken, Answered, Stepped, TurnOpened
from referee.replay.records import encode, record_from_wire
from tests.helpers.toy_base import ToyAction
from tests.helpers.toy_games import SIMULTANEOUS
from tests.server.running import bid

_NS = st.integers(0, 10**16)
_ACTIONS = st.builds(
    ActionTaken,
    st.integers(0, 23),
    st.integers(1, 2**31 - 1),
    st.sampled_from(ActionKind),
    st.none(),
    st.binary(max_size=300),
    _NS,
    _NS,
    _NS,
    st.none() | _NS,
)


@given(st.lists(_ACTIONS, max_size=24), st.binary(min_size=16, max_size=16))
def test_a_step_is_written_as_the_library_writes_it(
    actions: list[ActionTaken], digest: bytes
) -> None:
    """Byte for byte, so that a journal can be told from no other implementation's."""
    step = replay_pb2.StepRecord(digest=digest, actions=[_wire(taken) for taken in actions])
    expected = replay_pb2.Record(step=step).SerializeToString()
    written = encode(Stepped(actions, digest), replay_pb2.SecretRecord(), fixed=False)
    assert expected == written


@given(_ACTIONS)
def test_an_answer_is_written_as_the_library_writes_it(taken: ActionTaken) -> None:
    """Byte for byte, and as in the step that repeats it."""
    expected = replay_pb2.Record(answer=_wire(taken)).SerializeToString()
    assert encode(Answered(taken), replay_pb2.SecretRecord(), fixed=False) == expected


def test_an_answer_is_read_as_it_was_written() -> None:
    """Times in whole microseconds; the action decoded from the bytes that were sent."""
    payload = bid(3).value
    taken = ActionTaken(2, 7, ActionKind.PLAYED, ToyAction(3), payload, 5_000, 1_000, 2_000, 3_000)
    wire = replay_pb2.Record.FromString(
        encode(Answered(taken), replay_pb2.SecretRecord(), fixed=False)
    )
    assert record_from_wire(wire, SIMULTANEOUS.codec) == Answered(taken)


@pytest.mark.parametrize("deadline_ns", [1_796_000_000_123_456_789, None], ids=["dated", "held"])
def test_the_deadline_of_a_turn_is_read_as_it_was_written(deadline_ns: int | None) -> None:
    """To the nanosecond; none while the turn waits for a core."""
    turn = replay_pb2.TurnRecord(seat=1, turn=4)
    if deadline_ns is not None:
        turn.deadline.seconds, turn.deadline.nanos = 1_796_000_000, 123_456_789
    wire = replay_pb2.Record(turn=turn)
    record = TurnOpened(1, 4, deadline_ns)
    assert encode(record, replay_pb2.SecretRecord(), fixed=False) == wire.SerializeToString()
    assert record_from_wire(wire, SIMULTANEOUS.codec) == record


def _wire(taken: ActionTaken) -> replay_pb2.ActionRecord:
    return replay_pb2.ActionRecord(
        seat=taken.seat,
        turn=taken.turn,
        kind=f"ACTION_KIND_{taken.kind.name}",
        payload=taken.payload,
        elapsed_us=taken.elapsed_ns // 1000,
        lag_us=taken.lag_ns // 1000,
        handed_us=taken.handed_ns // 1000,
        cpu_us=None if taken.cpu_ns is None else taken.cpu_ns // 1000,
    )
