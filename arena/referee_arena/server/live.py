"""Routes by which pages load live matches: lists of matches, histories in parts, and streams of new frames."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from gamereferee.v1 import match_pb2
from referee.core.errors import FieldError, UnknownGameError
from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.core.text import distinct_names
from referee.games import registry
from referee_arena.scenes.history import encoded
from referee_arena.server.inputs import NUMBER, whole_number
from referee_arena.server.live_streams import LiveStream, StreamEvent
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.views import LiveMatches, Visitor
from tournaments.reports.page.results import result_sentence
from tournaments.spec.outcomes import ForfeitCause, SeatResult

__all__ = ["match_plain", "players_of", "routes", "stream_routes"]

LISTED = 50
"""Most matches of a phase (running or ended) in the list of matches."""
MOST_FRAMES = 10**9
"""Largest frame number that a request may have."""


def routes(
    live: LiveMatches, visitor: Callable[[Request], Visitor], is_closing: Callable[[], bool]
) -> list[Route]:
    """Return the routes below `/api/matches`: the list of matches, and the parts of live matches.

    Args:
        live: The referee's matches.
        visitor: Returns the visitor of a request; raises `NotShownError` if the arena's key is missing.
        is_closing: Function that returns whether the arena is shutting down, so that streams must end.
    """

    async def listed(request: Request) -> Response:
        matches = await live.listed(LISTED, visitor(request))
        return JSONResponse({"matches": [match_plain(match) for match in matches]})

    async def found(request: Request) -> LiveStream:
        path = request.path_params
        return await live.stream(path["match"], path["eyes"], visitor(request))

    return [
        Route("/api/matches", listed),
        *stream_routes("/api/matches/{match}/{eyes}", found, is_closing),
    ]


def stream_routes(
    base: str, find: Callable[[Request], Awaitable[LiveStream]], is_closing: Callable[[], bool]
) -> list[Route]:
    """Return the routes by which a page loads a live match from one point of view: index, chunks, latest frame, stream.

    Args:
        base: Path that precedes the name of each route, such as `/api/matches/{match}/{eyes}`.
        find: Returns the live stream that a request is for.
        is_closing: Function that returns whether the arena is shutting down, so that streams must end.
    """

    async def index(request: Request) -> Response:
        found = await find(request)
        return _json(encoded(found.history.index() | {"state": found.state}))

    async def chunk(request: Request) -> Response:
        history = (await find(request)).history
        number = request.path_params["number"]
        if number >= history.num_chunks:
            raise NotShownError(
                404, f"chunk must be from 0 to {history.num_chunks - 1}, not {number}"
            )
        return _json(history.chunk_json(number))

    async def latest(request: Request) -> Response:
        history = (await find(request)).history
        return _json(encoded({"n": len(history.frames) - 1, "told": [history.latest]}))

    async def stream(request: Request) -> Response:
        found = await find(request)
        start = request.query_params.get("from", "0")
        try:
            first = whole_number("from", start, 0, MOST_FRAMES)
        except FieldError as error:
            raise NotShownError(400, str(error)) from None
        if request.query_params.get("history", found.name) != found.name:
            raise NotShownError(
                409, "this match's frames have new numbers here: load the page again"
            )
        events = _event_text(found.read(first, is_closing))
        headers = {"x-accel-buffering": "no"}
        return StreamingResponse(events, media_type="text/event-stream", headers=headers)

    return [
        Route(f"{base}/index", index),
        Route(f"{base}/latest", latest),
        Route(f"{base}/chunks/{{number:{NUMBER}}}", chunk),
        Route(f"{base}/stream", stream),
    ]


def match_plain(match: match_pb2.Match) -> PlainObject:
    """Return a match as plain data for lists; it contains nothing that only the organizer may know."""
    listed: PlainObject = {
        "id": match.match_id,
        "game": match.game,
        "title": _title(match.game),
        "steps": match.steps,
        "phase": match_pb2.MatchPhase.Name(match.phase).removeprefix("MATCH_PHASE_").lower(),
        "players": [*players_of(match)],
    }
    if match.HasField("outcome"):
        listed["outcome"] = match.outcome.text
        listed["places"] = [seat.placement for seat in match.outcome.seats]
        listed["sentence"] = _sentence(match)
    return listed


def players_of(match: match_pb2.Match) -> list[str]:
    """Return the players' names by seat, all different: the player's name, else the bot's name, else `seat N`."""
    return [*distinct_names([seat.player or seat.bot_name for seat in match.seats])]


def _sentence(match: match_pb2.Match) -> list[Plain]:
    """Return a sentence on how a match ended, as pairs of a text and whether that text is a player's name."""
    ends = match.outcome.seats
    if not all(end.placement for end in ends):
        return [[f"{' v '.join(players_of(match))}: {match.outcome.text}", False]]
    seats = [
        SeatResult(
            placement=end.placement,
            score=end.score,
            strikes=end.strikes,
            forfeit=ForfeitCause.UNKNOWN if end.forfeit else None,
        )
        for end in ends
    ]
    return [[part.text, part.is_name] for part in result_sentence(players_of(match), seats)]


def _title(game: str) -> str:
    with contextlib.suppress(UnknownGameError):
        return registry.find(game).game.info.title
    return game


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


async def _event_text(batches: AsyncIterator[list[StreamEvent]]) -> AsyncIterator[str]:
    """Yield batches of events as text of the media type `text/event-stream`."""
    async for batch in batches:
        yield "".join(map(_text, batch))


def _text(event: StreamEvent) -> str:
    if event.kind == "ping":
        return ":\n\n"
    return f"id: {event.number}\nevent: {event.kind}\ndata: {event.data}\n\n"
