"""Types by which a game declares its chat: which seats may talk to each other, and how much.

The match layer does the rest. Messages are no part of a game's state and have no effect on it. A
game that has chat declares its rules by `Game.chat_rules`, and for each decision point by
`Game.chat` which channels are open and which seats are in them.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

__all__ = ["Channel", "Chat", "ChatRules"]


@dataclasses.dataclass(frozen=True, slots=True)
class ChatRules:
    """Rules of chat for a whole match: names of channels, and how much each seat may send."""

    channels: tuple[str, ...]
    """Names of all channels that can ever be open."""
    messages: int
    """Highest number of messages that a seat may send at one decision point, from 0."""
    text_bytes: int
    """Highest size of one message in bytes of UTF-8, from 1."""


class Channel(NamedTuple):
    """A group of seats; each of them receives what any of them sends in the channel."""

    name: str
    """Name that a message is addressed to; a seat is in at most one channel of each name."""
    number: int
    """Distinguishes channels of the same name, for example the index of a tile; 0 if there is only
    one.
    """
    members: tuple[int, ...]
    """Indices of the seats in the channel, ascending."""
    is_public: bool = False
    """Whether spectators receive the channel's messages."""


class Chat(NamedTuple):
    """The chat channels that are open at one decision point."""

    round: int
    """Number of the rulebook's round, sent with every message; 0 in a game without rounds."""
    channels: tuple[Channel, ...]
    """Channels in which seats may send messages now."""
