"""Checks that the dice of a match were not chosen against a seat.

The referee commits itself to its seed before play, and the seats to their nonces (random bytes that
they add to the seed) before any nonce is shown. Nonces are opened when the match begins, the seed
after its end. See the comments of `SeedReveal`, `NonceCommitments` and `MatchStarted`. This module
has the arithmetic of these checks and nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from gamereferee.v1.match_pb2 import NonceState, SeatNonce, SeedReveal
from gamereferee.v1.play_service_pb2 import SeatWitness

__all__ = [
    "NONCE_BYTES",
    "NONCE_COMMITMENTS",
    "nonce_commitment",
    "reveal_problem",
    "start_problem",
    "witness_problem",
]

NONCE_COMMITMENTS = "nonce-commitments"
"""Name of the protocol's feature by which seats commit themselves to their nonces before any nonce
is shown."""
NONCE_BYTES = 16
SALT_BYTES = 32
SEED_BYTES = 32
FIXED_SEED_BYTES = 8

_NONE = NonceState.NONCE_STATE_NONE
_PLAIN = NonceState.NONCE_STATE_PLAIN
_COMMITTED = NonceState.NONCE_STATE_COMMITTED
_OPENED = NonceState.NONCE_STATE_OPENED


def nonce_commitment(nonce: bytes) -> bytes:
    """Return the SHA-256 of a nonce: the commitment that a seat sends before the nonce itself."""
    return hashlib.sha256(nonce).digest()


def reveal_problem(
    reveal: SeedReveal, commitment: bytes, *, seat: int, nonce: bytes | None
) -> str | None:
    """Return in a sentence what is wrong with a reveal of the seed; None if it holds.

    What the seat received when the match started is not checked here; `witness_problem` does that
    as well.

    Args:
        reveal: Seed and nonces that the referee revealed.
        commitment: The 32 bytes to which the referee committed itself when the seat was joined.
        seat: Index of the seat that checks, 0-based.
        nonce: The nonce that this seat sent; None if it sent none, or another process sent it.
    """
    length = FIXED_SEED_BYTES if reveal.fixed else SEED_BYTES
    if len(reveal.salt) != SALT_BYTES or len(reveal.server_seed) != length:
        return "the revealed server seed or salt has a wrong length"
    if hashlib.sha256(reveal.server_seed + reveal.salt).digest() != commitment:
        return "the revealed server seed and salt do not give the commitment"
    if reveal.fixed:
        if reveal.server_seed != reveal.match_seed.to_bytes(8, "big"):
            return "the fixed match seed is not the committed one"
        return None
    if any(len(sent) not in (0, NONCE_BYTES) for sent in reveal.nonces):
        return "a revealed nonce has a wrong length"
    if nonce is not None and (not 0 <= seat < len(reveal.nonces) or reveal.nonces[seat] != nonce):
        return "the nonce of this seat was not used"
    # A seat without a nonce counts as zeros, so that its place in the input of the HMAC is the same
    # for everybody who checks.
    nonces = b"".join(sent or bytes(NONCE_BYTES) for sent in reveal.nonces)
    digest = hmac.digest(reveal.server_seed, nonces, "sha256")
    if int.from_bytes(digest[:8], "big") != reveal.match_seed:
        return "the match seed does not follow from server seed and nonces"
    return None


def start_problem(witness: SeatWitness) -> str | None:
    """Return in a sentence what is wrong with the nonces that a seat received at the start.

    Return None if nothing.

    Args:
        witness: Messages that the seat received up to its `MatchStarted`.
    """
    nonces, seat = witness.started.nonces, witness.joined.seat
    promised = NONCE_COMMITMENTS in witness.joined.features and witness.HasField("started")
    if not nonces and not promised:
        return None  # the referee does not have the feature, so that it has promised nothing
    if len(nonces) != witness.joined.num_seats or not 0 <= seat < len(nonces):
        return "the start does not tell one nonce a seat"  # plain-words: ignore
    if not all(_is_well_formed(nonce) for nonce in nonces):
        return "a seat's nonce does not fit its state"
    if any(n.state == _OPENED and nonce_commitment(n.nonce) != n.commitment for n in nonces):
        return "a seat's nonce is not the one it had committed itself to"
    if witness.HasField("commitments") and _as_shown(nonces) != list(witness.commitments.nonces):
        return "the nonces told at the start are not those that had been committed to"  # plain-words: ignore
    if witness.started.nonces_committed and any(nonce.state == _PLAIN for nonce in nonces):
        return "the start says that all nonces were committed to, and one was not"
    own = nonces[seat]
    if witness.nonce and own.state != _NONE:
        if own.commitment != nonce_commitment(witness.nonce):
            # Without this the referee could put a nonce of its choice in the place of ours.
            return "the commitment of this seat is not the one it sent"
        if witness.nonce_told and own.nonce != witness.nonce:
            return "the nonce of this seat was not used"
    return None


def witness_problem(witness: SeatWitness, reveal: SeedReveal) -> str | None:
    """Return in a sentence what is wrong with a reveal, given a seat's witness; None if it holds.

    Use it for a reveal at the end of a match, and for a withheld reveal that is published later.

    Args:
        witness: Messages that the seat received before play, and its own nonce.
        reveal: Seed and nonces that the referee revealed.
    """
    problem = start_problem(witness)
    if problem is not None:
        return problem
    nonces = witness.started.nonces
    if nonces and reveal.fixed != witness.started.seed_fixed:
        return "the reveal and the start disagree whether the seed is fixed"
    if not reveal.fixed and len(reveal.nonces) != witness.joined.num_seats:
        return "the reveal does not tell one nonce a seat"  # plain-words: ignore
    if nonces:
        if list(reveal.nonces) != [nonce.nonce for nonce in nonces]:
            return "the revealed nonces are not those told at the start"  # plain-words: ignore
        commitments = [nonce.commitment for nonce in nonces]
        if list(reveal.nonce_commitments) != (commitments if any(commitments) else []):
            return "the revealed commitments are not those told at the start"  # plain-words: ignore
    # Only a nonce that was sent can be expected in the reveal: one that stayed closed must not
    # count as missing.
    nonce = witness.nonce if witness.nonce_told else None
    commitment = witness.joined.seed_commitment
    return reveal_problem(reveal, commitment, seat=witness.joined.seat, nonce=nonce)


def _is_well_formed(nonce: SeatNonce) -> bool:
    lengths = len(nonce.commitment), len(nonce.nonce)
    return lengths == {
        _NONE: (0, 0),
        _PLAIN: (0, NONCE_BYTES),
        _COMMITTED: (32, 0),
        _OPENED: (32, NONCE_BYTES),
    }.get(nonce.state)


def _as_shown(nonces: Sequence[SeatNonce]) -> list[SeatNonce]:
    """Return the nonces as they looked before any nonce was opened: opened ones as commitments only."""
    return [
        SeatNonce(state=_COMMITTED, commitment=nonce.commitment)
        if nonce.state == _OPENED
        else nonce
        for nonce in nonces
    ]
