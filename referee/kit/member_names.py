"""Finds the members of enums that plain forms, such as scenarios, write by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from referee.kit.records import FieldKind, Scalar

__all__ = ["members_named"]


def members_named(kind: FieldKind, value: Any) -> Any:
    """Return the enum member with the name `value`; for a list of names, the list of their members.

    `kind` is the kind of the field that the value is for. Any other value is returned unchanged.
    """
    if kind.scalar is not Scalar.CHOICE or kind.cls is None:
        return value
    if kind.is_list and isinstance(value, list):
        if kind.most is not None and len(value) > kind.most:
            return value  # refused for its length: don't spend time on the entries of a list that a bot made long
        entry = dataclasses.replace(kind, is_list=False)
        return [members_named(entry, each) for each in value]
    names: Mapping[str, Any] = kind.cls.__members__
    return names.get(value, value) if isinstance(value, str) else value
