"""What seats of rows are told between their decisions, kept for policies that listen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.game import AnyCodec, Events

__all__ = ["Ears"]


class Ears:
    """What some seats of each row have not heard yet, as Events messages.

    Args:
        codec: Of the game.
    """

    def __init__(self, codec: AnyCodec) -> None:
        self._codec = codec
        self._seats: list[int] = []
        self._unheard: dict[tuple[int, int], bytearray] = {}

    def __bool__(self) -> bool:
        """Whether anybody listens."""
        return bool(self._seats)

    def listen(self, num_rows: int, seats: Sequence[int]) -> None:
        """Keep from now on what these seats, too, are told in all rows."""
        self._seats = sorted({*self._seats, *seats})
        self._unheard |= {(row, seat): bytearray() for row in range(num_rows) for seat in seats}

    def begin(self, row: int) -> None:
        """Forget what was told of a row's last match."""
        for seat in self._seats:
            self._unheard[row, seat].clear()

    def tell(self, row: int, events: Events) -> None:
        """Keep what those who listen are told of a step."""
        for seat in self._seats:
            for event in events:
                if event.is_visible_to(seat):
                    self._unheard[row, seat] += self._codec.encode_events([event])

    def heard(self, row: int, seat: int) -> bytes:
        """Return what a seat was told since this was last called for it, and forget it."""
        unheard = self._unheard[row, seat]
        told = bytes(unheard)
        unheard.clear()
        return told

    def saved(self, row: int) -> dict[int, bytes]:
        """Return what a row's seats have not heard yet."""
        return {seat: bytes(self._unheard[row, seat]) for seat in self._seats}

    def put_saved(self, row: int, saved: Mapping[int, bytes]) -> None:
        """Let a row's seats have heard what they had when that was saved."""
        for seat, unheard in saved.items():
            self._unheard[row, seat][:] = unheard
