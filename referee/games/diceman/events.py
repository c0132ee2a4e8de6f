"""What is told of a match as it happens (DM-6.2), in the order of a round (DM-5.13)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.game import Event
from referee.games.diceman.records import Pair, Roll, Round, read_round
from referee.games.diceman.scoring import match_outcome
from referee.games.diceman.state import State
from referee.games.diceman.tables import (
    GOES_ON,
    NUM_SEATS,
    WON_BY_FIRST,
    WON_BY_SECOND,
)
from referee.games.diceman.visibility import read_notices

__all__ = [
    "GameEnd",
    "GameStart",
    "MatchEnd",
    "MatchStart",
    "Reveal",
    "Slain",
    "round_events",
    "start_events",
]


class MatchStart(NamedTuple):
    """The match begins."""


class GameStart(NamedTuple):
    """A game of the series begins."""

    game: int
    """From 1."""


class Reveal(NamedTuple):
    """Both choices and all values are shown."""

    rolls: tuple[Roll, Roll]
    """One a seat."""


class Slain(NamedTuple):
    """A seat has no life left."""

    seat: int
    """The seat."""


class GameEnd(NamedTuple):
    """A game of the series is over (DM-7.1)."""

    game: int
    """From 1."""
    winner: int | None
    """Seat that won; None in a draw."""
    life: Pair
    """Life of both at its end."""


class MatchEnd(NamedTuple):
    """The match is over; its seed is revealed by the referee, not by the game."""

    points: Pair
    """Game points of both."""
    places: Pair
    """Placement of both, from 1 (DM-7.3)."""


def start_events() -> list[Event]:
    """What is told before the first choice."""
    return [Event(MatchStart()), Event(GameStart(1))]


def round_events(state: State) -> list[Event]:
    """What is told of the round that has just been played in a single match.

    Notices go to their own seat, everything else to everybody.
    """
    played = read_round(tuple(state.last_round[0].tolist()))
    if played is None:
        return []
    events = [
        Event(notice, (seat,)) for seat in range(NUM_SEATS) for notice in read_notices(state, seat)
    ]
    events.append(Event(Reveal(played.rolls)))
    events += [Event(phase) for phase in played.phases]
    if played.result != GOES_ON:
        events += _end_of_game(state, played)
    return events


def _end_of_game(state: State, played: Round) -> list[Event]:
    winner = {WON_BY_FIRST: 0, WON_BY_SECOND: 1}.get(played.result)
    events = [Event(Slain(seat)) for seat, life in enumerate(played.life_after) if not life]
    events.append(Event(GameEnd(played.game, winner, played.life_after)))
    if not state.over[0]:
        return [*events, Event(GameStart(state.game.item(0)))]
    first, second = state.points[0].tolist()
    place_first, place_second = match_outcome((first, second)).placements
    return [*events, Event(MatchEnd((first, second), (place_first, place_second)))]
