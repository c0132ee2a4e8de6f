"""What is written every round is byte for byte what the protobuf library writes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2 as pb
from referee.core.game import Event
from referee.core.rng import Stream
from referee.games.diceman import PLUGIN
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.rules.actions import LEGAL, Action, read_dice
from referee.games.diceman.state import State
from referee.games.diceman.visibility.visibility import Sight
from referee.games.diceman.wire.events import MatchEnd, Reveal
from referee.games.diceman.wire.records import Notice, Phase, Roll, Round
from referee.games.duel import GameEnd, GameStart, MatchStart, Slain
from tests.helpers.duel_messages import DuelMessages, duel_event
from tests.helpers.worlds import check_lines

GAME, CODEC = PLUGIN.game, PLUGIN.codec

CONFIGS = [
    DicemanConfig(games=150),
    DicemanConfig(games=800, magic_scope="so_far", life=3),
    DicemanConfig(games=600, round_cap=2, life=1000, die_magic=1, die_priority=1),
    DicemanConfig(
        life=1000, die_magic=100, die_priority=100, die_sword=100, die_shield=100, games=100,
        round_cap=10_000, deadline_ms=600_000,
    ),
]  # fmt: skip

WIDEST = DicemanConfig(
    life=1000, die_magic=100, die_priority=100, die_sword=100, die_shield=100, games=1000,
    round_cap=10_000, deadline_ms=600_000, magic_scope="so_far",
)  # fmt: skip

"""All bounds of DM-2.1 at their upper end."""

# Good choices, refused ones and missed deadlines.
ACTIONS: list[Action | None] = [*LEGAL, read_dice([3, 3, 7, 0]), read_dice([2] * 9), None]


def observation_message(config: DicemanConfig, seen: Sight) -> pb.Observation:
    """An observation as the library makes it from plain values."""
    table = seen.table
    return pb.Observation(
        seat=seen.seat,
        game=table.game,
        round=table.round,
        life=table.life,
        points=table.points,
        pick_counts=[pb.PickCounts(counts=counts) for counts in table.pick_counts],
        last_round=table.last_round and round_message(table.last_round),
        notices=[notice_message(notice) for notice in seen.notices],
        config=pb.Config.FromString(CODEC.encode_config(config)),
    )


def round_message(played: Round) -> pb.Round:
    """The record of a round."""
    return pb.Round(
        game=played.game,
        round=played.round,
        rolls=[roll_message(roll) for roll in played.rolls],
        phases=[phase_message(phase) for phase in played.phases],
        life_before=played.life_before,
        life_after=played.life_after,
    )


def roll_message(roll: Roll) -> pb.Roll:
    """What a seat rolled."""
    return pb.Roll(**roll._asdict())


def phase_message(phase: Phase) -> pb.Phase:
    """The record of a phase, whose fields have the same names."""
    return pb.Phase(**phase._asdict())


def notice_message(notice: Notice) -> pb.Notice:
    """A notice."""
    return pb.Notice(code=notice.code.value, index=notice.index)  # type: ignore[arg-type]  # enums are ints


def event_message(body: object) -> pb.Event:
    """An event by its body."""
    match body:
        case Reveal():
            rolls = [roll_message(roll) for roll in body.rolls]
            return pb.Event(reveal=pb.Reveal(rolls=rolls))
        case Phase():
            return pb.Event(phase=phase_message(body))
        case MatchEnd():
            return pb.Event(match_end=pb.MatchEnd(**body._asdict()))
        case Notice():
            return pb.Event(notice=notice_message(body))
    message: pb.Event = duel_event(pb, body)
    return message


MESSAGES = DuelMessages(PLUGIN, pb, observation_message, event_message)


def rounds(config: DicemanConfig, seed: int) -> Iterator[tuple[State, list[Event]]]:
    """A match of random choices, some of them refused: the state at the start and after each round."""
    dice = Stream(seed, 1)
    state, events = GAME.start(config, seed=seed, num_seats=2)
    yield state, events
    while GAME.decision(state) is not None:
        actions = {seat: ACTIONS[dice.draw(9) - 1] for seat in (0, 1)}
        yield state, list(GAME.step(state, actions))


@pytest.mark.parametrize("config", CONFIGS, ids=["default", "so_far", "capped", "wide"])
def test_whole_matches(config: DicemanConfig) -> None:
    """Observations of both seats and all events, each by itself and joined, of more than a thousand rounds."""
    kinds, num_states = MESSAGES.check_match(config, rounds(config, seed=2008))
    assert kinds >= {MatchStart, GameStart, Reveal, Phase, GameEnd, MatchEnd, Notice}
    assert num_states > 1000


def test_every_number_at_its_widest() -> None:
    """There is room for the longest messages that any config and any match can come to."""
    counts = [[10_000_000] * 6] * 2
    given = {"game": 999, "round": 9999, "life": [1000, 1000], "points": [1999, 1999]}
    state = GAME.parse_state(WIDEST, 2, {**given, "pick_counts": counts})
    GAME.script_dice(state, [100, 100, 99, 100])
    events = GAME.step(state, {0: LEGAL[3], 1: LEGAL[3]})  # both swords go through, in two phases
    seen = GAME.observe(state, [1])
    assert [len(CODEC.encode_event(event)) for event in events] == [24, 28, 28]
    message = observation_message(WIDEST, seen[0])
    assert [len(message.last_round.phases), *message.life] == [2, 900, 900]
    MESSAGES.check_observations(WIDEST, seen)
    MESSAGES.check_events(events)


@pytest.mark.parametrize(
    ("given", "dice", "kinds"),
    [
        ({"life": [2, 5]}, [3, 5, 3, 2], [Slain, Slain, GameEnd, GameStart]),
        ({"life": [2, 5], "game": 11}, [3, 5, 3, 2], [Slain, Slain, GameEnd, MatchEnd]),
        ({"life": [3, 4], "game": 11}, [6, 4, 2, 8], [Slain, GameEnd, MatchEnd]),
        ({"round": 100, "game": 11}, [6, 1, 6, 2], [GameEnd, MatchEnd]),
    ],
    ids=["both slain", "both slain at the end", "slain before its phase", "capped"],
)
def test_ends(given: dict[str, object], dice: list[int], kinds: list[type]) -> None:
    """Each way in which a game and a match can end; both choose Priority and Sword."""
    config = DicemanConfig()
    state = GAME.parse_state(config, 2, given)
    GAME.script_dice(state, dice)
    events = GAME.step(state, {0: LEGAL[3], 1: LEGAL[3]})
    bodies = [event.body for event in events]
    assert [type(body) for body in bodies if type(body) not in (Reveal, Phase)] == kinds
    MESSAGES.check_events(events)


def transcript() -> Iterator[str]:
    """Everything that is told in a match, as hexadecimal digits."""
    config = DicemanConfig(games=6, round_cap=9)
    return MESSAGES.transcript(config, rounds(config, seed=7))


@pytest.mark.slow
def test_interpreted_kernels_write_the_same_bytes() -> None:
    """Where there is no Numba, a match sounds the same."""
    check_lines("tests.games.diceman.test_messages", transcript)
