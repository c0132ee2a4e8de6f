"""Chat of a match: checks each message, and keeps the messages of the open decision point.

The game decides which seats can talk to each other (`Game.chat`), the match when a message can be
sent. Chat depends on no clock, and has no effect on the game.
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
"""Why a chat message is not taken: the reason code, and a text for people."""

MESSAGE_REJECTIONS = (
    Rejection.MSG_BAD_TEXT,
    Rejection.MSG_TOO_LONG,
    Rejection.MSG_NO_ROOM,
    Rejection.MSG_TOO_MANY,
)
"""Reasons for refusing a chat message that came at the right time. A message refused for one of
these still counts towards the seat's limit of messages.
"""

_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
"""Matches control characters in UTF-8, where no other character contains one of these bytes."""


@dataclasses.dataclass(slots=True)
class Heard:
    """A chat message that was taken, for the members of its channel; immutable by convention."""

    seat: int
    """Index of the seat that sent the message."""
    channel: Channel
    """The channel it was sent in, with the member seats."""
    text: str
    """The text of the message."""
    round: int
    """The game's round in which the message was sent; 0 in a game without rounds."""
    phase: str
    """Name of the game's phase in which the message was sent."""
    encoded: bytes | None = dataclasses.field(default=None, compare=False, repr=False)
    """The message as serialized for the wire; None until the server sends it for the first time and
    caches the bytes here.
    """


class Talk:
    """Chat of one match: the open channels, and the messages of the open decision point.

    Args:
        game: The game, which has chat.
        rules: Limits of chat in this match.
        num_seats: Number of seats in the match.
    """

    def __init__(self, game: AnyGame, rules: ChatRules, num_seats: int) -> None:
        self._game = game
        self._rules = rules
        self._chat: Chat | None = None
        """Channels of the open decision point; None until the game has been asked for them."""
        self._channels: list[tuple[Channel, ...]] | None = None
        """Open channels of each seat, in seat order; None until they have been computed for this
        decision point.
        """
        self._sent = [0] * num_seats
        """Number of messages each seat has sent at this decision point, refused ones included."""
        self._said: dict[int, list[Heard]] = {}
        """Messages taken at this decision point, by sending seat."""

    def channels(self, state: Any, seat: int) -> tuple[Channel, ...]:
        """Return the open channels that a seat is a member of, in the game's order."""
        if self._channels is None:
            by_seat: list[list[Channel]] = [[] for _ in self._sent]
            for channel in self._open(state).channels:
                for member in channel.members:
                    by_seat[member].append(channel)
            self._channels = [tuple(channels) for channels in by_seat]
        return self._channels[seat]

    def count(self, seat: int) -> None:
        """Count one message that a seat has sent at this decision point, taken or refused."""
        self._sent[seat] += 1

    def say(
        self, seat: int, channel: str, text: bytes, *, state: Any, phase: str
    ) -> Problem | None:
        """Take a chat message; return why it is refused, or None if it is taken.

        A refused message counts towards the limit too.

        Args:
            seat: Index of the sending seat, which is still in the match.
            channel: Name of the channel.
            text: The text as UTF-8; not checked yet, so any bytes.
            state: The game's current state.
            phase: Name of the game's current phase.
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
        """Return the first thing wrong with a chat message; None if it is valid.

        Checked in this order: number of messages, channel, empty text, UTF-8, control characters,
        length.
        """
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
        """Close the decision point's chat.

        Return its messages by sending seat, each seat's in order of sending.
        """
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
        """Return the last message taken from a seat at this decision point; None if there is none."""
        said = self._said.get(seat)
        return said[-1] if said else None

    def _open(self, state: Any) -> Chat:
        if self._chat is None:
            self._chat = self._game.chat(state)
        return self._chat


def untimely(turn: int, last: int, *, has_begun: bool, is_over: bool) -> Problem | None:
    """Return why a chat message comes at the wrong time; None if it is on time.

    Args:
        turn: The turn that the message names.
        last: Number of the seat's last opened turn.
        has_begun: Whether the match has begun.
        is_over: Whether the match is over, at least for this seat.
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
