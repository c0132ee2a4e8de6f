"""Record classes of actions, observations and events, in which each field is declared once.

A record class names its fields with types, bounds and meanings. Derived from these are the message
on the wire (`schema`, `writer`), the plain form, the JSON Schema, the check of a bot's action, and
columns (`columns`, `rows`). `markers` has what a type can't express.

    class Drop(Record):
        "Let a disc fall."

        column: Annotated[int, Field(ge=0, le=6)]
        "Column from 0 on the left."

A whole number must have both bounds (`ge`, `le`). A list needs bounds of its length (`min_length`,
`max_length`) to be a column. An optional field is `T | None` with the default None.

A `Record` checks its values. A game that makes thousands of records a second uses named tuples
instead, which are declared in the same way, and are made and encoded faster.
"""

from __future__ import annotations

import dataclasses
import enum
import math
import re
import types
import typing
import warnings
from collections.abc import Iterator
from typing import Any, ClassVar

import annotated_types
import pydantic
from pydantic.fields import FieldInfo

from referee.kit.docstrings import attribute_docs
from referee.kit.markers import (
    Absent,
    Entries,
    Inline,
    InOneof,
    Int32,
    MapEntries,
    Name,
    Number,
    OneOf,
    Presence,
    Read,
    Uncached,
    Wrap,
)

__all__ = [
    "Absent",
    "Entries",
    "FieldKind",
    "InOneof",
    "Inline",
    "Int32",
    "MapEntries",
    "Name",
    "Number",
    "OneOf",
    "Partial",
    "Presence",
    "Read",
    "Record",
    "RecordField",
    "Scalar",
    "Uncached",
    "Variant",
    "Wrap",
    "attribute_docs",
    "fields_of",
    "is_named_tuple",
    "kind_name",
    "meaning_of",
    "on_wire",
    "wire_class",
]


class Record(pydantic.BaseModel):
    """Base of record classes: immutable, strict about types, and refusing unknown field names.

    `Record(...)` checks every field, for values from outside. `Record.of(...)` leaves values
    unchecked, for those that a game makes itself, many times a match.
    """

    model_config: ClassVar[pydantic.ConfigDict] = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )

    @classmethod
    def of(cls, **values: Any) -> typing.Self:
        """Return a record of values that are known to be valid.

        Only the field names are checked.

        Raises:
            TypeError: There is no field of this name.
        """
        # `model_construct` would drop an unknown name without an error.
        if not values.keys() <= cls.model_fields.keys():
            unknown = ", ".join(sorted(values.keys() - cls.model_fields.keys()))
            raise TypeError(
                f"{cls.__name__} has no field {unknown}, but {', '.join(cls.model_fields)}"
            )
        return cls.model_construct(**values)

    @property
    def _fields(self) -> tuple[str, ...]:
        """Return the names of the record's fields, for `to_plain`."""
        return tuple(type(self).model_fields)


class Variant:
    """Base of a choice between several record classes; sent as a message with a oneof of their messages.

        class Order(Variant):
            "One order."

            kinds = (Move, Wait)

    A list field of such records names this class with the marker `Entries`; the class itself has no
    instances.
    """

    kinds: ClassVar[tuple[type[Any], ...]]
    """Record classes to choose from. Their order gives the field numbers, from 1; their class names
    give the field names.
    """
    oneof: ClassVar[str] = "kind"
    """Name of the protobuf oneof."""


class Partial(typing.NamedTuple):
    """An event for seats that may know only a part of it.

    The fields that are hidden from them are absent.
    """

    body: Any
    """Record of the event, with the hidden fields absent."""


class Scalar(enum.Enum):
    """Kinds of values that a field of a record, or an entry of a list in it, can have.

    A value is a whole number, a truth value, a real number, a text, an enum member or a record.
    """

    WHOLE = "a whole number"
    TRUTH = "true or false"
    REAL = "a number"
    TEXT = "text"
    CHOICE = "one of an enum's members"
    RECORD = "a record"


@dataclasses.dataclass(frozen=True, slots=True)
class FieldKind:
    """Type and bounds of one field of a record."""

    scalar: Scalar
    """Kind of the field's value, or of each entry of a list."""
    low: int | None = None
    """Least value of a whole number; None for other kinds."""
    high: int | None = None
    """Greatest value of a whole number; None for other kinds."""
    real_bounds: tuple[float, float] = (-math.inf, math.inf)
    """Least and greatest value of a real number; infinite without a bound."""
    cls: type[Any] | None = None
    """Class of the field's enum or record; None for other kinds."""
    is_list: bool = False
    """Whether the field is a list; `scalar` is then the kind of its entries."""
    least: int = 0
    """Fewest entries that a list may have."""
    most: int | None = None
    """Most entries that a list may have; None if it has no bound."""
    is_optional: bool = False
    """Whether the value may be absent."""
    absent: int | None = None
    """Whole number that stands for an absent value; None if None itself does."""
    is_text: bool = False
    """Whether the value of an enum field is the member's name in lower case, as a text."""
    is_inline: bool = False
    """Whether the fields of this record are sent as fields of the record around it (`Inline`)."""
    is_wrapped: bool = False
    """Whether the value is sent as the only field of a separate message (`Wrap`)."""
    has_presence: bool | None = None
    """Whether the field has explicit presence in protobuf; None if that follows from its kind and
    record.
    """
    is_int32: bool = False
    """Whether a whole number that may be negative is sent as int32, not sint32."""
    is_number: bool = False
    """Whether the value of an enum field is a number: a member's value, or one that no member has."""
    is_uncached: bool = False
    """Whether encoded bytes of this record are not cached, because its values seldom repeat
    (`Uncached`).
    """
    is_map: bool = False
    """Whether a list is sent as a protobuf map (`MapEntries`)."""
    read: int | None = None
    """Most entries that the rules read of an action's list that declares no bound (`Read`); None if
    unmarked.
    """

    @property
    def is_implicit(self) -> bool:
        """Return whether the field declares that it has no explicit presence (`has_presence` is False)."""
        return self.has_presence is False

    def record_of(self, value: Any) -> Any:
        """Return the record that is sent for a value or entry: itself, or the record that wraps it (`Wrap`)."""
        return self.cls(value) if self.is_wrapped and self.cls is not None else value

    def value_of(self, record: Any) -> Any:
        """Return the value for a received record: the record itself, or the value that it wraps (`Wrap`)."""
        return record[0] if self.is_wrapped else record

    @property
    def entries_read(self) -> int | None:
        """Return how many entries of an action's list are decoded at most.

        None if there is no bound.
        """
        return self.most if self.read is None else self.read

    @property
    def length(self) -> int | None:
        """Return the fixed length of a list.

        None for a list of varying length and for other fields.
        """
        return self.most if self.is_list and self.least == self.most else None


@dataclasses.dataclass(frozen=True, slots=True)
class RecordField:
    """Declaration of one field of a record: names, number on the wire, type, bounds and meaning."""

    name: str
    """Name of the field in its class."""
    number: int
    """Number of the field on the wire; 0 if it is not sent."""
    kind: FieldKind
    """Type and bounds of the field."""
    meaning: str
    """Docstring of the field, joined to one line."""
    wire_name: str = ""
    """Name of the field on the wire, if it differs from `name`; else empty."""
    oneof: str = ""
    """Name of the protobuf oneof that the field is in; empty for none."""

    @property
    def proto_name(self) -> str:
        """Return the name of the field on the wire."""
        return self.wire_name or self.name


def kind_name(cls: type) -> str:
    """Return the field name for a record class: `CardDealt` gives `card_dealt`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()


def meaning_of(cls: type) -> str:
    """Return the docstring of a class, joined to one line."""
    return " ".join((cls.__doc__ or "").split())


def is_named_tuple(cls: type) -> bool:
    """Return whether a record's class is a named tuple."""
    return issubclass(cls, tuple)


def wire_class(cls: type[Any]) -> type[Any]:
    """Return the record class that is sent for `cls`: itself, or the return type of its method `on_wire`.

    With `on_wire`, a record can have the fields that suit the game, while its message keeps the
    fields that bots know.
    """
    make = getattr(cls, "on_wire", None)
    return cls if make is None else wire_class(typing.get_type_hints(make)["return"])


def on_wire(record: Any) -> Any:
    """Return the record that is sent for a record: itself, or what its method `on_wire` returns."""
    return on_wire(record.on_wire()) if hasattr(record, "on_wire") else record


def __getattr__(name: str) -> Any:
    """Return `Uncached` for its former name `ToldOnce`, with a deprecation warning."""
    if name != "ToldOnce":
        raise AttributeError(f"module {__name__} has no attribute {name}")
    warnings.warn("ToldOnce is now Uncached", DeprecationWarning, stacklevel=2)
    return Uncached


_fields: dict[type[Any], tuple[RecordField, ...]] = {}
"""Cache of `fields_of`: fields by record class."""


def fields_of(cls: type[Any]) -> tuple[RecordField, ...]:
    """Return the fields of a record or config class, in the order of the class.

    Raises:
        TypeError: A field has a type that can't be sent, lacks a bound or a docstring, or has the
            number of another field; the error names the field.
    """
    # Read once for each class: type hints and docstrings are slow to get.
    if cls not in _fields:
        is_variant = isinstance(cls, type) and issubclass(cls, Variant)
        _fields[cls] = tuple(_kinds_of(cls) if is_variant else _read_fields(cls))
    return _fields[cls]


def _read_fields(cls: type[Any]) -> list[RecordField]:
    found: list[RecordField] = []
    for place, (name, annotation, metadata, meaning) in enumerate(_declared(cls), 1):
        where = f"{cls.__name__}.{name}"
        annotation, metadata = _plain(annotation, metadata)
        markers = {type(each): each for each in metadata}
        number = markers[Number].number if Number in markers else place
        # Only fields that are sent: several may have the number 0.
        if number and any(field.number == number for field in found):
            raise TypeError(f"{where} has the number {number} of another field")
        kind = _kind(where, annotation, metadata, may_be_tuple=not issubclass(cls, Record))
        if InOneof in markers and kind.cls is not None:
            meaning = meaning or kind.cls.__doc__ or ""
        # The docstring becomes the field's comment in the `.proto` file and on pages for bots.
        if not meaning:
            raise TypeError(f"{where} has no docstring")
        wire_name = markers[Name].name if Name in markers else ""
        oneof = markers[InOneof].name if InOneof in markers else ""
        # On one line, as comments and pages break lines on their own.
        said = " ".join(meaning.split())
        found.append(RecordField(name, number, kind, said, wire_name, oneof))
    return found


def _kinds_of(cls: type[Variant]) -> Iterator[RecordField]:
    for number, kind in enumerate(cls.kinds, 1):
        held = FieldKind(Scalar.RECORD, cls=kind, is_optional=True)
        yield RecordField(kind_name(kind), number, held, meaning_of(kind))


def _declared(cls: type[Any]) -> Iterator[tuple[str, Any, list[Any], str]]:
    """Yield name, type, markers and docstring of each field of a record class."""
    if issubclass(cls, pydantic.BaseModel):
        for name, info in cls.model_fields.items():
            yield name, info.annotation, list(info.metadata), info.description or ""
        return
    # A named tuple keeps no docstrings of its fields: they come from the source.
    docs = attribute_docs(cls)
    hints = typing.get_type_hints(cls, include_extras=True)
    for name in cls._fields:
        yield name, hints[name], [], docs.get(name, "")


def _kind(where: str, annotation: Any, metadata: list[Any], *, may_be_tuple: bool) -> FieldKind:
    # `T | None`, with the markers of T inside or outside of the union.
    is_optional = False
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        inner = [each for each in typing.get_args(annotation) if each is not type(None)]
        # More would need a oneof, which is declared by `Variant` or `InOneof`.
        if len(inner) != 1:
            raise TypeError(f"{where} must be one type, or one type or None")
        (annotation,), is_optional = inner, True
        annotation, metadata = _plain(annotation, metadata)
    entry, least, most = _entries(annotation, metadata, may_be_tuple)
    if entry is None:
        kind = _scalar(where, annotation, metadata)
        # A number for absence makes a field optional, although its type is a plain int.
        is_optional |= kind.absent is not None
        return dataclasses.replace(kind, is_optional=is_optional)
    # On the wire an absent list and an empty one are the same, so a record must not
    # distinguish them.
    if is_optional:
        raise TypeError(f"{where} must be a list that may be empty, not absent")
    # The marker names the class where the type can't, such as for entries of several kinds.
    held = next((each.cls for each in metadata if isinstance(each, Entries)), entry)
    kind = _scalar(where, *_plain(held, []))
    is_map = any(isinstance(each, MapEntries) for each in metadata)
    read = next((each.most for each in metadata if isinstance(each, Read)), None)
    return dataclasses.replace(kind, is_list=True, least=least, most=most, is_map=is_map, read=read)


def _entries(
    annotation: Any, metadata: list[Any], may_be_tuple: bool
) -> tuple[Any, int, int | None]:
    """Return entry type, least and greatest number of entries of a list type.

    The entry type is None if `annotation` is no list type. A tuple of fixed length counts as a list
    only if `may_be_tuple`; `metadata` has the markers with the bounds of the length.
    """
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is tuple and (may_be_tuple or arguments[-1] is Ellipsis):
        if arguments[-1] is not Ellipsis:
            # tuple[T, T, T] is a list of fixed length; entries of several types are refused as no known type.
            is_uniform = all(each == arguments[0] for each in arguments)
            return (arguments[0] if is_uniform else None), len(arguments), len(arguments)
    elif origin is not list:
        return None, 0, None
    least, most = 0, None
    for each in metadata:
        least = each.min_length if isinstance(each, annotated_types.MinLen) else least
        most = each.max_length if isinstance(each, annotated_types.MaxLen) else most
    return arguments[0], least, most


def _plain(annotation: Any, metadata: list[Any]) -> tuple[Any, list[Any]]:
    """Return a type without `Annotated`, and `metadata` followed by the markers that `Annotated` gave the type.

    Args:
        annotation: The type, with or without `Annotated`.
        metadata: Markers of the type that are known already; the list is not changed.
    """
    if typing.get_origin(annotation) is typing.Annotated:
        annotation, *more = typing.get_args(annotation)
        for each in more:
            metadata = [*metadata, *(each.metadata if isinstance(each, FieldInfo) else [each])]
    return annotation, metadata


def _scalar(where: str, annotation: Any, metadata: list[Any]) -> FieldKind:
    markers = {type(each): each for each in metadata}
    kind = _value(where, annotation, markers)
    presence = markers[Presence].is_explicit if Presence in markers else None
    return dataclasses.replace(
        kind,
        has_presence=presence,
        is_int32=Int32 in markers,
        is_uncached=Uncached in markers,
    )


def _real_bounds(markers: dict[type[Any], Any]) -> tuple[float, float]:
    """Return the least and greatest value of a real number, both inclusive.

    A bound that is not declared is infinite.
    """
    low = [
        getattr(markers[kind], name)
        for kind, name in ((annotated_types.Ge, "ge"), (annotated_types.Gt, "gt"))
        if kind in markers
    ]
    high = [
        getattr(markers[kind], name)
        for kind, name in ((annotated_types.Le, "le"), (annotated_types.Lt, "lt"))
        if kind in markers
    ]
    return float(max(low, default=-math.inf)), float(min(high, default=math.inf))


def _value(where: str, annotation: Any, markers: dict[type[Any], Any]) -> FieldKind:
    if Wrap in markers:
        return FieldKind(Scalar.RECORD, cls=markers[Wrap].record, is_wrapped=True)
    absent = markers[Absent].value if Absent in markers else None
    # Before plain whole numbers: such a field has no bounds, as it keeps unknown numbers.
    if annotation is int and OneOf in markers:
        return FieldKind(Scalar.CHOICE, cls=markers[OneOf].choices, absent=absent, is_number=True)
    if annotation is int:
        low, high = markers.get(annotated_types.Ge), markers.get(annotated_types.Le)
        if annotated_types.Lt in markers:
            # Of whole numbers, `lt` is an upper bound as well.
            high = annotated_types.Le(markers[annotated_types.Lt].lt - 1)
        if low is None or high is None:
            raise TypeError(f"{where} must have both bounds, ge and le")
        return FieldKind(Scalar.WHOLE, low=low.ge, high=high.le, absent=absent)
    is_text = annotation is str or typing.get_origin(annotation) is typing.Literal
    if is_text and OneOf in markers:
        return FieldKind(Scalar.CHOICE, cls=markers[OneOf].choices, is_text=True)
    if annotation is float:
        return FieldKind(Scalar.REAL, real_bounds=_real_bounds(markers))
    simple = {bool: Scalar.TRUTH, str: Scalar.TEXT}
    if annotation in simple:
        return FieldKind(simple[annotation])
    if typing.get_origin(annotation) is typing.Literal:
        if all(isinstance(each, str) for each in typing.get_args(annotation)):
            return FieldKind(Scalar.TEXT)
    elif isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        if all(type(each.value) is int for each in annotation):
            return FieldKind(Scalar.CHOICE, cls=annotation)
    elif isinstance(annotation, type) and _is_record(annotation):
        return FieldKind(Scalar.RECORD, cls=annotation, is_inline=Inline in markers)
    raise TypeError(
        f"{where} must be int, bool, float, str, an IntEnum, a record or a list of one, not {annotation}"
    )


def _is_record(cls: type) -> bool:
    is_tuple = is_named_tuple(cls) and hasattr(cls, "_fields")
    return is_tuple or issubclass(cls, pydantic.BaseModel | Variant)
