"""Adds limits of number and time to uvicorn's HTTP/1.1 connections."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee_arena.listening.places import Places, Waiting

__all__ = ["LONGER", "LimitedProtocol"]

LONGER = "arena.longer"
"""Key of a request's scope with a function that gives the request's body the time of an upload.

An application calls it once the sender has proved a right to send a large body.
"""


def _closing_answer(status: str, text: str) -> bytes:
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    return f"{head}content-length: {len(text)}\r\n\r\n{text}".encode("ascii")


_FULL = _closing_answer("503 Service Unavailable", "There are as many connections as may be.\n")
_LATE = _closing_answer("408 Request Timeout", "The request has taken too long to come.\n")


class LimitedProtocol(H11Protocol):
    """One HTTP/1.1 connection; it is closed at once if `places` has no place for it.

    Args:
        places: Limits of all connections of the server.
        arguments: Arguments of uvicorn's `H11Protocol`.
    """

    def __init__(self, *, places: Places, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._places = places
        self._has_begun = False
        self._is_upload = False
        self.app: ASGIApp = self._with_longer(self.app)

    # Called by `Places`.

    @property
    def unsent(self) -> int:
        """Number of bytes written to the connection that the client has not read yet."""
        return self.transport.get_write_buffer_size()

    def end(self, waiting: Waiting) -> None:
        """Close the connection because it stayed in the state `waiting` for too long.

        If part of a request's head was received, the client first gets an answer with status 408.
        """
        if waiting is Waiting.HEAD and self._has_begun:
            self.transport.write(_LATE)
        if waiting in (Waiting.HEAD, Waiting.IDLE):
            self.transport.close()
        else:
            self.transport.abort()

    def abort(self) -> None:
        """Close the connection at once; bytes that are still unsent are lost."""
        self.transport.abort()

    # Called by uvicorn.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place for the new connection; if none is left, answer with status 503 and close it."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if not self._places.enter(self, peer):
            transport.write(_FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place of the closed connection."""
        self._places.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass received bytes to uvicorn, and update for what the server waits."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._has_begun = True
        self._places.wait(self, self._waiting(Waiting.HEAD))

    def on_response_complete(self) -> None:
        """Set the state after an answer: the server waits for the next request, or for the rest of its head."""
        super().on_response_complete()
        self._is_upload = False
        if not self.transport.is_closing():
            unread, _ = self.conn.trailing_data
            self._has_begun = bool(unread)
            self._places.wait(self, self._waiting(Waiting.HEAD if unread else Waiting.IDLE))

    def _waiting(self, between: Waiting) -> Waiting:
        """Return for what the server waits on this connection.

        Args:
            between: Result if no body is being received and no request is being answered.
        """
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if self.conn.their_state is h11.SEND_BODY:
            body = Waiting.UPLOAD if self._is_upload else Waiting.BODY
            return body if is_answering else Waiting.REST
        return Waiting.ANSWER if is_answering else between

    def _with_longer(self, app: ASGIApp) -> ASGIApp:
        def longer() -> None:
            self._is_upload = True
            self._places.wait(self, self._waiting(Waiting.ANSWER))

        async def with_longer(scope: Scope, receive: Receive, send: Send) -> None:
            await app({**scope, LONGER: longer}, receive, send)

        return with_longer
