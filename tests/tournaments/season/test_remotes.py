"""Remote entries of a season in one object: declared, ready, and given seats."""

from __future__ import annotations

import asyncio

from tests.helpers.patience import come_true
from tests.tournaments.fake_attendance import FakeReferee
from tournaments.bots.remote import AttendanceChange, AttendanceKind, AttendeeKey
from tournaments.season.presence import PresenceEvent, PresenceKind, PresenceTerms
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
    referee, now = FakeReferee(), [0]
    moved: list[PresenceEvent] = []
    declared: list[Declared] = []
    remotes = Remotes(
        referee,
        PresenceTerms(per_day=3),
        now_ns=lambda: now[0],
        moved=moved.extend,
        declared=declared.append,
        note=lambda _: None,
    )
    key = AttendeeKey("aa" * 32, ("ann",))
    remotes.seats.set_keys([key])
    running = asyncio.create_task(remotes.run())
    referee.reports.put_nowait([CONNECTED])
    await come_true(lambda: declared, "the entry")
    assert declared == [Declared("ann", "aa" * 32, "7", "Go")]
    for second in range(1, 31):
        now[0] = second * S
        referee.reports.put_nowait([ALIVE])
        await come_true(referee.reports.empty, "the sign of life")
    await come_true(lambda: moved, "the entry's coming")
    assert [event.kind for event in moved] == [PresenceKind.CAME]
    assert (remotes.ready(), remotes.pings()) == ({"ann": 2}, {"ann": 20_000_000})
    for ago_ns in (100 * S, 50 * S):  # of an earlier run
        remotes.began("ann", ago_ns)
        remotes.ended("ann")
    assert remotes.ready() == {"ann": 1}
    remotes.seats.take_seat("ann", "token")
    remotes.began("ann")
    assert remotes.ready() == {}
    await come_true(lambda: len(referee.told) == 3, "keys and seat")
    assert referee.told == [("keys", key), ("keep",), ("assign", ("ann", "token"))]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
