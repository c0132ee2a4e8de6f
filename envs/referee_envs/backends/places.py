"""Places of a batch's arrays in shared memory: a few slots, which its requests use in turn."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

__all__ = ["SLOTS", "Area", "Slot"]

SLOTS = 4
"""Most requests of a batch without an answer. With one more, the slot of an unread answer would be overwritten."""
_ALIGNED = 64


@dataclasses.dataclass(frozen=True, slots=True)
class Slot:
    """Offsets of the arrays of one request and its answer, in bytes from the start of the memory."""

    observed: Mapping[str, int]
    """Offsets of observed columns, by name."""
    acted: Mapping[str, int]
    """Offsets of columns of actions, by name."""


class Area:
    """The part of the memory that belongs to one batch.

    Args:
        begin: Offset of its first byte.
        observed: Bytes of each observed column.
        acted: Bytes of each column of actions.
    """

    def __init__(self, begin: int, observed: Mapping[str, int], acted: Mapping[str, int]) -> None:
        self.begin = begin
        """Offset of its first byte."""
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
        """Offset after its last byte."""

    def take(self) -> Slot:
        """Return the slot of the next request."""
        slot = self._slots[self._next % SLOTS]
        self._next += 1
        return slot
