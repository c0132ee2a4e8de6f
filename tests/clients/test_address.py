"""What is an address, and which files make TLS."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee_client import AddressError, TlsError
from referee_client.address import Address


@pytest.mark.parametrize(
    "text",
    ["unix:/run/referee.sock", "unix:r.sock", "localhost:50051", "[::1]:1", "10.0.0.7:65535"],
)
def test_address(text: str) -> None:
    """Unix sockets and ports are addresses as they are."""
    assert Address.parse(text) == Address(text, None)


@pytest.mark.parametrize(
    "text",
    ["", "unix:", "localhost", "localhost:0", "localhost:65536", "http://localhost:80", "::1:80"],
)
def test_no_address(text: str) -> None:
    """What is no address is quoted in the error."""
    with pytest.raises(AddressError, match="address must"):
        Address.parse(text)


def test_long_socket_path() -> None:
    """The operating system's bound on socket paths is named before it bites."""
    with pytest.raises(AddressError, match="at most 107 bytes"):
        Address.parse("unix:/" + "x" * 107)


def test_roots(tmp_path: Path) -> None:
    """A CA file must be there and hold a certificate; a Unix socket needs none."""
    bad = tmp_path / "bad.pem"
    with pytest.raises(TlsError, match="No such file"):
        Address.parse("localhost:1", bad)
    bad.write_text("nothing")
    with pytest.raises(TlsError, match="no PEM certificate"):
        Address.parse("localhost:1", bad)
    with pytest.raises(TlsError, match="needs no TLS"):
        Address.parse("unix:/r.sock", bad)
