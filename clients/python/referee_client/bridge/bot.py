"""The programs of all seats, dressed as bots."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from referee_client.bot import Bot, Match, Missed, Outcome, Rejection, Turn
from referee_client.bridge import lines
from referee_client.bridge.child import Child

__all__ = ["RESTARTS", "Bridge", "BridgeBot"]

RESTARTS = 3
"""How often a seat's program is started again unless told otherwise."""


class BridgeBot(Bot):
    """One seat's program, dressed as a bot.

    Args:
        child: The program.
        is_full: Whether it is told more than its turns.
    """

    def __init__(self, child: Child, *, is_full: bool) -> None:
        self._child = child
        self._is_full = is_full
        self._events: Any = None
        self._closing: asyncio.Task[None] | None = None

    def on_start(self, match: Match) -> None:
        """Tell the program, if it wants to know."""
        self._child.where = f"match {match.match_id} seat {match.seat}"
        if self._is_full:
            self._child.say(lines.start_line(match))

    def on_events(self, match: Match, events: Any) -> None:
        """Keep what may be the last events."""
        del match
        self._events = events

    async def act(self, observation: Any, turn: Turn) -> Any:
        """Ask the program."""
        self._events = None
        answer = await self._child.ask(lines.turn_line(turn), turn.number)
        return lines.read_answer(answer, observation)

    def on_rejected(self, rejection: Rejection) -> None:
        """Tell the program, if it wants to know."""
        if self._is_full:
            self._child.say(lines.rejected_line(rejection))

    def on_missed(self, missed: Missed) -> None:
        """Tell the program, if it wants to know."""
        if self._is_full:
            self._child.say(lines.missed_line(missed))

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Tell the program, if it wants to know, and end it."""
        if self._is_full:
            self._child.say(lines.end_line(match, outcome, self._events))
        self._closing = asyncio.create_task(self._child.close())


class Bridge:
    """Makes the bots of a client: one process of the command for every seat, from its join on.

    Args:
        command: Words of the command.
        restarts: How often each may be started again.
        is_full: Whether the programs are told more than their turns.
    """

    def __init__(
        self, command: Sequence[str], *, restarts: int = RESTARTS, is_full: bool = False
    ) -> None:
        self._command = command
        self._restarts = restarts
        self._is_full = is_full
        self._children: list[Child] = []

    def __call__(self) -> BridgeBot:
        """The bot of a new seat; needs a running event loop."""
        self._children = [child for child in self._children if not child.is_closed]
        child = Child(self._command, self._restarts)
        self._children.append(child)
        return BridgeBot(child, is_full=self._is_full)

    async def close(self) -> None:
        """End all programs, a moment after their input."""
        closing = (child.close() for child in self._children)
        await asyncio.gather(*closing, return_exceptions=True)

    def kill(self) -> None:
        """End all programs now, with what they have started."""
        for child in self._children:
            child.kill()
