"""Random draws that decide a schedule: SplitMix64 in named streams, as in the games' rulebooks.

The same tournament seed gives the same schedule on any machine and in any language. All arithmetic
is modulo 2^64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
"""

from __future__ import annotations

from typing import TypeVar

__all__ = ["ScheduleStream"]

T = TypeVar("T")

_GOLDEN = 0x9E3779B97F4A7C15
_WORDS = 2**64


class ScheduleStream:
    """One stream of random draws.

    Args:
        seed: The tournament's seed, 0..2^64-1.
        *keys: Name of the stream, whole numbers from 0.
    """

    def __init__(self, seed: int, *keys: int) -> None:
        self._state = _mix(seed + _GOLDEN)
        for key in keys:
            self._state = _mix(self._state + _GOLDEN * (key + 1))

    def draw(self, sides: int) -> int:
        """Return a number from 1 to `sides`, all equally likely.

        For one side return 1 without a draw.
        """
        if sides <= 1:
            return 1
        limit = _WORDS - _WORDS % sides
        # Words above the last multiple of `sides` are drawn again: a remainder alone would favour
        # low numbers.
        while (word := self._next()) >= limit:
            pass
        return 1 + word % sides

    def take(self, items: list[T]) -> T:
        """Remove a randomly drawn item from a list that is not empty, and return the item."""
        return items.pop(self.draw(len(items)) - 1)

    def _next(self) -> int:
        self._state = (self._state + _GOLDEN) % _WORDS
        return _mix(self._state)


def _mix(word: int) -> int:
    word %= _WORDS
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % _WORDS
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % _WORDS
    return word ^ (word >> 31)
