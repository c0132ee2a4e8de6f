"""Proxies of the environment, such as `http_proxy`, which gRPC uses if they are set.

A referee on this machine is never called through a proxy. For other addresses the log names the
proxy: if a call fails it is often the proxy's fault, and gRPC's own error names only the referee.
"""

from __future__ import annotations

import functools
import ipaddress
import logging
import os
from urllib.parse import urlsplit

__all__ = ["is_local", "proxy_note", "proxy_options"]

_log = logging.getLogger("referee_client")
_PROXY_VARIABLES = ("grpc_proxy", "https_proxy", "http_proxy")
_EXCEPTION_VARIABLES = ("no_grpc_proxy", "no_proxy")
"""Environment variables that list hosts to reach without a proxy. Only the first that is set
counts; the same holds for `_PROXY_VARIABLES`, which name the proxy.
"""


def is_local(target: str) -> bool:
    """Return whether an address leads to this machine: a Unix socket, localhost, or a loopback address.

    Args:
        target: `unix:/path` or `HOST:PORT`.
    """
    if target.startswith("unix:"):
        return True
    host = _host(target)
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = _ip(host)
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address is not None and (address.is_loopback or address.is_unspecified)


def proxy_options(target: str) -> list[tuple[str, int]]:
    """Return gRPC's options for a channel to an address.

    A local address gets the option to use no proxy. For other addresses the proxy, if there is one,
    is logged.
    """
    if is_local(target):
        return [("grpc.enable_http_proxy", 0)]
    if note := proxy_note(target):
        _log_once(f"the referee at {target} is called {note}")
    return []


def proxy_note(target: str) -> str:
    """Return in words through which proxy gRPC calls an address; empty if it uses none."""
    if is_local(target):
        return ""
    name = next((name for name in _PROXY_VARIABLES if os.environ.get(name)), None)
    if name is None or _is_excepted(_host(target)):
        return ""
    value = os.environ[name]
    try:
        parts = urlsplit(value if "://" in value else f"http://{value}")
        proxy = parts.netloc.rpartition("@")[2]  # never with a password
    except ValueError:
        proxy = "it names"
    return f"through the proxy {proxy}, by the variable {name}; no_proxy makes exceptions"


def _is_excepted(host: str) -> bool:
    """Return whether the environment excepts a host from the proxy.

    Variables such as `no_proxy` list hosts by the end of their names, or by their network.
    """
    listed = next((value for name in _EXCEPTION_VARIABLES if (value := os.environ.get(name))), "")
    address = _ip(host)
    for entry in filter(None, (entry.strip() for entry in listed.split(","))):
        if host.lower().endswith(entry.lower()):
            return True
        try:
            if address is not None and address in ipaddress.ip_network(entry, strict=False):
                return True
        except ValueError:  # a name
            continue
    return False


def _host(target: str) -> str:
    return target.rpartition(":")[0].strip("[]").lower()


def _ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


@functools.cache
def _log_once(line: str) -> None:
    """Log a line the first time that it is passed; channels are opened again after every break."""
    _log.warning("%s", line)
