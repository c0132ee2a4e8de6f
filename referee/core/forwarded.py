"""The caller behind a proxy: the address in `X-Forwarded-For`, which only a trusted proxy may set.

Each proxy adds the address of the caller that it sees at the right end. Addresses farther left were sent by that
caller: any client can send `X-Forwarded-For: 192.0.2.1`. So the header is read from the right, and only as
far as trusted proxies reach.

    >>> trusted = trusted_networks(["10.0.0.0/8"])
    >>> caller_address("10.0.0.1", "192.0.2.1, 198.51.100.7, 10.0.0.2", trusted)
    '198.51.100.7'
    >>> caller_address("203.0.113.9", "192.0.2.1", trusted)
    '203.0.113.9'
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from referee.core.errors import FieldError

__all__ = [
    "MAX_HOPS",
    "Network",
    "caller_address",
    "caller_network",
    "is_loopback",
    "is_trusted",
    "trusted_networks",
]

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

MAX_HOPS = 16
"""Addresses of a header that are read: no chain of proxies is longer, and a caller chooses the length."""
_IPV6_PREFIX = 64
"""Bits of an IPv6 address that name a network: a caller with one of its addresses has them all."""

_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


def trusted_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Read the addresses and networks of trusted proxies, such as `10.0.0.1`, `10.0.0.0/8` or `fd00::/8`.

    Raises:
        FieldError: One is neither, or has bits set behind its prefix.
    """
    networks = []
    for text in texts:
        try:
            networks.append(ipaddress.ip_network(text.strip().strip("[]")))
        except ValueError:
            bound = "an address or a network, such as 10.0.0.1 or 10.0.0.0/8"
            raise FieldError("trusted_proxy", bound, text) from None
    return tuple(networks)


def caller_address(peer: str, forwarded_for: str, trusted: Sequence[Network]) -> str:
    """Return the address of the caller: the rightmost that is not a trusted proxy's.

    What can't be read as an address ends the search, since no trusted proxy wrote it: the last proxy's address is returned then.

    Args:
        peer: Address of the connection's other end, without a port.
        forwarded_for: The header; several lines of it are joined by commas, in order. Empty without one.
        trusted: Networks of trusted proxies.

    Returns:
        The address in its shortest form; the peer as it is given, if it is no address.
    """
    address = _parsed(peer)
    if address is None:
        return peer
    hops = forwarded_for.rsplit(",", MAX_HOPS)[-MAX_HOPS:] if forwarded_for else []
    while hops and _is_in(address, trusted):
        nearer = _parsed(hops.pop())
        if nearer is None:
            break
        address = nearer
    return str(address)


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Return whether the other end of a connection is a trusted proxy."""
    address = _parsed(peer)
    return address is not None and _is_in(address, trusted)


def is_loopback(address: str) -> bool:
    """Return whether an address is one of this machine itself."""
    parsed = _parsed(address)
    return parsed is not None and parsed.is_loopback


def caller_network(address: str) -> str:
    """Return what limits count by: the address itself in IPv4, its /64 in IPv6, else the text as it is."""
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        host = int(parsed) >> (128 - _IPV6_PREFIX) << (128 - _IPV6_PREFIX)
        return f"{ipaddress.IPv6Address(host)}/{_IPV6_PREFIX}"
    return address if parsed is None else str(parsed)


def _parsed(text: str) -> _Address | None:
    """Return an address, without its port and zone; an IPv4 address that IPv6 wraps is unwrapped."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _is_in(address: _Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)
