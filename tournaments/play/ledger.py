"""Writes attempts and results down in groups: what is there at once goes into one transaction.

Attempts do not wait for others. Where many matches are played at once, results wait a little, so few of them
that most matches go on meanwhile. A caller goes on only when its entry is on the disk: no bot gets a token
and no schedule gets a result that a kill could take back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tournaments.store.match_book import Begun, Result
from tournaments.store.store import Store

__all__ = ["SHARE", "Ledger"]

SHARE = 16
"""For every 16 matches that are played at once, one result may wait to be written together with others."""
WAIT_S = 0.1
"""How long it waits at most, in seconds."""

_Entry = TypeVar("_Entry")


class _Group(Generic[_Entry]):
    """Entries that are written together.

    Args:
        write: Writes them in one transaction.
        enough: Says of how many none waits for more.
    """

    def __init__(
        self, write: Callable[[Sequence[_Entry]], None], enough: Callable[[], int] = lambda: 1
    ) -> None:
        self._write = write
        self._enough = enough
        self._entries: list[tuple[_Entry, asyncio.Future[None]]] = []
        self._due: asyncio.Handle | None = None
        """Is going to write them; None where there are none."""
        self._is_near = False
        """Whether they are written as soon as the loop has run what is ready now."""

    async def write(self, entry: _Entry) -> None:
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        self._entries.append((entry, written))
        if not self._is_near and len(self._entries) >= self._enough():
            if self._due is not None:
                self._due.cancel()
            self._due, self._is_near = loop.call_soon(self._flush), True
        elif self._due is None:
            self._due = loop.call_later(WAIT_S, self._flush)
        await written

    def _flush(self) -> None:
        self._due, self._is_near = None, False
        # A cancelled caller's entry is left out: it has not been promised anything.
        waiting = [each for each in self._entries if not each[1].done()]
        self._entries = []
        if not waiting:
            return
        try:
            self._write([entry for entry, _ in waiting])
        except BaseException as error:
            for _, written in waiting:
                written.set_exception(error)
            if not isinstance(error, Exception):
                raise
        else:
            for _, written in waiting:
                written.set_result(None)


class Ledger:
    """What a run writes down of its matches. Use it in one event loop.

    Args:
        store: Where to.
        under_way: Says how many matches are played at once, those included that have ended and wait to be
            written down.
    """

    def __init__(self, store: Store, under_way: Callable[[], int] = lambda: 1) -> None:
        # Asked for each time: a tournament without a match has no id in the store yet.
        self._begun: _Group[Begun] = _Group(lambda begun: store.matches_book.begin(begun))
        self._results: _Group[Result] = _Group(store.record_all, lambda: under_way() // SHARE)

    async def begin(self, begun: Begun) -> None:
        """Write down an attempt.

        Raises:
            StoreFailedError: The database fails.
        """
        await self._begun.write(begun)

    async def record(self, result: Result) -> None:
        """Write down a result.

        Raises:
            ConflictError: One of those that were written with it has another result.
            StoreFailedError: The database fails.
        """
        await self._results.write(result)
