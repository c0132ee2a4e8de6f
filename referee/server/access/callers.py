"""Identifies the caller of a call: an organizer, or a caller known by its address alone.

Behind a router all calls come from the router, which names the caller in metadata. No caller can
set that metadata itself: of a caller's own metadata, the router passes on only the organizer key.
"""

from __future__ import annotations

import grpc

from referee.core.forwarded import caller_address, caller_network, is_loopback
from referee.server.access.auth import has_organizer_key
from referee.server.process.config import ServerConfig

__all__ = ["CALLER", "SHARED_CALLER", "caller_of"]

CALLER = "gamereferee-caller"
"""Metadata key under which a router names the caller to its workers."""
SHARED_CALLER = "this machine"
"""Caller name of all programs on this machine, since they have the same address."""

Context = grpc.aio.ServicerContext[object, object]


def caller_of(context: Context, config: ServerConfig) -> str | None:
    """Return the name of the caller that quotas apply to: an address or network.

    None for an organizer with a key.

    Args:
        context: gRPC context of the call.
        config: Settings of the server that received the call.
    """
    keys = config.organizer_keys
    if keys and has_organizer_key(context, keys):
        return None
    if config.shard is not None:
        metadata = dict(context.invocation_metadata() or ())
        return str(metadata.get(CALLER, SHARED_CALLER))
    host = _host(context.peer())
    if config.trusted_proxies:
        entries = context.invocation_metadata() or ()
        # A caller may have sent such lines itself; those of the proxy come after them, and only they are trusted.
        lines = [value for name, value in entries if name == "x-forwarded-for"]
        forwarded = ",".join(line for line in lines if isinstance(line, str))
        host = caller_address(host, forwarded, config.trusted_proxies)
    return _network(host)


def _host(peer: str) -> str:
    """Return the host in a peer name of gRPC, such as `ipv4:192.0.2.1:5000` or `ipv6:%5B2001:db8::1%5D:5000`.

    For any other peer name, such as `unix:`, the caller is on this machine: return 127.0.0.1.
    """
    kind, _, rest = peer.partition(":")
    if kind not in ("ipv4", "ipv6"):
        return "127.0.0.1"
    return rest.rpartition(":")[0].replace("%5B", "").replace("%5D", "").strip("[]")


def _network(host: str) -> str:
    """Return the caller name for an address.

    It is `SHARED_CALLER` for this machine, else the IPv4 address or the /64 network in IPv6.
    """
    return SHARED_CALLER if is_loopback(host) else caller_network(host)
