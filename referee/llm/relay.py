"""A relay that hands an endpoint to bots as a Unix socket: it holds the key, and the bots have no network.

A bot in a sandbox sees the socket alone. It can ask for the models that the relay allows, as often as
the relay allows, and sees no key.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import stat
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from referee.core.errors import FieldError
from referee.llm.endpoint import completions_url, http_client

__all__ = ["Relay", "bound_socket", "serve"]

log = logging.getLogger("referee.llm.relay")

LONGEST_REQUEST = 16 << 20
"""Highest number of bytes of a request."""
_PASSED_ON = ("content-type", "content-encoding", "retry-after", "cache-control")
"""Headers of the endpoint's responses that a bot gets."""


class Relay:
    """Passes requests on to an endpoint, with its key.

    Args:
        base_url: Address of the API, to which `/chat/completions` is added.
        key: Secret sent as a bearer token; empty for none.
        models: Names of models that bots may ask for; empty for any.
        budget: Highest number of requests that are passed on, from 1; None for no bound.
        idle_s: Seconds without a byte after which a request has failed.
    """

    def __init__(
        self,
        base_url: str,
        key: str,
        models: Collection[str] = (),
        budget: int | None = None,
        idle_s: float = 120.0,
    ) -> None:
        self.passed_on = 0
        """Number of requests that were passed on."""
        self._url = completions_url(base_url)
        self._models, self._budget = frozenset(models), budget
        self._client = http_client(key, idle_s)

    def app(self) -> Starlette:
        """Return the web application that a bot's requests reach."""
        return Starlette(routes=[Route("/{path:path}", self._passed, methods=["POST"])])

    async def close(self) -> None:
        """Close all connections to the endpoint."""
        await self._client.aclose()

    async def _passed(self, request: Request) -> Response:
        if not request.path_params["path"].endswith("chat/completions"):
            return _refused(404, "this relay passes on chat/completions alone")
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_REQUEST:
                return _refused(413, f"a request has at most {LONGEST_REQUEST} bytes")
        model = _model(body)
        if self._models and model not in self._models:
            known = ", ".join(sorted(self._models))
            return _refused(403, f"model must be one of {known}, not {model!r}"[:300])
        if self._budget is not None and self.passed_on >= self._budget:
            # A status after which no bot tries again.
            return _refused(403, f"all {self._budget} requests of this relay are used up")
        self.passed_on += 1
        asked = self._client.build_request(
            "POST", self._url, content=body, headers={"content-type": "application/json"}
        )
        try:
            response = await self._client.send(asked, stream=True)
        except httpx.HTTPError as error:
            log.warning("the endpoint was not reached: %s", error)
            return _refused(502, f"the endpoint was not reached: {type(error).__name__}")
        headers = {name: response.headers[name] for name in _PASSED_ON if name in response.headers}
        return StreamingResponse(
            response.aiter_raw(),
            response.status_code,
            headers,
            background=BackgroundTask(response.aclose),
        )


def bound_socket(path: Path) -> socket.socket:
    """Return a listening socket at a path that this user alone can connect to; an old one there is replaced.

    Raises:
        FieldError: There is something else at the path, or it can't be bound.
    """
    listener = socket.socket(socket.AF_UNIX)
    try:
        if path.exists():
            if not stat.S_ISSOCK(path.stat().st_mode):
                raise FieldError("socket", "a path where nothing is, or an old socket", str(path))
            path.unlink()
        before = os.umask(0o177)
        try:
            listener.bind(str(path))
            listener.listen()
        finally:
            os.umask(before)
    except (OSError, FieldError) as error:
        listener.close()
        if isinstance(error, OSError):
            raise FieldError("socket", f"a path that can be bound ({error})", str(path)) from None
        raise
    return listener


async def serve(relay: Relay, listener: socket.socket) -> None:
    """Pass requests on until SIGINT or SIGTERM."""
    config = uvicorn.Config(relay.app(), log_level="warning", lifespan="off", access_log=False)
    try:
        await uvicorn.Server(config).serve([listener])
    finally:
        await relay.close()


def _model(body: bytes) -> str:
    try:
        asked: Any = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    return str(asked.get("model", "")) if isinstance(asked, Mapping) else ""


def _refused(status: int, text: str) -> JSONResponse:
    return JSONResponse({"error": {"message": text}}, status)
