"""Remote entries of a season in one object: declared, ready, and given seats."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tests.helpers.patience import come_true
from tests.tournaments.fake_attendance import FakeReferee
from tournaments.bots.remote import AttendanceChange, AttendanceKind, AttendeeKey
from tournaments.season.presence import PresenceTerms
from tournaments.season.remotes import Declared, Remotes, presence_terms
from tournaments.spec.season import RemoteSpec

S = 1_000_000_000
ALIVE = AttendanceChange(AttendanceKind.ALIVE, "ann", 1, round_trip_ns=20_000_000)
CONNECTED = AttendanceChange(
    AttendanceKind.CONNECTED,
    "ann",
    1,
    at_once=2,
    key_sha256="aa" * 32,
    version="7",
    language="Go",
)


class Desk:
    """Remote entries at a referee without a network, and the clock of both."""

    def __init__(self) -> None:
        self.referee = FakeReferee()
        self.now_ns = 0
        self.remotes = Remotes(
            self.referee,
            PresenceTerms(per_day=3),
            now_ns=lambda: self.now_ns,
            note=lambda _: None,
        )

    async def report(self, *changes: AttendanceChange) -> None:
        """The referee reports something, and it is taken in."""
        self.referee.reports.put_nowait(list(changes))
        await come_true(self.referee.reports.empty, "the report")

    async def stay(self, since: int, until: int) -> None:
        """A sign of life in each second."""
        for second in range(since, until + 1):
            self.now_ns = second * S
            await self.report(ALIVE)


@contextlib.asynccontextmanager
async def informed() -> AsyncIterator[Desk]:
    """Remote entries that are in touch with their referee."""
    desk = Desk()
    running = asyncio.create_task(desk.remotes.run())
    try:
        yield desk
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def test_terms_are_those_of_the_file() -> None:
    """The table `[remote]` says how many matches and which ping."""
    spec = RemoteSpec.model_validate(
        {
            "listen": "0.0.0.0:7443",
            "cert": "c.pem",
            "key": "k.pem",
            "at_once": 3,
            "per_day": 50,
            "longest_ping": "80ms",
        }
    )
    terms = presence_terms(spec)
    assert (terms.at_once, terms.per_day, terms.longest_ping_ns) == (3, 50, 80_000_000)


async def test_an_entry_comes_and_plays() -> None:
    """It is declared when it connects, ready once it has come, and has room for what it does not play."""
    async with informed() as desk:
        remotes = desk.remotes
        key = AttendeeKey("aa" * 32, ("ann",))
        remotes.set_keys([key])
        await desk.report(CONNECTED)
        await come_true(remotes.declared, "the entry")
        assert remotes.declared() == {"ann": Declared("ann", "aa" * 32, "7", "Go", 1)}
        await desk.stay(1, 29)
        assert not remotes.is_present("ann")
        await desk.stay(30, 30)
        await come_true(lambda: remotes.is_present("ann"), "the entry's coming")
        assert (remotes.ready(), remotes.pings()) == ({"ann": 2}, {"ann": 20_000_000})
        for ago_ns in (100 * S, 50 * S):  # of an earlier run
            remotes.began("ann", ago_ns)
            remotes.ended("ann")
        assert remotes.ready() == {"ann": 1}
        remotes.seats.take_seat("ann", "token")
        remotes.began("ann")
        assert remotes.ready() == {}
        await come_true(lambda: len(desk.referee.told) == 3, "keys and seat")
        assert desk.referee.told == [("keys", key), ("keep",), ("assign", ("ann", "token"))]


async def test_what_it_declares_lasts_as_long_as_its_stream() -> None:
    """The end of a stream that was replaced changes nothing; one that is dismissed is forgotten at once."""
    later = AttendanceChange(AttendanceKind.CONNECTED, "ann", 2, at_once=1, version="8")
    async with informed() as desk:
        remotes = desk.remotes
        await desk.report(CONNECTED)
        await desk.report(later)
        await desk.report(AttendanceChange(AttendanceKind.DISCONNECTED, "ann", 1))
        await come_true(lambda: remotes.declared()["ann"].version == "8", "the later stream")
        await desk.report(AttendanceChange(AttendanceKind.DISCONNECTED, "ann", 2))
        await come_true(lambda: not remotes.declared(), "its end")
        await desk.report(CONNECTED)
        await come_true(remotes.declared, "the entry")
        remotes.dismiss("ann", "enough")
        assert not remotes.declared()
        await come_true(lambda: ("dismiss", "ann", "enough") in desk.referee.told, "the dismissal")


async def test_all_are_dismissed_at_the_end() -> None:
    """Each stream is ended as of an entry that has nothing more to play, and not only some time later."""
    async with informed() as desk:
        await desk.report(CONNECTED)
        await come_true(desk.remotes.declared, "the entry")
        await desk.remotes.dismiss_all("the season is over")
        assert ("over", "ann", "the season is over") in desk.referee.told


async def test_an_entry_that_was_here_before_a_restart_has_time_to_come_back() -> None:
    """However long the referee takes to report, it is present until 10 s later; drop-outs are remembered."""
    desk = Desk()
    desk.remotes.resume("ann", is_present=True, drops=1)
    desk.remotes.resume("bob", is_present=False, drops=2)
    desk.now_ns = 300 * S
    running = asyncio.create_task(desk.remotes.run())
    try:
        await asyncio.sleep(0)
        assert desk.remotes.is_present("ann")
        bob = AttendanceChange(AttendanceKind.CONNECTED, "bob", 1, at_once=1)
        await desk.report(bob)
        seen = {}
        for second in range(302, 422, 2):
            desk.now_ns = second * S
            await desk.report(AttendanceChange(AttendanceKind.ALIVE, "bob", 1, round_trip_ns=S))
            await asyncio.sleep(0)
            seen[second] = (desk.remotes.is_present("ann"), desk.remotes.is_present("bob"))
        assert [second for second, (ann, _) in seen.items() if ann] == [302, 304, 306, 308]
        assert [second for second, (_, bob) in seen.items() if bob] == [420]
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
