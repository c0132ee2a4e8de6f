"""Merges the match lists of all workers into one list.

Each worker lists its newest match first, so the whole list is a merge of these lists. A page token
holds how many entries of each worker's list earlier pages have returned.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee.core.errors import FieldError
from referee.server.services.request_fields import page_size

__all__ = ["list_matches"]

Request = lobby_service_pb2.ListMatchesRequest
Response = lobby_service_pb2.ListMatchesResponse


async def list_matches(
    request: Request, count: int, ask: Callable[[int, Request], Awaitable[Response]]
) -> Response:
    """Return one page of the merged list, newest first.

    Args:
        request: The caller's request.
        count: Number of workers.
        ask: Takes a worker's number and a request; returns that worker's page.

    Raises:
        FieldError: The request's page size or page token is invalid.
    """
    size = page_size(request.page_size)
    shown = _parse_token(request.page_token, count)
    pages = await asyncio.gather(*(ask(i, _part(request, size, shown[i])) for i in range(count)))
    lists = [[(_age(match), i, match) for match in page.matches] for i, page in enumerate(pages)]
    merged = heapq.merge(*lists, key=lambda entry: entry[0], reverse=True)
    response = Response()
    for _, worker, match in itertools.islice(merged, size):
        response.matches.append(match)
        shown[worker] += 1
    if len(response.matches) < sum(map(len, lists)) or any(page.next_page_token for page in pages):
        response.next_page_token = ".".join(map(str, shown))
    return response


def _part(request: Request, size: int, start: int) -> Request:
    token = str(start) if start else ""
    return Request(phase=request.phase, label=request.label, page_size=size, page_token=token)


def _parse_token(token: str, count: int) -> list[int]:
    if not token:
        return [0] * count
    parts = token.split(".")
    if len(parts) != count or not all(_is_number(part) for part in parts):
        raise FieldError("page_token", "the next_page_token of another page", token)
    return [int(part) for part in parts]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _age(match: match_pb2.Match) -> tuple[int, str]:
    return match.create_time.ToNanoseconds(), match.match_id
