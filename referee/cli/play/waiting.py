"""Reports which seat a match waits for when nothing has come for a while.

A bot that never joins, or a turn without a deadline that nobody answers, looks like a referee that
hangs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.core.clock import Clock

__all__ = ["FIRST_NS", "Wait", "WaitingNotices"]

FIRST_NS = 10_000_000_000
"""Nanoseconds for which a match must have waited for a seat until the first report about the seat.
The limit doubles with each report about the seat.
"""


class Wait(NamedTuple):
    """A seat that a match waits for: to join, or to answer a turn."""

    match_id: str
    """Id of the match that waits."""
    seat: int
    """Seat that the match waits for."""
    turn: int
    """Number of the turn to be answered; 0 if the seat has not joined yet."""


class WaitingNotices:
    """Tracks how long matches have waited for seats, and reports each long wait once.

    After each report about a seat, the wait that counts as long for this seat doubles.

    Args:
        names: Names of the bots, by seat.
        clock: Source of the time.
    """

    def __init__(self, names: Sequence[str], clock: Clock) -> None:
        self._names = names
        self._clock = clock
        self._since_ns: dict[Wait, int] = {}
        self._said: set[Wait] = set()
        self._patience_ns = [FIRST_NS] * len(names)

    def look(self, waits: Iterable[Wait]) -> Iterator[str]:
        """Update the waits; yield a line of text for each seat whose wait has become too long.

        Args:
            waits: All present waits of all matches.
        """
        now_ns = self._clock.now_ns()
        # A wait keeps the time at which it was first seen, and drops out when it is over.
        self._since_ns = {wait: self._since_ns.get(wait, now_ns) for wait in waits}
        # Waits that are over are forgotten, or the set would grow with every turn.
        self._said &= self._since_ns.keys()
        overdue: dict[int, list[Wait]] = {}
        for wait, since_ns in self._since_ns.items():
            if wait not in self._said and now_ns - since_ns >= self._patience_ns[wait.seat]:
                overdue.setdefault(wait.seat, []).append(wait)
        for seat, late in sorted(overdue.items()):
            self._said.update(late)
            self._patience_ns[seat] *= 2
            yield self._text(late, (now_ns - self._since_ns[late[0]]) // 1_000_000_000)

    def _text(self, late: Sequence[Wait], seconds: int) -> str:
        first = late[0]
        what = f"it has not joined match {first.match_id}"
        if first.turn:
            what = f"no answer to turn {first.turn} of match {first.match_id}"
        more = f", nor in {len(late) - 1} more" if len(late) > 1 else ""
        name = f"seat {first.seat} {self._names[first.seat]}"
        return f"waiting for {name}: {what} for {seconds} s{more}"
