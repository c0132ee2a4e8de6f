"""Messages of seats from plain values, as scenarios and other languages write them (PG-2.11, PG-4.2)."""

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
    HeroSpec,
    HireBid,
    Orders,
    Setup,
)
from referee.kit.records import FieldKind, Scalar, fields_of

__all__ = ["read_action"]

_MOST = 2**31 - 1


def read_action(value: object) -> Action:
    """The message of a plain value; never fails.

    Messages of setup have `stash`, `bids` or heroes with a `class`; all others are messages of a turn. Names
    are the rulebook's in upper case.
    """
    if not isinstance(value, Mapping):
        return BAD_MESSAGE
    lists = [value.get(name, []) for name in ("heroes", "stash", "bids", "shuffle", "hire", "buy")]
    if not all(isinstance(part, list | tuple) for part in lists):
        return BAD_MESSAGE
    heroes, _, _, shuffle, hire, buy = lists
    if "stash" in value or "bids" in value or any(_is_spec(hero) for hero in heroes):
        setup: Setup = _read(Setup, {**value, "heroes": []})
        return setup._replace(heroes=tuple([_read_spec(hero) for hero in heroes]))
    return Orders(
        _integers(shuffle) if "shuffle" in value else Orders().shuffle,
        tuple([_read(HireBid, bid) for bid in hire]),
        _integers(buy),
        tuple([_read_order(order) for order in heroes]),
    )


def _is_spec(value: object) -> bool:
    return isinstance(value, Mapping) and "class" in value


def _read_spec(value: object) -> Any:
    table = value if isinstance(value, Mapping) else {}
    return _read(HeroSpec, {**table, "kind": table.get("class")})


def _read_order(value: object) -> Any:
    name = value.get("kind") if isinstance(value, Mapping) else None
    return _read(ORDER_KINDS.get(name, BadOrder) if isinstance(name, str) else BadOrder, value)


def _read(cls: Any, value: object) -> Any:
    """A record; what a field is to be says how it is read."""
    table = value if isinstance(value, Mapping) else {}
    return cls(**{
        field.name: _value(field.kind, table.get(field.name))
        for field in fields_of(cls)
        if field.name in table or field.name not in cls._field_defaults
    })  # fmt: skip


def _value(kind: FieldKind, value: object) -> object:
    if not kind.is_list:
        return _entry(kind, value)
    entries = value if isinstance(value, list | tuple) else (None,)
    return tuple([_entry(kind, entry) for entry in entries])


def _entry(kind: FieldKind, value: object) -> object:
    match kind.scalar:
        case Scalar.TRUTH:
            return value if isinstance(value, bool) else None
        case Scalar.RECORD:
            return _read(kind.cls, value) if isinstance(value, Mapping) else None
        case Scalar.CHOICE:
            assert kind.cls is not None
            is_absent = value is None and kind.absent is not None
            return kind.absent if is_absent else _named(kind.cls, value)
    return _integer(value)


def _named(choices: type[enum.Enum], value: object) -> int:
    known = choices.__members__.get(value) if isinstance(value, str) else None
    return BAD if known is None else known.value


def _integers(values: Any) -> tuple[int, ...]:
    return tuple([_integer(value) for value in values])


def _integer(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and BAD < value <= _MOST:
        return value
    return BAD
