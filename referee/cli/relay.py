"""`referee relay`: hands an endpoint of language models to bots in a sandbox, and keeps the key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.flags import KEY_VARIABLE, BaseUrl, IdleSeconds, KeyVariable
from referee.core.errors import RefereeError

__all__ = ["relay"]


def relay(
    socket: Annotated[Path, typer.Option(help="Where the Unix socket is made.")],
    base_url: BaseUrl,
    key_env: KeyVariable = KEY_VARIABLE,
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="Model that bots may ask for, repeatable; default any.", show_default=False
        ),
    ] = None,
    budget_requests: Annotated[
        int | None, typer.Option(help="Requests until it ends.", min=1, show_default=False)
    ] = None,
    idle: IdleSeconds = 120.0,
) -> None:
    """Pass requests of bots on to an endpoint, with its key, until Ctrl-C.

    Bots reach it by `referee llm --socket PATH --base-url http://relay`. Only this user can connect. In a
    tournament, name the socket as `readable` of the bots that may use it.
    """
    import asyncio

    try:
        from referee.llm.relay import Relay, bound_socket, serve
    except ModuleNotFoundError as error:
        raise RefereeError(f"a relay needs {error.name}: pip install 'gamereferee[llm]'") from None
    key = os.environ.get(key_env, "")

    async def run() -> None:
        there = Relay(base_url, key, model or (), budget_requests, idle)
        listener = bound_socket(socket)
        typer.echo(f"relay at {socket}, {'with' if key else 'without'} a key")
        try:
            await serve(there, listener)
        finally:
            socket.unlink(missing_ok=True)

    asyncio.run(run())
