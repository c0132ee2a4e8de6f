"""What is written of a record is byte for byte what the protobuf library writes, from objects and from rows."""

from __future__ import annotations

import enum
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.kernel import inlined, kernel
from referee.kit.columns import ColumnSet
from referee.kit.describe.json_schema import json_schema
from referee.kit.records import (
    Absent,
    Inline,
    Name,
    Number,
    OneOf,
    Record,
    Uncached,
    Wrap,
    fields_of,
)
from referee.kit.rows import EventsOf, RowEvents, RowOf
from referee.kit.schema import Schema
from referee.kit.wire.format import message
from referee.kit.wire.row_kernel import Bytes, Program, RowWriter, program_of, put_row, with_more
from referee.kit.wire.writer import writer_of
from referee.testing.contract.declared import problem_of


@kernel
def put(out: Bytes, row: bytes, program: Program) -> tuple[int, int]:
    """What a game has for itself."""
    return put_row(out, np.frombuffer(row, np.int32), program)


@inlined
def derive(columns: Any) -> tuple[int, ...]:
    """The sum of the first two columns, and their difference."""
    return (int(columns[0] + columns[1]), int(columns[0] - columns[1]))


@kernel
def put_derived(out: Bytes, row: bytes, program: Program) -> tuple[int, int]:
    """What a game has that tells more of a row than it holds."""
    columns = np.frombuffer(row, np.int32)
    return put_row(out, with_more(columns, derive(columns)), program)


def put_one(record: RowOf[Any], row: bytes) -> bytes:
    """A record alone, by the kernel."""
    written, others = RowWriter(put, 0, record).write(row)
    assert others == b""
    return written


Small = Annotated[int, Field(ge=0, le=9)]


class Colour(enum.Enum):
    """A colour."""

    RED = 1
    """As blood."""
    DEEP_BLUE = 2
    """As the sea."""


class Shade(enum.Enum):
    """A shade."""

    DARK = 1
    """Dark."""
    LIGHT = 4
    """Light."""


class Shaded(NamedTuple):
    """What has a shade."""

    shade: Annotated[str, OneOf(Shade)]
    """Its shade."""


class Config(GameConfig):
    """What can be set."""

    most: Annotated[int, Field(ge=0, le=100)] = 9
    """The most."""
    is_open: bool = True
    """Whether it is open."""


class Place(NamedTuple):
    """Where something is."""

    x: Annotated[int, Field(ge=-1, le=300)]
    """Column."""
    y: Annotated[int, Field(ge=0, le=300), Absent(-1)]
    """Row."""


class Inner(NamedTuple):
    """What stands inline."""

    late: Annotated[int, Field(ge=0, le=2**31 - 1), Number(12)]
    """Behind all others."""
    config: Annotated[Config, Number(3)]
    """The config."""


class Seen(NamedTuple):
    """Much of everything."""

    places: tuple[Place, Place]
    """Two places."""
    inner: Annotated[Inner, Inline(), Number(0)]
    """What is not a field of its own."""
    kept: Annotated[int, Field(ge=0, le=9), Number(0)]
    """Never told."""
    pair: tuple[Small, Small]
    """Two numbers."""
    signed: Annotated[
        tuple[Annotated[int, Field(ge=-5, le=500)], ...], Field(min_length=3, max_length=3)
    ]
    """Three numbers with a sign."""
    colour: Annotated[Colour, Number(6)]
    """A colour."""
    shade: Annotated[str, OneOf(Colour), Name("tone")]
    """Another, by its name."""
    landed: tuple[bool, bool]
    """Two truths."""
    is_on: bool
    """A truth."""
    maybe: Annotated[int | None, Field(ge=0, le=400)]
    """Perhaps a number."""


class Texts(Record):
    """What no row holds."""

    words: list[str]
    """Words."""
    name: str
    """A name; empty if it has none."""
    reals: list[float]
    """Real numbers."""
    real: float
    """A real number."""
    perhaps: str | None = None
    """Perhaps a text."""
    colours: list[Colour]
    """Colours."""


class Move(Record):
    """A decision."""

    to: Small
    """Where to."""


SCHEMA = Schema(
    "written",
    config=Config,
    actions=(Move,),
    observation=Seen,
    events={"told": Texts, "placed": Place},
    private=(Place,),
    package="tests.written.v1",
    before_kit=True,
)

NUMBERS = st.integers(0, 9)
PLACES = st.builds(Place, st.integers(-1, 300), st.integers(-1, 300))
CONFIGS = st.builds(Config.model_construct, most=st.integers(0, 100), is_open=st.booleans())
SEEN = st.builds(
    Seen,
    places=st.tuples(PLACES, PLACES),
    inner=st.builds(Inner, st.integers(0, 2**31 - 1), CONFIGS),
    kept=NUMBERS,
    pair=st.tuples(NUMBERS, NUMBERS),
    signed=st.tuples(*[st.integers(-5, 500)] * 3),
    colour=st.sampled_from(Colour),
    shade=st.sampled_from(["red", "deep_blue"]),
    landed=st.tuples(st.booleans(), st.booleans()),
    is_on=st.booleans(),
    maybe=st.none() | st.integers(0, 400),
)
_COLOUR = {"red": 1, "deep_blue": 2}


def place_message(place: Place) -> dict[str, int]:
    """A place as the library is told of it."""
    return {"x": place.x} | ({} if place.y == -1 else {"y": place.y})


def seen_message(seen: Seen) -> Any:
    """The same as the library makes it."""
    perhaps = {} if seen.maybe is None else {"maybe": seen.maybe}
    return SCHEMA.message_class("Observation")(
        places=[place_message(place) for place in seen.places],
        late=seen.inner.late,
        config={"most": seen.inner.config.most, "is_open": seen.inner.config.is_open},
        pair=seen.pair,
        signed=seen.signed,
        colour=seen.colour.value,
        tone=_COLOUR[seen.shade],
        landed=seen.landed,
        is_on=seen.is_on,
        **perhaps,
    )


@given(seen=SEEN)
def test_an_object(seen: Seen) -> None:
    """Every kind of field, at its place among the numbers."""
    assert SCHEMA.encode(seen) == seen_message(seen).SerializeToString(deterministic=True)


@given(seen=SEEN, junk=NUMBERS)
def test_a_row(seen: Seen, junk: int) -> None:
    """A row is written without an object, and read as the object; fields lie where they are said to."""
    late = RowOf(Inner, with_presence=SCHEMA.with_presence, late=3, config=1)
    row = RowOf(Seen, with_presence=SCHEMA.with_presence, inner=late, places=7, kept=0, pair=11)
    config, colour = seen.inner.config, seen.colour.value
    columns = (
        *(seen.kept, config.most, config.is_open, seen.inner.late, junk, junk, junk),
        *seen.places[0], *seen.places[1],
        *seen.pair, *seen.signed, colour, int(seen.shade == "deep_blue"), *seen.landed, seen.is_on,
        -1 if seen.maybe is None else seen.maybe,
    )  # fmt: skip
    expected = seen_message(seen)
    for name in ("late", "config"):  # an inline record has no place in the row's message
        expected.ClearField(name)
    assert row.read(columns) == seen
    assert row.write(columns) == expected.SerializeToString(deterministic=True)
    assert late.write(columns) == SCHEMA.encode(seen.inner)
    data = np.array(columns, np.int32).tobytes()
    assert put_one(row, data) == row.write(columns)
    inner = message(1, message(2, late.write(columns)))
    written = RowWriter(put, 0, row, (late, (1, 2)), (row, ())).write(data)
    assert written == (row.write(columns), inner + row.write(columns))


class Holder(NamedTuple):
    """What may hold a place."""

    place: Place | None
    """A place; absent if there is none."""
    after: Small
    """What comes behind."""


@pytest.mark.parametrize("is_there", [0, 1])
def test_a_record_within_may_be_absent(is_there: int) -> None:
    """It is skipped, whatever its columns hold, by the kernel too."""
    row = RowOf(Holder, place=RowOf(Place, present=2), after=3)
    columns = (7, 300, is_there, 5)
    place = {"place": {"x": 7, "y": 300}} if is_there else {}
    schema = Schema("held", config=Config, actions=(Move,), observation=Holder, events=(Place,))
    expected = schema.message_class("Observation")(after=5, **place)
    assert row.write(columns) == expected.SerializeToString()
    data = np.array(columns, np.int32).tobytes()
    assert put_one(row, data) == row.write(columns)


def test_what_compiled_code_would_not_notice() -> None:
    """A row that is too short, and messages too deep for the kernel, are refused before it runs."""
    writer = RowWriter(put, 0, RowOf(Place, x=4, y=5))
    with pytest.raises(ValueError, match=r"a row must have 24 bytes at least, not 20"):
        writer.write(bytes(20))
    assert writer.write(bytes(24)) == (RowOf(Place).write((0, 0)), b"")
    with pytest.raises(TypeError, match=r"9 messages within one another are more than 8"):
        RowWriter(put, 0, RowOf(Place), (RowOf(Place), (1,) * 8))


@pytest.mark.parametrize("number", [-(2**31), -1, 2**31 - 1])
def test_there_is_room_for_whatever_is_in_a_row(number: int) -> None:
    """Of the longest numbers everywhere the kernel writes the same as its twin; interpreted, it would raise."""
    piles = RowOf(Heap, piles=0, places=())
    columns = (number,) * 4
    data = np.array(columns, np.int32).tobytes()
    written = RowWriter(put, 0, piles, (piles, (1, 2000))).write(data)
    assert written[0] == piles.write(columns)
    assert written[1] == message(1, message(2000, piles.write(columns)))


def test_numbers_of_choices_must_follow_one_another() -> None:
    """Else the kernel can't have them, which is said when it is made."""
    with pytest.raises(TypeError, match="numbers of Shade don't follow one another"):
        program_of(RowOf(Shaded))


class Pile(NamedTuple):
    """Numbers in a pile."""

    numbers: tuple[Small, Small]
    """Two numbers."""


class Heap(NamedTuple):
    """Lists of what is not alike in a row."""

    piles: tuple[Annotated[tuple[int, int], Wrap(Pile)], Annotated[tuple[int, int], Wrap(Pile)]]
    """Two piles, each a message that is a bare list elsewhere."""
    places: Annotated[tuple[Place, ...], Field(max_length=2)]
    """As many as there are."""


@pytest.mark.parametrize("count", [0, 1, 2])
def test_lists_of_lists_and_of_what_is_there(count: int) -> None:
    """A list within a list is a message of its own; records of a list may lie apart, and be fewer."""
    places = tuple(
        RowOf(Place, present=0, above=place, x=6 + place, y=9 - place) for place in (0, 1)
    )
    row = RowOf(Heap, piles=1, places=places)
    columns = (count, 1, 2, 3, 0, 77, 5, 6, 7, 300)
    heap = Heap(((1, 2), (3, 0)), (Place(5, 300), Place(6, 7))[:count])
    schema = Schema("heap", config=Config, actions=(Move,), observation=Heap, events=(Place,))
    expected = schema.message_class("Observation")(
        piles=[{"numbers": [1, 2]}, {"numbers": [3, 0]}],
        places=[place_message(place) for place in heap.places],
    ).SerializeToString()
    assert schema.encode(heap) == expected
    assert row.write(columns) == expected
    assert row.read(columns) == heap
    data = np.array(columns, np.int32).tobytes()
    assert put_one(row, data) == expected
    sent = schema.message_class("Observation").FromString(expected)
    assert Heap(**schema.set_fields(sent, Heap)) == heap
    assert problem_of(heap) is None
    assert problem_of(heap._replace(piles=((1, 2), (3, 10)))) == (
        "Pile.numbers must be from 0 to 9, not 10"
    )
    assert ColumnSet(Heap).arrays([heap])["piles.numbers"].tolist() == [[[1, 2], [3, 0]]]
    told = json_schema(Heap)["$defs"]
    assert isinstance(told, dict)
    assert "Pile" not in told


def test_what_a_row_tells_is_read_when_somebody_looks() -> None:
    """Everybody is told what is there, some of it of columns that are made of the row."""
    told = EventsOf((RowOf(Place), RowOf(Place, present=2), RowOf(Place, x=2, y=3)), derive, 2)
    events = RowEvents(np.array((1, -1), np.int32).tobytes(), told)
    assert len(events) == 2
    assert [event.body for event in events] == [Place(1, -1), Place(0, 2)]
    assert all(event.is_visible_to(1) and event.encoded is None for event in events)


@pytest.mark.parametrize("columns", [(4, 2), (1, -1)])
def test_a_kernel_may_tell_more_of_a_row_than_it_holds(columns: tuple[int, int]) -> None:
    """What it makes of a row follows behind it; a record that isn't there is left out with its event."""
    behind = RowOf(Place, present=2, x=2, y=3)
    row = np.array(columns, np.int32).tobytes()
    writer = RowWriter(put_derived, 2, RowOf(Place), (behind, (1, 2)))
    wide = EventsOf((behind,), derive, 2).columns(row)
    event = message(1, message(2, behind.write(wide))) if behind.is_there(wide) else b""
    assert writer.write(row) == (RowOf(Place).write(columns), event)
    with pytest.raises(ValueError, match=r"a row must have 8 bytes at least, not 4"):
        writer.write(row[:4])


def test_a_row_may_lack_a_record() -> None:
    """A column says whether there is one."""
    row = RowOf(Place, present=2)
    assert row.read((1, 2, 0)) is None
    assert row.read((1, 2, 3)) == Place(1, 2)
    assert not row.is_there((1, 2, 0))


def test_rows_hold_what_is_fixed() -> None:
    """A list of any length and a text have no columns, and unknown fields no place."""
    with pytest.raises(TypeError, match="must have a fixed length"):
        RowOf(Texts)
    with pytest.raises(TypeError, match="Place has no field z"):
        RowOf(Place, z=1)


@given(
    texts=st.builds(
        Texts.of,
        words=st.lists(st.text(max_size=5), max_size=3),
        name=st.text(max_size=200),
        reals=st.lists(st.floats(allow_nan=False), max_size=3),
        real=st.floats(allow_nan=False),
        perhaps=st.none() | st.just("") | st.text(max_size=3),
        colours=st.lists(st.sampled_from(Colour), max_size=3),
    )
)
def test_an_event_of_texts(texts: Texts) -> None:
    """Texts, real numbers and choices, alone and in lists."""
    values: dict[str, Any] = {name: getattr(texts, name) for name in Texts.model_fields}
    values["colours"] = [colour.value for colour in texts.colours]
    told = {name: value for name, value in values.items() if value is not None}
    expected = SCHEMA.message_class("Events")(events=[{"told": told}])
    assert SCHEMA.encode_event(texts) == expected.SerializeToString(deterministic=True)


def test_the_text_of_the_messages() -> None:
    """Names on the wire, presence, types of old packages, and who is told."""
    text = SCHEMA.proto()
    assert text.startswith('syntax = "proto3";\n\npackage tests.written.v1;\n')
    for line in (
        "  // Row. From 0 to 300.\n  optional int32 y = 2;\n",
        "  // Another, by its name.\n  Colour tone = 7;\n",
        "  // The config.\n  Config config = 3;\n",
        "  // Behind all others. From 0.\n  int32 late = 12;\n}\n",
        "  // Whether it is open. Default true.\n  optional bool is_open = 2;\n",
        "    // Where something is. Sent to its own seat.\n    Place placed = 2;\n",
        "  // As the sea.\n  COLOUR_DEEP_BLUE = 2;\n",
    ):
        assert line in text
    assert "kept" not in text
    assert "inner" not in text


def test_a_named_tuple_is_read_back() -> None:
    """Fields by their names in the record, choices by their texts."""
    fields = {field.name: field.proto_name for field in fields_of(Seen)}
    assert fields["shade"] == "tone"
    seen = Seen(
        (Place(1, -1), Place(0, 2)), Inner(1, Config()), 0, (1, 2), (1, 2, 3), Colour.RED,
        "deep_blue", (True, False), True, None,
    )  # fmt: skip
    sent = SCHEMA.message_class("Observation").FromString(SCHEMA.encode(seen))
    read = SCHEMA.set_fields(sent, Seen)
    assert read["shade"] == "deep_blue"
    assert read["colour"] is Colour.RED
    assert read["maybe"] is None
    assert read["places"] == (Place(1, -1), Place(0, 2))


class Cards(NamedTuple):
    """Cards that were played, once remembered and once not."""

    again: tuple[Shaded, ...]
    """Cards that are told again and again."""
    once: tuple[Annotated[Shaded, Uncached()], ...]
    """Cards that are not."""


class CountedShaded(Shaded):
    """A card that counts how often anybody looks for what it was written as."""

    __slots__ = ()
    asked: ClassVar[int] = 0

    def __hash__(self) -> int:
        type(self).asked += 1
        return super().__hash__()


def test_what_is_told_once_is_not_remembered() -> None:
    """It is written all the same; only what is told again is looked for."""
    card = CountedShaded("light")
    one = writer_of(Cards)
    assert one(Cards((), (card, card))) == message(2, b"\x08\x04") * 2
    assert CountedShaded.asked == 0
    assert one(Cards((card,), ())) == message(1, b"\x08\x04")
    assert CountedShaded.asked == 1
