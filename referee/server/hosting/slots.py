"""Think slots: a bound on how many bots think at once, such as the number of cores.

Where bots share a machine, the clock of a bot that waits for a core would run without its fault. So a turn is handed
over only when a slot is free and its stream has no other turn to think about; until then the turn is held, and its
clock stands still.
"""

from __future__ import annotations

import dataclasses
from collections import deque

from referee.server.hosting.seat_stream import HeldMatch, SeatStream

__all__ = ["ThinkSlots"]


@dataclasses.dataclass(slots=True, eq=False)
class _Asked:
    """A turn whose bot thinks about it, or that waits for a slot."""

    match: HeldMatch
    seat: int
    turn: int
    stream: SeatStream
    encoded: bytes
    is_thinking: bool = False
    is_over: bool = False

    @property
    def is_due(self) -> bool:
        """Whether it is still open, and this stream has to answer it."""
        return self.match.awaits(self.seat, self.turn, self.stream)


class ThinkSlots:
    """Gives slots to the turns of all matches; streams that wait get one in turn.

    Args:
        limit: Turns that may be thought about at once, from 1.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._thinking = 0
        self._asked: dict[tuple[str, int], _Asked] = {}
        """By match and seat."""
        self._queues: dict[SeatStream, deque[_Asked]] = {}
        """Waiting turns by stream, of streams that have any."""
        self._line: deque[SeatStream] = deque()
        """Streams with waiting turns and none that is thought about, in the order in which they get slots."""
        self._busy: dict[SeatStream, int] = {}
        """How many turns each stream thinks about: one, or more where turns were resumed."""

    def ask(
        self, match: HeldMatch, seat: int, turn: int, stream: SeatStream, encoded: bytes
    ) -> None:
        """Hand over a turn as soon as there is a slot for it; it replaces the seat's turn before.

        A bot that reconnects during a turn gets it at once, as the turn's clock is running.

        Args:
            match: The match.
            seat: The seat.
            turn: The turn, which has just been opened.
            stream: The stream that holds the seat.
            encoded: What to hand over.
        """
        # The slot of the turn before, if it has one, is free from here on; other streams get it by `reassign`.
        self._forget(match.match_id, seat)
        asked = _Asked(match, seat, turn, stream, encoded)
        self._asked[match.match_id, seat] = asked
        if not match.hold(seat, turn):
            self._start(asked)
            return
        queue = self._queues.setdefault(stream, deque())
        if not queue and stream not in self._busy:
            self._line.append(stream)
        queue.append(asked)

    def reassign(self, match: HeldMatch) -> None:
        """Take back the slots of a match's turns that are not due any more, and give free slots to waiting streams."""
        for seat in range(match.num_seats):
            asked = self._asked.get((match.match_id, seat))
            if asked is not None and not asked.is_due:
                self._forget(match.match_id, seat)
        while self._line and self._thinking < self._limit:
            self._serve(self._line.popleft())

    def _serve(self, stream: SeatStream) -> None:
        """Start the first turn of a stream that waits and is due."""
        if stream in self._busy:
            return  # a turn was resumed meanwhile; `_forget` puts the stream back into the line
        queue = self._queues[stream]
        while queue:
            asked = queue.popleft()
            if asked.is_over:
                continue
            if asked.is_due:
                if not queue:
                    del self._queues[stream]
                # Before it is sent: the clock, which was held, may start only with the handover.
                asked.match.release(asked.seat, asked.turn)
                self._start(asked)
                return
            self._forget(asked.match.match_id, asked.seat)
        del self._queues[stream]

    def _start(self, asked: _Asked) -> None:
        asked.is_thinking = True
        self._thinking += 1
        self._busy[asked.stream] = self._busy.get(asked.stream, 0) + 1
        asked.stream.send_turn(asked.match, asked.seat, asked.turn, asked.encoded)

    def _forget(self, match_id: str, seat: int) -> None:
        asked = self._asked.pop((match_id, seat), None)
        if asked is None:
            return
        # It stays in its stream's queue, where `_serve` skips it: to search the queue would cost each answer its length.
        asked.is_over = True
        if not asked.is_thinking:
            return
        self._thinking -= 1
        self._busy[asked.stream] -= 1
        if not self._busy[asked.stream]:
            del self._busy[asked.stream]
            if asked.stream in self._queues:
                self._line.append(asked.stream)
