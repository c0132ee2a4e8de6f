"""`referee serve --capacity-check`: measures this machine, and proposes --max-matches from it.

A separate server is started with the same settings, on its own socket and in a folder next to the
journals, so that nothing that runs or is recorded is touched. `referee.capacity` has the
measurements.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee.cli.launch import let_begin, start_waiting
from referee.core.clock import SystemClock
from referee.core.errors import FieldError, RefereeError
from referee.core.scratch import scratch_folder
from referee.core.time_control import MS, SECOND, format_duration
from referee.games.registry import find, names

if TYPE_CHECKING:
    from referee.capacity.check import Checked, Effort
    from referee.capacity.proposal import Proposal
    from referee.server.process.config import ServerConfig

__all__ = ["CapacityWishes", "ServerGoneError", "check_capacity"]

_WIDTH = 110
"""Width of the printed table in characters where the output is no terminal."""
_CONNECTIONS = 8
"""Number of connections that the bots of the check share."""
_START_LIMIT_S = 300.0
"""Seconds that the server may take to start; one that compiles its kernels first takes long."""
_FOR_OTHERS = (
    "REFEREE_CONFIG",
    "REFEREE_ORGANIZER_KEY",
    "REFEREE_ORGANIZER_KEY_FILE",
    "REFEREE_ORGANIZER_KEYS_FILE",
    "REFEREE_TRUSTED_PROXY",
    "REFEREE_TLS_CERT",
    "REFEREE_TLS_KEY",
    "REFEREE_CLOSED",
    "REFEREE_ALLOW_OPEN",
    "REFEREE_WORKER_LISTEN",
    "REFEREE_WORKER_HOST",
    "REFEREE_METRICS",
    "REFEREE_TRACES",
    "REFEREE_CAPACITY_CHECK",
    "REFEREE_CAPACITY_GAME",
    "REFEREE_CAPACITY_SECONDS",
    "REFEREE_CAPACITY_PACE",
)
"""Environment variables that the check's server does not get: they mean nothing on a private
socket.
"""
_SEARCH_SHARE = 0.6
"""Part of a game's share of the time in which the highest rate of new matches is searched for. In
the rest, memory is measured, and a rate to begin the search with.
"""
_BUSY_CORES = 0.2
"""Number of cores in use by other programs above which a warning says that the machine was busy."""
_FULL_CORE = 0.9
"""Number of cores in use by the bots' single process above which a warning says that this process
may have set the limit, not the referee.
"""


class ServerGoneError(RefereeError):
    """Raised if the server of the check did not start, or has ended."""


@dataclasses.dataclass(frozen=True, slots=True)
class CapacityWishes:
    """Games that a capacity check measures, its duration, and the assumed pace of bots."""

    games: tuple[str, ...] = ()
    """Games to check; empty for all that are installed."""
    seconds: float = 60.0
    """Approximate number of seconds that the whole check may take, from 5 to 3600."""
    pace_ns: int = SECOND
    """Nanoseconds that bots are assumed to need for a decision, from 1 ms."""

    def __post_init__(self) -> None:
        """Check the bounds of the fields.

        Raises:
            FieldError: A field breaks its bound.
        """
        if not 5 <= self.seconds <= 3600:
            raise FieldError("capacity_seconds", "from 5 to 3600", self.seconds)
        if self.pace_ns < MS:
            raise FieldError("capacity_pace", "from 1ms", format_duration(self.pace_ns))

    def effort(self, num_games: int, spent_s: float) -> Effort:
        """Return how long and how precisely the next game is checked; it gets an equal share of the time left.

        Args:
            num_games: Number of games still to be checked, the next one included.
            spent_s: Seconds that the check has taken so far.
        """
        from referee.capacity.check import Effort
        from referee.capacity.window import Terms

        # Time that a game has not used is shared by the games after it.
        left_s = (self.seconds - spent_s) / num_games
        seconds = max(1.0, _SEARCH_SHARE * left_s)
        terms = Terms(settle_s=0.4, measure_s=1.2, least_matches=4, tail_s=1.0)
        return Effort(seconds=seconds, precision=1.2, terms=terms)


def check_capacity(config: ServerConfig, wishes: CapacityWishes) -> None:
    """Measure how many matches a server with these settings can run here; print figures and a proposal.

    Args:
        config: Settings of the server that is planned.
        wishes: What is checked, and for how long.

    Raises:
        FieldError: The data folder can't be used.
        UnknownGameError: A game is not installed.
        ServerGoneError: The check's server did not start, or ended.
    """
    games = wishes.games or tuple(names())
    for game in games:
        find(game)
    from referee.capacity.processes import free_bytes
    from referee.capacity.proposal import propose

    clock = SystemClock()
    # Free memory is read before the check's own server takes some.
    began_ns, free = clock.now_ns(), free_bytes()
    results: list[tuple[Checked, Proposal]] = []
    with _server(config) as (address, pid):
        for game in games:
            spent_s = (clock.now_ns() - began_ns) / SECOND
            effort = wishes.effort(len(games) - len(results), spent_s)
            checked = _check(address, pid, game, effort)
            proposal = propose(
                checked.found.rate,
                checked.points,
                wishes.pace_ns / SECOND,
                match_bytes=checked.match_bytes,
                free_bytes=free,
            )
            results.append((checked, proposal))
            print(f"{game} checked", file=sys.stderr, flush=True)
    _print(config, wishes, results, free)


def _check(address: str, pid: int, game: str, effort: Effort) -> Checked:
    import grpc.aio

    from referee.capacity.check import check_game

    def connect() -> Sequence[grpc.aio.Channel]:
        # Otherwise all channels with this address would share one connection.
        options = [("grpc.use_local_subchannel_pool", 1)]
        return [grpc.aio.insecure_channel(address, options) for _ in range(_CONNECTIONS)]

    try:
        return check_game(connect, game, effort, pid=pid)
    except grpc.aio.AioRpcError as error:
        text = f"the server of the check does not play {game}: {error.details()}"
        raise ServerGoneError(text) from None


@contextlib.contextmanager
def _server(config: ServerConfig) -> Iterator[tuple[str, int]]:
    """Run a server with these settings on a private socket; yield its address and process id."""
    try:
        config.data_dir.mkdir(parents=True, exist_ok=True)
        inside = tempfile.TemporaryDirectory(prefix="capacity-check-", dir=config.data_dir)
    except OSError as error:
        bound = f"a folder that can be written ({error.strerror})"
        raise FieldError("data_dir", bound, str(config.data_dir)) from None
    # Journals go to the disk of the real ones, whose speed is part of what is measured.
    with inside as data_dir, scratch_folder() as folder:
        address = f"unix:{folder}/check.sock"
        command = [sys.executable, "-P", "-m", "referee", "serve", "--listen", address]
        command += ["--data-dir", data_dir, *_flags(config)]
        # Keys, certificates and addresses of the planned server would keep the check's bots out.
        env = {name: text for name, text in os.environ.items() if name not in _FOR_OTHERS}
        process = start_waiting(command, stdout=subprocess.DEVNULL, env=env)
        try:
            let_begin(process)
            _wait_until_serving(process, address)
            yield address, process.pid
        finally:
            process.terminate()
            process.wait()
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()


def _flags(config: ServerConfig) -> list[str]:
    flags = ["--no-house-bots", "--log-level", "error", "--drain-grace", "0s"]
    # The limit that is looked for must not limit the search.
    flags += ["--max-matches", "1000000", "--max-message-bytes", str(config.max_message_bytes)]
    flags += ["--workers", str(config.workers), "--think-slots", str(config.think_slots)]
    flags += ["--load-kernels-after", f"{config.load_kernels_after_ns}ns"]
    return [*flags, "--sync"] if config.sync else flags


def _wait_until_serving(process: subprocess.Popen[bytes], address: str) -> None:
    import grpc
    from grpc_health.v1 import health_pb2, health_pb2_grpc

    clock = SystemClock()
    end_ns = clock.now_ns() + round(_START_LIMIT_S * SECOND)
    with grpc.insecure_channel(address, [("grpc.max_reconnect_backoff_ms", 200)]) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        # A server that has ended already will never answer.
        while process.poll() is None and clock.now_ns() < end_ns:
            with contextlib.suppress(grpc.RpcError):
                stub.Check(health_pb2.HealthCheckRequest(), timeout=1.0, wait_for_ready=True)
                return
    raise ServerGoneError("the server of the check did not start")


def _print(
    config: ServerConfig,
    wishes: CapacityWishes,
    results: Sequence[tuple[Checked, Proposal]],
    free: int | None,
) -> None:
    """Print a table of the figures, notes on them, and the proposed --max-matches.

    Args:
        config: Settings of the server that is planned.
        wishes: What was checked.
        results: Figures and proposal for each game.
        free: Number of free bytes of memory before the check; None if the system does not say.
    """
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)
    table = Table(title="What this machine carries with these settings")
    table.add_column("game", no_wrap=True)
    for heading in ("seats", "matches/s", "decisions/s", "slack p99", "KB/match"):
        table.add_column(heading, justify="right")
    for heading in ("by processor", "by memory"):
        table.add_column(heading, justify="right")
    for checked, proposal in results:
        table.add_row(*_cells(checked, proposal))
    console.print(table)
    for line in _notes(config, wishes, [checked for checked, _ in results], free):
        console.print(line)
    # Any of the games may be played, so the one that needs most decides.
    checked, least = min(results, key=lambda result: result[1].max_matches)
    console.print(
        f"--max-matches {least.max_matches}  # the {least.binds} binds, in {checked.game}",
        soft_wrap=True,
    )


def _cells(checked: Checked, proposal: Proposal) -> list[str]:
    rate, kept, grown = checked.found.rate, checked.kept, checked.match_bytes
    return [
        checked.game,
        str(checked.num_seats),
        "none" if rate is None else f"{rate:.1f}",
        f"{checked.decisions_per_s:,.0f}",
        "" if kept is None else f"{kept.slack_p99:.2f}",
        "?" if grown is None or grown <= 0 else f"{grown / 1000:.0f}",
        f"{proposal.by_processor:,}",
        "?" if proposal.by_memory is None else f"{proposal.by_memory:,}",
    ]


def _notes(
    config: ServerConfig, wishes: CapacityWishes, checks: Sequence[Checked], free: int | None
) -> list[str]:
    """Return the notes below the table: settings, when a rate counts as kept, bounds, and warnings.

    Each line has one or two sentences. `checks` has the result for each game, `free` the number of
    free bytes of memory before the check, or None.
    """
    from referee.capacity.proposal import MEMORY_SHARE, PROCESSOR_SHARE

    sync = "on" if config.sync else "off"
    lines = [
        f"Settings: {config.workers} workers, {config.think_slots} think slots, sync {sync}; "
        "on a socket without TLS, bots on this machine, each seat on its own stream.",
        "A rate of new matches is kept while 99 % of the decisions have half of their 200 ms left, the "
        "referee's own delays counted in, and at most 1 % of the matches fail or begin a second late.",
        f"By processor: {PROCESSOR_SHARE:.0%} of the matches that are open at that rate when bots take "
        f"{format_duration(wishes.pace_ns)} for a decision.",
    ]
    if free is None or any(checked.match_bytes is None for checked in checks):
        lines.append("Memory was not measured: this system does not report it.")
    else:
        lines.append(
            f"By memory: what fits into {MEMORY_SHARE:.0%} of the {free / 1e6:,.0f} MB that are free."
        )
    lines += _warnings(checks)
    return lines


def _warnings(checks: Sequence[Checked]) -> list[str]:
    lines = []
    uses = [checked.use for checked in checks if checked.use is not None]
    others = [use.others for use in uses if use.others is not None]
    if others and max(others) > _BUSY_CORES:
        lines.append(
            f"BUSY: up to {max(others):.1f} cores did something else meanwhile; measure again when they don't."
        )
    if any(use.bots > _FULL_CORE for use in uses):
        lines.append(
            "The bots' process was at its limit: with bots elsewhere the referee carries more."
        )
    open_ended = [
        checked.game for checked in checks if checked.found.rate and not checked.found.too_high
    ]
    if open_ended:
        lines.append(
            f"UNFINISHED: time was up before any rate was too high in {', '.join(open_ended)}; with more "
            "--capacity-seconds more may be found."
        )
    slow = [checked.game for checked in checks if checked.found.rate is None]
    if slow:
        lines.append(
            f"SLOW: no rate was kept in {', '.join(slow)}; give bots much longer than 200 ms for a decision."
        )
    return lines
