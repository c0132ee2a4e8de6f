"""The limits of one stream of simulations."""

from __future__ import annotations

import dataclasses

from referee.core.errors import FieldError

__all__ = ["SimulationLimits"]


@dataclasses.dataclass(frozen=True, slots=True)
class SimulationLimits:
    """Bounds of a stream; all from 1."""

    batches: int = 16
    """Most batches at once."""
    rows: int = 65_536
    """Most rows of all batches together."""
    response_bytes: int = 64 * 1024 * 1024
    """Most bytes of the columns of one response."""
    window: int = 64
    """Most requests without a response."""
    snapshots: int = 1_024
    """Most snapshots at once."""
    snapshot_bytes: int = 256 * 1024 * 1024
    """Most bytes of all snapshots."""
    snapshot_seconds: int = 600
    """Seconds after which a snapshot is dropped."""

    def __post_init__(self) -> None:
        """Check the bounds.

        Raises:
            FieldError: A limit is less than 1.
        """
        for field in dataclasses.fields(self):
            if (value := getattr(self, field.name)) < 1:
                raise FieldError(field.name, "at least 1", value)
