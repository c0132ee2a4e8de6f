"""The programs of all seats, dressed as bots."""

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
"""How often a seat's program is started again unless told otherwise."""
REMEMBERED = 64
"""Messages of a program whose words are kept, in case they are rejected."""


class BridgeBot(Bot):
    """One seat's program, dressed as a bot.

    Args:
        command: Words of the program's command.
        restarts: How often it may be started again.
        is_full: Whether it is told more than its turns.
        reads_legal: Whether its turns list what it may do.
        hint: Points out that answers may wait in a buffer.
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
        """Tell the program, if it wants to know."""
        self.child.where = f"match {match.match_id} seat {match.seat}"
        if self._is_full:
            self.child.say(lines.start_line(match))

    def on_events(self, match: Match, events: Any) -> None:
        """Keep what may be the last events."""
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
        """Say for the program what it says, at the newest turn it has been asked about."""
        if self._turn is None:
            log.warning("%s: not sent, as it has had no turn yet: %.80r", self.child.where, text)
            return
        self._words[self._turn.say(channel, text)] = text
        if len(self._words) > REMEMBERED:
            del self._words[next(iter(self._words))]

    def on_rejected(self, rejection: Rejection) -> Turn | None:
        """Tell the program, if it wants to know; have it asked again about an answer that was refused."""
        words = self._words.pop(rejection.say_number, None)
        if self._is_full:
            self.child.say(lines.rejected_line(rejection, words))
        if self._turn is None or rejection.turn != self._turn.number or rejection.say_number:
            return None
        self._refusal = rejection
        return self._turn  # the client asks about it again only where it is still open

    def on_missed(self, missed: Missed) -> None:
        """Tell the program, if it wants to know, and its author why it may have missed the deadline."""
        if not missed.given_up:
            self._hint.give(self.child, missed.turn)
        if self._is_full:
            self.child.say(lines.missed_line(missed))

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Tell the program, if it wants to know, and end it."""
        if self._is_full:
            self.child.say(lines.end_line(match, outcome, self._events))
        self._closing = asyncio.create_task(self.child.close())


class Bridge:
    """Makes the bots of a client: one process of the command for every seat, from its join on.

    Args:
        command: Words of the command.
        restarts: How often each may be started again.
        is_full: Whether the programs are told more than their turns.
        reads_legal: Whether their turns list what they may do.
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
        """Whether turns list what their seats may do."""
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
        """End all programs, a moment after their input."""
        closing = (child.close() for child in self._children)
        await asyncio.gather(*closing, return_exceptions=True)

    def kill(self) -> None:
        """End all programs now, with what they have started."""
        for child in self._children:
            child.kill()
