"""Which referee is put under load, and how to reach it."""

from __future__ import annotations

import dataclasses
import os

import grpc
import grpc.aio

from referee_client.address import Address
from referee_client.lobby import Lobby

__all__ = ["Target"]


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """A referee's address with what opens it.

    Connections are never shared, as if each came from another machine.
    """

    address: str
    """`unix:/path` or `HOST:PORT`."""
    ca: str | None = None
    """File with PEM roots; given means TLS."""
    key: str | None = dataclasses.field(default=None, repr=False)
    """The organizer key, where the server has one."""

    @classmethod
    def from_environment(cls, address: str) -> Target:
        """Return this address, with REFEREE_CA and REFEREE_ORGANIZER_KEY."""
        ca, key = os.environ.get("REFEREE_CA"), os.environ.get("REFEREE_ORGANIZER_KEY")
        return cls(address, ca or None, key or None)

    def lobby(self) -> Lobby:
        """Return an organizer's connection."""
        return Lobby(self.address, self.key, ca=self.ca)

    def channel(self) -> grpc.Channel:
        """Return a bot's blocking connection."""
        return Address.parse(self.address, self.ca).channel()

    def aio_channel(self) -> grpc.aio.Channel:
        """Return a bot's asyncio connection."""
        return Address.parse(self.address, self.ca).aio_channel()
