"""Replays of ended matches, for pages that look at them: where they come from, and what is seen in them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from gamereferee.v1 import match_pb2
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.views import MOST_REPLAYS, Archive, LiveMatches, Visitor

__all__ = ["PathOf", "RefereeReplays", "replay_routes"]

PathOf: TypeAlias = Callable[[Request], Awaitable[Path]]
"""Returns the replay that a request is about, or raises `NotShownError`."""


class RefereeReplays:
    """Replays that the referee keeps, fetched when they are first looked at.

    Args:
        live: The referee's matches.
        folder: Where they are kept while the arena runs.
    """

    def __init__(self, live: LiveMatches, folder: Path) -> None:
        self._live = live
        self._folder = folder
        self._kept: OrderedDict[str, asyncio.Task[Path]] = OrderedDict()

    async def path(self, match_id: str, visitor: Visitor) -> Path:
        """Return the file of a match's replay.

        Raises:
            NotShownError: There is none, or it may not be seen.
        """
        match = await self._live.match(match_id, visitor)
        if match.phase != match_pb2.MATCH_PHASE_ENDED:
            raise NotShownError(404, "the match runs: it has no replay yet")
        if match.reveal_withheld and not visitor.is_guest:
            raise NotShownError(403, "the replay is withheld until its dice may be known")
        if match_id not in self._kept:
            fetching = self._live.link.save_replay(match_id, self._folder)
            self._kept[match_id] = asyncio.ensure_future(fetching)
            while len(self._kept) > MOST_REPLAYS:
                _, oldest = self._kept.popitem(last=False)
                if oldest.done() and not oldest.cancelled() and oldest.exception() is None:
                    oldest.result().unlink(missing_ok=True)
        self._kept.move_to_end(match_id)
        try:
            return await asyncio.shield(self._kept[match_id])
        except NotShownError:
            self._kept.pop(match_id, None)
            raise


def replay_routes(base: str, path_of: PathOf, archive: Archive) -> list[Route]:
    """Return the routes of replays.

    Args:
        base: Path of one replay, with what `path_of` looks at: `/api/replays/{match}`.
        path_of: Finds the file.
        archive: Makes histories of files.
    """

    async def index(request: Request) -> Response:
        built = await archive.find(await path_of(request), request.path_params["eyes"])
        return Response(built.index_json, media_type="application/json")

    async def chunk(request: Request) -> Response:
        built = await archive.find(await path_of(request), request.path_params["eyes"])
        number = request.path_params["chunk"]
        if number >= len(built.chunks):
            most = len(built.chunks) - 1
            raise NotShownError(404, f"chunk must be from 0 to {most}, not {number}")
        return Response(built.chunks[number], media_type="application/json")

    async def file(request: Request) -> Response:
        path = await path_of(request)
        name = f"{path.stem if base.startswith('/t/') else request.path_params['match']}.replay"
        return FileResponse(path, media_type="application/octet-stream", filename=name)

    return [
        Route(f"{base}/{{eyes}}/index", index),
        Route(f"{base}/{{eyes}}/chunks/{{chunk:int}}", chunk),
        Route(f"{base}/file", file),
    ]
