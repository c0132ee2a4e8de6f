"""Seat designs: the seatings in which a group plays, so that no neighbourhood favours one player.

A *square* has as many rows as there are seats; in it everybody sits in every seat exactly once. Every
turn, that is, every cycle of a schedule, uses one square, or a square and its mirror image:

- n + 1 is prime (4, 6, 10, 12, 16, ...): the multiplication table modulo n + 1. Every ordered pair has
  each distance at most once, and neighbours exactly once (a Vatican square: Golomb, Etzion and Taylor,
  "Polygonal path constructions for Tuscan-k squares", 1990).
- any other even n: the row-complete square of Williams ("Experimental designs balanced for the
  estimation of residual effects of treatments", 1949), in which every ordered pair are neighbours
  exactly once.
- odd n: a square and its mirror image, in which every ordered pair are neighbours exactly twice. For
  three seats these are all six rows, and a ring of three has them too. The square begins with ...,
  -1/2, -1, 0, 1, 1/2, 1/4, ... modulo n where n is prime and these are all numbers (5, 7, 11, 13, 19,
  ...; a power-sequence terrace: Anderson and Preece, "A general approach to constructing
  power-sequence terraces for Z_n", 2008), so that few pairs have a distance often. Otherwise it is the
  square of Williams.
- a ring of a prime power of seats: a x + b over the finite field, with one multiplier a turn. All
  n - 1 turns together have every ordered pair in every ordered pair of seats exactly once. Other rings
  use the squares of a row of seats; an odd ring the two squares in turn.

In later turns players change their roles, so that distances that one turn can't balance are balanced
in the long run. All of it is arithmetic of whole numbers, so it is the same on every machine.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence

__all__ = ["block_rows", "cycle_rows", "seat_orders"]

Row = tuple[int, ...]
"""A seating: for each seat a player, 0..n-1."""

_STARTS = 8
"""Number of members of a group that are tried in the first seat; the best resulting order is taken."""
_NEIGHBOURS = 2
"""Additional weight of neighbours: a neighbour counts 1 + this, players farther apart count 1."""


def block_rows(num_seats: int, turn: int = 0, *, ring: bool = False) -> list[Row]:
    """Return the seatings in which a group of players meets: everybody has every seat equally often.

    Args:
        num_seats: Number of seats, and of players; from 2.
        turn: Number of the design among those of its kind, from 0; after the last, the first
            follows again.
        ring: Whether the last seat is next to the first, and seats differ in nothing else.

    Returns:
        One row for each seat; two for each seat if there are three, or an odd number and no ring.
    """
    # One square is balanced alone. Any other size needs the mirror image too, and so twice the
    # matches.
    if num_seats % 2 == 0 or (ring and num_seats > 3):
        return cycle_rows(num_seats, turn, ring=ring)
    return [row for half in (0, 1) for row in cycle_rows(num_seats, 2 * turn + half)]


def cycle_rows(num_seats: int, turn: int = 0, *, ring: bool = False) -> list[Row]:
    """Return one seating for each seat: `block_rows`, or half of it for an odd number without a ring.

    Args:
        num_seats: Number of seats, and of players; from 2.
        turn: Number of the design among those of its kind, from 0; after the last, the first
            follows again.
        ring: Whether the last seat is next to the first, and seats differ in nothing else.
    """
    field = _field_powers(num_seats) if ring else None
    if field is not None:
        return _affine(num_seats, field, turn)
    if num_seats % 2 == 0:
        return [_in_parts(row, turn) for row in _square(num_seats)]
    rows = [_in_parts(row, turn // 2) for row in _square(num_seats)]
    # Mirror images alternate, so that two cycles together have what a block has at once.
    return [row[::-1] for row in rows] if turn % 2 else rows


def seat_orders(
    groups: Iterable[Sequence[int]], num_players: int, *, ring: bool = False
) -> list[Row]:
    """Return the seat order of groups that are played once each, shifted through all players.

    Member m of a group sits in the same seat in all shifts, so a group determines, for every
    difference of two players, how often they sit at which distance. Orders are chosen one after
    another, seat by seat. Each choice increases least a sum of squares: of how often each
    difference has had each distance, neighbours weighted three times, and of how much more often
    one has sat before the other than behind.

    Args:
        groups: Group of each cycle: different players from 0 to `num_players` - 1, ascending.
        num_players: Number of players N, at least the size of a group.
        ring: Whether the last seat is next to the first, and seats differ in nothing else; then
            nobody sits before another.
    """
    orders: list[Row] = []
    level: _Level | None = None
    for group in groups:
        level = level or _Level(num_players, len(group), ring=ring)
        # Greedy, since the best order of a group would take a search over all permutations.
        orders.append(min(level.order(group, first) for first in group[:_STARTS])[1])
        level.count(orders[-1])
    return orders


class _Level:
    """Counts for each difference of two players: times at each distance, and who sat before whom."""

    def __init__(self, num_players: int, size: int, *, ring: bool) -> None:
        self._num_players = num_players
        self._size = size
        self._ring = ring
        self._apart = [[0] * num_players for _ in range(size)]
        self._ahead = [0] * num_players

    def order(self, group: Sequence[int], first: int) -> tuple[int, Row]:
        """Return a seat order of a group that begins with `first`, and the cost of this order.

        Each next member is the one that costs least. The cost is half the increase of the sum of
        squares, without terms that are the same for all orders. The counts stay unchanged.
        """
        order, grown = [first], 0
        left = [member for member in group if member != first]
        while left:
            cost, member = min((self._cost(order, member), member) for member in left)
            self._seat(order, member, 1)
            grown += cost
            order.append(member)
            left.remove(member)
        # Only a trial: the counts must be the same for the next candidate.
        self.count(order, -1)
        return grown, tuple(order)

    def count(self, order: Sequence[int], times: int = 1) -> None:
        """Add the distances and precedences of a group's seat order to the counts.

        Args:
            order: Members of the group, in seat order.
            times: How often to add them; -1 takes them away again.
        """
        for seat, member in enumerate(order):
            self._seat(order[:seat], member, times)

    def _seat(self, order: Sequence[int], member: int, times: int) -> None:
        """Count the distances between a member and all members in earlier seats, and who sat before whom.

        Args:
            order: Members in the earlier seats, in seat order.
            member: The member, which takes the next seat.
            times: Number to add to each count; -1 takes the member out of the counts.
        """
        seat = len(order)
        for before, other in enumerate(order):
            difference = (member - other) % self._num_players
            self._apart[seat - before][difference] += times
            if self._ring:
                self._apart[self._size - seat + before][-difference] += times
            else:
                self._ahead[difference] += times
                # Negative indices count from the end, which is the same difference modulo the
                # number of players.
                self._ahead[-difference] -= times

    def _cost(self, order: Sequence[int], member: int) -> int:
        """Return half the increase of the sum of squares if a member takes the next seat of an order.

        Terms that are the same for all members are left out.
        """
        seat, cost = len(order), 0
        for before, other in enumerate(order):
            difference = (member - other) % self._num_players
            cost += self._weighed(seat - before, difference)
            if self._ring:
                cost += self._weighed(self._size - seat + before, -difference)
            else:
                cost += self._ahead[difference]
        return cost

    def _weighed(self, distance: int, difference: int) -> int:
        times = self._apart[distance][difference]
        return times * (1 + _NEIGHBOURS) if distance == 1 else times


def _square(num_seats: int) -> list[Row]:
    """Return a square: the multiplication table modulo n + 1 if n + 1 is prime, else n shifts of one row.

    That row is `_halves`, or `_zigzag` where `_halves` has none.
    """
    modulus = num_seats + 1
    if _is_prime(modulus):
        numbers = range(1, modulus)
        return [tuple(row * seat % modulus - 1 for seat in numbers) for row in numbers]
    first = _halves(num_seats) or _zigzag(num_seats)
    return [tuple((player + row) % num_seats for player in first) for row in range(num_seats)]


def _halves(num_seats: int) -> Row | None:
    """Return ..., -1/2, -1, 0, 1, 1/2, ... modulo n.

    None unless n, the number of seats, is an odd prime, and each number modulo n is among these once.
    """
    if num_seats % 2 == 0 or not _is_prime(num_seats):
        return None
    # The inverse of 2 modulo an odd n.
    half = (num_seats + 1) // 2
    right = tuple(pow(half, power, num_seats) for power in range((num_seats - 1) // 2))
    row = (*(-number % num_seats for number in reversed(right)), 0, *right)
    return row if len(set(row)) == num_seats else None


def _zigzag(num_seats: int) -> Row:
    """Return 0, 1, n - 1, 2, n - 2, ...: neighbours have all differences modulo n that are possible."""
    return tuple(
        (seat + 1) // 2 if seat % 2 else -(seat // 2) % num_seats for seat in range(num_seats)
    )


def _in_parts(row: Row, turn: int) -> Row:
    """Return a row of a square with its players exchanged as turn number `turn` (from 0) exchanges them.

    For a prime n players are multiplied modulo n, which makes (n - 1) / 2 turns of both squares
    perfect. Otherwise player 0 keeps its role, and all others move on in a circle. For a table
    modulo n + 1 the circle is in order, so that over the turns the first and the last seat are held
    by all pairs; for a square of Williams it is mixed.
    """
    num_seats = len(row)
    if num_seats == 2 or turn == 0:
        return row
    if _is_prime(num_seats):
        factor = 1 + turn % ((num_seats - 1) // 2)
        return tuple(factor * player % num_seats for player in row)
    is_table = _is_prime(num_seats + 1)
    # Player 0 is not on the circle: it is the fixed point round which the others move.
    circle = tuple(range(1, num_seats)) if is_table else _mixed_circle(num_seats)
    steps = turn % len(circle)
    moved = dict(zip(circle, circle[steps:] + circle[:steps], strict=True))
    return tuple(moved.get(player, 0) for player in row)


@functools.cache
def _mixed_circle(num_seats: int) -> Row:
    """Return 1..n-1 mixed: 1 first, then in the order of the powers of a root modulo a prime."""
    prime = next(n for n in itertools.count(num_seats - 1) if _is_prime(n))
    powers = _field_powers(prime)
    assert powers is not None
    return (1, *(power + 1 for power in powers if power < num_seats - 1))


def _affine(size: int, powers: Sequence[int], turn: int) -> list[Row]:
    """Return one seating for each element b of a field: x -> a x + b, with one multiplier a a turn.

    The elements x of the seats are 0, and then the powers of a root in their order. For a given
    number of seats, no two powers have the same difference to the power that many seats on, so a
    turn has hardly any difference of neighbours twice. Multipliers come in the order in which few
    turns complement each other best: each with its negative if there is one.

    Args:
        size: Number of elements of the field, and of seats and players.
        powers: All powers of the root, from 1 on.
        turn: Number of the turn, from 0.
    """
    if size % 2:
        half = (size - 1) // 2
        exponent = (turn // 2 + turn % 2 * half) % (size - 1)
    else:
        exponent = turn * (size - 2) // 2 % (size - 1)
    # A multiplier is a power of the root, so multiplying shifts the row of powers.
    first = (0, *powers[exponent:], *powers[:exponent])
    base = _smallest_factor(size)
    return [tuple(_sum(player, row, base) for player in first) for row in range(size)]


@functools.cache
def _field_powers(size: int) -> Row | None:
    """Return all powers of a root of the field with `size` elements, from 1 on.

    None if no such field exists. An element is a polynomial over the integers modulo p, written as
    a number whose digits to base p are its coefficients. The root is x, modulo the first polynomial
    for which its powers are all elements but 0.
    """
    base = _smallest_factor(size)
    degree = next(power for power in itertools.count(1) if base**power >= size)
    if base**degree != size:
        return None
    for code in range(size):
        remainder = _digits(code, base, degree)
        powers = _powers_of_x(remainder, base, size - 1)
        # Then x generates all elements but 0, which makes the polynomial irreducible as well.
        if 0 not in powers and len(set(powers)) == size - 1:
            return powers
    raise AssertionError(f"a field of {size} elements has a root")


def _powers_of_x(remainder: Sequence[int], base: int, count: int) -> Row:
    """Return the first `count` powers of x, beginning with 1, modulo a polynomial.

    Args:
        remainder: Coefficients of x^degree modulo the polynomial, from the constant term on.
        base: The prime p.
        count: Number of powers.
    """
    digits = [1] + [0] * (len(remainder) - 1)
    powers = []
    for _ in range(count):
        powers.append(sum(digit * base**place for place, digit in enumerate(digits)))
        carried = digits[-1]
        shifted = [0, *digits[:-1]]
        digits = [(d + carried * r) % base for d, r in zip(shifted, remainder, strict=True)]
    return tuple(powers)


def _sum(first: int, second: int, base: int) -> int:
    """Return the sum of two elements of a field: digit by digit to the base `base`, without carry."""
    total, unit = 0, 1
    while first or second:
        total += (first + second) % base * unit
        first, second, unit = first // base, second // base, unit * base
    return total


def _digits(number: int, base: int, count: int) -> Row:
    return tuple(number // base**place % base for place in range(count))


def _is_prime(number: int) -> bool:
    return number > 1 and _smallest_factor(number) == number


def _smallest_factor(number: int) -> int:
    return next(factor for factor in range(2, number + 1) if number % factor == 0)
