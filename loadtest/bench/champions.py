"""Speed of Champions' engine without clocks, network and disk: battles, matches and decisions a second.

Play is random. Matches have 16 seats under the default config. Seconds are processor time, as the
engine is one thread and waits for nothing. For matches, drawing the random actions is part of what
is measured; for rows (matches side by side) it is not.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable

import numpy as np

from loadtest.bench.served import Script, script, serve
from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions import columns as c
from referee.games.champions.columns import Shorts
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rows import ChampionsRows
from referee.games.champions.rules.actions import put_order
from referee.games.champions.rules.fight import new_fight
from referee.games.champions.rules.orders import new_orders
from referee.games.champions.rules.sets import new_picks
from referee.games.champions.rules.side_by_side import play_all
from referee.games.champions.simulation import choose_all, play_out, repeat_battles
from referee.games.champions.state import board_of
from referee.kit.rollout.rollout import Rollout

__all__ = [
    "battles_per_s",
    "full_matches_per_s",
    "kernel_decisions_per_s",
    "kernel_matches_per_s",
    "rollout_decisions_per_s",
    "served_matches_per_s",
]

NUM_SEATS = 16
CONFIG = ChampionsConfig()

_SERVED = 3
"""Number of different matches that are served, over and over."""
_TIMES = 500
_ROUNDS_OF_LOOT = 4
"""Number of rounds before the battles that are measured, so that the champions hold items by
then."""
_POINTS_OF_A_MATCH = 150
"""Number of decision points within which nearly every match is over, so that rows (matches side by
side) are then at different points of their matches.
"""


def battles_per_s(seconds: float) -> float:
    """Return battles a second of random actions in the kernel (rules over arrays) alone.

    Each battle has up to four turns, and the kernel also writes the battle's log.
    """
    game, dice = PLUGIN.game, Stream(1)
    state, _ = game.start(CONFIG, seed=1, num_seats=NUM_SEATS)
    while (point := game.decision(state)) is not None:
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        if point.phase == "BATTLE" and state.match[c.ROUND] >= _ROUNDS_OF_LOOT:
            break
        game.step(state, actions)
    orders = new_orders(NUM_SEATS)
    for seat, action in actions.items():
        put_order(action, c.BATTLE, CONFIG.loot_actions, orders, seat)
    fought, spent = 0, 0.0
    while spent < seconds:
        began = time.process_time()
        fought += repeat_battles(state, orders, _TIMES)
        spent += time.process_time() - began
    return fought / spent


def kernel_matches_per_s(seconds: float) -> float:
    """Return whole matches a second in the kernels (rules over arrays) alone, from start to outcome."""
    game = PLUGIN.game
    played, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        state, _ = game.start(CONFIG, seed=played, num_seats=NUM_SEATS)
        play_out(state, Stream(played, 1))
        game.outcome(state)
        played += 1
    return played / (time.process_time() - began)


def full_matches_per_s(seconds: float, *, observed: bool) -> float:
    """Return whole matches a second played with objects, as the referee plays them.

    It includes the events.

    Args:
        seconds: Processor time to measure for; a match that has begun is played to its end.
        observed: Whether the messages of observations, for all seats that are asked, and of all
            events are encoded as well.
    """
    game, codec = PLUGIN.game, PLUGIN.codec
    dice = Stream(0)
    played, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        state, _ = game.start(CONFIG, seed=played, num_seats=NUM_SEATS)
        while (point := game.decision(state)) is not None:
            if observed:
                codec.encode_observations(CONFIG, game.observe(state, point.seats))
            actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
            events = game.step(state, actions)
            if observed:
                codec.encode_events(events)
        played += 1
    return played / (time.process_time() - began)


def served_matches_per_s(seconds: float) -> float:
    """Return whole matches a second as a server plays them, without gRPC.

    All messages are read and written, and the replay is written.

    Args:
        seconds: Processor time to measure for; a match that has begun is played to its end.
    """
    served = serve(*_scripts(), at_least_s=seconds)
    return served.matches / served.cpu_s


@functools.cache
def _scripts() -> tuple[Script, ...]:
    return tuple([script(PLUGIN, NUM_SEATS, seed) for seed in range(_SERVED)])


def kernel_decisions_per_s(seconds: float, num_rows: int) -> float:
    """Return decisions a second of matches side by side in the kernels (rules over arrays) alone.

    Nothing is observed, and no rewards are computed.

    Args:
        seconds: Processor time to measure for.
        num_rows: Number of matches. A match that is over is followed by another; setting that up is
            measured, too.
    """
    rows = ChampionsRows(CONFIG, num_rows, NUM_SEATS)
    all_rows = np.arange(num_rows)
    rows.begin(all_rows, all_rows.astype(np.uint64))
    boards, answered = board_of(rows.state), np.ones((num_rows, NUM_SEATS), np.bool_)
    orders, picks, fight = new_orders(NUM_SEATS), new_picks(NUM_SEATS), new_fight()
    refused = np.zeros((num_rows, NUM_SEATS), np.int32)
    begun = num_rows

    def step(given: Shorts) -> None:
        nonlocal begun
        play_all(boards, all_rows, given, answered, orders, picks, fight, refused)
        over = np.flatnonzero(rows.over())
        rows.begin(over, np.arange(begun, begun + len(over), dtype=np.uint64))
        begun += len(over)

    return _decisions_per_s(rows, step, seconds)


def rollout_decisions_per_s(seconds: float, num_rows: int) -> float:
    """Return decisions a second of matches that a `Rollout` steps.

    After each step every column except messages and digests is computed.

    Args:
        seconds: Processor time to measure for.
        num_rows: Number of matches side by side.
    """
    rows = ChampionsRows(CONFIG, num_rows, NUM_SEATS)
    rollout = Rollout(rows, seed=0)
    columns = [each for each in rollout.columns if not each.is_ragged]
    names = [each.name for each in columns if each.name != "digest"]

    def step(given: Shorts) -> None:
        rollout.step({"order": given})
        rollout.observe(names)

    return _decisions_per_s(rows, step, seconds)


def _decisions_per_s(rows: ChampionsRows, step: Callable[[Shorts], None], seconds: float) -> float:
    """Return the decisions a second that a step function carries out, with random actions.

    Measuring begins after `_POINTS_OF_A_MATCH` steps, when the rows are no longer at the same point
    of their matches.
    """
    given = np.zeros((rows.num_rows, NUM_SEATS, c.GIVEN_WIDTH), np.int16)
    dice, decisions, spent = Stream(0), 0, 0.0
    for _ in range(_POINTS_OF_A_MATCH):
        choose_all(rows.state, dice, given)
        step(given)
    while spent < seconds:
        decisions += choose_all(rows.state, dice, given)
        began = time.process_time()
        step(given)
        spent += time.process_time() - began
    return decisions / spent
