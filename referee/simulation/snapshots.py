"""Keeps the snapshots of one stream: named by random handles, and bounded in number, bytes and age."""

from __future__ import annotations

import dataclasses

from referee.core.clock import Clock
from referee.core.errors import FieldError
from referee.core.rng import secret_bytes
from referee.kit.rollout.saved import Snapshot
from referee.simulation.limits import SimulationLimits

__all__ = ["Snapshots"]

_HANDLE_BYTES = 16
_SECOND_NS = 1_000_000_000


@dataclasses.dataclass(frozen=True, slots=True)
class _Kept:
    batch: int
    snapshot: Snapshot
    num_bytes: int
    until_ns: int


class Snapshots:
    """The snapshots (copied match states) of one stream; each is found by its own batch alone.

    Args:
        limits: The limits of the stream.
        clock: Measures the age of snapshots.
    """

    def __init__(self, limits: SimulationLimits, clock: Clock) -> None:
        self._limits, self._clock = limits, clock
        self._kept: dict[bytes, _Kept] = {}

    def keep(self, batch: int, snapshot: Snapshot) -> tuple[bytes, int]:
        """Store a snapshot of a batch; return its new handle and the bytes that it counts for.

        Raises:
            FieldError: There would be too many snapshots, or they would have too many bytes.
        """
        self._forget_old()
        limits, num_bytes = self._limits, snapshot.num_bytes
        if len(self._kept) >= limits.snapshots:
            raise FieldError("snapshot", f"one of at most {limits.snapshots} at once", "one more")
        total = num_bytes + sum(kept.num_bytes for kept in self._kept.values())
        if total > limits.snapshot_bytes:
            bound = f"within {limits.snapshot_bytes} bytes of all snapshots"
            raise FieldError("snapshot", bound, f"{total} bytes")
        handle = secret_bytes(_HANDLE_BYTES)
        until_ns = self._clock.now_ns() + limits.snapshot_seconds * _SECOND_NS
        self._kept[handle] = _Kept(batch, snapshot, num_bytes, until_ns)
        return handle, num_bytes

    def find(self, batch: int, handle: bytes) -> Snapshot:
        """Return the snapshot of a batch with this handle.

        Raises:
            FieldError: The batch has no snapshot with this handle, or it was dropped.
        """
        self._forget_old()
        kept = self._kept.get(handle)
        # A snapshot of another batch may be of another game or config, so a right handle is not enough.
        if kept is None or kept.batch != batch:
            seconds = self._limits.snapshot_seconds
            # The handle in the message is cut off, since a client may send any number of bytes.
            bound = f"of a snapshot of this batch that is kept, at most {seconds} s old"
            raise FieldError("handle", bound, handle[: 2 * _HANDLE_BYTES].hex())
        return kept.snapshot

    def drop(self, batch: int, handles: list[bytes]) -> None:
        """Drop the snapshots of a batch with these handles; either all of them or none.

        Raises:
            FieldError: The batch has no snapshot with one of the handles.
        """
        # All are found before any is dropped, so that an error leaves every snapshot in place.
        for handle in handles:
            self.find(batch, handle)
        for handle in set(handles):
            del self._kept[handle]

    def drop_batch(self, batch: int) -> None:
        """Drop all snapshots of a batch."""
        self._kept = {handle: kept for handle, kept in self._kept.items() if kept.batch != batch}

    def _forget_old(self) -> None:
        now_ns = self._clock.now_ns()
        self._kept = {handle: kept for handle, kept in self._kept.items() if kept.until_ns > now_ns}
