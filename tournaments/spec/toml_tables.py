"""Base of all tables in TOML files: checks of their keys, and messages for keys that break a bound.

Text goes in, checked and frozen values come out. Every mistake becomes a `SpecError` that names the
file, the line, the key, what is allowed and what was found.
"""

from __future__ import annotations

import datetime
import re
import shlex
import tomllib
import typing
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import pydantic
from pydantic import AfterValidator
from pydantic_core import ErrorDetails, PydanticCustomError

from tournaments.spec.errors import SpecError, SpecFaultsError
from tournaments.spec.toml_lines import KeyPath, line_of

__all__ = [
    "Module",
    "Name",
    "Title",
    "TomlTable",
    "as_tuple",
    "command_words",
    "format_duration",
    "json_table",
    "key_name",
    "lasting",
    "limit_or_none",
    "must_be",
    "named",
    "parse_duration",
    "parse_size",
    "parse_table",
    "read_text",
    "sized",
    "within",
]

_UNITS_NS = {
    "ns": 1,
    "us": 1_000,
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
    "d": 86_400_000_000_000,
}
_DURATION_PART = re.compile(r"(\d+)(?:\.(\d{1,9}))?(ns|us|ms|s|m|h|d)")
_DURATION = re.compile(rf"(?:{_DURATION_PART.pattern})+")
_UNITS = {"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3, "TiB": 1024**4}
_SIZE = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?(KiB|MiB|GiB|TiB)")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,59}")
_MODULE = re.compile(r"[a-z][a-z0-9_]*")

_SECRET_KEYS = ("store",)
"""Keys whose value may contain a password, so that no message repeats the value."""
_TYPE_NAMES = {
    "int_type": "a whole number",
    "string_type": "text",
    "float_type": "a number",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "bool_type": "true or false",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number of fewer digits",
    "finite_number": "a number",
    "string_unicode": "text",
}
"""Name of the type that a message asks for, by pydantic's kind of error."""


def parse_duration(text: str) -> int:
    """Return the nanoseconds of a text such as `500ms`, `1.5s`, `1m30s` or `3d`.

    Raises:
        ValueError: The text is no duration.
    """
    if text == "0":
        return 0
    if not _DURATION.fullmatch(text):
        raise ValueError("a duration such as 500ms, 1.5s, 1m30s or 3d")
    total_ns = 0
    for whole, decimals, unit in _DURATION_PART.findall(text):
        total_ns += int(whole) * _UNITS_NS[unit]
        if decimals:
            total_ns += int(decimals) * _UNITS_NS[unit] // 10 ** len(decimals)
    return total_ns


def format_duration(value_ns: int) -> str:
    """Return a duration, given in nanoseconds from 0, in the form that `parse_duration` reads.

    Less than two days are in hours, such as `36h`.
    """
    parts = []
    in_days = value_ns >= 2 * _UNITS_NS["d"]
    for unit, unit_ns in reversed(_UNITS_NS.items()):
        if unit == "d" and not in_days:
            continue
        count, value_ns = divmod(value_ns, unit_ns)
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0"


def parse_size(text: str) -> int:
    """Return the number of bytes of a text such as `64KiB`, `512MiB` or `1.5GiB`.

    Raises:
        ValueError: The text is no size.
    """
    found = _SIZE.fullmatch(text)
    if found is None:
        raise ValueError("a size such as 64KiB, 512MiB or 1.5GiB")
    whole, decimals, unit = found.groups()
    thousandths = int((decimals or "").ljust(3, "0"))
    return int(whole) * _UNITS[unit] + thousandths * _UNITS[unit] // 1000


def must_be(bound: str) -> PydanticCustomError:
    """Return the error of a value that breaks its bound.

    The message is `must be` with the bound.
    """
    return PydanticCustomError("bound", "{bound}", {"bound": bound})


def within(low: int, high: int) -> Callable[[int], int]:
    """Return a check that raises unless a whole number is from `low` to `high`."""

    def check(value: int) -> int:
        if not low <= value <= high:
            raise must_be(f"from {low} to {high}")
        return value

    return check


def lasting(low: str, high: str) -> Callable[[object], int]:
    """Return a check that turns a text into nanoseconds.

    It raises unless they are from `low` to `high`.
    """
    return _measured("duration", parse_duration, low, high)


def sized(low: str, high: str) -> Callable[[object], int]:
    """Return a check that turns a text into bytes.

    It raises unless they are from `low` to `high`.
    """
    return _measured("size", parse_size, low, high)


def _measured(
    what: str, parse: Callable[[str], int], low: str, high: str
) -> Callable[[object], int]:
    def check(value: object) -> int:
        if not isinstance(value, str):
            raise must_be(f'a {what} in quotes, from "{low}" to "{high}"')
        try:
            number = parse(value)
        except ValueError as error:
            raise must_be(str(error)) from None
        if not parse(low) <= number <= parse(high):
            raise must_be(f"from {low} to {high}")
        return number

    return check


def limit_or_none(value: object) -> int | None:
    """Return a text as nanoseconds from 1 ms to 30 days; None for `"none"`.

    Raise for any other value.
    """
    return None if value == "none" else lasting("1ms", "30d")(value)


def named(pattern: re.Pattern[str], bound: str) -> Callable[[str], str]:
    """Return a check that raises unless a text matches the pattern.

    `bound` describes it in the message.
    """

    def check(value: str) -> str:
        if not pattern.fullmatch(value):
            raise must_be(bound)
        return value

    return check


def command_words(value: object) -> tuple[str, ...]:
    """Return a command as a tuple of words; text is split as a shell would.

    Raise for any other value.
    """
    words: object = value
    if isinstance(value, str):
        try:
            words = shlex.split(value)
        except ValueError:
            raise must_be("a command with its quotes closed") from None
    if (
        not isinstance(words, list)
        or not words
        or not words[0]
        or not all(isinstance(word, str) and "\0" not in word for word in words)
    ):
        raise must_be("a program and its arguments, as text or as a list of texts")
    return tuple(words)


def as_tuple(value: object) -> object:
    """Return a list as a tuple, and any other value unchanged."""
    return tuple(value) if isinstance(value, list) else value


def json_table(value: object) -> object:
    """Return a table unchanged; raise if it has a date or time, which JSON can't express."""
    if isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, datetime.date | datetime.time):
                raise must_be(f"made of numbers, texts, lists and tables (see {name})")
    return value


Name = Annotated[
    str,
    AfterValidator(
        named(_NAME, "1 to 60 letters, digits and _ . + - with a letter or digit first")
    ),
]
Module = Annotated[
    str,
    AfterValidator(named(_MODULE, "lower-case letters, digits and _ with a letter first")),
]


_HIDDEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that no title may have: control characters, ends of lines, unassigned code
points.
"""
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of the text after them, and with it the rest of a line;
forbidden in titles.
"""
_MOST_IN_TITLE = 60


def _title(value: str) -> str:
    is_seen = any(unicodedata.category(each)[0] not in "CZM" for each in value)
    if not 1 <= len(value) <= _MOST_IN_TITLE or not is_seen or value != value.strip():
        raise must_be(f"1 to {_MOST_IN_TITLE} characters, with no blank first or last")
    for each in value:
        if each in _TURNS or unicodedata.category(each) in _HIDDEN:
            raise must_be(
                f"without control characters and overrides of direction (U+{ord(each):04X})"
            )
    return unicodedata.normalize("NFC", value)


Title = Annotated[str, AfterValidator(_title)]


class TomlTable(pydantic.BaseModel):
    """Base of every table of a file: frozen, strict about types, closed to unknown keys."""

    model_config = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )


AnyTable = TypeVar("AnyTable", bound=TomlTable)


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        SpecError: The file is missing, can't be read, or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")  # editors on Windows begin a file with a mark
    except FileNotFoundError:
        raise SpecError(path, "no such file") from None
    except UnicodeDecodeError as error:
        raise SpecError(path, f"is not UTF-8 (byte {error.start})") from None
    except OSError as error:
        raise SpecError(path, f"can't be read: {error.strerror}") from None


def parse_table(table: type[AnyTable], text: str, path: Path) -> AnyTable:
    """Read, check and return a whole file as one table; `path` is used in messages alone.

    Raises:
        SpecError: The text is no TOML, or keys break their bounds; all such keys are reported.
    """
    try:
        return table.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise SpecError(path, f"is no TOML: {_placed(error, text)}") from None
    except pydantic.ValidationError as error:
        details = error.errors(include_url=False)
        found = [
            SpecError(path, _problem(each, table), line=line_of(text, each["loc"]), key=each["loc"])
            for each in details
        ]
        raise (found[0] if len(found) == 1 else SpecFaultsError(found)) from None


def _placed(error: tomllib.TOMLDecodeError, text: str) -> str:
    end = f"at line {text.count(chr(10)) + 1}, column {len(text) - text.rfind(chr(10))}"
    return str(error).replace("at end of document", end)


def _problem(detail: ErrorDetails, table: type[TomlTable]) -> str:
    key = key_name(detail["loc"])
    match detail["type"]:
        case "missing":
            return f"{key} must be given"
        case "extra_forbidden":
            return f"{key} is no known key; known here: {_known_keys(table, detail['loc'])}"
        case "literal_error":
            bound = f"one of {detail['ctx']['expected']}"
        case "bound":
            bound = detail["msg"]
        case kind:
            bound = _TYPE_NAMES.get(kind, "of another form")
    if key in _SECRET_KEYS:
        return f"{key} must be {bound}"
    shown = repr(detail["input"])
    return f"{key} must be {bound}, not {shown if len(shown) <= 80 else shown[:77] + '...'}"


def key_name(path: KeyPath) -> str:
    """Return a key's path as people write it, such as `bots[0].name`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _known_keys(table: type[TomlTable], loc: KeyPath) -> str:
    for part in loc[:-1]:
        if isinstance(part, str):
            table = _table_in(table.model_fields[part].annotation) or table
    return ", ".join(table.model_fields)


def _table_in(annotation: object) -> type[TomlTable] | None:
    if isinstance(annotation, type) and issubclass(annotation, TomlTable):
        return annotation
    return next(filter(None, map(_table_in, typing.get_args(annotation))), None)
