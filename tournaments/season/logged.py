"""What the log of a season makes of it, as plain values that a checkpoint can keep."""

from __future__ import annotations

import dataclasses
from typing import Any

from tournaments.season.records import Pending, SeasonEntry, SeasonMatch, SeasonStatus
from tournaments.season.stages import SeasonStages

__all__ = ["LoggedSeason"]


@dataclasses.dataclass
class LoggedSeason:
    """A season after the events of its log so far."""

    opened: dict[str, Any] | None = None
    """Content of the first event; None before it."""
    source: str = ""
    """Text of the season's file."""
    status: SeasonStatus = SeasonStatus.ANNOUNCED
    paused: str | None = None
    """Why the season is paused, for people; None if it is not."""
    entries: dict[str, SeasonEntry] = dataclasses.field(default_factory=dict)
    """Entries by name, in the order in which they were first admitted."""
    matches: list[SeasonMatch] = dataclasses.field(default_factory=list)
    """Matches by number; the first one has number 1."""
    keys: dict[str, str] = dataclasses.field(default_factory=dict)
    """SHA-256 of the key of each entry that has one, by the entry's name."""
    submissions: dict[str, Pending] = dataclasses.field(default_factory=dict)
    """Programs that were handed in and are not checked yet, by request."""
    outcomes: dict[str, dict[str, object]] = dataclasses.field(default_factory=dict)
    """How the check of each request ended: `result`, and the version or whose fault it was."""
    owners: dict[str, str] = dataclasses.field(default_factory=dict)
    """Author of each entry that has a key or was ever handed in, by its name in lower case."""
    requests: set[str] = dataclasses.field(default_factory=set)
    """Ids of all requests that the log has."""
    sent_on: dict[str, dict[str, int]] = dataclasses.field(default_factory=dict)
    """Number of submissions that count, by author and day of UTC; see `sent`."""
    refused_digests: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
    """Stage at which bytes were refused under the current terms, by entry and digest."""
    run: tuple[str, int] | None = None
    """Version of the program and number of slots of the last run; None before the first."""
    voids: list[frozenset[str]] = dataclasses.field(default_factory=list)
    """Entries of the last void attempts in a row, since a match had a result."""
    last: int = 0
    """Number of the last event."""
    now: str = ""
    """Time of the last event that has one, UTC, ISO 8601."""
    head: str = ""
    """Number and hash of the last event, as `number:hash`."""
    replays: dict[str, str] = dataclasses.field(default_factory=dict)
    """SHA-256 of each replay file, by match id."""
    stages: SeasonStages = dataclasses.field(default_factory=SeasonStages)
    """Stages that have begun."""

    def sent(self, author: str, day: str) -> int:
        """Return the number of submissions of an author that count on a day of UTC."""
        return self.sent_on.get(author, {}).get(day, 0)

    def count_sent(self, author: str, day: str, by: int) -> None:
        """Count a submission of an author on a day of UTC, or take one back."""
        self.sent_on.setdefault(author, {})[day] = self.sent(author, day) + by
