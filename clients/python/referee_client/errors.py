"""Errors that a bot's author or an organizer can meet, as one tree of classes.

RefereeClientError
├── AddressError         the address can't be read
├── TlsError             the CA file can't be read, or the two sides do not trust each other
├── UnreachableError     no referee answered for as long as the client's patience
├── ProtocolError        what came is no referee's answer, or the referee ended the stream for good
│   └── UnknownMessageError   a message of a game this installation has no classes for
├── SeatError            a seat can't be played
│   ├── JoinError        the referee refused its token
│   ├── TakenOverError   another process presented its token and plays it now
│   └── WrongGameError   its match is of another game than the bot's
├── BotError             the bot's own code failed; `__cause__` is what it raised
└── LobbyError           the lobby refused a call

A rejection by the referee is no error of this tree: the bot gets a `Rejection`, and play goes on.
Only a rejected answer that could not be read counts as a failure of the bot's own code.
"""

from __future__ import annotations

from typing import Any

import grpc

__all__ = [
    "AddressError",
    "BotError",
    "JoinError",
    "LobbyError",
    "ProtocolError",
    "RefereeClientError",
    "SeatError",
    "TakenOverError",
    "TlsError",
    "UnknownMessageError",
    "UnreachableError",
    "WrongGameError",
]


class RefereeClientError(Exception):
    """Base class of all errors that keep the client from playing.

    The text says what happened, and what to do.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to pickle and copy the error: its class, text and attributes.

        The constructor is not called for the copy.
        """
        return _rebuilt, (type(self), self.args), dict(vars(self))


def _rebuilt(kind: type[RefereeClientError], args: tuple[object, ...]) -> RefereeClientError:
    error = kind.__new__(kind)
    error.args = args
    return error


class AddressError(RefereeClientError):
    """The address is neither `unix:/path` nor `HOST:PORT`."""


class TlsError(RefereeClientError):
    """TLS can't be set up: a missing CA file, an untrusted certificate, or only one side uses TLS."""


class UnreachableError(RefereeClientError):
    """No referee answered at the address for as long as the client's patience lasted."""


class ProtocolError(RefereeClientError):
    """The server is no referee, speaks another version of the protocol, or ended the stream for good."""


class UnknownMessageError(ProtocolError):
    """A message was received for which no generated protobuf class is installed.

    Args:
        name: Full name of the message, such as `gamereferee.games.diceman.v1.Observation`.
    """

    def __init__(self, name: str) -> None:
        super().__init__(
            f"no generated class for the message {name!r}: install stubs that have it"
            " (a newer gamereferee-client), or import the game's own stubs before playing"
        )
        self.name = name


class SeatError(RefereeClientError):
    """A seat can't be played by this process, or can't be played any longer."""


class JoinError(SeatError):
    """The referee refused a seat's token.

    Args:
        reason: Name of the `ErrorReason` without its prefix, such as `BAD_TOKEN`.
        text: Explanation by the referee, in a sentence.
        token: The rejected token; the error's text has only its first four characters.
    """

    def __init__(self, reason: str, text: str, token: str) -> None:
        super().__init__(f"the referee refused the token {token[:4]}…: {reason}: {text}")
        self.reason = reason
        self.text = text


class TakenOverError(SeatError):
    """Another process presented the seat's token and plays it now."""


class WrongGameError(SeatError):
    """The seat's match is of another game than the one that the bot plays.

    The seat was resigned.
    """


class BotError(RefereeClientError):
    """The bot's own code raised an exception, which is the `__cause__`, or returned no action."""


class LobbyError(RefereeClientError):
    """The referee's lobby refused a call.

    Args:
        code: Status of the call by gRPC.
        reason: Name of the `ErrorReason` without its prefix; empty if the referee gave none.
        text: Explanation by the referee, in a sentence.
    """

    def __init__(self, code: grpc.StatusCode, reason: str, text: str) -> None:
        super().__init__(f"{reason or code.name}: {text}")
        self.code = code
        self.reason = reason
        self.text = text
