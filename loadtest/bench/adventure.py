"""Dice Adventure's engine without clocks, network and disk: decisions of seats a second at random.

A decision of one seat is called a seat-action: one order of one living member, in ping windows and
in plannings alike. Whole matches of the rulebook's six levels are played. Drawing the random orders
is part of what is measured, making the levels is not. "Observed" means that the observations of all
three seats are computed after every step, whether or not a seat is asked. Seconds are processor
time, as the engine is one thread and waits for nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from referee.core.rng import Stream
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.rules.rounds import begin, no_orders, play
from referee.games.dice_adventure.scenario.random_orders import random_orders
from referee.games.dice_adventure.state import State, blank_state
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.visibility.visibility import new_sights, see

__all__ = ["arrays_per_s", "full_per_s", "starts_per_s"]

BATCH = 1024
CONFIG = DiceAdventureConfig()

_ALIVE = slice(c.MEMBERS + c.ALIVE, None, c.MEMBER_WIDTH)


def arrays_per_s(seconds: float, matches: int, *, observed: bool) -> float:
    """Return seat-actions a second of matches stepped together as arrays.

    All matches are replaced by new ones when half of them are over. Matches that are over before
    that add no more seat-actions.

    Args:
        seconds: Processor time to measure for.
        matches: Number of matches that are stepped at once.
        observed: Whether the observations of all seats are computed after every step.
    """
    seat_actions, spent, seed = 0, 0.0, 0
    while spent < seconds:
        parties = _begun(range(seed, seed + matches))
        done, took = _play(parties, seconds - spent, observed=observed)
        seat_actions += done
        spent += took
        seed += matches
    return seat_actions / spent


def _begun(seeds: range) -> State:
    """Return one state with a begun match for each seed."""
    parties = blank_state(CONFIG, seeds, 1)
    begin(parties)
    return parties


def _play(parties: State, seconds: float, *, observed: bool) -> tuple[int, float]:
    """Play until half of the matches are over or the time is up.

    Return the number of seat-actions (orders of one living member), and the seconds that they took.

    Args:
        parties: State of the matches; changed in place.
        seconds: Time to play.
        observed: Whether observations are made after each step, and measured too.
    """
    num_matches = len(parties.table)
    orders = no_orders(num_matches)
    words = np.arange(num_matches, dtype=np.uint64)
    sights = new_sights(parties)
    see(parties, sights)
    seat_actions, spent = 0, 0.0
    while spent < seconds:
        live = parties.table[:, c.PHASE] != c.DONE
        if 2 * live.sum() < num_matches:
            break
        seat_actions += int(parties.table[live][:, _ALIVE].sum())
        began = time.process_time()
        random_orders(parties.rules, parties.table, words, orders)
        play(parties, orders)
        if observed:
            see(parties, sights)
        spent += time.process_time() - began
    return seat_actions, spent


def full_per_s(seconds: float, *, observed: bool) -> float:
    """Return seat-actions a second of one match played with objects, as the referee plays it.

    It includes the events.

    Args:
        seconds: Processor time to measure for.
        observed: Whether the observations of all three seats are computed and encoded after every
            step.
    """
    game, codec = PLUGIN.game, PLUGIN.codec
    dice = Stream(0)

    def play(seed: int, until: Callable[[], bool]) -> int:
        state, _ = game.start(CONFIG, seed=seed, num_seats=NUM_MEMBERS)
        seat_actions = 0
        while (point := game.decision(state)) is not None and not until():
            actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
            game.step(state, actions)
            seat_actions += len(actions)
            if observed:
                codec.encode_observations(CONFIG, game.observe(state, range(NUM_MEMBERS)))
        return seat_actions

    return _per_s(play, seconds)


def starts_per_s(seconds: float) -> float:
    """Return matches begun a second; each begins with the generation of three random levels."""

    def begin(seed: int, until: Callable[[], bool]) -> int:  # noqa: ARG001
        _begun(range(64 * seed, 64 * seed + 64))
        return 64

    return _per_s(begin, seconds)


def _per_s(play: Callable[[int, Callable[[], bool]], int], seconds: float) -> float:
    began = time.process_time()
    done, seed = 0, 0
    while time.process_time() - began < seconds:
        done += play(seed, lambda: time.process_time() - began > seconds)
        seed += 1
    return done / (time.process_time() - began)
