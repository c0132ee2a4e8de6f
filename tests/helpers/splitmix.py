"""The dice of the rulebooks' preface in unbounded integers: slow, plain, and written from its text.

It shares no line with `referee.core.rng`, which it checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

__all__ = ["draws", "mixed", "shuffled", "stream_state", "words"]

T = TypeVar("T")

_WORD = 2**64
_G = 0x9E3779B97F4A7C15


def mixed(z: int) -> int:
    """The function `mix`."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % _WORD
    return z ^ (z >> 31)


def stream_state(seed: int, *keys: int) -> int:
    """State of `stream(seed, keys...)`."""
    state = mixed((seed + _G) % _WORD)
    for key in keys:
        state = mixed((state + _G * (key + 1)) % _WORD)
    return state


def words(state: int) -> Iterator[int]:
    """The words of a stream, without end."""
    while True:
        state = (state + _G) % _WORD
        yield mixed(state)


def draws(source: Iterator[int], sides: list[int]) -> list[int]:
    """One `draw` for each number of sides."""
    rolled = []
    for n in sides:
        if n <= 1:
            rolled.append(1)
            continue
        limit = _WORD - _WORD % n
        word = next(source)
        while word >= limit:
            word = next(source)
        rolled.append(1 + word % n)
    return rolled


def shuffled(source: Iterator[int], items: list[T]) -> list[T]:
    """A copy of the list as `shuffle` leaves it."""
    out = list(items)
    for i in reversed(range(1, len(out))):
        (die,) = draws(source, [i + 1])
        out[i], out[die - 1] = out[die - 1], out[i]
    return out
