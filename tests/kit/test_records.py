"""Records tell their fields once; what can't be carried is refused by its name."""

from __future__ import annotations

import enum
from typing import Annotated, Any, Literal

import pydantic
import pytest
from pydantic import Field

from referee.core.plain import to_plain
from referee.kit.records import FieldKind, Number, Record, RecordField, Scalar, fields_of

Digit = Annotated[int, Field(ge=0, le=9)]


class Colour(enum.IntEnum):
    """A colour."""

    RED = 1
    BLUE = 2


class Card(Record):
    """A card."""

    colour: Colour
    """Its colour."""
    value: Digit
    """Its value."""


class Hand(Record):
    """Much of everything."""

    cards: Annotated[list[Card], Field(max_length=3)]
    """The cards
    in hand."""
    top: Annotated[int | None, Field(ge=-5, le=5), Number(9)] = None
    """The card on top."""
    is_open: bool
    """Whether all see it."""
    name: Annotated[str, Field(max_length=5)]
    """What it is called."""
    side: Literal["left", "right"] = "left"
    """Where."""
    weights: Annotated[list[float], Field(min_length=2, max_length=2)]
    """Two weights."""


def test_a_field_says_all_of_itself() -> None:
    """Name, number, kind with bounds, and meaning on one line."""
    cards, top, is_open, name, side, weights = fields_of(Hand)
    kind = FieldKind(Scalar.RECORD, cls=Card, is_list=True, most=3)
    assert cards == RecordField("cards", 1, kind, "The cards in hand.")
    kind = FieldKind(Scalar.WHOLE, low=-5, high=5, is_optional=True)
    assert top == RecordField("top", 9, kind, "The card on top.")
    assert [field.number for field in (is_open, name, side, weights)] == [3, 4, 5, 6]
    assert (is_open.kind.scalar, name.kind.scalar) == (Scalar.TRUTH, Scalar.TEXT)
    assert side.kind == FieldKind(Scalar.TEXT)
    assert weights.kind == FieldKind(Scalar.REAL, is_list=True, least=2, most=2)
    assert fields_of(Card)[0].kind == FieldKind(Scalar.CHOICE, cls=Colour)


def test_a_record_checks_what_it_is_given() -> None:
    """Types and bounds, and nothing unknown; what is known to be right is taken as it is."""
    good: dict[str, Any] = {"colour": Colour.RED, "value": 9}
    assert Card(**good) == Card.of(**good)
    for bad in ({"value": 10}, {"value": "9"}, {"value": True}, {"more": 1}, {"colour": None}):
        with pytest.raises(pydantic.ValidationError):
            Card(**(good | bad))


def test_a_record_is_plain_data() -> None:
    """Absent fields are left out, and enums are names."""
    card = Card(colour=Colour.BLUE, value=3)
    hand = Hand(cards=[card], is_open=True, name="x", weights=[0.0, 0.5])
    assert to_plain(hand) == {
        "cards": [{"colour": "BLUE", "value": 3}],
        "is_open": True,
        "name": "x",
        "side": "left",
        "weights": [0.0, 0.5],
    }


@pytest.mark.parametrize(
    ("annotation", "problem"),
    [
        (int, "must have both bounds, ge and le"),
        (Annotated[int, Field(ge=0)], "must have both bounds, ge and le"),
        (list[int], "must have both bounds, ge and le"),
        (Digit | str, "must be one type, or one type or None"),
        (list[Digit] | None, "must be a list that may be empty, not absent"),
        (tuple[Digit, str], "must be int, bool, float, str, an IntEnum, a record or a list"),
        (dict[str, int], "must be int, bool, float, str, an IntEnum, a record or a list"),
        (Literal[1, 2], "must be int, bool, float, str, an IntEnum, a record or a list"),
        (list[list[Digit]], "must be int, bool, float, str, an IntEnum, a record or a list"),
    ],
)
def test_what_can_not_be_carried_is_named(annotation: Any, problem: str) -> None:
    """When the fields are first asked for, which is when the game is loaded."""
    field = (annotation, Field(description="What it is."))
    cls: Any = pydantic.create_model("Odd", __base__=Record, odd=field)
    with pytest.raises(TypeError, match=rf"Odd\.odd {problem}"):
        fields_of(cls)


def test_a_field_without_a_meaning_is_refused() -> None:
    """Every field has a docstring."""
    cls: Any = pydantic.create_model("Odd", __base__=Record, odd=(bool, ...))
    with pytest.raises(TypeError, match=r"Odd\.odd has no docstring"):
        fields_of(cls)


def test_no_two_fields_have_one_number() -> None:
    """A given one may be that of a place."""

    class Odd(Record):
        """Two of one number."""

        first: Annotated[bool, Number(2)]
        """First."""
        second: bool
        """Second, by its place."""

    with pytest.raises(TypeError, match=r"Odd\.second has the number 2 of another field"):
        fields_of(Odd)
