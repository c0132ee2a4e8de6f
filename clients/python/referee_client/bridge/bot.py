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
"""How often a seat's program is restarted, by default."""
REMEMBERED = 64
"""Number of a program's last chat messages that are kept, to quote one in its rejection."""


class BridgeBot(Bot):
    """A bot whose decisions are made by one seat's program.

    Args:
        command: Words of the program's command.
        restarts: How often it may be restarted.
        is_full: Whether it also gets lines of start, end, missed deadlines and rejections, not only turns.
        reads_legal: Whether its turns list the legal actions.
        hint: Logs that answers may wait in a buffer.
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
        """The program."""
        self._is_full = is_full
        self._hint = hint
        self._turn: Turn | None = None
        self._words: dict[int, str] = {}
        self._refusal: Rejection | None = None
        self._events: Any = None
        self._closing: asyncio.Task[None] | None = None

    def on_start(self, match: Match) -> None:
        """Send the line of the start, if the program gets all lines."""
        self.child.where = f"match {match.match_id} seat {match.seat}"
        if self._is_full:
            self.child.say(lines.start_line(match))

    def on_events(self, match: Match, events: Any) -> None:
        """Keep the events, which the line of the end repeats unless a turn follows."""
        del match
        self._events = events

    async def act(self, observation: Any, turn: Turn) -> Any:
        """Ask the program."""
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
        """Send a chat message of the program at the newest turn about which it has been asked."""
        if self._turn is None:
            log.warning("%s: not sent, as it has had no turn yet: %.80r", self.child.where, text)
            return
        self._words[self._turn.say(channel, text)] = text
        if len(self._words) > REMEMBERED:
            del self._words[next(iter(self._words))]

    def on_rejected(self, rejection: Rejection) -> Turn | None:
        """Send the line of the rejection, if the program gets all lines; return the turn to be asked again if it is open."""
        words = self._words.pop(rejection.say_number, None)
        if self._is_full:
            self.child.say(lines.rejected_line(rejection, words))
        if self._turn is None or rejection.turn != self._turn.number or rejection.say_number:
            return None
        self._refusal = rejection
        return self._turn  # the client asks about it again only where it is still open

    def on_missed(self, missed: Missed) -> None:
        """Send the line of the missed deadline, if the program gets all lines; log why it may have missed it."""
        if not missed.given_up:
            self._hint.give(self.child, missed.turn)
        if self._is_full:
            self.child.say(lines.missed_line(missed))

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Send the line of the end, if the program gets all lines, and end it."""
        if self._is_full:
            self.child.say(lines.end_line(match, outcome, self._events))
        self._closing = asyncio.create_task(self.child.close())


class Bridge:
    """Makes the bots of a client: one process of the command for every seat, from its join on.

    Args:
        command: Words of the command.
        restarts: How often each may be restarted.
        is_full: Whether the programs get all lines, not only turns.
        reads_legal: Whether their turns list the legal actions.
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
        """Whether turns list the legal actions."""
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
        """Close the input of all programs, and end them a moment later."""
        closing = (child.close() for child in self._children)
        await asyncio.gather(*closing, return_exceptions=True)

    def kill(self) -> None:
        """End all programs now, with the processes they have started."""
        for child in self._children:
            child.kill()
