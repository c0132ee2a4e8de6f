"""The command `referee arena`, which runs the arena's web server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["serve"]


def serve(
    referee: Annotated[
        str,
        typer.Option(
            help="Address of the referee whose matches are shown: unix:/path or HOST:PORT.",
            envvar="REFEREE_ADDRESS",
        ),
    ] = "",
    tournament: Annotated[
        list[Path] | None,
        typer.Option(
            help="File or folder of a tournament to show; may be repeated.", show_default=False
        ),
    ] = None,
    listen: Annotated[str, typer.Option(help="HOST:PORT; port 0 takes any.")] = "127.0.0.1:8080",
    host: Annotated[
        list[str] | None,
        typer.Option(
            help="Name by which browsers reach it, such as that of a proxy.", show_default=False
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of a proxy whose X-Forwarded-For names the caller; may be repeated.",
            show_default=False,
        ),
    ] = None,
    private: Annotated[
        bool,
        typer.Option(
            "--private",
            help="Show nothing without a key, and with it what the organizer may see.",
        ),
    ] = False,
    embed_from: Annotated[
        list[str] | None,
        typer.Option(
            help="Origin of a site that may show matches within its pages, such as https://blog.example.org; "
            "may be repeated; or one of the words any and none. With --private it is none.",
            show_default="any",
        ),
    ] = None,
    organizer_key: Annotated[
        str, typer.Option(help="The referee's organizer key.", envvar="REFEREE_ORGANIZER_KEY")
    ] = "",
    ca: Annotated[
        Path | None, typer.Option(help="PEM file with the roots to trust; turns on TLS.")
    ] = None,
    metrics: Annotated[
        str,
        typer.Option(
            help="HOST:PORT at which Prometheus reads metrics.",
            envvar="ARENA_METRICS",
            show_default="nowhere",
        ),
    ] = "",
) -> None:
    """Show live matches, replays and tournaments in browsers, until Ctrl-C.

    Every visitor sees what a public spectator may see. With --private a browser must present the
    key: that of the environment variable ARENA_KEY, or a random one, which is printed.
    """
    import secrets

    from referee.core.forwarded import trusted_networks
    from referee_arena.server.embedding import embed_sources
    from referee_arena.server.run import run_arena
    from referee_arena.server.settings import ArenaError, ArenaSettings, Listen

    if not referee and not tournament:
        raise ArenaError("nothing to show: give --referee ADDRESS or --tournament FILE")
    key = (os.environ.get("ARENA_KEY") or secrets.token_urlsafe(24)) if private else ""
    run_arena(
        ArenaSettings(
            listen=Listen.parse(listen),
            referee=referee,
            ca=ca,
            organizer_key=organizer_key,
            tournaments=tuple(tournament or ()),
            access_key=key,
            hosts=tuple(host or ()),
            trusted_proxies=trusted_networks(trusted_proxy or ()),
            embed_from=embed_sources(embed_from or ()),
            metrics=Listen.parse(metrics, "metrics") if metrics else None,
        )
    )
