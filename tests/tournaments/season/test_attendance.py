"""What a referee reports of remote entries reaches their presence, and a stall of ours harms nobody."""

from __future__ import annotations

from tournaments.bots.remote import AttendanceChange, AttendanceKind
from tournaments.season.attendance import Attendance
from tournaments.season.presence import Presence, PresenceEvent, PresenceKind, PresenceTerms

S = 1_000_000_000
CONNECTED = AttendanceChange(AttendanceKind.CONNECTED, "ann", 1, at_once=2)
ALIVE = AttendanceChange(AttendanceKind.ALIVE, "ann", 1, round_trip_ns=20_000_000)


class Desk:
    """An attendance, the clock that it reads, and what it has told."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.told: list[PresenceEvent] = []
        self.attendance = Attendance(
            Presence(PresenceTerms()), lambda: self.now_ns, self.told.extend
        )

    def pass_seconds(self, seconds: int) -> None:
        """Let seconds pass, each with its look."""
        for _ in range(seconds):
            self.now_ns += S
            self.attendance.look()

    def come(self) -> None:
        """Let ann connect and prove herself."""
        self.attendance.hear(True, [CONNECTED])
        for _ in range(6):
            self.pass_seconds(5)
            self.attendance.hear(False, [ALIVE])

    @property
    def kinds(self) -> list[PresenceKind]:
        """What was told."""
        return [event.kind for event in self.told]


def test_reports_make_presence() -> None:
    """An entry comes by its signs of life, and leaves by its silence."""
    desk = Desk()
    desk.come()
    assert desk.kinds == [PresenceKind.CAME]
    assert [ready.room for ready in desk.attendance.presence.ready()] == [2]
    room = AttendanceChange(AttendanceKind.ROOM, "ann", 1, at_once=1, further=9)
    desk.attendance.hear(False, [room])
    assert [ready.room for ready in desk.attendance.presence.ready()] == [1]
    desk.pass_seconds(9)
    assert desk.kinds == [PresenceKind.CAME]
    desk.pass_seconds(1)
    assert desk.kinds == [PresenceKind.CAME, PresenceKind.LEFT]


def test_leaving_in_order() -> None:
    """A stream that ends after the entry has said so ends its presence at once."""
    desk = Desk()
    desk.come()
    left = AttendanceChange(AttendanceKind.DISCONNECTED, "ann", 1, in_order=True)
    desk.attendance.hear(False, [left])
    assert desk.kinds == [PresenceKind.CAME, PresenceKind.LEFT]


def test_the_referee_away() -> None:
    """While the referee is away nobody leaves; who has not come back with it leaves ten seconds later."""
    desk = Desk()
    desk.come()
    desk.attendance.away()
    desk.pass_seconds(100)
    desk.attendance.hear(True, [])
    desk.pass_seconds(9)
    assert desk.kinds == [PresenceKind.CAME]
    desk.pass_seconds(1)
    assert desk.kinds == [PresenceKind.CAME, PresenceKind.LEFT]


def test_a_stall_is_nobodys_silence() -> None:
    """After a minute in which this process stood still, the entry has its ten seconds as before."""
    desk = Desk()
    desk.come()
    desk.now_ns += 60 * S
    desk.attendance.look()
    desk.pass_seconds(9)
    assert desk.kinds == [PresenceKind.CAME]
    assert desk.attendance.presence.ready()
    desk.pass_seconds(1)
    assert desk.kinds == [PresenceKind.CAME, PresenceKind.LEFT]
