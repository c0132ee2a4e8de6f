"""Checks that the dice of a match were not chosen against a seat.

The referee commits itself before the first turn and lays the dice open after the end; see the
comments of `SeedReveal`. This module knows that arithmetic and nothing else.
"""

from __future__ import annotations

import hashlib
import hmac

from gamereferee.v1.match_pb2 import SeedReveal

__all__ = ["NONCE_BYTES", "reveal_problem"]

NONCE_BYTES = 16


def reveal_problem(
    reveal: SeedReveal, commitment: bytes, *, seat: int, nonce: bytes | None
) -> str | None:
    """What is wrong with a reveal, in a sentence; None if it holds.

    Args:
        reveal: What the referee laid open.
        commitment: The 32 bytes it committed itself to when the seat was joined.
        seat: The seat that checks, from 0.
        nonce: The nonce this seat sent; None if another process joined it first.
    """
    if hashlib.sha256(reveal.server_seed + reveal.salt).digest() != commitment:
        return "the revealed server seed and salt do not give the commitment"
    if reveal.fixed:
        if reveal.server_seed != reveal.match_seed.to_bytes(8, "big"):
            return "the fixed match seed is not the committed one"
        return None
    if nonce is not None and (seat >= len(reveal.nonces) or reveal.nonces[seat] != nonce):
        return "the nonce of this seat was not used"
    nonces = b"".join(sent or bytes(NONCE_BYTES) for sent in reveal.nonces)
    digest = hmac.digest(reveal.server_seed, nonces, "sha256")
    if int.from_bytes(digest[:8], "big") != reveal.match_seed:
        return "the match seed does not follow from server seed and nonces"
    return None
