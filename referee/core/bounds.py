"""Puts bounds of values into readable words; no other module knows pydantic's kinds of errors."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

from pydantic_core import ErrorDetails, core_schema

__all__ = ["bound_of"]

_TYPES = {
    "bool": "true or false",
    "bytes": "text",
    "date": "a date",
    "datetime": "a date with a time",
    "dict": "a table",
    "finite_number": "a number",
    "float": "a number",
    "int": "a whole number",
    "list": "a list",
    "mapping": "a table",
    "model": "a table",
    "none_required": "absent",
    "set": "a list without repetitions",
    "frozen_set": "a list without repetitions",
    "string": "text",
    "string_unicode": "text",
    "tuple": "a list",
}
"""Name of the required type, by the first part of pydantic's kind of error."""
_NUMBERS = {
    "greater_than": "more than {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "less than {lt}",
    "less_than_equal": "{le} or less",
    "multiple_of": "a multiple of {multiple_of}",
    "string_too_short": "text of at least {min_length} characters",
    "string_too_long": "text of at most {max_length} characters",
    "string_pattern_mismatch": "text that matches {pattern}",
    "too_short": "a list of at least {min_length} entries",
    "too_long": "a list of at most {max_length} entries",
}
"""Text of a bound, by pydantic's kind of error; names in braces are filled in from the error's
context.
"""
_KNOWN = frozenset(typing.get_args(core_schema.ErrorType))


def bound_of(detail: ErrorDetails, schema: Mapping[str, Any]) -> str:
    """Return the bound that a value breaks, such as `from 1 to 20`; it follows the words `must be`.

    Args:
        detail: Pydantic's description of the first error of the value.
        schema: JSON Schema of the value as far as it is known. It has both ends of a range, the
            error only one.
    """
    kind, context = detail["type"], detail.get("ctx", {})
    if kind not in _KNOWN:  # one of the project's custom errors
        return detail["msg"]
    if kind in ("value_error", "assertion_error"):
        return str(context["error"])
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum']))}"
    if kind in ("literal_error", "enum"):
        return f"one of {str(context['expected']).replace(' or ', ', ').replace(chr(39), '')}"
    return _range(schema) or _said(kind, context)


def _said(kind: str, context: Mapping[str, Any]) -> str:
    if kind in _NUMBERS:
        return _NUMBERS[kind].format_map(context).replace(" 1 entries", " one entry")
    names = (kind, *(kind.removesuffix(f"_{end}") for end in ("type", "parsing", "from_float")))
    fitting = [_TYPES[name] for name in names if name in _TYPES]
    fitting += [text for name, text in _TYPES.items() if kind.startswith(f"{name}_")]
    return fitting[0] if fitting else "of another form"


def _range(schema: Mapping[str, Any]) -> str | None:
    """Return the range of a number, or of a list's length, as text.

    None if the schema lacks one of the two ends.
    """
    if "minimum" in schema and "maximum" in schema:
        kind = "a whole number " if schema.get("type") == "integer" else ""
        return f"{kind}from {schema['minimum']} to {schema['maximum']}"
    if "minItems" not in schema or "maxItems" not in schema:
        return None
    least, most = schema["minItems"], schema["maxItems"]
    return f"a list of {least} entries" if least == most else f"a list of {least} to {most} entries"
