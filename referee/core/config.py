"""Game configs: typed, bounded, with default values, described by a JSON Schema."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pydantic

from referee.core.bounds import bound_of
from referee.core.errors import ConfigError

__all__ = ["GameConfig", "parse_config"]


class GameConfig(pydantic.BaseModel):
    """Base class of every game's config: immutable, strict about types.

    Refuses unknown field names.
    """

    model_config = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )

    @property
    def _fields(self) -> tuple[str, ...]:
        """Names of the config's fields, which `to_plain` reads."""
        return tuple(type(self).model_fields)


C = TypeVar("C", bound=GameConfig)


def parse_config(cls: type[C], values: Mapping[str, object]) -> C:
    """Return a config made from plain values; a field without a value gets its default.

    Raises:
        ConfigError: A name is unknown or a value breaks its bound; the first such problem is
            reported.
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
    return ConfigError(field, bound_of(detail, _schema_at(cls, detail["loc"])), detail["input"])


@functools.cache
def _schema_of(cls: type[GameConfig]) -> Mapping[str, Any]:
    return cls.model_json_schema()


def _schema_at(cls: type[GameConfig], path: Sequence[int | str]) -> Mapping[str, Any]:
    """Return the JSON Schema of the field at `path`; empty if the path leads to no field."""
    # From the whole schema, since an entry of a list or of another model has its bounds behind a
    # `$ref`.
    root = node = _schema_of(cls)
    for part in (None, *path):
        if part is not None:
            inside = node.get("properties", {}).get(part)
            node = inside if inside is not None else node.get("items", {})
        # An optional value is "this type or null", and the bounds are those of the type.
        node = next((each for each in node.get("anyOf", ()) if each.get("type") != "null"), node)
        if "$ref" in node:
            node = root["$defs"][node["$ref"].rpartition("/")[2]]
    return node
