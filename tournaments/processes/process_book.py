"""Interface for recording processes and how they ended, as in a tournament's database."""

from __future__ import annotations

import collections
from typing import Protocol

from tournaments.processes.client import Exit

__all__ = ["CountedBook", "OnEnd", "ProcessBook", "ProcessNumbers"]


class OnEnd(Protocol):
    """Callback for the end of a process."""

    def __call__(self, ended: Exit, *, died: bool) -> None:
        """Receive how a process ended, and whether it died while it was still needed."""


class ProcessBook(Protocol):
    """Numbers the processes of each program, and records how they ended."""

    def begin_process(self, program: str) -> int:
        """Record that a process of a program is being started; return its number, from 1."""

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Record how a process ended.

        Args:
            program: Name of the program.
            number: Number of the process among those of the program.
            ended: How it ended.
            died: Whether it died while it was still needed.
        """


class CountedBook(ProcessBook):
    """Process book that also reports each end.

    Args:
        book: Numbers and records the processes.
        ended: Called with each end, and whether the process died while it was still needed.
    """

    def __init__(self, book: ProcessBook, ended: OnEnd) -> None:
        self._book, self._ended = book, ended

    def begin_process(self, program: str) -> int:
        """Record that a process of a program is being started; return its number, from 1."""
        return self._book.begin_process(program)

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Record how a process ended, and report it; see `ProcessBook`."""
        self._book.end_process(program, number, ended, died=died)
        self._ended(ended, died=died)


class ProcessNumbers(ProcessBook):
    """Numbers processes, but does not record how they ended."""

    def __init__(self) -> None:
        self._numbers = collections.Counter[str]()

    def begin_process(self, program: str) -> int:
        """Return the number of a new process of a program, from 1."""
        self._numbers[program] += 1
        return self._numbers[program]

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Do nothing: ends are not recorded."""
