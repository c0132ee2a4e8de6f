"""Computes how many matches may be open at once from what was measured; pure arithmetic."""

from __future__ import annotations

import dataclasses
import enum
import math

from referee.core.errors import FieldError

__all__ = ["MEMORY_SHARE", "PROCESSOR_SHARE", "Binds", "Proposal", "propose"]

PROCESSOR_SHARE = 0.75
"""Part of the highest kept rate on which the proposal is based; the rest is a reserve for matches that
cost more than those of the check.
"""
MEMORY_SHARE = 0.5
"""Part of the free memory that matches may take; the rest is for reading replays and for
spectators.
"""


class Binds(enum.StrEnum):
    """Resource that limits the number of open matches: the processor or the memory."""

    PROCESSOR = "processor"
    MEMORY = "memory"


@dataclasses.dataclass(frozen=True, slots=True)
class Proposal:
    """How many matches may be open at once as the processor allows, and as memory allows."""

    by_processor: int
    """Number of open matches that the processor carries, from 1."""
    by_memory: int | None
    """Number of open matches that fit into memory, from 1; None if memory was not measured."""

    @property
    def max_matches(self) -> int:
        """Proposed number of open matches: the lower of both numbers."""
        return min(
            self.by_processor, self.by_processor if self.by_memory is None else self.by_memory
        )

    @property
    def binds(self) -> Binds:
        """Resource that sets the proposed number: memory if it allows fewer matches, else the processor."""
        # Where both are equal, the processor is named.
        is_memory = self.by_memory is not None and self.by_memory < self.by_processor
        return Binds.MEMORY if is_memory else Binds.PROCESSOR


def propose(
    rate: float | None,
    points: float,
    pace_s: float,
    *,
    match_bytes: float | None,
    free_bytes: int | None,
) -> Proposal:
    """Return a proposal for the number of matches that may be open at once.

    Little's law: where `rate` matches begin a second and each lasts `points * pace_s` seconds, the
    product of both is the number of open matches. A machine that kept up with no rate at all gets
    one match.

    Args:
        rate: Highest rate in matches per second with which the machine kept up; None if there is none.
        points: Decision points of a match, above 0.
        pace_s: Seconds that bots take for a decision point, above 0.
        match_bytes: Bytes of memory of an open match; None, 0 or less if it was not measured.
        free_bytes: Bytes of memory that may be taken; None if that is not known.

    Raises:
        FieldError: The pace breaks its bound.
    """
    if not (pace_s > 0 and math.isfinite(pace_s)):
        raise FieldError("pace", "a number of seconds above 0", pace_s)
    # At least 1: a server that takes no match at all is never what was asked for.
    by_processor = max(1, math.floor(PROCESSOR_SHARE * (rate or 0.0) * points * pace_s))
    if free_bytes is None or match_bytes is None or match_bytes <= 0:
        return Proposal(by_processor, None)
    return Proposal(by_processor, max(1, math.floor(MEMORY_SHARE * free_bytes / match_bytes)))
