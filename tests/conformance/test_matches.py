"""Scripted matches of every game: turns, ends and reveals as a referee would send them."""

from __future__ import annotations

import pytest

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.matches import MatchTerms, ScriptedMatch
from referee.conformance.verdict import NotApplicable
from referee.core.config import parse_config
from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games import registry
from referee.replay.wire import packed
from referee_client.fairness import reveal_problem

MOST_TURNS = 2_000
"""More than any game here has by default actions."""


def random_payload(match: ScriptedMatch, turn: wire.Turn, dice: Stream) -> bytes:
    """A legal action of the open turn."""
    action = match.plugin.game.random_action(match._state, turn.seat, dice)
    return match.plugin.codec.encode_action(action)


def test_turns_are_numbered_by_seat_until_the_rules_end_the_match(plugin: AnyPlugin) -> None:
    """From 1, one by one; each observation can be read by the game's name for it."""
    seats = (0, 1) if plugin.game.info.max_seats > 1 else (0,)
    match = ScriptedMatch(plugin, "m", seats)
    dice = Stream(7)
    seen: dict[int, list[int]] = {seat: [] for seat in seats}
    for _ in range(MOST_TURNS):
        turns = match.turns()
        if not turns:
            break
        assert [turn.seat for turn in turns] == sorted({turn.seat for turn in turns})
        for turn in turns:
            assert turn.observation.type_url.endswith(f"/{plugin.codec.observation_type}")
            seen[turn.seat].append(turn.turn)
            payload = random_payload(match, turn, dice)
            match.take(turn.seat, packed(plugin.codec.action_type, payload))
    assert match.is_over
    assert any(seen.values())
    for numbers in seen.values():
        assert numbers == list(range(1, len(numbers) + 1))
    with pytest.raises(NotApplicable):
        match.turn()


def test_reveal_holds_unless_it_is_to_be_unfair() -> None:
    """As the SDK's own check of fairness says."""
    match = ScriptedMatch(registry.find("diceman"), "m")
    match.nonces[0] = bytes(range(16))
    match.turn()
    commitment = match.joined(0, 1).seed_commitment
    fair, unfair = match.ended(0), match.ended(0, fair=False)
    assert reveal_problem(fair.reveal, commitment, seat=0, nonce=bytes(range(16))) is None
    assert reveal_problem(unfair.reveal, commitment, seat=0, nonce=bytes(range(16)))


def test_another_message_than_an_action_leaves_the_turn_open() -> None:
    """The error names its type."""
    match = ScriptedMatch(registry.find("diceman"), "m")
    turn = match.turn()
    with pytest.raises(MalformedError, match=match.plugin.codec.observation_type):
        match.take(0, turn.observation)
    assert match.turns() == [turn]


def test_missed_deadline_plays_the_default() -> None:
    """It is a strike, and the next turn has the next number."""
    match = ScriptedMatch(registry.find("diceman"), "m")
    assert match.turn().turn == 1
    missed = match.missed(0, forfeited=True)
    assert (missed.turn, missed.strikes, missed.strikes_limit, missed.forfeited) == (1, 1, 1, True)
    assert (match.turn().turn, match.turn().clock.strikes) == (2, 1)


def test_terms_are_shown_to_the_bot() -> None:
    """Config and time control of the join are those of the run, and so is the clock of each turn."""
    plugin = registry.find("diceman")
    config = parse_config(plugin.game.config_class, {"games": 7})
    times = TimeControl(move_time_ns=250 * MS, bank_ns=500 * MS)
    match = ScriptedMatch(plugin, "m", terms=MatchTerms(config, 2, times))
    joined = match.joined(0, 1)
    assert plugin.codec.decode_config(joined.config.value)["games"] == 7
    assert joined.time_control.move_time.ToMilliseconds() == 250
    assert match.turn().clock.remaining.ToMilliseconds() == 750
