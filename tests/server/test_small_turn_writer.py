"""Turns in short written by hand are those that the protobuf library writes."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamereferee.v1 import play_service_pb2
from referee.core.chat import Channel
from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.core.time_control import TimeControl
from referee.games import registry
from referee.match.effects import ClockReading
from referee.match.talk import Heard
from referee.server.hosting.small_turns import SmallTurnWriter
from referee.server.hosting.turns import TurnWriter
from referee_client.messages import parse

MS = 1_000_000
START, END = b"\x08\x01", b"\x4a\x02\x08\x14"

_NS = st.integers(0, 10**15) | st.sampled_from([0, 999, 1000, 999_999_999, 10**9, 2**28])
_PAYLOADS = st.binary(max_size=20) | st.binary(min_size=100, max_size=20_000)
_CHANNEL = Channel("MAIN", 1, (0, 2), True)  # as a game makes it


class Said(NamedTuple):
    """What is told in one turn."""

    turn: int
    phase: str
    observation: bytes
    events: bytes
    clock: ClockReading
    talks: bool


_TURNS = st.builds(
    Said,
    turn=st.integers(1, 2**31 - 1) | st.just(1),
    phase=st.sampled_from(["choice", "bid", "räume"]),
    observation=_PAYLOADS,
    events=_PAYLOADS,
    clock=st.builds(
        ClockReading,
        st.none() | _NS | st.sampled_from([200 * MS, 500 * MS, 700 * MS]),
        _NS | st.just(200 * MS),
        st.none() | _NS,
        _NS,
        st.integers(0, 20_000),
    ),
    talks=st.booleans(),
)


def _expected(
    said: Said, handle: int, phases: list[str], free_ns: int | None, bank_ns: int | None
) -> play_service_pb2.SmallTurn:
    """The message by the comments of `play_service.proto`."""
    turn = play_service_pb2.SmallTurn(handle=handle, turn=said.turn, events=said.events)
    turn.observation = said.observation
    if said.phase not in phases:
        phases.append(said.phase)
        turn.phase_name = said.phase
    turn.phase = phases.index(said.phase)
    clock = said.clock
    whole_ns = None if free_ns is None else free_ns + (bank_ns or 0)
    if clock.remaining_ns is not None and clock.remaining_ns != whole_ns:
        turn.remaining = clock.remaining_ns // 1000
    if bank_ns is not None:
        turn.bank = bank_ns // 1000
    if clock.last_elapsed_ns is not None:
        turn.last_elapsed = clock.last_elapsed_ns // 1000
        turn.last_lag = clock.last_lag_ns // 1000
    turn.strikes = clock.strikes
    if said.talks:
        turn.said.add(channel="MAIN", number=1, seat=2, text="truce?", round=3, phase="bid")
        turn.channels.add(name="MAIN", number=1, members=[0, 2])
    return turn


@given(
    told=st.lists(_TURNS, min_size=1, max_size=5),
    handle=st.integers(1, 2**32 - 1),
    move_ns=st.none() | st.just(500 * MS),
    first_ns=st.none() | st.just(700 * MS),
    bank_ns=st.sampled_from([0, 200 * MS]),
)
def test_turns_joined_end_to_end_are_the_message(
    told: list[Said], handle: int, move_ns: int | None, first_ns: int | None, bank_ns: int
) -> None:
    """Any turns of one seat in a row; the library writes the same bytes."""
    terms = TimeControl(move_time_ns=move_ns, first_move_ns=first_ns, bank_ns=bank_ns)
    writer = SmallTurnWriter(handle, START, END, terms)
    assert (writer.handle, writer.known) == (handle, START + END)
    at_length = TurnWriter("m", 3, observation_url="o", events_url="e", has_bank=False)
    written = []
    expected = play_service_pb2.PlayResponse()
    phases: list[str] = []
    for said in told:
        talk = b""
        if said.talks:
            heard = [Heard(2, _CHANNEL, "truce?", 3, "bid")]
            talk = at_length.talk(heard, [_CHANNEL])
        observation = START + said.observation + END
        written.append(
            writer.write(said.turn, said.phase, observation, said.events, said.clock, talk)
        )
        free_ns = first_ns if said.turn == 1 and first_ns is not None and move_ns else move_ns
        bank = said.clock.bank_ns if bank_ns else None
        expected.small_turns.append(_expected(said, handle, phases, free_ns, bank))
    assert b"".join(written) == expected.SerializeToString()


def test_what_does_not_begin_as_it_should_is_told_whole() -> None:
    """A game whose codec is wrong about its own messages misleads nobody."""
    writer = SmallTurnWriter(1, START, END, TimeControl())
    clock = ClockReading(None, 0, None, 0, 0)
    for observation in (b"\x10\x01", b"\x10\x01" + END, START + b"\x10\x01"):
        written = writer.write(2, "bid", observation, b"", clock)
        (turn,) = play_service_pb2.PlayResponse.FromString(written).small_turns
        assert turn.observation == b"\x10\x01"


@pytest.mark.parametrize(
    ("name", "config", "matches", "most"),
    [
        ("diceman", {}, 12, 10_000),
        (
            "diceman",
            {"life": 1, "die_magic": 100, "magic_scope": "so_far", "games": 40},
            12,
            10_000,
        ),
        ("swordman", {}, 12, 10_000),
        ("swordman", {"games": 40, "life": 1}, 12, 10_000),
        ("dice_adventure", {}, 1, 12),
        ("champions", {}, 1, 12),
        ("dungeon_keeper", {"preset": "small"}, 1, 12),
        ("proving_grounds", {}, 1, 6),
    ],
)
def test_random_matches_lose_nothing(
    name: str, config: dict[str, object], matches: int, most: int
) -> None:
    """What is told once and what is told each time are the whole observation, of every seat at every decision."""
    plugin = registry.find(name)
    game, codec = plugin.game, plugin.codec
    given = parse_config(game.config_class, config)
    seats = range(game.info.default_seats)
    clock = ClockReading(None, 0, None, 0, 0)
    url = f"type.googleapis.com/{codec.observation_type}"
    left_out = 0
    for seed in range(matches):
        state, _ = game.start(given, seed=seed, num_seats=len(seats))
        dice = Stream(seed, 1)
        known = [codec.known_observation(given, seat) for seat in seats]
        writers = [SmallTurnWriter(1 + seat, *known[seat], TimeControl()) for seat in seats]
        for _ in range(most):
            point = game.decision(state)
            if point is None:
                break
            whole = codec.encode_observations(given, game.observe(state, seats))
            for writer, data in zip(writers, whole, strict=True):
                written = writer.write(2, point.phase, data, b"", clock)
                (turn,) = play_service_pb2.PlayResponse.FromString(written).small_turns
                assert parse(url, writer.known + turn.observation) == parse(url, data)
                assert len(turn.observation) == len(data) - len(writer.known)
                left_out += len(writer.known)
            acting = {seat: game.random_action(state, seat, dice) for seat in point.seats}
            game.step(state, acting)
        else:
            assert most < 100, "no match took its end"
    assert (left_out > 0) == (name in {"diceman", "swordman"})
