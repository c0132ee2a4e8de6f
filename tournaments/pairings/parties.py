"""Formats of team games, whose seats are filled party by party.

An *entry* is what fills a party: one bot for each of its seats, which may be the same bot.

A *block* is all matches with the same seed, which may share their dice. In `Team` and `AdHoc` every
party plays one match of every block, so with shared dice luck is the same for all. In `Contest`
each match is a separate block.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tournaments.pairings.base import FixedSchedule, Pairing, Seeds
from tournaments.pairings.draws import ScheduleStream
from tournaments.pairings.groups import shifted_groups

__all__ = ["AdHoc", "Contest", "Team", "adhoc_pairs"]

_SCHEDULE_STREAM = 3
"""Key of the random stream that rule DA-7.6 draws from."""

Entry = tuple[str, ...]
"""Names of the bots of a party, in seat order."""


class Team(FixedSchedule):
    """Every entry plays every seed alone, one party a match (the team format of DA-7.6).

    Args:
        entries: Parties, at least one, all different.
        cycles: Number of seeds, from 1.
        seeds: Gives each block (matches that may share their dice) its seed.
    """

    def __init__(self, entries: Sequence[Entry], *, cycles: int, seeds: Seeds) -> None:
        matches = itertools.product(range(1, cycles + 1), entries)
        super().__init__(_numbered(matches, seeds))


class Contest(FixedSchedule):
    """Entries meet, several parties a match, in balanced groups (the contest format of DA-7.6).

    Every match has a separate seed; the order of parties in a match has no effect.

    Args:
        entries: At least `parties`, all different.
        parties: Number of parties in a match, from 2.
        cycles: Number of base groups that are shifted through all entries, from 1.
        seeds: Gives each block (matches that may share their dice) its seed.
    """

    def __init__(
        self, entries: Sequence[Entry], *, parties: int, cycles: int, seeds: Seeds
    ) -> None:
        # Groups of entries and not of bots: an entry's bots always play together.
        groups = shifted_groups(len(entries), parties, cycles)
        matches = (
            tuple(bot for member in members for bot in entries[member]) for _, _, members in groups
        )
        super().__init__(_numbered(enumerate(matches, start=1), seeds))


class AdHoc(FixedSchedule):
    """Parties of three different bots, each of which has every seat equally often (DA-7.6).

    Args:
        bots: Names, at least three, all different.
        pairs: Highest number of pairs of distances, Q of DA-7.6, from 1.
        cycles: Number of seeds, from 1.
        seeds: Gives each block (matches that may share their dice) its seed.
        draw: Seed of the schedule's own draws, which decide who plays together, 0..2^64-1.
    """

    def __init__(
        self, bots: Sequence[str], *, pairs: int, cycles: int, seeds: Seeds, draw: int
    ) -> None:
        num_bots = len(bots)
        parties = [
            (bots[b], bots[(b + i) % num_bots], bots[(b + j) % num_bots])
            for i, j in adhoc_pairs(num_bots, pairs, draw)
            for b in range(num_bots)
        ]
        super().__init__(_numbered(itertools.product(range(1, cycles + 1), parties), seeds))


def adhoc_pairs(num_bots: int, most: int, seed: int) -> list[tuple[int, int]]:
    """Return pairs of distances, in order of entry, of a party's second and third bot from the first.

    The rule is DA-7.6.

    Each pair gives one match for each of the bots. They are all pairs in lexicographic order if
    there are at most `most`; else `most` of them, drawn one by one from the remaining ones, in the
    order of the draws.

    Args:
        num_bots: Number of bots.
        most: Highest number of pairs.
        seed: Seed of the draws.
    """
    # Ordered pairs: second and third seat of a party are not alike.
    left = list(itertools.permutations(range(1, num_bots), 2))
    if len(left) <= most:
        return left
    dice = ScheduleStream(seed, _SCHEDULE_STREAM)
    return [dice.take(left) for _ in range(most)]


def _numbered(matches: Iterator[tuple[int, Entry]], seeds: Seeds) -> Iterator[Pairing]:
    """Yield numbered pairings from the players of each match and the number of its seed.

    Args:
        matches: For each match, the number of its seed, and its players in seat order.
        seeds: Gives each block (the matches with one seed number) its seed.
    """
    for number, (index, players) in enumerate(matches, start=1):
        block = f"seed:{index}"
        yield Pairing(number, block, seeds(block), players)
