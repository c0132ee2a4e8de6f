"""Receives the body of an upload into a file: bounded in bytes and time, and flushed to the disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from starlette.requests import ClientDisconnect, Request

from referee_arena.listening.protocol import LONGER
from referee_arena.server.referee_link import NotShownError

__all__ = ["STALL_S", "length_of", "receive_body"]

STALL_S = 30.0
"""Seconds without a byte after which an upload is given up."""
_WRITTEN_AT_ONCE = 1 << 20


def length_of(request: Request) -> int:
    """Return the length of a request's body as its header states it.

    Raises:
        NotShownError: The header is missing, as with chunks, or is no number.
    """
    text = request.headers.get("content-length", "")
    if not text or "transfer-encoding" in request.headers:
        raise NotShownError(411, "Content-Length must state the length of the archive")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise NotShownError(400, f"Content-Length must be a number of bytes, not {text[:20]!r}")
    return int(text)


async def receive_body(
    request: Request, folder: Path, length: int, *, stall_s: float | None = None
) -> Path:
    """Write the body of a request into a new file, and return its path.

    Args:
        request: The request, whose sender may send this much.
        folder: Folder of the file, which is created; the file's name begins with a dot.
        length: Bytes of the body, as the request has stated them.
        stall_s: Seconds without a byte after which the upload is given up; None for `STALL_S`.

    Raises:
        NotShownError: The body is longer or shorter than stated, takes too long, or can't be written.
    """
    longer: Callable[[], None] | None = request.scope.get(LONGER)
    if longer is not None:
        longer()
    place = folder / f".upload-{secrets.token_hex(8)}"
    is_whole = False
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        with place.open("xb") as file:
            await _copy(request, file.write, length, stall_s or STALL_S)
            await asyncio.to_thread(_flush, file.fileno())
        is_whole = True
    except OSError:
        raise NotShownError(507, "the season's disk can't be written; try again later") from None
    finally:
        if not is_whole:
            with contextlib.suppress(OSError):
                place.unlink()
    return place


async def _copy(
    request: Request, write: Callable[[bytes], object], length: int, stall_s: float
) -> None:
    received, waiting = 0, bytearray()
    parts = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout(stall_s):
                part = await anext(parts, None)
        except ClientDisconnect:
            # Nobody reads this answer, but without it the server would log an error.
            raise NotShownError(400, "the upload was broken off") from None
        except TimeoutError:
            raise NotShownError(408, f"no byte has come for {stall_s:g} seconds") from None
        if part is None:
            break
        received += len(part)
        if received > length:
            raise NotShownError(413, f"more than the stated {length} bytes were sent")
        waiting += part
        if len(waiting) >= _WRITTEN_AT_ONCE:
            await asyncio.to_thread(write, bytes(waiting))
            waiting.clear()
    if received != length:
        raise NotShownError(400, f"{received} bytes were sent, and {length} were stated")
    await asyncio.to_thread(write, bytes(waiting))


def _flush(descriptor: int) -> None:
    os.fsync(descriptor)
