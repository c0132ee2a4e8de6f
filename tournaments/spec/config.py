"""The tables and keys of a tournament file: TOML in, checked and frozen values out.

Every mistake in a file becomes a `SpecError` that names the file, the key, what is allowed and what
was found. This module reads text only: whether a game or a program exists is checked elsewhere.
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
from tournaments.spec.scenarios import BY_DEFAULT, LONGEST_NS
from tournaments.spec.season import (
    EntriesSpec,
    NotifySpec,
    RemoteSpec,
    SeasonSpec,
    StageSpec,
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
"""Name of the executor that plays matches on this machine."""
EXECUTOR = re.compile(rf"{LOCAL}|dask://(?:\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]+):\d{{1,5}}")
"""Pattern of the names of executors: `local`, or the address of a Dask scheduler."""

_TERMS = {"build", "language", "limits", "timeouts"}
_HOW: dict[str, Any] = dict.fromkeys(
    (
        *("parallel", "think_slots", "lifetime", "executor", "data", "store", "share_dice"),
        *("sandbox", "limits", "timeouts", "restarts", "restart_pause", "on_bad_entry"),
    ),
    True,
) | {"bots": {"__all__": {*_TERMS, "title"}}, "teams": {"__all__": {"title"}}}
"""Keys that say how a tournament is run and do not influence its results, in the form of pydantic's
`exclude`.
"""


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
    """Terms under which seats spend time, as the protocol's TimeControl.

    All times are in nanoseconds.
    """

    move_time: Annotated[int | None, BeforeValidator(limit_or_none)]
    """Free time for each decision, in nanoseconds, 1 ms..30 days; None, written "none", means no
    deadline.
    """
    bank: Annotated[int, BeforeValidator(lasting("0", "30d"))] = 0
    """Reserve of each seat at the start of a match, in nanoseconds, 0..30 days."""
    increment: Annotated[int, BeforeValidator(lasting("0", "1h"))] = 0
    """Time added to the reserve after every answer in time, in nanoseconds, 0..1 h."""
    first_move: Annotated[int, BeforeValidator(lasting("0", "30d"))] | None = None
    """Free time for a seat's first decision, in nanoseconds, 0..30 days; None means `move_time`."""
    lag_margin: Annotated[int, BeforeValidator(lasting("0", "10s"))] | None = None
    """Grace after the deadline, in nanoseconds, 0..10 s; None means the referee's default."""
    strikes: Annotated[int, AfterValidator(within(0, 1_000_000))] | None = None
    """Number of missed deadlines after which a seat forfeits, 0..1000000; None means the game's
    suggestion.
    """
    join_limit: Annotated[int, BeforeValidator(lasting("100ms", "30d"))] | None = None
    """Time that all seats have to join, in nanoseconds, 100 ms..30 days; None means the referee's
    default.
    """

    @property
    def longest_move(self) -> int | None:
        """Longest time that a move may take, the bank included, in nanoseconds; None means no deadline."""
        if self.move_time is None:
            return None
        return max(self.move_time, self.first_move or 0) + self.bank


class BotSpec(BotTerms):
    """A bot that is entered; every table and folder of the tournament uses its name."""

    title: Title | None = None
    """Name of the bot as people read it, in any script; None means its name."""
    house: Module | None = None
    """Name of a house bot, that is, a baseline bot of the game, given in place of a command; None
    for other bots.
    """
    manifest: str | None = None
    """Path of the manifest that the bot's author wrote, relative to the tournament file; keys given
    in the tournament file take precedence. None for no manifest.
    """
    readable: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()
    """Files, folders and sockets that this bot sees in its sandbox and others don't, relative to the
    tournament file.
    """


class TeamSpec(TomlTable):
    """Bots that are entered as one party, which holds several seats of a match."""

    name: Name
    """Name of the team."""
    title: Title | None = None
    """Name of the team as people read it, in any script; None means its name."""
    bots: Annotated[tuple[str, ...], BeforeValidator(as_tuple)]
    """Names of bots, one for each seat of the party; a bot may hold several seats."""


class SprtSpec(TomlTable):
    """Sequential test that ends a tournament of two bots; see `tournaments.ratings.SprtTerms`."""

    elo0: Annotated[float, AfterValidator(_elo)]
    """Elo by which the first bot is ahead of the second under H0, -1000..1000."""
    elo1: Annotated[float, AfterValidator(_elo)]
    """Elo by which the first bot is ahead of the second under H1, -1000..1000; above `elo0`."""
    alpha: Annotated[float, AfterValidator(_risk)] = 0.05
    """Probability of accepting H1 if H0 is true, 0.0001..0.5."""
    beta: Annotated[float, AfterValidator(_risk)] = 0.05
    """Probability of accepting H0 if H1 is true, 0.0001..0.5."""
    scale: Literal["logistic", "normalized"] = "logistic"
    """Unit of `elo0` and `elo1`: logistic or normalized Elo."""
    statistic: Literal["pentanomial", "trinomial"] = "pentanomial"
    """Sample of the test: a block of two matches (pentanomial) or a single match (trinomial)."""


class StopSpec(TomlTable):
    """Precision at which a tournament of any number of bots ends early.

    See `tournaments.tables.margins`.
    """

    margin: Annotated[float, AfterValidator(_margin)]
    """The tournament ends when the interval of each bot's Elo, valid at any time, has at most this
    half-width, 1..1000 Elo.
    """


class TournamentSpec(TomlTable):
    """All keys of a tournament file."""

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
    """Format of the tournament, which decides who meets whom."""
    cycles: Annotated[int, AfterValidator(within(1, 100_000))] = 1
    """Number of times that the schedule is played, each time under other seeds; 1..100000."""
    challengers: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()
    """Gauntlet: names of the bots that meet all others; empty in other formats."""
    rounds: Annotated[int, AfterValidator(within(1, 100_000))] | None = None
    """Swiss: number of rounds, 1 to one less than the bots; None means the fewest after which at
    most one bot can have won all. Ladder: number of rounds, 1..100000; may be raised later.
    """
    lives: Annotated[int, AfterValidator(within(1, 2))] = 1
    """Knockout: number of lost meetings after which a bot is out, 1..2."""
    best_of: Annotated[int, AfterValidator(within(1, 1000))] = 1
    """Knockout: number of blocks in a meeting of two bots, 1..1000."""
    seats: Annotated[int, AfterValidator(within(2, 100))] | None = None
    """Groups, ladder: number of bots in a match, 2..100; None, for a ladder, means 2."""
    seatings: Literal["all", "one"] = "all"
    """Groups, ladder: whether a group plays in all seatings of a seat design, or in one. The
    default of a ladder with more than two seats is "one": its groups are chosen again for each
    match instead.
    """
    party_seats: Annotated[int, AfterValidator(within(2, 100))] | None = None
    """Team, contest, ad-hoc: number of seats that a party holds in a match, 2..100."""
    parties: Annotated[int, AfterValidator(within(2, 50))] | None = None
    """Contest: number of parties in a match, 2..50."""
    pairs: Annotated[int, AfterValidator(within(1, 1_000_000))] | None = None
    """Ad-hoc: highest number of pairs of distances between partners, 1..1000000; None means 12."""
    seed: Annotated[int, AfterValidator(within(0, 2**64 - 1))] | None = None
    """Number that the seeds of all matches are derived from, 0..2^64-1, for tests: anyone who reads
    it knows all dice. None means that nobody knows them, see `tournaments.pairings.dice`.
    """
    share_dice: bool = True
    """Whether matches that are compared share dice, provided that bots can carry nothing from one
    to the next.
    """
    parallel: Annotated[int, AfterValidator(within(1, 1000))] | None = None
    """Number of matches played at once, 1..1000; None means the number of this machine's cores."""
    think_slots: Annotated[int, AfterValidator(within(0, 10_000))] | None = None
    """Number of turns that the tournament's own referee lets bots think about at once, at most one
    turn of each process, 1..10000. 0 means any number of turns, also of one process; None means the
    number of this machine's cores.
    """
    lifetime: Literal["tournament", "match"] | None = None
    """Whether a bot's process plays all its matches, or each seat of a match gets a new one; None
    means "match" in seasons and in formats of parties, whose seats must share nothing, else
    "tournament".
    """
    executor: Annotated[str, AfterValidator(named(EXECUTOR, '"local" or "dask://HOST:PORT"'))] = (
        LOCAL
    )
    """Where matches are played: on this machine, or on the cluster of a Dask scheduler."""
    sandbox: Annotated[SandboxSpec, BeforeValidator(sandbox_table)] = SandboxSpec()
    """The sandbox that bots run in."""
    limits: LimitsSpec = LimitsSpec()
    """Resources that every bot may use."""
    timeouts: TimeoutsSpec = TimeoutsSpec()
    """Time that every bot may take outside its matches."""
    restarts: Annotated[int, AfterValidator(within(0, 1000))] = 3
    """Number of times in a row that a bot is started again without having finished a match,
    0..1000.
    """
    restart_pause: Annotated[int, BeforeValidator(lasting("0", "1h"))] = 100_000_000
    """Pause before the first restart in a row, in nanoseconds, 0..1 h; doubles with each further
    restart.
    """
    on_bad_entry: Literal["refuse", "leave_out"] = "refuse"
    """Effect of an entry that can't run: the whole run is refused, or the entry is left out of the
    tournament.
    """
    data: str | None = None
    """Data folder, relative to the tournament file; None means `data/<name>`."""
    store: Annotated[str, AfterValidator(_store)] | None = None
    """URL of the PostgreSQL database for results; None means SQLite in the data folder."""
    config: Annotated[dict[str, object], BeforeValidator(json_table)] = pydantic.Field(default={})
    """Config of the game; a parameter that is not given has the game's default."""
    time_control: TimeControlSpec | None = None
    """Time control of all matches; None means the game's suggestion."""
    sprt: SprtSpec | None = None
    """Sequential test that can end a tournament of two bots before all cycles are played; None for
    no test.
    """
    stop: StopSpec | None = None
    """Precision at which the tournament ends before all cycles are played; None plays all cycles."""
    season: SeasonSpec | None = None
    """Terms of a season, which make a ladder one whose entries come and go; None for no season."""
    entries: EntriesSpec = EntriesSpec()
    """Season: bounds on what authors may hand in."""
    remote: RemoteSpec | None = None
    """Season: terms for programs that run elsewhere; None means that none take part."""
    notify: Annotated[tuple[NotifySpec, ...], BeforeValidator(as_tuple)] = ()
    """Season: addresses that are notified of what happens."""
    stages: Annotated[tuple[StageSpec, ...], BeforeValidator(as_tuple)] = ()
    """Season: tournaments of its first entries, which are played when it is frozen."""
    bots: Annotated[tuple[BotSpec, ...], BeforeValidator(as_tuple)]
    """Bots that are entered, 2..1000; bots that are equal in a table are listed in this order. In a
    season, 0..1000 entries that never leave.
    """
    teams: Annotated[tuple[TeamSpec, ...], BeforeValidator(as_tuple)] = ()
    """Team and contest: parties that are entered; empty means that each bot is a party and holds
    all its seats.
    """

    @pydantic.model_validator(mode="before")
    @classmethod
    def _seatings_of_ladder(cls, table: object) -> object:
        if (
            not isinstance(table, dict)
            or table.get("format") != "ladder"
            or {"seatings", "season"} & table.keys()
        ):
            return table
        seats = table.get("seats")
        return {**table, "seatings": "one"} if isinstance(seats, int) and seats > 2 else table

    @pydantic.model_validator(mode="before")
    @classmethod
    def _bots_of_season(cls, table: object) -> object:
        if not isinstance(table, dict) or "season" not in table or "bots" in table:
            return table
        return {**table, "bots": []}

    @property
    def per_match(self) -> bool:
        """Whether each seat of a match gets its own process."""
        if self.lifetime is None and self.season is not None:
            return True
        return self.lifetime == "match" or self.has_parties

    @property
    def has_parties(self) -> bool:
        """Whether a match is between parties, each of which holds several seats."""
        return self.format in ("team", "contest", "adhoc")

    @property
    def party_entries(self) -> dict[str, tuple[str, ...]]:
        """Bots of each party in seat order, by the party's name; for the formats team and contest only."""
        assert self.party_seats is not None
        if self.teams:
            return {team.name: team.bots for team in self.teams}
        return {bot.name: (bot.name,) * self.party_seats for bot in self.bots}

    @property
    def matches_at_once(self) -> int:
        """Number of matches played at once: `parallel`, or the number of cores this process may use."""
        return self.parallel or _num_cores()

    @property
    def turns_at_once(self) -> int:
        """Number of turns that bots may think about at once; 0 means no bound.

        It is `think_slots`, or if that is None, the number of cores that this process may use.
        """
        return _num_cores() if self.think_slots is None else self.think_slots

    @property
    def check_scenarios(self) -> tuple[str, ...]:
        """Season: names of the conformance scenarios that the check of an entry plays; empty for none."""
        if self.entries.scenarios is not None:
            return self.entries.scenarios
        terms = self.time_control
        if terms is None:  # games suggest a few seconds
            return BY_DEFAULT
        is_short = terms.move_time is not None and terms.move_time + terms.bank <= LONGEST_NS
        return BY_DEFAULT if is_short else ()

    def bot(self, name: str) -> BotSpec:
        """Return the bot entry with this name, which must exist."""
        return next(bot for bot in self.bots if bot.name == name)

    def decisive_json(self) -> str:
        """Return all keys that results depend on, as canonical JSON.

        Keys about how the tournament is run are left out. The rounds of a ladder are left out as well, since a
        ladder can go on from its results.
        """
        left_out = _HOW | ({"rounds": True} if self.format == "ladder" else {})
        values = self.model_dump(mode="json", exclude=left_out)
        return json.dumps(values, sort_keys=True, separators=(",", ":"))


def _num_cores() -> int:
    return len(os.sched_getaffinity(0))


def with_sandbox(
    spec: TournamentSpec, kind: Literal["bubblewrap", "none"] | None
) -> TournamentSpec:
    """Return the tournament with its bots in another kind of sandbox; None changes nothing."""
    if kind is None:
        return spec
    sandbox = spec.sandbox.model_copy(update={"kind": kind})
    return spec.model_copy(update={"sandbox": sandbox})


def first_difference(before_json: str, after_json: str) -> str | None:
    """Return the first key in which two `decisive_json` differ and how, as text.

    None if they are equal.
    """
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
    """Return the value of a key as a tournament file has it: durations as text, not as nanoseconds."""
    is_term = key.startswith(".time_control.") and not key.endswith(".strikes")
    if is_term and isinstance(value, int):
        return json.dumps(format_duration(value))
    return json.dumps(value)
