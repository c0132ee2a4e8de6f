"""New frames are sent at intervals, not one by one."""

from __future__ import annotations

from collections.abc import Callable

from referee_arena.server.throttle import INTERVAL_S, LONG_INTERVAL_S, MOST_FOLLOWED, Throttle


class HandClock:
    """A throttle whose time passes by hand."""

    def __init__(self) -> None:
        self.sent = 0
        """How often frames were sent."""
        self.rest_s = 0.0
        """Length of the interval that is running; 0 for none."""
        self._next: Callable[[], None] | None = None
        self.throttle = Throttle(self._send, self._later)

    def end_interval(self) -> None:
        """End the interval that is running."""
        ended, self._next, self.rest_s = self._next, None, 0.0
        assert ended is not None
        ended()

    def _send(self) -> None:
        self.sent += 1

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        assert self._next is None
        self._next, self.rest_s = call, seconds


def test_a_frame_after_a_pause_is_sent_at_once() -> None:
    """Each frame of a match that people can follow."""
    clock = HandClock()
    for count in (1, 2, 3):
        clock.throttle.add()
        assert (clock.sent, clock.rest_s) == (count, INTERVAL_S)
        clock.end_interval()
        assert (clock.sent, clock.rest_s) == (count, 0.0)


def test_frames_within_an_interval_are_sent_together_at_its_end() -> None:
    """However many they are; the last one is never left unsent."""
    clock = HandClock()
    for _ in range(MOST_FOLLOWED + 1):
        clock.throttle.add()
    assert clock.sent == 1
    clock.end_interval()
    assert (clock.sent, clock.rest_s) == (2, INTERVAL_S)
    clock.end_interval()
    assert (clock.sent, clock.rest_s) == (2, 0.0)


def test_more_than_one_can_follow_is_sent_seldom() -> None:
    """Until an interval has no more frames than people can follow."""
    clock = HandClock()
    for _ in range(MOST_FOLLOWED + 2):
        clock.throttle.add()
    clock.end_interval()
    assert clock.rest_s == LONG_INTERVAL_S
    clock.throttle.add()
    clock.end_interval()
    assert (clock.sent, clock.rest_s) == (3, INTERVAL_S)
