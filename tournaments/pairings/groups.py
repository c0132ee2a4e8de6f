"""Balanced groups: who plays together if a match has more than two players.

A *base group* 0 = d0, d1, ... is shifted through all N players: member m of group b is player (b +
dm) mod N. Then everybody sits in every seat exactly once, and two players meet as often as their
distance occurs among the base group's differences (Bose, "On the construction of balanced
incomplete block designs", 1939). Base groups are chosen one after another so that distances level
out.

With all seatings every group plays its seed in all rows of a seat design, which removes the luck of
the dice, at the price of at least as many matches as seats. With one seating it plays once, in an
order of its members that stays the same through all shifts, so that a cycle of N matches still
brings everybody into every seat exactly once.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence

from tournaments.pairings.base import FixedSchedule, Pairing, Seeds
from tournaments.pairings.seat_designs import block_rows, cycle_rows, seat_orders

__all__ = ["BalancedGroups", "base_groups", "shifted_groups"]

_Seated = tuple[int, int, list[tuple[int, ...]]]
"""Cycle from 1, shift from 0, and the seatings in which a group plays: each has a player index for
each seat.
"""


class BalancedGroups(FixedSchedule):
    """Schedule of groups of `seats` players; each group is a block.

    Args:
        players: Names, at least `seats`, all different.
        seats: Number of players in a match, from 2.
        cycles: Number of base groups, each of which is shifted through all players; from 1.
        seeds: Gives each block (matches that may share their dice) its seed.
        one_seating: Whether a block is a single match; if not, one match for each row of a seat
            design.
        ring: Whether the game's table is a ring: the last seat is next to the first.
    """

    def __init__(
        self,
        players: Sequence[str],
        *,
        seats: int,
        cycles: int,
        seeds: Seeds,
        one_seating: bool = False,
        ring: bool = False,
    ) -> None:
        if one_seating:
            groups = _seated_once(len(players), seats, cycles, ring=ring)
        else:
            groups = _seated_by_design(len(players), seats, cycles, ring=ring)
        super().__init__(_schedule(players, groups, seeds))


def base_groups(num_players: int, size: int, count: int) -> list[tuple[int, ...]]:
    """Return `count` base groups; each is ascending and begins with 0.

    A group is built member by member. Each new member is the smallest number that increases least
    the sum of the squared counts of distances, counted over all groups so far.

    Args:
        num_players: Number of players N, from 2.
        size: Number of members of a group, 2..N.
        count: Number of base groups, from 1.
    """
    met = [0] * num_players
    groups = []
    for _ in range(count):
        group = [0]
        while len(group) < size:
            # 0 is in every base group: all groups with another first member are shifts.
            left = [player for player in range(1, num_players) if player not in group]
            # The player's number breaks ties, so that all machines choose the same group.
            chosen = min(left, key=lambda player: (_growth(met, group, player), player))
            for other in group:
                met[(chosen - other) % num_players] += 1
                met[(other - chosen) % num_players] += 1
            group.append(chosen)
        groups.append(tuple(sorted(group)))
    return groups


def shifted_groups(
    num_players: int, size: int, cycles: int
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield cycle (from 1), shift (from 0) and members of every group of a schedule.

    If all players fit into one group, a cycle has that group alone.

    Args:
        num_players: Number of players N; they are 0..N-1.
        size: Number of members of a group, 2..N.
        cycles: Number of cycles, from 1: each shifts one base group through all players.
    """
    for cycle, shift, group in _every_shift(num_players, size, cycles):
        # Every shift of a group of all players is the same group.
        if shift == 0 or size < num_players:
            yield cycle, shift, group


def _growth(met: list[int], group: list[int], player: int) -> int:
    """Return the increase of the sum of squared counts of distances if a player joins a group.

    A distance that occurs twice in this step counts twice.

    Args:
        met: For each distance 0..N-1 of two of N players, modulo N, how often it has occurred.
        group: Members of the group so far, as player indices.
        player: Index of the player that may join.
    """
    growth = 0
    added: dict[int, int] = {}
    for other in group:
        for distance in ((player - other) % len(met), (other - player) % len(met)):
            growth += 2 * (met[distance] + added.get(distance, 0)) + 1
            # Both directions of a pair count, and they are one distance if it is half of N.
            added[distance] = added.get(distance, 0) + 1
    return growth


def _every_shift(num_players: int, size: int, cycles: int) -> Iterator[tuple[int, int, list[int]]]:
    """Yield cycle (from 1), shift (from 0) and members, in seat order, of every shift of every base group.

    If all players fit into one group, its shifts differ in who has which seat.

    Args:
        num_players: Number of players N; they are 0..N-1.
        size: Number of members of a base group, 2..N.
        cycles: Number of cycles, each with one base group.
    """
    for cycle, base in enumerate(base_groups(num_players, size, cycles), start=1):
        for shift in range(num_players):
            yield cycle, shift, [(shift + member) % num_players for member in base]


def _seated_by_design(num_players: int, size: int, cycles: int, *, ring: bool) -> Iterator[_Seated]:
    """Yield cycle, shift and seatings of every group; a group plays in all rows of its cycle's seat design.

    Args:
        num_players: Number of players N; they are 0..N-1.
        size: Number of seats, and of members of a group.
        cycles: Number of cycles, each of which shifts one base group through all players.
        ring: Whether the last seat is next to the first.
    """
    groups = shifted_groups(num_players, size, cycles)
    for cycle, of_cycle in itertools.groupby(groups, key=lambda group: group[0]):
        rows = block_rows(size, cycle - 1, ring=ring)
        for _, shift, group in of_cycle:
            yield cycle, shift, [tuple(group[member] for member in row) for row in rows]


def _seated_once(num_players: int, size: int, cycles: int, *, ring: bool) -> Iterator[_Seated]:
    """Yield cycle, shift and the one seating of every group.

    If all players fit into one group, the seatings are the rows of a seat design.

    Args:
        num_players: Number of players N; they are 0..N-1.
        size: Number of seats, and of members of a group.
        cycles: Number of cycles, each of which shifts one base group through all players.
        ring: Whether the last seat is next to the first.
    """
    if size == num_players:
        for cycle in range(1, cycles + 1):
            # Shifts alone would seat every player behind the same one in all matches.
            for shift, row in enumerate(cycle_rows(size, cycle - 1, ring=ring)):
                yield cycle, shift, [row]
        return
    for cycle, order in enumerate(_orders(num_players, size, cycles, ring=ring), start=1):
        for shift in range(num_players):
            yield cycle, shift, [tuple((shift + member) % num_players for member in order)]


@functools.lru_cache(maxsize=4)
def _orders(num_players: int, size: int, cycles: int, *, ring: bool) -> tuple[tuple[int, ...], ...]:
    """Return the seat order of each cycle's base group, which is shifted through all players.

    The order is cached, since a report needs the same schedule several times.

    Args:
        num_players: Number of players.
        size: Number of seats, and of members of a group.
        cycles: Number of cycles.
        ring: Whether the last seat is next to the first.
    """
    bases = base_groups(num_players, size, cycles)
    return tuple(seat_orders(bases, num_players, ring=ring))


def _schedule(players: Sequence[str], groups: Iterable[_Seated], seeds: Seeds) -> Iterator[Pairing]:
    number = 0
    for cycle, shift, seatings in groups:
        # Sorted, so that the order of the file's tables decides no dice.
        names = sorted(players[member] for member in seatings[0])
        block = f"{cycle}:{shift}:{':'.join(names)}"
        for seating in seatings:
            number += 1
            yield Pairing(number, block, seeds(block), tuple(players[member] for member in seating))
