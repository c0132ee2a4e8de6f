"""The tournament file: TOML in, checked and frozen values out.

Every mistake in a file becomes a `SpecError` that names the file, the key, what is allowed and what
was found. This module reads text; it starts nothing, and whether a game or program exists is for
those to say who know.
"""

from __future__ import annotations

import datetime
import json
import os
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import pydantic
from pydantic import AfterValidator, BeforeValidator
from pydantic_core import ErrorDetails, PydanticCustomError

from tournaments.database import checked_url, without_secrets
from tournaments.errors import SpecError
from tournaments.spec_checks import check_bots, check_format

__all__ = [
    "BotSpec",
    "SprtSpec",
    "TeamSpec",
    "TimeControlSpec",
    "TournamentSpec",
    "first_difference",
    "load_spec",
    "parse_duration",
    "parse_spec",
]

_UNITS_NS = {
    "ns": 1,
    "us": 1_000,
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_DURATION_PART = re.compile(r"(\d+)(?:\.(\d{1,9}))?(ns|us|ms|s|m|h)")
_DURATION = re.compile(rf"(?:{_DURATION_PART.pattern})+")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,59}")
_MODULE = re.compile(r"[a-z][a-z0-9_]*")

_TYPE_NAMES = {
    "int_type": "a whole number",
    "string_type": "text",
    "float_type": "a number",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
"""What to call the type that pydantic missed, by its kind of error."""


def parse_duration(text: str) -> int:
    """Nanoseconds of a text such as `500ms`, `1.5s` or `1m30s`.

    Raises:
        ValueError: The text is no duration.
    """
    if text == "0":
        return 0
    if not _DURATION.fullmatch(text):
        raise ValueError("a duration such as 500ms, 1.5s or 1m30s")
    total_ns = 0
    for whole, decimals, unit in _DURATION_PART.findall(text):
        total_ns += int(whole) * _UNITS_NS[unit]
        if decimals:
            total_ns += int(decimals) * _UNITS_NS[unit] // 10 ** len(decimals)
    return total_ns


def _must_be(bound: str) -> PydanticCustomError:
    return PydanticCustomError("bound", "{bound}", {"bound": bound})


def _within(low: int, high: int) -> Callable[[int], int]:
    def check(value: int) -> int:
        if not low <= value <= high:
            raise _must_be(f"from {low} to {high}")
        return value

    return check


def _elo(value: float) -> float:
    if not -1000 <= value <= 1000:
        raise _must_be("from -1000 to 1000 points of Elo")
    return value


def _risk(value: float) -> float:
    if not 0.0001 <= value < 0.5:
        raise _must_be("a chance from 0.0001 to below 0.5")
    return value


def _lasting(low: str, high: str) -> Callable[[object], int]:
    def check(value: object) -> int:
        if not isinstance(value, str):
            raise _must_be(f'a duration in quotes, from "{low}" to "{high}"')
        try:
            value_ns = parse_duration(value)
        except ValueError as error:
            raise _must_be(str(error)) from None
        if not parse_duration(low) <= value_ns <= parse_duration(high):
            raise _must_be(f"from {low} to {high}")
        return value_ns

    return check


def _limit_or_none(value: object) -> int | None:
    return None if value == "none" else _lasting("1ms", "24h")(value)


def _named(pattern: re.Pattern[str], bound: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if not pattern.fullmatch(value):
            raise _must_be(bound)
        return value

    return check


def _command(value: object) -> tuple[str, ...]:
    words: object = value
    if isinstance(value, str):
        try:
            words = shlex.split(value)
        except ValueError:
            raise _must_be("a command with its quotes closed") from None
    if (
        not isinstance(words, list)
        or not words
        or not words[0]
        or not all(isinstance(word, str) and "\0" not in word for word in words)
    ):
        raise _must_be("a program and its arguments, as text or as a list of texts")
    return tuple(words)


def _store(value: str) -> str:
    try:
        url = checked_url(value)
    except ValueError as error:
        raise _must_be(str(error)) from None
    if without_secrets(url) != url.render_as_string(hide_password=False):
        raise _must_be("without a password, which goes into TOURNAMENT_STORE or PGPASSWORD")
    return value


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _json_table(value: object) -> object:
    if isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, datetime.date | datetime.time):
                raise _must_be(f"made of numbers, texts, lists and tables (see {name})")
    return value


_Name = Annotated[
    str,
    AfterValidator(
        _named(_NAME, "1 to 60 letters, digits and _ . + - with a letter or digit first")
    ),
]
_Module = Annotated[
    str,
    AfterValidator(_named(_MODULE, "lower-case letters, digits and _ with a letter first")),
]


class _Table(pydantic.BaseModel):
    """Base of every table of the file: frozen, strict about types, closed to unknown keys."""

    model_config = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )


class TimeControlSpec(_Table):
    """Terms under which the seats spend time, as the protocol's TimeControl; nanoseconds."""

    move_time: Annotated[int | None, BeforeValidator(_limit_or_none)]
    """Free time for one decision, 1 ms..24 h; None, written "none", means no deadline."""
    bank: Annotated[int, BeforeValidator(_lasting("0", "24h"))] = 0
    """Reserve at the start of a match, 0..24 h."""
    increment: Annotated[int, BeforeValidator(_lasting("0", "1h"))] = 0
    """Added to the reserve after every answer in time, 0..1 h."""
    first_move: Annotated[int, BeforeValidator(_lasting("0", "24h"))] | None = None
    """Free time for a seat's first decision, 0..24 h; None means `move_time`."""
    lag_margin: Annotated[int, BeforeValidator(_lasting("0", "10s"))] | None = None
    """Grace after the deadline, 0..10 s; None means the referee's default."""
    strikes: Annotated[int, AfterValidator(_within(0, 1_000_000))] | None = None
    """Missed deadlines that forfeit a seat, 0..1000000; None means the game's suggestion."""
    join_limit: Annotated[int, BeforeValidator(_lasting("100ms", "24h"))] | None = None
    """Time for all seats to join, 100 ms..24 h; None means the referee's default."""


class BotSpec(_Table):
    """A program that is entered."""

    name: _Name
    """Its name in every table and folder of the tournament."""
    command: Annotated[tuple[str, ...], BeforeValidator(_command)] | None = None
    """Program and arguments; text is split as a shell would."""
    house: _Module | None = None
    """Baseline bot of the game, in place of a command."""
    cwd: Annotated[str, AfterValidator(_named(re.compile(r"[^\0]+"), "a folder"))] = "."
    """Folder it runs in, relative to the tournament file."""
    env: dict[str, str] = {}
    """Environment variables it gets besides the runner's own."""


class TeamSpec(_Table):
    """Bots that are entered as one party."""

    name: _Name
    """Its name in the table."""
    bots: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)]
    """Names of bots, one for each seat of the party; one may fill several."""


class SprtSpec(_Table):
    """When a tournament of two bots is decided; see `tournaments.ratings.SprtTerms`."""

    elo0: Annotated[float, AfterValidator(_elo)]
    """Elo that the first bot is ahead of the second under H0, -1000..1000."""
    elo1: Annotated[float, AfterValidator(_elo)]
    """The same under H1; above `elo0`."""
    alpha: Annotated[float, AfterValidator(_risk)] = 0.05
    """Chance to accept H1 where H0 holds, 0.0001..0.5."""
    beta: Annotated[float, AfterValidator(_risk)] = 0.05
    """Chance to accept H0 where H1 holds, 0.0001..0.5."""
    scale: Literal["logistic", "normalized"] = "logistic"
    """Which Elo."""
    statistic: Literal["pentanomial", "trinomial"] = "pentanomial"
    """Whether a sample is a block of two matches or a match."""


class TournamentSpec(_Table):
    """A whole tournament file."""

    name: _Name
    """Name of the tournament."""
    game: _Module
    """Identifier of the game."""
    format: Literal[
        "round_robin", "gauntlet", "swiss", "knockout", "groups", "team", "contest", "adhoc"
    ]
    """Who meets whom."""
    cycles: Annotated[int, AfterValidator(_within(1, 100_000))] = 1
    """How often the schedule is gone through, each time under seeds of its own; 1..100000."""
    challengers: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ()
    """Gauntlet: names of the bots that meet all others."""
    rounds: Annotated[int, AfterValidator(_within(1, 500))] | None = None
    """Swiss: rounds, 1 to half of the bots; None means as few as can find a winner."""
    lives: Annotated[int, AfterValidator(_within(1, 2))] = 1
    """Knockout: losses that put a bot out, 1..2."""
    best_of: Annotated[int, AfterValidator(_within(1, 1000))] = 1
    """Knockout: blocks of a meeting, 1..1000."""
    seats: Annotated[int, AfterValidator(_within(2, 100))] | None = None
    """Groups: bots in a match, 2..100."""
    party_seats: Annotated[int, AfterValidator(_within(2, 100))] | None = None
    """Formats of parties: seats of a party, 2..100."""
    parties: Annotated[int, AfterValidator(_within(2, 50))] | None = None
    """Contest: parties in a match, 2..50."""
    pairs: Annotated[int, AfterValidator(_within(1, 1_000_000))] | None = None
    """Ad-hoc: most pairs of distances between partners, 1..1000000; None means 12."""
    seed: Annotated[int, AfterValidator(_within(0, 2**64 - 1))] = 0
    """What the seeds of all matches are derived from, 0..2^64-1."""
    parallel: Annotated[int, AfterValidator(_within(1, 1000))] | None = None
    """Matches at once, 1..1000; None means as many as this machine has cores."""
    lifetime: Literal["tournament", "match"] | None = None
    """Whether a bot's process plays all its matches, or each seat of a match gets a new one; None
    means "match" in formats of parties, whose seats must share nothing, else "tournament"."""
    data: str | None = None
    """Data folder, relative to the file; None means `data/<name>`."""
    store: Annotated[str, AfterValidator(_store)] | None = None
    """URL of the PostgreSQL database for results; None means SQLite in the data folder."""
    config: Annotated[dict[str, object], BeforeValidator(_json_table)] = {}
    """The game's config; what is not named has the game's default."""
    time_control: TimeControlSpec | None = None
    """Terms; None means the game's suggestion."""
    sprt: SprtSpec | None = None
    """When to stop before all cycles are played; None means never."""
    bots: Annotated[tuple[BotSpec, ...], BeforeValidator(_as_tuple)]
    """Entrants, 2..1000, in the order in which equals are listed."""
    teams: Annotated[tuple[TeamSpec, ...], BeforeValidator(_as_tuple)] = ()
    """Team and contest: parties that are entered; none means every bot by itself, in all seats."""

    @property
    def per_match(self) -> bool:
        """Whether each seat of a match gets a process of its own."""
        return self.lifetime == "match" or self.has_parties

    @property
    def has_parties(self) -> bool:
        """Whether several seats of a match play for one another."""
        return self.format in ("team", "contest", "adhoc")

    @property
    def entries(self) -> dict[str, tuple[str, ...]]:
        """Formats team and contest: bots of each party in seat order, by its name."""
        assert self.party_seats is not None
        if self.teams:
            return {team.name: team.bots for team in self.teams}
        return {bot.name: (bot.name,) * self.party_seats for bot in self.bots}

    @property
    def matches_at_once(self) -> int:
        """`parallel`, or the number of cores this process may use."""
        return self.parallel or len(os.sched_getaffinity(0))

    def bot(self, name: str) -> BotSpec:
        """The entrant of this name; there must be one."""
        return next(bot for bot in self.bots if bot.name == name)

    def decisive_json(self) -> str:
        """All that results depend on, as canonical JSON; how the tournament is run is left out."""
        values = self.model_dump(mode="json", exclude={"parallel", "lifetime", "data", "store"})
        return json.dumps(values, sort_keys=True, separators=(",", ":"))


def load_spec(path: Path) -> TournamentSpec:
    """Read a tournament file.

    Raises:
        SpecError: It is missing, no TOML, or a key breaks its bound.
    """
    try:
        return parse_spec(path.read_text(encoding="utf-8"), path)
    except FileNotFoundError:
        raise SpecError(path, "no such file") from None
    except UnicodeDecodeError as error:
        raise SpecError(path, f"is not UTF-8 (byte {error.start})") from None
    except OSError as error:
        raise SpecError(path, f"can't be read: {error.strerror}") from None


def parse_spec(text: str, path: Path) -> TournamentSpec:
    """Read the text of a tournament file; `path` is for messages alone.

    Raises:
        SpecError: It is no TOML, or a key breaks its bound; the first such is reported.
    """
    try:
        spec = TournamentSpec.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise SpecError(path, f"is no TOML: {_placed(error, text)}") from None
    except pydantic.ValidationError as error:
        raise SpecError(path, _problem(error.errors(include_url=False)[0])) from None
    check_bots(spec, path)
    check_format(spec, path)
    _check_sprt(spec, path)
    return spec


def _placed(error: tomllib.TOMLDecodeError, text: str) -> str:
    end = f"at line {text.count(chr(10)) + 1}, column {len(text) - text.rfind(chr(10))}"
    return str(error).replace("at end of document", end)


def _check_sprt(spec: TournamentSpec, path: Path) -> None:
    if spec.sprt is None:
        return
    if spec.format != "round_robin" or len(spec.bots) != 2:
        found = f"{len(spec.bots)} in format {spec.format}"
        raise SpecError(path, f"[sprt] needs 2 bots in format round_robin, not {found}")
    if "cycles" not in spec.model_fields_set:
        raise SpecError(path, "cycles must be given with [sprt]: the most blocks it may take")
    if spec.sprt.elo0 >= spec.sprt.elo1:
        problem = f"sprt.elo1 must be above sprt.elo0 = {spec.sprt.elo0:g}"
        raise SpecError(path, f"{problem}, not {spec.sprt.elo1:g}")


def _problem(detail: ErrorDetails) -> str:
    key = _key(detail["loc"])
    match detail["type"]:
        case "missing":
            return f"{key} must be given"
        case "extra_forbidden":
            return f"{key} is no known key; known here: {', '.join(_known_keys(detail['loc']))}"
        case "literal_error":
            bound = f"one of {detail['ctx']['expected']}"
        case "bound":
            bound = detail["msg"]
        case kind:
            bound = _TYPE_NAMES.get(kind, detail["msg"])
    if key == "store":  # it may have a password in it
        return f"{key} must be {bound}"
    shown = repr(detail["input"])
    return f"{key} must be {bound}, not {shown if len(shown) <= 80 else shown[:77] + '...'}"


def _key(loc: tuple[int | str, ...]) -> str:
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _known_keys(loc: tuple[int | str, ...]) -> list[str]:
    tables: dict[int | str, type[_Table]] = {
        "bots": BotSpec,
        "teams": TeamSpec,
        "sprt": SprtSpec,
        "time_control": TimeControlSpec,
    }
    table = TournamentSpec if len(loc) == 1 else tables[loc[0]]
    return list(table.model_fields)


def first_difference(before_json: str, after_json: str) -> str | None:
    """Say which key two `decisive_json` differ in first, and how; None if in none."""
    return _difference("", json.loads(before_json), json.loads(after_json))


def _difference(key: str, before: object, after: object) -> str | None:
    if isinstance(before, dict) and isinstance(after, dict):
        pairs = [(f"{key}.{name}", name) for name in sorted(before.keys() | after.keys())]
        found = (_difference(path, before.get(name), after.get(name)) for path, name in pairs)
        return next(filter(None, found), None)
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        both = enumerate(zip(before, after, strict=True))
        found = (_difference(f"{key}[{index}]", *values) for index, values in both)
        return next(filter(None, found), None)
    if before == after:
        return None
    if isinstance(before, list) and isinstance(after, list):
        return f"{key.removeprefix('.')} had {len(before)} entries and has {len(after)}"
    return f"{key.removeprefix('.')} was {json.dumps(before)} and is {json.dumps(after)}"
