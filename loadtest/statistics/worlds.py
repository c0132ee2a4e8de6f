"""Simulated tournaments whose true strengths are known, under the project's own schedulers.

A seat's performance is its strength in natural logarithms of odds plus luck. Luck has Gumbel's
distribution, so that without ties the chances are those of Bradley and Terry for two seats, and of
Plackett and Luce for more. Performances are cut to steps of a given height; equal steps tie.

Luck is random for each seat of each match. Or in half of the matches it stays the same in a whole
block: by player, as when a program gets along with some dice and not with others (`shared`), or by
seat, so that exchanged seats cancel it (`cancelling`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np

from tournaments.pairings import (
    BalancedGroups,
    FixedSchedule,
    Gauntlet,
    Knockout,
    Ladder,
    Pairing,
    RoundRobin,
    Scheduler,
    Swiss,
)
from tournaments.pairings.base import own_dice
from tournaments.ratings import PlacedMatch

__all__ = ["DESIGNS", "Design", "Luck", "World", "groups", "names", "round_robin"]

Luck = Literal["own", "shared", "cancelling"]

_FEW = {"duel": 20, "team": 20}
"""Highest number of cycles (in each everybody meets everybody) or rounds in a small tournament, by
format; 5 for other formats.
"""
_SHARE = 0.5
"""Fraction of the matches whose luck is that of their block, so that all matches of the block share
it.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Design:
    """A kind of tournament: which bots play each other, and how often."""

    name: str
    """Name of the format."""
    seats: int
    """Number of seats in a match."""
    bots: int
    """Number of bots."""
    size: int
    """Number of cycles (in each everybody meets everybody) or of rounds of the tournament,
    whichever its format has.
    """
    make: Callable[[Sequence[str], int, int], Scheduler]
    """Returns a scheduler for players, size and number of seats."""
    has_effects: bool = True
    """Whether seats may differ in worth; False among parties."""

    @property
    def is_small(self) -> bool:
        """Whether the tournament has about 20 blocks (matches of the same bots), and not 500."""
        return self.size <= _FEW.get(self.name, 5)

    def scheduler(self) -> Scheduler:
        """Return a new scheduler of the design."""
        return self.make(names(self.bots), self.size, self.seats)


def names(num_bots: int) -> list[str]:
    """Return different names for `num_bots` bots."""
    return [f"bot{number:03d}" for number in range(num_bots)]


def round_robin(players: Sequence[str], size: int, _: int) -> Scheduler:
    """Return a scheduler of a round robin of `size` cycles: in each, everybody meets everybody."""
    return RoundRobin(players, cycles=size, seeds=own_dice)


def _gauntlet(players: Sequence[str], size: int, _: int) -> Scheduler:
    return Gauntlet(players[:1], players[1:], cycles=size, seeds=own_dice)


def _swiss(players: Sequence[str], size: int, _: int) -> Scheduler:
    return Swiss(players, rounds=size, seeds=own_dice)


def _knockout(players: Sequence[str], size: int, _: int) -> Scheduler:
    return Knockout(players, lives=2, best_of=size, seeds=own_dice)


def _ladder(players: Sequence[str], size: int, _: int) -> Scheduler:
    return Ladder(players, rounds=size, seeds=own_dice)


def groups(players: Sequence[str], size: int, seats: int) -> Scheduler:
    """Return a scheduler of balanced groups, each of which plays in all seatings, for `size` cycles.

    In a cycle, every player is in equally many groups.
    """
    return BalancedGroups(players, seats=seats, cycles=size, seeds=own_dice)


def _single(players: Sequence[str], size: int, seats: int) -> Scheduler:
    return BalancedGroups(players, seats=seats, cycles=size, seeds=own_dice, one_seating=True)


def _together(players: Sequence[str], size: int, _: int) -> Scheduler:
    return FixedSchedule(
        Pairing(number, f"seed:{number}", None, tuple(players)) for number in range(1, size + 1)
    )


DESIGNS = (
    Design("duel", 2, 2, 20, round_robin),
    Design("duel", 2, 2, 500, round_robin),
    Design("round robin", 2, 7, 1, round_robin),
    Design("round robin", 2, 8, 18, round_robin),
    Design("gauntlet", 2, 6, 4, _gauntlet),
    Design("gauntlet", 2, 6, 100, _gauntlet),
    Design("swiss", 2, 8, 5, _swiss),
    Design("swiss", 2, 32, 31, _swiss),
    Design("knockout", 2, 8, 3, _knockout),
    Design("knockout", 2, 8, 60, _knockout),
    Design("ladder", 2, 8, 5, _ladder),
    Design("ladder", 2, 10, 100, _ladder),
    Design("groups", 4, 10, 2, groups),
    Design("groups", 4, 10, 50, groups),
    Design("groups", 8, 10, 2, groups),
    Design("groups", 8, 10, 50, groups),
    Design("one seating", 4, 10, 2, _single),
    Design("one seating", 8, 20, 1, _single),
    Design("one seating", 8, 20, 25, _single),
    Design("one seating", 16, 20, 1, _single),
    Design("one seating", 16, 20, 25, _single),
    Design("team", 6, 6, 20, _together, has_effects=False),
    Design("team", 6, 6, 500, _together, has_effects=False),
    Design("contest", 4, 10, 2, _single, has_effects=False),
    Design("contest", 4, 10, 50, _single, has_effects=False),
)
"""Formats, each with about 20 and with about 500 blocks (matches of the same bots, seats
exchanged).
"""


class World:
    """Bots of known strengths, whose matches are simulated.

    Args:
        strengths: Strength of each bot, in natural logarithms of odds.
        dice: Random numbers for luck.
        luck: Kind of luck: of each match, or in half of the matches that of the block, by player or
            by seat.
        step: Height of the steps that performances are cut to; 0 for no steps, so that there are no
            ties.
        seat_effects: Addition of each seat to a performance; empty for none.
    """

    def __init__(
        self,
        strengths: Sequence[float],
        dice: np.random.Generator,
        *,
        luck: Luck = "own",
        step: float = 0.0,
        seat_effects: Sequence[float] = (),
    ) -> None:
        self._strengths = dict(zip(names(len(strengths)), strengths, strict=True))
        self._dice = dice
        self._luck = luck
        self._step = step
        self._seat_effects = seat_effects
        self._blocks: dict[str, dict[str | int, float]] = {}

    def placements(self, block: str, players: Sequence[str]) -> tuple[int, ...]:
        """Return the placement of each seat in a simulated match, from 1.

        Args:
            block: Id of the match's block; luck may be shared within it.
            players: Player of each seat.
        """
        luck = self._dice.gumbel(size=len(players)).tolist()
        if self._luck != "own" and self._dice.random() < _SHARE:
            of_block = self._blocks.setdefault(block, {})
            for seat, player in enumerate(players):
                # Luck of the seat meets every player of a block in turn, so that it cancels in the
                # block's sum.
                whose = player if self._luck == "shared" else seat
                luck[seat] = of_block.setdefault(whose, luck[seat])
        levels = [self._strengths[player] + luck[seat] for seat, player in enumerate(players)]
        if self._seat_effects:
            levels = [level + own for level, own in zip(levels, self._seat_effects, strict=True)]
        if self._step:
            levels = [level // self._step for level in levels]
        return tuple(1 + sum(other > level for other in levels) for level in levels)

    def play(self, scheduler: Scheduler) -> Iterator[PlacedMatch]:
        """Play a simulated tournament by a scheduler; yield its matches in schedule order."""
        # Luck is shared within one tournament only.
        self._blocks.clear()
        while due := scheduler.due():
            for pairing in due:
                placements = self.placements(pairing.block, pairing.players)
                scheduler.record(pairing, placements)
                yield _match(pairing, placements)


def _match(pairing: Pairing, placements: tuple[int, ...]) -> PlacedMatch:
    return PlacedMatch(pairing.block, pairing.players, placements)
