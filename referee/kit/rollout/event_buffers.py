"""Events of seats of rows, kept between their decisions for policies that read events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.game import AnyCodec, Events

__all__ = ["EventBuffers"]


class EventBuffers:
    """The events that some seats of each row have not taken yet, as Events messages.

    Args:
        codec: The codec of the game.
    """

    def __init__(self, codec: AnyCodec) -> None:
        self._codec = codec
        self._seats: list[int] = []
        self._pending: dict[tuple[int, int], bytearray] = {}

    def __bool__(self) -> bool:
        """Return whether events of any seat are kept."""
        return bool(self._seats)

    def collect_events(self, num_rows: int, seats: Sequence[int]) -> None:
        """Keep the events of these seats, too, in all rows from now on."""
        self._seats = sorted({*self._seats, *seats})
        self._pending |= {(row, seat): bytearray() for row in range(num_rows) for seat in seats}

    def begin(self, row: int) -> None:
        """Drop the events of a row's last match."""
        for seat in self._seats:
            self._pending[row, seat].clear()

    def add(self, row: int, events: Events) -> None:
        """Add the events of a step to the buffer of each seat that may know them."""
        for seat in self._seats:
            for event in events:
                if event.is_visible_to(seat):
                    self._pending[row, seat] += self._codec.encode_events([event])

    def take(self, row: int, seat: int) -> bytes:
        """Return the events of a seat since the last call for it, and empty its buffer."""
        pending = self._pending[row, seat]
        taken = bytes(pending)
        pending.clear()
        return taken

    def saved(self, row: int) -> dict[int, bytes]:
        """Return the events that the seats of a row have not taken yet."""
        return {seat: bytes(self._pending[row, seat]) for seat in self._seats}

    def put_saved(self, row: int, saved: Mapping[int, bytes]) -> None:
        """Replace the buffers of a row by what `saved` returned."""
        for seat, pending in saved.items():
            self._pending[row, seat][:] = pending
