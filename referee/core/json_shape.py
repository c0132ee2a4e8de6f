"""Checks a plain (JSON-like) value against the part of JSON Schema that this project writes.

That part is: `$ref` into `$defs`, `anyOf`, `type`, `enum`, bounds of whole numbers, and the fields
of objects and entries of lists. It is not a validator of schemas that others write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.errors import FieldError

__all__ = ["check_shape"]

_TYPES: Mapping[str, tuple[tuple[type, ...], str]] = {
    "object": ((Mapping,), "an object"),
    "array": ((list, tuple), "a list"),
    "string": ((str,), "a text"),
    "boolean": ((bool,), "true or false"),
    "integer": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
}


def check_shape(schema: Mapping[str, Any], value: object, name: str) -> None:
    """Check that a value has the form that a schema describes.

    Args:
        schema: The JSON Schema.
        value: The plain value.
        name: Name of the value in errors; names of fields and indices are added to it.

    Raises:
        FieldError: It has another form; the error names the first wrong field, its bound and the
            value.
    """
    _check(schema, schema.get("$defs", {}), value, name)


def _check(node: Mapping[str, Any], defs: Mapping[str, Any], value: object, name: str) -> None:
    if "$ref" in node:
        node = defs[node["$ref"].rpartition("/")[2]]
    if "enum" in node and value not in node["enum"]:
        raise FieldError(name, f"one of {', '.join(map(str, node['enum']))}", value)
    if "type" in node:
        _check_type(node, value, name)
    match value:
        case Mapping():
            _check_object(node, defs, value, name)
        case list() | tuple():
            _check_list(node, defs, value, name)


def _check_type(node: Mapping[str, Any], value: object, name: str) -> None:
    classes, words = _TYPES[node["type"]]
    # For Python a truth value is a number; for JSON it is none.
    is_truth = isinstance(value, bool) and node["type"] != "boolean"
    bounds = (node["minimum"], node["maximum"]) if "minimum" in node else None
    wanted = words if bounds is None else f"{words} from {bounds[0]} to {bounds[1]}"
    if is_truth or not isinstance(value, classes):
        raise FieldError(name, wanted, value)
    if bounds is not None and isinstance(value, int) and not bounds[0] <= value <= bounds[1]:
        raise FieldError(name, wanted, value)


def _check_object(
    node: Mapping[str, Any], defs: Mapping[str, Any], value: Mapping[str, Any], name: str
) -> None:
    fields = node.get("properties", {})
    for key, each in value.items():
        if key not in fields:
            raise FieldError(name, f"an object with fields of {', '.join(fields)}", {key: each})
        _check(fields[key], defs, each, f"{name}.{key}")
    for key in node.get("required", ()):
        if key not in value:
            raise FieldError(f"{name}.{key}", "given", None)
    for group in node.get("x-one-of", ()):
        given = [key for key in group if key in value]
        if len(given) != 1:
            raise FieldError(name, f"an object with exactly one of {', '.join(group)}", given)


def _check_list(
    node: Mapping[str, Any], defs: Mapping[str, Any], value: Sequence[Any], name: str
) -> None:
    least, most = node.get("minItems", 0), node.get("maxItems", len(value))
    if not least <= len(value) <= most:
        raise FieldError(name, f"a list of {least} to {most}", len(value))
    for index, each in enumerate(value):
        _check(node.get("items", {}), defs, each, f"{name}.{index}")
