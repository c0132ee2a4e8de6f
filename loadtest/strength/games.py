"""Facts about each game for measurements: length of a match, what ended it, and random play."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from loadtest.bench.proving_grounds import Choose, everything, wander
from referee.core.game import AnyPlugin, Event
from referee.core.rng import Stream
from referee.games import champions, dungeon_keeper, proving_grounds
from referee.games.champions import columns as champions_columns
from referee.games.champions.simulation import play_out
from referee.games.champions.state import copy_state
from referee.games.dungeon_keeper import columns as dungeon_columns
from referee.games.dungeon_keeper.rules.events import AltarsWaned, Eliminated
from referee.games.proving_grounds import columns as grounds_columns
from referee.games.proving_grounds.tables import EndCause

__all__ = ["GAMES", "PLUGINS", "GameFacts", "friend_gains"]

_DECISIONS = 99
"""Name of the random stream from which random play draws."""
_FRIENDS_ROUND = 3
_FED = 4


@dataclasses.dataclass(frozen=True, slots=True)
class GameFacts:
    """Functions of a game for measurements: length and end of a match, random play, further numbers."""

    length: Callable[[Any], int]
    """Returns the number of rounds or turns of a match that is over, from its state."""
    end: Callable[[Any, Sequence[Event]], str]
    """Returns as a short text what ended a match, from its state and the events of its last step."""
    policies: Mapping[str, Callable[[Any, int, int], None]] = dataclasses.field(
        default_factory=dict
    )
    """Functions, by name, that play all seats at random to the end of the match, without messages.
    Each takes a state, which it changes in place, a seed, and the number of seats."""
    measures: Mapping[str, Callable[[Any], float]] = dataclasses.field(default_factory=dict)
    """Functions of further measurements, by name: each returns a number from the state of a match
    that is over."""


def _champions_end(state: Any, last: Sequence[Event]) -> str:
    del last
    return "cap" if state.seats[:, champions_columns.ALIVE].sum() > 1 else "last in play"


def _champions_random(state: Any, seed: int, num_seats: int) -> None:
    del num_seats
    play_out(state, Stream(seed, _DECISIONS))


def friend_gains(state: Any) -> list[float]:
    """Return how a seat's score rises if another seat lets it kill all four of its champions.

    The other seat is out in round 3 then, and the fed seat has four more kills. The result has one
    number for each ordered pair of seats.

    Args:
        state: State of a match of Champions that is over.
    """
    c, outcome_of = champions_columns, champions.PLUGIN.game.outcome
    before = outcome_of(state).scores
    gains = []
    for seat, friend in itertools.permutations(range(len(before)), 2):
        fed = copy_state(state)
        fed.seats[seat, c.KILLS] += _FED
        fed.health[friend] = 0
        fed.seats[friend, [c.ALIVE, c.KILLS, c.DAMAGE]] = 0
        fed.seats[friend, c.OUT_ROUND] = _FRIENDS_ROUND
        gains.append((outcome_of(fed).scores[seat] - before[seat]) / 1e6)
    return gains


def _mean_gain(scoring: int, state: Any) -> float:
    scored = copy_state(state)
    scored.terms[champions_columns.SCORING] = scoring
    return statistics.fmean(friend_gains(scored))


def _keeper_end(state: Any, last: Sequence[Event]) -> str:
    bodies = [event.body for event in last]
    scores = dungeon_keeper.PLUGIN.game.outcome(state).scores
    if sum(score > 0 for score in scores) > 1:  # only the fallen have none (DK-7.3)
        return "cap"
    waned = any(isinstance(body, AltarsWaned) for body in bodies)
    fell = any(isinstance(body, Eliminated) and body.by is None for body in bodies)
    return "waning" if waned and fell else "conquest"


def _grounds_random(choose: Choose, state: Any, seed: int, num_seats: int) -> None:
    game = proving_grounds.PLUGIN.game
    dice = [Stream(seed, _DECISIONS, seat) for seat in range(num_seats)]
    while (point := game.decision(state)) is not None:
        game.step(state, {seat: choose(state, seat, dice[seat]) for seat in point.seats})


def _rooms(state: Any) -> float:
    return float(state.rooms[:, grounds_columns.EXPLORED].sum())


def _heroes(state: Any) -> float:
    return float(state.heroes[:, :, grounds_columns.ALIVE].sum()) / len(state.heroes)


PLUGINS: Mapping[str, AnyPlugin] = {
    "champions": champions.PLUGIN,
    "dungeon_keeper": dungeon_keeper.PLUGIN,
    "proving_grounds": proving_grounds.PLUGIN,
}
"""Plugins of the games that can be measured."""

GAMES: Mapping[str, GameFacts] = {
    "champions": GameFacts(
        length=lambda state: int(state.match[champions_columns.ROUND]),
        end=_champions_end,
        policies={"random kernels": _champions_random},
        measures={
            "friend, royale": functools.partial(_mean_gain, champions_columns.ROYALE),
            "friend, outlast": functools.partial(_mean_gain, champions_columns.OUTLAST),
        },
    ),
    "dungeon_keeper": GameFacts(
        length=lambda state: int(state.match[dungeon_columns.ROUND]), end=_keeper_end
    ),
    "proving_grounds": GameFacts(
        length=lambda state: int(state.match.item(grounds_columns.TURN)),
        end=lambda state, _: EndCause(state.match.item(grounds_columns.END_CAUSE)).name,
        policies={
            "wander": functools.partial(_grounds_random, wander),
            "everything": functools.partial(_grounds_random, everything),
        },
        measures={"rooms entered": _rooms, "heroes left a seat": _heroes},
    ),
}
"""Facts about the games that can be measured, by identifier."""
