"""Records: what actions, observations and events are made of, each field told once.

A record names its fields with their types, bounds and meanings, and all else follows: the message on the
wire (`schema`, `writer`), the plain form, JSON Schema, the check of what a bot sends, and columns
(`columns`, `rows`).

    class Drop(Record):
        "Let a disc fall."

        column: Annotated[int, Field(ge=0, le=6)]
        "Column from 0 on the left."

A whole number has both its bounds (`ge`, `le`); a list has the number of its entries (`min_length`,
`max_length`) if it is to be a column. A field that may be absent is `T | None` with the default None.

A `Record` checks what it is given. A game that tells thousands of them a second takes named tuples
instead, which are told in the same way, and are made and written faster.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import itertools
import math
import re
import sys
import types
import typing
from collections.abc import Iterator
from typing import Any, ClassVar

import annotated_types
import pydantic
from pydantic.fields import FieldInfo
from pydantic_core import core_schema

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
    "ToldOnce",
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
    """Base of records: frozen, strict about types, and closed to unknown names.

    `Record(...)` checks every field, for what comes from outside. `Record.of(...)` takes them as they are,
    for a game that tells what it knows, many times a match.
    """

    model_config: ClassVar[pydantic.ConfigDict] = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )

    @classmethod
    def of(cls, **values: Any) -> typing.Self:
        """Return a record of values that are known to be right.

        Raises:
            TypeError: A name is none of its fields'.
        """
        if not values.keys() <= cls.model_fields.keys():
            unknown = ", ".join(sorted(values.keys() - cls.model_fields.keys()))
            raise TypeError(
                f"{cls.__name__} has no field {unknown}, but {', '.join(cls.model_fields)}"
            )
        return cls.model_construct(**values)

    @property
    def _fields(self) -> tuple[str, ...]:
        """Names of the fields, for `to_plain`."""
        return tuple(type(self).model_fields)


@dataclasses.dataclass(frozen=True, slots=True)
class Number:
    """The number of a field on the wire, where it isn't its place in the class, from 1.

    Args:
        number: 1..536870911; those of fields that are gone are never used again. 0 keeps the field off the
            wire.
    """

    number: int


@dataclasses.dataclass(frozen=True, slots=True)
class Name:
    """The name of a field on the wire, where it is another."""

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class Absent:
    """The whole number that stands for an absent field, outside of its bounds."""

    value: int


@dataclasses.dataclass(frozen=True, slots=True)
class Presence:
    """Whether a field tells that it was set, where a package from before the kit has it otherwise."""

    is_told: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Read:
    """Entries of an action's list that the rules look at, where its type says no length (`max_length`).

    Those behind them are counted, and not read.
    """

    most: int


@dataclasses.dataclass(frozen=True, slots=True)
class Int32:
    """A whole number that takes ten bytes on the wire where it is below 0, as protobuf's int32 does."""


@dataclasses.dataclass(frozen=True, slots=True)
class ToldOnce:
    """A record that is seldom the same again, so that its bytes are not worth remembering."""


@dataclasses.dataclass(frozen=True, slots=True)
class InOneof:
    """A record that may be absent, of several of which exactly one is there; says by itself what it is.

    Args:
        name: What the choice is called.
    """

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class MapEntries:
    """A list of records of a key and a value, which is a map on the wire; entries are in order of their keys."""


@dataclasses.dataclass(frozen=True, slots=True)
class OneOf:
    """What stands for one of an enum's members, and is its number on the wire.

    A text is its name in lower case. A whole number is its value, or another: a game that says so keeps what it
    is sent, to refuse it.
    """

    choices: type[enum.Enum]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: pydantic.GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Take no other text; a type that says which does so itself."""
        if source is not str:
            return handler(source)
        return core_schema.literal_schema([each.name.lower() for each in self.choices])


@dataclasses.dataclass(frozen=True, slots=True)
class Entries:
    """The named tuple that each entry of a config's list is, where the config tells it as a bare tuple."""

    cls: type[Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Wrap:
    """A value that is on the wire the only field of a message: a list that stands in a list is one.

    Args:
        record: The record that is the message, a named tuple of one field.
    """

    record: type[Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Inline:
    """A record whose fields are on the wire fields of the record that holds it."""


class Variant:
    """Base of what stands for one of several records, which is on the wire a message that holds one of them.

        class Order(Variant):
            "One order."

            kinds = (Move, Wait)

    A field that holds such records names it with `Entries`; there are no objects of it.
    """

    kinds: ClassVar[tuple[type[Any], ...]]
    """The records; their order gives their numbers, from 1, and their names those of the fields."""
    oneof: ClassVar[str] = "kind"
    """What the choice is called."""


class Partial(typing.NamedTuple):
    """An event as those are told of it who may not know all of it: what they may not is absent."""

    body: Any
    """What is left of it, a record of its kind."""


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
    real_bounds: tuple[float, float] = (-math.inf, math.inf)
    """Least and greatest number that need not be whole."""
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
    absent: int | None = None
    """Whole number that stands for absence; None if that is None."""
    is_text: bool = False
    """Whether a choice is given by its name in lower case."""
    is_inline: bool = False
    """Whether a record's fields stand in its place."""
    is_wrapped: bool = False
    """Whether the record's only field stands for it."""
    tells_presence: bool | None = None
    """Whether it tells that it was set; None where that follows from all else."""
    is_int32: bool = False
    """Whether it is an int32 although it may be below 0."""
    is_number: bool = False
    """Whether a choice is given by its value."""
    is_told_once: bool = False
    """Whether the bytes of a record are not worth remembering."""
    is_map: bool = False
    """Whether the entries of a list are those of a map."""
    read: int | None = None
    """Entries of an action's list that the rules look at, where the list has no bound."""

    @property
    def is_implicit(self) -> bool:
        """Whether its absence is not told."""
        return self.tells_presence is False

    def record_of(self, value: Any) -> Any:
        """Return the record that a value, or an entry, is on the wire."""
        return self.cls(value) if self.is_wrapped and self.cls is not None else value

    def value_of(self, record: Any) -> Any:
        """Return the value that a record stands for."""
        return record[0] if self.is_wrapped else record

    @property
    def entries_read(self) -> int | None:
        """Entries that are read of an action's list; None where nothing bounds them."""
        return self.most if self.read is None else self.read

    @property
    def length(self) -> int | None:
        """Entries of a list that always has as many; None of any other field."""
        return self.most if self.is_list and self.least == self.most else None


@dataclasses.dataclass(frozen=True, slots=True)
class RecordField:
    """A field as it is told."""

    name: str
    """Its name."""
    number: int
    """Its number on the wire; 0 if it isn't there."""
    kind: FieldKind
    """What values it can have."""
    meaning: str
    """What it says, from its docstring."""
    wire_name: str = ""
    """Its name on the wire, where that is another."""
    oneof: str = ""
    """The choice that it is in; empty for none."""

    @property
    def told_as(self) -> str:
        """Its name on the wire."""
        return self.wire_name or self.name


def kind_name(cls: type) -> str:
    """Return the name of a kind of record as a field: CardDealt is card_dealt."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()


def meaning_of(cls: type) -> str:
    """Return what a class says it is, in one line."""
    return " ".join((cls.__doc__ or "").split())


def is_named_tuple(cls: type) -> bool:
    """Return whether a record's class is a named tuple."""
    return issubclass(cls, tuple)


def wire_class(cls: type[Any]) -> type[Any]:
    """Return the record that one is on the wire: itself, or what its method `on_wire` makes of it.

    So a record can have the fields that the game and its plain form want, and the message those that bots
    have been told for long.
    """
    make = getattr(cls, "on_wire", None)
    return cls if make is None else wire_class(typing.get_type_hints(make)["return"])


def on_wire(record: Any) -> Any:
    """Return a record as it is on the wire."""
    return on_wire(record.on_wire()) if hasattr(record, "on_wire") else record


_fields: dict[type[Any], tuple[RecordField, ...]] = {}
"""Fields of the classes that have been asked for."""


def fields_of(cls: type[Any]) -> tuple[RecordField, ...]:
    """Return the fields of a record or a config, in the order in which they are told.

    Raises:
        TypeError: A field is of no kind that can be carried, lacks a bound or a docstring, or two have
            one number; names it.
    """
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
        if number and any(field.number == number for field in found):
            raise TypeError(f"{where} has the number {number} of another field")
        kind = _kind(where, annotation, metadata, may_be_tuple=not issubclass(cls, Record))
        if InOneof in markers and kind.cls is not None:
            meaning = meaning or kind.cls.__doc__ or ""
        if not meaning:
            raise TypeError(f"{where} has no docstring")
        wire_name = markers[Name].name if Name in markers else ""
        oneof = markers[InOneof].name if InOneof in markers else ""
        said = " ".join(meaning.split())
        found.append(RecordField(name, number, kind, said, wire_name, oneof))
    return found


def _kinds_of(cls: type[Variant]) -> Iterator[RecordField]:
    for number, kind in enumerate(cls.kinds, 1):
        held = FieldKind(Scalar.RECORD, cls=kind, is_optional=True)
        yield RecordField(kind_name(kind), number, held, meaning_of(kind))


def _declared(cls: type[Any]) -> Iterator[tuple[str, Any, list[Any], str]]:
    """Name, type, what is said of the type, and docstring of each field."""
    if issubclass(cls, pydantic.BaseModel):
        for name, info in cls.model_fields.items():
            yield name, info.annotation, list(info.metadata), info.description or ""
        return
    docs = attribute_docs(cls)
    hints = typing.get_type_hints(cls, include_extras=True)
    for name in cls._fields:
        yield name, hints[name], [], docs.get(name, "")


def attribute_docs(cls: type) -> dict[str, str]:
    """Docstrings below the attributes of a class, or the members of an enum, by their names."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        if each is cls or inspect.get_annotations(each):
            name = each.__qualname__.replace("<locals>.", "")
            found |= _docs_of_module(each.__module__).get(name, {})
    return found


@functools.cache
def _docs_of_module(name: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}

    def visit(node: ast.AST, path: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                inner = f"{path}.{child.name}" if path else child.name
                if isinstance(child, ast.ClassDef):
                    found[inner] = dict(_docs_of_body(child.body))
                visit(child, inner)

    visit(ast.parse(inspect.getsource(sys.modules[name])), "")
    return found


def _docs_of_body(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for statement, behind in itertools.pairwise(body):
        match statement, behind:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, text


def _kind(where: str, annotation: Any, metadata: list[Any], *, may_be_tuple: bool) -> FieldKind:
    is_optional = False
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        inner = [each for each in typing.get_args(annotation) if each is not type(None)]
        if len(inner) != 1:
            raise TypeError(f"{where} must be one type, or one type or None")
        (annotation,), is_optional = inner, True
        annotation, metadata = _plain(annotation, metadata)
    entry, least, most = _entries(annotation, metadata, may_be_tuple)
    if entry is None:
        kind = _scalar(where, annotation, metadata)
        is_optional |= kind.absent is not None
        return dataclasses.replace(kind, is_optional=is_optional)
    if is_optional:
        raise TypeError(f"{where} must be a list that may be empty, not absent")
    held = next((each.cls for each in metadata if isinstance(each, Entries)), entry)
    kind = _scalar(where, *_plain(held, []))
    is_map = any(isinstance(each, MapEntries) for each in metadata)
    read = next((each.most for each in metadata if isinstance(each, Read)), None)
    return dataclasses.replace(kind, is_list=True, least=least, most=most, is_map=is_map, read=read)


def _entries(
    annotation: Any, metadata: list[Any], may_be_tuple: bool
) -> tuple[Any, int, int | None]:
    """Type and numbers of a list's entries; None for what is no list."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is tuple and (may_be_tuple or arguments[-1] is Ellipsis):
        if arguments[-1] is not Ellipsis:
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
    """Return a type without `Annotated`, and all that was said of it."""
    if typing.get_origin(annotation) is typing.Annotated:
        annotation, *more = typing.get_args(annotation)
        for each in more:
            metadata = [*metadata, *(each.metadata if isinstance(each, FieldInfo) else [each])]
    return annotation, metadata


def _scalar(where: str, annotation: Any, metadata: list[Any]) -> FieldKind:
    markers = {type(each): each for each in metadata}
    kind = _value(where, annotation, markers)
    presence = markers[Presence].is_told if Presence in markers else None
    return dataclasses.replace(
        kind,
        tells_presence=presence,
        is_int32=Int32 in markers,
        is_told_once=ToldOnce in markers,
    )


def _real_bounds(markers: dict[type[Any], Any]) -> tuple[float, float]:
    """Return the closed bounds of a number; infinite where it has none."""
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
    if annotation is int and OneOf in markers:
        return FieldKind(Scalar.CHOICE, cls=markers[OneOf].choices, absent=absent, is_number=True)
    if annotation is int:
        low, high = markers.get(annotated_types.Ge), markers.get(annotated_types.Le)
        if annotated_types.Lt in markers:
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
