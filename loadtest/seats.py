"""Measures how evenly groups are seated, by rotations and by designs, and the effect on ratings.

    python -m loadtest.seats
    python -m loadtest.seats --seats 4 8 16 --effect 0.5 --matches 20000 --seed 1

The first tables count how often players sit next to each other: in a group with as many players as
seats, which plays blocks of all its seatings; then among more players, in groups that are played
once each. The column "next" has the lowest and the highest number of times that one player had
another as right-hand neighbour. "off" is the largest difference between the shares of a pair's
matches in which one sat before and behind the other. "spread" is, at the distance between seats
where they differ most, the highest number of times minus the lowest.

The last table simulates a game of players who are equal, except that player 0 helps others by its
seat: it makes its neighbour on the right, or all players behind it, stronger by the effect. Results
follow the model of Plackett and Luce. The table shows the difference between the largest and the
smallest fitted strength of the other players, in units of that model: 1 is odds of e to 1. The
column "chance" has the same difference without any help.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.pairings import BalancedGroups, own_dice
from tournaments.pairings.groups import base_groups
from tournaments.pairings.seat_balance import SeatBalance, balance_of
from tournaments.pairings.seat_designs import block_rows
from tournaments.pairings.seating import rotations

__all__ = ["main"]

Rows = list[tuple[int, ...]]
Floats = npt.NDArray[np.float64]

SEATS = (3, 4, 5, 6, 8, 10, 12, 16)
SIMULATED = (4, 5, 8, 16)
GROUPS = ((20, 4), (20, 16), (40, 16))
"""Number of players, and number of seats, of groups that are played once each."""
_FIT_ROUNDS = 100
"""Number of iterations of the fit of strengths; each reduces the error by a constant factor."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all tables for these command-line arguments; return 0."""
    given = _parser().parse_args(arguments)
    _print_blocks(given.seats)
    _print_groups()
    _print_strengths(given.seats, given.effect, given.matches, given.seed)
    return 0


def _print_blocks(sizes: Sequence[int]) -> None:
    for ring in (False, True):
        print(f"Seatings of one group, {'a ring' if ring else 'a row'} of seats")
        print(_line("seats", "cycles", *_header("rotations"), *_header("designs")))
        for seats in sizes:
            for cycles in _cycles(seats):
                old, new = (
                    _counted(rows, cycles, seats, ring=ring) for rows in (_rotated, _designed)
                )
                print(_line(seats, cycles, *_cells(old), *_cells(new)))
        print()


def _print_groups() -> None:
    for ring in (False, True):
        print(f"Groups that are played once each, {'a ring' if ring else 'a row'} of seats")
        print(_line("players", "seats", "cycles", *_header("in order"), *_header("designs")))
        for players, seats in GROUPS:
            for cycles in (1, 4, players - 1):
                old, new = (
                    _cells(_played_once(players, seats, cycles, in_order=in_order, ring=ring))
                    for in_order in (True, False)
                )
                print(_line(players, seats, cycles, *old, *new))
        print()


def _print_strengths(sizes: Sequence[int], effect: float, matches: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    print(f"Strengths of equal players: largest less smallest, effect {effect:g}")
    print(_line("seats", "cycles", "helps", "rotations", "designs", "chance"))
    for seats in [seats for seats in sizes if seats in SIMULATED]:
        for cycles in (1, seats - 1):
            for helps, ring in (("next", False), ("next", True), ("behind", False)):
                gaps = []
                # The last one without help: how far strengths differ by chance alone.
                for rows, helped_by in ((_rotated, effect), (_designed, effect), (_designed, 0.0)):
                    schedule = _schedule(rows, cycles, seats, ring=ring)
                    seated = np.array(schedule * max(1, matches // len(schedule)))
                    orders = _played(seated, helped_by, helps, dice, ring=ring)
                    gaps.append(np.ptp(_strengths(orders, seats)[1:]))
                where = f"{helps}{', ring' if ring else ''}"
                print(_line(seats, cycles, where, *(f"{gap:.3f}" for gap in gaps)))


def _cycles(seats: int) -> list[int]:
    return sorted({1, 2, 4, seats - 1})


def _rotated(seats: int, turn: int, *, ring: bool) -> Rows:
    """Return all rotations of one seating, as the seatings in which a group plays each time.

    `turn` and `ring` are ignored, as the seatings are the same at every turn.
    """
    del turn, ring
    return rotations(tuple(range(seats)))


def _designed(seats: int, turn: int, *, ring: bool) -> Rows:
    return block_rows(seats, turn, ring=ring)


def _schedule(rows: Callable[..., Rows], cycles: int, seats: int, *, ring: bool) -> Rows:
    return [row for turn in range(cycles) for row in rows(seats, turn, ring=ring)]


def _counted(rows: Callable[..., Rows], cycles: int, seats: int, *, ring: bool) -> SeatBalance:
    schedule = _schedule(rows, cycles, seats, ring=ring)
    return balance_of([[f"{player:03}" for player in row] for row in schedule], ring=ring)


def _played_once(
    players: int, seats: int, cycles: int, *, in_order: bool, ring: bool
) -> SeatBalance:
    """Return how evenly players sit in groups that are played once each.

    Args:
        players: Number of players.
        seats: Number of seats in a match.
        cycles: Number of rounds of groups.
        in_order: Whether each group is seated by its players' numbers; otherwise it is by seat
            designs (seatings chosen so that neighbours vary).
        ring: Whether the last seat is next to the first.
    """
    names = [f"{player:03}" for player in range(players)]
    if in_order:
        seatings = [
            tuple(names[(shift + member) % players] for member in base)
            for base in base_groups(players, seats, cycles)
            for shift in range(players)
        ]
        return balance_of(seatings, ring=ring)
    groups = BalancedGroups(
        names, seats=seats, cycles=cycles, seeds=own_dice, one_seating=True, ring=ring
    )
    return balance_of([pairing.players for pairing in groups.due()], ring=ring)


def _played(
    seated: npt.NDArray[np.int64],
    effect: float,
    helps: str,
    dice: np.random.Generator,
    *,
    ring: bool,
) -> npt.NDArray[np.int64]:
    """Play simulated matches in which player 0 helps others by its seat.

    Args:
        seated: int64[match, seat]: player in each seat.
        effect: Strength that is added to players who are helped.
        helps: Players who are helped: `next` the one on player 0's right, or `behind` all behind
            it.
        dice: Random numbers for the results.
        ring: Whether the last seat is next to the first.

    Returns:
        int64[match, place]: player in each place, the best first.
    """
    seats = seated.shape[1]
    from_helper = np.arange(seats)[None, :] - np.argmax(seated == 0, axis=1)[:, None]
    is_helped = from_helper % seats == 1 if ring else from_helper == 1
    if helps == "behind":
        is_helped = from_helper > 0
    # The largest of Gumbel variables around strengths is first as in Plackett and Luce's model.
    results = dice.gumbel(size=seated.shape) + effect * is_helped
    return np.take_along_axis(seated, np.argsort(-results, axis=1), axis=1)


def _strengths(orders: npt.NDArray[np.int64], num_players: int) -> Floats:
    """Return maximum likelihood strengths by the model of Plackett and Luce, with mean 0.

    By minorization and maximization (Hunter, "MM algorithms for generalized Bradley-Terry models",
    2004).

    Args:
        orders: int64[match, place]: player in each place, the best first.
        num_players: Number of players.
    """
    weights = np.ones(num_players)
    chosen = np.bincount(orders[:, :-1].ravel(), minlength=num_players)
    for _ in range(_FIT_ROUNDS):
        left = np.cumsum(weights[orders][:, ::-1], axis=1)[:, ::-1]
        # The player who comes in at a place was there for all choices up to it, the last one's being none.
        choices = np.cumsum(1 / left[:, :-1], axis=1)
        shared = np.concatenate([choices, choices[:, -1:]], axis=1)
        weights = chosen / np.bincount(orders.ravel(), shared.ravel(), minlength=num_players)
        weights /= np.exp(np.log(weights).mean())
    return np.log(weights)


def _cells(balance: SeatBalance) -> tuple[object, ...]:
    fewest, most = balance.neighbours
    off = "" if balance.before is None else f"{100 * balance.before:.0f} %"
    return balance.matches, f"{fewest}..{most}", off, balance.spread


def _header(name: str) -> tuple[str, ...]:
    return name, "next", "off", "spread"


def _line(*columns: object) -> str:
    return "".join(f"{column!s:>12}" for column in columns)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.seats", description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=list(SEATS), help="2 to 100 each")
    parser.add_argument("--effect", type=float, default=1.0, help="how much the helper helps")
    parser.add_argument("--matches", type=int, default=10_000, help="of each simulated tournament")
    parser.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    sys.exit(main())
