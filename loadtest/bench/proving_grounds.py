"""Speed of Proving Grounds' engine without clocks, network and disk, in random play of two kinds.

`wander` is the rulebook's random bot (PG-9.1): heroes of the default party walk through random
doors. `everything` draws legal orders of all kinds. Seconds are processor time, as the engine is
one thread and waits for nothing; drawing the orders is timed separately from carrying them out.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import NamedTuple

from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.rules.heroes import living, room_of
from referee.games.proving_grounds.rules.rooms import doors_of
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import EndCause
from referee.games.proving_grounds.wire.orders import BAD_MESSAGE, Action, Move, Orders

__all__ = [
    "WAYS",
    "Choose",
    "Match",
    "Played",
    "everything",
    "play_match",
    "play_matches",
    "served_turn_ms",
    "wander",
]

Choose = Callable[[State, int, Stream], Action]
"""Type of a function that chooses a seat's action from the state, the seat and random numbers."""

_SEEDS = itertools.count()
"""Seeds of the matches that are served, one after another."""
_DECISIONS = 99
_MOVES_IN_TEN = 7


class Match(NamedTuple):
    """Length, end, number of orders and processor time of one match that is over."""

    turns: int
    cause: EndCause
    winner: int
    """Index of the winning seat, 0-based."""
    rooms: int
    """Number of rooms that were entered in the match, entry rooms included."""
    living: int
    """Number of heroes of all seats that were alive at the end."""
    orders: int
    """Number of orders that were given to heroes."""
    step_s: float
    """Seconds of processor time in the start, decision points and steps: all that the rules
    take."""
    draw_s: float
    """Seconds of drawing the orders, in addition to `step_s`."""


class Played(NamedTuple):
    """Totals of several whole matches of Proving Grounds: turns, orders, and processor time."""

    matches: int
    turns: int
    orders: int
    step_s: float
    draw_s: float

    @property
    def turns_per_s(self) -> float:
        """Turns a second, without the time of drawing the orders."""
        return self.turns / self.step_s

    @property
    def matches_per_s(self) -> float:
        """Matches a second, without the time of drawing the orders."""
        return self.matches / self.step_s


def wander(state: State, seat: int, dice: Stream) -> Action:
    """Return the action of the rulebook's random bot: heroes move with probability 0.7 (PG-9.1).

    At setup it takes the default party.
    """
    if state.match.item(c.PHASE) == c.SETUP:
        return BAD_MESSAGE
    moves = []
    for hero in living(state, seat):
        doors = doors_of(state, room_of(state, seat, hero), seat)
        if dice.draw(10) <= _MOVES_IN_TEN and doors:
            moves.append(Move(hero, (doors[dice.draw(len(doors)) - 1],)))
    return Orders(heroes=tuple(moves))


def everything(state: State, seat: int, dice: Stream) -> Action:
    """Return a random legal action of any kind, or at setup a random party."""
    return PLUGIN.game.random_action(state, seat, dice)


WAYS: dict[str, Choose] = {"wander": wander, "everything": everything}
"""The two ways of random play, by name."""


def play_match(
    choose: Choose, num_seats: int, seed: int, config: ProvingGroundsConfig | None = None
) -> Match:
    """Play a match in which all seats choose in the same way; return its length, end and times.

    Args:
        choose: Chooses the action of each seat.
        num_seats: Number of seats.
        seed: Seed of the match, and of the random numbers from which seats choose; these have
            separate streams.
        config: Config of the match; None means the game's default.
    """
    game = PLUGIN.game
    dice = [Stream(seed, _DECISIONS, seat) for seat in range(num_seats)]
    orders, drawing_s, began = 0, 0.0, time.process_time()
    state, _ = game.start(config or ProvingGroundsConfig(), seed=seed, num_seats=num_seats)
    while (point := game.decision(state)) is not None:
        drawing = time.process_time()
        actions = {seat: choose(state, seat, dice[seat]) for seat in point.seats}
        drawing_s += time.process_time() - drawing
        game.step(state, actions)
        orders += sum(len(sent.heroes) for sent in actions.values() if isinstance(sent, Orders))
    spent_s = time.process_time() - began
    return Match(
        state.match.item(c.TURN),
        EndCause(state.match.item(c.END_CAUSE)),
        game.outcome(state).placements.index(1),
        int(state.rooms[:, c.EXPLORED].sum()),
        int(state.heroes[:, :, c.ALIVE].sum()),
        orders,
        spent_s - drawing_s,
        drawing_s,
    )


def play_matches(
    choose: Choose, num_seats: int, seconds: float, *, most: int = 1_000_000
) -> Played:
    """Play whole matches with the seeds 0, 1, 2 and so on, at least one; return their totals.

    Args:
        choose: Chooses the actions of all seats.
        num_seats: Number of seats in each match.
        seconds: Processor time to measure for; a match that has begun is played to its end.
        most: Highest number of matches to play.
    """
    played: list[Match] = []
    spent_s = 0.0
    while not played or (len(played) < most and spent_s < seconds):
        match = play_match(choose, num_seats, len(played))
        spent_s += match.step_s + match.draw_s
        played.append(match)
    return Played(
        len(played),
        sum(match.turns for match in played),
        sum(match.orders for match in played),
        sum(match.step_s for match in played),
        sum(match.draw_s for match in played),
    )


def served_turn_ms(seconds: float, num_seats: int = 4) -> float:
    """Return the milliseconds of a turn as the referee plays it.

    That is the rules, and the messages of observations and events to all seats. Drawing the orders
    is not counted. No match is played twice, so that caches from earlier matches do not help.

    Args:
        seconds: Processor time to measure for; a match that has begun is played to its end.
        num_seats: Number of seats, which give legal orders of all kinds.
    """
    game, codec, config = PLUGIN.game, PLUGIN.codec, ProvingGroundsConfig()
    turns, spent_s = 0, 0.0
    while not turns or spent_s < seconds:
        seed = next(_SEEDS)
        dice = Stream(seed, _DECISIONS)
        state, _ = game.start(config, seed=seed, num_seats=num_seats)
        while (point := game.decision(state)) is not None:
            actions = {seat: everything(state, seat, dice) for seat in point.seats}
            began = time.process_time()
            codec.encode_observations(config, game.observe(state, point.seats))
            codec.encode_events(game.step(state, actions))
            spent_s += time.process_time() - began
            turns += 1
    return 1e3 * spent_s / turns
