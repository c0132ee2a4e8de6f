"""Digest of a state: BLAKE2b over its arrays in declared order, the same on every machine."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["DIGEST_BYTES", "hidden_from_digest", "state_digest"]

DIGEST_BYTES = 16
"""Length of a digest."""

hidden_from_digest = {"digest": False}
"""Field metadata of a dataclass field that is no part of the state proper, such as scripted dice."""


def state_digest(state: object) -> bytes:
    """Digest of a state dataclass whose fields are numpy arrays of integers and booleans.

    Args:
        state: The state; one match of a batch is digested as the state that holds it alone.

    Returns:
        16 bytes: BLAKE2b of the class's fields, each as name, dtype and shape, followed by the fields'
        bytes, little-endian in C order.

    Raises:
        TypeError: A field is no array of integers or booleans.
    """
    cls: type = type(state)
    arrays = _arrays_of(cls)(state)
    try:
        layout = tuple([(array.dtype, array.shape) for array in arrays])
    except AttributeError:
        raise _no_array(cls, arrays) from None
    header = _header(cls, layout)
    data = b"".join([array.tobytes() for array in arrays])
    return hashlib.blake2b(header + data, digest_size=DIGEST_BYTES).digest()


@functools.cache
def _digested(cls: type) -> tuple[str, ...]:
    if not dataclasses.is_dataclass(cls):
        raise TypeError(f"{cls} is no dataclass")
    return tuple(f.name for f in dataclasses.fields(cls) if f.metadata.get("digest", True))


@functools.cache
def _arrays_of(cls: type) -> Callable[[object], tuple[Any, ...]]:
    """What takes the digested fields out of a state."""
    names = _digested(cls)
    get = operator.attrgetter(*names)
    return get if len(names) > 1 else lambda state: (get(state),)


def _no_array(cls: type, values: tuple[object, ...]) -> TypeError:
    pairs = zip(_digested(cls), values, strict=True)
    name, value = next(pair for pair in pairs if not isinstance(pair[1], np.ndarray))
    return TypeError(f"{cls.__name__}.{name} is no array but {type(value).__name__}")


@functools.lru_cache(maxsize=1024)
def _header(cls: type, layout: tuple[tuple[np.dtype[np.generic], tuple[int, ...]], ...]) -> bytes:
    lines = []
    for name, (dtype, shape) in zip(_digested(cls), layout, strict=True):
        if dtype.kind not in "iub":
            raise TypeError(f"{cls.__name__}.{name} has dtype {dtype}, not integers or booleans")
        if dtype.byteorder == ">":
            raise TypeError(f"{cls.__name__}.{name} is big-endian")
        lines.append(f"{name}:{dtype.kind}{dtype.itemsize}:{','.join(map(str, shape))}\n")
    return "".join(lines).encode()
