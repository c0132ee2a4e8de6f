"""A referee without a network, as remote seats see it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence

from tournaments.bots.remote import AttendanceChange, AttendeeKey

__all__ = ["FakeReferee"]


class FakeReferee:
    """A referee that takes down what it is told; `reports` ends when it goes away."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []
        self.reports: asyncio.Queue[list[AttendanceChange] | None] = asyncio.Queue()
        self.refused: dict[str, str] = {}

    async def set_attendees(self, keys: Iterable[AttendeeKey]) -> None:
        """Take keys down."""
        self.told.append(("keys", *keys))

    async def assign(self, seats: Sequence[tuple[str, str]]) -> dict[str, str]:
        """Take seats down, and refuse those that are to be refused."""
        self.told.append(("assign", *seats))
        return {token: self.refused[token] for _, token in seats if token in self.refused}

    async def unassign(self, tokens: Sequence[str], *, all_others: bool = False) -> None:
        """Take tokens down."""
        self.told.append(("keep" if all_others else "unassign", *tokens))

    async def dismiss(self, entry: str, text: str, *, over: bool) -> None:
        """Take an entry down."""
        self.told.append(("over" if over else "dismiss", entry, text))

    async def abort_of(self, token: str, reason: str) -> None:
        """Take an abort down."""
        self.told.append(("abort", token, reason))

    async def attendance(self) -> AsyncGenerator[list[AttendanceChange], None]:
        """Yield reports until there is None."""
        while (report := await self.reports.get()) is not None:
            yield report
