"""Lists of actions are read up to their bounds; what is behind them is counted, or too much."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.errors import MalformedError
from referee.kit.codec import RecordCodec
from referee.kit.game import Notice
from referee.kit.reader import MOST_UNDECLARED
from referee.kit.records import Entries, MapEntries, Read, Variant
from referee.kit.schema import Schema
from referee.kit.shallow import shallow_classes

Small = Annotated[int, Field(ge=0, le=100)]
LONG = 9000
"""Entries of two bytes that are more than protobuf parses whole."""


class Dig(NamedTuple):
    """Dig."""

    depth: Small | None = None
    """How deep."""
    tools: Annotated[tuple[Small, ...], Read(2)] = ()
    """What with."""


class Wait(NamedTuple):
    """Do nothing."""


class OneOrder(Variant):
    """One order."""

    kinds = (Dig, Wait)


class Name(NamedTuple):
    """A name."""

    letters: Annotated[str, Field(max_length=9)]
    """Its letters."""


class Pile(NamedTuple):
    """An entry of a map."""

    key: str
    """Its name."""
    value: Name
    """What it holds."""


class Plan(NamedTuple):
    """A plan."""

    numbers: Annotated[tuple[Small, ...], Field(max_length=3)] = ()
    """Numbers."""
    digs: Annotated[tuple[Dig, ...], Read(2)] = ()
    """What to dig."""
    orders: Annotated[tuple[Any, ...], Entries(OneOrder), Read(2)] = ()
    """Orders."""
    free: tuple[Small, ...] = ()
    """Numbers without a bound."""
    piles: Annotated[tuple[Pile, ...], MapEntries(), Field(max_length=2)] = ()
    """A map."""


class Settings(GameConfig):
    """Parameters."""

    numbers: Annotated[tuple[Small, ...], Field(max_length=3)] = ()
    """Numbers."""


SCHEMA = Schema(
    "plans",
    config=Settings,
    actions=(Plan,),
    observation=Wait,
    events={"notice": Notice},
    package="plans.test.v1",
)
CODEC: RecordCodec[Settings, Plan, Wait] = RecordCodec(SCHEMA)
ACTION = SCHEMA.message_class("Action")


def decoded(**fields: Any) -> Plan:
    """The plan that is read of a message with these fields."""
    return CODEC.decode_action(ACTION(**fields).SerializeToString())


@pytest.mark.parametrize("count", [0, 1, 3, 4, LONG])
def test_numbers_beyond_the_bound_are_counted(count: int) -> None:
    """They are 0, whatever they were."""
    assert decoded(numbers=[7] * count).numbers == (7,) * min(count, 3) + (0,) * (count - 3)


@pytest.mark.parametrize("count", [1, 2, 3, LONG])
def test_records_beyond_the_bound_are_counted(count: int) -> None:
    """They are what an empty message is; also in lists of lists."""
    plan = decoded(digs=[{"depth": 5, "tools": [1, 2, 3]}] * count)
    assert plan.digs == (Dig(5, (1, 2, 0)),) * min(count, 2) + (Dig(),) * (count - 2)


@pytest.mark.parametrize("count", [2, 3, LONG])
def test_records_of_several_kinds_beyond_the_bound_are_none(count: int) -> None:
    """As what is no order is."""
    plan = decoded(orders=[{"dig": {"depth": 5}}, {"wait": {}}] + [{"wait": {}}] * (count - 2))
    assert plan.orders == (Dig(5), Wait(), *(None,) * (count - 2))


def test_what_was_counted_is_sent_again() -> None:
    """So that the action has the same effect."""
    plan = decoded(numbers=[7] * 9, digs=[{"depth": 5}] * LONG, orders=[{"wait": {}}] * 3)
    assert CODEC.decode_action(CODEC.encode_action(plan)) == plan


def test_a_list_without_a_bound_has_one() -> None:
    """It can't be known which entries count, so that none are left out."""
    assert decoded(free=[1] * MOST_UNDECLARED).free == (1,) * MOST_UNDECLARED
    count = MOST_UNDECLARED + 1
    with pytest.raises(MalformedError, match=rf"Plan.free must have at most .* not {count}"):
        decoded(free=[1] * count)


def test_a_map_beyond_its_bound_is_malformed() -> None:
    """Which of its entries come first is not sent."""
    piles: dict[str, Any] = {name: {"letters": name} for name in "ba"}
    assert decoded(piles=piles).piles == (Pile("a", Name("a")), Pile("b", Name("b")))
    with pytest.raises(MalformedError, match=r"Plan.piles must have at most 2 entries, not 3"):
        decoded(piles=piles | {"c": {"letters": "c"}})


def test_a_config_is_read_whole() -> None:
    """It comes from an organizer, and is told what is wrong with it."""
    sent = SCHEMA.message_class("Config")(numbers=[7] * 5)
    assert SCHEMA.decode_config(sent.SerializeToString()) == {"numbers": [7] * 5}


def test_an_entry_that_cannot_be_read() -> None:
    """Within the bound it makes the message malformed, long or short; behind it it is not looked at in a long one."""
    dig, broken = b"\x12\x02\x08\x05", b"\x12\x01\xff"
    for data in (dig + broken, dig + broken + dig * LONG):
        with pytest.raises(MalformedError, match=r"no plans.test.v1\."):
            CODEC.decode_action(data)
    plan = CODEC.decode_action(dig * 2 + broken + dig * LONG)
    assert plan.digs == (Dig(5), Dig(5), *(Dig(),) * (LONG + 1))


def test_who_need_not_be_strict_reads_nothing_instead() -> None:
    """A replay may have been read by somebody with a lower bound."""
    data = b"\x12\x02\x08\x05\x12\x01\xff" + b"\x12\x02\x08\x05" * LONG
    sent, entries = SCHEMA.parse_action(data), SCHEMA.entries_reader(Plan, "digs")
    convert = SCHEMA.entry_converter(Plan, "digs")
    assert [convert(each) for each in entries(sent, 3, is_strict=False)] == [Dig(5), Dig(), Dig(5)]
    with pytest.raises(MalformedError):
        entries(sent, 3)


def test_fields_of_a_part_are_read_by_name() -> None:
    """For games that read the rest by hand."""
    sent = ACTION(numbers=[1, 2, 3, 4])
    assert SCHEMA.field_reader(Plan, "numbers")(sent) == (1, 2, 3, 0)


def test_lists_of_messages_are_lists_of_bytes() -> None:
    """Maps stay maps, and messages of other files stay what they are."""
    shallow = shallow_classes(ACTION.DESCRIPTOR.file)
    data = ACTION(digs=[{"depth": 5}], piles={"a": {"letters": "x"}}).SerializeToString()
    sent = shallow["Action"].FromString(data)
    assert list(sent.digs) == [b"\x08\x05"]
    assert sent.piles["a"].letters == "x"
    assert sent.SerializeToString() == data


def test_a_file_that_needs_others() -> None:
    """They are known to it as well."""
    base = descriptor_pb2.FileDescriptorProto(
        name="base.proto", package="base.test", syntax="proto3"
    )
    base.message_type.add(name="Base")
    middle = descriptor_pb2.FileDescriptorProto(
        name="middle.proto", package="base.test", syntax="proto3"
    )
    middle.dependency.append("base.proto")
    middle.message_type.add(name="Middle").field.add(
        name="base", number=1, label=1, type=11, type_name=".base.test.Base"
    )
    top = descriptor_pb2.FileDescriptorProto(name="top.proto", package="base.test", syntax="proto3")
    top.dependency.append("middle.proto")
    top.message_type.add(name="Top").field.add(
        name="all", number=1, label=3, type=11, type_name=".base.test.Middle"
    )
    pool = descriptor_pool.DescriptorPool()
    for file in (base, middle, top):
        pool.AddSerializedFile(file.SerializeToString())
    sent = shallow_classes(pool.FindFileByName("top.proto"))["Top"].FromString(b"\x0a\x02\x0a\x00")
    assert list(sent.all) == [b"\x0a\x00"]
