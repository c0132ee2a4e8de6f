"""Nonces of a match: which seats have committed to one, which have opened it, and when waiting ends.

Seats commit themselves before any nonce is shown. So nobody, not even the referee's operator, can
choose a nonce knowing another seat's. When every seat has joined or forfeited, or the join limit is
near, all commitments are shown; then the nonces are opened. The match does not wait for them beyond
the join limit, and not as long for seats whose bots are away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.core.rng import NONCE_BYTES, nonce_commitment
from referee.core.time_control import SECOND

if TYPE_CHECKING:
    from referee.match.seat import SeatState

__all__ = [
    "is_known",
    "opening_end_ns",
    "opening_problem",
    "opening_time_ns",
    "waits_for_nonces",
    "were_committed",
]

OPENING_TIME_NS = 5 * SECOND
"""Time before the join limit at which commitments are shown at the latest, in nanoseconds, so that
seats still have time to open their nonces.
"""
AWAY_TIME_NS = 10 * SECOND
"""Longest time for which a match waits for the nonce of a seat whose bot is away, in nanoseconds."""


def opening_time_ns(join_limit_ns: int) -> int:
    """Return how long before the join limit commitments are shown at the latest, in nanoseconds.

    The time is `OPENING_TIME_NS`, but at most a quarter of the join limit.
    """
    return min(OPENING_TIME_NS, join_limit_ns // 4)


def opening_end_ns(seats: Sequence[SeatState], *, join_deadline_ns: int, join_limit_ns: int) -> int:
    """Return the time up to which seats can open their nonces, on the monotonic clock.

    It is the join limit, unless every seat that can still open its nonce is away: then `AWAY_TIME_NS`,
    or a quarter of the join limit if that is less, after the last of them left.

    Args:
        seats: All seats of the match, one of which can still open its nonce.
        join_deadline_ns: Time at which the join limit passes, on the monotonic clock.
        join_limit_ns: The join limit, in nanoseconds.
    """
    last_ns = 0
    for seat in filter(_can_open, seats):
        if seat.away_since_ns is None:
            return join_deadline_ns
        last_ns = max(last_ns, seat.away_since_ns)
    return min(join_deadline_ns, last_ns + min(AWAY_TIME_NS, join_limit_ns // 4))


def waits_for_nonces(seats: Sequence[SeatState]) -> bool:
    """Return whether any seat still in the match has committed to a nonce and can still open it."""
    return any(map(_can_open, seats))


def _can_open(seat: SeatState) -> bool:
    is_owed = bool(seat.nonce_commitment) and not seat.nonce
    return is_owed and not seat.has_declined and not seat.is_out


def were_committed(seats: Sequence[SeatState]) -> bool:
    """Return whether every joined seat had committed to its nonce; False if no seat has joined."""
    joined = [seat for seat in seats if seat.joined]
    return bool(joined) and all(seat.nonce_commitment for seat in joined)


def is_known(seat: SeatState, nonce: bytes) -> bool:
    """Return whether a `NonceOpened` only repeats what the seat has sent before.

    A bot repeats itself after it reconnects. The repeated message is either the nonce that was
    opened, or an empty one, which says that the seat will not open any.
    """
    if seat.nonce_commitment and seat.nonce:
        return nonce in (b"", seat.nonce)
    return seat.has_declined and not nonce


def opening_problem(seat: SeatState, nonce: bytes, *, shown: bool) -> str | None:
    """Return why a seat can't open this nonce, in a sentence; None if it can.

    Args:
        seat: The seat that opens the nonce.
        nonce: The nonce; empty if the seat declines to open one.
        shown: Whether all commitments have been shown and the match has not begun yet.
    """
    if not seat.nonce_commitment:
        return "this seat has not committed itself to a nonce"
    if not shown:
        return "nonces are opened when all commitments have been shown, and before the match begins"
    if seat.nonce or seat.has_declined:
        return "this seat has opened its nonce, or has said that it won't"
    if nonce and (len(nonce) != NONCE_BYTES or nonce_commitment(nonce) != seat.nonce_commitment):
        return "this is not the nonce that the seat has committed itself to"
    return None
