"""Shows how evenly a tournament will seat its bots, for `tournament check`."""

from __future__ import annotations

import dataclasses

from tournaments.pairings.schedule import written_schedule
from tournaments.pairings.seat_balance import SeatBalance, balance_of
from tournaments.spec.config import TournamentSpec
from tournaments.tables.formats import make_scheduler, num_seats

__all__ = ["balance_lines", "planned_balance"]


def planned_balance(spec: TournamentSpec, *, ring: bool) -> SeatBalance | None:
    """Count how evenly a tournament that begins now will seat its bots next to one another.

    Args:
        spec: The tournament.
        ring: Whether the game's table is a ring: the last seat is next to the first.

    Returns:
        The counts. None with two seats, since every pair plays in both seatings; with parties
        (teams of seats), whose seats have different roles; and where the schedule depends on
        results.
    """
    if num_seats(spec) == 2 or spec.has_parties:
        return None
    scheduler = make_scheduler(
        spec, dataclasses.replace(written_schedule(spec.seed or 0), ring=ring)
    )
    schedule = scheduler.due()
    if scheduler.total != len(schedule):
        return None
    return balance_of([pairing.players for pairing in schedule], ring=ring)


def balance_lines(balance: SeatBalance) -> list[str]:
    """Return two lines for people about how evenly bots sit next to one another."""
    table = "a ring" if balance.ring else "a row"
    matches = f"{balance.matches} match{'es' if balance.matches > 1 else ''}"
    first = (
        f"seats: {balance.seats} in {table}; in {matches} everybody has every seat"
        f" {_times(balance.times_in_seat)}"
    )
    worst = max(balance.distances, key=lambda times: times[1] - times[0])
    second = f"seats: every other bot is next on the right {_times(balance.neighbours)}"
    if balance.spread > 0:
        places = balance.distances.index(worst) + 1
        place = "next" if places == 1 else f"{places} places away"
        second += f", least evenly {place}: {_times(worst)}"
    if balance.before is not None:
        low, high = 50 - 50 * balance.before, 50 + 50 * balance.before
        share = "half" if balance.before == 0 else f"{low:.0f} to {high:.0f} %"
        second += f"; it sits farther right in {share} of the matches that both play"
    return [first, second]


def _times(bounds: tuple[int, int]) -> str:
    fewest, most = bounds
    if fewest < most:
        return f"{fewest} to {most} times"
    return {1: "once", 2: "twice"}.get(most, f"{most} times")
