"""The contract's own small parts: events and their audience."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.game import Event
from tests.helpers.toy_base import Notice, ToyAction, ToyCodec, notice


@pytest.mark.parametrize(
    ("audience", "told"),
    [(None, [True, True, True]), ((0, 2), [True, False, True]), ((), [False, False, False])],
    ids=["everybody", "two seats", "nobody"],
)
def test_who_is_told(audience: tuple[int, ...] | None, told: list[bool]) -> None:
    """Everybody, the seats that are named, or nobody at all."""
    event = Event("body", audience)
    assert [event.is_visible_to(seat) for seat in range(3)] == told


class Dawn(Event):
    """An event that makes its body when somebody looks."""

    @property
    def body(self) -> object:
        """See `Event`."""
        return Notice("DAWN", 0)


class CountingCodec(ToyCodec[Any]):
    """Counts what it encodes."""

    def __init__(self) -> None:
        super().__init__(lambda _: ToyAction(None))
        self.encoded: list[object] = []

    def encode_event(self, event: Event) -> bytes:
        """See the class."""
        self.encoded.append(event.body)
        return super().encode_event(event)


def test_an_event_is_encoded_once() -> None:
    """However often and among whatever others it is told; the bytes are those of each, in order."""
    codec = CountingCodec()
    late, early, dawn = notice("LATE", 1), notice("EARLY", 0), Dawn(None)
    single = [ToyCodec.encode_event(codec, event) for event in (late, early, dawn)]
    assert codec.encode_events([late, dawn]) == single[0] + single[2]
    assert codec.encode_events([late, early, dawn]) == b"".join(single)
    assert codec.encode_events([]) == b""
    assert codec.encoded == [late.body, dawn.body, early.body]


def test_an_event_starts_without_bytes() -> None:
    """Whoever encodes it first leaves them there."""
    assert notice("LATE", 1).encoded is None


def test_events_show_what_they_say_and_to_whom() -> None:
    """For logs and failing tests."""
    assert repr(notice("LATE", 1)) == f"Event({Notice('LATE', 1)!r} to (1,))"
    assert repr(Event("dawn")) == "Event('dawn')"
