"""Positions as plain values: whole states come back as they were, and what is wrong is named by its path."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.errors import ScenarioError
from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN

GAME = PLUGIN.game
CONFIG = GAME.config_class()

FIGHTER = {"class": "FIGHTER"}


def parse(**values: object) -> Any:
    """A position of two seats under the default config."""
    return GAME.parse_state(CONFIG, 2, values)


def test_whole_states_come_back() -> None:
    """Every tenth state of a random match: the same plain values, observations and, but for the seed, course."""
    state, _ = GAME.start(CONFIG, seed=0, num_seats=2)
    dice, step = Stream(3), 0
    while (point := GAME.decision(state)) is not None:
        if step % 10 == 1:
            plain: Any = GAME.plain_state(state)
            again = GAME.parse_state(CONFIG, 2, plain)
            assert GAME.plain_state(again) == plain
            assert GAME.observe(again, [0, 1]) == GAME.observe(state, [0, 1])
            actions = {seat: GAME.random_action(state, seat, Stream(step)) for seat in point.seats}
            one, two = GAME.copy(state), GAME.copy(again)
            told = [GAME.step(one, actions), GAME.step(two, actions)]
            assert [e.body for e in told[0]] == [e.body for e in told[1]]
            assert GAME.plain_state(one) == GAME.plain_state(two)
        GAME.step(state, {seat: GAME.random_action(state, seat, dice) for seat in point.seats})
        step += 1
    assert step > 20


def test_what_is_not_named() -> None:
    """A hero is as he appears; the room he is in is explored, owned and familiar; turn 1 by default."""
    thief = {"class": "THIEF", "room": 3, "items": ["CLOAK"]}
    state = parse(seats=[{"heroes": [FIGHTER, thief]}, {}])
    plain: Any = GAME.plain_state(state)
    assert (plain["phase"], plain["turn"]) == ("ORDERS", 1)
    first, second = plain["seats"][0]["heroes"]
    assert (first["room"], first["hp"], first["mana"]) == (1, 16, 0)
    assert (first["guard"], first["policy"], first["items"]) == (False, "FIRST_DEATH", [])
    assert (second["room"], second["hp"], second["items"]) == (3, 12, ["CLOAK"])
    assert first["arrival"] < second["arrival"]
    room: Any = plain["rooms"]["3"]
    assert (room["owner"], room["explored"]) == (0, True)
    assert plain["seats"][0]["levels"][3] == 4


WRONG: list[tuple[dict[str, object], str]] = [
    ({"turn": 501}, "turn must be"),
    ({"phase": "LATER"}, "phase must be"),
    ({"seats": [{}, {}, {}]}, "seats must be"),
    ({"seats": [{"gold": -1}]}, r"seats\.0\.gold must be"),
    ({"seats": [{"levels": [4]}]}, r"seats\.0\.levels must be"),
    ({"seats": [{"vault": [1, 2, 3]}]}, r"seats\.0\.vault must be"),
    ({"seats": [{"tapped": [99]}]}, r"seats\.0\.tapped must be"),
    ({"seats": [{"stash": {"GOLD": 1}}]}, r"seats\.0\.stash"),
    ({"seats": [{"heroes": [{"class": "BARD"}]}]}, r"seats\.0\.heroes\.0\.class must be"),
    (
        {"seats": [{"heroes": [{"class": c, "room": 3}]} for c in ("THIEF", "CLERIC")]},
        r"seats\.1\.heroes\.0\.room must be a room without heroes of other seats, not 3",
    ),
    (
        {"seats": [{"heroes": [{**FIGHTER, "hp": 17}]}]},
        r"seats\.0\.heroes\.0\.hp must be at most 16",
    ),
    ({"seats": [{"heroes": [{**FIGHTER, "room": 99}]}]}, r"seats\.0\.heroes\.0\.room must be"),
    ({"seats": [{"heroes": [{**FIGHTER, "items": ["SLEEP"]}]}]}, r"seats\.0\.heroes\.0\.items"),
    ({"seats": [{"heroes": [{**FIGHTER, "items": ["DAGGER", "MACE"]}]}]}, "one item for a slot"),
    ({"seats": [{"heroes": [{**FIGHTER, "gems": [1]}]}]}, r"seats\.0\.heroes\.0\.gems must be"),
    ({"seats": [{"heroes": [{**FIGHTER, "hero": 1}, {**FIGHTER, "hero": 0}]}]}, r"heroes\.1\.hero"),
    ({"rooms": {"99": {}}}, "rooms must be"),
    ({"rooms": {"3": {"owner": 2}}}, r"rooms\.3\.owner must be"),
    ({"rooms": {"3": {"trap": 3}}}, r"rooms\.3\.trap must be"),
    ({"rooms": {"3": {"trap": 40_000}}}, r"rooms\.3\.trap must be from -1 to 2, not 40000"),
    ({"rooms": {"3": {"caches": [1, 2, 3]}}}, r"rooms\.3\.caches must be"),
    ({"rooms": {"3": {"hoard_gems": [1]}}}, r"rooms\.3\.hoard_gems must be"),
    ({"doors": [[0, 5]]}, r"doors\.0 must be two rooms that are neighbours"),
    ({"doors": [[0, 99]]}, r"doors\.0 must be"),
    ({"doors": [[0, 1]], "spiked": [[1, 2]]}, r"spiked\.0 must be a door"),
    ({"boards": {"TIE": [0, 0]}}, r"boards\.TIE must be every seat once"),
    ({"market": ["POTION"]}, "market must be"),
    ({"candidates": []}, "candidates must be"),
    ({"offers": [{"seat": 0, "hero": 0, "with_seat": 2, "with_hero": 0}]}, r"offers\.0\.with_seat"),
]


@pytest.mark.parametrize(("values", "message"), WRONG, ids=lambda value: str(value)[:50])
def test_what_is_wrong_is_named(values: dict[str, object], message: str) -> None:
    """By its path, with what it must be."""
    with pytest.raises(ScenarioError, match=message):
        parse(**values)


def test_scripts() -> None:
    """Values that no die has, and values too large for the die that they are rolled for, are refused."""
    state = parse(seats=[{"heroes": [FIGHTER]}, {"heroes": [FIGHTER]}])
    assert GAME.scripted_dice_left(state) == 0
    for value in (0, 101):
        with pytest.raises(ScenarioError, match=rf"dice\[1\] must be from 1 to 100, not {value}"):
            GAME.script_dice(state, [1, value])
    GAME.script_dice(state, [49] * 3)
    GAME.step(state, {0: None, 1: None})
    with pytest.raises(ScenarioError, match=r"dice\[0\] is more than its die can show: 49"):
        GAME.scripted_dice_left(state)
