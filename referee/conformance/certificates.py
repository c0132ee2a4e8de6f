"""TLS certificates for `localhost`, made on demand for scenarios."""

from __future__ import annotations

import functools
from pathlib import Path

import grpc
import trustme

__all__ = ["Certificates"]


class Certificates:
    """Certificate authorities of the conformance kit: one that bots trust, and one that no bot trusts.

    Args:
        folder: Folder for the file with the trusted root certificate.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @functools.cached_property
    def roots(self) -> Path:
        """Return the path of a PEM file with the root certificate that bots must trust."""
        file = self._folder / "roots.pem"
        self._authority.cert_pem.write_to_path(str(file))
        return file

    def server(self) -> grpc.ServerCredentials:
        """Return server credentials for `localhost`, issued by the authority that bots trust."""
        return _credentials(self._authority)

    def misnamed(self) -> grpc.ServerCredentials:
        """Return server credentials issued by the trusted authority for another host name."""
        return _credentials(self._authority, "another.example")

    def stranger(self) -> grpc.ServerCredentials:
        """Return server credentials issued by an authority that no bot trusts."""
        return _credentials(trustme.CA())

    @functools.cached_property
    def _authority(self) -> trustme.CA:
        return trustme.CA()


def _credentials(authority: trustme.CA, *names: str) -> grpc.ServerCredentials:
    issued = authority.issue_cert(*(names or ("localhost", "127.0.0.1")))
    chain = b"".join(part.bytes() for part in issued.cert_chain_pems)
    return grpc.ssl_server_credentials([(issued.private_key_pem.bytes(), chain)])
