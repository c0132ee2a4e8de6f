"""Digest of a state: BLAKE2b over its arrays in declared order, the same on every machine.

Digests are stored in journals and replays: the bytes that are hashed must never change.
"""

from __future__ import annotations

import dataclasses
import hashlib
import math
from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["DIGEST_BYTES", "hidden_from_digest", "state_digest", "state_digests"]

DIGEST_BYTES = 16
"""Length of a state's digest, in bytes."""

_LARGE = 1 << 14
"""Size in bytes from which an array is hashed in place, without copying it first."""

hidden_from_digest = {"digest": False}
"""Metadata of a dataclass field that is left out of the digest, such as one with scripted dice."""


def state_digest(state: object) -> bytes:
    """Return the digest of a state, a dataclass of numpy arrays of integers and booleans.

    Args:
        state: The state of one match. If its class has a method `digested`, the state of the same
            class that `digested` returns is hashed instead: for a class that keeps its arrays in a
            more compact form.

    Returns:
        BLAKE2b, 16 bytes, of name, dtype and shape of each field, followed by the fields' bytes,
        little-endian in C order.

    Raises:
        TypeError: A field is no array of integers or booleans.
    """
    cls: type = type(state)
    layout = _layouts.get(cls)
    if layout is None:
        layout = _layouts[cls] = _Layout(cls)
    return _digest(state if layout.digested is None else layout.digested(state), layout)


def _digest(state: object, layout: _Layout) -> bytes:
    parts: list[Any] = [layout.header]
    for name, dtype, shape in layout.fields:
        array = getattr(state, name)
        # NumPy has one object for each plain dtype, so identity is enough; another object only costs a new layout.
        if type(array) is not np.ndarray or array.dtype is not dtype or array.shape != shape:
            layout.follow(state)
            return _digest(state, layout)
        parts.append(array.ravel() if name in layout.large else array.tobytes())
    # Small arrays are joined for one call of BLAKE2b; a copy of a large one would cost more than another call.
    if not layout.large:
        return hashlib.blake2b(b"".join(parts), digest_size=DIGEST_BYTES).digest()
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        digest.update(part)
    return digest.digest()


def state_digests(
    state: object, rows: np.ndarray[Any, np.dtype[np.int64]], *, keeps_axis: bool = True
) -> list[bytes]:
    """Return the digests of several matches that one state object holds side by side.

    Args:
        state: The matches, side by side: the first axis of each digested array is the match.
        rows: int64[n]: indices of the matches to digest.
        keeps_axis: Whether the state of a single match has the axis of matches as well, of length 1.

    Returns:
        For each match the same as `state_digest` of a state that holds this match alone and has no
        method `digested`: fields that this method would leave out are digested here.

    Raises:
        TypeError: A digested field is no array of integers or booleans.
    """
    cls: type = type(state)
    # A new layout, of which only the names are used: the cached one has the shapes of single
    # matches.
    taken = [
        (name, np.ascontiguousarray(getattr(state, name)[rows]))
        for name, _, _ in _Layout(cls).fields
    ]
    # The header must have the shape of one match, as `state_digest` sees it.
    one = (1,) if keeps_axis else ()
    shaped = [(name, np.empty(one + array.shape[1:], array.dtype)) for name, array in taken]
    lines = [_line(f"{cls.__name__}.{name}", name, array) for name, array in shaped]
    # The header is the same for all: it is hashed once, and each match goes on from a copy.
    begun = hashlib.blake2b("".join(lines).encode(), digest_size=DIGEST_BYTES)
    num = len(rows)
    # The length is spelled out: of an empty array, such as the seeds of a game without dice, -1 can't be known.
    flat = [array.reshape(num, math.prod(array.shape[1:])) for _, array in taken]
    data = np.concatenate([array.view(np.uint8) for array in flat], axis=1).tobytes()
    width = len(data) // max(num, 1)
    digests = []
    for row in range(num):
        hashed = begun.copy()
        hashed.update(data[row * width : (row + 1) * width])
        digests.append(hashed.digest())
    return digests


class _Layout:
    """Dtypes and shapes of a class of states, and the header that is hashed before the arrays.

    Args:
        cls: The state's class.
    """

    def __init__(self, cls: type) -> None:
        if not dataclasses.is_dataclass(cls):
            raise TypeError(f"{cls} is no dataclass")
        self._cls = cls
        digested = [f.name for f in dataclasses.fields(cls) if f.metadata.get("digest", True)]
        self.fields: list[tuple[str, object, object]] = [(name, None, ()) for name in digested]
        """Name, dtype and shape of each digested field, as in the last state that was digested."""
        self.header = b""
        """Names, dtypes and shapes of all fields, as the bytes that are hashed before the
        arrays.
        """
        self.large: frozenset[str] = frozenset()
        """Names of arrays that are hashed in place, without a copy, because of their size."""
        self.digested: Callable[[Any], object] | None = getattr(cls, "digested", None)
        """The method `digested` of the state's class; None if it has none."""

    def follow(self, state: object) -> None:
        """Replace the layout by that of `state`, which has other shapes or dtypes.

        Raises:
            TypeError: A digested field is no array of integers or booleans.
        """
        arrays = [(name, getattr(state, name)) for name, _, _ in self.fields]
        lines = [_line(f"{self._cls.__name__}.{name}", name, array) for name, array in arrays]
        self.header = "".join(lines).encode()
        self.fields = [(name, array.dtype, array.shape) for name, array in arrays]
        self.large = frozenset([name for name, array in arrays if array.nbytes >= _LARGE])


_layouts: dict[type, _Layout] = {}


def _line(where: str, name: str, array: Any) -> str:
    if type(array) is not np.ndarray:
        raise TypeError(f"{where} is no array but {type(array).__name__}")
    dtype = array.dtype
    if dtype.kind not in "iub":
        raise TypeError(f"{where} has dtype {dtype}, not integers or booleans")
    # The bytes of an array are hashed as they are: equal numbers would have two digests.
    if dtype.byteorder == ">":
        raise TypeError(f"{where} is big-endian")
    return f"{name}:{dtype.kind}{dtype.itemsize}:{','.join(map(str, array.shape))}\n"
