"""Matches that a server has in memory: those that wait or run, and those that ended most recently."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from referee.server.hosting.host import MatchHost

__all__ = ["KEPT_ENDED", "KnownMatches"]

KEPT_ENDED = 10_000
"""Number of ended matches kept in memory; older ones are read from their replays when requested."""


class KnownMatches:
    """Matches in memory by id: those that wait or run, and the last `KEPT_ENDED` that have ended."""

    def __init__(self) -> None:
        self.live: dict[str, MatchHost] = {}
        """Matches that wait or run, by id; changed only by `add_live` and `end`."""
        self._ended: OrderedDict[str, MatchHost] = OrderedDict()
        self._newest_first: list[MatchHost] | None = None
        """Cached result of `newest_first`; None after a change. Anybody may ask for it, and there
        may be thousands of matches.
        """
        self.idle = asyncio.Event()
        """Set while no match waits or runs."""
        self.idle.set()

    def find(self, match_id: str) -> MatchHost | None:
        """Return the match with this id; None if it is not in memory."""
        return self.live.get(match_id) or self._ended.get(match_id)

    def newest_first(self) -> list[MatchHost]:
        """Return all matches in memory, the most recently created first."""
        if self._newest_first is None:
            everyone = [*self._ended.values(), *self.live.values()]
            self._newest_first = sorted(everyone, key=_age, reverse=True)
        return list(self._newest_first)

    def add_live(self, host: MatchHost) -> None:
        """Add a match that waits or runs."""
        self.live[host.match_id] = host
        self._newest_first = None
        self.idle.clear()

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


def _age(host: MatchHost) -> tuple[int, str]:
    created: int = host.header.create_time.ToNanoseconds()
    return created, host.match_id
