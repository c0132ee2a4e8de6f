"""Plays random matches, or the same battles again and again, in kernels alone.

This serves statistics and measurements of speed.

A match has the same result here as by `Game.step` with the same actions; no events are made.
"""

from __future__ import annotations

import numpy as np

from referee.core.kernel import kernel
from referee.core.rng import Stream
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Shorts
from referee.games.champions.rules.battle import fight_battle
from referee.games.champions.rules.fight import Fight, new_fight
from referee.games.champions.rules.orders import Orders, give_order, new_orders
from referee.games.champions.rules.rounds import acts, play_orders
from referee.games.champions.rules.sets import Picks, new_picks, read_picks, reset_picks
from referee.games.champions.rules.side_by_side import board_at
from referee.games.champions.scenario.random_orders import random_order
from referee.games.champions.state import State, board_of, new_log

__all__ = ["choose_all", "play_out", "repeat_battles"]


def play_out(state: State, dice: Stream) -> None:
    """Play a match to its end with random actions, as `Game.random_action` chooses them.

    Args:
        state: The match, changed in place; it is over afterwards.
        dice: Stream that chooses the actions.
    """
    num_seats = len(state.seats)
    orders = new_orders(num_seats)
    # As np.uint64: mixed with Python's integers, words would become floats in kernels.
    word = np.uint64(dice.state)
    state.log = new_log()
    word = _play_out(board_of(state), orders, new_picks(num_seats), new_fight(), word)
    dice.state = int(word)


@kernel
def _play_out(b: Board, orders: Orders, picks: Picks, fight: Fight, word: np.uint64) -> np.uint64:
    while b.match[c.PHASE] != c.OVER:
        for seat in range(len(b.seats)):
            if acts(b, seat):
                word = random_order(b, seat, word, orders)
        if b.match[c.PHASE] == c.BATTLE:
            # Used again in each round: fighters of the round before must not be picked.
            reset_picks(picks)
        play_orders(b, orders, picks, fight)
    return word


def choose_all(state: State, dice: Stream, given: Shorts) -> int:
    """Choose a random order for each seat that must decide, as `Game.random_action` does.

    Args:
        state: Matches side by side, as `ChampionsRows` has them.
        dice: Stream that chooses the orders.
        given: int16[match, seat, GIVEN_WIDTH]; the orders in numbers, written for seats that must
            decide. Columns that the order does not use stay as they are.

    Returns:
        Number of seats that must decide.
    """
    orders = new_orders(given.shape[1])
    chosen, word = _choose_all(board_of(state), orders, given, np.uint64(dice.state))
    dice.state = int(word)
    return chosen


@kernel
def _choose_all(
    boards: Board, orders: Orders, given: Shorts, word: np.uint64
) -> tuple[int, np.uint64]:
    chosen = 0
    for row in range(len(boards.match)):
        b = board_at(boards, row)
        for seat in range(len(b.seats)):
            if acts(b, seat):
                word = random_order(b, seat, word, orders)
                give_order(orders, seat, int(b.match[c.PHASE]), given[row, seat])
                chosen += 1
    return chosen, word


def repeat_battles(state: State, orders: Orders, times: int) -> int:
    """Fight the battles of a round `times` times, with other dice each time; discard the results.

    Args:
        state: A match in the phase BATTLE; its round number rises by `times`.
        orders: Orders of all seats for the phase BATTLE.
        times: How often all battles are fought.

    Returns:
        Number of battles fought.
    """
    picks = new_picks(len(state.seats))
    state.log = new_log()
    board = board_of(state)
    read_picks(board, orders, picks)
    return _repeat_battles(board, picks, new_fight(), times)


@kernel
def _repeat_battles(b: Board, picks: Picks, fight: Fight, times: int) -> int:
    fought = 0
    for _ in range(times):
        # The round names the stream of a battle's dice, so each repetition rolls others.
        b.match[c.ROUND] += 1
        # Emptied, or the log would grow beyond its width.
        b.log[c.LOG_SIZE] = c.LOG_ENTRIES
        for battle in range(b.match[c.NUM_BATTLES]):
            fight_battle(b, battle, picks, fight)
            fought += 1
    return fought
