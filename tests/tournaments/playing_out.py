"""Plays a scheduler to its end without a referee."""

from __future__ import annotations

import random
from collections.abc import Callable

from tournaments.pairings import Pairing, Scheduler

__all__ = ["Judge", "favourites", "names_of", "play_out", "randomly"]

Judge = Callable[[Pairing], tuple[int, ...]]


def names_of(count: int) -> list[str]:
    """Names in alphabetical order, all of one length."""
    return [f"p{index:03}" for index in range(count)]


def favourites(pairing: Pairing) -> tuple[int, ...]:
    """Who comes first in the alphabet wins."""
    ranking = sorted(pairing.players)
    return tuple(ranking.index(player) + 1 for player in pairing.players)


def randomly(seed: int) -> Judge:
    """Wins, draws and losses that depend on the pairing and this seed alone."""

    def judge(pairing: Pairing) -> tuple[int, ...]:
        dice = random.Random(f"{seed}:{pairing.number}:{pairing.players}")
        return dice.choice([(1, 2), (2, 1), (1, 1)])

    return judge


def play_out(scheduler: Scheduler, judge: Judge, *, shuffle: int | None = None) -> list[Pairing]:
    """Play until nothing is due; return all pairings in schedule order.

    Args:
        scheduler: A fresh one.
        judge: How a match ends.
        shuffle: Seed of the order in which results come in; None means schedule order.
    """
    played: list[Pairing] = []
    while due := list(scheduler.due()):
        played += due
        if shuffle is not None:
            random.Random(shuffle + len(played)).shuffle(due)
        for pairing in due:
            scheduler.record(pairing, judge(pairing))
            if pairing is not due[-1]:
                assert not scheduler.due()
    assert not scheduler.due()
    assert [pairing.number for pairing in played] == list(range(1, len(played) + 1))
    assert len({(pairing.seed, pairing.players) for pairing in played}) == len(played)
    return played
