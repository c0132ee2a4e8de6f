"""Serves the rulebooks of the games that are installed where the arena runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from referee.core.errors import RefereeError
from referee.games import registry
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.views import Visitor

__all__ = ["RULES", "rules_route"]

RULES = "/rules/"
"""Path of the rulebooks, to which the identifier of a game is added."""


def rules_route(visitor: Callable[[Request], Visitor]) -> Route:
    """Return the route that answers with the rulebook of a game as text.

    Args:
        visitor: Returns the visitor of a request; raises `NotShownError` if the arena's key is missing.
    """
    return Route(f"{RULES}{{game}}", _answers(visitor))


def _answers(visitor: Callable[[Request], Visitor]) -> Callable[[Request], Awaitable[Response]]:
    async def rules(request: Request) -> Response:
        visitor(request)
        # A game may take a second to import.
        text = await asyncio.to_thread(_rulebook, request.path_params["game"])
        if not text:
            raise NotShownError(404, "this arena has no rulebook of this game")
        return PlainTextResponse(text, headers={"cache-control": "no-cache"})

    return rules


def _rulebook(game: str) -> str:
    try:
        return registry.find(game).rulebook
    except RefereeError:  # it is not installed, or broken
        return ""
