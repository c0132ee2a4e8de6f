"""What an arena shows, and to whom."""

from __future__ import annotations

import dataclasses
import ipaddress
import re
from collections.abc import Sequence
from pathlib import Path

from referee.core.errors import FieldError, RefereeError
from referee.core.forwarded import Network

__all__ = ["LOCAL_HOSTS", "ArenaError", "ArenaSettings", "Listen"]

_LISTEN = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(\d{1,5})")
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""Names of this machine for itself."""


class ArenaError(RefereeError):
    """The arena can't start; the message says why."""


@dataclasses.dataclass(frozen=True, slots=True)
class Listen:
    """Where the arena listens."""

    host: str
    """Name or address, IPv6 in brackets."""
    port: int
    """From 0; 0 takes any that is free."""

    @classmethod
    def parse(cls, text: str) -> Listen:
        """Read `HOST:PORT`.

        Raises:
            FieldError: The text can't be read.
        """
        found = _LISTEN.fullmatch(text.strip())
        if not found or int(found[2]) > 65535:
            raise FieldError("listen", "HOST:PORT with a port from 0 to 65535", text)
        return cls(found[1], int(found[2]))

    @property
    def bind(self) -> str:
        """The host without brackets."""
        return self.host.strip("[]")

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.bind).is_loopback
        except ValueError:
            return False


@dataclasses.dataclass(frozen=True, slots=True)
class ArenaSettings:
    """What an arena shows, and to whom."""

    listen: Listen = Listen("127.0.0.1", 8080)
    """Where it listens."""
    referee: str = ""
    """Address of the referee whose matches it shows live; empty for none."""
    ca: Path | None = None
    """PEM file with the roots to trust; given means TLS to the referee."""
    organizer_key: str = dataclasses.field(default="", repr=False)
    """The referee's organizer key; empty for none."""
    tournaments: tuple[Path, ...] = ()
    """Files or folders of tournaments whose results it shows."""
    access_key: str = dataclasses.field(default="", repr=False)
    """Secret without which nothing is shown; empty to show everybody what a public spectator may see."""
    hosts: tuple[str, ...] = ()
    """Names by which browsers reach it, in addition to that of `listen`, such as `arena.example.org`."""

    trusted_proxies: tuple[Network, ...] = ()
    """Proxies whose `X-Forwarded-For` names the caller."""
    embed_from: str = "*"
    """Sites that may show a match within their pages, as `frame-ancestors` takes them; an arena with a key allows none."""

    @property
    def is_private(self) -> bool:
        """Whether all visitors have the key, and may see what the organizer sees."""
        return bool(self.access_key)

    @property
    def hosts_allowed(self) -> frozenset[str]:
        """Allowed host names, without ports and in lower case; empty for any."""
        names: Sequence[str] = self.hosts
        if self.listen.is_local:
            names = (*names, *LOCAL_HOSTS)
        elif self.listen.host not in ("0.0.0.0", "[::]"):
            names = (*names, self.listen.host)
        return frozenset(name.lower() for name in names)
