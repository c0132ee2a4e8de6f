"""Computes and checks the addresses of single workers, at which clients reach them past the router."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Sequence

from referee.core.errors import FieldError

__all__ = ["check_direct", "nth_address", "advertised_address"]

_MOST_PORT = 65535
_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]+\]")


def nth_address(first: str, number: int) -> str:
    """Return the address of the worker with this number.

    The number is added to the port or to the socket's name.

    Args:
        first: Address of the first worker, as `host:port` or `unix:/path`. With port 0, each worker
            takes a free port.
        number: Number of the worker, from 0.
    """
    if first.startswith("unix:"):
        return f"{first}-{number}"
    host, _, port = first.rpartition(":")
    return f"{host}:{int(port) + number}" if int(port) else first


def advertised_address(bound: str, host: str) -> str:
    """Return the address of a worker that clients are given.

    Args:
        bound: Address on which the worker listens, with its actual port.
        host: Host that replaces the host in `bound`; empty to keep it.
    """
    if bound.startswith("unix:"):
        return f"unix:{os.path.abspath(bound.removeprefix('unix:'))}"
    return f"{host}:{bound.rpartition(':')[2]}" if host else bound


def check_direct(first: str | None, host: str, workers: int, taken: Sequence[str]) -> None:
    """Check the settings of workers' own addresses, as far as possible before the workers listen.

    Args:
        first: Address of the first worker; None if workers have no own addresses.
        host: Host name that clients are given; empty to use the address's own.
        workers: Number of workers.
        taken: Addresses on which the router listens.

    Raises:
        FieldError: A setting is out of its bounds or conflicts with another.
    """
    if first is None:
        if host:
            raise FieldError("worker_host", "given together with worker_listen", host)
        return
    if workers < 2:
        raise FieldError("worker_listen", "given with workers from 2", first)
    _check_host(first, host)
    if first.startswith("unix:"):
        return
    name, _, port = first.rpartition(":")
    most = _MOST_PORT - workers + 1
    if int(port) > most:
        bound = f"HOST:PORT with a port up to {most}, so that {workers} workers have one each"
        raise FieldError("worker_listen", bound, first)
    for number in range(workers):
        if int(port) and f"{name}:{int(port) + number}" in taken:
            bound = f"an address from which on {workers} ports are free, and not the router's own"
            raise FieldError("worker_listen", bound, first)


def _check_host(first: str, host: str) -> None:
    if first.startswith("unix:"):
        if host:
            raise FieldError("worker_host", "left out where worker_listen is a socket file", host)
    elif host:
        if not _HOST.fullmatch(host):
            raise FieldError(
                "worker_host", "a host without a port, as clients are to reach it", host
            )
    elif _is_any(first.rpartition(":")[0]):
        bound = "given where worker_listen is no address that clients can reach"
        raise FieldError("worker_host", bound, "none")


def _is_any(host: str) -> bool:
    """Return whether a host stands for all addresses of the machine, as 0.0.0.0 does."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return host == "*"
