"""Records that a kernel writes from numbers have the bytes that the writer of records gives them."""

from __future__ import annotations

import enum
import random
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from pydantic import Field

from referee.core.kernel import kernel
from referee.kit.enums import FromOne
from referee.kit.flat import read_flat
from referee.kit.records import Int32, Name, Number, Wrap
from referee.kit.wire.flat_kernel import (
    Bytes,
    FlatWriter,
    Ints,
    Longs,
    Program,
    flat_program,
    put_flats,
)
from referee.kit.wire.format import event
from referee.kit.wire.writer import writer_of


@kernel
def _put(
    out: Bytes, numbers: Ints, starts: Longs, which: Longs, program: Program, ends: Longs
) -> None:
    put_flats(out, numbers, starts, which, program, ends)


class Tool(FromOne):
    """Tools."""

    AXE = 0
    """Cuts."""
    ROPE = 1
    """Binds."""


class Colour(enum.Enum):
    """Colours."""

    RED = 4
    """Of blood."""
    BLUE = 7
    """Of the sky."""


class Place(NamedTuple):
    """A place."""

    row: Annotated[int, Field(ge=-5, le=10**9), Int32()]
    """Row, in ten bytes below 0."""
    depth: Annotated[int, Field(ge=-5, le=10**9)]
    """Depth, written as signed numbers are."""


class Held(NamedTuple):
    """What a hand holds."""

    place: Place | None
    """The place of it."""

    def on_wire(self) -> Place:
        """Nothing is an empty message."""
        return Place(0, 0) if self.place is None else self.place


class Walk(NamedTuple):
    """A walk."""

    places: tuple[Place, ...]
    """Its places."""
    marks: tuple[Annotated[int, Field(ge=0, le=10**9)], ...]
    """Marks on the way."""


class Tale(NamedTuple):
    """All that can be told in numbers."""

    is_true: bool
    """Whether it happened."""
    tool: Tool
    """What helped."""
    colour: Colour
    """How it looked."""
    hint: Annotated[int, Field(ge=0, le=10**9)] | None
    """A hint, which 0 may be."""
    start: Place
    """Where it began."""
    end: Place | None
    """Where it ended."""
    hands: Annotated[
        tuple[Annotated[Place | None, Wrap(Held)], ...], Field(min_length=2, max_length=2)
    ]
    """What each hand holds."""
    walks: tuple[Walk, ...]
    """Walks, each a list of places."""
    pair: Annotated[
        tuple[Annotated[int, Field(ge=0, le=10**9)], ...], Field(min_length=2, max_length=2)
    ]
    """Two numbers."""


def random_tale(dice: random.Random) -> list[int]:
    """Numbers of a tale, small and large ones."""

    def number() -> int:
        return dice.choice([0, 1, 127, 128, 300, 10**9])

    def place() -> list[int]:
        return [dice.choice([-5, -1, number()]), dice.choice([-5, -1, number()])]

    def perhaps() -> list[int]:
        return [1, *place()] if dice.random() < 0.5 else [0]

    numbers = [dice.randrange(2), dice.randrange(2), dice.choice([4, 7])]
    numbers += [dice.choice([-1, number()]), *place(), *perhaps(), *perhaps(), *perhaps()]
    walks = dice.choice([0, 1, 3, 40])
    numbers.append(walks)
    for _ in range(walks):
        places, marks = dice.randrange(4), dice.randrange(4)
        numbers += [places, *[part for _ in range(places) for part in place()]]
        numbers += [marks, *[number() for _ in range(marks)]]
    return [*numbers, number(), number()]


def test_random_records() -> None:
    """Several kinds in one run, as bodies and as events, with some left out."""
    dice = random.Random(1)
    writer = FlatWriter(_put, (Tale, slice(None), ()), (Place, slice(None), (1, 9)))
    tale, place = writer.where
    numbers: list[int] = []
    starts, which, expected = [], [], []
    for _ in range(120):
        starts.append(len(numbers))
        kind = dice.choice([tale, tale, place, -1])
        which.append(kind)
        row = random_tale(dice) if kind == tale else [-1, dice.choice([0, -3, 200])]
        numbers += row
        if kind == tale:
            expected.append(writer_of(Tale)(read_flat(Tale, iter(row), {})))
        elif kind == place:
            expected.append(event(9, writer_of(Place)(Place(*row))))
        else:
            expected.append(b"")
    written = writer.write(
        np.array(numbers, np.int32), np.array(starts, np.int64), np.array(which, np.int64)
    )
    assert written == expected
    assert max(map(len, written)) > 128 * 8


def test_some_of_the_fields() -> None:
    """Numbers hold those alone; both halves end to end are the whole."""
    row = random_tale(random.Random(3))
    writer = FlatWriter(_put, (Tale, slice(3), ()), (Tale, slice(3, None), ()))
    head, tail = writer.write(
        np.array(row, np.int32), np.array([0, 3], np.int64), np.array(writer.where, np.int64)
    )
    assert head + tail == writer_of(Tale)(read_flat(Tale, iter(row), {}))


def test_nothing_to_write() -> None:
    """No records at all."""
    nothing = np.zeros(0, np.int64)
    assert (
        FlatWriter(_put, (Place, slice(None), ())).write(np.zeros(0, np.int32), nothing, nothing)
        == []
    )


class Text(NamedTuple):
    """What is no number."""

    said: str
    """Words."""


class Unordered(NamedTuple):
    """Fields that are written in another order than they are told in."""

    one: Annotated[bool, Number(2)]
    """Second."""
    other: Annotated[bool, Number(1)]
    """First."""


class Apart(NamedTuple):
    """A record with more numbers than it has on the wire."""

    one: bool
    """One."""
    other: bool
    """Another."""

    def on_wire(self) -> Lone:
        """One of them."""
        return Lone(self.one)


class Lone(NamedTuple):
    """One truth."""

    truth: Annotated[bool, Name("told")]
    """The truth."""


@pytest.mark.parametrize(
    ("cls", "text"),
    [
        (Text, "Text.said can't be written from numbers"),
        (Unordered, "in the order of their numbers"),
        (Apart, "Apart and its wire record Lone differ in numbers"),
    ],
)
def test_what_can_not_be_written(cls: type[Any], text: str) -> None:
    """It is refused when the program is made, by name."""
    with pytest.raises(TypeError, match=text):
        flat_program(cls)


def test_messages_that_are_too_deep() -> None:
    """There is room for eight within one another."""
    around = (1,) * 8
    assert FlatWriter(_put, (Place, slice(None), around)).where == [0]
    with pytest.raises(TypeError, match="9 messages within one another are more than 8"):
        FlatWriter(_put, (Place, slice(None), (1, *around)))
