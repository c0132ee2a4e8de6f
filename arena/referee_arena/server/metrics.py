"""Metrics of an arena for Prometheus: requests by route and status, streams, watched matches, and lag.

Nothing here loads the Prometheus client before metrics are asked for.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterable, MutableMapping
from typing import TYPE_CHECKING, Any

from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from referee.core.errors import FieldError
from referee_arena.server.settings import Listen
from referee_arena.server.views import LiveMatches

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

__all__ = ["OTHER", "ArenaMetrics", "Counted", "serve_metrics"]

OTHER = "other"
"""Value of the label `route` of requests that no route takes, or that were refused before."""
TICK_S = 0.25
"""Seconds between two measurements of the event loop's lag."""
_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""Upper bounds of the buckets for times, in seconds."""
_SEEN = "arena.seen"
"""Key of a request's scope with a dict that gets the path of the route that takes the request."""


class ArenaMetrics:
    """All metrics of an arena.

    Args:
        registry: Registry of the metrics.
        clock: Returns a time that only goes forward, in seconds.
    """

    def __init__(
        self, registry: CollectorRegistry, clock: Callable[[], float] = time.monotonic
    ) -> None:
        from prometheus_client import Counter, Gauge, Histogram

        to: dict[str, Any] = {"registry": registry}
        self.clock = clock
        """Returns a time that only goes forward, in seconds."""
        self._requests = Counter(
            "arena_requests", "Answers to requests, by route and status.", ["route", "status"], **to
        )
        self._seconds = Histogram(
            "arena_request_seconds",
            "Time until an answer begins; that of a stream begins at once.",
            buckets=_SECONDS,
            **to,
        )
        self.open = Gauge("arena_requests_open", "Requests that are being answered.", **to)
        """Number of requests that are being answered."""
        self.streams = Gauge("arena_streams_open", "Open streams of live matches to pages.", **to)
        """Number of open streams."""
        self._views = Gauge(
            "arena_views_open", "Views of live matches that the arena follows at the referee.", **to
        )
        self._stalled = Gauge(
            "arena_views_stalled", "Views whose referee does not answer at present.", **to
        )
        self._watched = Gauge(
            "arena_matches_watched", "Live matches that at least one page shows.", **to
        )
        self._lag = Histogram(
            "arena_event_loop_lag_seconds",
            "How much later than asked for the event loop wakes up, four times a second.",
            buckets=_SECONDS,
            **to,
        )

    def follow(self, live: LiveMatches) -> None:
        """Read the number of views and of watched matches from `live` at each scrape."""
        # Each scrape has a separate thread: what is called must not mind that the loop goes on.
        self._views.set_function(lambda: live.counts().views)
        self._stalled.set_function(lambda: live.counts().stalled)
        self._watched.set_function(lambda: live.counts().watched)

    def name(self, routes: Iterable[BaseRoute]) -> None:
        """Have each route note its path in the requests that it takes; serve it from the start, with 0."""
        for route in routes:
            assert isinstance(route, Route)
            path = re.sub(r":\w+}", "}", route.path)  # without the kinds of its parameters
            route.app = _noting(path, route.app)
            self._requests.labels(path, "200")

    def answered(self, route: str, status: int, seconds: float) -> None:
        """Count an answer that begins.

        Args:
            route: Path of the route, with its parameters in braces; `OTHER` if there is none.
            status: Status of the answer.
            seconds: Time since the request's head was read, in seconds.
        """
        self._requests.labels(route, str(status)).inc()
        self._seconds.observe(seconds)

    async def measure_lag(self) -> None:
        """Measure the lag of the event loop until the task is cancelled."""
        while True:
            due = self.clock() + TICK_S
            await asyncio.sleep(TICK_S)
            self._lag.observe(max(0.0, self.clock() - due))


class Counted:
    """ASGI middleware that counts requests and open streams; the outermost of an arena.

    Args:
        app: The application that answers the requests.
        metrics: What counts them.
    """

    def __init__(self, app: ASGIApp, metrics: ArenaMetrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, and count its answer; a fault that is not answered counts as 500."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        metrics, seen = self._metrics, dict[str, str]()
        begun, has_begun, is_stream = metrics.clock(), False, False

        def answered(status: int) -> None:
            metrics.answered(seen.get("route", OTHER), status, metrics.clock() - begun)

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal has_begun, is_stream
            if message["type"] == "http.response.start":
                has_begun = True
                answered(message["status"])
                if _is_stream(message):
                    is_stream = True
                    metrics.streams.inc()
            await send(message)

        metrics.open.inc()
        try:
            await self._app({**scope, _SEEN: seen}, receive, answer)
        except Exception:
            if not has_begun:
                answered(500)
            raise
        finally:
            metrics.open.dec()
            if is_stream:
                metrics.streams.dec()


def serve_metrics(listen: Listen, registry: CollectorRegistry) -> int:
    """Serve metrics on separate threads for as long as the process lasts; return the port.

    Raises:
        FieldError: The address can't be used.
    """
    from prometheus_client import ProcessCollector, disable_created_metrics, start_http_server

    # Series that say when each counter was made, which nobody asks for.
    disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types at all
    ProcessCollector(registry=registry)
    try:
        server, _ = start_http_server(listen.port, listen.bind, registry)
    except OSError as error:
        reason = f"an address that is free and allowed ({error.strerror})"
        raise FieldError("metrics", reason, f"{listen.host}:{listen.port}") from None
    port: int = server.server_port
    return port


def _noting(path: str, app: ASGIApp) -> ASGIApp:
    async def noting(scope: Scope, receive: Receive, send: Send) -> None:
        scope[_SEEN]["route"] = path
        await app(scope, receive, send)

    return noting


def _is_stream(message: MutableMapping[str, Any]) -> bool:
    return any(
        name == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in message["headers"]
    )
