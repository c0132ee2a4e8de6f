"""The tournament file: TOML in, checked and frozen values out.

Every mistake in a file becomes a `SpecError` that names the file, the key, what is allowed and what
was found. This module reads text; it starts nothing, and whether a game or program exists is for
those to say who know.
"""

from __future__ import annotations

import json
import os
import re
from typing import Annotated, Any, Literal

import pydantic
from pydantic import AfterValidator, BeforeValidator

from tournaments.spec.bot_terms import (
    BotTerms,
    LimitsSpec,
    SandboxSpec,
    TimeoutsSpec,
    sandbox_table,
)
from tournaments.spec.store_url import checked_url, without_secrets
from tournaments.spec.toml_tables import (
    Module,
    Name,
    Title,
    TomlTable,
    as_tuple,
    format_duration,
    json_table,
    lasting,
    limit_or_none,
    must_be,
    named,
    parse_duration,
    within,
)

__all__ = [
    "EXECUTOR",
    "LOCAL",
    "BotSpec",
    "SprtSpec",
    "StopSpec",
    "TeamSpec",
    "TimeControlSpec",
    "TournamentSpec",
    "first_difference",
    "parse_duration",
    "with_sandbox",
]

LOCAL = "local"
"""The executor that is this machine."""
EXECUTOR = re.compile(rf"{LOCAL}|dask://(?:\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]+):\d{{1,5}}")
"""What an executor may be called."""

_TERMS = {"build", "language", "limits", "timeouts"}
_HOW: dict[str, Any] = dict.fromkeys(
    (
        *("parallel", "think_slots", "lifetime", "executor", "data", "store", "share_dice"),
        *("sandbox", "limits", "timeouts", "restarts", "restart_pause", "on_bad_entry"),
    ),
    True,
) | {"bots": {"__all__": {*_TERMS, "title"}}, "teams": {"__all__": {"title"}}}
"""Keys that say how a tournament is run, without influence on its results."""


def _elo(value: float) -> float:
    if not -1000 <= value <= 1000:
        raise must_be("from -1000 to 1000 points of Elo")
    return value


def _risk(value: float) -> float:
    if not 0.0001 <= value < 0.5:
        raise must_be("a chance from 0.0001 to below 0.5")
    return value


def _margin(value: float) -> float:
    if not 1 <= value <= 1000:
        raise must_be("from 1 to 1000 points of Elo")
    return value


def _store(value: str) -> str:
    try:
        url = checked_url(value)
    except ValueError as error:
        raise must_be(str(error)) from None
    if without_secrets(url) != url.render_as_string(hide_password=False):
        raise must_be("without a password, which goes into TOURNAMENT_STORE or PGPASSWORD")
    return value


class TimeControlSpec(TomlTable):
    """Terms under which the seats spend time, as the protocol's TimeControl; nanoseconds."""

    move_time: Annotated[int | None, BeforeValidator(limit_or_none)]
    """Free time for one decision, 1 ms..24 h; None, written "none", means no deadline."""
    bank: Annotated[int, BeforeValidator(lasting("0", "24h"))] = 0
    """Reserve at the start of a match, 0..24 h."""
    increment: Annotated[int, BeforeValidator(lasting("0", "1h"))] = 0
    """Added to the reserve after every answer in time, 0..1 h."""
    first_move: Annotated[int, BeforeValidator(lasting("0", "24h"))] | None = None
    """Free time for a seat's first decision, 0..24 h; None means `move_time`."""
    lag_margin: Annotated[int, BeforeValidator(lasting("0", "10s"))] | None = None
    """Grace after the deadline, 0..10 s; None means the referee's default."""
    strikes: Annotated[int, AfterValidator(within(0, 1_000_000))] | None = None
    """Missed deadlines that forfeit a seat, 0..1000000; None means the game's suggestion."""
    join_limit: Annotated[int, BeforeValidator(lasting("100ms", "24h"))] | None = None
    """Time for all seats to join, 100 ms..24 h; None means the referee's default."""


class BotSpec(BotTerms):
    """A program that is entered; its name stands in every table and folder of the tournament."""

    title: Title | None = None
    """What it is called for people, in any script; None means its name."""
    house: Module | None = None
    """Baseline bot of the game, in place of a command."""
    manifest: str | None = None
    """File that its author wrote, relative to the tournament file; what stands here goes before it."""


class TeamSpec(TomlTable):
    """Bots that are entered as one party."""

    name: Name
    """Its name."""
    title: Title | None = None
    """What it is called for people, in any script; None means its name."""
    bots: Annotated[tuple[str, ...], BeforeValidator(as_tuple)]
    """Names of bots, one for each seat of the party; one may fill several."""


class SprtSpec(TomlTable):
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


class StopSpec(TomlTable):
    """When a tournament of any number of bots is played enough; see `tournaments.tables.margins`."""

    margin: Annotated[float, AfterValidator(_margin)]
    """Half-width of every bot's interval that holds at any time, at most, 1..1000 points of Elo."""


class TournamentSpec(TomlTable):
    """A whole tournament file."""

    name: Name
    """Name of the tournament."""
    game: Module
    """Identifier of the game."""
    game_version: Annotated[int, AfterValidator(within(1, 1_000_000))] | None = None
    """Behaviour version of the game; None means the referee's newest when the tournament begins."""
    format: Literal[
        "round_robin",
        "gauntlet",
        "swiss",
        "knockout",
        "ladder",
        "groups",
        "team",
        "contest",
        "adhoc",
    ]
    """The format, which decides who meets whom."""
    cycles: Annotated[int, AfterValidator(within(1, 100_000))] = 1
    """How often the schedule is gone through, each time under other seeds; 1..100000."""
    challengers: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()
    """Gauntlet: names of the bots that meet all others."""
    rounds: Annotated[int, AfterValidator(within(1, 100_000))] | None = None
    """Swiss: rounds, 1 to one less than the bots; None means as few as can find a winner. Ladder: rounds,
    1..100000; may rise later."""
    lives: Annotated[int, AfterValidator(within(1, 2))] = 1
    """Knockout: losses that put a bot out, 1..2."""
    best_of: Annotated[int, AfterValidator(within(1, 1000))] = 1
    """Knockout: blocks of a meeting, 1..1000."""
    seats: Annotated[int, AfterValidator(within(2, 100))] | None = None
    """Groups, ladder: bots in a match, 2..100; None, for a ladder, means 2."""
    seatings: Literal["all", "one"] = "all"
    """Groups, ladder: whether a group plays in all seatings of a design, or once. A ladder of more than two
    seats has "one" where nothing is said: the others of a match are chosen again instead."""
    party_seats: Annotated[int, AfterValidator(within(2, 100))] | None = None
    """Formats of parties: seats of a party, 2..100."""
    parties: Annotated[int, AfterValidator(within(2, 50))] | None = None
    """Contest: parties in a match, 2..50."""
    pairs: Annotated[int, AfterValidator(within(1, 1_000_000))] | None = None
    """Ad-hoc: most pairs of distances between partners, 1..1000000; None means 12."""
    seed: Annotated[int, AfterValidator(within(0, 2**64 - 1))] | None = None
    """What the seeds of all matches are derived from, 0..2^64-1, for tests: whoever reads it knows all
    dice; None means that nobody knows them, see `tournaments.pairings.dice`."""
    share_dice: bool = True
    """Whether matches that are to be compared share dice, where nothing can be carried from one to the
    other."""
    parallel: Annotated[int, AfterValidator(within(1, 1000))] | None = None
    """Matches at once, 1..1000; None means as many as this machine has cores."""
    think_slots: Annotated[int, AfterValidator(within(0, 10_000))] | None = None
    """Turns that bots may think about at once, one of each bot, 1..10000; 0 means any number, and any of a
    bot; None means as many as this machine has cores. For the tournament's own referee."""
    lifetime: Literal["tournament", "match"] | None = None
    """Whether a bot's process plays all its matches, or each seat of a match gets a new one; None
    means "match" in formats of parties, whose seats must share nothing, else "tournament"."""
    executor: Annotated[str, AfterValidator(named(EXECUTOR, '"local" or "dask://HOST:PORT"'))] = (
        LOCAL
    )
    """Where matches are played: on this machine, or on the cluster of a Dask scheduler."""
    sandbox: Annotated[SandboxSpec, BeforeValidator(sandbox_table)] = SandboxSpec()
    """What encloses the bots."""
    limits: LimitsSpec = LimitsSpec()
    """What every bot may use."""
    timeouts: TimeoutsSpec = TimeoutsSpec()
    """How long bots may take outside their matches."""
    restarts: Annotated[int, AfterValidator(within(0, 1000))] = 3
    """Times in a row that a bot is started again without having come through a match, 0..1000."""
    restart_pause: Annotated[int, BeforeValidator(lasting("0", "1h"))] = 100_000_000
    """Pause before the first restart in a row, 0..1 h; doubles with each further one."""
    on_bad_entry: Literal["refuse", "leave_out"] = "refuse"
    """What an entry that can't run does: it refuses the whole run, or is left out of the tournament."""
    data: str | None = None
    """Data folder, relative to the file; None means `data/<name>`."""
    store: Annotated[str, AfterValidator(_store)] | None = None
    """URL of the PostgreSQL database for results; None means SQLite in the data folder."""
    config: Annotated[dict[str, object], BeforeValidator(json_table)] = pydantic.Field(default={})
    """The game's config; what is not named has the game's default."""
    time_control: TimeControlSpec | None = None
    """Terms; None means the game's suggestion."""
    sprt: SprtSpec | None = None
    """When two bots have been compared enough to stop before all cycles are played; None means never."""
    stop: StopSpec | None = None
    """When all bots are known well enough to stop before all cycles are played; None means never."""
    bots: Annotated[tuple[BotSpec, ...], BeforeValidator(as_tuple)]
    """Entrants, 2..1000, in the order in which equals are listed."""
    teams: Annotated[tuple[TeamSpec, ...], BeforeValidator(as_tuple)] = ()
    """Team and contest: parties that are entered; none means every bot alone, in all seats."""

    @pydantic.model_validator(mode="before")
    @classmethod
    def _seatings_of_ladder(cls, table: object) -> object:
        if not isinstance(table, dict) or table.get("format") != "ladder" or "seatings" in table:
            return table
        seats = table.get("seats")
        return {**table, "seatings": "one"} if isinstance(seats, int) and seats > 2 else table

    @property
    def per_match(self) -> bool:
        """Whether each seat of a match gets its own process."""
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
        return self.parallel or _num_cores()

    @property
    def turns_at_once(self) -> int:
        """`think_slots`, or the number of cores this process may use; 0 means any number."""
        return _num_cores() if self.think_slots is None else self.think_slots

    def bot(self, name: str) -> BotSpec:
        """Return the entrant of this name; there must be one."""
        return next(bot for bot in self.bots if bot.name == name)

    def decisive_json(self) -> str:
        """Return all that results depend on, as canonical JSON; how the tournament is run is left out.

        So are the rounds of a ladder, which goes on from what it has.
        """
        left_out = _HOW | ({"rounds": True} if self.format == "ladder" else {})
        values = self.model_dump(mode="json", exclude=left_out)
        return json.dumps(values, sort_keys=True, separators=(",", ":"))


def _num_cores() -> int:
    return len(os.sched_getaffinity(0))


def with_sandbox(
    spec: TournamentSpec, kind: Literal["bubblewrap", "none"] | None
) -> TournamentSpec:
    """Return the same tournament with its bots in another kind of sandbox; None changes nothing."""
    if kind is None:
        return spec
    sandbox = spec.sandbox.model_copy(update={"kind": kind})
    return spec.model_copy(update={"sandbox": sandbox})


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
    return (
        f"{key.removeprefix('.')} was {_as_written(key, before)} and is {_as_written(key, after)}"
    )


def _as_written(key: str, value: object) -> str:
    """Return a value as the file has it: durations as text, not as nanoseconds."""
    is_term = key.startswith(".time_control.") and not key.endswith(".strikes")
    if is_term and isinstance(value, int):
        return json.dumps(format_duration(value))
    return json.dumps(value)
