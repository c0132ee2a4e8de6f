"""Reads the file of `referee serve --config FILE`: settings by the names of their flags, in TOML.

    # referee.toml
    listen = ["0.0.0.0:7070"]
    data_dir = "/var/lib/gamereferee"
    organizer_key_file = "/run/secrets/organizer-key"
    workers = 2

It knows no setting: names and types are those of the command's parameters. Bounds are checked where
those of flags are.
"""

from __future__ import annotations

import difflib
import enum
import inspect
import tomllib
import types
import typing
from collections.abc import Callable
from pathlib import Path

from referee.core.errors import FieldError, MalformedError

__all__ = ["MAX_FILE_BYTES", "read_config_file"]

MAX_FILE_BYTES = 65_536
"""Size of the largest file of settings, in bytes."""
_BOUNDS: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text in quotes",
    Path: "text in quotes",
}
"""What a value of each type must be, in words for an error."""


def read_config_file(
    path: Path, command: Callable[..., None], *, without: str
) -> dict[str, object]:
    """Return the settings of a file by the names of the command's parameters.

    Args:
        path: Path of the file.
        command: Function of the command; its parameters name the settings and have their types.
        without: Name of the parameter that is no setting, since it names the file.

    Raises:
        FieldError: The file can't be read, a name is unknown, or a value has the wrong type.
        MalformedError: The file is no TOML.
    """
    kinds = _kinds(command)
    del kinds[without]
    settings: dict[str, object] = {}
    for name, value in _table(path, without).items():
        if name not in kinds:
            raise FieldError(f"{path}: a key", _known(name, kinds), name)
        settings[name] = _checked(f"{path}: {name}", kinds[name], value)
    return settings


def _table(path: Path, name: str) -> dict[str, object]:
    """Return the values of a TOML file; `name` is the setting that an error names."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise FieldError(name, f"a file that can be read ({error.strerror})", str(path)) from None
    if len(data) > MAX_FILE_BYTES:
        raise FieldError(name, f"a file of at most {MAX_FILE_BYTES} bytes", str(path))
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise MalformedError(f"{path} is no TOML: {error}") from None


def _kinds(command: Callable[..., None]) -> dict[str, type | types.GenericAlias]:
    """Return the type of each parameter, without None where that stands for a setting not given."""
    hints = typing.get_type_hints(command)
    kinds = {}
    for name in inspect.signature(command).parameters:
        parts = [part for part in typing.get_args(hints[name]) if part is not types.NoneType]
        is_union = isinstance(hints[name], types.UnionType)
        kinds[name] = parts[0] if is_union else hints[name]
    return kinds


def _known(name: str, kinds: dict[str, type | types.GenericAlias]) -> str:
    near = difflib.get_close_matches(name.replace("-", "_"), kinds, n=1)
    if near:
        return f"the name of a setting (did you mean {near[0]}?)"
    return f"the name of a setting ({', '.join(kinds)})"


def _checked(name: str, kind: type | types.GenericAlias, value: object) -> object:
    """Return a value if it has the type of its setting; one of a list may stand alone.

    Raises:
        FieldError: The value has another type.
    """
    if typing.get_origin(kind) is list:
        (item,) = typing.get_args(kind)
        values = value if isinstance(value, list) else [value]
        return [_checked(name, item, each) for each in values]
    assert isinstance(kind, type)
    if issubclass(kind, enum.StrEnum):
        if value not in list(kind):
            raise FieldError(name, f"one of {', '.join(kind)}", value)
        return str(value)
    wanted: tuple[type, ...] = {Path: (str,), float: (int, float)}.get(kind, (kind,))
    # In Python a truth value counts as a whole number, in TOML it does not.
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not bool):
        raise FieldError(name, _BOUNDS[kind], value)
    return value
