"""Layout of a batch's arrays in shared memory: a few slots, which its requests use in turn."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

__all__ = ["SLOTS", "Area", "Slot"]

SLOTS = 4
"""Number of slots, and so of requests of a batch that may wait for an answer. One more would
overwrite the slot of an unread answer.
"""
_ALIGNED = 64


@dataclasses.dataclass(frozen=True, slots=True)
class Slot:
    """Where the arrays of one request and its answer are: offsets in bytes from the start of the shared memory."""

    observed: Mapping[str, int]
    """Offset of each observed column, by name."""
    acted: Mapping[str, int]
    """Offset of each action column, by name."""


class Area:
    """Part of the shared memory that belongs to one batch, divided into slots.

    Args:
        begin: Offset of the area's first byte.
        observed: Size in bytes of each observed column, by name.
        acted: Size in bytes of each action column, by name.
    """

    def __init__(self, begin: int, observed: Mapping[str, int], acted: Mapping[str, int]) -> None:
        self.begin = begin
        """Offset of the area's first byte."""
        self._slots: list[Slot] = []
        self._next = 0
        # Columns do not overlap between slots: an answer may be read while the server writes the next one.
        for _ in range(SLOTS):
            tables: list[dict[str, int]] = [{}, {}]
            for table, sizes in zip(tables, (observed, acted), strict=True):
                for name, size in sizes.items():
                    table[name] = begin
                    begin += -(-size // _ALIGNED) * _ALIGNED  # arrays of any dtype are aligned then
            self._slots.append(Slot(*tables))
        self.end = begin
        """Offset after the area's last byte."""

    def take(self) -> Slot:
        """Return the slot of the next request."""
        # In turn: when a slot comes again, the answer to its last request has been read.
        slot = self._slots[self._next % SLOTS]
        self._next += 1
        return slot
