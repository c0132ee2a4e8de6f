"""Faults of a stream: pings, its end, the order within a message, breaks and workers (duties 4 to 7, 13 to 16, 34)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import grpc

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee_client import RefereeClient, retry, seats, stream
from referee_client.conversation import Conversation
from referee_client.errors import UnreachableError
from referee_client.following import Following
from referee_client.line import Line
from referee_client.lines import Lines
from referee_client.retry import Patience
from referee_client.seats import Ticket
from tests.conformance.faults.changing import fault, on_request, on_response, put, replace

# Pings.


@fault
def no_pong() -> None:
    """Duty 4."""
    on_request(lambda request: request.ClearField("pongs"))


@fault
def pong_of_another_number() -> None:
    """Duty 4."""

    def change(request: wire.PlayRequest) -> None:
        for pong in request.pongs:
            pong.number += 1

    on_request(change)


@fault
def pong_after_thinking() -> None:
    """Duty 4."""

    def play(self: Any, turns: Any) -> Iterator[None]:
        for turn in turns:
            seat = self._seats[turn.match_id, turn.seat]
            self._answer(seat, turn, seat.act(turn))
        yield

    put(Conversation, "play", play)


@fault
def hasty_ping() -> None:
    """Duty 5."""
    put(stream, "SILENCE_S", 1.0)


# The end.


@fault
def never_closes() -> None:
    """Duty 6."""
    put(Conversation, "is_done", property(lambda _: False))


@fault
def waits_for_ever() -> None:
    """Duty 6."""
    put(stream, "GOODBYE_S", 1000.0)


# The order within a message.


@fault
def turns_before_joins() -> None:
    """Duty 7."""

    def change(response: wire.PlayResponse) -> None:
        if response.joins:
            response.ClearField("turns")  # what a turn of a seat that is not known comes to

    on_response(change)


@fault
def turns_before_ends() -> None:
    """Duty 7."""
    waiting: list[wire.MatchEnded] = []

    def change(response: wire.PlayResponse) -> None:
        late = list(response.ends) if response.turns else []
        if late:
            response.ClearField("ends")
        response.ends.extend(waiting)
        waiting[:] = late

    on_response(change)


# Breaks.


@fault
def no_delay() -> None:
    """Duty 13."""
    put(retry, "FIRST_DELAY", 0.0)


@fault
def delays_do_not_grow() -> None:
    """Duty 13."""
    put(retry, "LONGEST_DELAY", retry.FIRST_DELAY)


@fault
def gives_up_at_once() -> None:
    """Duty 13."""

    def delay(_self: Patience, _now: float, why: str) -> float:
        raise UnreachableError(why)

    put(Patience, "delay", delay)


@fault
def never_gives_up() -> None:
    """Duty 13."""
    replace(Patience, "__init__", lambda old: lambda self, to, _: old(self, to, 1e9))


@fault
def does_not_name_the_address() -> None:
    """Duty 13."""
    seats.log.setLevel("ERROR")
    put(seats.log, "error", lambda *_: print("no referee", file=sys.stderr))


@fault
def tries_everything_again() -> None:
    """Duty 14."""
    put(stream, "hopeless", lambda _code, _details: None)


@fault
def does_not_try_aborted_again() -> None:
    """Duty 14."""
    retry._RETRIED.discard(grpc.StatusCode.ABORTED)


@fault
def joins_all_again() -> None:
    """Duty 15."""
    every: list[Ticket] = []

    def make(old: Any) -> Any:
        def opened(self: Any) -> None:
            every.extend(ticket for ticket in self._tickets.values() if ticket not in every)
            self._tickets.update({ticket.number: ticket for ticket in every})
            old(self)

        return opened

    replace(Conversation, "opened", make)


@fault
def fights_for_seats() -> None:
    """Duty 15."""
    on_response(lambda response: response.ClearField("rejections"))


@fault
def leaves_when_drained() -> None:
    """Duty 16."""

    def change(response: wire.PlayResponse) -> None:
        if response.draining:
            os._exit(0)

    on_response(change)


# Workers.


@fault
def asks_for_workers_and_stays() -> None:
    """Duty 34."""
    put(Following, "want", lambda *_: None)


@fault
def joins_at_workers_at_once() -> None:
    """Duty 34."""

    def make(old: Any) -> Any:
        async def carry(self: RefereeClient, line: Line, address: Any) -> None:
            self._conversation.lines.answered(line)
            await old(self, line, address)

        return carry

    replace(RefereeClient, "_carry", make)


@fault
def joins_at_workers_unanswered() -> None:
    """Duty 34."""

    def make(old: Any) -> Any:
        def answered(self: Lines, line: Line) -> None:
            old(self, line)
            for ticket in self._tickets.values():
                if ticket.line is self.home:
                    self.move(ticket, line)

        return answered

    replace(Lines, "answered", make)


@fault
def keeps_lost_workers() -> None:
    """Duty 34."""
    put(Lines, "lost", lambda *_: None)


@fault
def fights_with_itself() -> None:
    """Duty 34."""

    def make(old: Any) -> Any:
        def rejected(self: Conversation, rejection: wire.Rejected, line: Line) -> None:
            seat = self._seats.get((rejection.match_id, rejection.seat))
            if seat is not None and rejection.reason == ErrorReason.ERROR_REASON_TAKEN_OVER:
                self.lines.move(self._tickets[seat.number], line)
            old(self, rejection, line)

        return rejected

    replace(Conversation, "_rejected", make)


@fault
def follows_whatever_is_said() -> None:
    """Duty 34."""
    os.environ.pop("REFEREE_STAY", None)


@fault
def always_in_short() -> None:
    """Duty 27."""
    os.environ.pop("REFEREE_PLAIN_TURNS", None)
