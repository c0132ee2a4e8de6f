"""Computes how long Altars stand once they wane: lose hit points each round, without repair (DK-7.5)."""

from __future__ import annotations

from gamereferee.games.dungeon_keeper.v1.tables import BUILDINGS, Building
from referee_bots.dungeon_keeper.board import Board

__all__ = ["falls_after", "is_waning", "last_round"]


def is_waning(board: Board) -> bool:
    """Return whether Altars lose hit points each round now, and can't be repaired any more."""
    return 0 < board.rules.waning_round <= board.round


def falls_after(board: Board, hp: int) -> int:
    """Return the round after which an Altar with `hp` hit points falls by waning alone.

    If it does not fall before the match ends, return the last round of the match.
    """
    last = board.rules.max_rounds
    if not board.rules.waning_round:
        return last
    at = max(board.round, board.rules.waning_round)
    while at < last:
        hp -= at - board.rules.waning_round + 1
        if hp <= 0:
            break
        at += 1
    return at


def last_round(board: Board) -> int:
    """Return the last round of the match if nobody attacks any more.

    It is the round after which either the own Altar or all enemies' Altars have fallen by waning,
    or at latest the cap on rounds.
    """
    own = board.altar(board.me)
    if own is None:
        return board.rules.max_rounds
    known = [board.houses[altar].hp for altar in board.enemy_altars()]
    enemies = sum(
        seat.is_alive and board.is_hostile_seat(number) for number, seat in enumerate(board.seats)
    )
    if len(known) < enemies:
        known.append(BUILDINGS[Building.ALTAR].hp)  # not seen yet
    others = max((falls_after(board, hp) for hp in known), default=board.rules.max_rounds)
    return min(falls_after(board, board.houses[own].hp), others)
