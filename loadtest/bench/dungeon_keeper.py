"""Dungeon Keeper's engine without clocks, network and disk, in random play by orders of all sorts.

Seconds are processor time, as the engine is one thread and waits for nothing. Drawing random orders
takes longer than carrying them out, since each order is tried on a copy first; so both are timed
separately.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.orders.kinds import Batch
from referee.games.dungeon_keeper.state import State

__all__ = [
    "Played",
    "Shown",
    "begin_us",
    "copy_us",
    "play_matches",
    "played_on",
    "shown",
]

_DECISIONS = 99
_LEAST_REPEATS = 20


class Played(NamedTuple):
    """Totals of several whole matches of Dungeon Keeper: rounds, orders, and processor time."""

    matches: int
    rounds: int
    batches: int
    orders: int
    """Number of orders that were carried out; random play is refused none."""
    step_s: float
    """Seconds of processor time in starts, decision points and steps: all that the rules take."""
    draw_s: float
    """Seconds of drawing the orders, in addition to `step_s`."""

    @property
    def orders_per_s(self) -> float:
        """Orders a second, without the time of drawing them."""
        return self.orders / self.step_s

    @property
    def matches_per_s(self) -> float:
        """Matches a second, without the time of drawing the orders."""
        return self.matches / self.step_s


class Shown(NamedTuple):
    """Size of one observation, and the time to compute and to encode it."""

    num_bytes: int
    """Bytes of the encoded observation."""
    make_us: float
    """Microseconds to compute the observation from the state."""
    encode_us: float
    """Microseconds to encode the observation."""


def play_matches(
    config: DungeonKeeperConfig, num_seats: int, seconds: float, *, most: int = 1_000_000
) -> Played:
    """Play whole matches at random with the seeds 0, 1, 2 and so on, at least one.

    Return their totals.

    Args:
        config: Config of the matches.
        num_seats: Number of seats in each match.
        seconds: Processor time to measure for; a match that has begun is played to its end.
        most: Highest number of matches to play.
    """
    game = PLUGIN.game
    matches = rounds = batches = orders = 0
    step_s = draw_s = 0.0
    while matches == 0 or (matches < most and step_s + draw_s < seconds):
        dice = Stream(matches, _DECISIONS)
        drawing_s, began = 0.0, time.process_time()
        state, _ = game.start(config, seed=matches, num_seats=num_seats)
        while (point := game.decision(state)) is not None:
            drawing = time.process_time()
            action = game.random_action(state, point.seats[0], dice)
            drawing_s += time.process_time() - drawing
            game.step(state, {point.seats[0]: action})
            batches += 1
            orders += len(action.orders)
        step_s += time.process_time() - began - drawing_s
        draw_s += drawing_s
        matches += 1
        rounds += state.match.item(c.ROUND)
    return Played(matches, rounds, batches, orders, step_s, draw_s)


def played_on(config: DungeonKeeperConfig, num_seats: int, rounds: int, seed: int = 0) -> State:
    """Return a match in random play after some rounds, at the beginning of a turn.

    If the match ends before that, return it as it begins.
    """
    game, dice = PLUGIN.game, Stream(seed, _DECISIONS)
    state, _ = game.start(config, seed=seed, num_seats=num_seats)
    while (point := game.decision(state)) is not None:
        if state.match.item(c.ROUND) > rounds:
            return state
        action = game.random_action(state, point.seats[0], dice)
        game.step(state, {point.seats[0]: action._replace(end_turn=True)})
    return game.start(config, seed=seed, num_seats=num_seats)[0]


def shown(config: DungeonKeeperConfig, state: State, seconds: float, *, delta: bool) -> Shown:
    """Return size and times of the acting seat's observation after a batch of one order.

    Args:
        config: Config of the match.
        state: State of a match with a decision point; it is not changed.
        seconds: Processor time to measure each part for.
        delta: Whether the seat asks only for differences to its last observation.
    """
    game, codec = PLUGIN.game, PLUGIN.codec
    after = game.copy(state)
    seat = state.match.item(c.ACTING)
    dice = Stream(1, _DECISIONS)
    while not (orders := game.random_action(state, seat, dice).orders):
        pass  # it may end the turn at once
    game.step(after, {seat: Batch(orders[:1], delta=delta)})
    observations = game.observe(after, [seat])
    (data,) = codec.encode_observations(config, observations)
    make_us = _us(lambda: game.observe(after, [seat]), seconds)
    encode_us = _us(lambda: codec.encode_observations(config, observations), seconds)
    return Shown(len(data), make_us, encode_us)


def copy_us(state: State, seconds: float) -> float:
    """Return the microseconds that copying a state takes, measured for `seconds` or longer."""
    return _us(lambda: PLUGIN.game.copy(state), seconds)


def begin_us(config: DungeonKeeperConfig, num_seats: int, seconds: float) -> float:
    """Return the microseconds that beginning a match takes, mostly for its map.

    Each match has another seed. `seconds` is the least time to measure.
    """
    seeds = iter(range(1_000_000))
    return _us(lambda: PLUGIN.game.start(config, seed=next(seeds), num_seats=num_seats), seconds)


def _us(work: Callable[[], object], seconds: float) -> float:
    """Return the mean microseconds of one call of `work`, measured for `seconds` or longer."""
    work()  # whatever is made once only
    done, began = 0, time.process_time()
    while done < _LEAST_REPEATS or time.process_time() - began < seconds:
        work()
        done += 1
    return 1e6 * (time.process_time() - began) / done
