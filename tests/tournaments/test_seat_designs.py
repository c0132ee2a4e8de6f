"""Seat designs: what is claimed of them is counted here, row by row."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Iterable, Sequence

import pytest

from tournaments.pairings.seat_designs import block_rows, cycle_rows, seat_orders

TABLES = (4, 6, 10, 12, 16, 18, 22)
"""Seats for which n + 1 is prime."""
POWERS = (4, 5, 7, 8, 9, 11, 13, 16, 25, 27)
"""Seats for which there is a field."""


def pairs_by_seats(rows: Iterable[Sequence[int]]) -> collections.Counter[tuple[int, ...]]:
    """How often two players had two seats, for all ordered pairs of them."""
    return collections.Counter(
        (row[seat], row[other], seat, other)
        for row in rows
        for seat, other in itertools.permutations(range(len(row)), 2)
    )


def times_apart(rows: Iterable[Sequence[int]], distance: int, *, ring: bool = False) -> list[int]:
    """How often one player had another so many seats to the right, for all ordered pairs of them."""
    times = collections.Counter[tuple[int, int]]()
    size = 0
    for row in rows:
        size = len(row)
        for seat, player in enumerate(row):
            other = seat + distance
            if ring or other < size:
                times[player, row[other % size]] += 1
    return [times[pair] for pair in itertools.permutations(range(size), 2)]


def times_before(rows: Sequence[Sequence[int]]) -> set[int]:
    """How often one player sat before another: all numbers that there are."""
    size = len(rows[0])
    return {
        sum(row.index(player) < row.index(other) for row in rows)
        for player, other in itertools.permutations(range(size), 2)
    }


def turns(size: int, count: int, *, ring: bool = False) -> list[tuple[int, ...]]:
    """The blocks of so many turns, one after another."""
    return [row for turn in range(count) for row in block_rows(size, turn, ring=ring)]


def test_two_and_three_seats() -> None:
    """Both orders, and all six, round a table too."""
    for turn, ring in itertools.product(range(4), (False, True)):
        assert sorted(block_rows(2, turn, ring=ring)) == [(0, 1), (1, 0)]
        assert sorted(block_rows(3, turn, ring=ring)) == sorted(itertools.permutations(range(3)))


def test_four_seats() -> None:
    """The table of 1..4 modulo 5, less one."""
    assert block_rows(4) == [(0, 1, 2, 3), (1, 3, 0, 2), (2, 0, 3, 1), (3, 2, 1, 0)]


def test_eight_seats() -> None:
    """The square of Williams: 0 1 7 2 6 3 5 4, and each further row one more modulo 8."""
    first = (0, 1, 7, 2, 6, 3, 5, 4)
    assert block_rows(8) == [tuple((player + row) % 8 for player in first) for row in range(8)]


def test_seven_seats() -> None:
    """Halves modulo 7 are 1, 4, 2: the first row is 5 3 6 0 1 4 2, and the others are as much more."""
    first = (5, 3, 6, 0, 1, 4, 2)
    square = [tuple((player + row) % 7 for player in first) for row in range(7)]
    assert block_rows(7) == square + [row[::-1] for row in square]


def test_nine_seats() -> None:
    """No prime: the square of Williams, 0 1 8 2 7 3 6 4 5, and its mirror image."""
    first = (0, 1, 8, 2, 7, 3, 6, 4, 5)
    square = [tuple((player + row) % 9 for player in first) for row in range(9)]
    assert block_rows(9) == square + [row[::-1] for row in square]


@pytest.mark.parametrize("size", [7, 11, 13, 19])
def test_distances_of_prime_rows(size: int) -> None:
    """No pair has a distance more than four times in a block; mirrored squares of Williams have it up to n - 1."""
    for distance in range(1, size):
        assert max(times_apart(block_rows(size), distance)) <= 4


def test_a_ring_of_four() -> None:
    """The field of four elements: sums are by bits, and 2 times 2 is 3, 2 times 3 is 1."""
    assert block_rows(4, 0, ring=True) == [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)]
    firsts = {block_rows(4, turn, ring=True)[0] for turn in range(3)}
    assert firsts == {(0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2)}


@pytest.mark.parametrize("size", range(2, 28))
def test_everybody_has_every_seat(size: int) -> None:
    """Once in what a cycle has, for any table and in every turn, and as often in a block."""
    for turn, ring in itertools.product((0, 1, 2, 7, 100_000), (False, True)):
        rows = cycle_rows(size, turn, ring=ring)
        assert len(rows) == size
        for seat in range(size):
            assert sorted(row[seat] for row in rows) == list(range(size))
        assert all(sorted(row) == list(range(size)) for row in rows)
        block = block_rows(size, turn, ring=ring)
        doubled = size == 3 or (size % 2 == 1 and not ring)
        assert len(block) == len(set(block)) == size * (1 + doubled)
        for seat in range(size):
            times = collections.Counter(row[seat] for row in block)
            assert times == dict.fromkeys(range(size), 1 + doubled)


@pytest.mark.parametrize("size", range(2, 24))
def test_neighbours_in_a_row(size: int) -> None:
    """Every ordered pair once in an even block and twice in an odd one; each before the other in half of it."""
    for turn in range(3):
        rows = block_rows(size, turn)
        assert set(times_apart(rows, 1)) == {1 + size % 2}
        assert times_before(rows) == {len(rows) // 2}


@pytest.mark.parametrize("size", TABLES)
def test_every_distance_at_most_once(size: int) -> None:
    """Where n + 1 is prime, in every turn."""
    for turn, distance in itertools.product(range(3), range(1, size)):
        assert max(times_apart(block_rows(size, turn), distance)) == 1


def test_four_seats_are_even_after_three_turns() -> None:
    """Of 12 matches every ordered pair has 3 beside one another, 2 with one between them, 1 with two."""
    for distance in (1, 2, 3):
        assert set(times_apart(turns(4, 3), distance)) == {4 - distance}


@pytest.mark.parametrize("size", [5, 7, 11, 13])
def test_prime_rows_are_even_in_the_end(size: int) -> None:
    """(n - 1) / 2 turns have every ordered pair in every ordered pair of seats exactly once."""
    met = pairs_by_seats(turns(size, (size - 1) // 2))
    assert len(met) == (size * (size - 1)) ** 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize("size", POWERS)
def test_rings_are_even_in_the_end(size: int) -> None:
    """In n - 1 turns they have every ordered pair in every ordered pair of seats exactly once."""
    met = pairs_by_seats(turns(size, size - 1, ring=True))
    assert len(met) == (size * (size - 1)) ** 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize("size", POWERS[1:])
def test_one_turn_of_a_ring(size: int) -> None:
    """Of n - 1 differences of neighbours one is missing, and n have to be filled: none has more than two."""
    times = times_apart(block_rows(size, 0, ring=True), 1, ring=True)
    assert collections.Counter(times) == {
        0: size,
        1: size * (size - 4),
        2: 2 * size,
    }


@pytest.mark.parametrize("size", [6, 10, 12, 14, 18, 20])
def test_a_ring_without_a_field(size: int) -> None:
    """In a turn somebody is the neighbour of each twice, and of nobody thrice or never."""
    times = times_apart(block_rows(size, 0, ring=True), 1, ring=True)
    assert collections.Counter(times) == {1: size * (size - 2), 2: size}


@pytest.mark.parametrize("size", [6, 10, 12, 18])
def test_neighbours_in_a_ring_without_a_field(size: int) -> None:
    """Where n + 1 is prime, first and last of n - 1 turns are all pairs, so that neighbours are even."""
    assert set(times_apart(turns(size, size - 1, ring=True), 1, ring=True)) == {size}


@pytest.mark.parametrize("size", [8, 9, 14, 15, 20])
def test_turns_differ_where_none_is_even(size: int) -> None:
    """Distances after four turns are nearer to one another than four times those of one turn."""

    def unevenness(rows: Sequence[Sequence[int]]) -> int:
        return sum(
            sum(times * times for times in times_apart(rows, distance))
            for distance in range(1, size)
        )

    assert unevenness(turns(size, 4)) < unevenness(block_rows(size) * 4)


def test_an_odd_cycle_is_half_a_block() -> None:
    """First the square, then its mirror image."""
    assert cycle_rows(5, 0) + cycle_rows(5, 1) == block_rows(5, 0)
    assert cycle_rows(5, 1) == [row[::-1] for row in cycle_rows(5, 0)]
    assert cycle_rows(5, 2) + cycle_rows(5, 3) == block_rows(5, 1)


def test_orders_of_single_groups() -> None:
    """Of {0, 1, 2} among seven, played twice, no step comes twice, and each goes both ways."""
    first, second = seat_orders([(0, 1, 2), (0, 1, 2)], 7)
    steps = collections.Counter(
        (after - before) % 7
        for order in (first, second)
        for before, after in itertools.pairwise(order)
    )
    assert set(steps.values()) == {1}
    ahead = collections.Counter(
        (after - before) % 7
        for order in (first, second)
        for before, after in itertools.combinations(order, 2)
    )
    assert ahead == {1: 2, 6: 2, 2: 1, 5: 1}


@pytest.mark.parametrize("ring", [False, True])
def test_orders_are_of_their_groups(ring: bool) -> None:
    """Nobody is lost, and what comes later changes nothing of what was before."""
    groups = [(0, 1, 4, 6, 9), (0, 2, 3, 7, 8), (0, 1, 3, 5, 6), (0, 4, 5, 6, 9)]
    orders = seat_orders(groups, 10, ring=ring)
    assert [tuple(sorted(order)) for order in orders] == groups
    assert seat_orders(groups[:2], 10, ring=ring) == orders[:2]
    assert seat_orders([], 10, ring=ring) == []
