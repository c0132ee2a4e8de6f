"""The tables of a tournament file that make a ladder a season, whose entries come and go.

This module reads text only. Checks between these tables and the rest of the file are in
`season_checks`.
"""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator

from tournaments.spec.scenarios import SCENARIOS
from tournaments.spec.toml_tables import (
    TomlTable,
    as_tuple,
    lasting,
    must_be,
    named,
    sized,
    within,
)

__all__ = [
    "ENTRY_NAME",
    "EVENT_TYPES",
    "EntriesSpec",
    "NEWS",
    "NotifySpec",
    "RemoteSpec",
    "SeasonSpec",
    "StageSpec",
    "TURN",
]

ENTRY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
"""Pattern of the names of a season's entries and authors."""
EVENT_TYPES = frozenset(
    [
        "admitted",
        "annulled",
        "benched",
        "came",
        "ended",
        "expelled",
        "key",
        "left",
        "opened",
        "over",
        "received",
        "refused",
        "reinstated",
        "replays",
        "restored",
        "run",
        "stage_began",
        "stage_ended",
        "stage_skipped",
        "started",
        "state",
        "terms",
        "void",
        "withdrawn",
    ]
)
"""Types of the events of a season's log."""
NEWS = EVENT_TYPES - frozenset(
    ["came", "ended", "key", "left", "received", "replays", "run", "started", "void"]
)
"""Types of the events that people want to hear of; the others are many, or mean little to them."""
TURN = "turn"
"""Type of the notices that it is an entry's turn in a match of days; of these there is no event."""
_NOTICES = EVENT_TYPES | {TURN}
_DAYS = re.compile(r"(\d{1,5})d")
_MOST_DAYS = 3650
_DAY_NS = 86_400 * 1_000_000_000
_LISTEN = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]+):\d{1,5}")
_WEBHOOK = re.compile(r"https?://[^\s/?#]+[^\s#]*")


def _moment(value: datetime.datetime) -> datetime.datetime:
    # Without an offset, a time would depend on where the organizer's machine is.
    if value.tzinfo is None:
        raise must_be("a time with an offset from UTC, such as 2027-03-01T08:00:00Z")
    return value.astimezone(datetime.UTC)


def _days(value: object) -> int:
    found = _DAYS.fullmatch(value) if isinstance(value, str) else None
    if found is None or not 1 <= int(found[1]) <= _MOST_DAYS:
        raise must_be(f'from "1d" to "{_MOST_DAYS}d"')
    return int(found[1]) * _DAY_NS


def _scenarios(value: tuple[str, ...]) -> tuple[str, ...]:
    if not SCENARIOS.issuperset(value) or len(set(value)) < len(value):
        bound = "names of scenarios about seats, turns and breaks in `referee conformance --list`"
        raise must_be(f"{bound}, each once")
    return value


def _events(value: tuple[str, ...]) -> tuple[str, ...]:
    if not _NOTICES.issuperset(value) or len(set(value)) < len(value):
        raise must_be(f"different ones of {', '.join(sorted(_NOTICES))}")
    return value


def _file(value: str) -> str:
    if not value or "\0" in value:
        raise must_be("the path of a file")
    return value


_Moment = Annotated[datetime.datetime, AfterValidator(_moment)]


class SeasonSpec(TomlTable):
    """Terms of a season: when it plays, and how it treats its entries."""

    opens: _Moment | None = None
    """Time of the first match, UTC; None means as soon as the season is run."""
    deadline: _Moment | None = None
    """Time up to which submissions are received, UTC; None means until the season closes."""
    closes: _Moment | None = None
    """Time after which no match begins, UTC; None means that the organizer closes the season."""
    first_matches: Annotated[int, AfterValidator(within(1, 1000))] = 10
    """Number of matches, 1..1000, below which the current version of an entry is unranked, and
    preferred by the pairing.
    """
    faults: Annotated[int, AfterValidator(within(0, 1000))] = 3
    """Number of faults in a row that bench an entry, 1..1000; 0 means that faults bench nobody."""
    bench: Annotated[int, BeforeValidator(lasting("1s", "24h"))] = 3_600_000_000_000
    """Time until the first check of a benched entry, in nanoseconds, 1 s..24 h. Each further bench
    of the same version lasts four times as long as the one before, at most 24 h.
    """
    keep_replays: Annotated[int, BeforeValidator(_days)] | None = None
    """Time for which replays are kept after the ends of their matches, in nanoseconds, 1 to 3650 days;
    None keeps all.
    """
    keep_output: Annotated[int, BeforeValidator(_days)] = 30 * _DAY_NS
    """Time for which output of programs, reports of checks and answers to requests are kept after they
    were written, in nanoseconds, 1 to 3650 days.
    """


class EntriesSpec(TomlTable):
    """Bounds on what authors may hand in."""

    per_author: Annotated[int, AfterValidator(within(1, 100))] = 1
    """Number of entries of one author that may play at the same time, 1..100."""
    per_day: Annotated[int, AfterValidator(within(1, 1000))] = 5
    """Number of submissions of one author on one day of UTC, 1..1000."""
    size: Annotated[int, BeforeValidator(sized("1KiB", "10GiB"))] = 50 * 1024**2
    """Largest archive or folder that is received, in bytes, 1 KiB..10 GiB."""
    unpacked: Annotated[int, BeforeValidator(sized("1KiB", "100GiB"))] = 200 * 1024**2
    """Largest sum of the sizes of its files, in bytes, 1 KiB..100 GiB."""
    files: Annotated[int, AfterValidator(within(1, 1_000_000))] = 2000
    """Largest number of its files and folders, 1..1000000."""
    build: Annotated[int, BeforeValidator(lasting("1s", "24h"))] = 120_000_000_000
    """Longest time of its build, in nanoseconds, 1 s..24 h."""
    scenarios: (
        Annotated[tuple[str, ...], BeforeValidator(as_tuple), AfterValidator(_scenarios)] | None
    ) = None
    """Conformance scenarios that its check plays; empty for none, None for the usual ones where
    decisions are short.
    """


class RemoteSpec(TomlTable):
    """Terms under which programs that run elsewhere take part."""

    listen: Annotated[str, AfterValidator(named(_LISTEN, '"HOST:PORT"'))]
    """Address at which the referee takes their streams, as HOST:PORT."""
    cert: Annotated[str, AfterValidator(_file)]
    """Path of the referee's certificate chain, a PEM file, relative to the tournament file."""
    key: Annotated[str, AfterValidator(_file)]
    """Path of the certificate's private key, a PEM file, relative to the tournament file."""
    matches: Annotated[int, AfterValidator(within(1, 1000))] = 32
    """Number of matches with remote programs that are played at once, 1..1000."""
    at_once: Annotated[int, AfterValidator(within(1, 1000))] = 4
    """Number of matches that one entry plays at once, 1..1000."""
    per_day: Annotated[int, AfterValidator(within(1, 100_000))] = 200
    """Number of matches that one entry begins within 24 hours, 1..100000."""
    longest_ping: Annotated[int, BeforeValidator(lasting("1ms", "10s"))] = 150_000_000
    """Median round-trip time above which an entry is not paired, in nanoseconds, 1 ms..10 s."""


class NotifySpec(TomlTable):
    """An address that is notified of what happens in a season."""

    webhook: Annotated[str, AfterValidator(named(_WEBHOOK, "a URL of http or https"))]
    """URL to which notices are sent."""
    events: Annotated[tuple[str, ...], BeforeValidator(as_tuple), AfterValidator(_events)] = tuple(
        sorted(NEWS)
    )
    """Types of the events that are sent, and `turn` for notices of open turns in matches of days."""


class StageSpec(TomlTable):
    """A tournament of a season's first entries, which is played when the season itself is over.

    Keys of other formats are refused by `season_checks`.
    """

    name: Annotated[
        str, AfterValidator(named(ENTRY_NAME, "1 to 40 ASCII letters, digits and _ . -"))
    ]
    """Name of the stage, and of its folder."""
    format: Literal["round_robin", "swiss", "knockout", "groups", "ladder"]
    """Format of the stage."""
    top: Annotated[int, AfterValidator(within(2, 1000))]
    """Number of entries that take part, the first ones of the table, 2..1000."""
    cycles: Annotated[int, AfterValidator(within(1, 100_000))] = 1
    """Round robin, groups: number of times that the schedule is played, 1..100000."""
    rounds: Annotated[int, AfterValidator(within(1, 100_000))] | None = None
    """Swiss: number of rounds; None means the fewest after which at most one entry can have won all.
    Ladder: number of rounds, which must be given.
    """
    lives: Annotated[int, AfterValidator(within(1, 2))] = 1
    """Knockout: number of lost meetings after which an entry is out, 1..2."""
    best_of: Annotated[int, AfterValidator(within(1, 1000))] = 1
    """Knockout: number of blocks in a meeting of two entries, 1..1000."""
    seats: Annotated[int, AfterValidator(within(2, 100))] | None = None
    """Groups, ladder: number of entries in a match, 2..100; None means as many as in the season."""
    seatings: Literal["all", "one"] | None = None
    """Groups, ladder: whether a group plays in all seatings of a seat design, or in one; None means
    as in a tournament of this format.
    """

    @property
    def format_keys(self) -> dict[str, object]:
        """Keys of the format that the table gives, with their values."""
        given = self.model_fields_set - {"name", "top"}
        return {key: getattr(self, key) for key in sorted(given)}
