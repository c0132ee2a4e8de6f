"""Writes attempts and results down in groups: what is there at once goes into one transaction.

Nothing waits for more to come. Whoever has something written goes on once it is written, so that no bot
hears of a match, and no schedule of a result, that a kill could take back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tournaments.store.match_book import Begun, Result
from tournaments.store.store import Store

__all__ = ["Ledger"]

_Entry = TypeVar("_Entry")


class _Group(Generic[_Entry]):
    """Entries that are written together.

    Args:
        write: Writes them in one transaction.
    """

    def __init__(self, write: Callable[[Sequence[_Entry]], None]) -> None:
        self._write = write
        self._entries: list[tuple[_Entry, asyncio.Future[None]]] = []

    async def write(self, entry: _Entry) -> None:
        loop = asyncio.get_running_loop()
        if not self._entries:
            loop.call_soon(self._flush)
        written: asyncio.Future[None] = loop.create_future()
        self._entries.append((entry, written))
        await written

    def _flush(self) -> None:
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
    """

    def __init__(self, store: Store) -> None:
        self._begun: _Group[Begun] = _Group(store.matches_book.begin)
        self._results: _Group[Result] = _Group(store.record_all)

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
