"""Where in shared memory the arrays of a batch are: a few slots, used in turns by its requests."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

__all__ = ["SLOTS", "Area", "Slot"]

SLOTS = 4
"""Requests of a batch that may be unanswered while their arrays are in memory."""
_ALIGNED = 64


@dataclasses.dataclass(frozen=True, slots=True)
class Slot:
    """Places of one request and its answer, in bytes from the beginning of the memory."""

    observed: Mapping[str, int]
    """By name of a column that is told."""
    acted: Mapping[str, int]
    """By name of a column that is sent."""


class Area:
    """The part of the memory that belongs to one batch.

    Args:
        begin: Where it begins.
        observed: Bytes of each column that is told.
        acted: Bytes of each column that can be sent.
    """

    def __init__(self, begin: int, observed: Mapping[str, int], acted: Mapping[str, int]) -> None:
        self.begin = begin
        """Where it begins."""
        self._slots: list[Slot] = []
        self._next = 0
        for _ in range(SLOTS):
            tables: list[dict[str, int]] = [{}, {}]
            for table, sizes in zip(tables, (observed, acted), strict=True):
                for name, size in sizes.items():
                    table[name] = begin
                    begin += -(-size // _ALIGNED) * _ALIGNED
            self._slots.append(Slot(*tables))
        self.end = begin
        """Where it ends."""

    def take(self) -> Slot:
        """Return the slot of the next request."""
        slot = self._slots[self._next % SLOTS]
        self._next += 1
        return slot
