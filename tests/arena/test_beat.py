"""Readers are told of what is new in beats."""

from __future__ import annotations

from collections.abc import Callable

from referee_arena.server.beat import BEAT_S, LONG_BEAT_S, MOST_FOLLOWED, Beat


class Heart:
    """A beat whose time passes by hand."""

    def __init__(self) -> None:
        self.told = 0
        """How often something was told."""
        self.rest_s = 0.0
        """Of the beat that goes on; 0 for none."""
        self._next: Callable[[], None] | None = None
        self.beat = Beat(self._tell, self._later)

    def strike(self) -> None:
        """End the beat that goes on."""
        ended, self._next, self.rest_s = self._next, None, 0.0
        assert ended is not None
        ended()

    def _tell(self) -> None:
        self.told += 1

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        assert self._next is None
        self._next, self.rest_s = call, seconds


def test_what_comes_after_a_rest_is_told_at_once() -> None:
    """Each frame of a match that people can follow."""
    heart = Heart()
    for told in (1, 2, 3):
        heart.beat.add()
        assert (heart.told, heart.rest_s) == (told, BEAT_S)
        heart.strike()
        assert (heart.told, heart.rest_s) == (told, 0.0)


def test_what_comes_within_a_beat_is_told_together_at_its_end() -> None:
    """However much it is; the last is never left untold."""
    heart = Heart()
    for _ in range(MOST_FOLLOWED + 1):
        heart.beat.add()
    assert heart.told == 1
    heart.strike()
    assert (heart.told, heart.rest_s) == (2, BEAT_S)
    heart.strike()
    assert (heart.told, heart.rest_s) == (2, 0.0)


def test_more_than_one_can_follow_is_told_seldom() -> None:
    """Until a beat has no more than people can follow."""
    heart = Heart()
    for _ in range(MOST_FOLLOWED + 2):
        heart.beat.add()
    heart.strike()
    assert heart.rest_s == LONG_BEAT_S
    heart.beat.add()
    heart.strike()
    assert (heart.told, heart.rest_s) == (3, BEAT_S)
