"""Passes on calls with many entries: each entry to the worker that it belongs to."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from gamereferee.v1 import error_pb2, lobby_service_pb2
from referee.server.router.workers import Worker, Workers
from referee.server.services.request_fields import MAX_GROUP

__all__ = ["Ask", "Grouped", "create_matches", "meter_seats"]

Ask = Callable[[Worker, bytes], Awaitable[bytes]]
"""Sends a serialized request of the same method to a worker; returns the serialized response."""
Grouped = Callable[[bytes, Workers, Ask], Awaitable[bytes]]
"""Takes a serialized request, all workers and an `Ask`; returns the serialized response."""

R = TypeVar("R", bound=Message)


async def create_matches(data: bytes, workers: Workers, ask: Ask) -> bytes:
    """Pass on CreateMatches: entries with a request id to that id's worker, others to any worker with room.

    Args:
        data: Serialized CreateMatchesRequest.
        workers: All workers.
        ask: Sends a serialized request to one worker; returns its serialized response.

    Returns:
        Serialized CreateMatchesResponse.

    Raises:
        AioRpcError: A worker has ended its call with an error.
    """
    request = _read(lobby_service_pb2.CreateMatchesRequest, data)
    if request is None or not 0 < len(request.matches) <= MAX_GROUP:
        return await ask(workers.in_turn()[0], data)  # it answers what is wrong
    made = [lobby_service_pb2.CreatedMatch() for _ in request.matches]
    left = {
        place: [workers.of_request(each.request_id)] if each.request_id else workers.in_turn()
        for place, each in enumerate(request.matches)
    }
    # Each round sends every entry that is left to the next worker on its list, all parts at once; entries for which a
    # worker had no room go to the next one.
    while left:
        places: dict[Worker, list[int]] = defaultdict(list)
        parts: dict[Worker, Message] = {}
        for place, candidates in left.items():
            places[candidates.pop(0)].append(place)
        for worker, own in places.items():
            matches = [request.matches[place] for place in own]
            parts[worker] = lobby_service_pb2.CreateMatchesRequest(matches=matches)
        answers = await _ask_all(parts, ask)
        for own, answer in zip(places.values(), answers, strict=True):
            response = lobby_service_pb2.CreateMatchesResponse.FromString(answer)
            for place, each in zip(own, response.matches, strict=True):
                made[place] = each
        left = {
            place: candidates
            for place, candidates in left.items()
            if candidates and made[place].reason == error_pb2.ERROR_REASON_TOO_MANY_MATCHES
        }
    return lobby_service_pb2.CreateMatchesResponse(matches=made).SerializeToString()


async def meter_seats(data: bytes, workers: Workers, ask: Ask) -> bytes:
    """Pass on MeterSeats: each entry to the worker that has its match.

    Args:
        data: Serialized MeterSeatsRequest.
        workers: All workers.
        ask: Sends a serialized request to one worker; returns its serialized response.

    Returns:
        Serialized MeterSeatsResponse.

    Raises:
        AioRpcError: A worker has ended its call with an error.
    """
    request = _read(lobby_service_pb2.MeterSeatsRequest, data)
    if request is None or not 0 < len(request.seats) <= MAX_GROUP:
        return await ask(workers.in_turn()[0], data)
    parts: dict[Worker, lobby_service_pb2.MeterSeatsRequest] = {}
    for each in request.seats:
        worker = workers.of(each.match_id)
        parts.setdefault(worker, lobby_service_pb2.MeterSeatsRequest()).seats.append(each)
    return b"".join(
        await _ask_all(parts, ask)
    )  # serialized messages appended to each other are one message


async def _ask_all(parts: Mapping[Worker, Message], ask: Ask) -> list[bytes]:
    asking = (ask(worker, part.SerializeToString()) for worker, part in parts.items())
    return await asyncio.gather(*asking)


def _read(request_type: type[R], data: bytes) -> R | None:
    try:
        return request_type.FromString(data)
    except DecodeError:
        return None
