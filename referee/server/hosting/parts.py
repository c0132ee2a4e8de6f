"""What a match's host is made from: what is the match's own, and what all matches of a server share."""

from __future__ import annotations

from typing import NamedTuple

from gamereferee.v1 import replay_pb2
from referee.core.clock import Clock
from referee.core.game import AnyPlugin
from referee.match.machine import MatchMachine
from referee.replay.journal import JournalWriter
from referee.server.hosting.lanes import Lanes
from referee.server.hosting.slots import ThinkSlots
from referee.server.process.lag import LagMeter

__all__ = ["MatchParts", "ServerParts"]


class MatchParts(NamedTuple):
    """One match."""

    machine: MatchMachine
    """The match as a state machine."""
    plugin: AnyPlugin
    """Its game."""
    header: replay_pb2.HeaderRecord
    """What everybody may know of it from the start."""
    secret: replay_pb2.SecretRecord
    """What only the server may know."""
    journal: JournalWriter
    """Takes its records."""


class ServerParts(NamedTuple):
    """What all matches of a server share."""

    clock: Clock
    """Source of the time."""
    meter: LagMeter
    """Measures the referee's own lag."""
    slots: ThinkSlots | None = None
    """Decides when a turn may be thought about; None hands each over at once."""
    lanes: Lanes | None = None
    """The lanes that matches may go on; None if the server has none."""
    address: str = ""
    """Where bots reach the server past its router; empty if nowhere."""
