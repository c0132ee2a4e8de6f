"""Battles that are read by hand are those that the kit reads with the protobuf library."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from gamereferee.games.champions.v1 import champions_pb2 as pb
from referee.core.errors import MalformedError
from referee.games.champions.wire.codec import SCHEMA, read_battle

_NUMBERS = st.none() | st.integers(0, 5) | st.sampled_from([127, 128, 300, 2**31 - 1, -1, -(2**31)])


def _some(draw: Any, message: Any, *names: str) -> Any:
    for name in names:
        value = draw(_NUMBERS)
        if value is not None:
            kind = message.DESCRIPTOR.fields_by_name[name]
            setattr(message, name, abs(value) if kind.type == kind.TYPE_UINT32 else value)
    return message


@st.composite
def _battles(draw: Any) -> bytes:
    """An Action with a Battle, with odd numbers, missing fields and lists that are too long."""
    fighters = []
    for _ in range(draw(st.integers(0, 10))):
        fighter = _some(draw, pb.Fighter(), "battle", "champion")
        for _ in range(draw(st.integers(0, 6))):
            action = _some(draw, fighter.set.add(), "action", "target")
            action.prefs.extend(draw(st.lists(st.integers(0, 200), max_size=6)))
        fighters.append(fighter)
    sent: bytes = pb.Action(battle=pb.Battle(fighters=fighters)).SerializeToString()
    return sent


def _by_the_library(data: bytes) -> object:
    """What the kit reads; None for another body, and an error's class for what is no message."""
    try:
        cls, fields = SCHEMA.decode_action(data)
    except MalformedError:
        return DecodeError
    return cls(**fields) if cls is not None and cls.__name__ == "Battle" else None


def _by_hand(data: bytes) -> object:
    try:
        return read_battle(data)
    except DecodeError:
        return DecodeError


@given(_battles())
def test_battles(data: bytes) -> None:
    """Whatever numbers they have, whatever is missing, and however long their lists are."""
    assert _by_hand(data) == _by_the_library(data)


@given(_battles(), st.data())
def test_damaged_battles(data: bytes, drawn: st.DataObject) -> None:
    """Bytes that are changed, cut out or added give the same action, or none, either way."""
    for _ in range(drawn.draw(st.integers(1, 3))):
        start = drawn.draw(st.integers(0, len(data)))
        end = drawn.draw(st.integers(start, min(len(data), start + 2)))
        data = data[:start] + drawn.draw(st.binary(max_size=2)) + data[end:]
    assert _by_hand(data) == _by_the_library(data)


@pytest.mark.parametrize(
    "data",
    [
        bytes.fromhex("22 04 0a 02 10 01 22 04 0a 02 10 02"),  # two bodies, which are merged
        bytes.fromhex("22 04 0a 02 10 01 0a 00"),  # a Move, which replaces the Battle
        bytes.fromhex("22 84 00 0a 02 10 01"),  # a length in more bytes than it needs
        bytes.fromhex("22 06 0a 04 10 01 08 02"),  # fields in another order
        bytes.fromhex("22 06 0a 04 10 01 10 02"),  # a field twice
        bytes.fromhex("22 06 0a 04 10 01 50 02"),  # a field that nobody knows
        bytes.fromhex("22 08 0a 06 1a 04 10 01 10 02"),  # preferences that are not packed
        bytes.fromhex("22 05 0a 03 1a 01 08"),  # an action that is cut off
        bytes.fromhex("22 04 0a 04 10 01"),  # an entry that is cut off
        bytes.fromhex("22 00"),
        bytes.fromhex("22"),
    ],
    ids=lambda data: data.hex(),
)
def test_other_forms(data: bytes) -> None:
    """Forms that a message may have, but that no library writes."""
    assert _by_hand(data) == _by_the_library(data)
