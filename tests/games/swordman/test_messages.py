"""What is written every round is byte for byte what the protobuf library writes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gamereferee.games.swordman.v1 import swordman_pb2 as pb
from referee.core.game import Event
from referee.core.rng import Stream
from referee.games.duel import GameEnd, GameStart, MatchStart, Slain
from referee.games.swordman import PLUGIN
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.rules.actions import Action, parse_action
from referee.games.swordman.state import State
from referee.games.swordman.visibility.visibility import Sight
from referee.games.swordman.wire.events import MatchEnd, Reveal, RoundEnd
from referee.games.swordman.wire.records import Notice, Round, Setting
from tests.helpers.duel_messages import DuelMessages, duel_event
from tests.helpers.worlds import check_lines

GAME, CODEC = PLUGIN.game, PLUGIN.codec

CONFIGS = [
    SwordmanConfig(games=80),
    SwordmanConfig(games=150, priority=False, guard_off=0, guard_on=1, life=12),
    SwordmanConfig(games=300, round_cap=2, life=1000, locations=9),
    SwordmanConfig(power=100, life=1000, games=30, round_cap=10_000, deadline_ms=600_000),
]

WIDEST = SwordmanConfig(
    power=100, life=1000, locations=9, guard_on=10, guard_off=10, games=1000, round_cap=10_000,
    deadline_ms=600_000,
)  # fmt: skip

"""All bounds of SW-2.1 at their upper end."""

ODD: list[Action | None] = [
    None,
    parse_action([]),
    parse_action({"sword": "x", "shield": 101, "priority": -1}),
    parse_action({"sword": 1, "shield": 1, "sword_at": 9}),
]
"""Missed deadlines and refused answers."""


def observation_message(config: SwordmanConfig, seen: Sight) -> pb.Observation:
    """An observation as the library makes it from plain values."""
    table = seen.table
    return pb.Observation(
        seat=seen.seat,
        game=table.game,
        round=table.round,
        life=table.life,
        points=table.points,
        last_round=table.last_round and round_message(table.last_round),
        notices=[notice_message(notice) for notice in seen.notices],
        config=pb.Config.FromString(CODEC.encode_config(config)),
    )


def round_message(played: Round) -> pb.Round:
    """The record of a round, whose fields have the same names."""
    settings = [setting_message(setting) for setting in played.settings]
    return pb.Round(**{**played._asdict(), "settings": settings})


def setting_message(setting: Setting) -> pb.Setting:
    """What a seat has set."""
    return pb.Setting(**setting._asdict())


def notice_message(notice: Notice) -> pb.Notice:
    """A notice."""
    return pb.Notice(code=notice.code.value, field=notice.field)  # type: ignore[arg-type]  # enums are ints


def event_message(body: object) -> pb.Event:
    """An event by its body."""
    match body:
        case Reveal():
            settings = [setting_message(setting) for setting in body.settings]
            return pb.Event(reveal=pb.Reveal(settings=settings))
        case RoundEnd():
            return pb.Event(round_end=pb.RoundEnd(record=round_message(body.record)))
        case MatchEnd():
            last = round_message(body.last_round)
            end = pb.MatchEnd(points=body.points, places=body.places, last_round=last)
            return pb.Event(match_end=end)
        case Notice():
            return pb.Event(notice=notice_message(body))
    message: pb.Event = duel_event(pb, body)
    return message


MESSAGES = DuelMessages(PLUGIN, pb, observation_message, event_message)


def rounds(config: SwordmanConfig, seed: int) -> Iterator[tuple[State, list[Event]]]:
    """A match of random settings, some of them refused: the state at the start and after each round."""
    dice = Stream(seed, 1)
    state, events = GAME.start(config, seed=seed, num_seats=2)
    yield state, events
    while GAME.decision(state) is not None:
        actions = {
            seat: ODD[dice.draw(len(ODD)) - 1]
            if dice.draw(5) == 1
            else GAME.random_action(state, seat, dice)
            for seat in (0, 1)
        }
        yield state, list(GAME.step(state, actions))


@pytest.mark.parametrize("config", CONFIGS, ids=["default", "plain", "capped", "wide"])
def test_whole_matches(config: SwordmanConfig) -> None:
    """Observations of both seats and all events, each by itself and joined, of some hundred rounds."""
    kinds, num_states = MESSAGES.check_match(config, rounds(config, seed=2008))
    assert kinds >= {MatchStart, GameStart, Reveal, RoundEnd, GameEnd, MatchEnd, Notice}
    assert num_states > 300


def test_every_number_at_its_widest() -> None:
    """There is room for the longest messages that any config and any match can come to."""
    given = {"game": 1000, "round": 10_000, "life": [1000, 1000], "points": [1998, 1998]}
    state = GAME.parse_state(WIDEST, 2, given)
    seats = {0: Action(98, 1, 1, 8, 8), 1: Action(97, 1, 2, 7, 7)}  # a shield covers 1 elsewhere
    events = GAME.step(state, seats)
    seen = GAME.observe(state, [1])
    assert seen[0].table.life == (904, 903)
    message = observation_message(WIDEST, seen[0])
    MESSAGES.check_observations(WIDEST, seen)
    messages = [event_message(event.body) for event in events]
    assert [type(event.body) for event in events] == [Reveal, RoundEnd, GameEnd, MatchEnd]
    assert CODEC.encode_events(events) == pb.Events(events=messages).SerializeToString()
    assert max(len(CODEC.encode_event(event)) for event in events) == 68
    assert len(message.SerializeToString()) == 2 + 97  # the seat is not the kernel's


SWORDS = {0: Action(10, 0, 0, 0), 1: Action(10, 0, 0, 0)}


@pytest.mark.parametrize(
    ("given", "actions", "kinds"),
    [
        ({"life": [10, 5]}, SWORDS, [Slain, Slain, GameEnd, GameStart]),
        ({"life": [10, 5], "game": 11}, SWORDS, [Slain, Slain, GameEnd, MatchEnd]),
        ({"life": [10, 5], "game": 11}, {0: Action(9, 0, 1, 0), 1: Action(10, 0, 0, 0)},
         [Slain, GameEnd, MatchEnd]),
        ({"life": [10, 11]}, SWORDS, [Slain, GameEnd, GameStart]),
        ({"round": 50, "game": 11}, SWORDS, [GameEnd, MatchEnd]),
        ({"round": 49}, SWORDS, []),
    ],
    ids=["both slain", "both slain at the end", "slain first", "one slain", "capped", "goes on"],
)  # fmt: skip
def test_ends(given: dict[str, object], actions: dict[int, Action], kinds: list[type]) -> None:
    """Each way in which a game and a match can end."""
    config = SwordmanConfig()
    state = GAME.parse_state(config, 2, given)
    events = GAME.step(state, actions)
    bodies = [event.body for event in events]
    assert [type(body) for body in bodies] == [Reveal, RoundEnd, *kinds]
    MESSAGES.check_events(events)


def transcript() -> Iterator[str]:
    """Everything that is told in a match, as hexadecimal digits."""
    config = SwordmanConfig(games=6, round_cap=9)
    return MESSAGES.transcript(config, rounds(config, seed=7))


@pytest.mark.slow
def test_interpreted_kernels_write_the_same_bytes() -> None:
    """Where there is no Numba, a match sounds the same."""
    check_lines("tests.games.swordman.test_messages", transcript)
