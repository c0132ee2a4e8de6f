"""Chat for bots: messages, and channels in which a seat may speak."""

from __future__ import annotations

import dataclasses

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["Channel", "Said"]


@dataclasses.dataclass(frozen=True, slots=True)
class Said:
    """A chat message of a seat."""

    channel: str
    """Name of the channel."""
    number: int
    """Which of the game's channels of that name it was."""
    seat: int
    """The seat that said it, from 0."""
    text: str
    """The text."""
    round: int
    """The rulebook's round in which it was said; 0 in games without rounds."""
    phase: str
    """Name of the rulebook's phase in which it was said."""

    @classmethod
    def from_message(cls, message: wire.Said) -> Said:
        """Read it from the wire."""
        return cls(
            message.channel,
            message.number,
            message.seat,
            message.text,
            message.round,
            message.phase,
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Channel:
    """A channel: each of its seats hears what any of them says."""

    name: str
    """Name that `Turn.say` takes; a seat is in at most one channel of each name."""
    number: int
    """Which of the game's channels of that name it is."""
    members: tuple[int, ...]
    """Seats that hear it, ascending."""

    @classmethod
    def from_message(cls, message: wire.Channel) -> Channel:
        """Read it from the wire."""
        return cls(message.name, message.number, tuple(message.members))
