"""What is written is byte for byte what the protobuf library writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kit.wire import format as wire
from tests.kit.sample import INT32, SAMPLE, any_int64


@any_int64
def test_integers(value: int) -> None:
    """Of any size and sign; a zero is written where it is not the same as nothing."""
    assert wire.int_field(1, value) == SAMPLE(number=value).SerializeToString()
    assert wire.present_int_field(2, value) == SAMPLE(perhaps=value).SerializeToString()


def test_a_field_with_a_large_number() -> None:
    """Its tag takes two bytes."""
    assert wire.int_field(2000, 1) == SAMPLE(far=True).SerializeToString()


@given(st.lists(INT32, max_size=60))
def test_lists(values: list[int]) -> None:
    """Packed; an empty one is not written."""
    assert wire.ints_field(3, tuple(values)) == SAMPLE(list=values).SerializeToString()


@pytest.mark.parametrize("count", [0, 1, 60, 61, 62, 63, 5460, 5461, 5462, 20_000])
def test_embedded_messages(count: int) -> None:
    """Inside one another, empty, and as long as a length of one, two and three bytes tells."""
    values = tuple(range(count))
    innermost = SAMPLE(list=values)
    expected = SAMPLE(number=1, inner=[SAMPLE(inner=[innermost, innermost]), SAMPLE()])
    inner = wire.message(4, wire.ints_field(3, values))

    found = wire.int_field(1, 1) + wire.message(4, inner + inner) + wire.message(4, b"")

    assert found == expected.SerializeToString()


@pytest.mark.parametrize("count", [0, 1, 100, 120, 127])
def test_events_one_after_another(count: int) -> None:
    """Each is a message of its own: one of a kind in a list of events, also where lengths take two bytes."""
    values = tuple(range(count))
    expected = SAMPLE(inner=[SAMPLE(inner=[SAMPLE(list=values)])]).SerializeToString()
    expected = b"\x0a" + expected[1:]  # field 1 of Events stands for field 4 of the sample

    events = b"".join([wire.event(4, wire.ints_field(3, values)) for _ in range(2)])

    assert events == expected + expected
    assert [wire.nth_event(events, index) for index in (0, 1)] == [expected, expected]


def test_varints_by_hand() -> None:
    """The examples of the encoding's documentation: 1, 150, and -2 in ten bytes."""
    assert wire.varint(1) == b"\x01"
    assert wire.varint(150) == b"\x96\x01"
    assert wire.varint(-2) == b"\xfe" + b"\xff" * 8 + b"\x01"
