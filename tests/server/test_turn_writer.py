"""Turns written by hand are those that the protobuf library writes."""

from __future__ import annotations

from google.protobuf import any_pb2, duration_pb2
from hypothesis import given
from hypothesis import strategies as st

from gamereferee.v1 import play_service_pb2, time_control_pb2
from referee.core.chat import Channel
from referee.match.effects import ClockReading
from referee.match.talk import Heard
from referee.server.hosting.turns import TurnWriter

URL = "type.googleapis.com/a.b.Observation"
EVENTS_URL = "type.googleapis.com/a.b.Events"

_NS = st.integers(0, 10**15) | st.sampled_from([0, 999_999_999, 10**9, 10**9 + 1, 2**28, 2**28 - 1])
_CLOCKS = st.builds(
    ClockReading, st.none() | _NS, _NS, st.none() | _NS, _NS, st.integers(0, 20_000)
)
_PAYLOADS = st.binary(max_size=20) | st.binary(min_size=100, max_size=20_000)


_CHANNELS = st.builds(
    Channel,
    st.sampled_from(["MAIN", "räume"]),
    st.integers(0, 2**31 - 1),
    st.lists(st.integers(0, 300), max_size=5).map(tuple),
    st.booleans(),
)
_HEARD = st.builds(
    Heard,
    st.integers(0, 300),
    _CHANNELS,
    st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
    st.integers(0, 2**31 - 1),
    st.sampled_from(["choice", ""]),
)


def _said(heard: Heard) -> play_service_pb2.Said:
    """The message by the comments of `play_service.proto`."""
    return play_service_pb2.Said(
        channel=heard.channel.name,
        number=heard.channel.number,
        seat=heard.seat,
        text=heard.text,
        round=heard.round,
        phase=heard.phase,
    )


def _duration(ns: int) -> duration_pb2.Duration:
    return duration_pb2.Duration(seconds=ns // 10**9, nanos=ns % 10**9)


def _clock(reading: ClockReading, *, has_bank: bool) -> time_control_pb2.Clock:
    """The message by the comments of `time_control.proto`."""
    clock = time_control_pb2.Clock(strikes=reading.strikes)
    if reading.remaining_ns is not None:
        clock.remaining.CopyFrom(_duration(reading.remaining_ns))
    if has_bank:
        clock.bank.CopyFrom(_duration(reading.bank_ns))
    if reading.last_elapsed_ns is not None:
        clock.last_elapsed.CopyFrom(_duration(reading.last_elapsed_ns))
        clock.last_lag.CopyFrom(_duration(reading.last_lag_ns))
    return clock


@given(
    turns=st.lists(
        st.tuples(
            st.integers(0, 2),
            st.integers(1, 2**31 - 1),
            st.sampled_from(["choice", "bid", ""]),
            _PAYLOADS,
            st.none() | _PAYLOADS,
            _CLOCKS,
            st.lists(_HEARD, max_size=3),
            st.lists(_CHANNELS, max_size=3),
        ),
        min_size=1,
        max_size=4,
    ),
    has_bank=st.booleans(),
)
def test_turns_joined_end_to_end_are_the_message(
    turns: list[
        tuple[int, int, str, bytes, bytes | None, ClockReading, list[Heard], list[Channel]]
    ],
    has_bank: bool,
) -> None:
    """Any seat, turn, phase, payload, clock and talk, several in a row from one writer."""
    writer = TurnWriter("m4tch", 3, observation_url=URL, events_url=EVENTS_URL, has_bank=has_bank)
    written = b"".join(
        writer.write(
            seat,
            number,
            phase,
            observation,
            b"" if events is None else writer.events(events),
            clock,
            writer.talk(said, channels),
        )
        for seat, number, phase, observation, events, clock, said, channels in turns
    )
    expected = play_service_pb2.PlayResponse()
    for seat, number, phase, observation, events, clock, said, channels in turns:
        turn = expected.turns.add(match_id="m4tch", seat=seat, turn=number, phase=phase)
        turn.observation.CopyFrom(any_pb2.Any(type_url=URL, value=observation))
        if events is not None:
            turn.events.CopyFrom(any_pb2.Any(type_url=EVENTS_URL, value=events))
        turn.clock.CopyFrom(_clock(clock, has_bank=has_bank))
        turn.said.extend(_said(heard) for heard in said)
        for channel in channels:
            turn.channels.add(name=channel.name, number=channel.number, members=channel.members)
    assert play_service_pb2.PlayResponse.FromString(written) == expected
