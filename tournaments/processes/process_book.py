"""A record of which processes were started and how they ended, such as a tournament's database."""

from __future__ import annotations

from typing import Protocol

from tournaments.processes.client import Exit

__all__ = ["ProcessBook"]


class ProcessBook(Protocol):
    """Numbers the processes of each program, and keeps their ends."""

    def begin_process(self, program: str) -> int:
        """Write down that a process of this program is started; return its number, from 1."""

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Write down how a process ended, and whether it should not have."""
