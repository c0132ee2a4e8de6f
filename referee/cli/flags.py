"""Parses flags that several commands have."""

from __future__ import annotations

import json
from collections.abc import Iterable

from referee.core.errors import FieldError

__all__ = ["config_values"]


def config_values(pairs: Iterable[str]) -> dict[str, object]:
    """Return the values of `--config NAME=VALUE` flags by name.

    Values are parsed as JSON; a value that is not valid JSON is taken as text.

    Raises:
        FieldError: One of the flags is not of the form NAME=VALUE.
    """
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise FieldError("config", "of the form NAME=VALUE", pair)
        try:
            values[name] = json.loads(text)
        except ValueError:
            values[name] = text
    return values
