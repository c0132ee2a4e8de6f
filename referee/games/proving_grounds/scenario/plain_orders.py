"""Reads messages of seats from plain (JSON-like) values, as scenarios and other languages write them.

Their form is that of PG-2.11 and PG-4.2.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

from referee.games.proving_grounds.wire.orders import (
    BAD,
    BAD_MESSAGE,
    ORDER_KINDS,
    Action,
    BadOrder,
    HeroOrder,
    Orders,
    Setup,
)
from referee.kit.records import FieldKind, Scalar, fields_of

__all__ = ["read_action"]

_MOST = 2**31 - 1


def read_action(value: object) -> Action:
    """Return the message that a plain value stands for; unreadable values give BAD_MESSAGE.

    Messages of setup have `stash`, `bids` or heroes with a `class`; all others are messages of a
    turn. Names are the rulebook's in upper case.
    """
    if not isinstance(value, Mapping):
        return BAD_MESSAGE
    names = (*Setup._fields, *Orders._fields)
    if not all(isinstance(value.get(name, []), list | tuple) for name in names):
        return BAD_MESSAGE
    is_setup = "stash" in value or "bids" in value or any(map(_is_spec, value.get("heroes", [])))
    action: Action = _read(Setup if is_setup else Orders, value)
    return action


def _is_spec(value: object) -> bool:
    return isinstance(value, Mapping) and "class" in value


def _read(cls: Any, value: object) -> Any:
    """Return a record of a class from a plain value.

    Each field's declared type says how it is read.
    """
    table = value if isinstance(value, Mapping) else {}
    if cls is HeroOrder:
        kind = table.get("kind")
        cls = ORDER_KINDS.get(kind, BadOrder) if isinstance(kind, str) else BadOrder
    fields = [(field, _PLAIN_NAMES.get(field.name, field.name)) for field in fields_of(cls)]
    return cls(**{
        field.name: _value(field.kind, table.get(name))
        for field, name in fields
        if name in table or field.name not in cls._field_defaults
    })  # fmt: skip


_PLAIN_NAMES = {"kind": "class"}
"""Names of fields in plain values that differ from those in the records, by the name in the
record.
"""


def _value(kind: FieldKind, value: object) -> object:
    if not kind.is_list:
        return _entry(kind, value)
    # What should be a list and is none becomes one bad entry, so that the checks refuse it and do
    # not take it for an empty list.
    entries = value if isinstance(value, list | tuple) else (None,)
    return tuple([_entry(kind, entry) for entry in entries])


def _entry(kind: FieldKind, value: object) -> object:
    match kind.scalar:
        case Scalar.TRUTH:
            return value if isinstance(value, bool) else None
        case Scalar.RECORD:
            is_absent = kind.is_optional and not isinstance(value, Mapping)
            return None if is_absent else _read(kind.cls, value)
        case Scalar.CHOICE:
            assert kind.cls is not None
            # None says that there is no item; another value that is no name is BAD.
            is_absent = value is None and kind.absent is not None
            return kind.absent if is_absent else _named(kind.cls, value)
    return _integer(value)


def _named(choices: type[enum.Enum], value: object) -> int:
    known = choices.__members__.get(value) if isinstance(value, str) else None
    return BAD if known is None else known.value


def _integer(value: object) -> int:
    # True is an int in Python, but no number in a message.
    if isinstance(value, int) and not isinstance(value, bool) and BAD < value <= _MOST:
        return value
    return BAD
