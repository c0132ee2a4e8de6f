"""Settings of the arena: where it listens, what it shows, and to whom."""

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
"""Host names and addresses by which a machine reaches itself."""


class ArenaError(RefereeError):
    """The arena can't start; the message says why."""


@dataclasses.dataclass(frozen=True, slots=True)
class Listen:
    """Host and port at which the arena listens."""

    host: str
    """Host name or address; an IPv6 address is in brackets."""
    port: int
    """Port number, 0 to 65535; 0 takes any free port."""

    @classmethod
    def parse(cls, text: str, field: str = "listen") -> Listen:
        """Return the host and port in a text `HOST:PORT`; `field` is the setting's name for errors.

        Raises:
            FieldError: The text has another form, or the port is above 65535.
        """
        found = _LISTEN.fullmatch(text.strip())
        if not found or int(found[2]) > 65535:
            raise FieldError(field, "HOST:PORT with a port from 0 to 65535", text)
        return cls(found[1], int(found[2]))

    @property
    def bind(self) -> str:
        """Host to bind a socket to: the listening host, an IPv6 address without its brackets."""
        return self.host.strip("[]")

    @property
    def is_local(self) -> bool:
        """Whether the host is a loopback address, which only programs on this machine can reach."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.bind).is_loopback
        except ValueError:
            return False


@dataclasses.dataclass(frozen=True, slots=True)
class ArenaSettings:
    """Settings of the arena: where it listens, what it shows, and to whom."""

    listen: Listen = Listen("127.0.0.1", 8080)
    """Host and port at which the arena listens."""
    referee: str = ""
    """Address of the referee whose live matches are shown; empty to show no live matches."""
    ca: Path | None = None
    """PEM file with the root certificates to trust, which turns on TLS to the referee; None for no TLS."""
    organizer_key: str = dataclasses.field(default="", repr=False)
    """The referee's organizer key, which the arena sends; empty to send none."""
    tournaments: tuple[Path, ...] = ()
    """Files or data folders of tournaments whose results are shown."""
    access_key: str = dataclasses.field(default="", repr=False)
    """Secret without which nothing is shown; empty to show everybody what a public spectator may see."""
    hosts: tuple[str, ...] = ()
    """Host names by which browsers reach the arena, in addition to that of `listen`, such as `arena.example.org`."""

    trusted_proxies: tuple[Network, ...] = ()
    """Addresses of proxies whose header `X-Forwarded-For` is believed to name the caller."""
    embed_from: str = "*"
    """Sites that may show a match within their pages, as `frame-ancestors` takes them; an arena with a key allows none."""
    metrics: Listen | None = None
    """Host and port at which metrics are served for Prometheus; None for no metrics."""

    @property
    def is_private(self) -> bool:
        """Whether the arena needs a key; then all its visitors may see what the organizer sees."""
        return bool(self.access_key)

    @property
    def hosts_allowed(self) -> frozenset[str]:
        """Host names that requests may be for, without ports and in lower case; empty to allow any."""
        names: Sequence[str] = self.hosts
        if self.listen.is_local:
            names = (*names, *LOCAL_HOSTS)
        elif self.listen.host not in ("0.0.0.0", "[::]"):
            names = (*names, self.listen.host)
        return frozenset(name.lower() for name in names)
