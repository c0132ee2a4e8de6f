"""Digest of a state: BLAKE2b over its arrays in declared order, the same on every machine."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["DIGEST_BYTES", "hidden_from_digest", "state_digest", "state_digests"]

DIGEST_BYTES = 16
"""Length of a digest."""

_LARGE = 1 << 14
"""Bytes from which on an array is hashed where it lies."""

hidden_from_digest = {"digest": False}
"""Field metadata of a dataclass field that is no part of the state proper, such as scripted dice."""


def state_digest(state: object) -> bytes:
    """Digest of a state dataclass whose fields are numpy arrays of integers and booleans.

    Args:
        state: The state; one match of a batch is digested as the state that holds it alone. If its class
            has a method `digested`, what that returns is digested in its place: a state of the same class,
            as a match may keep its arrays in less memory than the digest has them.

    Returns:
        16 bytes: BLAKE2b of the class's fields, each as name, dtype and shape, followed by the fields'
        bytes, little-endian in C order.

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
        if type(array) is not np.ndarray or array.dtype is not dtype or array.shape != shape:
            layout.follow(state)
            return _digest(state, layout)
        parts.append(array.ravel() if name in layout.large else array.tobytes())
    if not layout.large:
        return hashlib.blake2b(b"".join(parts), digest_size=DIGEST_BYTES).digest()
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        digest.update(part)
    return digest.digest()


def state_digests(state: object, rows: np.ndarray[Any, np.dtype[np.int64]]) -> list[bytes]:
    """Digest matches of a state whose digested arrays all have a leading axis of matches.

    Args:
        state: The matches side by side.
        rows: int64[n]: which of them.

    Returns:
        For each what `state_digest` gives for the state that holds it alone.

    Raises:
        TypeError: See `state_digest`.
    """
    cls: type = type(state)
    layout = _Layout(cls)
    fields = [(name, getattr(state, name)) for name, _, _ in layout.fields]
    taken = [(name, np.ascontiguousarray(array[rows])) for name, array in fields]
    lines = [_line(f"{cls.__name__}.{name}", name, array[:1]) for name, array in taken]
    header = "".join(lines).encode()
    num = len(rows)
    parts = [array.reshape(num, -1).view(np.uint8) for _, array in taken]
    parts.insert(0, np.tile(np.frombuffer(header, np.uint8), (num, 1)))
    data = np.concatenate(parts, axis=1).tobytes()
    width = len(data) // num if num else 1
    return [
        hashlib.blake2b(data[start : start + width], digest_size=DIGEST_BYTES).digest()
        for start in range(0, len(data), width)
    ]


class _Layout:
    """How the arrays of a state look, and what is hashed before them.

    Args:
        cls: The state's class.
    """

    def __init__(self, cls: type) -> None:
        if not dataclasses.is_dataclass(cls):
            raise TypeError(f"{cls} is no dataclass")
        self._cls = cls
        digested = [f.name for f in dataclasses.fields(cls) if f.metadata.get("digest", True)]
        self.fields: list[tuple[str, object, object]] = [(name, None, ()) for name in digested]
        """Name, dtype and shape of each field, as they were the last time."""
        self.header = b""
        """The same in the digest's own form."""
        self.large: frozenset[str] = frozenset()
        """Names of those that are not worth being copied before they are hashed."""
        self.digested: Callable[[Any], object] | None = getattr(cls, "digested", None)
        """Returns a state as it is digested; None if that is as it is."""

    def follow(self, state: object) -> None:
        """Take on the layout of another state of the class.

        Raises:
            TypeError: See `state_digest`.
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
    if dtype.byteorder == ">":
        raise TypeError(f"{where} is big-endian")
    return f"{name}:{dtype.kind}{dtype.itemsize}:{','.join(map(str, array.shape))}\n"
