"""Who a caller counts as: by its address, by what a trusted proxy says, by its router."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.forwarded import trusted_networks
from referee.server.access.callers import CALLER, caller_of
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.shard import Shard
from tests.server.fake_call import FakeCall


@pytest.mark.parametrize(
    ("peer", "name"),
    [
        ("ipv4:192.0.2.7:5000", "192.0.2.7"),
        ("ipv4:127.0.0.1:5000", "this machine"),
        ("ipv6:%5B::1%5D:5000", "this machine"),
        ("ipv6:[2001:db8:1:2:3:4:5:6]:5000", "2001:db8:1:2::/64"),
        ("ipv6:%5B2001:db8:1:2:ffff::9%5D:77", "2001:db8:1:2::/64"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:5000", "192.0.2.7"),
        ("ipv6:%5Bfe80::1%25eth0%5D:5000", "fe80::/64"),
        ("unix:", "this machine"),
        ("unix:/run/referee.sock", "this machine"),
        ("ipv4:nonsense:1", "nonsense"),
    ],
)
def test_who_calls(tmp_path: Path, peer: str, name: str) -> None:
    """By address, or by network where whoever has one address has all of it."""
    config = ServerConfig(listen=(parse_listen("unix:/x"),), data_dir=tmp_path)
    assert caller_of(FakeCall(peer=peer), config) == name  # type: ignore[arg-type]  # all that is asked for
    assert caller_of(FakeCall(peer=peer, metadata=((CALLER, "forged"),)), config) == name  # type: ignore[arg-type]  # see above


@pytest.mark.parametrize(
    ("peer", "lines", "name"),
    [
        ("ipv4:10.0.0.1:5000", ["192.0.2.7"], "192.0.2.7"),
        ("ipv4:10.0.0.1:5000", ["192.0.2.1, 192.0.2.7, 10.0.0.2"], "192.0.2.7"),
        ("ipv4:10.0.0.1:5000", ["192.0.2.1", "192.0.2.7,10.0.0.2"], "192.0.2.7"),
        ("ipv4:10.0.0.1:5000", ["2001:db8:1:2::5"], "2001:db8:1:2::/64"),
        ("ipv4:10.0.0.1:5000", ["[2001:db8:1:2::5]:443"], "2001:db8:1:2::/64"),
        ("ipv4:10.0.0.1:5000", ["192.0.2.7:1234"], "192.0.2.7"),
        ("ipv4:10.0.0.1:5000", ["::ffff:192.0.2.7"], "192.0.2.7"),
        ("ipv4:10.0.0.1:5000", [], "10.0.0.1"),
        ("ipv4:10.0.0.1:5000", ["192.0.2.1, garbage"], "10.0.0.1"),
        ("ipv4:10.0.0.1:5000", [""], "10.0.0.1"),
        ("ipv4:10.0.0.1:5000", ["127.0.0.1"], "this machine"),
        ("ipv6:%5Bfd00::1%5D:5000", ["192.0.2.7"], "192.0.2.7"),
        ("ipv4:192.0.2.9:5000", ["192.0.2.7"], "192.0.2.9"),
        ("ipv4:192.0.2.9:5000", ["10.0.0.1"], "192.0.2.9"),
        ("unix:", ["192.0.2.7"], "this machine"),
    ],
)
def test_a_trusted_proxy_says_who_calls(
    tmp_path: Path, peer: str, lines: list[str], name: str
) -> None:
    """Nobody else does, however many addresses they send."""
    trusted = trusted_networks(["10.0.0.0/8", "fd00::1"])
    config = ServerConfig((parse_listen("unix:/x"),), tmp_path, trusted_proxies=trusted)
    metadata = tuple(("x-forwarded-for", line) for line in lines)
    assert caller_of(FakeCall(peer=peer, metadata=metadata), config) == name  # type: ignore[arg-type]  # all that is asked for
    trusting_none = ServerConfig((parse_listen("unix:/x"),), tmp_path)
    own = caller_of(FakeCall(peer=peer), trusting_none)  # type: ignore[arg-type]  # see above
    assert caller_of(FakeCall(peer=peer, metadata=metadata), trusting_none) == own  # type: ignore[arg-type]  # see above


def test_a_proxy_on_a_socket_file_is_trusted_as_this_machine(tmp_path: Path) -> None:
    """Only the server's own user can connect to it."""
    trusted = trusted_networks(["127.0.0.1"])
    config = ServerConfig((parse_listen("unix:/x"),), tmp_path, trusted_proxies=trusted)
    metadata = (("x-forwarded-for", "192.0.2.7"),)
    assert caller_of(FakeCall(peer="unix:", metadata=metadata), config) == "192.0.2.7"  # type: ignore[arg-type]  # all that is asked for


def test_a_worker_hears_from_its_router_who_calls(tmp_path: Path) -> None:
    """And nobody else can reach it."""
    config = ServerConfig(
        listen=(parse_listen("unix:/x"),),
        data_dir=tmp_path,
        organizer_key="secret",
        shard=Shard(0, 2),
    )
    assert caller_of(FakeCall(metadata=((CALLER, "192.0.2.7"),)), config) == "192.0.2.7"  # type: ignore[arg-type]  # all that is asked for
    assert caller_of(FakeCall(metadata=(("authorization", "Bearer secret"),)), config) is None  # type: ignore[arg-type]  # see above


def test_a_worker_takes_no_word_of_a_proxy(tmp_path: Path) -> None:
    """Its router has read that, and passes on no more than the result."""
    trusted = trusted_networks(["127.0.0.1"])
    listen = (parse_listen("unix:/x"),)
    config = ServerConfig(listen, tmp_path, shard=Shard(0, 2), trusted_proxies=trusted)
    metadata = ((CALLER, "192.0.2.7"), ("x-forwarded-for", "198.51.100.1"))
    assert caller_of(FakeCall(metadata=metadata), config) == "192.0.2.7"  # type: ignore[arg-type]  # all that is asked for
