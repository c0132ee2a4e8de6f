"""Where a referee is: reads addresses and opens gRPC channels to them.

An address is `unix:/path` for a Unix socket or `HOST:PORT`; with PEM roots it means TLS. Every call
opens a separate channel, so that a client that reconnects never waits for gRPC's back-off after an
earlier failure, and many clients in one process never share a connection.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import grpc
import grpc.aio

from referee_client.errors import AddressError, TlsError
from referee_client.proxies import proxy_options

__all__ = ["Address"]

MAX_MESSAGE_BYTES = 64 * 1024 * 1024
"""Size of the largest message that is sent or accepted, in bytes. A referee that serves a thousand
seats on one stream writes big messages."""
MAX_UNIX_PATH = 107
"""Length of the longest path of a Unix socket in bytes, a limit of the operating system."""

_OPTIONS = [
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    # By default, channels of one process to the same address share a connection.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_retries", 0),
    # So that a restarted referee is found in seconds: by default gRPC waits up to two minutes.
    ("grpc.max_reconnect_backoff_ms", 2000),
]
_HOST_PORT = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(\d{1,5})")


@dataclasses.dataclass(frozen=True, slots=True)
class Address:
    """Address of a referee whose form has been checked; made by `parse`.

    Args:
        target: What gRPC connects to: `unix:/path` or `HOST:PORT`.
        roots: PEM root certificates to trust; None connects without TLS.
    """

    target: str
    """What gRPC connects to: `unix:/path` or `HOST:PORT`."""
    roots: bytes | None = dataclasses.field(default=None, repr=False)
    """PEM root certificates to trust; None connects without TLS."""

    @classmethod
    def parse(cls, text: str, ca: str | Path | None = None) -> Address:
        """Return the address that a text names, with the roots of a CA file if one is given.

        Args:
            text: `unix:/path` or `HOST:PORT`; an IPv6 host in square brackets.
            ca: Path of a file with PEM root certificates; if given, TLS is used.

        Raises:
            AddressError: The text is neither `unix:/path` nor `HOST:PORT` with a port from 1 to
                65535.
            TlsError: The CA file can't be read or holds no certificate, or the address is a Unix
                socket.
        """
        target = text.strip()
        if target.startswith("unix:"):
            _check_unix(target.removeprefix("unix:"), text)
            if ca:
                raise TlsError(f"a Unix socket needs no TLS: leave out the CA file for {text!r}")
            return cls(target)
        found = _HOST_PORT.fullmatch(target)
        if not found or not 1 <= int(found[1]) <= 65535:
            raise AddressError(
                f"address must be unix:/path or HOST:PORT with a port from 1 to 65535, not {text!r}"
            )
        return cls(target, _read_roots(ca) if ca else None)

    def beside(self, text: str) -> Address:
        """Return the address of another server of the same referee, such as a worker.

        It has the same TLS roots as this address.

        Args:
            text: `HOST:PORT`; `unix:/path` only if this address is a Unix socket, too.

        Raises:
            AddressError: The text is no address, or it is a Unix socket and this address is not.
        """
        there = Address.parse(text)
        # A remote referee must not make its clients open sockets of their own machines.
        if there.target.startswith("unix:") and not self.target.startswith("unix:"):
            raise AddressError(
                f"a Unix socket is followed to from a Unix socket alone, not {text!r}"
            )
        return dataclasses.replace(there, roots=self.roots)

    def channel(self) -> grpc.Channel:
        """Open and return a new blocking gRPC channel to the address."""
        if self.roots is None:
            return grpc.insecure_channel(self.target, options=self._options())
        return grpc.secure_channel(self.target, self._credentials(), options=self._options())

    def aio_channel(self) -> grpc.aio.Channel:
        """Open and return a new asyncio gRPC channel to the address; needs a running event loop."""
        if self.roots is None:
            return grpc.aio.insecure_channel(self.target, options=self._options())
        return grpc.aio.secure_channel(self.target, self._credentials(), options=self._options())

    def _options(self) -> list[tuple[str, int]]:
        return _OPTIONS + proxy_options(self.target)

    def _credentials(self) -> grpc.ChannelCredentials:
        return grpc.ssl_channel_credentials(root_certificates=self.roots)


def _check_unix(path: str, text: str) -> None:
    if not path:
        raise AddressError(f"address must name a socket after unix:, not {text!r}")
    if len(path.encode()) > MAX_UNIX_PATH:
        raise AddressError(f"a Unix socket's path has at most {MAX_UNIX_PATH} bytes, not {path!r}")


def _read_roots(ca: str | Path) -> bytes:
    try:
        roots = Path(ca).read_bytes()
    except OSError as error:
        raise TlsError(f"can't read the CA file {str(ca)!r}: {error.strerror}") from error
    if b"-----BEGIN CERTIFICATE-----" not in roots:
        raise TlsError(f"the CA file {str(ca)!r} holds no PEM certificate")
    return roots
