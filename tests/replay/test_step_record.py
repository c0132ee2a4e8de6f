"""The record of a step, written by hand, is that which the protobuf library writes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gamereferee.v1 import replay_pb2
from referee.match.records import ActionKind, ActionTaken, Stepped
from referee.replay.records import encode

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
    step = replay_pb2.StepRecord(digest=digest)
    for taken in actions:
        step.actions.add(
            seat=taken.seat,
            turn=taken.turn,
            kind=f"ACTION_KIND_{taken.kind.name}",
            payload=taken.payload,
            elapsed_us=taken.elapsed_ns // 1000,
            lag_us=taken.lag_ns // 1000,
            handed_us=taken.handed_ns // 1000,
            cpu_us=None if taken.cpu_ns is None else taken.cpu_ns // 1000,
        )
    expected = replay_pb2.Record(step=step).SerializeToString()
    written = encode(Stepped(actions, digest), replay_pb2.SecretRecord(), fixed=False)
    assert expected == written
