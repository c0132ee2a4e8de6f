"""Think slots: never more bots at work than there are cores for them.

Where bots share a machine, a bot that waits for a core is a bot whose clock runs for nothing. So a
turn is handed over only when a slot is free and its stream has no other turn to think about; until
then it is held, and its clock with it.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.server.host import MatchHost
    from referee.server.session import PlaySession

__all__ = ["ThinkSlots"]


@dataclasses.dataclass(slots=True, eq=False)
class _Asked:
    """A turn that is thought about, or waits to be."""

    host: MatchHost
    seat: int
    turn: int
    session: PlaySession
    encoded: bytes
    is_thinking: bool = False
    is_over: bool = False

    @property
    def is_due(self) -> bool:
        """Whether it is still to be answered by this stream."""
        return self.host.awaits(self.seat, self.turn, self.session)


class ThinkSlots:
    """Shares out slots among the turns of all matches; streams take turns at getting one.

    Args:
        limit: Turns that may be thought about at once, from 1.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._thinking = 0
        self._asked: dict[tuple[str, int], _Asked] = {}
        """By match and seat."""
        self._queues: dict[PlaySession, deque[_Asked]] = {}
        """Turns that wait, by stream; a stream that has none is not in here."""
        self._line: deque[PlaySession] = deque()
        """Streams with turns that wait and none to think about."""
        self._busy: dict[PlaySession, int] = {}
        """How many turns each stream thinks about: one, but for those that are resumed."""

    def ask(
        self, host: MatchHost, seat: int, turn: int, session: PlaySession, encoded: bytes
    ) -> None:
        """Hold a turn until it is its time; what the seat asked before is forgotten.

        A bot that comes back in the midst of a turn gets it at once: its clock never stopped.

        Args:
            host: The match.
            seat: The seat.
            turn: The turn, which has just been opened.
            session: The stream that holds the seat.
            encoded: What to hand over.
        """
        self._forget(host.match_id, seat)
        asked = _Asked(host, seat, turn, session, encoded)
        self._asked[host.match_id, seat] = asked
        if not host.hold(seat, turn):
            self._start(asked)
            return
        queue = self._queues.setdefault(session, deque())
        if not queue and session not in self._busy:
            self._line.append(session)
        queue.append(asked)

    def settle(self, host: MatchHost) -> None:
        """Something has happened in a match: take back slots, and give them to others."""
        for seat in range(host.header.num_seats):
            asked = self._asked.get((host.match_id, seat))
            if asked is not None and not asked.is_due:
                self._forget(host.match_id, seat)
        while self._line and self._thinking < self._limit:
            self._serve(self._line.popleft())

    def _serve(self, session: PlaySession) -> None:
        """Start the first turn of a stream that waits and is due."""
        if session in self._busy:
            return  # a turn was resumed; the stream comes back into the line after it
        queue = self._queues[session]
        while queue:
            asked = queue.popleft()
            if asked.is_over:
                continue
            if asked.is_due:
                if not queue:
                    del self._queues[session]
                asked.host.release(asked.seat, asked.turn)
                self._start(asked)
                return
            self._forget(asked.host.match_id, asked.seat)
        del self._queues[session]

    def _start(self, asked: _Asked) -> None:
        asked.is_thinking = True
        self._thinking += 1
        self._busy[asked.session] = self._busy.get(asked.session, 0) + 1
        asked.session.tell_turn(asked.host, asked.seat, asked.turn, asked.encoded)

    def _forget(self, match_id: str, seat: int) -> None:
        asked = self._asked.pop((match_id, seat), None)
        if asked is None:
            return
        asked.is_over = True
        if not asked.is_thinking:
            return
        self._thinking -= 1
        self._busy[asked.session] -= 1
        if not self._busy[asked.session]:
            del self._busy[asked.session]
            if asked.session in self._queues:
                self._line.append(asked.session)
