"""Replays of ended matches for pages: fetched from the referee, and sent to browsers as histories or files."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from gamereferee.v1 import match_pb2
from referee_arena.scenes.build import Built
from referee_arena.server.archive import Archive
from referee_arena.server.inputs import NUMBER
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.views import LiveMatches, Visitor, parsed_eyes

__all__ = ["KeptReplay", "ReplayOf", "RefereeReplays", "replay_routes"]

MOST_REPLAYS = 200
"""Most replays that are kept on the disk."""


class KeptReplay(NamedTuple):
    """The replay of an ended match, as a file on this machine."""

    path: Path
    """Path of the replay file."""
    num_seats: int
    """Number of seats of the match."""


ReplayOf: TypeAlias = Callable[[Request], Awaitable[KeptReplay]]
"""Function that returns the replay that a request is for, or raises `NotShownError`."""


class RefereeReplays:
    """Replays of the referee's matches, fetched from it at first use.

    Args:
        live: The referee's matches.
        folder: Folder in which the fetched files are kept while the arena runs.
    """

    def __init__(self, live: LiveMatches, folder: Path) -> None:
        self._live = live
        self._folder = folder
        self._kept: OrderedDict[str, asyncio.Task[Path]] = OrderedDict()

    async def find(self, match_id: str, visitor: Visitor) -> KeptReplay:
        """Return the replay of an ended match; fetch it from the referee unless it is kept.

        Raises:
            NotShownError: There is no such match, it has not ended, or the visitor may not see its replay.
        """
        match = await self._live.match(match_id, visitor)
        if match.phase != match_pb2.MATCH_PHASE_ENDED:
            raise NotShownError(404, "the match runs: it has no replay yet")
        if match.reveal_withheld and not visitor.is_guest:
            raise NotShownError(403, "the replay is withheld until its dice may be known")
        # Under the id that the referee returns, not the one in the visitor's request.
        return KeptReplay(await self._fetched(match.match_id), len(match.seats))

    async def _fetched(self, match_id: str) -> Path:
        if match_id not in self._kept:
            fetching = self._live.link.save_replay(match_id, self._folder)
            self._kept[match_id] = asyncio.ensure_future(fetching)
            while len(self._kept) > MOST_REPLAYS:
                _, oldest = self._kept.popitem(last=False)
                oldest.add_done_callback(_delete)
        task = self._kept[match_id]
        self._kept.move_to_end(match_id)
        try:
            return await asyncio.shield(task)
        finally:
            # A failure is not kept: the next request tries again.
            is_failed = task.done() and (task.cancelled() or task.exception() is not None)
            if is_failed and self._kept.get(match_id) is task:
                del self._kept[match_id]


def _delete(fetched: asyncio.Task[Path]) -> None:
    if not fetched.cancelled() and fetched.exception() is None:
        fetched.result().unlink(missing_ok=True)


def replay_routes(base: str, replay_of: ReplayOf, archive: Archive) -> list[Route]:
    """Return the routes by which a page loads the history of an ended match in parts, or its replay file.

    Args:
        base: Path of one replay, with the parameters that `replay_of` reads, such as `/api/replays/{match}`.
        replay_of: Returns the replay that a request is for.
        archive: Builds histories from replay files.
    """

    async def built_for(request: Request) -> Built:
        replay = await replay_of(request)
        eyes = parsed_eyes(request.path_params["eyes"], replay.num_seats)
        return await archive.find(replay.path, eyes)

    async def index(request: Request) -> Response:
        built = await built_for(request)
        return Response(built.index_json, media_type="application/json")

    async def chunk(request: Request) -> Response:
        built = await built_for(request)
        number = request.path_params["chunk"]
        if number >= len(built.chunks):
            most = len(built.chunks) - 1
            raise NotShownError(404, f"chunk must be from 0 to {most}, not {number}")
        return Response(built.chunks[number], media_type="application/json")

    async def file(request: Request) -> Response:
        path, _ = await replay_of(request)
        name = f"{request.path_params.get('match', path.stem)}.replay"
        return FileResponse(path, media_type="application/octet-stream", filename=name)

    return [
        Route(f"{base}/{{eyes}}/index", index),
        Route(f"{base}/{{eyes}}/chunks/{{chunk:{NUMBER}}}", chunk),
        Route(f"{base}/file", file),
    ]
