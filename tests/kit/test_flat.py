"""Records as whole numbers one behind the other."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import pytest
from pydantic import Field

from referee.core.plain import to_plain
from referee.kit.flat import LazyRecord, most_numbers, read_flat
from referee.kit.records import OneOf, fields_of


class Suit(enum.Enum):
    """Suits."""

    CLUBS = 1
    """Black."""
    HEARTS = 2
    """Red."""


class Card(NamedTuple):
    """A card."""

    suit: Annotated[str, OneOf(Suit)]
    """Its suit."""
    rank: Annotated[int, Field(ge=1, le=13)]
    """Its rank."""


class Hand(NamedTuple):
    """A hand."""

    owner: str
    """Who holds it."""
    cards: tuple[Card, ...]
    """The cards."""
    pair: tuple[Suit, Suit]
    """Two suits."""
    is_open: bool
    """Whether it is shown."""
    bid: Annotated[int, Field(ge=0, le=9)] | None
    """The bid, if there is one."""


@pytest.mark.parametrize(
    ("numbers", "hand"),
    [
        (
            [1, 2, 1, 13, 2, 1, 2, 1, 1, 0],
            Hand("Eve", (Card("clubs", 13), Card("hearts", 1)), (Suit.HEARTS, Suit.CLUBS), True, 0),
        ),
        ([0, 0, 1, 1, 0, -1], Hand("Ada", (), (Suit.CLUBS, Suit.CLUBS), False, None)),
    ],
    ids=["all", "little"],
)
def test_records_are_read(numbers: list[int], hand: Hand) -> None:
    """Field by field, with the count before a list that may have any, and no number left."""
    left = iter(numbers)
    assert read_flat(Hand, left, {"owner": ("Ada", "Eve")}) == hand
    assert list(left) == []


def test_real_numbers_are_none() -> None:
    """What is no whole number can't be read."""

    class Weight(NamedTuple):
        """A weight."""

        kilograms: float
        """How much."""

    with pytest.raises(TypeError, match="kilograms is no whole number"):
        read_flat(Weight, iter([1]), {})


class Seen(LazyRecord):
    """What is seen."""

    round: Annotated[int, Field(ge=1, le=9)]
    """The round."""
    cards: tuple[Card, ...]
    """Cards on the table."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers

    def _read(self, name: str) -> object:
        return self.numbers[0] if name == "round" else (Card("clubs", self.numbers[1]),)


def test_fields_are_read_when_somebody_looks() -> None:
    """They are told as those of any record; two are equal if all their fields are."""
    seen = Seen([3, 7])
    assert to_plain(seen) == {"round": 3, "cards": [{"suit": "clubs", "rank": 7}]}
    assert [field.meaning for field in fields_of(Seen)] == ["The round.", "Cards on the table."]
    assert seen == Seen([3, 7])
    assert seen != Seen([3, 8])
    assert seen != 3


class Trick(NamedTuple):
    """A trick."""

    cards: Annotated[tuple[Card, ...], Field(min_length=1, max_length=4)]
    """What was played."""
    trump: Card | None
    """What was turned up, if anything was."""
    pair: tuple[Suit, Suit]
    """Two suits."""


@pytest.mark.parametrize(
    ("numbers", "trump"), [([1, 2, 3, 1, 1, 9, 2, 2], Card("clubs", 9)), ([1, 2, 3, 0, 2, 2], None)]
)
def test_a_record_that_may_be_absent(numbers: Sequence[int], trump: Card | None) -> None:
    """It is led by whether it is there."""
    rest = iter([*numbers, 77])
    trick = Trick((Card("hearts", 3),), trump, (Suit.HEARTS, Suit.HEARTS))
    assert read_flat(Trick, rest, {}) == trick
    assert next(rest) == 77


def test_the_most_numbers() -> None:
    """A count and four cards, a truth and a card, two suits; without a bound there is none."""
    assert most_numbers(Card) == 2
    assert most_numbers(Trick) == (1 + 4 * 2) + (1 + 2) + 2
    with pytest.raises(TypeError, match=r"Hand\.cards may have any number of entries"):
        most_numbers(Hand)
