"""Makes JSON Schemas of records in their plain form: for bots that speak JSON, and for documents."""

from __future__ import annotations

from typing import Any

from referee.core.plain import Plain
from referee.kit.records import FieldKind, RecordField, Scalar, Variant, fields_of, wire_class
from referee.kit.version import KIT_VERSION

__all__ = ["json_schema"]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TYPES = {Scalar.TRUTH: "boolean", Scalar.REAL: "number", Scalar.TEXT: "string"}


def json_schema(*classes: type[Any]) -> dict[str, Plain]:
    """Return the JSON Schema of a record's plain form; for several classes, a schema that accepts any of them.

    A class with a separate wire record is described by the wire record.

    Args:
        classes: Record class, or the classes of all kinds that the schema accepts.
    """
    defs: dict[str, Plain] = {}
    refs: list[Plain] = [_reference(cls, defs) for cls in classes]
    whole: dict[str, Plain] = refs[0] if len(refs) == 1 else {"anyOf": refs}  # type: ignore[assignment]
    return {"$schema": _DRAFT, "x-kit-version": KIT_VERSION, **whole, "$defs": defs}


def _reference(cls: type[Any], defs: dict[str, Plain]) -> dict[str, Plain]:
    cls = wire_class(cls)
    name = cls.__name__
    if issubclass(cls, Variant):
        return {"anyOf": [_reference(kind, defs) for kind in cls.kinds]}
    # Once for each class, whatever refers to it; a record may hold itself.
    if name not in defs:
        defs[name] = None  # so that it is not begun again
        fields = fields_of(cls)
        properties: dict[str, Plain] = {each.name: _property(each, defs) for each in fields}
        # Plain forms list every field that has a value, so all others are required.
        needed: list[Plain] = [each.name for each in fields if not _may_lack(each.kind)]
        defs[name] = {
            "description": " ".join((cls.__doc__ or "").split()),
            "type": "object",
            "properties": properties,
            "required": needed,
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{name}"}


def _may_lack(kind: FieldKind) -> bool:
    """Return whether the plain form leaves an absent field out.

    A field with a number for absence is never left out.
    """
    return kind.is_optional and kind.absent is None


def _property(field: RecordField, defs: dict[str, Plain]) -> dict[str, Plain]:
    kind = field.kind
    told = _entry(kind, defs)
    if kind.is_list:
        told = {"type": "array", "items": told, "minItems": kind.least}
        if kind.most is not None:
            told["maxItems"] = kind.most
    return {**told, "description": field.meaning}


def _numbers(kind: FieldKind) -> dict[str, Plain]:
    """Return the schema of an enum field that is given by numbers: the list of allowed numbers."""
    choices: Any = kind.cls
    absent = [] if kind.absent is None else [kind.absent]
    return {"enum": [*absent, *(member.value for member in choices)]}


def _entry(kind: FieldKind, defs: dict[str, Plain]) -> dict[str, Plain]:
    match kind.scalar:
        case Scalar.WHOLE:
            assert kind.low is not None
            # The number for absence is outside of the field's bounds, but a valid value here.
            low = kind.low if kind.absent is None else min(kind.low, kind.absent)
            return {"type": "integer", "minimum": low, "maximum": kind.high}
        case Scalar.CHOICE:
            assert kind.cls is not None
            if kind.is_number:
                return _numbers(kind)
            names = [member.name for member in kind.cls]
            return {"enum": [name.lower() for name in names] if kind.is_text else list(names)}
        case Scalar.RECORD:
            assert kind.cls is not None
            if kind.is_wrapped:
                (only,) = fields_of(kind.cls)
                return _property(only, defs)
            return _reference(kind.cls, defs)
    return {"type": _TYPES[kind.scalar]}
