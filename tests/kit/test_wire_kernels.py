"""What the wire kernels write is byte for byte what the protobuf library writes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kit.wire import kernels as wire
from tests.kit.sample import INT32, SAMPLE, any_int64


def room() -> wire.Bytes:
    """An array to write into, full of something that is no zero."""
    return np.full(2**17, 0xEE, np.uint8)


def written(out: wire.Bytes, at: int) -> bytes:
    """What has been written, and a look that nothing has been behind it."""
    assert (out[at:] == 0xEE).all()
    return out[:at].tobytes()


def put_ints(out: wire.Bytes, at: int, field: int, values: npt.NDArray[np.int32]) -> int:
    """Write a packed list of integers; nothing if it is empty."""
    if not len(values):
        return at
    body = at = wire.open_message(out, at, field)
    for value in values:
        at = wire.put_varint(out, at, value)
    return wire.close_message(out, body, at)


@any_int64
def test_integers(value: int) -> None:
    """Of any size and sign, zero too."""
    out = room()
    expected = SAMPLE(perhaps=value).SerializeToString()
    assert written(out, wire.put_present_int(out, 0, 2, value)) == expected


def test_a_field_with_a_large_number() -> None:
    """Its tag takes two bytes."""
    out = room()
    expected = SAMPLE(far=True).SerializeToString()
    assert written(out, wire.put_present_int(out, 0, 2000, 1)) == expected


@given(st.lists(INT32, max_size=60))
def test_lists(values: list[int]) -> None:
    """Packed, one number behind the other."""
    out = room()
    at = put_ints(out, 0, 3, np.array(values, np.int32))
    assert written(out, at) == SAMPLE(list=values).SerializeToString()


@pytest.mark.parametrize("count", [0, 1, 60, 61, 62, 63, 5460, 5461, 5462, 20_000])
def test_embedded_messages(count: int) -> None:
    """Inside one another, empty, and as long as a length of one, two and three bytes tells."""
    values = np.arange(count, dtype=np.int32)
    innermost = SAMPLE(list=values.tolist())
    expected = SAMPLE(number=1, inner=[SAMPLE(inner=[innermost, innermost]), SAMPLE()])

    out = room()
    outer = wire.open_message(out, wire.put_present_int(out, 0, 1, 1), 4)
    at = outer
    for _ in range(2):
        inner = wire.open_message(out, at, 4)
        at = wire.close_message(out, inner, put_ints(out, inner, 3, values))
    at = wire.close_message(out, outer, at)
    empty = wire.open_message(out, at, 4)
    at = wire.close_message(out, empty, empty)

    assert written(out, at) == expected.SerializeToString()


def test_varints_by_hand() -> None:
    """The examples of the encoding's documentation: 1, 150, and -2 in ten bytes."""
    out = room()
    assert written(out, wire.put_varint(out, 0, 1)) == b"\x01"
    assert written(out, wire.put_varint(out, 0, 150)) == b"\x96\x01"
    assert written(out, wire.put_varint(out, 0, -2)) == b"\xfe" + b"\xff" * 8 + b"\x01"
