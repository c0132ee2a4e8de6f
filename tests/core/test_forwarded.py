"""Behind trusted proxies, the caller is the rightmost address that is not theirs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import FieldError
from referee.core.forwarded import MAX_HOPS, caller_address, caller_network, trusted_networks

PROXIES = trusted_networks(["10.0.0.0/8", "fd00::/8", "192.0.2.80"])


@pytest.mark.parametrize(
    ("peer", "header", "caller"),
    [
        pytest.param("198.51.100.7", "192.0.2.1", "198.51.100.7", id="peer-is-no-proxy"),
        pytest.param("10.0.0.1", "", "10.0.0.1", id="no-header"),
        pytest.param("10.0.0.1", "198.51.100.7", "198.51.100.7", id="one-proxy"),
        pytest.param("10.0.0.1", "198.51.100.7,10.9.9.9 , fd00::2", "198.51.100.7", id="chain"),
        pytest.param("10.0.0.1", "192.0.2.1, 198.51.100.7", "198.51.100.7", id="claim-at-the-left"),
        pytest.param("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3", id="all-are-proxies"),
        pytest.param("10.0.0.1", "198.51.100.7, unknown", "10.0.0.1", id="no-address"),
        pytest.param("10.0.0.1", "198.51.100.7, ", "10.0.0.1", id="empty-entry"),
        pytest.param("10.0.0.1", "198.51.100.7:4711", "198.51.100.7", id="port"),
        pytest.param("10.0.0.1", "[2001:DB8::0:7]:4711", "2001:db8::7", id="ipv6-and-port"),
        pytest.param("10.0.0.1", "2001:db8::7", "2001:db8::7", id="ipv6"),
        pytest.param("::ffff:10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7", id="ipv4-in-ipv6"),
        pytest.param("192.0.2.80", "198.51.100.7", "198.51.100.7", id="proxy-by-address"),
        pytest.param("192.0.2.81", "198.51.100.7", "192.0.2.81", id="its-neighbour"),
        pytest.param("unix:", "198.51.100.7", "unix:", id="peer-is-no-address"),
    ],
)
def test_the_rightmost_address_that_is_not_a_proxy(peer: str, header: str, caller: str) -> None:
    """Nobody but a trusted proxy changes who is counted as the caller."""
    assert caller_address(peer, header, PROXIES) == caller


def test_a_header_is_read_as_far_as_chains_of_proxies_are_long() -> None:
    """Its length is the caller's choice."""
    hops = ["198.51.100.7"] + ["10.0.0.2"] * MAX_HOPS
    assert caller_address("10.0.0.1", ",".join(hops), PROXIES) == "10.0.0.2"
    assert caller_address("10.0.0.1", ",".join(hops[:-1]), PROXIES) == "198.51.100.7"


@given(st.text(max_size=60))
def test_what_a_caller_claims_changes_nothing(claim: str) -> None:
    """A proxy puts its own word behind whatever a caller has sent."""
    header = f"{claim}, 198.51.100.7"
    assert caller_address("10.0.0.1", header, PROXIES) == "198.51.100.7"
    assert caller_address("198.51.100.8", header, PROXIES) == "198.51.100.8"


@pytest.mark.parametrize("text", ["", "10.0.0.1/8", "example.org", "10.0.0.0/33", "*"])
def test_what_is_no_network_is_refused(text: str) -> None:
    """The option names what it takes."""
    with pytest.raises(FieldError, match="trusted_proxy must be an address or a network"):
        trusted_networks([text])


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("unix:", "unix:"),
    ],
)
def test_limits_count_by_network(address: str, network: str) -> None:
    """A machine with IPv6 has 2^64 addresses."""
    assert caller_network(address) == network
