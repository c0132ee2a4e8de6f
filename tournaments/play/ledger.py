"""Writes attempts and results to the store in groups: entries present at once go into one transaction.

Attempts do not wait for other attempts. Where many matches are played at once, results wait a
little, so few of them that most matches go on meanwhile. A caller goes on only when its entry is on
the disk: no bot gets a token and no schedule gets a result that a kill could take back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tournaments.store.records import Begun, Result
from tournaments.store.store import Store

__all__ = ["SHARE", "Ledger"]

SHARE = 16
"""Number of matches: for each group of this many that are played at once, one result may wait to be
written together with others.
"""
WAIT_S = 0.1
"""Longest time that an entry waits for others before it is written, in seconds."""

_Entry = TypeVar("_Entry")


class _Group(Generic[_Entry]):
    """Collects entries from callers, and writes those that wait in one transaction.

    Args:
        write: Writes entries in one transaction.
        enough: Returns the number of waiting entries from which on they are written at once.
    """

    def __init__(
        self, write: Callable[[Sequence[_Entry]], None], enough: Callable[[], int] = lambda: 1
    ) -> None:
        self._write = write
        self._enough = enough
        self._entries: list[tuple[_Entry, asyncio.Future[None]]] = []
        self._due: asyncio.Handle | None = None
        """Timer or callback that will write the waiting entries; None if there are no entries."""
        self._is_near = False
        """Whether the entries are about to be written: as soon as the event loop has run the
        callbacks that are ready now.
        """

    async def write(self, entry: _Entry) -> None:
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        self._entries.append((entry, written))
        if not self._is_near and len(self._entries) >= self._enough():
            if self._due is not None:
                # A timer may still run for entries that came before; two flushes would write the
                # second group too early.
                self._due.cancel()
            # Not at once: entries of tasks that are ready in this round of the loop share the
            # transaction.
            self._due, self._is_near = loop.call_soon(self._flush), True
        elif self._due is None:
            self._due = loop.call_later(WAIT_S, self._flush)
        await written

    def _flush(self) -> None:
        # Reset first: if the write fails, the next entry must be able to start a new group.
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
            # Ctrl-C during the write has to reach the event loop, and not the callers alone.
            if not isinstance(error, Exception):
                raise
        else:
            for _, written in waiting:
                written.set_result(None)


class Ledger:
    """Writes down the attempts and results of one run. Use it in one event loop.

    Args:
        store: Store that attempts and results are written to.
        under_way: Returns how many matches are played at once, including those that have ended and
            wait to be written down.
    """

    def __init__(self, store: Store, under_way: Callable[[], int] = lambda: 1) -> None:
        # Asked for each time: a tournament without a match has no id in the store yet.
        self._begun: _Group[Begun] = _Group(lambda begun: store.matches_book.begin(begun))
        self._results: _Group[Result] = _Group(store.record_all, lambda: under_way() // SHARE)

    async def begin(self, begun: Begun) -> None:
        """Write down an attempt; return when it is on the disk.

        Raises:
            StoreFailedError: The database fails.
        """
        await self._begun.write(begun)

    async def record(self, result: Result) -> None:
        """Write down a result; return when it is on the disk.

        Raises:
            ConflictError: A match in the same transaction already has another result.
            StoreFailedError: The database fails.
        """
        await self._results.write(result)
