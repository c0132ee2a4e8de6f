"""The workers of a cluster as a tournament sees them: who is fit to play, and who has a free thread.

Every match is sent to one worker by name, so that it is known where it was played, and nobody who is
not fit gets any.
"""

from __future__ import annotations

import asyncio
import dataclasses

__all__ = ["FAILURES", "Crew", "Member"]

FAILURES = 3
"""Attempts in a row that fail on a worker before it gets no more."""


@dataclasses.dataclass(slots=True, eq=False)
class Member:
    """A worker."""

    address: str
    """Where the scheduler reaches it."""
    name: str
    """What people call it."""
    threads: int
    """Matches it may play at once, from 1."""
    is_fit: bool = False
    """Whether it gets matches."""
    is_aside: bool = False
    """Whether it gets none any more."""
    playing: int = 0
    """Matches it plays now."""
    failures: int = 0
    """Attempts that failed there in a row."""
    lost: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)
    """Set once it is gone."""


class Crew:
    """All workers that are there now."""

    def __init__(self) -> None:
        self._members: dict[str, Member] = {}
        self._changed = asyncio.Condition()

    @property
    def members(self) -> list[Member]:
        """All of them, in the order in which they came."""
        return list(self._members.values())

    @property
    def fit(self) -> list[Member]:
        """Those that get matches."""
        return [member for member in self._members.values() if member.is_fit]

    @property
    def threads(self) -> int:
        """Matches that they may play at once."""
        return sum(member.threads for member in self.fit)

    @property
    def is_hopeless(self) -> bool:
        """Whether there are workers, but none that is or may yet be found fit."""
        return bool(self._members) and all(member.is_aside for member in self._members.values())

    def add(self, member: Member) -> None:
        """Take in a worker that is not known yet."""
        self._members[member.address] = member

    def remove(self, member: Member) -> None:
        """Let a worker go; whoever waits for one of its matches is told."""
        del self._members[member.address]
        member.is_fit = False
        member.lost.set()

    def set_aside(self, member: Member) -> None:
        """Give a worker no more matches."""
        member.is_fit = False
        member.is_aside = True

    async def admit(self, member: Member) -> None:
        """Let a worker have matches."""
        member.is_fit = True
        await self._tell()

    async def seize(self) -> Member:
        """Wait for a free thread, and take it: one of the worker that is busy least, the first of equals."""
        async with self._changed:
            await self._changed.wait_for(self._free)
            member = min(self._free(), key=lambda member: member.playing / member.threads)
            member.playing += 1
            return member

    async def release(self, member: Member) -> None:
        """Give a thread back."""
        member.playing -= 1
        await self._tell()

    async def wait_for_one(self) -> None:
        """Wait until somebody is fit."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.fit)

    def _free(self) -> list[Member]:
        return [member for member in self.fit if member.playing < member.threads]

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()
