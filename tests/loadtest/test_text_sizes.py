"""How long texts are, and that the matches which are measured can be played."""

from __future__ import annotations

from loadtest.text_sizes import SIZES, Sizes, Texts, measure, texts_of
from referee.games import registry


def test_median_and_largest_by_hand() -> None:
    """Of the turns; the rules are counted once."""
    texts = Texts("rules", ("a", "bb", "dddd", "ccc", "eeeeeeeee"))
    assert measure(texts, len) == Sizes(5, 3, 9)


def test_all_turns_of_all_seats_are_read() -> None:
    """In a short match, each seat's first turn is among them."""
    size = next(each for each in SIZES if each.game == "diceman")
    texts = texts_of(size._replace(config={"games": 1}))
    assert {text.splitlines()[0] for text in texts.turns} >= {
        f"# Turn 1 of seat {seat}: game 1 of 1, round 1" for seat in (0, 1)
    }
    assert texts.rules.startswith("#")


def test_every_game_is_measured() -> None:
    """None is forgotten."""
    assert {each.game for each in SIZES} == set(registry.names())
