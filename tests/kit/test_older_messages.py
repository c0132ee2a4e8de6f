"""What messages from before the kit have that a record alone does not say: told, written and read as they are."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from referee.core.config import GameConfig
from referee.kit.columns import ColumnSet
from referee.kit.describe.json_schema import json_schema
from referee.kit.enums import NO_MEMBER, FromOne, wire_number
from referee.kit.records import (
    Absent,
    InOneof,
    Int32,
    MapEntries,
    Name,
    Number,
    OneOf,
    Presence,
    wire_class,
)
from referee.kit.schema import Schema

Small = Annotated[int, Field(ge=0, le=9)]


class Suit(FromOne):
    """Suits."""

    CLUBS = 0
    """The lowest."""
    HEARTS = 1
    """The next."""


SuitNumber = Annotated[int, OneOf(Suit)]


class Config(GameConfig):
    """What can be set."""


class Sides(NamedTuple):
    """Two sides, as bots were told them first."""

    suit: Annotated[Suit | None, Presence(is_explicit=False)]
    """Absent for a number."""
    number: Annotated[int | None, Field(ge=0, le=9)]
    """Absent for a suit."""


class Side(NamedTuple):
    """One side or the other."""

    is_suit: bool
    """Whether it is a suit."""
    value: Small
    """Of either."""

    def on_wire(self) -> Sides:
        """As the message has it."""
        if self.is_suit:
            return Sides(Suit(self.value), None)
        return Sides(None, self.value)


class Entry(NamedTuple):
    """A pile by its place."""

    key: Small
    """Its place."""
    value: Sides
    """What it shows."""


class Play(NamedTuple):
    """Play a card."""

    suit: Annotated[SuitNumber, Absent(-9)]
    """Its suit."""


class Wait(NamedTuple):
    """Wait."""


class Seen(NamedTuple):
    """Much of it."""

    trump: SuitNumber
    """The trump."""
    hidden: Annotated[SuitNumber | None, Presence(is_explicit=False)]
    """Perhaps a suit."""
    perhaps: Annotated[SuitNumber, Absent(-1)]
    """Perhaps another."""
    suits: tuple[SuitNumber, ...]
    """All that were led."""
    side: Side
    """A side."""
    sides: tuple[Side, ...]
    """More of them."""
    debt: Annotated[int, Field(ge=-(2**31), le=2**31 - 1), Int32()]
    """What is owed."""
    seed: Annotated[int, Field(ge=0, le=2**64 - 1)]
    """The seed."""
    is_open: Annotated[bool | None, Presence(is_explicit=False)]
    """Whether it is open."""
    piles: Annotated[tuple[Entry, ...], MapEntries()]
    """Piles."""
    play: Annotated[Play | None, InOneof("order")]
    wait: Annotated[Wait | None, InOneof("order")]
    """Or that."""


class Won(NamedTuple):
    """Points."""

    seat: Annotated[Small, Number(0)]
    """Whose; not told."""
    points: Annotated[Small, Number(1)]
    """How many."""
    bonus: Annotated[Small, Number(2)]
    """How many more."""


class Lost(NamedTuple):
    """Fewer points."""

    fewer: Annotated[Small, Name("points")]
    """How many."""


class Left(NamedTuple):
    """Somebody has left."""

    when: Small
    """In which turn."""


SCHEMA = Schema(
    "older",
    config=Config,
    actions=(Play, Wait),
    observation=Seen,
    events={"gone": Left, "won": (Won, Lost)},
    names={Won: "Points", Lost: "Points"},
    package="tests.older.v1",
    before_kit=True,
    with_presence=(Entry,),
    oneof="body",
)

SUITS = st.sampled_from(list(Suit))
NUMBERS = st.integers(0, 9)
SIDES = st.builds(Side, st.just(True), st.integers(0, 1)) | st.builds(Side, st.just(False), NUMBERS)
TOLD = st.builds(Sides, st.none() | SUITS, st.none() | NUMBERS)
PILES = st.dictionaries(NUMBERS, TOLD, max_size=1).map(
    lambda piles: tuple([Entry(key, value) for key, value in piles.items()])
)
SEEN = st.builds(
    Seen,
    trump=st.integers(0, 1),
    hidden=st.none() | SUITS,
    perhaps=st.integers(-1, 1),
    suits=st.lists(SUITS, max_size=3).map(tuple),
    side=SIDES,
    sides=st.lists(SIDES, max_size=3).map(tuple),
    debt=st.integers(-(2**31), 2**31 - 1),
    seed=st.integers(0, 2**64 - 1),
    is_open=st.none() | st.booleans(),
    piles=PILES,
    play=st.none() | st.builds(Play, st.integers(0, 1)),
    wait=st.none(),
)


def test_the_text() -> None:
    """Enums with none of their members first, maps, choices beside fields, and signs that take ten bytes."""
    text = SCHEMA.proto()
    assert (
        "  // None of these.\n  SUIT_UNSPECIFIED = 0;\n  // The lowest.\n  SUIT_CLUBS = 1;" in text
    )
    assert "  // Perhaps a suit.\n  Suit hidden = 2;\n" in text
    assert "  // Perhaps another.\n  optional Suit perhaps = 3;\n" in text
    assert "  Sides side = 5;\n" in text
    assert "  int32 debt = 7;\n" in text
    assert "  uint64 seed = 8;\n" in text
    assert "  // Piles.\n  map<int32, Sides> piles = 10;\n  // Which.\n  oneof order {\n" in text
    assert "    // Or that.\n    Wait wait = 12;\n  }\n}\n" in text
    assert "message Entry" not in text
    assert text.count("message Points {") == 1
    assert "  oneof body {\n    // Somebody has left.\n    Left gone = 1;\n" in text


@given(SEEN)
def test_bytes(seen: Seen) -> None:
    """As the protobuf library writes the same values."""
    sent = SCHEMA.message_class("Observation")()
    sent.trump = 1 + seen.trump
    sent.hidden = 0 if seen.hidden is None else 1 + seen.hidden
    if seen.perhaps >= 0:
        sent.perhaps = 1 + seen.perhaps
    sent.suits.extend([1 + suit for suit in seen.suits])
    for message, side in [(sent.side, seen.side), *[(sent.sides.add(), s) for s in seen.sides]]:
        message.SetInParent()
        if side.is_suit:
            message.suit = 1 + side.value
        else:
            message.number = side.value
    sent.debt, sent.seed, sent.is_open = seen.debt, seen.seed, bool(seen.is_open)
    for key, told in seen.piles:
        sent.piles[key].SetInParent()
        if told.suit is not None:
            sent.piles[key].suit = 1 + told.suit
        if told.number is not None:
            sent.piles[key].number = told.number
    if seen.play is not None:
        sent.play.suit = 1 + seen.play.suit
    assert SCHEMA.encode(seen) == sent.SerializeToString(deterministic=True)


def test_actions_are_read_by_their_choice() -> None:
    """A choice that is not set is what stands for absence; a number is given for a member."""
    assert SCHEMA.decode_action(b"\x0a\x02\x08\x02") == (Play, {"suit": 1})
    assert SCHEMA.decode_action(b"\x0a\x00") == (Play, {"suit": -9})
    assert SCHEMA.decode_action(b"\x12\x00") == (Wait, {})


def test_numbers_of_no_member_are_kept() -> None:
    """As they were sent, but for those that could be none: both are for the rules to refuse."""
    sent = SCHEMA.message_class("Action").FromString(b"\x0a\x02\x08\x64")
    assert SCHEMA.decode_action(sent.SerializeToString()) == (Play, {"suit": 99})
    assert SCHEMA.encode_action(Play(99)) == b"\x0a\x02\x08\x64"
    assert SCHEMA.decode_action(b"\x0a\x02\x08\x00") == (Play, {"suit": NO_MEMBER})
    assert SCHEMA.encode_action(Play(NO_MEMBER)) == b"\x0a\x02\x08\x00"
    assert SCHEMA.encode_action(Play(-9)) == b"\x0a\x00"


def test_kinds_of_events_share_a_message() -> None:
    """And with it the number."""
    assert SCHEMA.encode_event(Won(3, 4, 0)) == b"\x0a\x04\x12\x02\x08\x04"
    assert SCHEMA.encode_event(Lost(4)) == b"\x0a\x04\x12\x02\x08\x04"


def test_another_message_of_a_name_is_refused() -> None:
    """One that has a field more, or one of another kind."""
    with pytest.raises(TypeError, match="two records are called Points"):
        Schema("older_two", config=Config, actions=(Wait,), observation=Left,
               events={"lost": Lost, "won": Won}, names={Won: "Points", Lost: "Points"})  # fmt: skip


def test_other_forms() -> None:
    """They follow the wire, and have numbers where a record has numbers."""
    assert wire_class(Side) is Sides
    assert wire_class(Won) is Won
    assert wire_number(Suit.HEARTS) == 2
    told = json_schema(Seen)["$defs"]
    assert isinstance(told, dict)
    seen, sides = told["Seen"], told["Sides"]
    assert isinstance(seen, dict)
    assert isinstance(sides, dict)
    assert sides["required"] == []
    properties = seen["properties"]
    assert isinstance(properties, dict)
    assert properties["perhaps"] == {"enum": [-1, 0, 1], "description": "Perhaps another."}
    arrays = ColumnSet(Entry).arrays([Entry(3, Sides(None, 4))])
    assert arrays["value.number"].tolist() == [4]
    arrays = ColumnSet(Side).arrays([Side(is_suit=True, value=1), Side(is_suit=False, value=7)])
    assert {name: array.tolist() for name, array in arrays.items()} == {
        "suit.present": [True, False], "suit": [1, 0],
        "number.present": [False, True], "number": [0, 7],
    }  # fmt: skip
    assert "`map<int32, Sides>`" in SCHEMA.reference("Older")


def test_choices_have_names_of_their_own() -> None:
    """An Action's and an Event's need not be the same."""
    schema = Schema("older_three", config=Config, actions=(Play, Wait), observation=Left,
                    events=(Left,), oneof="body", event_oneof="event")  # fmt: skip
    text = schema.proto()
    assert "  oneof body {\n    // Play a card.\n" in text
    assert "  oneof event {\n    // Somebody has left.\n" in text
    assert schema.decode_action(b"\x12\x00") == (Wait, {})
