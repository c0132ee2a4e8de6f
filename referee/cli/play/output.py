"""Passes on what bots print to standard error, without control characters.

A terminal obeys these: an escape sequence in a bot's output could set the title of a window, hide
what is printed, or answer in place of the person at the keyboard.
"""

from __future__ import annotations

import codecs
import os
import sys
import threading

from referee.core.text import printable

__all__ = ["BotOutput", "shown_text"]

_CHUNK_BYTES = 1 << 16
_KEPT = frozenset("\n\t")
_JOIN_S = 5.0
"""Seconds to wait, when all bots have ended, for the thread to pass on the rest of the pipe."""


def shown_text(text: str) -> str:
    """Return a text with `?` for each control character, which a terminal would obey.

    Newlines and tabs stay. A carriage return is removed before a newline; elsewhere it becomes a
    newline.
    """
    if text.isascii() and text.isprintable():
        return text
    ended = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if c in _KEPT else printable(c) for c in ended)


class BotOutput:
    """A pipe for the output of all bots, and the thread that passes it on to standard error.

    Processes must be started first, then the thread: forking a process that has threads is not
    safe.
    """

    def __init__(self) -> None:
        self._source, self._sink = os.pipe()
        self._is_open = sys.stderr is not None
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._thread = threading.Thread(target=self._pass_on, name="bot output", daemon=True)

    @property
    def sink(self) -> int:
        """File descriptor of the pipe's end to which bots write; valid only before `start`."""
        return self._sink

    def start(self) -> None:
        """Start the thread, and close the end of the pipe that `sink` names.

        No process that is started later can be given the pipe.
        """
        # Bots have copies: without ours, the pipe ends when the last of them does.
        os.close(self._sink)
        self._thread.start()

    def close(self) -> None:
        """Pass on the rest of the output; call it when all bots have ended."""
        if self._thread.ident is None:
            os.close(self._sink)
            os.close(self._source)
        else:
            # Not for ever: a descendant of a bot may still hold the pipe open.
            self._thread.join(_JOIN_S)

    def _pass_on(self) -> None:
        while chunk := os.read(self._source, _CHUNK_BYTES):
            self._write(self._decoder.decode(chunk))
        self._write(self._decoder.decode(b"", final=True))
        os.close(self._source)

    def _write(self, text: str) -> None:
        """Write to standard error.

        If that is closed, drop the text so that bots are not blocked.
        """
        data = memoryview(shown_text(text).encode()) if self._is_open else memoryview(b"")
        try:
            while data:
                data = data[os.write(2, data) :]
        except OSError:
            self._is_open = False
