"""Numbers the actions of a game whose only kind of action has a single bounded field: each value is one action."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final

from referee.kit.records import FieldKind, Record, Scalar, fields_of

__all__ = ["MOST_NUMBERS", "by_value"]

MOST_NUMBERS: Final = 4096
"""Highest number of values of a field by which actions are numbered; with more they are not."""


@functools.lru_cache(maxsize=256)
def by_value(actions: tuple[type[Record], ...]) -> tuple[Record, ...] | None:
    """Return all actions of a game in the order of their field's values.

    None if actions are not numbered this way.

    Args:
        actions: The game's kinds of actions. They are numbered if there is one kind, with one
            field: a whole number, an enum or a boolean that can't be absent, of at most
            `MOST_NUMBERS` values.
    """
    if len(actions) != 1:
        return None
    fields = fields_of(actions[0])
    if len(fields) != 1:
        return None
    values = _values(fields[0].kind)
    if values is None:
        return None
    return tuple(actions[0].of(**{fields[0].name: value}) for value in values)


def _values(kind: FieldKind) -> Sequence[Any] | None:
    """Return all values of a field: numbers ascending, enum members in the order of the class.

    None means that the field is a list, can be absent, or has no bounds or more than `MOST_NUMBERS`
    values.
    """
    if kind.is_list or kind.is_optional or kind.absent is not None:
        return None
    if kind.scalar is Scalar.TRUTH:
        return (False, True)
    if kind.scalar is Scalar.CHOICE and kind.cls is not None:
        choices: Any = kind.cls
        members: list[Any] = list(choices)
        return members if len(members) <= MOST_NUMBERS else None
    if kind.scalar is not Scalar.WHOLE or kind.low is None or kind.high is None:
        return None
    return range(kind.low, kind.high + 1) if kind.high - kind.low < MOST_NUMBERS else None
