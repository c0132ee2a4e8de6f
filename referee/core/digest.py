"""Digest of a state: BLAKE2b over its arrays in declared order, the same on every machine."""

from __future__ import annotations

import dataclasses
import functools
import hashlib

import numpy as np

__all__ = ["DIGEST_BYTES", "hidden_from_digest", "state_digest"]

DIGEST_BYTES = 16
"""Length of a digest."""

hidden_from_digest = {"digest": False}
"""Field metadata of a dataclass field that is no part of the state proper, such as scripted dice."""


def state_digest(state: object, index: int | None = None) -> bytes:
    """Digest of a state dataclass whose fields are numpy arrays of integers and booleans.

    Args:
        state: The state.
        index: Place on the batch axis, if every array has one; None if there is none.

    Returns:
        16 bytes: BLAKE2b of the class's fields, each as name, dtype and shape without the batch axis,
        followed by the fields' bytes, little-endian in C order.

    Raises:
        IndexError: There is no such place on the batch axis.
        TypeError: A field is no array of integers or booleans.
    """
    cls: type = type(state)
    arrays = [getattr(state, name) for name in _digested(cls)]
    for place, array in enumerate(arrays):
        if not isinstance(array, np.ndarray):
            name = _digested(cls)[place]
            raise TypeError(f"{cls.__name__}.{name} is no array but {type(array).__name__}")
    if index is None:
        shapes = tuple([array.shape for array in arrays])
    else:
        place = range(len(arrays[0]))[index]
        shapes = tuple([array.shape[1:] for array in arrays])
        if len(arrays[0]) > 1:
            arrays = [array[place : place + 1] for array in arrays]
    header = _header(cls, tuple([array.dtype for array in arrays]), shapes)
    data = b"".join([array.tobytes() for array in arrays])
    return hashlib.blake2b(header + data, digest_size=DIGEST_BYTES).digest()


@functools.cache
def _digested(cls: type) -> tuple[str, ...]:
    if not dataclasses.is_dataclass(cls):
        raise TypeError(f"{cls} is no dataclass")
    return tuple(f.name for f in dataclasses.fields(cls) if f.metadata.get("digest", True))


@functools.lru_cache(maxsize=1024)
def _header(
    cls: type, dtypes: tuple[np.dtype[np.generic], ...], shapes: tuple[tuple[int, ...], ...]
) -> bytes:
    lines = []
    for name, dtype, shape in zip(_digested(cls), dtypes, shapes, strict=True):
        if dtype.kind not in "iub":
            raise TypeError(f"{cls.__name__}.{name} has dtype {dtype}, not integers or booleans")
        if dtype.byteorder == ">":
            raise TypeError(f"{cls.__name__}.{name} is big-endian")
        lines.append(f"{name}:{dtype.kind}{dtype.itemsize}:{','.join(map(str, shape))}\n")
    return "".join(lines).encode()
