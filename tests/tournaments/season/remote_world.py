"""A season in virtual time whose entries come and go from elsewhere, by a script."""

from __future__ import annotations

import asyncio
import bisect
import collections
import dataclasses
import hashlib
import operator
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.tournaments.season.world import World
from tournaments.bots.remote import AttendeeKey
from tournaments.play.executor import AttemptOrder
from tournaments.season.checking import Refusal
from tournaments.season.desk import Desk
from tournaments.season.remote_entries import RemoteEntries
from tournaments.season.remotes import Declared
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.store.records import StoredVersion

__all__ = ["RemoteWorld", "key_of"]

PROVING_S = 30.0
"""Seconds of a stream after which its entry is here."""
_since_s = operator.attrgetter("since_s")


def key_of(entry: str) -> str:
    """SHA-256 of an entry's key."""
    return hashlib.sha256(f"key of {entry}".encode()).hexdigest()


@dataclasses.dataclass
class Stream:
    """A stream of an entry, which its author opens and closes by the script."""

    number: int
    entry: str
    version: str
    at_once: int
    since_s: float
    until_s: float
    in_order: bool


class RemoteWorld(World):
    """A world with streams of remote entries; they outlive kills of the run.

    Args:
        data: Data folder of the season.
        text: The season's file.
        slots: Matches without remotes at once.
        poll_s: Period of looking into the inbox, in virtual seconds.
    """

    def __init__(self, data: Path, text: str, *, slots: int = 1, poll_s: float = 5.0) -> None:
        super().__init__(data, text, slots=slots, poll_s=poll_s)
        self.streams: dict[str, list[Stream]] = {}
        """Streams of each entry, one after the other."""
        self._has_key: frozenset[str] = frozenset()
        self.dismissals: list[tuple[str, str, bool]] = []
        """Entry and text of each dismissal, and whether the entry has nothing more to play."""
        self.trials: dict[str, float] = {}
        """Virtual second at which each trial ends, by its id."""
        self.remote_seats: dict[str, tuple[int, ...]] = {}
        """Remote seats of each match, by request id."""
        self.most_at_once: collections.Counter[str] = collections.Counter()
        """Most matches at the same time of each entry."""
        self.absent: dict[str, tuple[float, float]] = {}
        """Virtual seconds between which an entry joins no match, although its stream is open."""
        self.takes_remotes = True
        """Whether a run is given remote entries."""

    def set_keys(self, keys: Iterable[AttendeeKey]) -> None:
        """The run names the keys with which streams may be open."""
        self._has_key = frozenset(name for key in keys for name in key.entries)

    def attend(
        self,
        hours: float,
        until: float,
        entry: str,
        version: str = "1",
        *,
        at_once: int = 1,
        in_order: bool = False,
        has_key: bool = True,
    ) -> None:
        """An author attends from one virtual time to another, at seconds at which no match ends."""
        since_s, until_s = (round(each * 60) * 60 + 12.0 for each in (hours, until))
        streams = self.streams.setdefault(entry, [])
        assert not streams or streams[-1].until_s <= since_s, f"{entry} attends already"
        number = sum(map(len, self.streams.values())) + 1
        streams.append(Stream(number, entry, version, at_once, since_s, until_s, in_order))
        if has_key:
            self.at(0.0, lambda: self.ask("key", entry=entry, key_sha256=key_of(entry)), second=3)

    def remotes(
        self, desk: Desk, versions: dict[tuple[str, int], StoredVersion]
    ) -> RemoteEntries | None:
        """The remote entries of one run: the run's memory is new, the streams are those of the world."""
        if not self.takes_remotes:
            return None
        return RemoteEntries(
            desk, ScriptedLink(self), ScriptedTrial(self), versions, self.progress.note
        )

    async def try_program(self, name: str, trial_id: str) -> Refusal | None:
        """A minute from its first beginning, whatever is killed meanwhile."""
        ends_at = self.trials.setdefault(trial_id, self.loop.time() + 61.0)
        stream = self.open_stream(name)
        version = "" if stream is None else stream.version
        await asyncio.sleep(max(0.0, ends_at - self.loop.time()))
        if "void" in version:
            return Refusal("play", ours=True, lines=("a test",))
        is_bad = "bad" in version or name in self.broken
        return Refusal("play", ours=False, lines=("it plays badly",)) if is_bad else None

    def begun_streams(self, entry: str) -> list[Stream]:
        """The streams of an entry that have been opened so far, whether or not they have ended."""
        streams = self.streams.get(entry, [])
        return streams[: bisect.bisect_right(streams, self.loop.time(), key=_since_s)]

    def open_stream(self, entry: str) -> Stream | None:
        """The stream of an entry that is open now, if its author has a key."""
        begun = self.begun_streams(entry) if entry in self._has_key else []
        return begun[-1] if begun and self.loop.time() < begun[-1].until_s else None

    def open_streams(self) -> list[Stream]:
        """The streams that are open now."""
        found = map(self.open_stream, self.streams)
        return [stream for stream in found if stream is not None]

    async def abandon(self, match_id: str, reason: str) -> None:
        """The match is over, for nobody."""
        del match_id, reason

    def _end_of(self, attempt: AttemptOrder) -> MatchEnd:
        self.remote_seats[attempt.request_id] = attempt.order.remote_seats
        end, seats = super()._end_of(attempt), []
        for name in attempt.order.players:
            since, until = self.absent.get(name, (0.0, 0.0))
            is_gone = since <= self.loop.time() < until
            forfeit = ForfeitCause.ABSENT if is_gone else None
            seats.append(SeatResult(1 + is_gone, 0, 0, forfeit))
        if end.cause.is_void or not any(seat.forfeit for seat in seats):
            return end
        return MatchEnd(EndCause.BOT_ERROR, "absent", tuple(seats))


class ScriptedLink:
    """The streams of a world, as one run sees them.

    Args:
        world: The world.
    """

    def __init__(self, world: RemoteWorld) -> None:
        self._world = world
        self._open: collections.Counter[str] = collections.Counter()

    def set_keys(self, keys: Iterable[AttendeeKey]) -> None:
        """Streams without a key end."""
        self._world.set_keys(keys)

    def dismiss(self, entry: str, text: str, *, over: bool = False) -> None:
        """The stream ends, for good: its helper has left."""
        self._world.dismissals.append((entry, text, over))
        stream = self._world.open_stream(entry)
        if stream is not None:
            stream.until_s = self._world.loop.time()

    def declared(self) -> Mapping[str, Declared]:
        """What each open stream declares."""
        return {
            each.entry: Declared(each.entry, key_of(each.entry), each.version, "", each.number)
            for each in self._world.open_streams()
        }

    def is_present(self, entry: str) -> bool:
        """Whether its streams have been open for long enough."""
        since = self._since(entry)
        return since is not None and self._world.loop.time() - since >= PROVING_S

    def _since(self, entry: str) -> float | None:
        """When the first one of streams without a gap was opened."""
        if self._world.open_stream(entry) is None:
            return None
        *before, last = self._world.begun_streams(entry)
        since = last.since_s
        for stream in reversed(before):
            if stream.until_s < since:
                break
            since = stream.since_s
        return since

    def has_left_in_order(self, entry: str) -> bool:
        """As the script says of the last stream that has ended."""
        now, begun = self._world.loop.time(), self._world.begun_streams(entry)
        last = next((each for each in reversed(begun) if each.until_s <= now), None)
        return last is not None and last.in_order

    def resume(self, entry: str, *, is_present: bool, drops: int) -> None:
        """Nothing was forgotten."""
        del entry, is_present, drops

    def ready(self) -> dict[str, int]:
        """Room of all who are here."""
        found: dict[str, int] = {}
        for each in self._world.open_streams():
            room = each.at_once - self._open[each.entry]
            if room > 0 and self.is_present(each.entry):
                found[each.entry] = room
        return found

    def began(self, entry: str, ago_ns: int = 0) -> None:
        """Count."""
        del ago_ns
        self._open[entry] += 1
        most = self._world.most_at_once
        most[entry] = max(most[entry], self._open[entry])

    def ended(self, entry: str) -> None:
        """Count."""
        assert self._open[entry] > 0, f"{entry} has ended more than it has begun"
        self._open[entry] -= 1


class ScriptedTrial:
    """Trials of a world.

    Args:
        world: The world.
    """

    def __init__(self, world: RemoteWorld) -> None:
        self._world = world

    async def play(self, name: str, version: int, trial_id: str) -> Refusal | None:
        """The version that is declared now decides."""
        del version
        return await self._world.try_program(name, trial_id)
