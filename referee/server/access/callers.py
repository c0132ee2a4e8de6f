"""Who calls: the organizer, or somebody known by no more than an address.

Behind a router all calls come from the router, which says for whom in metadata that no caller can give
it: of theirs it passes on the organizer key alone.
"""

from __future__ import annotations

import grpc

from referee.core.forwarded import caller_address, caller_network, is_loopback
from referee.server.access.auth import has_organizer_key
from referee.server.process.config import ServerConfig

__all__ = ["CALLER", "SHARED_CALLER", "caller_of"]

CALLER = "gamereferee-caller"
"""Metadata in which a router tells its workers who calls."""
SHARED_CALLER = "this machine"
"""Name that all programs of the machine itself have as callers: no address tells one from another."""

Context = grpc.aio.ServicerContext[object, object]


def caller_of(context: Context, config: ServerConfig) -> str | None:
    """Return who calls, as far as quotas care: an address or network; None for whoever presents the key.

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
        # A caller may have sent lines of its own; those of the proxy come after them.
        lines = [value for name, value in entries if name == "x-forwarded-for"]
        forwarded = ",".join(line for line in lines if isinstance(line, str))
        host = caller_address(host, forwarded, config.trusted_proxies)
    return _network(host)


def _host(peer: str) -> str:
    """Return the host of a peer in gRPC's form: `ipv4:192.0.2.1:5000`, `ipv6:%5B2001:db8::1%5D:5000`, `unix:`.

    Whoever comes by a socket file is of this machine.
    """
    kind, _, rest = peer.partition(":")
    if kind not in ("ipv4", "ipv6"):
        return "127.0.0.1"
    return rest.rpartition(":")[0].replace("%5B", "").replace("%5D", "").strip("[]")


def _network(host: str) -> str:
    """Return what limits count by: an address, or the network of one."""
    return SHARED_CALLER if is_loopback(host) else caller_network(host)
