"""Play at a game referee from Python.

A bot is a function from an observation to an action, or a subclass of `Bot`; `run` makes a process
of it. `RefereeClient` is for programs that also do other things, `referee_client.blocking` has the
same class without asyncio, and `Lobby` creates matches.
"""

import referee_client._forks  # noqa: F401 (first: it must come before gRPC)
from referee_client._version import __version__
from referee_client.bot import (
    Bot,
    BotLike,
    Clock,
    Match,
    Missed,
    Outcome,
    Rejection,
    SeatResult,
    Turn,
)
from referee_client.chat import Channel, Said
from referee_client.client import RefereeClient
from referee_client.errors import (
    AddressError,
    BotError,
    JoinError,
    LobbyError,
    ProtocolError,
    RefereeClientError,
    SeatError,
    TakenOverError,
    TlsError,
    UnknownMessageError,
    UnreachableError,
    WrongGameError,
)
from referee_client.fairness import witness_problem
from referee_client.lobby import Lobby, time_control
from referee_client.run import run
from referee_client.visitor import Visitor
from referee_client.witness import read_witness, write_witness

__all__ = [
    # Bots
    "run",
    "Bot",
    "BotLike",
    "Turn",
    "Match",
    "Clock",
    "Said",
    "Channel",
    "Outcome",
    "SeatResult",
    "Rejection",
    "Missed",
    # Programs
    "RefereeClient",
    "Visitor",
    "Lobby",
    "time_control",
    # Fair dice
    "read_witness",
    "witness_problem",
    "write_witness",
    # Errors
    "RefereeClientError",
    "AddressError",
    "TlsError",
    "UnreachableError",
    "ProtocolError",
    "UnknownMessageError",
    "SeatError",
    "JoinError",
    "TakenOverError",
    "WrongGameError",
    "BotError",
    "LobbyError",
    "__version__",
]
