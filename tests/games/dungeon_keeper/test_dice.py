"""Streams of DK-2.5, held against the check values of DK-2.6."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, rules_of
from referee.games.dungeon_keeper.rules.dice import d100, hero_roll, open_dice, open_hero
from referee.games.dungeon_keeper.state import State, blank_state
from referee.games.dungeon_keeper.tables import LIGHT_KEY


def _match() -> State:
    return blank_state(rules_of(DungeonKeeperConfig()), 1, 2, 5)


def test_dice_of_a_turn() -> None:
    """`stream(1,1,1,0)`: round 1, seat 0."""
    state = _match()
    open_dice(state, 0)
    assert int(state.streams[c.DICE_STREAM]) == 0x7D1B8A2FD9432750
    assert [d100(state) for _ in range(8)] == [29, 52, 14, 49, 95, 11, 75, 11]


def test_dice_of_the_neutral_phase() -> None:
    """`stream(1,1,1,8)`."""
    state = _match()
    open_dice(state, LIGHT_KEY)
    assert int(state.streams[c.DICE_STREAM]) == 0x6537D7B454FEB039
    assert [d100(state) for _ in range(8)] == [38, 6, 50, 61, 24, 90, 57, 70]


def test_whims_of_the_hero() -> None:
    """`stream(1,2)`; one side takes nothing from it."""
    state = _match()
    open_hero(state)
    assert int(state.streams[c.HERO_STREAM]) == 0x0B95F66D327E8D78
    assert hero_roll(state, 1) == 0
    assert [hero_roll(state, 100) + 1 for _ in range(6)] == [17, 88, 6, 82, 94, 90]
