"""Draws answers from the JSON Schema of a text face, for checks: any value of the form, seldom a sensible one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.rng import Stream

__all__ = ["draw_answer"]

_MOST_ENTRIES = 4
"""Highest number of entries of a list that a schema does not bound."""
_ODD_NUMBERS = (-1, 0, 1, 2, 3, 5, 13, 100001)
"""Whole numbers that are tried, where the bounds allow them, along with the bounds."""
_TEXTS = ("", "A", "0", "7", "e2e4")


def draw_answer(schema: Mapping[str, Any], stream: Stream) -> Any:
    """Return a value of the form that a schema describes.

    Args:
        schema: The JSON Schema, in the part that `referee.core.json_shape` knows.
        stream: The dice.
    """
    return _draw(schema, schema.get("$defs", {}), stream)


def _draw(node: Mapping[str, Any], defs: Mapping[str, Any], stream: Stream) -> Any:
    if "$ref" in node:
        node = defs[node["$ref"].rpartition("/")[2]]
    if "enum" in node:
        return _one(node["enum"], stream)
    match node.get("type"):
        case "object":
            return _object(node, defs, stream)
        case "array":
            least = node.get("minItems", 0)
            most = max(least, min(node.get("maxItems", _MOST_ENTRIES), _MOST_ENTRIES))
            count = least + stream.draw(most - least + 1) - 1
            return [_draw(node["items"], defs, stream) for _ in range(count)]
        case "boolean":
            return stream.draw(2) == 1
        case "string":
            return _one(_TEXTS, stream)
        case "integer":
            low, high = node.get("minimum", -1), node.get("maximum", 100)
            return _one([low, high, *(n for n in _ODD_NUMBERS if low <= n <= high)], stream)
        case "number":
            return float(_one(_ODD_NUMBERS, stream))
    return _one(_ODD_NUMBERS, stream)


def _object(node: Mapping[str, Any], defs: Mapping[str, Any], stream: Stream) -> dict[str, Any]:
    fields, groups = node.get("properties", {}), node.get("x-one-of", ())
    grouped = {name for group in groups for name in group}
    needed = {*node.get("required", ()), *(_one(group, stream) for group in groups)}
    # Two in three of the fields that may be absent are given.
    chosen = [
        name for name in fields if name in needed or (name not in grouped and stream.draw(3) > 1)
    ]
    return {name: _draw(fields[name], defs, stream) for name in chosen}


def _one(values: Any, stream: Stream) -> Any:
    return values[stream.draw(len(values)) - 1]
