"""Finds the address of a caller behind proxies: in `X-Forwarded-For`, which trusted proxies alone may set.

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
"""Highest number of addresses read from an `X-Forwarded-For` header. No chain of proxies is longer,
and a caller can send any number of addresses.
"""
_IPV6_PREFIX = 64
"""Leading bits of an IPv6 address that name a network: a caller with one address of it can use all
of them.
"""

_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


def trusted_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks of trusted proxies, from texts like `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`.

    Raises:
        FieldError: A text is neither an address nor a network, or has bits set behind its prefix.
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
    """Return the address of the caller: the rightmost address that is not a trusted proxy's.

    Text that is not an address ends the search, since no trusted proxy wrote it: the last proxy's
    address is then returned.

    Args:
        peer: Address of the connection's other end, without a port.
        forwarded_for: Value of the header; several header lines are joined by commas, in order.
            Empty without a header.
        trusted: Networks of trusted proxies.

    Returns:
        The address in its shortest form; `peer` unchanged if it is no address.
    """
    address = _parsed(peer)
    if address is None:
        return peer
    # From the right, and no further than trusted proxies can reach: the header may be as long as
    # the caller likes.
    hops = forwarded_for.rsplit(",", MAX_HOPS)[-MAX_HOPS:] if forwarded_for else []
    while hops and _is_in(address, trusted):
        nearer = _parsed(hops.pop())
        if nearer is None:
            break
        # Only a trusted proxy's entry is believed, so the first address that is none ends the loop.
        address = nearer
    return str(address)


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Return whether `peer`, the other end of a connection, is a trusted proxy."""
    address = _parsed(peer)
    return address is not None and _is_in(address, trusted)


def is_loopback(address: str) -> bool:
    """Return whether the address belongs to this machine itself, such as 127.0.0.1."""
    parsed = _parsed(address)
    return parsed is not None and parsed.is_loopback


def caller_network(address: str) -> str:
    """Return the key by which limits count callers: the IPv4 address, or the /64 network in IPv6.

    A text that is no address is returned unchanged.
    """
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        host = int(parsed) >> (128 - _IPV6_PREFIX) << (128 - _IPV6_PREFIX)
        return f"{ipaddress.IPv6Address(host)}/{_IPV6_PREFIX}"
    return address if parsed is None else str(parsed)


def _parsed(text: str) -> _Address | None:
    """Return the address in a text, without port and zone; None if the text is no address.

    An IPv4 address that is wrapped in an IPv6 address is unwrapped.
    """
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    # More than one colon is an IPv6 address without brackets, which has no port.
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    # A dual-stack socket reports IPv4 callers like this, and networks are listed in IPv4.
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _is_in(address: _Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)
