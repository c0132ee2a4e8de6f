"""Fields written by hand are those that the protobuf library writes."""

from __future__ import annotations

import pytest
from google.protobuf import wrappers_pb2
from hypothesis import given
from hypothesis import strategies as st

from referee.replay.varint import bytes_field, tag, varint


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "00"),
        (1, "01"),
        (127, "7f"),
        (128, "8001"),
        (150, "9601"),  # the example of protobuf's own description of its encoding
        (300, "ac02"),
        (16383, "ff7f"),
        (16384, "808001"),
        (2**64 - 1, "ffffffffffffffffff01"),
        (-1, "ffffffffffffffffff01"),
        (-(2**63), "80808080808080808001"),
    ],
)
def test_varints(value: int, expected: str) -> None:
    """Seven bits a byte, the lowest first; a negative number is that of two's complement in 64 bits."""
    assert varint(value).hex() == expected


@given(st.integers(1, 2**63 - 1) | st.integers(-(2**63), -1))
def test_integers_are_read_back(value: int) -> None:
    """What the library reads is what was written, and it writes the same."""
    data = tag(1, 0) + varint(value)
    message = wrappers_pb2.Int64Value.FromString(data)
    assert message.value == value
    assert message.SerializeToString() == data


@given(st.binary(min_size=1, max_size=40_000))
def test_bytes_are_read_back(value: bytes) -> None:
    """What the library reads is what was written, and it writes the same."""
    data = bytes_field(1, value)
    message = wrappers_pb2.BytesValue.FromString(data)
    assert message.value == value
    assert message.SerializeToString() == data
