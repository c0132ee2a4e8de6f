"""The contract's own small parts: events and their audience."""

from __future__ import annotations

import pytest

from referee.core.game import Event
from tests.helpers.toy_base import Notice, notice


@pytest.mark.parametrize(
    ("audience", "told"),
    [(None, [True, True, True]), ((0, 2), [True, False, True]), ((), [False, False, False])],
    ids=["everybody", "two seats", "nobody"],
)
def test_who_is_told(audience: tuple[int, ...] | None, told: list[bool]) -> None:
    """Everybody, the seats that are named, or nobody at all."""
    event = Event("body", audience)
    assert [event.is_told_to(seat) for seat in range(3)] == told


def test_an_event_starts_without_bytes() -> None:
    """Whoever encodes it first leaves them there."""
    assert notice("LATE", 1).encoded is None


def test_events_show_what_they_say_and_to_whom() -> None:
    """For logs and failing tests."""
    assert repr(notice("LATE", 1)) == f"Event({Notice('LATE', 1)!r} to (1,))"
    assert repr(Event("dawn")) == "Event('dawn')"
