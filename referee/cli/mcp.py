"""`referee mcp`: lets an agent that speaks the Model Context Protocol play seats."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.flags import Ca, FaceName, RefereeAddress, Tokens, Window
from referee.core.errors import FieldError, RefereeError

if TYPE_CHECKING:
    from mcp.server import MCPServer

__all__ = ["mcp"]


def mcp(
    address: RefereeAddress = "",
    token: Tokens = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            help="File with tokens, one a line; no transcript has them.", show_default=False
        ),
    ] = None,
    ca: Ca = "",
    name: Annotated[str, typer.Option(help="Name in the replay.", envvar="REFEREE_NAME")] = "agent",
    http: Annotated[
        str,
        typer.Option(
            metavar="HOST:PORT",
            help="Serve HTTP at /mcp there; default: stdio.",
            show_default=False,
        ),
    ] = "",
    secret_env: Annotated[
        str, typer.Option(help="Variable with the bearer token that HTTP callers must send.")
    ] = "MCP_SECRET",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Further value of the Host header that HTTP callers may use."),
    ] = None,
    window: Window = 4000,
    face: FaceName = "own",
) -> None:
    """Serve seats as six tools: seats, rules, wait, act, say, resign.

    Over stdio by default, as agents start it themselves; with --http for agents that connect, on this
    machine unless a secret is set. It ends with the agent, and its seats can be joined again.
    """
    import asyncio

    try:
        from referee.llm.mcp_server import desk_server
    except ModuleNotFoundError as error:
        raise RefereeError(f"this needs {error.name}: pip install 'gamereferee[mcp]'") from None
    from referee.games.rethink import Policy
    from referee.llm.desk import Desk

    if not address:
        raise FieldError("address", "given by --address or REFEREE_ADDRESS", "nothing")
    tokens = _tokens(token or (), token_file)
    desk = Desk(address, ca=ca or None, name=name, policy=Policy(window=window, face=face))
    server = desk_server(desk, tokens)
    secret = os.environ.get(secret_env, "")

    async def run() -> None:
        try:
            if http:
                await _serve(server, http, secret, allow_host or [])
            else:
                await server.run_stdio_async()
        finally:
            await desk.close()

    asyncio.run(run())


async def _serve(server: MCPServer[None], where: str, secret: str, hosts: list[str]) -> None:
    """Serve HTTP without state in sessions, until SIGINT or SIGTERM."""
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    from referee.llm.mcp_server import Bearer

    host, _, port = where.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise FieldError("http", "HOST:PORT, such as 127.0.0.1:8077", where)
    is_local = host in {"127.0.0.1", "localhost", "[::1]"}
    if not is_local and not secret:
        raise FieldError("http", "on this machine, or the secret's variable set", where)
    names = [where, f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", *hosts]
    app = server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        host=host,
        transport_security=TransportSecuritySettings(
            allowed_hosts=names, allowed_origins=[f"http://{name}" for name in names]
        ),
    )
    print(f"serving http://{where}/mcp", file=sys.stderr, flush=True)
    config = uvicorn.Config(
        Bearer(app, secret) if secret else app,
        host=host.strip("[]"),
        port=int(port),
        log_level="warning",
    )
    await uvicorn.Server(config).serve()


def _tokens(given: list[str] | tuple[()], file: Path | None) -> list[str]:
    """Return the tokens of the seats.

    Raises:
        FieldError: There are none, or the file can't be read.
    """
    tokens = list(given)
    if file is not None:
        try:
            tokens += file.read_text(encoding="utf-8").split()
        except (OSError, UnicodeDecodeError) as error:
            raise FieldError(
                "token_file", f"a file that can be read ({error})", str(file)
            ) from None
    if not tokens:
        tokens = [each.strip() for each in os.environ.get("REFEREE_TOKENS", "").split(",")]
    tokens = [each for each in tokens if each]
    if not tokens or "-" in tokens:
        bound = "given by --token, --token-file or REFEREE_TOKENS (standard input is the agent's)"
        raise FieldError("token", bound, ", ".join(tokens) or "nothing")
    return tokens
