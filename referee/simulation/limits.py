"""Limits of one stream of `SimulationService`, on which a learner steps batches of matches."""

from __future__ import annotations

import dataclasses

from referee.core.errors import FieldError

__all__ = ["SimulationLimits"]


@dataclasses.dataclass(frozen=True, slots=True)
class SimulationLimits:
    """Limits of one stream of simulations; each is at least 1."""

    batches: int = 16
    """Most batches open at once on the stream."""
    rows: int = 65_536
    """Most rows (matches) of all batches of the stream together."""
    response_bytes: int = 64 * 1024 * 1024
    """Most bytes of all columns in one response."""
    window: int = 64
    """Most requests that may wait for their responses; further requests are refused as FLOOD."""
    snapshots: int = 1_024
    """Most snapshots kept at once for the stream."""
    snapshot_bytes: int = 256 * 1024 * 1024
    """Most bytes of all snapshots of the stream together."""
    snapshot_seconds: int = 600
    """Age in seconds at which a snapshot is dropped."""

    def __post_init__(self) -> None:
        """Check that every limit is at least 1.

        Raises:
            FieldError: A limit is less than 1.
        """
        for field in dataclasses.fields(self):
            if (value := getattr(self, field.name)) < 1:
                raise FieldError(field.name, "at least 1", value)
