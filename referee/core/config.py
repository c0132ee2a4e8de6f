"""Game configs: typed, bounded, with defaults, and described by a JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import pydantic

from referee.core.errors import ConfigError

__all__ = ["GameConfig", "parse_config"]


class GameConfig(pydantic.BaseModel):
    """Base of every game's config: frozen, strict about types, and closed to unknown names."""

    model_config = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )


C = TypeVar("C", bound=GameConfig)


def parse_config(cls: type[C], values: Mapping[str, object]) -> C:
    """Make a config from plain values; what is not named has its default.

    Raises:
        ConfigError: A name is unknown or a value breaks its bound; the first such is reported.
    """
    try:
        return cls.model_validate(dict(values))
    except pydantic.ValidationError as error:
        raise _first(error, cls) from None


def _first(error: pydantic.ValidationError, cls: type[GameConfig]) -> ConfigError:
    detail = error.errors(include_url=False)[0]
    field = ".".join(map(str, detail["loc"])) or "config"
    if detail["type"] == "missing":
        return ConfigError(field, "given", None)
    if detail["type"] == "extra_forbidden" and len(detail["loc"]) > 1:
        return ConfigError(field, "absent: there is no such field", detail["input"])
    if detail["type"] == "extra_forbidden":
        return ConfigError(field, f"one of {', '.join(cls.model_fields)}", field)
    return ConfigError(field, _bound(cls, field, detail["msg"]), detail["input"])


def _bound(cls: type[GameConfig], name: str, message: str) -> str:
    schema = cls.model_json_schema()["properties"].get(name, {})
    if "minimum" in schema and "maximum" in schema:
        kind = "a whole number " if schema.get("type") == "integer" else ""
        return f"{kind}from {schema['minimum']} to {schema['maximum']}"
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum']))}"
    return message.removeprefix("Input should be ").removeprefix("Value error, ")
