"""What a game of orders needs: records of several kinds in a list, events told in part, numbers from one."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import pytest
from pydantic import Field

from referee.core.config import GameConfig
from referee.kit.codec import RecordCodec
from referee.kit.describe.json_schema import json_schema
from referee.kit.enums import FromOne
from referee.kit.game import Notice
from referee.kit.records import Entries, Int32, Partial, Presence, Variant
from referee.kit.schema import Schema
from referee.kit.wire.writer import part_writer


class Metal(FromOne):
    """Metals."""

    GOLD = 0
    """Yellow."""
    IRON = 1
    """Grey."""


class Mine(NamedTuple):
    """Mine a metal."""

    depth: Annotated[int, Field(ge=-(2**31), le=2**31 - 1), Int32()] | None
    """How deep."""
    metal: Metal | None
    """Which."""


class Wait(NamedTuple):
    """Do nothing."""


class OneOrder(Variant):
    """One order."""

    kinds = (Mine, Wait)
    oneof = "order"


class Batch(NamedTuple):
    """Orders."""

    orders: Annotated[tuple[Any, ...], Entries(OneOrder)]
    """The orders."""


class Seen(NamedTuple):
    """What a seat sees."""

    metal: Annotated[Metal | None, Presence(is_explicit=False)]
    """What it has."""


class Settings(GameConfig):
    """Parameters."""

    metal: Annotated[Metal, Presence(is_explicit=True)] = Metal.IRON
    """The best one."""


SCHEMA = Schema(
    "orders",
    config=Settings,
    actions=(Batch,),
    observation=Seen,
    events={"mined": Mine, "waited": Wait, "notice": Notice},
    names={Metal: "MetalKind", OneOrder: "Order"},
    package="orders.test.v1",
    before_kit=True,
    partial=2,
)
CODEC: RecordCodec[Settings, Batch, Seen] = RecordCodec(SCHEMA)


@pytest.mark.parametrize(
    ("order", "body"),
    [
        (Mine(5, Metal.GOLD), b"\x0a\x04\x08\x05\x10\x01"),
        (Mine(-1, None), b"\x0a\x0b\x08" + b"\xff" * 9 + b"\x01"),
        (Wait(), b"\x12\x00"),
    ],
    ids=repr,
)
def test_orders_of_several_kinds(order: Any, body: bytes) -> None:
    """As the encoding guide of protobuf says: the kind's number, in ten bytes what is below 0."""
    data = bytes([0x0A, len(body)]) + body
    assert CODEC.encode_action(Batch((order,))) == data
    assert SCHEMA.message_class("Action").FromString(data).SerializeToString() == data
    assert CODEC.decode_action(data) == Batch((order,))


def test_what_is_no_order_is_kept_as_none() -> None:
    """So that a game can refuse it in its place."""
    assert CODEC.encode_action(Batch((None, Wait()))) == b"\x0a\x00\x0a\x02\x12\x00"
    assert CODEC.decode_action(b"\x0a\x00\x0a\x02\x12\x00") == Batch((None, Wait()))


def test_events_told_in_part_leave_out_the_number_of_the_mark() -> None:
    """It stands beside the choice, whose third kind has the number 4."""
    whole, part = (SCHEMA.encode_event(each) for each in (Wait(), Partial(Mine(None, None))))
    assert (whole, part) == (b"\x0a\x02\x1a\x00", b"\x0a\x04\x0a\x00\x10\x01")
    (told,) = SCHEMA.message_class("Events").FromString(part).events
    assert (told.WhichOneof("event"), told.partial) == ("mined", True)
    assert SCHEMA.encode_event(Notice(code="X")) == b"\x0a\x05\x22\x03\x0a\x01X"


def test_numbers_from_one_and_names_of_enums() -> None:
    """In the text and in the classes."""
    assert SCHEMA.encode(Seen(Metal.GOLD)) == b"\x08\x01"
    text = SCHEMA.proto()
    assert "enum MetalKind {\n  // None of these.\n  METAL_KIND_UNSPECIFIED = 0;\n" in text
    assert "  // Grey.\n  METAL_KIND_IRON = 2;\n" in text
    assert "message Order {\n  // Which.\n  oneof order {\n    // Mine a metal.\n" in text
    assert "  // How deep.\n  optional int32 depth = 1;\n" in text


def test_presence_that_the_package_has_otherwise() -> None:
    """A choice that tells it, and one that does not."""
    classes = {name: SCHEMA.message_class(name).DESCRIPTOR for name in ("Config", "Observation")}
    assert classes["Config"].fields_by_name["metal"].has_presence
    assert not classes["Observation"].fields_by_name["metal"].has_presence
    assert CODEC.decode_config(b"\x08\x02") == {"metal": Metal.IRON}
    assert CODEC.decode_config(b"") == {}


def test_a_schema_of_several_kinds() -> None:
    """Any of them."""
    (entry,) = [json_schema(Batch)["$defs"]["Batch"]["properties"]["orders"]["items"]]  # type: ignore[index, call-overload]
    assert entry == {"anyOf": [{"$ref": "#/$defs/Mine"}, {"$ref": "#/$defs/Wait"}]}


def test_parts_of_a_message_joined_are_the_whole() -> None:
    """In the order of their numbers."""
    mine = Mine(5, Metal.IRON)
    first, second = (part_writer(Mine, which) for which in (slice(1), slice(1, None)))
    assert (first(mine), second(mine)) == (b"\x08\x05", b"\x10\x02")
