"""Where the seats of a process are, and how they go from one line to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from referee_client.line import Line
from referee_client.outbox import Unsaid
from referee_client.seats import Seat, Ticket

__all__ = ["Lines"]


class Lines:
    """The line home, and one to each worker that has answered.

    Args:
        tickets: All tokens of the process whose matches are not over, by number.
        name: What the bot calls itself.
        on_worker: Called with the address of a worker to which seats would like to go; None keeps all at home.
    """

    def __init__(
        self,
        tickets: Mapping[int, Ticket],
        name: str,
        on_worker: Callable[[str], object] | None,
    ) -> None:
        self._tickets = tickets
        self._name = name
        self._on_worker = on_worker
        self.home = Line()
        """What leads to the address that the process was given."""
        self._workers: dict[str, Line] = {}
        """Those to workers that have answered, by address."""

    @property
    def leads_away(self) -> bool:
        """Whether seats go to workers at all."""
        return self._on_worker is not None

    def all(self) -> tuple[Line, ...]:
        """Return all lines that seats may be on."""
        return (self.home, *self._workers.values())

    def begin_at_home(self, foreign: Iterable[Ticket]) -> None:
        """Begin on a new stream home: present all tokens of it again, and those of seats that are resigned."""
        here = [ticket for ticket in self._tickets.values() if ticket.line is self.home]
        self.home.outbox.renew([ticket.join(self._name) for ticket in (*here, *foreign)])
        self.home.begin()
        for ticket in here:
            ticket.is_waiting = True
            if ticket.seat is not None:
                _leave(ticket.seat)

    def answered(self, line: Line) -> None:
        """Know that a worker can be reached: seats at home whose matches it has go there."""
        line.is_open = True
        self._workers[line.address] = line
        for ticket in self._tickets.values():
            is_settled = ticket.line is self.home and not ticket.is_waiting
            if is_settled and ticket.address == line.address:
                self.settle(ticket)

    def lost(self, line: Line) -> None:
        """Know that the stream to a worker is no more: its seats go home."""
        if self._workers.get(line.address) is line:
            del self._workers[line.address]
        for ticket in self._tickets.values():
            if ticket.line is line:
                self.move(ticket, self.home)
        self._say_at(self.home, line.outbox.rest())

    def wants(self, address: str) -> bool:
        """Return whether a seat at home would like to go to a worker."""
        return any(
            ticket.address == address and not ticket.stays and ticket.line is self.home
            for ticket in self._tickets.values()
        )

    def settle(self, ticket: Ticket) -> None:
        """Let a seat that was joined at home go to the worker that has its match, or ask for a line there.

        It goes nowhere before its join is answered: of two joins on two streams, who could say which came last?
        """
        if not ticket.address or ticket.stays or self._on_worker is None:
            return
        there = self._workers.get(ticket.address)
        if there is None:
            self._on_worker(ticket.address)
        else:
            self.move(ticket, there)

    def move(self, ticket: Ticket, line: Line) -> None:
        """Present a token on another line, which takes its seat over; an open turn will come again there."""
        seat = ticket.seat
        rest: list[Unsaid] = []
        if seat is not None:
            rest = ticket.line.outbox.rest(seat.match.match_id, seat.match.seat)
            if seat.form is not None:
                ticket.line.forms.pop(seat.form.handle, None)
            seat.line = line
            _leave(seat)
        ticket.line, ticket.is_waiting = line, True
        line.outbox.add(ticket.join(self._name))
        self._say_at(line, rest)

    def _say_at(self, line: Line, rest: Iterable[Unsaid]) -> None:
        for said in rest:
            line.outbox.add(said)


def _leave(seat: Seat) -> None:
    """Forget what one stream has agreed with the referee about a seat: the next agrees on its own."""
    seat.is_away, seat.form = True, None
    if not seat.witness.HasField("started"):
        seat.witness.nonce_told = False  # the stream may have lost it
