"""Makes actions of tables of field values, as rulebooks and scenarios write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pydantic

from referee.kit.member_names import members_named
from referee.kit.notice import BAD_ACTION
from referee.kit.records import Record, fields_of
from referee.kit.schema import kind_name

__all__ = ["fields_given", "made_of"]


def fields_given(
    kinds: Sequence[type[Record]], value: object
) -> tuple[type[Record] | None, Mapping[str, Any]]:
    """Return the kind of action that a table of field values stands for, and its fields.

    The kind is None if it can't be found. An action with one field may be given as that field's
    value.

    Args:
        kinds: Record classes of the game's kinds of actions.
        value: Fields by name; if there are several kinds, with the kind's name under `kind`, which
            can be left out if only one kind has these fields; or a kind's bare name.
    """
    if isinstance(value, str) and len(kinds) > 1:
        value = {"kind": value}
    only = kinds[0] if len(kinds) == 1 else None
    if isinstance(value, Mapping):
        fields = {str(name): each for name, each in value.items()}
        # With a single kind there is nothing to choose: `kind` is then an unknown field.
        kind = fields.pop("kind", None) if len(kinds) > 1 else None
        fitting = [
            cls
            for cls in kinds
            if kind == kind_name(cls) or (kind is None and fields.keys() == cls.model_fields.keys())
        ]
        return (fitting[0], fields) if len(fitting) == 1 else (only, fields)
    if only is not None and len(only.model_fields) == 1 and value is not None:
        return only, dict.fromkeys(only.model_fields, value)
    return None, {}


def made_of(cls: type[Record] | None, fields: Mapping[str, Any]) -> Any:
    """Return the action of the record class `cls` with these fields.

    If the fields don't fit, or `cls` is None, the result is an action that every game refuses as
    `BAD_FORM`.
    """
    if cls is None:
        return BAD_ACTION
    # Rulebooks write members of enums by name, while records hold the members.
    kinds = {field.name: field.kind for field in fields_of(cls)}
    values = {
        name: members_named(kinds[name], value) if name in kinds else value
        for name, value in fields.items()
    }
    try:
        return cls(**values)
    except pydantic.ValidationError:
        return BAD_ACTION
