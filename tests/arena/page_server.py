"""A small server for a page under test: the static files with the arena's policy, and canned matches.

It can do what a real one does at its worst: answer nothing, answer 502, go away and come back.
"""

from __future__ import annotations

import dataclasses
import http.server
import json
import mimetypes
import re
import socketserver
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import referee_arena
from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee_arena.scenes.delta import applied
from referee_arena.scenes.history import CHUNK, SentFrame
from referee_arena.site.assets import script

__all__ = ["POLICY", "STATIC", "CannedEyes", "PageServer"]

STATIC = Path(referee_arena.__file__).parent / "static"
"""The scripts and style sheets."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'"
)
"""What the arena lets a page do."""

_LATER = "/later.js"
"""Where the page finds what it loads later."""
_PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>match</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">{styles}</head>
<body><main id="arena" tabindex="-1"></main>
<script type="application/json" id="page">{data}</script>
<script type="module" src="/static/match_app.js"></script></body></html>"""


@dataclasses.dataclass
class CannedEyes:
    """What some eyes see of a match."""

    index: PlainObject
    """As of a history; its timeline and whether it is over are told by how much is released."""
    frames: Sequence[SentFrame]
    """All frames, in order."""


class _Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 32

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of connections that a page breaks off when it is left."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class PageServer:
    """Serves a page of a match and what it asks for.

    Args:
        eyes: What there is to see, by the id of the eyes.
        released: Frames that have happened; all unless told.
        page: More data of the page.
    """

    def __init__(
        self,
        eyes: Mapping[str, CannedEyes],
        *,
        released: int | None = None,
        page: PlainObject | None = None,
    ) -> None:
        self.eyes = dict(eyes)
        """What there is to see."""
        self.most = max(len(canned.frames) for canned in eyes.values())
        """Frames there will be."""
        self.released = self.most if released is None else released
        """Frames that have happened."""
        self.asked: list[str] = []
        """Paths that were asked for, in order."""
        self.refusals: list[int] = []
        """Statuses that the next requests for data get instead of an answer."""
        self.held: set[str] = set()
        """Ends of paths whose answers are held back until they are taken out."""
        self.clocks: dict[int, PlainObject] = {}
        """Time left to decide, as it is sent with a frame, by the frame's number."""
        self.skips = False
        """Whether a reader who is behind is put at the newest frame."""
        self.page = page or {}
        self.changed = threading.Condition()
        self._server: _Server | None = None
        self._thread = threading.Thread()
        self._port = 0

    @property
    def address(self) -> str:
        """Of the server, without a slash behind."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Answer, at the same port as before."""
        assert self._server is None
        self._server = _Server(("127.0.0.1", self._port), _handler(self))
        self._port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def stop(self) -> None:
        """Go away, in the middle of all that goes on."""
        server, self._server = self._server, None
        if server is None:
            return
        server.shutdown()
        server.server_close()
        self._thread.join()
        with self.changed:
            self.changed.notify_all()

    def release(self, frames: int = 1) -> None:
        """Let further frames happen."""
        with self.changed:
            self.released = min(self.most, self.released + frames)
            self.changed.notify_all()

    def let_go(self) -> None:
        """Give all answers that are held back."""
        with self.changed:
            self.held.clear()
            self.changed.notify_all()

    def __enter__(self) -> PageServer:
        """Start."""
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        self.let_go()
        self.stop()

    def wait_for(self, number: int, server: object) -> bool:
        """Wait until a frame has happened; return whether this server still answers then."""
        with self.changed:
            self.changed.wait_for(lambda: self.released > number or self._server is not server)
        return self._server is server

    def html(self) -> str:
        """Return the page."""
        names = [
            {"id": each, "name": str(canned.index["eyes"])} for each, canned in self.eyes.items()
        ]
        data = {
            "page": "match",
            "base": "/api/matches/m",
            "eyes": names,
            "later": _LATER,
        } | self.page
        styles = "".join(
            f'<link rel="stylesheet" href="/static/{sheet.name}">'
            for sheet in sorted(STATIC.glob("*.css"))
        )
        return _PAGE.format(styles=styles, data=json.dumps(data).replace("<", "\\u003c"))

    def index(self, eyes: str) -> PlainObject:
        """Return the index of what has happened."""
        canned = self.eyes[eyes]
        shown = canned.frames[: self.released]
        timeline: list[Plain] = [sent.timeline for sent in shown]
        over = len(shown) == len(canned.frames)
        return canned.index | {"timeline": timeline, "over": over}

    def chunk(self, eyes: str, number: int) -> list[Plain]:
        """Return a chunk of what has happened."""
        shown = self.eyes[eyes].frames[: self.released]
        return [sent.change for sent in shown[CHUNK * number : CHUNK * (number + 1)]]


def _handler(pages: PageServer) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            pages.asked.append(self.path)
            try:
                self._answer(path)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def _answer(self, path: str) -> None:
            if path.startswith("/static/"):
                self._file(path.removeprefix("/static/"))
                return
            if path == _LATER:
                self._send(200, "text/javascript", script("later_app.js").encode())
                return
            if not path.startswith("/api/"):
                self._send(200, "text/html; charset=utf-8", pages.html().encode())
                return
            with pages.changed:
                pages.changed.wait_for(lambda: not any(path.endswith(end) for end in pages.held))
            if pages.refusals:
                self._send(pages.refusals.pop(0), "text/html", b"<h1>no</h1>")
                return
            found = re.fullmatch(r"/api/matches/m/([^/]+)/(index|stream|chunks/(\d+))", path)
            if not found or found[1] not in pages.eyes:
                self._send(404, "application/json", b"{}")
            elif found[2] == "stream":
                self._stream(found[1])
            else:
                eyes, number = found[1], found[3]
                told = pages.index(eyes) if number is None else pages.chunk(eyes, int(number))
                self._send(200, "application/json", json.dumps(told).encode())

        def _file(self, name: str) -> None:
            path = STATIC / name
            if not path.is_file():
                self._send(404, "text/plain", b"")
                return
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            self._send(200, kind, path.read_bytes())

        def _send(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Cache-Control", "no-cache")
            self.end_headers()
            self.wfile.write(body)

        def _stream(self, eyes: str) -> None:
            number = int(self.path.rpartition("=")[2])
            frames = pages.eyes[eyes].frames
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            self._clock(number - 1)
            while number < len(frames):
                if not pages.wait_for(number, self.server):
                    return
                newest = pages.released - 1 if pages.skips else number
                event, told = _event(frames, number, newest)
                self.wfile.write(
                    f"id: {newest}\nevent: {event}\ndata: {json.dumps(told)}\n\n".encode()
                )
                number = newest + 1
                self._clock(newest)
            self.wfile.write(b"event: over\ndata: {}\n\n")

        def _clock(self, number: int) -> None:
            if number in pages.clocks:
                told = json.dumps({"n": number} | pages.clocks[number])
                self.wfile.write(f"event: clock\ndata: {told}\n\n".encode())

    return Handler


def _event(frames: Sequence[SentFrame], number: int, newest: int) -> tuple[str, PlainObject]:
    """Return the frame of a number, or the newest, told whole, to a reader who waits for that number."""
    sent = frames[newest]
    if number == newest:
        return "frame", {"n": number, "told": sent.change, "timeline": sent.timeline}
    frame: Plain = None
    for each in frames[newest - newest % CHUNK : newest + 1]:
        frame = applied(frame, each.change)
    timeline: list[Plain] = [each.timeline for each in frames[number : newest + 1]]
    return "skip", {"n": newest, "told": [frame], "timeline": timeline}
