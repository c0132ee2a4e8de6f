"""What the rules refuse is told to summaries by seat and reason, and nothing else is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.core.game import AnyGame
from referee.games import registry

UNREADABLE = {
    "champions": "MALFORMED",  # CH-4.11
    "dice_adventure": "MALFORMED",  # DA-4.7
    "diceman": "BAD_FORM",  # DM-4.10
    "dungeon_keeper": "BAD_SCHEMA",  # DK-4.7
    "proving_grounds": "BAD_MESSAGE",  # PG-4.11
    "swordman": "BAD_FORM",  # SW-4.9
}
"""What each rulebook calls an action that is none."""


def refused(game: AnyGame, actions: dict[int, Any]) -> Counter[tuple[int, str]]:
    """Refusals by seat and reason at the first decision point, where the others' time has run out."""
    seats = game.info.default_seats
    state, _ = game.start(game.config_class(), seed=1, num_seats=seats)
    point = game.decision(state)
    assert point is not None
    events = game.step(state, {seat: actions.get(seat) for seat in point.seats})
    acted = [(seat,) for seat in actions]
    found: Counter[tuple[int, str]] = Counter()
    for event in events:
        if event.audience in acted and (reason := game.refusal(event)) is not None:
            found[event.audience[0], reason] += 1
    return found


def acting_seat(game: AnyGame) -> int:
    """A seat that decides first."""
    state, _ = game.start(game.config_class(), seed=1, num_seats=game.info.default_seats)
    point = game.decision(state)
    assert point is not None
    return point.seats[-1]


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_action_that_is_none_is_refused(name: str) -> None:
    """Once, to its own seat, under the rulebook's name of the reason."""
    game = registry.find(name).game
    seat = acting_seat(game)
    told = refused(game, {seat: game.parse_action("no such action")})
    assert told == {(seat, UNREADABLE[name]): 1}


def test_every_installed_game_tells_its_refusals() -> None:
    """The table above has them all."""
    assert set(registry.names()) == set(UNREADABLE)


def test_a_die_that_is_none() -> None:
    """`dice = [2, 7]`: there is no die 7 (DM-4.5), and one die is not enough (DM-4.6)."""
    game = registry.find("diceman").game
    told = refused(game, {1: game.parse_action({"dice": [2, 7]})})
    assert told == {(1, "NOT_A_DIE"): 1, (1, "INCOMPLETE"): 1}
