"""Which entries on other machines are connected (attend), and which seats each is to play.

The module does no I/O and keeps everything in memory. After a restart of the server, the programs
that connect for the entries (helpers) connect again, and the organizer names keys and seats again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Protocol

from gamereferee.v1 import attend_service_pb2, error_pb2
from referee.core.clock import Clock
from referee.replay.wire import duration
from referee.server.attendance.keys import AttendeeKeys, Owner
from referee.server.process.status import CallError

__all__ = ["Attendance", "Attendant", "AttendStream", "OpenSeat", "Watcher"]

_Change = attend_service_pb2.AttendanceChange
_Response = attend_service_pb2.AttendResponse
Watcher = Callable[[_Change], None]
"""Called with each change of attendance, in order; must not raise."""


class AttendStream(Protocol):
    """Open stream of an entry on another machine: takes messages to send, and can be ended."""

    def send(self, response: _Response) -> None:
        """Queue a message to be sent; return at once."""

    def end(self, error: CallError) -> None:
        """End the stream with an error."""


@dataclasses.dataclass(slots=True, eq=False)
class Attendant:
    """A connected entry: its one open stream, and how many matches it takes."""

    owner: Owner
    """Its key and its name."""
    number: int
    """Number of the stream, from 1; no other stream of this server has it."""
    stream: AttendStream
    """The stream."""
    info: attend_service_pb2.AttendeeInfo
    """What the helper has said of the entry."""
    room: attend_service_pb2.AttendRoom
    """How many matches it takes, as it has said last."""
    assigned: int = 0
    """Number of seats assigned since it has said so."""

    @property
    def takes_more(self) -> bool:
        """Whether the entry takes another match, by the limits that it has announced."""
        if self.room.HasField("further") and self.assigned >= self.room.further:
            return False
        return self.room.at_once > 0


@dataclasses.dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that is assigned to an entry, with the token to join it."""

    entry: str
    """Name of the entry."""
    token: str
    """The seat's token."""
    match_id: str
    """The match."""
    seat: int
    """Index of the seat."""
    game: str
    """Identifier of the game."""
    num_seats: int
    """Number of seats in the match."""
    join_until_ns: int | None
    """Time, by the server's clock in nanoseconds, until which the seat must be joined; None if the
    match has begun.
    """


class Attendance:
    """Keys, open streams and open seats of all entries that play elsewhere.

    Args:
        clock: Source of the time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._keys = AttendeeKeys()
        self._there: dict[str, Attendant] = {}
        """Open stream of each entry, by the entry's name in lower case."""
        self._seats: dict[str, dict[str, OpenSeat]] = {}
        """Open seats of each entry, by its name in lower case, then by token."""
        self._entries: dict[str, str] = {}
        """Name in lower case of the entry that each token is assigned to."""
        self._watchers: list[Watcher] = []
        self._last_stream = 0

    # Entrants.

    def set_keys(self, keys: AttendeeKeys) -> None:
        """Replace all keys, and end streams that have no valid key any more."""
        self._keys = keys
        for attendant in list(self._there.values()):
            try:
                attendant.owner = keys.of(attendant.owner.digest, attendant.owner.entry)
            except CallError as error:
                self._end(attendant, error)

    def admit(
        self,
        hello: attend_service_pb2.AttendHello,
        stream: AttendStream,
        accepted: attend_service_pb2.AttendAccepted,
    ) -> Attendant:
        """Connect an entry by this stream, in place of an earlier one, and send it all its open seats.

        Args:
            hello: First message of the stream, whose fields are in bounds.
            stream: The stream.
            accepted: Terms of the stream, sent with the seats.

        Raises:
            CallError: No entry may connect yet, or the key may not be used for this entry.
        """
        if not self._keys:
            raise CallError(
                error_pb2.ERROR_REASON_NOT_ATTENDED,
                "the organizer takes no remote entries, or not yet: try again later",
            )
        owner = self._keys.check(hello.key, hello.entry)
        name = owner.entry.lower()
        before = self._there.get(name)
        if before is not None:
            text = f"another helper attends for {owner.entry} now, and plays its matches"
            before.stream.end(CallError(error_pb2.ERROR_REASON_REPLACED, text))
        self._last_stream += 1
        info = attend_service_pb2.AttendeeInfo(
            key_sha256=owner.digest,
            version=hello.version,
            language=hello.language,
            client=hello.client,
        )
        attendant = Attendant(owner, self._last_stream, stream, info, hello.room)
        self._there[name] = attendant
        seats = self._seats.get(name, {}).values()
        assignments = [self._assignment(seat) for seat in seats]
        stream.send(_Response(accepted=accepted, assignments=assignments))
        self._report(_present(attendant))
        return attendant

    def alive(self, attendant: Attendant, round_trip_ns: int) -> None:
        """Record that an entry has answered a ping.

        Args:
            attendant: The connected entry.
            round_trip_ns: What the ping took, in nanoseconds.
        """
        change = _change(attend_service_pb2.ATTENDANCE_KIND_ALIVE, attendant)
        change.round_trip.CopyFrom(duration(round_trip_ns))
        self._report_of(attendant, change)

    def announce(self, attendant: Attendant, room: attend_service_pb2.AttendRoom) -> None:
        """Record how many matches a connected entry takes from now on, and send it a confirmation."""
        attendant.room, attendant.assigned = room, 0
        # Sent after whatever was assigned before: a helper that leaves may count on it.
        attendant.stream.send(_Response(room_taken=True))
        change = _change(attend_service_pb2.ATTENDANCE_KIND_ROOM, attendant)
        change.room.CopyFrom(room)
        self._report_of(attendant, change)

    def leave(self, attendant: Attendant) -> None:
        """Record that an entry's stream has ended; do nothing if the entry has a newer stream."""
        name = attendant.owner.entry.lower()
        if self._there.get(name) is not attendant:
            return
        del self._there[name]
        change = _change(attend_service_pb2.ATTENDANCE_KIND_DISCONNECTED, attendant)
        # Said, not guessed: a broken connection looks as if its other side had been closed.
        change.in_order = attendant.room.at_once == 0
        self._report(change)

    # Seats.

    def assign(self, seat: OpenSeat) -> None:
        """Give a seat to an entry; one that has the seat already keeps it.

        Raises:
            CallError: The entry takes no more matches, or another entry has the seat.
        """
        name = seat.entry.lower()
        holder = self._entries.get(seat.token)
        if holder == name:
            return
        if holder is not None:
            text = f"the seat is assigned to {holder}: release it first"
            raise CallError(error_pb2.ERROR_REASON_SEAT_TAKEN, text)
        attendant = self._there.get(name)
        if attendant is not None and not attendant.takes_more:
            text = f"{seat.entry} has said that it takes no more matches"
            raise CallError(error_pb2.ERROR_REASON_NO_ROOM, text)
        self._entries[seat.token] = name
        self._seats.setdefault(name, {})[seat.token] = seat
        if attendant is not None:
            attendant.assigned += 1
            attendant.stream.send(_Response(assignments=[self._assignment(seat)]))

    def tokens(self) -> set[str]:
        """Return the tokens of all seats that are assigned."""
        return set(self._entries)

    def release(self, token: str) -> None:
        """Take the seat of a token back from its entry; do nothing if no entry has the token."""
        name = self._entries.pop(token, None)
        if name is None:
            return
        seat = self._seats[name].pop(token)
        if not self._seats[name]:
            del self._seats[name]
        attendant = self._there.get(name)
        if attendant is not None:
            withdrawn = attend_service_pb2.WithdrawnSeat(match_id=seat.match_id, seat=seat.seat)
            attendant.stream.send(_Response(withdrawn=[withdrawn]))

    def dismiss(self, entry: str, text: str, *, over: bool = False) -> None:
        """End the stream of an entry, if it has one, with a text for its author.

        Args:
            entry: Name of the entry.
            text: The text; empty for the referee's own words.
            over: Whether the entry has no more matches to play; False refuses it.
        """
        attendant = self._there.get(entry.lower())
        if attendant is not None:
            reason = error_pb2.ERROR_REASON_ENTRY_REFUSED
            words = text or "the organizer has dismissed this entry"
            if over:
                reason = error_pb2.ERROR_REASON_ATTENDANCE_OVER
            self._end(attendant, CallError(reason, words))

    # Watchers.

    def watch(self, watcher: Watcher) -> list[_Change]:
        """Call a watcher with each change from now on; return the connected entries, as changes."""
        self._watchers.append(watcher)
        return [_present(attendant) for attendant in self._there.values()]

    def unwatch(self, watcher: Watcher) -> None:
        """Stop calling a watcher with changes of the connected entries."""
        self._watchers.remove(watcher)

    def _end(self, attendant: Attendant, error: CallError) -> None:
        attendant.stream.end(error)
        self.leave(attendant)

    def _report_of(self, attendant: Attendant, change: _Change) -> None:
        """Report a change of an entry's stream to all watchers.

        Do nothing if the entry has a newer stream, or none.
        """
        if self._there.get(attendant.owner.entry.lower()) is attendant:
            self._report(change)

    def _report(self, change: _Change) -> None:
        for watcher in tuple(self._watchers):
            watcher(change)

    def _assignment(self, seat: OpenSeat) -> attend_service_pb2.SeatAssignment:
        assignment = attend_service_pb2.SeatAssignment(
            match_id=seat.match_id,
            seat=seat.seat,
            token=seat.token,
            game=seat.game,
            num_seats=seat.num_seats,
        )
        if seat.join_until_ns is not None:
            left_ns = max(0, seat.join_until_ns - self._clock.now_ns())
            assignment.join_within.CopyFrom(duration(left_ns))
        return assignment


def _present(attendant: Attendant) -> _Change:
    change = _change(attend_service_pb2.ATTENDANCE_KIND_CONNECTED, attendant)
    change.room.CopyFrom(attendant.room)
    change.info.CopyFrom(attendant.info)
    return change


def _change(kind: attend_service_pb2.AttendanceKind, attendant: Attendant) -> _Change:
    return _Change(kind=kind, entry=attendant.owner.entry, stream=attendant.number)
