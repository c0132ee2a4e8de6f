"""Settings of a server, checked."""

from __future__ import annotations

import dataclasses
import ipaddress
import math
from pathlib import Path

from referee.core.errors import FieldError
from referee.core.forwarded import Network
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
    """An address to listen on."""

    text: str
    """In gRPC's form: `unix:/path` or `host:port`."""
    is_local: bool
    """Whether only this machine can reach it."""


@dataclasses.dataclass(frozen=True, slots=True)
class RetentionLimits:
    """How many replays are kept; 0 sets no limit."""

    count: int = 0
    """Number of replays, from 0."""
    megabytes: int = 0
    """Their size together in megabytes of a million bytes, from 0."""
    days: int = 0
    """Days since the match ended, from 0."""

    def __post_init__(self) -> None:
        """Check the bounds.

        Raises:
            FieldError: A limit is negative.
        """
        for name in ("count", "megabytes", "days"):
            if getattr(self, name) < 0:
                raise FieldError(f"keep_replays.{name}", "from 0", getattr(self, name))

    def __bool__(self) -> bool:
        return bool(self.count or self.megabytes or self.days)

    def part(self, workers: int) -> RetentionLimits:
        """Return the limits for each of several workers."""
        return RetentionLimits(-(-self.count // workers), -(-self.megabytes // workers), self.days)


@dataclasses.dataclass(frozen=True, slots=True)
class ServerConfig:
    """How a server runs."""

    listen: tuple[Listen, ...]
    """Addresses, at least one."""
    data_dir: Path
    """Folder of journals and replays."""
    organizer_key: str = ""
    """Secret that organizers must present; empty means that none is needed."""
    tls_cert: Path | None = None
    """Certificate chain as PEM; with `tls_key`, all TCP addresses speak TLS."""
    tls_key: Path | None = None
    """Private key as PEM."""
    closed: bool = False
    """Whether callers without the organizer key may only play and watch seats by their tokens."""
    allow_open: bool = False
    """Whether to listen beyond this machine without key or TLS."""
    max_matches: int = 10_000
    """Matches that may wait or run at once, from 1."""
    max_message_bytes: int = 1024 * 1024
    """Size of the largest message taken, from 1 KiB to 64 MiB."""
    max_joins: int = 1000
    """How often a seat may be joined, from 1."""
    drain_grace_ns: int = 30 * SECOND
    """How long running matches may go on after SIGTERM."""
    sync: bool = False
    """Whether the journal waits for the disk before its effects are sent."""
    keep_replays: RetentionLimits = RetentionLimits()
    """How many replays are kept, and how long; all and for ever by default."""
    workers: int = 1
    """Processes that share the matches, from 1 to 64."""
    worker_listen: Listen | None = None
    """Where clients reach the first worker past the router; None for nowhere. The others are at the ports, or
    socket files, that follow. In a worker's own settings, where it is reached itself."""
    worker_host: str = ""
    """Host at which clients reach workers; empty means that of `worker_listen`."""
    think_slots: int = 0
    """Turns that bots may think about at once, from 1; 0 means any number."""
    shard: Shard | None = None
    """The part of the matches that this server has, if it is a worker behind a router; else None."""
    organizer_keys_file: Path | None = None
    """File of further such secrets, each with a name; see `read_keys`."""
    trusted_proxies: tuple[Network, ...] = ()
    """Proxies whose `X-Forwarded-For` names the caller."""
    credentials: Credentials = dataclasses.field(
        default_factory=lambda: Credentials(Sources()), repr=False, compare=False
    )
    """Keys and certificate in use; shared with settings made from these that have them from the same files."""

    def __post_init__(self) -> None:
        """Check what can be checked without touching anything.

        Raises:
            FieldError: A setting breaks its bound or doesn't go with another.
        """
        if not self.listen:
            raise FieldError("listen", "at least one address", "none")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise FieldError("tls_cert and tls_key", "given together", "one of them")
        sources = Sources(self.organizer_key, self.organizer_keys_file, self.tls_cert, self.tls_key)
        if self.credentials.sources != sources:
            object.__setattr__(self, "credentials", Credentials(sources))
        has_key = bool(self.organizer_key or self.organizer_keys_file)
        if self.closed and not has_key:
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
        if self.shard is None:
            own = self.worker_listen
            taken = [listen.text for listen in self.listen]
            check_direct(own.text if own else None, self.worker_host, self.workers, taken)
            self._check_open("listen", self.listen)
            self._check_open("worker_listen", (own,) if own else ())

    @property
    def organizer_keys(self) -> OrganizerKeys:
        """Keys that organizers may present now."""
        return self.credentials.current.keys

    def _check_open(self, name: str, addresses: tuple[Listen, ...]) -> None:
        """Check that no address can be reached from other machines without key and TLS, unless that is allowed."""
        reachable = [listen.text for listen in addresses if not listen.is_local]
        has_key = bool(self.organizer_key or self.organizer_keys_file)
        if reachable and not self.allow_open and not (has_key and self.tls_cert):
            raise FieldError(
                name,
                "an address of this machine alone (127.0.0.1, [::1], unix:) unless organizer key "
                "and TLS are set, or --allow-open is given",
                reachable[0],
            )


def parse_listen(text: str, name: str = "listen") -> Listen:
    """Return the address of a text: `unix:/path`, `host:port`, or `:port` for 127.0.0.1.

    Args:
        text: The text.
        name: The setting, for the error.

    Raises:
        FieldError: The text is no address.
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
    """Return the settings of one of several workers; the router applies those that concern clients.

    Args:
        config: Settings of the whole.
        number: Which worker, from 0.
        folder: Where its socket is to be, closed to others.
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
    """Return the settings of a worker's own address, where clients reach it past the router.

    Args:
        config: Settings of the worker.
        listen: The address.
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
