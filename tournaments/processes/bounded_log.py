"""A file that keeps the beginning and the end of a stream, however long the stream is.

The beginning has what a program writes as it starts, the end its last words; the middle is dropped.
This module needs the standard library only, since the supervisor uses it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

__all__ = ["BoundedLog"]


class BoundedLog:
    """Writes the first `head` and the last `tail` bytes of a stream to a file of bounded size.

    If the file can't be written, output is lost without an error: a full disk must not end the
    program that writes, nor the supervisor.

    While the stream goes on, everything that is kept is in the file: the head, then the tail as a
    ring buffer. `close` puts the ring in order and writes how many bytes were dropped between the
    two.

    Args:
        path: The file, which is created or emptied; its folder must exist.
        head: Number of bytes kept from the start.
        tail: Number of bytes kept from the end, from 1.
    """

    def __init__(self, path: Path, *, head: int, tail: int) -> None:
        self._head = head
        self._tail = tail
        self._size = 0
        self._file = path.open("w+b", buffering=0)

    def write(self, data: bytes) -> None:
        """Append the next bytes of the stream."""
        in_head = data[: max(0, self._head - self._size)]
        with contextlib.suppress(OSError):
            if in_head:
                self._file.seek(self._size)
                self._file.write(in_head)
            self._write_ring(data[len(in_head) :], self._size + len(in_head) - self._head)
        self._size += len(data)

    def close(self) -> None:
        """Put the kept bytes in reading order, and close the file."""
        beyond = self._size - self._head
        with self._file, contextlib.suppress(OSError):
            if beyond > self._tail:
                self._file.seek(self._head)
                ring = self._file.read(self._tail)
                # The oldest byte is where the next one would have been written.
                start = beyond % self._tail
                note = f"\n[{beyond - self._tail} bytes left out]\n".encode()
                self._file.seek(self._head)
                self._file.write(note + ring[start:] + ring[:start])

    def _write_ring(self, data: bytes, position: int) -> None:
        surplus = max(0, len(data) - self._tail)
        # Bytes that the end of the same data would overwrite are not written at all.
        data, position = data[surplus:], position + surplus
        while data:
            offset = position % self._tail
            part = data[: self._tail - offset]
            self._file.seek(self._head + offset)
            self._file.write(part)
            data, position = data[len(part) :], position + len(part)
