"""Animals that break off, trickle or clog below the messages: HTTP/2 by hand."""

from __future__ import annotations

import contextlib
import time

from gamereferee.v1.play_service_pb2 import PlayRequest
from tests.helpers.patience import paced
from tests.zoo.bots.http2 import (
    DATA,
    PING,
    PREFACE,
    RST_STREAM,
    SETTINGS,
    Wire,
    connected,
    frame,
    message,
)
from tests.zoo.bots.stage import join, leave, program, stay

DROP_S = 0.05
"""Between two bytes of a trickle."""
_OBSERVATION = b"diceman.v1.Observation"
"""In every turn as it is on the wire."""


def _joined(window: int = 65_535, buffer: int | None = None) -> Wire:
    wire = Wire(window, buffer)
    wire.open_play()
    wire.data(message(PlayRequest(joins=[join()])))
    return wire


def _in_turn() -> Wire:
    wire = _joined()
    wire.wait_for(_OBSERVATION)
    return wire


def trickled_preface() -> None:
    """Never comes to the point: a byte now and then of an endless greeting."""
    wire = connected()
    for byte in PREFACE + frame(SETTINGS, b"\x00\x04\x00\x00\xff\xff" * 1000):
        wire.sendall(bytes([byte]))
        time.sleep(DROP_S)


def trickled_answer() -> None:
    """Joins, then sends an answer a byte at a time that it says will be a megabyte."""
    wire = _in_turn()
    whole = b"\x00" + (1_000_000).to_bytes(4, "big") + b"\x0a" * 10_000
    for byte in whole:
        wire.data(bytes([byte]))
        time.sleep(DROP_S)
    stay()


def half_message() -> None:
    """Is gone in the middle of a message."""
    wire = _in_turn()
    wire.data(b"\x00" + (100).to_bytes(4, "big") + b"\x0a\x30half of it")
    leave()


def half_frame() -> None:
    """Is gone in the middle of an HTTP/2 frame."""
    wire = _in_turn()
    wire.send(frame(DATA, b"\x00\x00\x00\x00\x64" + bytes(100), stream=1)[:40])
    leave()


def no_window() -> None:
    """Joins, and never lets the referee send a byte of its stream."""
    wire = _joined(window=0)
    stay(wire)


def unread_socket() -> None:
    """Joins, reads nothing any more, and asks for more and more."""
    # Little room for what comes keeps the time short until the referee can send nothing more.
    wire = _joined(buffer=4096)
    wire.socket.settimeout(paced(2))  # whoever has not read for so long does not
    question = PlayRequest()
    question.ping.number = 7
    try:
        while True:
            wire.data(message(question))
    except OSError:
        leave()


def reset_streams() -> None:
    """Opens streams and resets them at once, again and again."""
    wire = Wire()
    try:
        for number in range(3000):
            stream = 1 + 2 * number
            wire.open_play(stream)
            wire.send(frame(RST_STREAM, (8).to_bytes(4, "big"), stream=stream))
    except OSError:
        leave()
    stay()


def hoarded_streams() -> None:
    """Opens many streams and never says a word on them."""
    wire = Wire()
    for number in range(500):
        wire.open_play(1 + 2 * number)
    stay()


def http2_pings() -> None:
    """Floods the connection itself with pings and settings."""
    wire = Wire()
    try:
        for _ in range(20_000):
            wire.send(frame(PING, b"zoo_zoo_") + frame(SETTINGS, b""))
    except OSError:
        leave()
    stay()


def other_protocol() -> None:
    """Speaks HTTP/1.1, TLS, and nonsense after a greeting, where none of it is understood."""
    for words in (
        b"GET /matches HTTP/1.1\r\nHost: zoo\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
        PREFACE + b"\xff" * 5000,
    ):
        wire = connected()
        wire.sendall(words)
        wire.settimeout(10)  # a server that closes is not waited for, nor is one that does not
        with contextlib.suppress(OSError):
            while wire.recv(4096):
                pass
    leave()


if __name__ == "__main__":
    program(globals())
