"""Follows the log of a season for pages: its state, and what they look up of entries, news and matches.

Only what the log has got since the last reading is read, so that a long season costs a page no more
than a short one.
"""

from __future__ import annotations

import bisect
import collections
import contextlib
import dataclasses
import heapq
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tournaments.log.event import Event
from tournaments.season.checkpoint import gc_paused, read_checkpoint
from tournaments.season.records import MatchStatus, SeasonMatch
from tournaments.season.sentences import sentence
from tournaments.season.state import SeasonState
from tournaments.spec.errors import FolderError
from tournaments.spec.season import NEWS
from tournaments.store.find import find
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["FollowedSeason", "News", "find_season_folder"]

_AT_ONCE = 2000
"""Number of events that are read from the database at a time."""
_LATEST = 200
"""Number of last results that are remembered in the order in which they came."""
_PRESENCE = ("came", "left")


@dataclasses.dataclass(frozen=True, slots=True)
class News:
    """An event of the log that people want to hear of."""

    number: int
    """Number of the event."""
    at: str
    """Time of the event, UTC, ISO 8601; empty for the first event, which has none."""
    body: Mapping[str, Any]
    """Content of the event; see `tournaments.season.bodies`."""

    @property
    def kind(self) -> str:
        """Type of the event."""
        return str(self.body["type"])

    @property
    def text(self) -> str:
        """What the event says, as a sentence without its final period."""
        return sentence(self.body)

    def as_json(self) -> dict[str, object]:
        """Return the event as a JSON object."""
        return {"event": self.number, "at": self.at, "type": self.kind, "text": self.text}

    @property
    def is_of_organizer(self) -> bool:
        """Whether the organizer did this, rather than the run, the clock, or an author."""
        if self.kind in ("annulled", "restored", "terms"):
            return True
        return self.body.get("by") == "organizer"


class FollowedSeason:
    """A season as its log makes it, up to the last call of `read`.

    Use it in one thread at a time: hold `mutex` for `read` and for everything that looks into it.

    Args:
        folder: Data folder of the season.
    """

    def __init__(self, folder: DataFolder) -> None:
        self.folder = folder
        """Data folder of the season."""
        self.mutex = threading.Lock()
        """Held by whoever reads on, or looks into the state."""
        self._forget()

    def _forget(self) -> None:
        self.state = SeasonState()
        """State after the events that were read."""
        self.head = ""
        """Number and hash of the last event, as `number:hash`."""
        self.hash = ""
        self.news: list[News] = []
        """Events that people want to hear of, in order."""
        self.histories: dict[str, list[News]] = collections.defaultdict(list)
        """What has happened to each entry, in order, apart from its matches and its presence."""
        self.presence: dict[str, News] = {}
        """The last event by which each remote entry came or left."""
        self.admitted_at: dict[tuple[str, int], str] = {}
        """Time of admission of each version, by entry and number, UTC, ISO 8601."""
        self.latest: collections.deque[int] = collections.deque(maxlen=_LATEST)
        """Numbers of the matches that got a result last, in that order."""
        self.live_ids: dict[int, str] = {}
        """Ids at the referee of the matches that are being played, by number."""
        self.numbers: dict[str, int] = {}
        """Number of each entry in the order of admission, from 1, by name."""
        self._matches: dict[str, list[int]] = collections.defaultdict(list)

    def read(self) -> bool:
        """Read what was added to the log since the last call; return whether there was anything.

        Raises:
            FolderError: No season has begun there.
            StoreError: The results can't be read.
            LogError: An event can't follow those before it.
        """
        with contextlib.closing(Store(self.folder.database)) as store:
            last = store.events.last()
            if last is None:
                raise FolderError(f"there is no season in {self.folder.path}")
            known = self.state.last
            if last.number < known or (last.number == known and last.hash != self.hash):
                self._forget()  # another database has taken the place of the one that was read
            before = self.state.last, self.live_ids
            if not self.state.last:
                self._begin_at_checkpoint(store)
            while events := store.events.after(self.state.last, _AT_ONCE):
                for event in events:
                    self._take(event)
            self.live_ids = dict(_live_ids(store, self.state.open.values()))
        return before != (self.state.last, self.live_ids)

    @gc_paused()
    def _begin_at_checkpoint(self, store: Store) -> None:
        """Take over the state of the last checkpoint, if there is one, and look up what pages need beyond it."""
        state = read_checkpoint(store.events)
        if state is None:
            return
        self.state, self.head = state, state.head
        self.hash = state.head.partition(":")[2]
        for match in state.matches:
            for name, _ in match.entries:
                self._matches[name].append(match.number)
        ended = [(match.ended, match.number) for match in state.matches if match.ended]
        self.latest.extend(number for _, number in heapq.nlargest(_LATEST, ended)[::-1])
        for event in store.events.apart_from_matches(state.last):
            self._take_note(event, event.body)

    def matches_of(self, entry: str) -> list[SeasonMatch]:
        """Return the matches that an entry has a seat in, in the order of their numbers."""
        numbers = sorted(set(self._matches.get(entry, ())))
        matches = [self.state.matches[number - 1] for number in numbers]
        # A void attempt may have been played again without it.
        return [match for match in matches if entry in match.names]

    def last_matches(self, entry: str, most: int) -> list[SeasonMatch]:
        """Return the last matches of an entry's current version whose results count, at most `most`, oldest first."""
        version = self.state.entries[entry].current.number
        found: list[SeasonMatch] = []
        for number in reversed(self._matches.get(entry, ())):
            match = self.state.matches[number - 1]
            own = dict(match.entries).get(entry)
            if own is not None and own != version:
                break
            if own is not None and match.counts:
                found.append(match)
                if len(found) == most:
                    break
        return found[::-1]

    def _take(self, event: Event) -> None:
        body = event.body
        kind = body["type"]
        before: Sequence[str] = ()
        if kind == "started":
            match = self.state.open.get(body["match"])
            before = () if match is None else match.names
        self.state.apply(event)
        self.head, self.hash = f"{event.number}:{event.hash}", event.hash
        if kind == "started":
            for name, _ in body["entries"]:
                # A later attempt at an old match may have other entries.
                if name not in before:
                    bisect.insort(self._matches[name], body["match"])
        elif kind == "ended":
            self.latest.append(body["match"])
        else:
            self._take_note(event, body)

    def _take_note(self, event: Event, body: Mapping[str, Any]) -> None:
        """Remember an event that people want to hear of."""
        news = News(event.number, str(body.get("at", "")), body)
        kind, entry = news.kind, body.get("entry")
        if kind not in NEWS and kind not in _PRESENCE:
            return
        if kind in _PRESENCE:
            self.presence[str(entry)] = news
            return
        self.news.append(news)
        if entry is not None:
            self.histories[str(entry)].append(news)
        if kind == "admitted":
            self.admitted_at[str(entry), body["version"]] = news.at
            self.numbers.setdefault(str(entry), len(self.numbers) + 1)


def _live_ids(store: Store, matches: Iterable[SeasonMatch]) -> Iterator[tuple[int, str]]:
    for match in matches:
        if match.status is MatchStatus.PLAYING:
            # The last one is that of the attempt that goes on; it is empty until the referee is asked.
            match_id = next(reversed(store.match_ids(match.key)), "")
            if match_id:
                yield match.number, match_id


def find_season_folder(where: Path) -> DataFolder | None:
    """Return the data folder of a season; None if the tournament is no season.

    Args:
        where: The season's file or data folder.

    Raises:
        TournamentError: There is no such file or folder, or no tournament was begun there.
    """
    spec, _, folder = find(where, None, None)
    return folder if spec.season is not None else None
