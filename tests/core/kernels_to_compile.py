"""A few small kernels, for tests that compile some in a process of their own."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing, inlined, kernel

__all__ = ["fill", "total"]


@inlined
def scaled(value: int, factor: int) -> int:
    """A product."""
    return value * factor


@kernel
def shifted(value: int, by: int) -> int:
    """A sum of two products, each with a number that is written here."""
    return scaled(value, 3) + scaled(by, 5) + scaled(1, 7)


@borrowing
def fill(out: npt.NDArray[np.int64]) -> None:
    """Each place with a number that depends on it."""
    for place in range(len(out)):
        out[place] = shifted(place, 1) + shifted(place, 2)


@kernel
def total(first: int, second: int) -> int:
    """Of integers, what they come to."""
    return shifted(first, second)
