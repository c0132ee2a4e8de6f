"""Keeps the events that a seat may know until its next decision, for policies that read events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.game import AnyCodec, Events

__all__ = ["EventBuffers"]


class EventBuffers:
    """Buffers of events, as Events messages, one for each row and each seat whose events are kept.

    Args:
        codec: The codec of the game.
    """

    def __init__(self, codec: AnyCodec) -> None:
        self._codec = codec
        self._seats: list[int] = []
        self._pending: dict[tuple[int, int], bytearray] = {}

    def __bool__(self) -> bool:
        """Return whether events are kept for any seat."""
        return bool(self._seats)

    def collect_events(self, num_rows: int, seats: Sequence[int]) -> None:
        """Keep events of these further seats from now on, in each of `num_rows` rows."""
        self._seats = sorted({*self._seats, *seats})
        self._pending |= {(row, seat): bytearray() for row in range(num_rows) for seat in seats}

    def begin(self, row: int) -> None:
        """Empty the buffers of a row, because a new match begins in it."""
        for seat in self._seats:
            self._pending[row, seat].clear()

    def add(self, row: int, events: Events) -> None:
        """Add the events of a step in a row to the buffer of each seat that may know them."""
        for seat in self._seats:
            for event in events:
                if event.is_visible_to(seat):
                    self._pending[row, seat] += self._codec.encode_events([event])

    def take(self, row: int, seat: int) -> bytes:
        """Return the events of a seat of a row since the last call for this seat, and empty its buffer.

        The result is the bytes of an Events message.
        """
        pending = self._pending[row, seat]
        taken = bytes(pending)
        pending.clear()
        return taken

    def saved(self, row: int) -> dict[int, bytes]:
        """Return the contents of a row's buffers, by seat."""
        return {seat: bytes(self._pending[row, seat]) for seat in self._seats}

    def put_saved(self, row: int, saved: Mapping[int, bytes]) -> None:
        """Replace the contents of a row's buffers by those that `saved` returned."""
        for seat, pending in saved.items():
            self._pending[row, seat][:] = pending
