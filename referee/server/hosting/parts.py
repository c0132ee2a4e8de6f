"""What a match's host is made from: the objects of one match, and those that all matches share."""

from __future__ import annotations

from typing import NamedTuple

from gamereferee.v1 import replay_pb2
from referee.core.clock import Clock
from referee.core.game import AnyPlugin
from referee.match.machine import MatchMachine
from referee.replay.journal import JournalWriter
from referee.server.hosting.history import Histories
from referee.server.hosting.lanes import Lanes
from referee.server.hosting.observer import HostingObserver
from referee.server.hosting.slots import ThinkSlots
from referee.server.process.lag import LagMeter

__all__ = ["MatchParts", "ServerParts"]


class MatchParts(NamedTuple):
    """Objects that belong to one match: its machine, game, journal, and the records that begin it."""

    machine: MatchMachine
    """State machine of the match."""
    plugin: AnyPlugin
    """The match's game."""
    header: replay_pb2.HeaderRecord
    """Header record: what everybody may know of the match from the start."""
    secret: replay_pb2.SecretRecord
    """Secret record: what only the server may know of the match."""
    journal: JournalWriter
    """Journal to which the match's records are written."""


class ServerParts(NamedTuple):
    """Objects that all matches of a server share, such as the clock, and limits on thinking bots."""

    clock: Clock
    """Source of the time."""
    meter: LagMeter
    """Measures the referee's own lag."""
    histories: Histories
    """Make frames of the past for spectators that come late."""
    slots: ThinkSlots | None = None
    """Think slots, which limit how many bots think at once; None hands every turn over at once."""
    lanes: Lanes | None = None
    """Lanes, which play many matches at once, for the server's matches; None if the server has
    none.
    """
    address: str = ""
    """Address at which bots reach this worker directly, past the router; empty if there is none."""
    observer: HostingObserver | None = None
    """Observes all matches, as for metrics; None for nobody."""
