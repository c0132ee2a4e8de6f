"""Records: what actions, observations and events are made of, each field told once.

A record names its fields with their types, bounds and meanings, and all else follows: the message on the
wire (`schema`), the plain form, JSON Schema, the check of what a bot sends, and columns (`columns`).

    class Drop(Record):
        "Let a disc fall."

        column: Annotated[int, Field(ge=0, le=6)]
        "Column from 0 on the left."

A whole number has both its bounds (`ge`, `le`); a list has the number of its entries (`min_length`,
`max_length`) if it is to be a column. A field that may be absent is `T | None` with the default None.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import typing
from typing import Any, ClassVar

import annotated_types
import pydantic
from pydantic.fields import FieldInfo

__all__ = ["FieldKind", "Number", "Record", "RecordField", "Scalar", "fields_of"]


class Record(pydantic.BaseModel):
    """Base of records: frozen, strict about types, and closed to unknown names.

    `Record(...)` checks every field, for what comes from outside. `Record.of(...)` takes them as they are,
    for a game that tells what it knows, many times a match.
    """

    model_config: ClassVar[pydantic.ConfigDict] = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )

    @classmethod
    def of(cls, **values: Any) -> typing.Self:
        """A record of values that are known to be right."""
        return cls.model_construct(**values)

    @property
    def _fields(self) -> tuple[str, ...]:
        """Names of the fields, for `to_plain`."""
        return tuple(type(self).model_fields)


@dataclasses.dataclass(frozen=True, slots=True)
class Number:
    """The number of a field on the wire, where it isn't its place in the class, from 1.

    Args:
        number: 1..536870911; those of fields that are gone are never used again.
    """

    number: int


class Scalar(enum.Enum):
    """What a field, or each entry of a list, is."""

    WHOLE = "a whole number"
    TRUTH = "true or false"
    REAL = "a number"
    TEXT = "text"
    CHOICE = "one of an enum's members"
    RECORD = "a record"


@dataclasses.dataclass(frozen=True, slots=True)
class FieldKind:
    """What values a field can have."""

    scalar: Scalar
    """What it is, or each of its entries."""
    low: int | None = None
    """Least whole number."""
    high: int | None = None
    """Greatest whole number."""
    cls: type[Any] | None = None
    """Class of an enum or a record."""
    is_list: bool = False
    """Whether it is a list."""
    least: int = 0
    """Fewest entries of a list."""
    most: int | None = None
    """Most entries of a list; None without bound."""
    is_optional: bool = False
    """Whether it may be absent."""


@dataclasses.dataclass(frozen=True, slots=True)
class RecordField:
    """A field as it is told."""

    name: str
    """Its name."""
    number: int
    """Its number on the wire."""
    kind: FieldKind
    """What values it can have."""
    meaning: str
    """What it says, from its docstring."""


@functools.cache
def fields_of(cls: type[pydantic.BaseModel]) -> tuple[RecordField, ...]:
    """The fields of a record or a config, in the order in which they are told.

    Raises:
        TypeError: A field is of no kind that can be carried, lacks a bound or a docstring, or two have
            one number; names it.
    """
    found: list[RecordField] = []
    for place, (name, info) in enumerate(cls.model_fields.items(), 1):
        where = f"{cls.__name__}.{name}"
        if not info.description:
            raise TypeError(f"{where} has no docstring")
        numbers = [each.number for each in info.metadata if isinstance(each, Number)]
        number = numbers[0] if numbers else place
        if any(field.number == number for field in found):
            raise TypeError(f"{where} has the number {number} of another field")
        kind = _kind(where, info)
        found.append(RecordField(name, number, kind, " ".join(info.description.split())))
    return tuple(found)


def _kind(where: str, info: FieldInfo) -> FieldKind:
    annotation, metadata = info.annotation, list(info.metadata)
    is_optional = False
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        inner = [each for each in typing.get_args(annotation) if each is not type(None)]
        if len(inner) != 1:
            raise TypeError(f"{where} must be one type, or one type or None")
        (annotation,), is_optional = inner, True
    annotation, metadata = _plain(annotation, metadata)
    if typing.get_origin(annotation) is not list:
        kind = _scalar(where, annotation, metadata)
        return dataclasses.replace(kind, is_optional=is_optional)
    if is_optional:
        raise TypeError(f"{where} must be a list that may be empty, not absent")
    (entry,) = typing.get_args(annotation)
    least, most = 0, None
    for each in metadata:
        least = each.min_length if isinstance(each, annotated_types.MinLen) else least
        most = each.max_length if isinstance(each, annotated_types.MaxLen) else most
    kind = _scalar(where, *_plain(entry, []))
    return dataclasses.replace(kind, is_list=True, least=least, most=most)


def _plain(annotation: Any, metadata: list[Any]) -> tuple[Any, list[Any]]:
    """A type without `Annotated`, and all that was said of it."""
    if typing.get_origin(annotation) is typing.Annotated:
        annotation, *more = typing.get_args(annotation)
        for each in more:
            metadata += each.metadata if isinstance(each, FieldInfo) else [each]
    return annotation, metadata


def _scalar(where: str, annotation: Any, metadata: list[Any]) -> FieldKind:
    if annotation is int:
        bounds = {type(each): each for each in metadata}
        low, high = bounds.get(annotated_types.Ge), bounds.get(annotated_types.Le)
        if low is None or high is None:
            raise TypeError(f"{where} must have both bounds, ge and le")
        return FieldKind(Scalar.WHOLE, low=low.ge, high=high.le)
    simple = {bool: Scalar.TRUTH, float: Scalar.REAL, str: Scalar.TEXT}
    if annotation in simple:
        return FieldKind(simple[annotation])
    if typing.get_origin(annotation) is typing.Literal:
        if all(isinstance(each, str) for each in typing.get_args(annotation)):
            return FieldKind(Scalar.TEXT)
    elif isinstance(annotation, type) and issubclass(annotation, enum.IntEnum):
        return FieldKind(Scalar.CHOICE, cls=annotation)
    elif isinstance(annotation, type) and issubclass(annotation, pydantic.BaseModel):
        return FieldKind(Scalar.RECORD, cls=annotation)
    raise TypeError(
        f"{where} must be int, bool, float, str, an IntEnum, a record or a list of one, not {annotation}"
    )
