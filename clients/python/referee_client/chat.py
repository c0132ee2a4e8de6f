"""Chat for bots: messages, and the channels in which a seat may speak."""

from __future__ import annotations

import dataclasses

from gamereferee.v1 import play_service_pb2 as wire

__all__ = ["Channel", "Said"]


@dataclasses.dataclass(frozen=True, slots=True)
class Said:
    """A chat message that a seat said in a channel."""

    channel: str
    """Name of the channel in which the message was said."""
    number: int
    """Number of the channel among the game's channels of that name, such as the tile that the
    channel belongs to."""
    seat: int
    """Index of the seat that said the message, 0-based."""
    text: str
    """Text of the message."""
    round: int
    """Round of the rulebook in which the message was said; 0 in games without rounds."""
    phase: str
    """Name of the rulebook's phase in which the message was said."""

    @classmethod
    def from_message(cls, message: wire.Said) -> Said:
        """Return the chat message that a wire message holds."""
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
    """A chat channel: each of its member seats hears what any of them says."""

    name: str
    """Name to pass to `Turn.say`; a seat is in at most one channel of each name."""
    number: int
    """Number of the channel among the game's channels of that name, such as the tile that it
    belongs to."""
    members: tuple[int, ...]
    """Indices of the seats that hear the channel and may speak in it, ascending."""

    @classmethod
    def from_message(cls, message: wire.Channel) -> Channel:
        """Return the channel that a wire message describes."""
        return cls(message.name, message.number, tuple(message.members))
