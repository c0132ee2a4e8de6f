"""Chat of a match: checks of messages, and the messages of the open decision point.

The game decides which seats can talk to each other (`Game.chat`), the match when a message can be sent. Chat knows
no time, and has no effect on the game.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any, TypeAlias

from referee.core.chat import Channel, Chat, ChatRules
from referee.core.game import AnyGame
from referee.match.rejection import Rejection

__all__ = ["MESSAGE_REJECTIONS", "Heard", "Problem", "Talk", "untimely"]

Problem: TypeAlias = tuple[Rejection, str]
"""Why a message is not taken, and the same for people."""

MESSAGE_REJECTIONS = (
    Rejection.MSG_BAD_TEXT,
    Rejection.MSG_TOO_LONG,
    Rejection.MSG_NO_ROOM,
    Rejection.MSG_TOO_MANY,
)
"""Why messages that came in time are not taken."""

_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
"""Control characters; in UTF-8 no other character has one of these bytes."""


@dataclasses.dataclass(slots=True)
class Heard:
    """A chat message, for the members of its channel; immutable by convention."""

    seat: int
    """The sender."""
    channel: Channel
    """The channel, with its members."""
    text: str
    """The text."""
    round: int
    """The rulebook's round; 0 in a game without rounds."""
    phase: str
    """Name of the rulebook's phase."""
    encoded: bytes | None = dataclasses.field(default=None, compare=False, repr=False)
    """The message as encoded for the wire; the server keeps it here when it first sends it."""


class Talk:
    """Chat of one match.

    Args:
        game: The rules, which have chat.
        rules: Limits of the chat in this match.
        num_seats: Seats.
    """

    def __init__(self, game: AnyGame, rules: ChatRules, num_seats: int) -> None:
        self._game = game
        self._rules = rules
        self._chat: Chat | None = None
        """Channels of the open decision point; None until the game was asked."""
        self._channels: list[tuple[Channel, ...]] | None = None
        """Open channels of each seat, likewise."""
        self._sent = [0] * num_seats
        """Messages of each seat at this decision point, taken or not."""
        self._said: dict[int, list[Heard]] = {}
        """Messages that were taken, by sender."""

    def channels(self, state: Any, seat: int) -> tuple[Channel, ...]:
        """Open channels that a seat is in, in the game's order."""
        if self._channels is None:
            by_seat: list[list[Channel]] = [[] for _ in self._sent]
            for channel in self._open(state).channels:
                for member in channel.members:
                    by_seat[member].append(channel)
            self._channels = [tuple(channels) for channels in by_seat]
        return self._channels[seat]

    def count(self, seat: int) -> None:
        """Note that a seat has sent a message at this decision point, good or bad."""
        self._sent[seat] += 1

    def say(
        self, seat: int, channel: str, text: bytes, *, state: Any, phase: str
    ) -> Problem | None:
        """Take a message, or return why it is refused; it counts in both cases.

        Args:
            seat: The sender, a seat that is still in.
            channel: Name of the channel.
            text: The text in UTF-8, or what should be one.
            state: The game's state.
            phase: Name of the phase.
        """
        self.count(seat)
        problem = self._problem(seat, channel, text)
        if problem is not None:
            return problem
        for there in self.channels(state, seat):
            if there.name == channel:
                heard = Heard(seat, there, text.decode(), self._open(state).round, phase)
                self._said.setdefault(seat, []).append(heard)
                return None
        return Rejection.MSG_NO_ROOM, f"seat {seat} is in no channel {channel!r} now"

    def _problem(self, seat: int, channel: str, text: bytes) -> Problem | None:
        """Return the first fault of a message, checked in the order of this code; None if there is none."""
        rules, bad, size = self._rules, Rejection.MSG_BAD_TEXT, len(text)
        if self._sent[seat] > rules.messages:
            bound = f"a seat may send {rules.messages} messages at a decision point"
            return Rejection.MSG_TOO_MANY, f"{bound}; this is number {self._sent[seat]}"
        if channel not in rules.channels:
            names = ", ".join(map(repr, rules.channels))
            return bad, f"the channel must be one of {names}, not {channel[:40]!r}"
        if not text:
            return bad, f"the text must have from 1 to {rules.text_bytes} bytes, not 0"
        try:
            text.decode()
        except UnicodeDecodeError as error:
            return bad, f"the text must be UTF-8; byte {error.start} is {text[error.start]:#04x}"
        found = _CONTROL.search(text)  # not byte by byte: a text may be very long
        if found is not None:
            where = found.start()
            return (
                bad,
                f"the text must have no control characters; byte {where} is {text[where]:#04x}",
            )
        if size > rules.text_bytes:
            bound = f"the text must have from 1 to {rules.text_bytes} bytes"
            return Rejection.MSG_TOO_LONG, f"{bound}, not {size}"
        return None

    def close(self) -> tuple[Heard, ...]:
        """End the decision point; return its messages by seat, each seat's in the order of sending."""
        said = tuple([heard for seat in sorted(self._said) for heard in self._said[seat]])
        self._chat = self._channels = None
        self._sent = [0] * len(self._sent)
        self._said.clear()
        return said

    @property
    def is_silent(self) -> bool:
        """Whether no seat has sent a message at this decision point, not even a refused one."""
        return not any(self._sent)

    def last(self, seat: int) -> Heard | None:
        """Return a seat's last message at this decision point; None if there is none."""
        said = self._said.get(seat)
        return said[-1] if said else None

    def _open(self, state: Any) -> Chat:
        if self._chat is None:
            self._chat = self._game.chat(state)
        return self._chat


def untimely(turn: int, last: int, *, has_begun: bool, is_over: bool) -> Problem | None:
    """Return why a message comes at the wrong time, if it does.

    Args:
        turn: The turn that it names.
        last: The seat's last one.
        has_begun: Whether the match has begun.
        is_over: Whether it is over, at least for this seat.
    """
    if is_over:
        return Rejection.ENDED, "the match is over for this seat"
    if not has_begun:
        return Rejection.EARLY, "the match has not begun"
    if turn > last:
        return Rejection.EARLY, f"turn {turn} is not open yet; the last is {last}"
    if turn < last:
        return Rejection.STALE, f"turn {turn} is over; the last is {last}"
    return None
