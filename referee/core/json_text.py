"""Reads JSON from untrusted senders, and refuses values that a later step could fail on.

`json.loads` takes more than JSON is: `NaN`, lone surrogates, which UTF-8 can't encode, and nesting
so deep that code which visits the value recursively would fail.
"""

from __future__ import annotations

import json
import math

from referee.core.errors import MalformedError
from referee.core.plain import Plain

__all__ = ["MAX_DEPTH", "read_json"]

MAX_DEPTH = 64
"""Highest allowed nesting of lists and objects; deeper JSON is refused."""


def read_json(data: str | bytes) -> Plain:
    """Return the value of a JSON text; bytes are read as UTF-8.

    Raises:
        MalformedError: The text is no JSON, or contains a value that can't be sent on; the message
            says which.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        value: Plain = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except RecursionError:
        raise MalformedError(_TOO_DEEP) from None
    except ValueError as error:  # of its syntax, of UTF-8, or of a number with too many digits
        raise MalformedError(f"no JSON: {error}") from None
    _check_depth(value)
    # Bytes without escapes can't hold half of a surrogate pair: decoding them has refused it.
    if isinstance(data, str) or "\\u" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise MalformedError("a text has half of a surrogate pair") from None
    return value


_TOO_DEEP = f"lists and objects are nested more than {MAX_DEPTH} deep"


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:40]} is too large a number")
    return value


def _check_depth(value: Plain) -> None:
    # Level by level rather than by recursion, which is what deep nesting would break.
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        within = [each for each in level if isinstance(each, list | dict)]
        if not within:
            return
        level = [
            child
            for each in within
            for child in (each.values() if isinstance(each, dict) else each)
        ]
    raise MalformedError(_TOO_DEEP)
