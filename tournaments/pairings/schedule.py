"""A tournament's schedule: all that pairings and seeds follow from, apart from its file and results.

A tournament keeps its schedule from before its first match to its end; only `growth` is added to.
"""

from __future__ import annotations

import dataclasses
import functools
import secrets
from collections.abc import Collection

from tournaments.pairings.base import PAIRING_RULE, Seeds, block_seed, own_dice, written_seeds
from tournaments.pairings.dice import Dice, DicePolicy, commitment_of, draw_secret, secret_seed
from tournaments.pairings.growth import Growth
from tournaments.spec.config import TournamentSpec

__all__ = [
    "Schedule",
    "dice_as_json",
    "dice_lines",
    "draw_schedule",
    "written_schedule",
]

_WRITTEN = "the seed is written in the tournament file"


@dataclasses.dataclass(frozen=True, slots=True)
class Schedule:
    """What pairings and match seeds follow from, apart from file and results: dice, seed, rule, growth, ring."""

    dice: Dice
    """Source of the dice of matches."""
    seed: int
    """Public seed of the schedule's own draws, 0..2^64-1; match seeds follow from it only if dice
    are written in the file.
    """
    pairing_rule: int = PAIRING_RULE
    """Number of the rule by which pairings follow from results; see `PAIRING_RULE`."""
    growth: tuple[Growth, ...] = ()
    """What the tournament was before each time that bots, cycles or rounds were added to its file,
    oldest first.
    """
    ring: bool = False
    """Whether groups are seated for a table that is a ring, as the referee reported before the
    first match.
    """

    @property
    def seeds(self) -> Seeds:
        """Function from a block's key to its matches' seed, for a tournament whose file has not grown.

        A block is matches that may share dice.
        """
        match self.dice.policy:
            case DicePolicy.OWN:
                return own_dice
            case DicePolicy.SHARED:
                return functools.partial(secret_seed, self.dice.secret)
            case DicePolicy.WRITTEN:
                return written_seeds(self.seed)

    def match_seed(self, number: int, block: str) -> int | None:
        """Return the seed of a match; None if the match draws separate dice.

        Args:
            number: Number of the match in the schedule, which says after which extension of the
                file the match was added, and so which secret its seed follows from.
            block: Key of the match's block (matches that may share dice).
        """
        match self.dice.policy:
            case DicePolicy.OWN:
                return None
            case DicePolicy.WRITTEN:
                return block_seed(self.seed, block)
            case DicePolicy.SHARED:
                # Each growth has its own secret: that of the matches before may be revealed when these are over,
                # and must not give away the dice of the matches that were added.
                later = [step.secret for step in self.growth if number > step.after]
                return secret_seed(later[-1] if later else self.dice.secret, block)

    def may_reveal(self, block: str, open_blocks: Collection[str]) -> bool:
        """Return whether the seed of a block (matches that may share dice) may be shown.

        Args:
            block: Key of the block.
            open_blocks: Keys of the blocks with matches left to play.
        """
        return not self.dice.is_shared or block not in open_blocks


def written_schedule(seed: int, *, why: str = _WRITTEN) -> Schedule:
    """Return a schedule whose dice follow from a seed in the tournament file.

    Args:
        seed: The seed, 0..2^64-1.
        why: Reason why there is a seed, as a part of a sentence.
    """
    return Schedule(Dice(DicePolicy.WRITTEN, why), seed)


def draw_schedule(spec: TournamentSpec, *, own_referee: bool) -> Schedule:
    """Return a new schedule for a tournament, with random secret and seed unless its file has a seed.

    Args:
        spec: The tournament.
        own_referee: Whether the tournament has started the referee itself, so that it is closed to
            bots.
    """
    if spec.seed is not None:
        return written_schedule(spec.seed)
    why = _why_not_shared(spec, own_referee=own_referee)
    seed = secrets.randbits(64)
    if why is not None:
        return Schedule(Dice(DicePolicy.OWN, why), seed)
    why = "every seat has a process of its own in a sandbox that nothing leaves"  # plain-words: ignore
    return Schedule(Dice(DicePolicy.SHARED, why, draw_secret()), seed)


def _why_not_shared(spec: TournamentSpec, *, own_referee: bool) -> str | None:
    """Return the reason why matches may not share dice, as a part of a sentence.

    None if they may.

    Args:
        spec: The tournament.
        own_referee: Whether the tournament starts the referee itself, so that it is closed to bots.
    """
    if not spec.share_dice:
        return "the file has share_dice = false"
    # Reasons of the format come first: no setting of bots or referee can change them.
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


def dice_lines(schedule: Schedule, *, is_over: bool) -> list[str]:
    """Return lines for people about the dice, without what must still be secret.

    Args:
        schedule: The schedule, with its dice.
        is_over: Whether no match is left to play, so that the secret may be read.
    """
    match schedule.dice.policy:
        case DicePolicy.WRITTEN:
            return [
                f"dice: NOT SECRET, {schedule.dice.why}: anybody can compute all of them from seed"
                f" {schedule.seed}; for tests and demonstrations"
            ]
        case DicePolicy.OWN:
            return [f"dice: each match has its own, for {schedule.dice.why}"]
        case DicePolicy.SHARED:
            head = f"dice: the matches of a block share them, for {schedule.dice.why}"
            shown = [
                head,
                f"dice: SHA-256 of the secret they follow from: {schedule.dice.commitment}",
            ]
            if is_over:
                shown.append(f"dice: that secret: {schedule.dice.secret.hex()}")
            for step in schedule.growth:
                of = f"of matches from {step.after + 1} on"
                shown.append(f"dice: SHA-256 of the secret {of}: {commitment_of(step.secret)}")
                if is_over:
                    shown.append(f"dice: that secret {of}: {step.secret.hex()}")
            return shown


def dice_as_json(schedule: Schedule, *, is_over: bool) -> dict[str, object]:
    """Return what may be shown of the dice as a JSON object, without what must still be secret.

    Args:
        schedule: The schedule, with its dice.
        is_over: Whether no match is left to play, so that the secret may be read.
    """
    shown: dict[str, object] = {
        "policy": schedule.dice.policy.value,
        "why": schedule.dice.why,
        # 64 bits are more than many programs' numbers hold.
        "schedule_seed": str(schedule.seed),
    }
    if schedule.dice.is_shared:
        shown["commitment"] = schedule.dice.commitment
        shown["secret"] = schedule.dice.secret.hex() if is_over else None
    if schedule.dice.is_shared and schedule.growth:
        shown["later"] = [
            {
                "after": step.after,
                "commitment": commitment_of(step.secret),
                "secret": step.secret.hex() if is_over else None,
            }
            for step in schedule.growth
        ]
    return shown
