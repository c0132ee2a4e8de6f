"""The referee that is put under load, and how to connect to it."""

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
    """Address of a referee, with the key and the roots to connect.

    Connections are never shared, as if each came from another machine.
    """

    address: str
    """Address of the referee: `unix:/path` or `HOST:PORT`."""
    ca: str | None = None
    """Path of a file with PEM root certificates; None connects without TLS."""
    key: str | None = dataclasses.field(default=None, repr=False)
    """Organizer key, if the server asks for one; else None."""

    @classmethod
    def from_environment(cls, address: str) -> Target:
        """Return the target of an address, with roots and key from the environment.

        They are in the variables REFEREE_CA and REFEREE_ORGANIZER_KEY.
        """
        ca, key = os.environ.get("REFEREE_CA"), os.environ.get("REFEREE_ORGANIZER_KEY")
        return cls(address, ca or None, key or None)

    def lobby(self) -> Lobby:
        """Return a new connection of an organizer to the referee."""
        return Lobby(self.address, self.key, ca=self.ca)

    def channel(self) -> grpc.Channel:
        """Return a new blocking connection of a bot to the referee."""
        return Address.parse(self.address, self.ca).channel()

    def aio_channel(self) -> grpc.aio.Channel:
        """Return a new asyncio connection of a bot to the referee."""
        return Address.parse(self.address, self.ca).aio_channel()
