"""Frames of HTTP/2 made by hand, for clients that do what no client library would.

See RFC 9113; headers are encoded by RFC 7541.
"""

from __future__ import annotations

import struct

__all__ = [
    "GOAWAY",
    "PREFACE",
    "call_headers",
    "frames_in",
    "goaway_code",
    "message",
    "ping",
    "reset",
    "settings",
    "settings_ack",
    "window_update",
]

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _RST_STREAM, _SETTINGS, _PING, GOAWAY, _WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
_END_HEADERS = 4
_ACK = 1
_INITIAL_WINDOW_SIZE = 4
_CANCEL = 8
_HEAD = 9
"""Number of bytes in a frame before its payload."""


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def settings(*, initial_window: int | None = None) -> bytes:
    """Return a SETTINGS frame.

    It sets the window of new streams if `initial_window` is given; the default is 65,535 bytes.
    """
    if initial_window is None:
        return _frame(_SETTINGS, 0, 0, b"")
    return _frame(_SETTINGS, 0, 0, struct.pack(">HI", _INITIAL_WINDOW_SIZE, initial_window))


def settings_ack() -> bytes:
    """Return the SETTINGS frame that acknowledges the server's settings."""
    return _frame(_SETTINGS, _ACK, 0, b"")


def call_headers(stream: int, path: str) -> bytes:
    """Return a HEADERS frame that opens a call of gRPC.

    A client's streams must have odd numbers that increase.
    """
    block = b"\x83\x86"  # :method POST and :scheme http, as in the static table
    block += _literal(b"\x04", path.encode())
    block += _literal(b"\x01", b"localhost")
    for name, value in ((b"content-type", b"application/grpc"), (b"te", b"trailers")):
        block += _literal(b"\x00" + bytes([len(name)]) + name, value)
    return _frame(_HEADERS, _END_HEADERS, stream, block)


def _literal(name: bytes, value: bytes) -> bytes:
    if len(value) >= 127:
        raise ValueError(f"a header's value must be shorter than 127 bytes, not {len(value)}")
    return name + bytes([len(value)]) + value


def message(stream: int, body: bytes) -> bytes:
    """Return a DATA frame with one message of gRPC."""
    return _frame(_DATA, 0, stream, b"\0" + struct.pack(">I", len(body)) + body)


def reset(stream: int) -> bytes:
    """Return a RST_STREAM frame that cancels a call."""
    return _frame(_RST_STREAM, 0, stream, struct.pack(">I", _CANCEL))


def ping() -> bytes:
    """Return a PING frame."""
    return _frame(_PING, 0, 0, bytes(8))


def window_update(stream: int, size: int) -> bytes:
    """Return a WINDOW_UPDATE frame that allows the server to send `size` more bytes."""
    return _frame(_WINDOW_UPDATE, 0, stream, struct.pack(">I", size))


def frames_in(data: bytes) -> list[tuple[int, bytes]]:
    """Return kind and payload of all complete frames in received bytes."""
    frames, offset = [], 0
    while offset + _HEAD <= len(data):
        length = int.from_bytes(data[offset : offset + 3], "big")
        end = offset + _HEAD + length
        if end > len(data):
            break
        frames.append((data[offset + 3], data[offset + _HEAD : end]))
        offset = end
    return frames


def goaway_code(received: bytes) -> int | None:
    """Return the error code of the last GOAWAY frame in received bytes; None if there is none."""
    codes = [
        int.from_bytes(body[4:8], "big") for kind, body in frames_in(received) if kind == GOAWAY
    ]
    return codes[-1] if codes else None
