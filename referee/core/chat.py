"""What a game declares of chat: which seats may talk to each other, and how much. The match layer does the rest.

Messages are no part of a game's state and have no effect on it. A game that has chat declares its
rules by `Game.chat_rules`, and for each decision point by `Game.chat` which channels are open and who
is in them.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

__all__ = ["Channel", "Chat", "ChatRules"]


@dataclasses.dataclass(frozen=True, slots=True)
class ChatRules:
    """The rules of chat, which hold for a whole match."""

    channels: tuple[str, ...]
    """Names of all channels there can be."""
    messages: int
    """Messages of a seat at a decision point, from 0."""
    text_bytes: int
    """Bytes of a message in UTF-8, from 1."""


class Channel(NamedTuple):
    """A group of seats, each of which receives the messages of all others in it."""

    name: str
    """Name that a message is addressed to; a seat is in at most one channel of each name."""
    number: int
    """Which of several of that name it is, say the index of a tile; 0 if there is only one."""
    members: tuple[int, ...]
    """Seats in it, ascending."""
    is_public: bool = False
    """Whether spectators receive its messages."""


class Chat(NamedTuple):
    """The open channels of a decision point."""

    round: int
    """The rulebook's round, sent with every message; 0 in a game without rounds."""
    channels: tuple[Channel, ...]
    """Channels that take messages now."""
