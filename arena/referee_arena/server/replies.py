"""Routes of what language models replied in ended matches, for the eyes that see what their seats saw.

A trace shows what its seat knew. So the eyes of a seat get that seat's trace alone, the eyes that see everything get
all traces, and the public's get none; whoever may not look at a replay with some eyes gets nothing with them here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee_arena.scenes.traced import traced_seats
from referee_arena.server.archive import Archive
from referee_arena.server.inputs import NUMBER
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.replays import ReplayOf
from referee_arena.server.views import parsed_eyes

__all__ = ["replies_routes"]


def replies_routes(base: str, replay_of: ReplayOf, archive: Archive) -> list[Route]:
    """Return the routes by which a page loads what models replied, by the traces next to a match's replay.

    Args:
        base: Path of one replay, with the parameters that `replay_of` reads, such as `/api/t/{tournament}/{number}`.
        replay_of: Returns the replay that a request is for, after checking that its eyes may look at it.
        archive: Reads traces and computes prompts in its process.
    """

    async def looked_at(request: Request) -> tuple[Path, list[int]]:
        """Return the replay, and the seats whose traces the eyes of a request may see."""
        replay = await replay_of(request)
        eyes = parsed_eyes(request.path_params["eyes"], replay.num_seats)
        if eyes.is_public:
            raise NotShownError(403, "what models replied is shown with the eyes of their seats")
        seats = traced_seats(replay.path, replay.num_seats)
        return replay.path, [seat for seat in seats if eyes.is_all or seat == eyes.seat]

    async def index(request: Request) -> Response:
        # Imported at first use, as most pages need nothing of it.
        from referee_arena.scenes.replies import replies_index

        path, seats = await looked_at(request)
        return _json(await archive.call(replies_index, path, tuple(seats)))

    async def turn(request: Request) -> Response:
        from referee_arena.scenes.replies import replies_turn

        return await of_turn(request, replies_turn)

    async def prompts(request: Request) -> Response:
        from referee_arena.scenes.replies import replies_prompts

        return await of_turn(request, replies_prompts)

    async def of_turn(request: Request, told_by: Callable[[Path, int, int], str]) -> Response:
        path, seats = await looked_at(request)
        seat, number = request.path_params["traced"], request.path_params["turn"]
        if seat not in seats:
            raise NotShownError(404, f"there is no trace of seat {seat} for these eyes")
        return _json(await archive.call(told_by, path, seat, number))

    one_turn = f"{base}/{{eyes}}/replies/{{traced:{NUMBER}}}/{{turn:{NUMBER}}}"
    return [
        Route(f"{base}/{{eyes}}/replies", index),
        Route(one_turn, turn),
        Route(f"{one_turn}/prompts", prompts),
    ]


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")
