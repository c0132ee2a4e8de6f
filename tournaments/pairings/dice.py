"""Dice of a tournament's matches: where they come from, and when they may be known.

A match has separate dice, which nobody knows, unless it is to be compared with others on equal
dice. Those matches share a seed, which follows from a secret of the tournament. They may do so only
where nothing that a bot has seen in one of them can reach another. A seed that is written in the
file is for tests.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import hmac
import secrets

__all__ = ["NO_CHANCE", "Dice", "DicePolicy", "commitment_of", "draw_secret", "secret_seed"]

SECRET_BYTES = 32
_COMMITTED = b"gamereferee tournament secret\0"
_MATCH_SEED = b"gamereferee match seed\0"

NO_CHANCE = "the game has neither chance nor a hidden world"
"""Reason why matches of a game without chance do not share dice."""


class DicePolicy(enum.StrEnum):
    """How the seeds of matches' dice are chosen.

    Each match has its own, the matches of a block (matches of the same players) share one that is
    derived from the tournament's secret, or all are derived from a seed in the tournament's file.
    """

    OWN = "own"
    """Each match has separate dice, made by the referee and the nonces of the seats."""
    SHARED = "shared"
    """The matches of a block share a seed that follows from the tournament's secret."""
    WRITTEN = "written"
    """All seeds follow from a seed that anybody may read; for tests and demonstrations."""


@dataclasses.dataclass(frozen=True, slots=True)
class Dice:
    """Source of the dice of a tournament's matches, fixed before its first match."""

    policy: DicePolicy
    """Source of the dice: separate for each match, shared in a block (matches of the same players),
    or written in the file.
    """
    why: str
    """Reason why the dice have the source `policy`, as a part of a sentence."""
    secret: bytes = dataclasses.field(default=b"", repr=False)
    """Secret that shared seeds follow from, 32 random bytes; empty unless dice are shared."""

    @property
    def is_shared(self) -> bool:
        """Whether matches share dice, which nobody may know before the last match with them is over."""
        return self.policy is DicePolicy.SHARED

    @property
    def commitment(self) -> str:
        """SHA-256 of a fixed text and the secret, as 64 hexadecimal digits.

        Empty without a secret.
        """
        return commitment_of(self.secret)


def commitment_of(secret: bytes) -> str:
    """Return the SHA-256 of a fixed text followed by a secret, in hexadecimal.

    Empty without a secret.
    """
    return hashlib.sha256(_COMMITTED + secret).hexdigest() if secret else ""


def draw_secret() -> bytes:
    """Return 32 new random bytes, as the secret of a tournament or of what is added to one."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_seed(secret: bytes, block: str) -> int:
    """Return the seed of a block (matches that share dice) of a tournament with a secret.

    It is an HMAC-SHA256 of the block's key under the secret, cut to 8 bytes, big-endian.
    """
    # The text in front separates this use of the secret from its commitment.
    digest = hmac.digest(secret, _MATCH_SEED + block.encode(), "sha256")
    return int.from_bytes(digest[:8], "big")
