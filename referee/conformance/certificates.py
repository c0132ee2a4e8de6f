"""Certificates for `localhost`, made when somebody asks for them."""

from __future__ import annotations

import functools
from pathlib import Path

import grpc
import trustme

__all__ = ["Certificates"]


class Certificates:
    """The kit's certificate authority, and one that no bot trusts.

    Args:
        folder: Where the file with the roots goes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @functools.cached_property
    def roots(self) -> Path:
        """PEM file with the root that bots are to trust."""
        file = self._folder / "roots.pem"
        self._authority.cert_pem.write_to_path(str(file))
        return file

    def server(self) -> grpc.ServerCredentials:
        """Return what a server needs that bots are to trust."""
        return _credentials(self._authority)

    def misnamed(self) -> grpc.ServerCredentials:
        """Return what a server has whose certificate is of the trusted authority, for another name."""
        return _credentials(self._authority, "another.example")

    def stranger(self) -> grpc.ServerCredentials:
        """Return credentials of a server whose root no bot has."""
        return _credentials(trustme.CA())

    @functools.cached_property
    def _authority(self) -> trustme.CA:
        return trustme.CA()


def _credentials(authority: trustme.CA, *names: str) -> grpc.ServerCredentials:
    issued = authority.issue_cert(*(names or ("localhost", "127.0.0.1")))
    chain = b"".join(part.bytes() for part in issued.cert_chain_pems)
    return grpc.ssl_server_credentials([(issued.private_key_pem.bytes(), chain)])
