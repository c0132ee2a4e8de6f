"""Which dice the matches of a tournament are played with, and what is told of them when.

A match has dice of its own, which nobody knows, unless it is to be compared with others on equal dice.
Those share a seed, which follows from a secret of the tournament; they may do so only where nothing that
a bot has seen in one of them can reach another. A seed that is written in the file is for tests.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import hmac
import secrets
from collections.abc import Collection

from tournaments.pairings.base import PAIRING_RULE, Seeds, block_seed, own_dice, written_seeds
from tournaments.pairings.growth import Growth
from tournaments.spec.config import TournamentSpec

__all__ = [
    "NO_CHANCE",
    "DicePolicy",
    "MatchDice",
    "commitment_of",
    "dice_as_json",
    "dice_lines",
    "dice_of_before",
    "draw_dice",
    "draw_secret",
    "written_dice",
]

SECRET_BYTES = 32
_COMMITTED = b"gamereferee tournament secret\0"
_MATCH_SEED = b"gamereferee match seed\0"

NO_CHANCE = "the game has neither chance nor a hidden world"
"""Why matches of such a game share nothing."""
_WRITTEN = "the seed is written in the tournament file"
_BEFORE = "begun by a program that knew no other way"


class DicePolicy(enum.StrEnum):
    """Where the dice of matches come from."""

    OWN = "own"
    """Each match has its own, which the referee and the nonces of its seats make."""
    SHARED = "shared"
    """The matches of a block share a seed that follows from the tournament's secret."""
    WRITTEN = "written"
    """All seeds follow from one that anybody may read; for tests and demonstrations."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchDice:
    """The dice of a tournament, from before its first match to its end."""

    policy: DicePolicy
    """Where they come from."""
    why: str
    """Why from there, as a part of a sentence."""
    schedule_seed: int
    """Public; decides draws of the schedule and no dice, unless it is the written one; 0..2^64-1."""
    secret: bytes = dataclasses.field(default=b"", repr=False)
    """32 random bytes; empty unless dice are shared."""
    pairing_rule: int = PAIRING_RULE
    """The rule by which the schedule follows from results; see `PAIRING_RULE`."""
    growth: tuple[Growth, ...] = ()
    """What the tournament was before each time its file grew, in order."""
    ring: bool = False
    """Whether groups are seated for a table that is a ring, as the referee said before the first match."""

    @property
    def is_shared(self) -> bool:
        """Whether matches share dice that nobody may know before the last of them is over."""
        return self.policy is DicePolicy.SHARED

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret behind a fixed text, as 64 hexadecimal digits; empty without a secret."""
        return commitment_of(self.secret)

    @property
    def seeds(self) -> Seeds:
        """What gives blocks their seeds, of a tournament that has not grown."""
        match self.policy:
            case DicePolicy.OWN:
                return own_dice
            case DicePolicy.SHARED:
                return self._secret_seed
            case DicePolicy.WRITTEN:
                return written_seeds(self.schedule_seed)

    def seed(self, number: int, block: str) -> int | None:
        """Return the seed of a match; None if it has dice of its own.

        Args:
            number: Its place in the schedule, which says how far the tournament had grown.
            block: Key of its block.
        """
        match self.policy:
            case DicePolicy.OWN:
                return None
            case DicePolicy.WRITTEN:
                return block_seed(self.schedule_seed, block)
            case DicePolicy.SHARED:
                later = [step.secret for step in self.growth if number > step.after]
                return _hashed(later[-1] if later else self.secret, block)

    def _secret_seed(self, block: str) -> int:
        return _hashed(self.secret, block)

    def may_tell(self, block: str, open_blocks: Collection[str]) -> bool:
        """Return whether the seed of a block may be read, given the blocks that have matches left to play."""
        return not self.is_shared or block not in open_blocks


def commitment_of(secret: bytes) -> str:
    """Return the SHA-256 of a secret behind a fixed text, as 64 hexadecimal digits; empty without a secret."""
    return hashlib.sha256(_COMMITTED + secret).hexdigest() if secret else ""


def draw_secret() -> bytes:
    """Return a new secret, of a tournament or of what is added to one."""
    return secrets.token_bytes(SECRET_BYTES)


def _hashed(secret: bytes, block: str) -> int:
    """Return the first 8 bytes, big-endian, of an HMAC-SHA256 of the block's key, keyed by the secret."""
    digest = hmac.digest(secret, _MATCH_SEED + block.encode(), "sha256")
    return int.from_bytes(digest[:8], "big")


def written_dice(seed: int, *, why: str = _WRITTEN) -> MatchDice:
    """Dice that follow from a seed in the tournament file.

    Args:
        seed: 0..2^64-1.
        why: Why there is such a seed.
    """
    return MatchDice(DicePolicy.WRITTEN, why, seed)


def dice_of_before(spec: TournamentSpec) -> MatchDice:
    """Return the dice of a tournament that was begun when no others were known; its seed was 0 if none was written."""
    why = _WRITTEN if spec.seed is not None else _BEFORE
    return dataclasses.replace(written_dice(spec.seed or 0, why=why), pairing_rule=1)


def draw_dice(spec: TournamentSpec, *, own_referee: bool) -> MatchDice:
    """Return new dice for a tournament.

    Args:
        spec: The tournament.
        own_referee: Whether the referee is the tournament's own, so that it is closed to bots.
    """
    if spec.seed is not None:
        return written_dice(spec.seed)
    why = _why_not_shared(spec, own_referee=own_referee)
    seed = secrets.randbits(64)
    if why is not None:
        return MatchDice(DicePolicy.OWN, why, seed)
    why = "every seat has a process of its own in a sandbox that nothing leaves"
    return MatchDice(DicePolicy.SHARED, why, seed, draw_secret())


def _why_not_shared(spec: TournamentSpec, *, own_referee: bool) -> str | None:
    """Return what keeps matches from sharing dice, as a part of a sentence; None if nothing does."""
    if not spec.share_dice:
        return "the file has share_dice = false"
    if spec.format == "contest" or (spec.format == "groups" and spec.seatings == "one"):
        return "no two matches of this format are played on equal dice"
    if spec.format == "ladder":
        return "a ladder may go on after its results are out"
    if not spec.per_match:
        return 'bots live through all matches (lifetime = "tournament")'
    if spec.sandbox.kind == "none":
        return "bots are not in a sandbox"
    if spec.sandbox.network:
        return "bots have a network"
    if not own_referee:
        return "the referee is not this tournament's own"
    return None


def dice_lines(dice: MatchDice, *, is_over: bool) -> list[str]:
    """Return what is to be told of the dice, in lines for people.

    Args:
        dice: The dice.
        is_over: Whether no match is left to play, so that the secret may be read.
    """
    match dice.policy:
        case DicePolicy.WRITTEN:
            return [
                f"dice: NOT SECRET, {dice.why}: anybody can compute all of them from seed"
                f" {dice.schedule_seed}; for tests and demonstrations"
            ]
        case DicePolicy.OWN:
            return [f"dice: each match has its own, for {dice.why}"]
        case DicePolicy.SHARED:
            head = f"dice: the matches of a block share them, for {dice.why}"
            told = [head, f"dice: SHA-256 of the secret they follow from: {dice.commitment}"]
            if is_over:
                told.append(f"dice: that secret: {dice.secret.hex()}")
            for step in dice.growth:
                of = f"of matches from {step.after + 1} on"
                told.append(f"dice: SHA-256 of the secret {of}: {commitment_of(step.secret)}")
                if is_over:
                    told.append(f"dice: that secret {of}: {step.secret.hex()}")
            return told


def dice_as_json(dice: MatchDice, *, is_over: bool) -> dict[str, object]:
    """Return the same as a JSON object, for programs.

    Args:
        dice: The dice.
        is_over: Whether no match is left to play.
    """
    told: dict[str, object] = {
        "policy": dice.policy.value,
        "why": dice.why,
        # 64 bits are more than many programs' numbers hold.
        "schedule_seed": str(dice.schedule_seed),
    }
    if dice.is_shared:
        told["commitment"] = dice.commitment
        told["secret"] = dice.secret.hex() if is_over else None
    if dice.is_shared and dice.growth:
        told["later"] = [
            {
                "after": step.after,
                "commitment": commitment_of(step.secret),
                "secret": step.secret.hex() if is_over else None,
            }
            for step in dice.growth
        ]
    return told
