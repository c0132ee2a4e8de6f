from __future__ import annotations

from tournaments.pairings import ScheduleStream


def test_known_answers() -> None:
    """The known answers that stand in the preface of all rulebooks, and in DA-8.14."""
    dice = ScheduleStream(2008)
    assert [dice.draw(6) for _ in range(6)] == [4, 6, 1, 4, 5, 4]
    dice = ScheduleStream(1, 2, 3)
    assert [dice.draw(10) for _ in range(6)] == [1, 6, 4, 6, 5, 10]
    dice = ScheduleStream(1, 2, 0, 0)
    assert [dice.draw(sides) for sides in (4, 3, 2, 4, 3, 2)] == [3, 3, 1, 2, 2, 2]


def test_one_side_needs_no_roll() -> None:
    """A draw from one leaves the stream where it is."""
    dice = ScheduleStream(2008)
    assert [dice.draw(1), dice.draw(6), dice.draw(1), dice.draw(6)] == [1, 4, 1, 6]


def test_take() -> None:
    """The first draws of d6 are 4 and, with five left, one of those: items are counted from 1."""
    items = list("abcdef")
    dice = ScheduleStream(2008)
    assert dice.take(items) == "d"
    assert "".join(items) == "abcef"
