"""`referee simulate`: runs a server that steps simulations for learners; it plays no matches of bots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.listening import TlsCert, TlsKey, listen_option

__all__ = ["simulate"]


def simulate(
    listen: Annotated[
        list[str] | None, listen_option("127.0.0.1:7075", "REFEREE_SIMULATE_LISTEN")
    ] = None,
    key: Annotated[
        str,
        typer.Option(
            help="Secret that learners must present; none is needed by default.",
            envvar="REFEREE_SIMULATE_KEY",
        ),
    ] = "",
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    allow_open: Annotated[
        bool,
        typer.Option("--allow-open", help="Listen beyond this machine without key or TLS."),
    ] = False,
    max_rows: Annotated[
        int, typer.Option(help="Most matches of a stream, in all its batches.")
    ] = 65_536,
    max_batches: Annotated[int, typer.Option(help="Most batches of a stream.")] = 16,
    max_streams: Annotated[int, typer.Option(help="Most streams at once.")] = 8,
    max_memory_mib: Annotated[
        int, typer.Option(help="Most memory for the rows of all streams, about, in MiB.")
    ] = 2048,
    max_response_mib: Annotated[
        int, typer.Option(help="MiB of columns in one answer at most.")
    ] = 64,
    window: Annotated[
        int, typer.Option(help="Requests of a stream that may wait for their answers.")
    ] = 64,
    shared: Annotated[
        Path | None,
        typer.Option(
            help="Socket for learners of this machine that share memory with the server.",
            envvar="REFEREE_SIMULATE_SHARED",
        ),
    ] = None,
    share: Annotated[
        float, typer.Option(help="How much of a core is used at most, above 0, up to 1.")
    ] = 1.0,
    processes: Annotated[
        int,
        typer.Option(
            help="Processes that step a batch of a game that has no kernels; "
            "1 for the server's alone.",
            envvar="REFEREE_SIMULATE_PROCESSES",
        ),
    ] = 1,
    nice: Annotated[
        int,
        typer.Option(help="Niceness of its processes, 0 to 19: high values give way to others."),
    ] = 10,
    log_text: Annotated[
        bool, typer.Option("--log-text", help="Log as text rather than JSON.")
    ] = False,
) -> None:
    """Step matches for learners until SIGTERM or Ctrl-C; SIGHUP reloads the certificate, if any."""
    from referee.server.process.config import ServerConfig, parse_listen
    from referee.server.process.logs import configure_logs
    from referee.simulation.limits import SimulationLimits

    # What gRPC itself says about an address in use is said better by our own error.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    configure_logs("info", as_json=not log_text)
    # Only now, since it loads gRPC, which reads that at once.
    from referee.simulation.serve import SimulationConfig, run_simulations

    limits = SimulationLimits(
        batches=max_batches,
        rows=max_rows,
        response_bytes=max_response_mib * 1024 * 1024,
        window=window,
    )
    server = ServerConfig(
        listen=tuple(map(parse_listen, listen or ["127.0.0.1:7075"])),
        # Unused: simulations are not recorded.
        data_dir=Path(),
        organizer_key=key,
        tls_cert=tls_cert,
        tls_key=tls_key,
        allow_open=allow_open,
        # A message holds the actions of all matches of a batch.
        max_message_bytes=64 * 1024 * 1024,
    )
    run_simulations(
        SimulationConfig(
            server,
            limits,
            streams=max_streams,
            shared=shared,
            share=share,
            processes=processes,
            memory_bytes=max_memory_mib * 1024 * 1024,
            niceness=nice,
        )
    )
