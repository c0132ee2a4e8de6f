"""The caller of a call: an organizer, or a caller that is known by its address alone.

Behind a router all calls come from the router, which names the caller in metadata. No caller can set that metadata: of
theirs the router passes on only the organizer key.
"""

from __future__ import annotations

import grpc

from referee.core.forwarded import caller_address, caller_network, is_loopback
from referee.server.access.auth import has_organizer_key
from referee.server.process.config import ServerConfig

__all__ = ["CALLER", "SHARED_CALLER", "caller_of"]

CALLER = "gamereferee-caller"
"""Key of the metadata in which a router names the caller to its workers."""
SHARED_CALLER = "this machine"
"""Caller name of all programs on this machine, as they have the same address."""

Context = grpc.aio.ServicerContext[object, object]


def caller_of(context: Context, config: ServerConfig) -> str | None:
    """Return the caller to which quotas apply, an address or network; None for one with the organizer key.

    Args:
        context: The call.
        config: Settings of the server that gets it.
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
    """Return the host of a peer in gRPC's form: `ipv4:192.0.2.1:5000`, `ipv6:%5B2001:db8::1%5D:5000`, `unix:`.

    A caller on a socket file is on this machine.
    """
    kind, _, rest = peer.partition(":")
    if kind not in ("ipv4", "ipv6"):
        return "127.0.0.1"
    return rest.rpartition(":")[0].replace("%5B", "").replace("%5D", "").strip("[]")


def _network(host: str) -> str:
    """Return the caller name of an address: the address or its network."""
    return SHARED_CALLER if is_loopback(host) else caller_network(host)
