"""Keeps which line (connection) carries which seat of a process, and moves seats between lines.

The home line leads to the address that the process was given, the others to workers (duty 34 of the
bot guide).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from referee_client.line import Line
from referee_client.outbox import Unsaid
from referee_client.seats import Seat, Ticket

__all__ = ["Lines"]


class Lines:
    """The home line (connection to the address that the process was given), and lines to workers.

    There is one line to each worker that has answered.

    Args:
        tickets: Tickets (tokens with their state) of all seats whose matches are not over, by
            number.
        name: Name of the bot, which each join repeats.
        on_worker: Called with the address of a worker that has a seat's match and has no line yet;
            None keeps all seats on the home line.
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
        """Line to the address that the process was given."""
        self._workers: dict[str, Line] = {}
        """Lines to workers that have answered, by address."""

    @property
    def follows_workers(self) -> bool:
        """Whether seats move to connections to workers at all.

        If not, all stay on the connection to the address that the process was given.
        """
        return self._on_worker is not None

    def all(self) -> tuple[Line, ...]:
        """Return the lines: first that to the address the process was given, then those to workers.

        Only workers that have answered have a line.
        """
        return (self.home, *self._workers.values())

    def begin_at_home(self, foreign: Iterable[Ticket]) -> None:
        """Begin on a new stream to the address that the process was given, after the last stream broke.

        The tokens of all seats on that line are presented again, so that the referee lets this
        process play on. So are the tokens of the seats in `foreign`: the referee takes a
        resignation only from a stream that has joined the seat.

        Args:
            foreign: Tickets of seats that have to be resigned, because the bot does not play their
                game.
        """
        # Seats on workers' lines are left out: a join here would take them away from the worker's
        # stream.
        here = [ticket for ticket in self._tickets.values() if ticket.line is self.home]
        self.home.outbox.renew([ticket.join(self._name) for ticket in (*here, *foreign)])
        self.home.begin()
        for ticket in here:
            ticket.is_waiting = True
            if ticket.seat is not None:
                _leave(ticket.seat)

    def answered(self, line: Line) -> None:
        """Record that a worker can be reached, and move its seats from the home line to its line.

        The home line is the connection to the address that the process was given. A worker has a
        seat if the referee named the worker's address in its answer to the seat's join.

        Args:
            line: Connection on which the worker has answered.
        """
        line.is_open = True
        self._workers[line.address] = line
        for ticket in self._tickets.values():
            is_joined_at_home = ticket.line is self.home and not ticket.is_waiting
            if is_joined_at_home and ticket.address == line.address:
                self.send_to_worker(ticket)

    def lost(self, line: Line) -> None:
        """Record that a worker's stream has ended, and move its seats to the home line.

        The home line is the connection to the address that the process was given.

        Args:
            line: Connection whose stream has ended.
        """
        # A line whose worker never answered is not in the table.
        if self._workers.get(line.address) is line:
            del self._workers[line.address]
        for ticket in self._tickets.values():
            if ticket.line is line:
                self.move(ticket, self.home)
        # `move` has taken along what the moved seats had to say; this is the rest, of seats without a ticket.
        self._say_at(self.home, line.outbox.rest())

    def wants(self, address: str) -> bool:
        """Return whether a seat should move to the worker with an address.

        It should if the worker has the seat's match and has not refused the seat's token, and the
        seat is on the home line: the connection to the address that the process was given.
        """
        return any(
            ticket.address == address and not ticket.stays and ticket.line is self.home
            for ticket in self._tickets.values()
        )

    def send_to_worker(self, ticket: Ticket) -> None:
        """Move a seat from the home line to the worker that has its match.

        The home line is the connection to the address that the process was given. If there is no
        line to that worker yet, call `on_worker` to have one opened. Nothing happens if no worker
        has the match, or if the seat has to stay on the home line. Call it only after the join on
        the home line was answered. With joins of one token on two streams at once, nobody knows
        which of them the referee took last, and the last one has the seat.

        Args:
            ticket: The seat's token, with its state.
        """
        if not ticket.address or ticket.stays or self._on_worker is None:
            return
        there = self._workers.get(ticket.address)
        if there is None:
            self._on_worker(ticket.address)
        else:
            self.move(ticket, there)

    def move(self, ticket: Ticket, line: Line) -> None:
        """Present a seat's token on another line (connection), which takes the seat over.

        The referee sends an open turn again there. `ticket` is the seat's token with its state.
        """
        seat = ticket.seat
        rest: list[Unsaid] = []
        if seat is not None:
            # Resignations and words move along. Answers do not: the turn comes again, and is answered again.
            rest = ticket.line.outbox.rest(seat.match.match_id, seat.match.seat)
            if seat.form is not None:
                ticket.line.forms.pop(seat.form.handle, None)
            seat.line = line
            _leave(seat)
        # From here on, answers to the join on the old line are ignored: `ticket.line` decides which
        # join counts.
        ticket.line, ticket.is_waiting = line, True
        line.outbox.add(ticket.join(self._name))
        self._say_at(
            line, rest
        )  # after the join, since the referee takes words of joined seats alone

    def _say_at(self, line: Line, rest: Iterable[Unsaid]) -> None:
        for said in rest:
            line.outbox.add(said)


def _leave(seat: Seat) -> None:
    """Forget what was agreed with the referee about a seat on its last stream.

    The join on the next stream agrees on it again.
    """
    seat.is_away, seat.form = True, None
    if not seat.witness.HasField("started"):
        seat.witness.nonce_told = False  # the stream may have lost the opened nonce
