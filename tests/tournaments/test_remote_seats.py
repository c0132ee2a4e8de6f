"""Seats of remote entries: what the referee is told, and told again after it was away."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection

import pytest

import tournaments.bots.remote as remote_module
from tests.helpers.patience import come_true
from tests.tournaments.fake_attendance import FakeReferee
from tournaments.bots.remote import (
    AttendanceChange,
    AttendanceKind,
    AttendeeKey,
    HostedAndRemote,
    RemoteSeats,
)

KEYS = (AttendeeKey("aa" * 32, ("ann",)),)
CONNECTED = AttendanceChange(AttendanceKind.CONNECTED, "ann", 1, at_once=2)


class Desk:
    """Remote seats at a fake referee."""

    def __init__(self) -> None:
        self.referee = FakeReferee()
        self.heard: list[tuple[bool, list[AttendanceChange]]] = []
        self.notes: list[str] = []
        self.times_away = 0
        self.seats = RemoteSeats(
            self.referee,
            hear=lambda *report: self.heard.append(report),
            away=self._away,
            entry_of=lambda label: label.partition("@")[0],
            note=self.notes.append,
        )

    def _away(self) -> None:
        self.times_away += 1

    async def told(self, *expected: tuple[object, ...]) -> None:
        """Wait until the referee was told this, after what was asked for before; then forget it."""
        told = self.referee.told
        await come_true(lambda: len(told) >= len(expected), f"{expected}, not {told}")
        assert told == list(expected)
        told.clear()


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attendance is watched again at once."""
    monkeypatch.setattr(remote_module, "AWAY_S", 0.0)


@contextlib.asynccontextmanager
async def working() -> AsyncIterator[Desk]:
    """Remote seats that run, with keys named and a referee that is there."""
    desk = Desk()
    desk.seats.set_keys(KEYS)
    running = asyncio.create_task(desk.seats.run())
    desk.referee.reports.put_nowait([])
    # Whatever an earlier run has assigned there is taken back.
    await desk.told(("keys", *KEYS), ("keep",))
    try:
        yield desk
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_seats_are_assigned_and_taken_back() -> None:
    """A seat goes to its entry, whatever version the label names, and back when its match is over."""
    async with working() as desk:
        desk.seats.take_seat("ann@2", "t1")
        desk.seats.take_seat("bob@1", "t2")
        await desk.told(("assign", ("ann", "t1"), ("bob", "t2")))
        desk.seats.leave_seat("ann@2", "t1", came_through=True)
        await desk.told(("unassign", "t1"))
        await desk.seats.gone(["t1"])


async def test_a_referee_that_was_away_is_told_again() -> None:
    """Keys and open seats are named to its next life, and nothing of what is over."""
    async with working() as desk:
        for token in ("t1", "t2"):
            desk.seats.take_seat("ann", token)
        await desk.told(("assign", ("ann", "t1"), ("ann", "t2")))
        desk.referee.reports.put_nowait(None)
        await come_true(lambda: desk.times_away, "the referee to be away")
        desk.seats.leave_seat("ann", "t1", came_through=True)
        desk.seats.take_seat("ann", "t3")
        assert desk.referee.told == []
        desk.referee.reports.put_nowait([CONNECTED])
        await desk.told(
            ("keys", *KEYS), ("keep", "t2", "t3"), ("assign", ("ann", "t2"), ("ann", "t3"))
        )
        assert desk.heard == [(True, []), (True, [CONNECTED])]


async def test_a_refused_seat_makes_the_match_void() -> None:
    """Where an entry takes no more matches, the match ends before anybody knows of it."""
    async with working() as desk:
        desk.referee.refused = {"t1": "ann has said that it takes no more matches"}
        desk.seats.take_seat("ann", "t1")
        await desk.told(
            ("assign", ("ann", "t1")),
            (
                "abort",
                "t1",
                "ann can't be given its seat: ann has said that it takes no more matches",
            ),
        )
        assert desk.notes == ["ann gets no seat: ann has said that it takes no more matches"]
        # The end that follows changes nothing: the referee has no such seat.
        desk.seats.leave_seat("ann", "t1", came_through=False)
        desk.seats.dismiss("ann", "enough")
        await desk.told(("dismiss", "ann", "enough"))


async def test_many_seats_go_in_several_calls() -> None:
    """No call has more than 256 seats."""
    async with working() as desk:
        tokens = [f"t{number}" for number in range(300)]
        for token in tokens:
            desk.seats.take_seat("ann", token)
        await come_true(lambda: len(desk.referee.told) >= 2, "two calls")
        calls = [call[1:] for call in desk.referee.told]
        assert [len(call) for call in calls] == [256, 44]
        assert [seat for call in calls for seat in call] == [("ann", token) for token in tokens]


class Taker:
    """Takes seats, and takes down which."""

    def __init__(self) -> None:
        self.seats: list[tuple[str, str]] = []

    def take_seat(self, player: str, token: str) -> None:
        """Take a seat."""
        self.seats.append((player, token))

    def leave_seat(self, player: str, token: str, *, came_through: bool) -> None:
        """Leave a seat."""
        assert came_through
        self.seats.remove((player, token))

    async def gone(self, tokens: Collection[str]) -> None:
        """Nothing has to go."""
        self.seats.append(("gone", " ".join(tokens)))


async def test_each_seat_goes_where_its_program_is() -> None:
    """Seats are left where they were taken, also if the entry has moved meanwhile."""
    hosted, remote, elsewhere = Taker(), Taker(), {"ann"}
    both = HostedAndRemote(hosted, remote, lambda player: player in elsewhere)
    both.take_seat("ann", "t1")
    both.take_seat("greedy", "t2")
    assert (remote.seats, hosted.seats) == ([("ann", "t1")], [("greedy", "t2")])
    elsewhere.clear()
    both.leave_seat("ann", "t1", came_through=True)
    both.leave_seat("greedy", "t2", came_through=True)
    await both.gone(["t1", "t2"])
    assert (remote.seats, hosted.seats) == ([], [("gone", "t1 t2")])
