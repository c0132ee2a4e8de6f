"""Who calls: the organizer, or somebody known by no more than an address.

Behind a router all calls come from the router, which says for whom in metadata that no caller can give
it: of theirs it passes on the organizer key alone.
"""

from __future__ import annotations

import ipaddress

import grpc

from referee.server.access.auth import has_organizer_key
from referee.server.process.config import ServerConfig

__all__ = ["CALLER", "caller"]

CALLER = "gamereferee-caller"
"""Metadata in which a router tells its workers who calls."""
_IPV6_PREFIX = 64
"""Bits of an address of IPv6 that tell a network: who has one address of it has them all."""

Context = grpc.aio.ServicerContext[object, object]


def caller(context: Context, config: ServerConfig) -> str | None:
    """Return who calls, as far as quotas care: an address or network; None for whoever presents the key.

    Args:
        context: The call.
        config: Settings of the server that gets it.
    """
    if config.organizer_key and has_organizer_key(context, config.organizer_key):
        return None
    if config.shard is not None:
        metadata = dict(context.invocation_metadata() or ())
        return str(metadata.get(CALLER, "this machine"))
    return _network(context.peer())


def _network(peer: str) -> str:
    """Return the host of a peer in gRPC's form: `ipv4:192.0.2.1:5000`, `ipv6:%5B2001:db8::1%5D:5000`, `unix:`."""
    kind, _, rest = peer.partition(":")
    if kind not in ("ipv4", "ipv6"):
        return "this machine"
    host = rest.rpartition(":")[0].replace("%5B", "").replace("%5D", "").strip("[]")
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return "this machine" if address.is_loopback else str(address)
    if address.ipv4_mapped is not None:
        return _network(f"ipv4:{address.ipv4_mapped}:0")
    if address.is_loopback:
        return "this machine"
    return str(ipaddress.ip_network((address, _IPV6_PREFIX), strict=False))
