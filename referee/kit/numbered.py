"""Fixed numbers of actions, where they follow from the records: one kind of action with one bounded field."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final

from referee.kit.records import FieldKind, Record, Scalar, fields_of

__all__ = ["MOST_NUMBERS", "by_value"]

MOST_NUMBERS: Final = 4096
"""Most values of a field that can number the actions."""


@functools.lru_cache(maxsize=256)
def by_value(actions: tuple[type[Record], ...]) -> tuple[Record, ...] | None:
    """Return all actions of a game, by the values of their only field; None if they are not numbered that way.

    Args:
        actions: The kinds of actions. Numbers follow from them if there is one kind, with one field: a whole
            number, an enum or a boolean that can't be absent, of at most `MOST_NUMBERS` values.
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
    """Return all values of a field in ascending order, those of an enum as it lists them."""
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
