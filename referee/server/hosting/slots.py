"""Think slots: a limit on how many bots think at once, such as the number of cores.

Where bots share a machine, a bot that waits for a core would lose time without its fault. So a turn
is handed over only when a slot is free and no other turn on its stream is being thought about.
Until then the turn is held, and its clock stands still.
"""

from __future__ import annotations

import dataclasses
from collections import deque

from referee.server.hosting.seat_stream import HeldMatch, SeatStream

__all__ = ["ThinkSlots"]


@dataclasses.dataclass(slots=True, eq=False)
class _Asked:
    """A turn that waits for a think slot (a free core for its bot), or has one while its bot thinks."""

    match: HeldMatch
    seat: int
    turn: int
    stream: SeatStream
    encoded: bytes
    is_thinking: bool = False
    is_over: bool = False

    @property
    def is_due(self) -> bool:
        """Whether the turn is still open and `stream` still holds its seat."""
        return self.match.awaits(self.seat, self.turn, self.stream)


class ThinkSlots:
    """Gives think slots to the turns of all matches; streams that wait are served one after another.

    Args:
        limit: Highest number of turns that bots may think about at once, from 1.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._thinking = 0
        self._asked: dict[tuple[str, int], _Asked] = {}
        """Turns that wait or have a slot, by match id and seat."""
        self._queues: dict[SeatStream, deque[_Asked]] = {}
        """Waiting turns by stream; a stream without waiting turns has no entry."""
        self._line: deque[SeatStream] = deque()
        """Streams that wait for a think slot, in the order in which they get one. Each has waiting
        turns, and its bot thinks about no turn now.
        """
        self._busy: dict[SeatStream, int] = {}
        """Number of turns that each stream's bot is thinking about. More than one where turns were
        resumed after a reconnect.
        """

    def ask(
        self, match: HeldMatch, seat: int, turn: int, stream: SeatStream, encoded: bytes
    ) -> None:
        """Hand over a turn as soon as there is a think slot (a free core for its bot).

        An earlier turn of the same seat loses its slot or its wait. A bot that reconnects during a turn
        gets the turn at once, because its clock is running.

        Args:
            match: The match.
            seat: Index of the seat.
            turn: Number of the turn, which has just been opened.
            stream: The stream that holds the seat.
            encoded: Bytes of the turn for `SeatStream.send_turn`.
        """
        # The slot of the turn before, if it has one, is free from here on; other streams get it by `reassign`.
        self._forget(match.match_id, seat)
        asked = _Asked(match, seat, turn, stream, encoded)
        self._asked[match.match_id, seat] = asked
        if not match.hold(seat, turn):
            self._start(asked)
            return
        queue = self._queues.setdefault(stream, deque())
        # With waiting turns the stream is in the line already; with turns in thought, `_forget`
        # puts it there.
        if not queue and stream not in self._busy:
            self._line.append(stream)
        queue.append(asked)

    def reassign(self, match: HeldMatch) -> None:
        """Take back slots of a match's turns that are no longer due, then serve waiting streams.

        A turn is no longer due once it is closed or its seat has gone to another stream.
        """
        for seat in range(match.num_seats):
            asked = self._asked.get((match.match_id, seat))
            if asked is not None and not asked.is_due:
                self._forget(match.match_id, seat)
        while self._line and self._thinking < self._limit:
            self._serve(self._line.popleft())

    def _serve(self, stream: SeatStream) -> None:
        """Hand over a stream's first waiting turn that is still open; give it a think slot (a free core).

        Do nothing if the stream's bot already thinks about a turn.
        """
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
