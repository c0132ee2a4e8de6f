"""Just enough of HTTP/2 to break it: frames by hand on a bare socket."""

from __future__ import annotations

import socket

from gamereferee.v1.play_service_pb2 import PlayRequest
from tests.zoo.bots.stage import PLAY, address

__all__ = [
    "DATA",
    "HEADERS",
    "PING",
    "PREFACE",
    "RST_STREAM",
    "SETTINGS",
    "Wire",
    "connected",
    "frame",
    "message",
]

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
"""How a client begins."""
DATA, HEADERS, RST_STREAM, SETTINGS, PING = 0, 1, 3, 4, 6
_END_HEADERS = 4
_INITIAL_WINDOW_SIZE = b"\x00\x04"


def frame(kind: int, payload: bytes, *, stream: int = 0, flags: int = 0) -> bytes:
    """A frame (RFC 9113, 4.1)."""
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big")
    return head + payload


def message(request: PlayRequest) -> bytes:
    """A message as gRPC puts it into DATA frames."""
    data = request.SerializeToString()
    return b"\x00" + len(data).to_bytes(4, "big") + data


class Wire:
    """A connection on which nobody minds the rules.

    Args:
        window: Bytes that the referee may send on each stream before it is allowed more.
        buffer: Bytes that the system keeps for us until we read them; None: as it likes.
    """

    def __init__(self, window: int = 65_535, buffer: int | None = None) -> None:
        self.socket = connected(buffer)
        self.send(PREFACE + frame(SETTINGS, _INITIAL_WINDOW_SIZE + window.to_bytes(4, "big")))

    def send(self, data: bytes) -> None:
        """Send bytes."""
        self.socket.sendall(data)

    def open_play(self, stream: int = 1) -> None:
        """Begin a Play call."""
        fields = {
            ":method": "POST",
            ":scheme": "http",
            ":path": PLAY,
            ":authority": "zoo",
            "content-type": "application/grpc",
            "te": "trailers",
        }
        block = b"".join(b"\x00" + _text(name) + _text(value) for name, value in fields.items())
        self.send(frame(HEADERS, block, stream=stream, flags=_END_HEADERS))

    def data(self, payload: bytes, stream: int = 1) -> None:
        """Send a DATA frame."""
        self.send(frame(DATA, payload, stream=stream))

    def wait_for(self, text: bytes) -> None:
        """Read until these bytes have come; raises where the connection ends before."""
        come = b""
        while text not in come:
            data = self.socket.recv(65_536)
            if not data:
                raise ConnectionError("the referee has closed the connection")
            come = come[-len(text) :] + data


def _text(value: str) -> bytes:
    return bytes([len(value)]) + value.encode()  # shorter than 127, not Huffman-coded


def connected(buffer: int | None = None) -> socket.socket:
    """A bare connection to the referee, with room for so many bytes that have not been read."""
    kind, _, path = address().partition(":")
    where: str | tuple[str, int]
    if kind == "unix":
        connection, where = socket.socket(socket.AF_UNIX), path
    else:
        host, _, port = address().rpartition(":")
        connection, where = socket.socket(), (host, int(port))
    if buffer is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.connect(where)
    return connection
