"""`referee llm`: a bot whose decisions a language model makes, over any endpoint of the chat-completions API."""

from __future__ import annotations

import functools
import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.flags import (
    KEY_VARIABLE,
    BaseUrl,
    Ca,
    FaceName,
    IdleSeconds,
    KeyVariable,
    RefereeAddress,
    Tokens,
    Window,
)
from referee.core.errors import FieldError

if TYPE_CHECKING:
    from referee.llm.endpoint import Settings
    from referee.llm.trace import TraceWriter

__all__ = ["llm"]


def llm(
    base_url: BaseUrl,
    model: Annotated[str, typer.Option(help="Name of the model.")],
    address: RefereeAddress = "",
    token: Tokens = None,
    ca: Ca = "",
    name: Annotated[
        str,
        typer.Option(
            help="Name in the replay; default the model's.",
            envvar="REFEREE_NAME",
            show_default=False,
        ),
    ] = "",
    socket: Annotated[
        Path | None,
        typer.Option(help="Unix socket through which the endpoint is reached, such as a relay's."),
    ] = None,
    key_env: KeyVariable = KEY_VARIABLE,
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=JSON",
            help="Parameter of each request, such as temperature=0; repeatable.",
        ),
    ] = None,
    attempts: Annotated[int, typer.Option(help="Replies to one turn that are judged.")] = 2,
    retries: Annotated[int, typer.Option(help="Requests again in a turn after failures.")] = 4,
    echo: Annotated[
        bool, typer.Option(help="Show a model what was wrong when it is asked again.")
    ] = True,
    listing: Annotated[bool, typer.Option(help="List all legal answers in each turn.")] = False,
    window: Window = 4000,
    face: FaceName = "own",
    max_tokens: Annotated[
        int, typer.Option(help="Greatest length of a reply; 0: the endpoint's.")
    ] = 0,
    tokens_name: Annotated[
        str, typer.Option(help="Parameter that carries --max-tokens.")
    ] = "max_tokens",
    idle: IdleSeconds = 60.0,
    stream: Annotated[bool, typer.Option(help="Read replies as they are made.")] = True,
    budget_requests: Annotated[
        int | None, typer.Option(help="Requests of one match.", min=1, show_default=False)
    ] = None,
    budget_tokens: Annotated[
        int | None, typer.Option(help="Tokens of one match.", min=1, show_default=False)
    ] = None,
    trace: Annotated[
        str,
        typer.Option(
            metavar="FOLDER",
            help="Record each seat there, as MATCH.SEAT.trace; -: on standard output.",
            show_default=False,
        ),
    ] = "",
    log_level: Annotated[
        str, typer.Option(help="debug, info, warning or error.", envvar="REFEREE_LOG_LEVEL")
    ] = "info",
    try_it: Annotated[
        bool, typer.Option("--try", help="Send one short request, print what came, and leave.")
    ] = False,
) -> None:
    """Play seats with a language model; in a tournament, this is an entry's command.

    Referee and seats come from REFEREE_ADDRESS and REFEREE_TOKENS, as for every bot. The endpoint's key
    comes from the environment, and is in no record and no log. A turn without an action is given up:
    the rulebook's default action is played, and the seat gets a strike.

    Exit status: that of every bot; with --try, 0 if a reply came, else 1.
    """
    from referee.games.rethink import Policy
    from referee.llm.endpoint import Endpoint, Settings

    settings = Settings(
        base_url=base_url,
        model=model,
        parameters=_parameters(parameter or ()),
        key=os.environ.get(key_env, ""),
        socket=socket,
        streams=stream,
        idle_s=idle,
        tokens_name=tokens_name,
    )
    policy = Policy(attempts, retries, echo, listing, window, max_tokens, face)
    if try_it:
        raise typer.Exit(_tried(settings, max_tokens))
    # Its lines say where a request went, once for each.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    from referee.llm.player import Budget, ModelPlayer
    from referee_client.joining import MAX_NAME
    from referee_client.run import argument_parser, main

    endpoint, traces = Endpoint(settings), _traces(trace)

    class Player(ModelPlayer):
        """The bot of one seat; a class, as the client reads from it what the bot looks at."""

        def __init__(self) -> None:
            super().__init__(endpoint, policy, Budget(budget_requests, budget_tokens), traces)

    words = ["--name", (name or model)[:MAX_NAME], "--log-level", log_level]
    words += ["--address", address] if address else []
    words += ["--ca", ca] if ca else []
    words += [word for each in token or () for word in ("--token", each)]
    options = argument_parser("Play with a language model.").parse_args(words)
    status = main(Player, options, after=endpoint.close)
    if status:
        raise typer.Exit(status)


def _traces(where: str) -> Callable[[str, int], TraceWriter] | None:
    """Return the function that opens the trace of a seat; None without traces."""
    from referee.llm.trace import TraceWriter

    if where == "-":
        return lambda match, seat: TraceWriter(sys.stdout, label=f"{match}.{seat}")
    return functools.partial(TraceWriter.at, Path(where)) if where else None


def _parameters(given: list[str] | tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in given:
        name, equals, text = each.partition("=")
        if not name or not equals:
            raise FieldError("parameter", "NAME=JSON, such as temperature=0", each)
        try:
            found[name] = json.loads(text)
        except ValueError:
            raise FieldError(f"parameter {name}", 'JSON, such as 0.5 or "low"', text) from None
    return found


def _tried(settings: Settings, max_tokens: int) -> int:
    """Send one request, print what came, and return the exit status."""
    import asyncio

    from referee.core.text import printable
    from referee.games.rethink import Finish, Reply
    from referee.llm.endpoint import Endpoint
    from referee.llm.usage import Tokens

    async def ask() -> Reply:
        endpoint = Endpoint(settings)
        try:
            return await endpoint.ask([{"role": "user", "content": "Say OK."}], max_tokens)
        finally:
            await endpoint.close()

    reply = asyncio.run(ask())
    if reply.finish is Finish.FAILED:
        typer.echo(f"no reply: {reply.problem}")
        return 1
    tokens = Tokens.of(reply.usage)
    counted = f"{tokens.prompt or '?'} and {tokens.completion or '?'} tokens"
    typer.echo(
        f"{settings.model} replies ({reply.finish}; {counted}): {printable(reply.text)[:200]}"
    )
    return 0
