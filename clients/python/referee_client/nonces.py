"""Handles a seat's nonce up to the start of its match (duties 2 and 21 of the bot guide).

A nonce is the random bytes that a seat adds to the match seed. If the referee breaks the rules that
make the dice fair, that is logged.
"""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from referee_client.fairness import nonce_commitment, start_problem
from referee_client.seats import Seat, log

__all__ = ["check_start", "opening_of"]


def opening_of(seat: Seat, nonce: bytes, shown: wire.NonceCommitments) -> wire.OpenNonce | None:
    """Return the message that opens a seat's nonce, after all seats have committed to theirs.

    If the commitments are not in order, or another process has drawn the nonce, the message answers
    the referee but has no nonce. Return None if the seat adds no nonce to the match seed.

    Args:
        seat: State of the seat.
        nonce: The nonce that this process has drawn for it.
        shown: Commitments of all seats as the referee sent them; the seat's own is among them.
    """
    witness, own = seat.witness, shown.nonces[shown.seat]
    opening = wire.OpenNonce(match_id=shown.match_id, seat=shown.seat)
    if witness.HasField("commitments") and witness.commitments.nonces != shown.nonces:
        log.error("%s: unfair nonces: other commitments than were shown before", seat.where())
    elif own.commitment == nonce_commitment(nonce):
        witness.commitments.CopyFrom(shown)
        witness.nonce, witness.nonce_told = nonce, True
        opening.nonce = nonce
    elif not own.commitment:
        return None  # it joined too late to add a nonce
    elif witness.nonce:
        log.error("%s: unfair nonces: not this seat's own commitment", seat.where())
    else:
        log.info("%s: another process has drawn this seat's nonce", seat.where())
    return opening


def check_start(seat: Seat, started: wire.MatchStarted) -> bool:
    """Keep the nonces that the start of a match names, and log if one was changed or chosen late.

    Returns:
        Whether this is the first `MatchStarted` of the seat.
    """
    witness = seat.witness
    if witness.HasField("started"):
        if witness.started.nonces != started.nonces:
            log.error("%s: unfair nonces: other ones than at the start", seat.where())
        return False
    witness.started.CopyFrom(started)
    own = started.nonces[started.seat].nonce if started.seat < len(started.nonces) else b""
    if (
        own and own == witness.nonce
    ):  # it arrived, though the seat has left the stream it went out on
        witness.nonce_told = True
    problem = start_problem(witness)
    if problem is not None:
        log.error("%s: unfair nonces: %s", seat.where(), problem)
    elif witness.nonce and not witness.nonce_told:
        log.warning("%s: this seat's nonce was not opened in time", seat.where())
    elif not started.nonces:
        log.info("%s: nonces not committed: the referee knows nothing of it", seat.where())
    elif not started.nonces_committed:
        log.info("%s: nonces not committed: not all seats have done so", seat.where())
    elif not witness.nonce:
        log.warning("%s: this seat's nonce is another process's to check", seat.where())
    return True
