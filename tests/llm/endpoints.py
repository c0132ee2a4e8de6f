"""A chat-completions endpoint on this machine that sends what a test has written."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = [
    "USAGE",
    "Handler",
    "Script",
    "Send",
    "answering",
    "breaks",
    "serving",
    "stalls",
    "status",
    "stream",
    "whole",
]

USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


class Handler(BaseHTTPRequestHandler):
    """Hands each request to the script."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        """Note the request, and send what the script has for it."""
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with self.server.lock:
            number = len(self.server.script.requests)
            self.server.script.requests.append(body)
            self.server.script.headers.append(dict(self.headers))
        self.server.script.send(number, body)(self)

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def answer(self, code: int, kind: str, body: bytes, **headers: str) -> None:
        """Send a response whose length is known."""
        self.send_response(code)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def lines(self, lines: list[str], *, end: bool = True) -> None:
        """Send lines of a stream; without `end` the connection breaks in the midst of it."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for line in lines:
            data = f"{line}\n\n".encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()
        if end:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True


Send = Callable[[Handler], None]
"""Sends one response."""


class Script:
    """What an endpoint sends, and what it was asked.

    Args:
        send: Returns what to send, from the number of the request, from 0, and its body.
    """

    def __init__(self, send: Callable[[int, dict[str, Any]], Send]) -> None:
        self.send = send
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""
        """Address of the API, once it is served."""
        self.over = threading.Event()
        """Set when the test is over, for responses that wait for it."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script, self.lock = script, threading.Lock()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that leave."""


@contextlib.contextmanager
def serving(script: Script) -> Iterator[Script]:
    """Serve a script in the `with` block."""
    server = _Server(script)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield script
    finally:
        script.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def answering(*sends: Send) -> Script:
    """Return a script that sends these in turn, the last one again and again."""
    return Script(lambda number, _body: sends[min(number, len(sends) - 1)])


def stream(
    text: str,
    *,
    finish: str | None = "stop",
    usage: object = USAGE,
    reasoning: str = "",
    parts: bool = False,
    done: bool = True,
) -> Send:
    """Send a reply as a stream, a few characters a line.

    Args:
        text: The reply.
        finish: Finish reason; None for none.
        usage: What the provider counts; None for nothing.
        reasoning: What the model reasons apart from the reply.
        parts: Whether content is a list of parts.
        done: Whether the stream has a last line that says so.
    """
    chunks: list[dict[str, Any]] = [{"delta": {"role": "assistant"}}]
    chunks += [{"delta": {"reasoning_content": reasoning}}] if reasoning else []
    for start in range(0, len(text), 7):
        piece = text[start : start + 7]
        chunks.append({"delta": {"content": [{"type": "text", "text": piece}] if parts else piece}})
    chunks.append({"delta": {}, "finish_reason": finish})
    lines = [f"data: {json.dumps({'choices': [{'index': 0, **chunk}]})}" for chunk in chunks]
    if usage is not None:
        lines.append(f"data: {json.dumps({'choices': [], 'usage': usage})}")
    lines += ["data: [DONE]"] if done else []
    return lambda handler: handler.lines([": a comment", *lines])


def whole(text: str, *, finish: str = "stop", **message: object) -> Send:
    """Send a reply as one JSON object, as an endpoint does that knows no streams."""
    choice = {"message": {"content": text, **message}, "finish_reason": finish}
    body = json.dumps({"choices": [choice], "usage": USAGE}).encode()
    return lambda handler: handler.answer(200, "application/json", body)


def status(code: int, words: str = "no", **headers: str) -> Send:
    """Send an error with this status."""
    body = json.dumps({"error": {"message": words}}).encode()
    return lambda handler: handler.answer(code, "application/json", body, **headers)


def breaks() -> Send:
    """Break the connection in the midst of a stream."""
    line = f"data: {json.dumps({'choices': [{'delta': {'content': '{'}}]})}"
    return lambda handler: handler.lines([line], end=False)


def stalls() -> Send:
    """Begin a stream, and send nothing more until the test is over."""

    def send(handler: Handler) -> None:
        line = f"data: {json.dumps({'choices': [{'delta': {'content': '{'}}]})}"
        handler.lines([line], end=False)
        handler.server.script.over.wait()

    return send
