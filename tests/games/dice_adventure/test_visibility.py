"""Who sees what (DA-6): hidden pairs over whole matches, audiences of events, plans before they are played."""

from __future__ import annotations

import pytest

from referee.core.config import parse_config
from referee.core.game import Event
from referee.core.rng import Stream
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.visibility.observation import Observation
from referee.games.dice_adventure.wire.records import (
    Bump,
    Death,
    Encounter,
    Key,
    LevelEnd,
    LevelStart,
    MatchEnd,
    Notice,
    Respawn,
    Wipe,
)
from referee.testing.hidden import check_hidden_state, sight_of
from tests.games.dice_adventure.test_reference import CONFIGS

GAME, CODEC = PLUGIN.game, PLUGIN.codec

_WANTED = 10_000
"""Pairs of states that have to be compared in all."""

# Name of a config, number of seats, and one question in how many is compared.
MATCHES = [
    ("default", 3, 1),
    ("hunters", 3, 1),
    ("deadly", 3, 1),
    ("respawn", 3, 1),
    ("lives", 3, 1),
    ("extended", 3, 1),
    ("stats", 3, 1),
    ("deadly", 9, 6),
]


@pytest.mark.slow
def test_no_seat_can_tell_hidden_variants_apart() -> None:
    """More than ten thousand pairs of states, before and after a step with the same actions and dice."""
    pairs = 0
    for number, (name, num_seats, every) in enumerate(MATCHES):
        config = parse_config(DiceAdventureConfig, CONFIGS[name])
        pairs += check_hidden_state(
            PLUGIN, config, num_seats=num_seats, seed=100 + number, faces=2, every=every
        )
    print(f"{pairs} pairs compared")
    assert pairs >= _WANTED


def sees(observation: Observation, x: int, y: int) -> bool:
    """Whether a cell is in sight."""
    return observation.seen[y][x] == "2"


PARTY_EVENTS = (LevelStart, Death, Respawn, Key, Wipe, LevelEnd)


@pytest.mark.parametrize("name", ["default", "deadly", "respawn", "lives"])
def test_events_reach_those_they_are_for(name: str) -> None:
    """Two parties: each event's audience is as DA-6.6 says, and no event reaches the other party."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    state, events = GAME.start(config, seed=3, num_seats=6)
    assert [event.audience for event in events] == [(0, 1, 2), (3, 4, 5)]
    dice = Stream(3, 1)
    told = set()
    while (point := GAME.decision(state)) is not None:
        actions = {seat: GAME.random_action(state, seat, dice) for seat in point.seats}
        if dice.draw(4) == 1:
            actions[point.seats[0]] = GAME.parse_action({"plan": ["?"] * 40, "pings": [{}]})
        for event in GAME.step(state, actions):
            told.add(type(event.body))
            check_audience(event)
    assert told >= {LevelStart, Encounter, Bump, LevelEnd, MatchEnd, Notice}


def check_audience(event: Event) -> None:
    """The audience is what the kind of event asks for."""
    body, audience = event.body, event.audience
    if isinstance(body, MatchEnd):
        assert audience is None
        return
    assert audience in ((0, 1, 2), (3, 4, 5)) or not isinstance(body, PARTY_EVENTS)
    assert audience is not None
    assert len({seat // 3 for seat in audience}) == 1
    if isinstance(body, Bump | Notice):
        assert len(audience) == 1
    if isinstance(body, Encounter):
        assert {roll.char - 1 for roll in body.members} <= {seat % 3 for seat in audience}


_OPEN = "C1........K1\n............\n..........C2\nC3........K2\n............\nK3........**"


@pytest.mark.parametrize(
    "plan", [["L", "L"], ["R"], ["W", "W", "W"]], ids=["moves", "bumps", "waits"]
)
def test_a_far_plan_is_seen_by_nobody(plan: list[str]) -> None:
    """What the Giant does far away does not show to the Dwarf, not even that it did anything."""
    config = parse_config(DiceAdventureConfig, {"levels": [{"map": _OPEN}], "ping_windows": 0})
    told = []
    for orders in ([], plan):
        state, _ = GAME.start(config, seed=6, num_seats=3)
        empty = GAME.parse_action({"plan": []})
        actions = {0: empty, 1: GAME.parse_action({"plan": orders}), 2: empty}
        events = [event for event in GAME.step(state, actions) if event.is_told_to(0)]
        told.append((CODEC.encode_events(events), sight_of(PLUGIN, config, state, 0)))
    assert told[0] == told[1]


def test_pings_show_wherever_they_are_and_reveal_nothing() -> None:
    """A ping on a cell nobody has seen is told to the whole party; the cell stays unexplored."""
    config = parse_config(DiceAdventureConfig, {"levels": [{"map": _OPEN}]})
    state, _ = GAME.start(config, seed=6, num_seats=3)
    before = GAME.observe(state, [0])[0].grid
    ping = GAME.parse_action({"pings": [{"symbol": "D", "x": 5, "y": 5}]})
    GAME.step(state, {0: GAME.parse_action({"pings": []}), 1: None, 2: ping})
    seen = GAME.observe(state, [0, 1, 2])
    for one in seen:
        assert [tuple(p) for p in one.pings] == [(3, "D", 5, 5, 1)]
    assert seen[0].grid == before
    assert [one.me.ap for one in seen] == [6, 3, 3]


def test_the_seat_that_is_pushed_back_has_looked() -> None:
    """A member that is thrown back remembers what it saw from the cell it fought in (DA-5.3)."""
    text = "C1..M3......\nC2C3........\nK1K2K3....**"
    values = {"levels": [{"map": text}], "ping_windows": 0}
    config = parse_config(DiceAdventureConfig, values)
    state, _ = GAME.start(config, seed=1, num_seats=3)
    GAME.script_dice(state, [1, 8, 3])  # the Dwarf loses; M3 goes on to the left of its two sides
    empty = GAME.parse_action({"plan": []})
    plan = GAME.parse_action({"plan": ["R", "R"]})
    events = GAME.step(state, {0: plan, 1: empty, 2: empty})
    assert [event.body.success for event in events if isinstance(event.body, Encounter)] == [False]
    seen = GAME.observe(state, [0])[0]
    assert (seen.me.x, seen.me.y) == (1, 0)
    assert seen.seen[0] == "222100"
