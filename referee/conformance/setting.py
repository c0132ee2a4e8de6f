"""Settings of a conformance run, and the ways a bot can reach a server."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping

from referee.conformance.certificates import Certificates
from referee.conformance.matches import DEFAULT_TERMS, MatchTerms
from referee.conformance.timing import Timing
from referee.core.game import AnyPlugin

__all__ = ["Setting", "Transport"]


class Transport(enum.StrEnum):
    """How a bot reaches the server of a scenario: over TCP, a Unix socket, or TCP with TLS."""

    TCP = "tcp"
    UNIX = "unix"
    TLS = "tls"


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """Settings of all scenarios of a run: game, command of the bot, time-out, and how it connects."""

    plugin: AnyPlugin
    """The game that is played."""
    other_game: AnyPlugin | None
    """Another installed game, for seats of a wrong game; None if there is none."""
    command: tuple[str, ...]
    """Words of the command line that starts the bot."""
    env: Mapping[str, str]
    """Environment variables that the bot's environment is made from."""
    timeout_s: float
    """Time that the bot may take for anything a scenario waits for, in seconds."""
    transport: Transport
    """How the bot reaches the scenario's server, in scenarios that prescribe no way."""
    certificates: Certificates
    """TLS certificates of the scenarios' servers."""
    timing: Timing
    """The bot's answer times, which all scenarios add to."""
    terms: MatchTerms = DEFAULT_TERMS
    """Config, number of seats and time control of all matches."""
