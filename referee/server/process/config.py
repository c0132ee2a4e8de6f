"""Settings of a server, with the checks of their bounds."""

from __future__ import annotations

import dataclasses
import ipaddress
import math
from pathlib import Path

from referee.core.errors import FieldError
from referee.core.forwarded import Network
from referee.core.native.interpreting import LOAD_AFTER_NS
from referee.core.time_control import SECOND
from referee.server.process.credentials import Credentials, OrganizerKeys, Sources
from referee.server.process.shard import Shard
from referee.server.process.worker_addresses import check_direct, nth_address

__all__ = [
    "Listen",
    "RetentionLimits",
    "ServerConfig",
    "direct_config",
    "parse_listen",
    "worker_config",
]

MAX_WORKERS = 64
MAX_THINK_SLOTS = 10_000


@dataclasses.dataclass(frozen=True, slots=True)
class Listen:
    """Address on which a server listens, and whether it is reachable from this machine only."""

    text: str
    """The address in gRPC's form: `unix:/path` or `host:port`."""
    is_local: bool
    """Whether only programs on this machine can reach the address."""


@dataclasses.dataclass(frozen=True, slots=True)
class RetentionLimits:
    """Limits on number, total size and age of the replays that are kept; 0 means no limit."""

    count: int = 0
    """Highest number of replays that are kept; 0 means no limit."""
    megabytes: int = 0
    """Highest total size of the replays that are kept, in megabytes of a million bytes; 0 means no
    limit.
    """
    days: int = 0
    """Number of days after a match's end for which its replay is kept; 0 means no limit."""

    def __post_init__(self) -> None:
        """Check that no limit is negative.

        Raises:
            FieldError: A limit is negative.
        """
        for name in ("count", "megabytes", "days"):
            if getattr(self, name) < 0:
                raise FieldError(f"keep_replays.{name}", "from 0", getattr(self, name))

    def __bool__(self) -> bool:
        return bool(self.count or self.megabytes or self.days)

    def part(self, workers: int) -> RetentionLimits:
        """Return the limits for one of `workers` workers; count and size are divided and rounded up."""
        return RetentionLimits(-(-self.count // workers), -(-self.megabytes // workers), self.days)


@dataclasses.dataclass(frozen=True, slots=True)
class ServerConfig:
    """Settings of a referee server: addresses, data folder, keys and TLS, limits, replays, workers."""

    listen: tuple[Listen, ...]
    """Addresses to listen on; at least one."""
    data_dir: Path
    """Data folder, which holds journals and replays."""
    organizer_key: str = ""
    """Secret that organizers must present. If this is empty and there is no file of keys, no key is
    needed.
    """
    tls_cert: Path | None = None
    """PEM file with the certificate chain. With `tls_key`, all TCP addresses use TLS."""
    tls_key: Path | None = None
    """PEM file with the certificate's private key."""
    closed: bool = False
    """Whether callers without an organizer key may do nothing but play and watch seats by seat
    tokens.
    """
    allow_open: bool = False
    """Whether to accept addresses that other machines can reach, even without key or TLS."""
    max_matches: int = 10_000
    """Highest number of matches that may wait or run at once, from 1."""
    max_message_bytes: int = 1024 * 1024
    """Size in bytes of the largest message that is accepted, from 1 KiB to 64 MiB."""
    max_joins: int = 1000
    """Number of times each seat may be joined, from 1."""
    drain_grace_ns: int = 30 * SECOND
    """Time that running matches may still take after SIGTERM, in nanoseconds."""
    sync: bool = False
    """Whether each journal write is synced to disk before anything is sent that follows from it."""
    keep_replays: RetentionLimits = RetentionLimits()
    """Limits on the replays that are kept; by default all are kept for ever."""
    workers: int = 1
    """Number of processes that share the matches, from 1 to 64."""
    worker_listen: Listen | None = None
    """Address at which clients reach the first worker directly, past the router; None for none. The
    other workers use the ports, or socket files, that follow. In a worker's own settings, the
    address of that worker.
    """
    worker_host: str = ""
    """Host name at which clients reach workers directly; empty means the host of `worker_listen`."""
    think_slots: int = 0
    """Number of turns that bots may think about at once, from 1; 0 means any number."""
    load_kernels_after_ns: int = LOAD_AFTER_NS
    """Time that a game may spend in interpreted kernels before its compiled ones are loaded, in
    nanoseconds, from 0.
    """
    metrics: Listen | None = None
    """Address on a port at which metrics are served for Prometheus; None for no metrics."""
    traces: str = ""
    """OTLP endpoint to which traces of matches are sent, as a URL; empty for no traces."""
    shard: Shard | None = None
    """Part of the matches that this server has, if it is a worker behind a router; else None."""
    organizer_key_file: Path | None = None
    """File that has the organizer key in place of `organizer_key`; None if there is none."""
    organizer_keys_file: Path | None = None
    """File of further organizer keys, lines NAME=KEY; None if there is none."""
    trusted_proxies: tuple[Network, ...] = ()
    """Networks of proxies that are trusted to name the caller in `X-Forwarded-For`."""
    credentials: Credentials = dataclasses.field(
        default_factory=lambda: Credentials(Sources()), repr=False, compare=False
    )
    """Keys and certificate in use. Settings derived from these share the object as long as their
    key and certificate files are the same.
    """

    def __post_init__(self) -> None:
        """Check all settings, without reading files or opening addresses.

        Raises:
            FieldError: A setting is out of its bounds or conflicts with another.
        """
        if not self.listen:
            raise FieldError("listen", "at least one address", "none")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise FieldError("tls_cert and tls_key", "given together", "one of them")
        if self.organizer_key and self.organizer_key_file:
            bound = "given in one of the two ways"
            raise FieldError("organizer_key and organizer_key_file", bound, "both")
        sources = Sources(
            self.organizer_key,
            self.organizer_keys_file,
            self.tls_cert,
            self.tls_key,
            self.organizer_key_file,
        )
        if self.credentials.sources != sources:
            object.__setattr__(self, "credentials", Credentials(sources))
        if self.closed and not sources.has_key:
            raise FieldError("closed", "given with an organizer key", "without one")
        if self.max_matches < 1:
            raise FieldError("max_matches", "from 1", self.max_matches)
        if not 1024 <= self.max_message_bytes <= 64 * 1024 * 1024:
            raise FieldError("max_message_bytes", "from 1024 to 67108864", self.max_message_bytes)
        if self.max_joins < 1:
            raise FieldError("max_joins", "from 1", self.max_joins)
        if not 1 <= self.workers <= MAX_WORKERS:
            raise FieldError("workers", f"from 1 to {MAX_WORKERS}", self.workers)
        if not 0 <= self.think_slots <= MAX_THINK_SLOTS:
            raise FieldError("think_slots", f"from 0 to {MAX_THINK_SLOTS}", self.think_slots)
        if self.think_slots and self.workers > 1:
            raise FieldError("think_slots", "0 where workers share the matches", self.think_slots)
        if self.metrics is not None and self.metrics.text.startswith("unix:"):
            raise FieldError("metrics", "HOST:PORT", self.metrics.text)
        if self.shard is None:
            own = self.worker_listen
            taken = [listen.text for listen in self.listen]
            check_direct(own.text if own else None, self.worker_host, self.workers, taken)
            self._check_open("listen", self.listen)
            self._check_open("worker_listen", (own,) if own else ())

    @property
    def organizer_keys(self) -> OrganizerKeys:
        """Keys that organizers may present at the moment."""
        return self.credentials.current.keys

    def _check_open(self, name: str, addresses: tuple[Listen, ...]) -> None:
        """Check that other machines can reach no address unless key and TLS are set, or `allow_open` is.

        Raises:
            FieldError: Other machines can reach one of `addresses`; the error names the setting
                `name`.
        """
        reachable = [listen.text for listen in addresses if not listen.is_local]
        has_key = self.credentials.sources.has_key
        if reachable and not self.allow_open and not (has_key and self.tls_cert):
            raise FieldError(
                name,
                "an address of this machine alone (127.0.0.1, [::1], unix:) unless organizer key "
                "and TLS are set, or --allow-open is given",
                reachable[0],
            )


def parse_listen(text: str, name: str = "listen") -> Listen:
    """Return the address that a text denotes: `unix:/path`, `host:port`, or `:port` for 127.0.0.1.

    Args:
        text: The text to parse.
        name: Name of the setting, for the error message.

    Raises:
        FieldError: The text is no valid address.
    """
    if text.startswith("unix:"):
        if len(text) <= len("unix:"):
            raise FieldError(name, "unix:PATH or HOST:PORT", text)
        return Listen(text, is_local=True)
    host, colon, port = text.rpartition(":")
    if not colon or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise FieldError(name, "unix:PATH or HOST:PORT with a port from 0 to 65535", text)
    host = host or "127.0.0.1"
    return Listen(f"{host}:{port}", is_local=_is_loopback(host))


def worker_config(config: ServerConfig, number: int, folder: Path) -> ServerConfig:
    """Return the settings of one of several workers: its own addresses, and its share of the limits.

    Args:
        config: Settings of the whole server.
        number: Number of the worker, from 0.
        folder: Private folder for the worker's socket file.
    """
    own = config.worker_listen
    return dataclasses.replace(
        config,
        listen=(parse_listen(f"unix:{folder}/worker-{number}.sock"),),
        worker_listen=parse_listen(nth_address(own.text, number)) if own else None,
        max_matches=math.ceil(config.max_matches / config.workers),
        keep_replays=config.keep_replays.part(config.workers),
        shard=Shard(number, config.workers),
    )


def direct_config(config: ServerConfig, listen: Listen) -> ServerConfig:
    """Return the settings for a worker's own address, at which clients reach it past the router.

    Args:
        config: Settings of the worker.
        listen: The worker's own address.
    """
    return dataclasses.replace(
        config, listen=(listen,), worker_listen=None, worker_host="", shard=None
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
