"""Why something a seat sent was not taken."""

from __future__ import annotations

import enum

__all__ = ["Rejection"]


class Rejection(enum.Enum):
    """The reasons; values are those of the protocol's ErrorReason."""

    STALE = 5
    """It answers a turn before the open one, or none is open."""
    DUPLICATE = 6
    """The turn has an answer."""
    LATE = 7
    """The deadline had passed."""
    EARLY = 8
    """It answers a turn not opened yet."""
    MALFORMED = 9
    """It can't be read."""
    WRONG_TYPE = 10
    """It is another message than the game's action."""
    ENDED = 11
    """The match has ended, or the seat is out."""
    MSG_BAD_TEXT = 27
    """A message names no channel of the game, or its text can't be one."""
    MSG_TOO_LONG = 28
    """A message has too many bytes."""
    MSG_NO_ROOM = 29
    """The seat is in no channel of that name now, or the game has no chat."""
    MSG_TOO_MANY = 30
    """The seat has sent as many messages at this decision point as it may."""
    BAD_NONCE = 31
    """A nonce is not the one the seat has committed itself to, or comes at the wrong time."""
