"""The rounds of a Swiss tournament, found from its matches: byes and rematches."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Sequence

from tournaments.pairings import Pairing

__all__ = ["block_round", "round_of", "swiss_byes", "swiss_rematches", "swiss_rounds"]

Pair = tuple[str, str]


def round_of(pairing: Pairing) -> int:
    """Return the number of the round that a pairing is in, from 1."""
    return block_round(pairing.block)


def block_round(block: str) -> int:
    """Return the number of the round of a block (a meeting's matches), from 1; its key begins with it."""
    return int(block.split(":", 1)[0])


def swiss_rounds(pairings: Iterable[Pairing]) -> dict[int, dict[str, Pair]]:
    """Return the two players of each meeting, by round, from 1, and by the key of the meeting's block.

    They are in order of the pairings.
    """
    rounds: dict[int, dict[str, Pair]] = {}
    for pairing in pairings:
        first, second = pairing.players
        rounds.setdefault(round_of(pairing), {}).setdefault(pairing.block, (first, second))
    return rounds


def swiss_byes(players: Sequence[str], pairings: Iterable[Pairing]) -> collections.Counter[str]:
    """Return how often each player had a bye, in rounds of which all meetings are among the pairings.

    Args:
        players: Names of all players.
        pairings: Pairings that were played.
    """
    byes: collections.Counter[str] = collections.Counter()
    for meetings in swiss_rounds(pairings).values():
        # In a round that is not complete, players without a meeting may still get one.
        if len(meetings) == len(players) // 2:
            byes.update(set(players).difference(*meetings.values()))
    return byes


def swiss_rematches(pairings: Iterable[Pairing]) -> list[tuple[int, Pair]]:
    """Return round, from 1, and players of every meeting of two players that had met before."""
    met: set[frozenset[str]] = set()
    found = []
    for number, meetings in sorted(swiss_rounds(pairings).items()):
        found += [(number, pair) for pair in meetings.values() if frozenset(pair) in met]
        met.update(map(frozenset, meetings.values()))
    return found
