"""Reads numbers and JSON bodies of requests; invalid input is refused, and never causes an error of the server."""

from __future__ import annotations

import re
from typing import Any

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request

from referee.core.errors import FieldError, MalformedError
from referee.core.json_text import read_json
from referee_arena.server.referee_link import NotShownError

__all__ = ["MOST_BYTES", "NUMBER", "body_of", "whole_number"]

MOST_BYTES = 1_000_000
"""Most bytes of a request's body."""

# `str.isdigit` takes `²`, which `int` refuses, and `int` refuses more than 4,300 digits.
_WHOLE = re.compile(r"-?[0-9]{1,15}", re.ASCII)


NUMBER = "number"
"""Name of Starlette's path converter for numbers of up to nine digits, as in `{match:number}`."""


class _PathNumber(Convertor[int]):
    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor(NUMBER, _PathNumber())


def whole_number(name: str, text: str, low: int, high: int) -> int:
    """Return the whole number that a text states in decimal digits.

    `name` is the field's name for the error.

    Raises:
        FieldError: The text is no whole number from `low` to `high`.
    """
    if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise FieldError(name, f"a whole number from {low} to {high}", text)
    return int(text)


async def body_of(request: Request, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the JSON object in the body of a request.

    Args:
        request: The request.
        most: Most bytes of the body.

    Raises:
        NotShownError: The body is no JSON object, is not sent as `application/json`, is incomplete, or too long.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotShownError(415, f"Content-Type must be application/json, not {kind!r:.80}")
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > most:
                raise NotShownError(413, f"a body has at most {most} bytes")
    except ClientDisconnect:
        # Nobody reads this answer, but without it the server would log an error.
        raise NotShownError(400, "the body is incomplete") from None
    try:
        body = read_json(bytes(data))
    except MalformedError as error:
        raise NotShownError(400, f"the body can't be read: {error}") from None
    if not isinstance(body, dict):
        raise NotShownError(400, f"the body must be a JSON object, not {type(body).__name__}")
    return body
