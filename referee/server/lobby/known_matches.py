"""Matches that a server knows: those that wait, run or sleep, and those that ended most recently."""

from __future__ import annotations

import asyncio
import marshal
from collections import OrderedDict
from typing import NamedTuple

from referee.match.correspondence import Rest
from referee.server.hosting.host import MatchHost

__all__ = ["KEPT_ENDED", "Asleep", "KnownMatches"]

KEPT_ENDED = 10_000
"""Number of ended matches kept in memory; older ones are read from their replays when requested."""


class Asleep(NamedTuple):
    """A correspondence match that sleeps: all that is in memory of it. The rest is in its journal."""

    match_id: str
    """Id of the match."""
    created_ns: int
    """When it was created, in nanoseconds since 1970 UTC."""
    label: str
    """Label that its organizer has given it; empty for none."""
    shown: bytes
    """The Match message that organizers get of it, serialized."""
    due_ns: int
    """Its earliest deadline, in nanoseconds of the referee's monotonic clock."""
    num_turns: int
    """Number of its open turns."""
    packed: bytes
    """The rest, see `rest` and `joins`; packed, as of many seats it would be larger than all else."""

    @property
    def rest(self) -> Rest:
        """What the match's machine knows beyond the journal."""
        return Rest(*marshal.loads(self.packed)[0])

    @property
    def joins(self) -> list[int]:
        """Number of times each seat was joined, by seat."""
        joins: list[int] = marshal.loads(self.packed)[1]
        return joins


class KnownMatches:
    """Matches by id: in memory those that wait or run and the last `KEPT_ENDED` that ended; asleep others."""

    def __init__(self) -> None:
        self.live: dict[str, MatchHost] = {}
        """Matches that wait or run, by id; changed only by `add_live` and `end`."""
        self.asleep: dict[str, Asleep] = {}
        """Matches that sleep, by id; changed only by `put_to_sleep`, `add_live` and `drop_asleep`."""
        self._ended: OrderedDict[str, MatchHost] = OrderedDict()
        self._newest_first: list[MatchHost | Asleep] | None = None
        """Cached result of `newest_first`; None after a change. Anybody may ask for it, and there
        may be thousands of matches.
        """
        self.idle = asyncio.Event()
        """Set while no match waits or runs."""
        self.idle.set()

    def find(self, match_id: str) -> MatchHost | None:
        """Return the match with this id; None if it is not in memory."""
        return self.live.get(match_id) or self._ended.get(match_id)

    @property
    def num_open(self) -> int:
        """Number of matches that wait, run or sleep."""
        return len(self.live) + len(self.asleep)

    def in_memory(self) -> list[MatchHost]:
        """Return all matches in memory, the most recently created first."""
        return [match for match in self.newest_first() if isinstance(match, MatchHost)]

    def newest_first(self) -> list[MatchHost | Asleep]:
        """Return all matches in memory, and those that sleep, the most recently created first."""
        if self._newest_first is None:
            everyone: list[MatchHost | Asleep] = [*self._ended.values(), *self.live.values()]
            everyone += self.asleep.values()
            self._newest_first = sorted(everyone, key=_age, reverse=True)
        return list(self._newest_first)

    def add_live(self, host: MatchHost) -> None:
        """Add a match that waits or runs; it sleeps no longer."""
        self.live[host.match_id] = host
        self.asleep.pop(host.match_id, None)
        self._newest_first = None
        self.idle.clear()

    def put_to_sleep(self, match: Asleep) -> None:
        """Drop a match that runs from memory, except for this entry."""
        del self.live[match.match_id]
        self.asleep[match.match_id] = match
        self._newest_first = None
        if not self.live:
            self.idle.set()

    def drop_asleep(self, match_id: str) -> None:
        """Drop a match that sleeps and can't be woken."""
        self.asleep.pop(match_id, None)
        self._newest_first = None

    def end(self, match_id: str) -> list[MatchHost]:
        """Move a match from the live matches to the ended ones.

        Return the ended matches that are dropped because more than `KEPT_ENDED` are in memory, the
        oldest first; empty if none is.
        """
        forgotten = self.add_ended(self.live.pop(match_id))
        if not self.live:
            self.idle.set()
        return forgotten

    def add_ended(self, host: MatchHost) -> list[MatchHost]:
        """Add an ended match.

        Return the ended matches that are dropped because more than `KEPT_ENDED` are in memory, the
        oldest first; empty if none is.
        """
        self._ended[host.match_id] = host
        self._newest_first = None
        forgotten = []
        while len(self._ended) > KEPT_ENDED:
            _, oldest = self._ended.popitem(last=False)
            forgotten.append(oldest)
        return forgotten


def _age(match: MatchHost | Asleep) -> tuple[int, str]:
    if isinstance(match, Asleep):
        return match.created_ns, match.match_id
    created: int = match.header.create_time.ToNanoseconds()
    return created, match.match_id
