"""Finds the answer in a reply: the last JSON object that has the right fields, and nothing else.

An answer is never guessed from prose: a reply without such an object has no answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.text_face import Answer

__all__ = ["LONGEST_READ", "Found", "fields_of", "find_answer"]

LONGEST_READ = 65_536
"""Number of characters at the end of a reply in which an answer is looked for."""
MOST_TRIED = 4_096
"""Number of opening braces in one text at which an object is looked for."""

_FENCED = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)

Found = Mapping[str, Any]
"""A JSON object, by names of its fields."""


def fields_of(answer: Answer) -> frozenset[str]:
    """Return the names of the fields that an answer may have."""
    node: Any = answer.schema
    if "$ref" in node:
        node = node["$defs"][node["$ref"].rpartition("/")[2]]
    return frozenset(node.get("properties", {}))


def find_answer(reply: str, fields: frozenset[str]) -> tuple[Found | None, bool]:
    """Return the answer in a reply, and whether all its fields are known.

    Objects in fenced blocks come before others, and among equals the last one counts. If no object has
    known fields alone, the last object of any kind is returned with False, so that a correction can say
    what is wrong with it; None if there is no object at all.

    Args:
        reply: Text of the reply; only its last `LONGEST_READ` characters are read.
        fields: Names of the fields that an answer may have.
    """
    text = reply[-LONGEST_READ:]
    fenced = [each for block in _FENCED.findall(text) for each in _objects(block)]
    bare = list(_objects(_FENCED.sub("", text)))
    known = [each for each in (*bare, *fenced) if each.keys() <= fields]
    # An object without fields is an answer in some games, but a stray one hides no other.
    known = [each for each in known if each] or known
    if known:
        return known[-1], True
    others = fenced or bare
    return (others[-1], False) if others else (None, False)


def _objects(text: str) -> Iterator[Found]:
    """Yield the JSON objects of a text from left to right, without those that others contain."""
    decoder = json.JSONDecoder(parse_constant=_refuse)
    start = text.find("{")
    for _ in range(MOST_TRIED):
        if start < 0:
            return
        try:
            value, end = decoder.raw_decode(text, start)
        # Objects too deep to read are none, and neither are numbers of thousands of digits.
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield value
        start = text.find("{", end)


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number in JSON")
