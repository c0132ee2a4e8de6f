"""Bots whose decisions are made by programs: one process for each seat."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from referee_client.bot import Bot, Match, Missed, Outcome, Rejection, Turn
from referee_client.bridge import lines
from referee_client.bridge.child import Child
from referee_client.bridge.silence import SilenceHint
from referee_client.seats import log

__all__ = ["RESTARTS", "Bridge", "BridgeBot"]

RESTARTS = 3
"""Default for how often a seat's program is started again after it has ended."""
REMEMBERED = 64
"""Number of a program's last chat messages that are kept, so that a rejection can quote the
message."""


class BridgeBot(Bot):
    """Bot of one seat, whose decisions are made by an external program.

    Args:
        command: Words of the command line that starts the program.
        restarts: How often the program may be started again after it has ended.
        is_full: Whether the program also gets lines about start, end, missed deadlines and
            rejections, not only turns.
        reads_legal: Whether the lines of turns list the legal actions.
        hint: Logs that the program's answers may wait in its output buffer.
    """

    def __init__(
        self,
        command: Sequence[str],
        restarts: int,
        *,
        is_full: bool,
        reads_legal: bool,
        hint: SilenceHint,
    ) -> None:
        self.reads_legal = reads_legal
        self.child = Child(command, restarts, self._say)
        """Program of the seat, with the process that runs it."""
        self._is_full = is_full
        self._hint = hint
        self._turn: Turn | None = None
        self._words: dict[int, str] = {}
        self._refusal: Rejection | None = None
        self._events: Any = None
        self._closing: asyncio.Task[None] | None = None

    def on_start(self, match: Match) -> None:
        """Send the line about the start of the match, if the program gets all lines."""
        self.child.where = f"match {match.match_id} seat {match.seat}"
        if self._is_full:
            self.child.say(lines.start_line(match))

    def on_events(self, match: Match, events: Any) -> None:
        """Keep events until the next turn or the end of the match.

        The line about the next turn has its events anyway; only if the match ends before one, the
        kept events are sent with the line about the end.
        """
        del match
        self._events = events

    async def act(self, observation: Any, turn: Turn) -> Any:
        """Ask the program about a turn; return its Action, or `SKIP` if it gives the turn up."""
        # The turn's line carries its events; only those after the last turn are kept for the end's
        # line.
        self._events = None
        self._turn = turn
        refusal, self._refusal = self._refusal, None
        why = ""
        if refusal is not None and refusal.turn == turn.number:
            why = f"{refusal.reason}: {refusal.text}"
        watching = self._hint.watch(self.child, turn.number)
        try:
            answer = await self.child.ask(lines.turn_line(turn, why), turn.number)
        finally:
            watching.cancel()
        return lines.read_answer(answer, observation)

    def _say(self, channel: str, text: str) -> None:
        """Send a program's message in a chat channel, with the latest turn that it was asked about."""
        if self._turn is None:
            log.warning("%s: not sent, as it has had no turn yet: %.80r", self.child.where, text)
            return
        self._words[self._turn.say(channel, text)] = text
        if len(self._words) > REMEMBERED:
            # The oldest, as a dict keeps the order of insertion.
            del self._words[next(iter(self._words))]

    def on_rejected(self, rejection: Rejection) -> Turn | None:
        """Send the line about a rejection, if the program gets all lines.

        If the answer to the latest turn was rejected, return that turn, so that the program is
        asked again if the turn is still open. Return None for all other rejections.
        """
        words = self._words.pop(rejection.say_number, None)
        if self._is_full:
            self.child.say(lines.rejected_line(rejection, words))
        if self._turn is None or rejection.turn != self._turn.number or rejection.say_number:
            return None
        self._refusal = rejection
        return self._turn  # the client asks about it again only where it is still open

    def on_missed(self, missed: Missed) -> None:
        """Send the line about a missed deadline, if the program gets all lines.

        If the program may have left its answer in an output buffer, log a hint on how to flush it.
        """
        if not missed.given_up:
            self._hint.give(self.child, missed.turn)
        if self._is_full:
            self.child.say(lines.missed_line(missed))

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Send the line about the end, if the program gets all lines, then close the program."""
        if self._is_full:
            self.child.say(lines.end_line(match, outcome, self._events))
        # Kept in a field, because the loop itself holds its tasks only weakly.
        self._closing = asyncio.create_task(self.child.close())


class Bridge:
    """Called by a client to make each seat's bot: one process of the same command for every seat.

    A seat's process starts when the seat joins.

    Args:
        command: Words of the command line.
        restarts: How often each seat's program may be started again after it has ended.
        is_full: Whether programs get all lines, not only turns.
        reads_legal: Whether the lines of turns list the legal actions.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        restarts: int = RESTARTS,
        is_full: bool = False,
        reads_legal: bool = False,
    ) -> None:
        self.reads_legal = reads_legal
        """Whether the lines of turns list the legal actions."""
        self._command = command
        self._restarts = restarts
        self._is_full = is_full
        self._hint = SilenceHint()
        self._children: list[Child] = []

    def __call__(self) -> BridgeBot:
        """Return the bot of a new seat; needs a running event loop."""
        self._children = [child for child in self._children if not child.is_closed]
        bot = BridgeBot(
            self._command,
            self._restarts,
            is_full=self._is_full,
            reads_legal=self.reads_legal,
            hint=self._hint,
        )
        self._children.append(bot.child)
        return bot

    async def close(self) -> None:
        """Close the standard input of all programs, and kill those that run on a second later."""
        closing = (child.close() for child in self._children)
        await asyncio.gather(*closing, return_exceptions=True)

    def kill(self) -> None:
        """Kill all programs now, with the processes that they have started."""
        for child in self._children:
            child.kill()
