"""Kernels that write protobuf's wire format: the building blocks of `row_kernel` and `flat_kernel`.

Each writes into `out`, uint8[byte], from the index `at` on, and returns the index after its last
byte. `out` must be long enough: bounds are not checked. The kernels know no schema. `format` does
the same in plain Python.

A message inside another is written between `open_message` and `close_message`:

    body = open_message(out, at, 3)
    at = put_present_int(out, body, 1, game)
    at = close_message(out, body, at)
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import inlined

__all__ = [
    "Bytes",
    "close_message",
    "open_message",
    "put_present_int",
    "put_varint",
]

Bytes = npt.NDArray[np.uint8]

# Wire types, the lowest three bits of a tag.
_VARINT, _LENGTH_DELIMITED = 0, 2


@inlined
def put_varint(out: Bytes, at: int, value: int) -> int:
    """Write an integer, -2^63..2^63-1, as a varint at index `at`; return the index after it.

    A negative one takes ten bytes.
    """
    rest = np.int64(value)
    # At most nine bytes of seven bits: a tenth has the one bit that is left. The shift is arithmetic, so a
    # negative number stays negative and takes all ten.
    for _ in range(9):
        if 0 <= rest < 0x80:
            out[at] = rest
            return at + 1
        out[at] = rest & 0x7F | 0x80
        rest >>= 7
        at += 1
    out[at] = 1  # the sign bit of a negative number
    return at + 1


@inlined
def put_present_int(out: Bytes, at: int, field: int, value: int) -> int:
    """Write an integer, enum or bool field at index `at`, even if it is 0; return the index after."""
    return put_varint(out, put_varint(out, at, field << 3 | _VARINT), value)


@inlined
def open_message(out: Bytes, at: int, field: int) -> int:
    """Write the tag of an embedded message at index `at`, and leave one byte for its length.

    Return the index of its first field.
    """
    return put_varint(out, at, field << 3 | _LENGTH_DELIMITED) + 1


@inlined
def close_message(out: Bytes, body: int, at: int) -> int:
    """Write the length of the embedded message in `out[body:at]` before it; return the index after the message.

    One byte was left for the length. If the length takes more, the fields are moved up.
    """
    length = at - body
    if length < 0x80:
        out[body - 1] = length
        return at
    shift = 0
    while length >> 7 * (shift + 1):
        shift += 1
    if shift:
        for place in range(at - 1, body - 1, -1):
            out[place + shift] = out[place]
    put_varint(out, body - 1, length)
    return at + shift
