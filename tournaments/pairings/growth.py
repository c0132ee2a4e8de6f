"""Schedules that grow: earlier pairings stay under the same numbers, and what is added follows them.

A *stage* is a schedule as the file had it for a while. Every stage follows from the file's values
alone, so a schedule that has grown is the same however often it is computed.
"""

from __future__ import annotations

import collections
import dataclasses
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.pairings.base import Pairing

__all__ = ["Growth", "SeedOf", "grown_groups", "grown_schedule", "levelling_groups", "seat_evenly"]

SeedOf = Callable[[int, str], int | None]
"""Function from a match's number and the key of its block (matches that may share dice) to the
match's seed; None means that the match draws separate dice.
"""
Seating = tuple[str, ...]
Group = tuple[int, ...]
Ints = npt.NDArray[np.int64]
_MOST_PASSES = 20


@dataclasses.dataclass(frozen=True, slots=True)
class Growth:
    """What a tournament was before its file grew (got more bots, cycles or rounds), and a new secret.

    The shared dice of the matches that were added follow from the secret.
    """

    bots: int
    """Number of bots before the file grew; bots that joined later are placed behind them."""
    cycles: int
    """Number of cycles before the file grew; 1 in formats without cycles."""
    rounds: int | None
    """Number of rounds before the file grew; None in formats without rounds."""
    after: int
    """Number of the last pairing that was known when the file grew; 0 if none was known."""
    secret: bytes = dataclasses.field(default=b"", repr=False)
    """Secret that the shared dice of later pairings follow from, 32 random bytes; empty unless dice
    are shared. It is a new one, because the earlier secret may have been published.
    """


def grown_schedule(stages: Sequence[Iterable[Pairing]], seed: SeedOf) -> Iterator[Pairing]:
    """Yield the pairings of the first stage, then of each later stage those that are new.

    A stage is the schedule as the file had it for a while.

    A pairing that is added to a block of an earlier stage gets a new block, since the earlier
    block's dice may be known by then.

    Args:
        stages: The whole schedule of each stage; its numbers and seeds are ignored.
        seed: Gives matches their seeds.
    """
    seen: set[tuple[str, Seating]] = set()
    number = 0
    for step, stage in enumerate(stages):
        # Of earlier stages alone: within a stage, all seatings of a new block share its key.
        blocks = {block for block, _ in seen}
        for pairing in stage:
            if (pairing.block, pairing.players) in seen:
                continue
            seen.add((pairing.block, pairing.players))
            block = f"{pairing.block}:{step}" if pairing.block in blocks else pairing.block
            number += 1
            yield Pairing(number, block, seed(number, block), pairing.players)


def grown_groups(
    stages: Sequence[tuple[Sequence[str], int]],
    make: Callable[[Sequence[str], int], Iterable[Pairing]],
    seed: SeedOf,
    *,
    size: int,
    seatings: Callable[[Seating, int], Sequence[Seating]] | None,
) -> Iterator[Pairing]:
    """Yield the pairings of groups to which bots or cycles were added.

    Added bots first catch up: extra groups bring all bots to the same number of groups. Then follow
    the remaining cycles, with all bots, as a separate schedule.

    Args:
        stages: Players and number of cycles of each stage, that is, of the file as it was for a
            while.
        make: Makes the schedule of these players for a number of cycles. The key of each block
            begins with its cycle, from 1, and the groups of a cycle do not depend on how many
            cycles follow.
        seed: Gives matches their seeds.
        size: Number of players in a match.
        seatings: Returns the seatings in which an extra group plays, given its players and the
            number of the growth step, from 1; None if the group plays once.
    """
    rows: list[tuple[str, Seating]] = []
    since = done = 0
    before: Sequence[str] = ()
    for step, (players, cycles) in enumerate(stages):
        if before and len(players) > len(before):
            rows += _catching_up(rows, players, size, step, seatings)
            since = done
        # `make` numbers cycles from 1. After newcomers have caught up, the cycles that are left are a new schedule
        # with all players, numbered on from `since`.
        for pairing in make(players, cycles - since) if cycles > done else ():
            first, rest = pairing.block.split(":", 1)
            cycle = since + int(first)
            if cycle > done:
                rows.append((f"{cycle}:{rest}", pairing.players))
        before, done = players, cycles
    for number, (block, seating) in enumerate(rows, start=1):
        yield Pairing(number, block, seed(number, block), seating)


def _catching_up(
    rows: Sequence[tuple[str, Seating]],
    players: Sequence[str],
    size: int,
    step: int,
    seatings: Callable[[Seating, int], Sequence[Seating]] | None,
) -> list[tuple[str, Seating]]:
    places = {player: place for place, player in enumerate(players)}
    groups = {block: [places[player] for player in row] for block, row in rows}
    added = levelling_groups(list(groups.values()), len(players), size)
    if seatings is None:
        # Groups that play once have no seat design to balance their seats.
        added = seat_evenly(list(groups.values()), added, len(players))
    added_rows = []
    for index, members in enumerate(added):
        group = tuple(players[member] for member in members)
        block = f"added{step}:{index}:{':'.join(sorted(group))}"
        added_rows += [
            (block, row) for row in ([group] if seatings is None else seatings(group, step))
        ]
    return added_rows


def levelling_groups(played: Sequence[Sequence[int]], num_players: int, size: int) -> list[Group]:
    """Return groups to add, so that all players have been in equally many groups and met evenly.

    The players' final number of groups is the lowest that fills all groups, has room in them for
    players without any group, and brings newcomers together at most twice as often as two players
    meet on average. Example: 5 players in groups of 3 have been in 6 groups each; after one
    newcomer, all are in 10.

    Groups are made one by one and member by member. Each new member is the player that increases
    least the sum of the squared counts of meetings. Then members are exchanged between the new
    groups as long as that sum falls.

    Args:
        played: Members of every group so far, as player indices from 0.
        num_players: Number of players now, more than `size`.
        size: Number of members of a group, from 2.
    """
    counts = np.zeros(num_players, np.int64)
    for group in played:
        counts[list(group)] += 1
    target = _final_number(counts, num_players, size)
    met = _meetings(played, num_players)
    groups = _first_groups(met, target - counts, size)
    _exchange(groups, met)
    return groups


def _final_number(counts: Ints, num_players: int, size: int) -> int:
    most, places, new = int(counts.max()), int(counts.sum()), int((counts == 0).sum())
    # num_players x number must be a multiple of size: groups are whole.
    each = size // math.gcd(num_players, size)
    # What is lacking is enough groups for somebody who has been in none.
    least = max(most, -(-places // (num_players - size)))
    for number in itertools.count(-(-least // each) * each, each):
        num_groups = (num_players * number - places) // size
        together, more = divmod(new * number, num_groups)
        meetings = num_groups * math.comb(together, 2) + more * together
        # Both sides multiplied out, so that only whole numbers are compared.
        if meetings * (num_players - 1) <= 2 * number * (size - 1) * math.comb(new, 2):
            return number
    raise AssertionError("more groups bring newcomers together no oftener than others")


def _meetings(groups: Iterable[Sequence[int]], num_players: int) -> Ints:
    """Return int64[player, player]: number of groups that both were in; 0 on the diagonal."""
    met = np.zeros((num_players, num_players), np.int64)
    for group in groups:
        met[np.ix_(group, group)] += 1
    np.fill_diagonal(met, 0)
    return met


def _first_groups(met: Ints, lacking: Ints, size: int) -> list[Group]:
    """Return groups that give all players as many groups as they lack.

    Each group first takes the players that must be in all remaining groups. Ties between the others
    go to the player that lacks most groups, then to the last in order.

    Args:
        met: int64[player, player]: number of groups that both were in; those of the new groups are
            added in place.
        lacking: int64[player]: number of groups that each player lacks.
        size: Number of members of a group.
    """
    lacking = lacking.copy()
    groups: list[Group] = []
    for left in range(int(lacking.sum()) // size, 0, -1):
        # A player that lacks as many groups as are left must be in each of them.
        members = np.flatnonzero(lacking == left).tolist()
        # (m + 1)^2 - m^2 = 2 m + 1: what one more meeting adds to the sum of squares.
        growth = (2 * met[:, members] + 1).sum(axis=1)
        while len(members) < size:
            free = [p for p in np.flatnonzero(lacking).tolist() if p not in members]
            chosen = min(free, key=lambda player: (growth[player], -lacking[player], -player))
            growth += 2 * met[:, chosen] + 1
            members.append(chosen)
        lacking[members] -= 1
        met += _meetings([members], len(met))
        groups.append(tuple(sorted(members)))
    return groups


def _exchange(groups: list[Group], met: Ints) -> None:
    """Exchange members between two groups while the sum of the squared counts of meetings falls.

    Args:
        groups: Members of the groups, changed in place.
        met: int64[player, player]: number of groups that both were in, changed in place.
    """
    size = len(groups[0]) if groups else 0
    inside = np.zeros((len(groups), len(met)), np.int64)
    for index, group in enumerate(groups):
        inside[index, list(group)] = 1
    for _ in range(_MOST_PASSES):
        has_changed = False
        for one, member in itertools.product(range(len(groups)), range(len(met))):
            if not inside[one, member]:
                continue
            # What the sum changes by if `member` of `one` and another of another group change places, halved.
            sums = inside @ met
            change = sums[one] - sums[one, member] - 2 * met[member] + 2 * (size - 1)
            change = (
                change[None, :] + sums[:, member, None] - sums - 2 * (inside @ inside[one])[:, None]
            )
            allowed = (inside == 1) & (inside[one] == 0) & (inside[:, member, None] == 0)
            change = np.where(allowed, change, 0)
            other, rival = divmod(int(change.argmin()), len(met))
            if change[other, rival] < 0:
                for index, out, new in ((one, member, rival), (other, rival, member)):
                    met -= _meetings([np.flatnonzero(inside[index]).tolist()], len(met))
                    inside[index, [out, new]] = 0, 1
                    met += _meetings([np.flatnonzero(inside[index]).tolist()], len(met))
                has_changed = True
        if not has_changed:
            break
    groups[:] = [tuple(np.flatnonzero(row).tolist()) for row in inside]


def seat_evenly(
    played: Sequence[Sequence[int]], groups: Sequence[Group], num_players: int
) -> list[Group]:
    """Return seatings of groups after which everybody has had all seats as evenly as possible.

    For two seats, a chain of exchanges leads from a player that has had one of them too often to a
    player that has had it too seldom; each exchange swaps the two seats in one group. All chains
    that lower the sum of squared counts are carried out, for one pair of seats after the other.

    Args:
        played: Seatings so far.
        groups: Members of the groups to be seated.
        num_players: Number of players.
    """
    size = len(groups[0]) if groups else 0
    seatings = [[*group[n % size :], *group[: n % size]] for n, group in enumerate(groups)]
    sat = np.zeros((num_players, size), np.int64)
    for seating in itertools.chain(played, seatings):
        sat[list(seating), range(size)] += 1
    has_changed = True
    while has_changed:
        has_changed = False
        for one, other in itertools.combinations(range(size), 2):
            while chain := _chain(seatings, sat[:, one] - sat[:, other], one, other):
                for seating in chain:
                    sat[[seating[one], seating[other]], [one, other]] -= 1
                    seating[one], seating[other] = seating[other], seating[one]
                    sat[[seating[one], seating[other]], [one, other]] += 1
                has_changed = True
    return [tuple(seating) for seating in seatings]


def _chain(seatings: list[list[int]], ahead: Ints, one: int, other: int) -> list[list[int]]:
    """Return seatings in which to exchange two seats; empty if no chain makes the counts more even.

    Args:
        seatings: Seatings that may be changed.
        ahead: int64[player]: number of times that a player has had `one`, minus that for `other`.
        one: Index of a seat.
        other: Index of another seat.
    """
    for start in np.flatnonzero(ahead > 0).tolist():
        reached: dict[int, list[list[int]]] = {start: []}
        queue = collections.deque([start])
        while queue:
            player = queue.popleft()
            # An exchange moves both ends by 2: at a distance of 2 or less nothing becomes more even.
            if ahead[start] - ahead[player] > 2:
                return reached[player]
            for seating in seatings:
                if seating[one] == player and seating[other] not in reached:
                    reached[seating[other]] = [*reached[player], seating]
                    queue.append(seating[other])
    return []
