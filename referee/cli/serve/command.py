"""`referee serve`: runs a server until a signal stops it."""

from __future__ import annotations

import dataclasses
import enum
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.listening import TlsCert, TlsKey, listen_option

if TYPE_CHECKING:
    from referee.server.process.config import ServerConfig

__all__ = ["LogLevel", "serve"]


class LogLevel(enum.StrEnum):
    """Lowest level of log entries that are written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def _use_config_file(context: typer.Context, path: Path | None) -> Path | None:
    """Make the settings of a file the defaults of this command's flags.

    Raises:
        RefereeError: The file can't be used.
    """
    if path is not None:
        from referee.cli.serve.config_file import read_config_file

        # Environment and flags go before these, as they do before any default.
        context.default_map = read_config_file(path, serve, without="config")
    return path


def serve(
    config: Annotated[
        Path | None,
        typer.Option(
            help="File of settings, TOML: each flag by its name, such as data_dir. The environment "
            "goes before it, and flags before both.",
            envvar="REFEREE_CONFIG",
            # Read before the other flags, whose defaults it has.
            is_eager=True,
            callback=_use_config_file,
        ),
    ] = None,
    listen: Annotated[list[str] | None, listen_option("127.0.0.1:7070", "REFEREE_LISTEN")] = None,
    data_dir: Annotated[
        Path, typer.Option(help="Folder of journals and replays.", envvar="REFEREE_DATA_DIR")
    ] = Path("data"),
    organizer_key: Annotated[
        str,
        typer.Option(
            help="Secret that organizers must present; none is needed by default.",
            envvar="REFEREE_ORGANIZER_KEY",
        ),
    ] = "",
    organizer_key_file: Annotated[
        Path | None,
        typer.Option(
            help="File that has this secret and nothing else. SIGHUP reads it again.",
            envvar="REFEREE_ORGANIZER_KEY_FILE",
        ),
    ] = None,
    organizer_keys_file: Annotated[
        Path | None,
        typer.Option(
            help="File of further such secrets, lines NAME=KEY; log lines have the names. SIGHUP reads it "
            "again.",
            envvar="REFEREE_ORGANIZER_KEYS_FILE",
        ),
    ] = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    closed: Annotated[
        bool,
        typer.Option(
            "--closed",
            help="Let nobody without the organizer key do more than play and watch by seat tokens: no "
            "lists, no queue, no replays, no public view.",
            envvar="REFEREE_CLOSED",
        ),
    ] = False,
    allow_open: Annotated[
        bool,
        typer.Option(
            "--allow-open",
            help="Listen beyond this machine without organizer key or TLS.",
            envvar="REFEREE_ALLOW_OPEN",
        ),
    ] = False,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of a proxy whose X-Forwarded-For says who calls; may be given several "
            "times. Default: none.",
            envvar="REFEREE_TRUSTED_PROXY",
            show_default=False,
        ),
    ] = None,
    max_matches: Annotated[
        int,
        typer.Option(help="Matches that may wait or run at once.", envvar="REFEREE_MAX_MATCHES"),
    ] = 10_000,
    max_message_bytes: Annotated[
        int,
        typer.Option(help="Size of the largest message taken.", envvar="REFEREE_MAX_MESSAGE_BYTES"),
    ] = 1024 * 1024,
    drain_grace: Annotated[
        str,
        typer.Option(
            help="How long running matches may go on after SIGTERM; the rest is taken up again at "
            "the next start.",
            envvar="REFEREE_DRAIN_GRACE",
        ),
    ] = "30s",
    sync: Annotated[
        bool,
        typer.Option(
            "--sync",
            help="Let every step wait for the disk: survives a power cut, costs throughput.",
            envvar="REFEREE_SYNC",
        ),
    ] = False,
    keep_replays: Annotated[
        int,
        typer.Option(
            help="Replays that are kept; those of the matches that ended first go first, but none before "
            "its reveal is released. 0 keeps all.",
            envvar="REFEREE_KEEP_REPLAYS",
        ),
    ] = 0,
    keep_replays_mb: Annotated[
        int,
        typer.Option(
            help="Megabytes of replays that are kept; 0 keeps all.",
            envvar="REFEREE_KEEP_REPLAYS_MB",
        ),
    ] = 0,
    keep_replays_days: Annotated[
        int,
        typer.Option(
            help="Days for which replays are kept; 0 keeps them for ever.",
            envvar="REFEREE_KEEP_REPLAYS_DAYS",
        ),
    ] = 0,
    workers: Annotated[
        int,
        typer.Option(
            help="Processes that share the matches, up to 64; more than one use more cores.",
            envvar="REFEREE_WORKERS",
        ),
    ] = 1,
    worker_listen: Annotated[
        str | None,
        typer.Option(
            help="HOST:PORT or unix:PATH where bots reach the first worker past the router, the others at "
            "the ports or files that follow; bots that ask for it get this address. Default: nowhere.",
            envvar="REFEREE_WORKER_LISTEN",
            show_default=False,
        ),
    ] = None,
    worker_host: Annotated[
        str,
        typer.Option(
            help="Host under which bots reach workers, if not that of --worker-listen.",
            envvar="REFEREE_WORKER_HOST",
        ),
    ] = "",
    think_slots: Annotated[
        int,
        typer.Option(
            help="Turns that bots on this machine may think about at once, one a stream; a turn that "
            "waits for a slot is off the clock. 0 means any number.",
            envvar="REFEREE_THINK_SLOTS",
        ),
    ] = 0,
    load_kernels_after: Annotated[
        str,
        typer.Option(
            help="How long a game may run in interpreted kernels before its compiled ones are loaded; "
            "0s suits a server of many matches of one game.",
            envvar="REFEREE_LOAD_KERNELS_AFTER",
        ),
    ] = "500ms",
    metrics: Annotated[
        str | None,
        typer.Option(
            help="HOST:PORT at which Prometheus reads metrics. Default: nowhere.",
            envvar="REFEREE_METRICS",
            show_default=False,
        ),
    ] = None,
    traces: Annotated[
        str,
        typer.Option(
            help="OTLP endpoint, http://HOST:PORT, that gets a trace of each match. Default: none.",
            envvar="REFEREE_TRACES",
            show_default=False,
        ),
    ] = "",
    house_bots: Annotated[
        bool, typer.Option(help="Run baseline bots on demand.", envvar="REFEREE_HOUSE_BOTS")
    ] = True,
    log_level: Annotated[
        LogLevel, typer.Option(help="Least level of the log.", envvar="REFEREE_LOG_LEVEL")
    ] = LogLevel.INFO,
    log_text: Annotated[
        bool,
        typer.Option("--log-text", help="Log as text rather than JSON.", envvar="REFEREE_LOG_TEXT"),
    ] = False,
    capacity_check: Annotated[
        bool,
        typer.Option(
            "--capacity-check",
            help="Serve nobody: measure for about a minute what this machine carries with these settings, "
            "propose --max-matches, and end.",
            envvar="REFEREE_CAPACITY_CHECK",
        ),
    ] = False,
    capacity_game: Annotated[
        list[str] | None,
        typer.Option(
            help="Game that the capacity check measures; may be given several times. Default: all.",
            envvar="REFEREE_CAPACITY_GAME",
            show_default=False,
        ),
    ] = None,
    capacity_seconds: Annotated[
        float,
        typer.Option(
            help="About how long the capacity check may take in all.",
            envvar="REFEREE_CAPACITY_SECONDS",
        ),
    ] = 60.0,
    capacity_pace: Annotated[
        str,
        typer.Option(
            help="Time that bots are taken to need for a decision, by the capacity check's proposal.",
            envvar="REFEREE_CAPACITY_PACE",
        ),
    ] = "1s",
) -> None:
    """Serve matches until SIGTERM or Ctrl-C, then drain; SIGHUP reloads keys and certificate."""
    from referee.core.errors import FieldError
    from referee.core.forwarded import trusted_networks
    from referee.core.time_control import parse_duration
    from referee.server.process.config import RetentionLimits, ServerConfig, parse_listen
    from referee.server.process.logs import configure_logs

    del config  # the other parameters have its values
    # What gRPC itself says about an address in use is said better by our own error.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    configure_logs(log_level.value, as_json=not log_text)
    settings = ServerConfig(
        listen=tuple(parse_listen(text) for text in listen or ["127.0.0.1:7070"]),
        data_dir=data_dir,
        organizer_key=organizer_key,
        tls_cert=tls_cert,
        tls_key=tls_key,
        closed=closed,
        allow_open=allow_open,
        max_matches=max_matches,
        max_message_bytes=max_message_bytes,
        drain_grace_ns=parse_duration(drain_grace, "drain_grace"),
        sync=sync,
        keep_replays=RetentionLimits(keep_replays, keep_replays_mb, keep_replays_days),
        workers=workers,
        worker_listen=parse_listen(worker_listen, "worker_listen") if worker_listen else None,
        worker_host=worker_host,
        think_slots=think_slots,
        load_kernels_after_ns=parse_duration(load_kernels_after, "load_kernels_after"),
        traces=traces,
        metrics=parse_listen(metrics, "metrics") if metrics else None,
        organizer_key_file=organizer_key_file,
        organizer_keys_file=organizer_keys_file,
        trusted_proxies=trusted_networks(trusted_proxy or ()),
    )
    if capacity_check:
        from referee.cli.serve.capacity import CapacityWishes, check_capacity

        pace_ns = parse_duration(capacity_pace, "capacity_pace")
        check_capacity(
            settings, CapacityWishes(tuple(capacity_game or ()), capacity_seconds, pace_ns)
        )
    # Alone the flag would silently do nothing.
    elif capacity_game:
        raise FieldError("capacity_game", "given with --capacity-check", capacity_game[0])
    # One worker needs no router before it.
    elif workers > 1:
        from referee.cli.serve.workers import serve_with_workers

        serve_with_workers(
            settings, house_bots=house_bots, log_level=log_level.value, log_json=not log_text
        )
    else:
        _serve_alone(settings, house_bots=house_bots)


def _serve_alone(config: ServerConfig, *, house_bots: bool) -> None:
    """Run a server without workers in this process until a signal stops it.

    `house_bots` says whether it runs house bots.
    """
    from referee.cli.serve.house import HouseProcess
    from referee.core.scratch import scratch_folder
    from referee.server.process.config import parse_listen

    with scratch_folder() as folder:
        inside = parse_listen(f"unix:{folder}/house.sock")
        if house_bots:
            # House bots use a private socket, whatever the other addresses ask of callers.
            config = dataclasses.replace(config, listen=(*config.listen, inside))
        house = HouseProcess(inside.text) if house_bots else None
        try:
            # gRPC is loaded only now: the house bots' process was started before it.
            from referee.server.serve import run_server

            run_server(config, house)
        finally:
            if house is not None:
                house.close()
