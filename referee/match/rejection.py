"""Reasons for which the referee rejects a message of a seat."""

from __future__ import annotations

import enum

__all__ = ["Rejection"]


class Rejection(enum.Enum):
    """Why a message of a seat was rejected; values are those of the protocol's ErrorReason."""

    STALE = 5
    """The message answers a turn before the last one, or no turn has been opened yet."""
    DUPLICATE = 6
    """The turn already has an answer; the first one counts."""
    LATE = 7
    """The deadline of the answered turn had passed."""
    EARLY = 8
    """The message answers a turn that is not open yet."""
    MALFORMED = 9
    """The message can't be parsed as an action of the game."""
    WRONG_TYPE = 10
    """The payload is a message of another type than the game's Action."""
    ENDED = 11
    """The match has ended, or the seat is out of it."""
    MSG_BAD_TEXT = 27
    """A chat message names no channel of the game, or its text is empty, not UTF-8, or has control
    characters.
    """
    MSG_TOO_LONG = 28
    """A chat message has more bytes than the match allows."""
    MSG_NO_ROOM = 29
    """The seat is in no open channel of that name, or the match has no chat."""
    MSG_TOO_MANY = 30
    """The seat has already sent as many chat messages at this decision point as it may."""
    BAD_NONCE = 31
    """A nonce is not the one the seat has committed to, or arrives at the wrong time."""
