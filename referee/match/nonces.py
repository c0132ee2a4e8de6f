"""Nonces of a match: who has committed itself to one, who has opened it, and when that is over.

Seats commit themselves before any nonce is shown, so that nobody, whoever runs the referee included,
can choose one knowing another. When all who come have come, or the join limit is near, all
commitments are shown; then the nonces are opened. Nobody waits longer for that than the join limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.core.rng import NONCE_BYTES, nonce_commitment
from referee.core.time_control import SECOND

if TYPE_CHECKING:
    from referee.match.seat import SeatState

__all__ = ["is_known", "opening_problem", "opening_time_ns", "waits_for_nonces", "were_committed"]

OPENING_TIME_NS = 5 * SECOND
"""How long before the join limit the commitments are shown at the latest, so that seats can open."""


def opening_time_ns(join_limit_ns: int) -> int:
    """Return how long before the join limit the commitments are shown at the latest: a quarter of it at most."""
    return min(OPENING_TIME_NS, join_limit_ns // 4)


def waits_for_nonces(seats: Sequence[SeatState]) -> bool:
    """Return whether a seat that is still in has committed itself and can still open its nonce."""
    return any(
        seat.nonce_commitment and not seat.nonce and not seat.has_declined and not seat.is_out
        for seat in seats
    )


def were_committed(seats: Sequence[SeatState]) -> bool:
    """Return whether every joined seat has committed itself to its nonce."""
    joined = [seat for seat in seats if seat.joined]
    return bool(joined) and all(seat.nonce_commitment for seat in joined)


def is_known(seat: SeatState, nonce: bytes) -> bool:
    """Return whether an opening repeats what the seat has sent before, as a bot does on a new stream.

    Repeated may be the nonce that was opened, or, empty, that none will be opened.
    """
    if seat.nonce_commitment and seat.nonce:
        return nonce in (b"", seat.nonce)
    return seat.has_declined and not nonce


def opening_problem(seat: SeatState, nonce: bytes, *, shown: bool) -> str | None:
    """Return why a nonce can't be opened, in a sentence; None if it can.

    Args:
        seat: The seat that opens it.
        nonce: The nonce; empty if the seat says that it won't open any.
        shown: Whether all commitments have been shown and the match has not begun.
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
