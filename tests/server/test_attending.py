"""Entries that play elsewhere: who may attend, what they are sent, what their organizer sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import attend_service_pb2 as wire
from gamereferee.v1 import error_pb2
from referee.server.attendance.session import MOST_BYTES, UNASKED_BURST
from tests.server.attending import (
    ANN,
    BOB,
    AttendClient,
    Organizer,
    digest,
    key_of,
    set_attend_limits,
)
from tests.server.routed import routed
from tests.server.running import Referee, refusal, running, terms

CONNECTED, DISCONNECTED = wire.ATTENDANCE_KIND_CONNECTED, wire.ATTENDANCE_KIND_DISCONNECTED


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No stream is too slow, however busy this machine is, unless its test says so."""
    set_attend_limits(monkeypatch)


@pytest.fixture
def organizer(anywhere: Referee) -> Organizer:
    """Organizer of a server, and of a router before two."""
    return Organizer(anywhere.channel)


def helper(referee: Referee) -> AttendClient:
    """A stream that has not said anything."""
    return AttendClient(referee.channel)


async def attending(referee: Referee, key: str, entry: str, **fields: Any) -> AttendClient:
    """A stream that was accepted."""
    stream = helper(referee)
    await stream.hello(key, entry, **fields)
    return stream


async def test_seats_reach_their_entry(anywhere: Referee, organizer: Organizer) -> None:
    """An entry gets the tokens of its seats, and hears when it need not play them any longer."""
    await organizer.set_keys(key_of(ANN, "ann"), key_of(BOB, "bob"))
    ann = await attending(anywhere, ANN, "ann")
    made = await anywhere.create(time_control=terms(move_time=3600, join_limit=30))
    assert await organizer.assign("ann", made.seat_tokens[1]) == []
    (seat,) = (await ann.read()).assignments
    assert (seat.match_id, seat.seat) == (made.match.match_id, 1)
    assert (seat.token, seat.game, seat.num_seats) == (made.seat_tokens[1], "toy_bid", 2)
    assert seat.join_within.ToNanoseconds() == 30_000_000_000
    await organizer.release(made.seat_tokens[1])
    (withdrawn,) = (await ann.read()).withdrawn
    assert (withdrawn.match_id, withdrawn.seat) == (made.match.match_id, 1)


async def test_a_new_stream_takes_over(anywhere: Referee, organizer: Organizer) -> None:
    """A second stream of an entry ends the first, and gets all its open tokens."""
    await organizer.set_keys(key_of(ANN, "ann"))
    first = await attending(anywhere, ANN, "ann")
    tokens = [(await anywhere.create()).seat_tokens[0] for _ in range(3)]
    await organizer.assign("ann", *tokens)
    await organizer.release(tokens[1])
    second = helper(anywhere)
    accepted = await second.hello(ANN, "ann")
    assert [seat.token for seat in accepted.assignments] == [tokens[0], tokens[2]]
    ended = await first.status()
    assert (ended.code, ended.reason) == ("ABORTED", "REPLACED")


async def test_an_organizer_who_knows_nothing(anywhere: Referee, organizer: Organizer) -> None:
    """An organizer's next run names the seats that it knows, and all others are taken back."""
    await organizer.set_keys(key_of(ANN, "ann"), key_of(BOB, "bob"))
    ann, bob = await attending(anywhere, ANN, "ann"), await attending(anywhere, BOB, "bob")
    made = [await anywhere.create() for _ in range(2)]
    await organizer.assign("ann", made[0].seat_tokens[0], made[1].seat_tokens[0])
    await organizer.assign("bob", made[0].seat_tokens[1])
    for stream, count in ((ann, 2), (bob, 1)):
        for _ in range(count):
            assert (await stream.read()).assignments
    await organizer.release(made[1].seat_tokens[0], all_others=True)
    (gone,) = (await ann.read()).withdrawn
    assert (gone.match_id, gone.seat) == (made[0].match.match_id, 0)
    (gone,) = (await bob.read()).withdrawn
    assert (gone.match_id, gone.seat) == (made[0].match.match_id, 1)
    accepted = await helper(anywhere).hello(ANN, "ann")
    assert [seat.token for seat in accepted.assignments] == [made[1].seat_tokens[0]]


async def test_seats_wait_for_their_entry(anywhere: Referee, organizer: Organizer) -> None:
    """A seat of an entry that is not there is handed over when it comes, with the time that is left."""
    await organizer.set_keys(key_of(ANN, "ann"))
    made = await anywhere.create(time_control=terms(move_time=3600, join_limit=30))
    assert await organizer.assign("ann", made.seat_tokens[0]) == []
    assert await organizer.assign("ann", made.seat_tokens[0]) == []  # repeated
    anywhere.clock.advance(20_000_000_000)
    accepted = await helper(anywhere).hello(ANN, "ann")
    (seat,) = accepted.assignments
    # The server of the fixture reads the clock of the test; a router has its own.
    assert seat.join_within.ToNanoseconds() <= 30_000_000_000


@pytest.mark.parametrize(
    ("key", "entry", "code", "reason"),
    [
        pytest.param("gr_wrong", "ann", "UNAUTHENTICATED", "BAD_ENTRY_KEY", id="unknown key"),
        pytest.param("", "ann", "UNAUTHENTICATED", "BAD_ENTRY_KEY", id="no key"),
        pytest.param(BOB, "ann", "PERMISSION_DENIED", "ENTRY_REFUSED", id="another's entry"),
        pytest.param(BOB, "ANN", "PERMISSION_DENIED", "ENTRY_REFUSED", id="in another case"),
        pytest.param(BOB, "new", "PERMISSION_DENIED", "ENTRY_REFUSED", id="may not add"),
        pytest.param(ANN, "a b", "INVALID_ARGUMENT", "BAD_FIELD", id="no name"),
        pytest.param(ANN, "a" * 41, "INVALID_ARGUMENT", "BAD_FIELD", id="long name"),
        pytest.param(ANN, "ä", "INVALID_ARGUMENT", "BAD_FIELD", id="not ASCII"),
    ],
)
async def test_who_may_not_attend(
    anywhere: Referee, organizer: Organizer, key: str, entry: str, code: str, reason: str
) -> None:
    """A stream needs a key that the organizer has named, for this entry."""
    await organizer.set_keys(key_of(ANN, "ann", may_add=True), key_of(BOB, "bob"))
    stream = helper(anywhere)
    room = wire.AttendRoom(at_once=1)
    await stream.send(hello=wire.AttendHello(key=key, entry=entry, room=room))
    ended = await stream.status()
    assert (ended.code, ended.reason) == (code, reason)


async def test_a_key_may_add_an_entry(anywhere: Referee, organizer: Organizer) -> None:
    """With `may_add` a key attends for a name that nobody has; the organizer sees which and decides."""
    await organizer.set_keys(key_of(ANN, "ann", may_add=True))
    watch = organizer.watch()
    assert await watch.snapshot() == []
    stream = await attending(
        anywhere, ANN, "ann-home", version="2", language="Go", client="c", further=7
    )
    change = await watch.next()
    assert (change.kind, change.entry) == (CONNECTED, "ann-home")
    assert change.info == wire.AttendeeInfo(
        key_sha256=digest(ANN), version="2", language="Go", client="c"
    )
    assert change.room == wire.AttendRoom(at_once=2, further=7)
    await organizer.dismiss("ann-home", "the check failed: see its log")
    ended = await stream.status()
    assert (ended.code, ended.text) == ("PERMISSION_DENIED", "the check failed: see its log")
    assert (await watch.next()).kind == DISCONNECTED


async def test_an_entry_with_nothing_more_to_play(anywhere: Referee, organizer: Organizer) -> None:
    """Its stream ends with another reason than that of an entry that is refused."""
    await organizer.set_keys(key_of(ANN, "ann"))
    ann = await attending(anywhere, ANN, "ann")
    await organizer.dismiss("ann", "the season is over", over=True)
    ended = await ann.status()
    assert (ended.code, ended.reason) == ("FAILED_PRECONDITION", "ATTENDANCE_OVER")
    assert ended.text == "the season is over"


async def test_nobody_attends_without_an_organizer(anywhere: Referee) -> None:
    """Until the organizer has named keys, a helper is told to come back."""
    stream = helper(anywhere)
    await stream.send(hello=wire.AttendHello(key=ANN, entry="ann"))
    ended = await stream.status()
    assert (ended.code, ended.reason) == ("UNAVAILABLE", "NOT_ATTENDED")


async def test_a_key_that_is_taken_back(anywhere: Referee, organizer: Organizer) -> None:
    """New keys end the streams of those that are missing, and of no others."""
    await organizer.set_keys(key_of(ANN, "ann"), key_of(BOB, "bob"))
    ann, bob = await attending(anywhere, ANN, "ann"), await attending(anywhere, BOB, "bob")
    await organizer.set_keys(key_of(BOB, "bob"))
    assert (await ann.status()).reason == "ENTRY_REFUSED"
    await bob.announce(1)


async def test_what_an_organizer_watches(anywhere: Referee, organizer: Organizer) -> None:
    """The snapshot has who is there; then come pings, rooms, and who goes."""
    await organizer.set_keys(key_of(ANN, "ann"), key_of(BOB, "bob"))
    ann = await attending(anywhere, ANN, "ann")
    watch = organizer.watch()
    assert await watch.snapshot() == ["ann"]
    await ann.send(pong=wire.AttendPong(number=await ann.ping()))
    alive = await watch.next(but_alive=False)
    assert (alive.kind, alive.entry) == (wire.ATTENDANCE_KIND_ALIVE, "ann")
    assert alive.HasField("round_trip")
    bob = await attending(anywhere, BOB, "bob")
    assert (await watch.next()).entry == "bob"
    await ann.announce(0)
    room = await watch.next()
    assert (room.kind, room.room.at_once) == (wire.ATTENDANCE_KIND_ROOM, 0)
    await ann.finish()
    assert (await ann.status()).code == "OK"
    left = await watch.next()
    assert (left.kind, left.entry, left.in_order) == (DISCONNECTED, "ann", True)
    bob.break_off()
    left = await watch.next()
    assert (left.kind, left.entry, left.in_order) == (DISCONNECTED, "bob", False)


async def test_a_pong_answers_one_ping(anywhere: Referee, organizer: Organizer) -> None:
    """A pong without its ping, or a second one, is no sign of life."""
    await organizer.set_keys(key_of(ANN, "ann"))
    watch = organizer.watch()
    await watch.snapshot()
    ann = await attending(anywhere, ANN, "ann")
    number = await ann.ping()
    for _ in range(2):
        await ann.send(pong=wire.AttendPong(number=number))
    await ann.send(pong=wire.AttendPong(number=number + 100))
    await ann.announce(1)
    kinds = [(await watch.next(but_alive=False)).kind for _ in range(3)]
    assert kinds == [CONNECTED, wire.ATTENDANCE_KIND_ALIVE, wire.ATTENDANCE_KIND_ROOM]


@pytest.mark.parametrize("announced", [{"at_once": 0}, {"at_once": 2, "further": 1}])
async def test_who_takes_no_more_gets_none(
    anywhere: Referee, organizer: Organizer, announced: dict[str, int]
) -> None:
    """After `room_taken`, no seat beyond the announced room is assigned; others stay."""
    await organizer.set_keys(key_of(ANN, "ann"))
    ann = await attending(anywhere, ANN, "ann")
    tokens = [(await anywhere.create()).seat_tokens[0] for _ in range(3)]
    await organizer.assign("ann", tokens[0])
    await ann.read()
    await ann.announce(**announced)
    refused = await organizer.assign("ann", *tokens)
    taken = announced.get("further", 0)
    assert [reason for reason, _ in refused] == [error_pb2.ERROR_REASON_NO_ROOM] * (2 - taken)
    accepted = await helper(anywhere).hello(ANN, "ann")
    assert [seat.token for seat in accepted.assignments] == tokens[: 1 + taken]


async def test_seats_that_cannot_be_assigned(anywhere: Referee, organizer: Organizer) -> None:
    """A wrong token, a name that no entry can have, a seat that another entry has."""
    await organizer.set_keys(key_of(ANN, "ann"), key_of(BOB, "bob"))
    made = await anywhere.create()
    good, bad = made.seat_tokens[0], made.seat_tokens[0][:-2] + "xx"
    await organizer.assign("ann", good)
    assert [reason for reason, _ in await organizer.assign("ann", bad, "nonsense")] == [
        error_pb2.ERROR_REASON_BAD_TOKEN
    ] * 2
    (refused,) = await organizer.assign("a b", good)
    assert refused[0] == error_pb2.ERROR_REASON_BAD_FIELD
    assert await organizer.assign("bob", good) == [
        (error_pb2.ERROR_REASON_SEAT_TAKEN, "the seat is assigned to ann: release it first")
    ]


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param([wire.AttendeeKey(key_sha256=b"short")], id="digest"),
        pytest.param([key_of(ANN, "ann"), key_of(ANN, "bob")], id="same key"),
        pytest.param([key_of(ANN, "ann"), key_of(BOB, "Ann")], id="same entry"),
        pytest.param([key_of(ANN, "")], id="no name"),
    ],
)
async def test_keys_that_cannot_be_named(
    anywhere: Referee, organizer: Organizer, keys: list[wire.AttendeeKey]
) -> None:
    """Bad keys are refused whole, and the former ones stay."""
    await organizer.set_keys(key_of(ANN, "ann"))
    request = wire.SetAttendeesRequest(keys=keys)
    problem = await refusal(organizer.stub.SetAttendees(request))
    assert (problem.code, problem.reason) == ("INVALID_ARGUMENT", "BAD_FIELD")
    await attending(anywhere, ANN, "ann")


@pytest.mark.parametrize("kind", ["server", "router"])
async def test_organizers_need_their_key(tmp_path: Path, kind: str) -> None:
    """Where there is an organizer key, only its holder sees who attends; a closed server takes helpers."""
    settings: dict[str, Any] = {"organizer_key": "secret", "closed": True}
    if kind == "server":
        async with running(tmp_path, **settings) as referee:
            await _needs_key(referee)
    else:
        async with routed(tmp_path, **settings) as (referee, _):
            await _needs_key(referee)


async def _needs_key(referee: Referee) -> None:
    stub = Organizer(referee.channel).stub
    calls = [
        stub.SetAttendees(wire.SetAttendeesRequest()),
        stub.AssignSeats(wire.AssignSeatsRequest()),
        stub.ReleaseSeats(wire.ReleaseSeatsRequest()),
        stub.DismissAttendee(wire.DismissAttendeeRequest()),
        stub.WatchAttendance(wire.WatchAttendanceRequest()).read(),
    ]
    assert [(await refusal(call)).reason for call in calls] == ["BAD_ORGANIZER_KEY"] * 5
    organizer = Organizer(referee.channel, (("authorization", "Bearer secret"),))
    await organizer.set_keys(key_of(ANN, "ann"))
    await attending(referee, ANN, "ann")
    watch = organizer.watch()
    assert await watch.snapshot() == ["ann"]


async def test_a_large_message_ends_the_stream(anywhere: Referee, organizer: Organizer) -> None:
    """A helper has nothing long to say."""
    await organizer.set_keys(key_of(ANN, "ann"))
    stream = helper(anywhere)
    await stream.send(hello=wire.AttendHello(key="k" * MOST_BYTES, entry="ann"))
    ended = await stream.status()
    assert (ended.code, ended.reason) == ("RESOURCE_EXHAUSTED", "FLOOD")


async def test_a_flood_ends_the_stream(tmp_path: Path) -> None:
    """Some messages that answer no ping are taken, more of them while no time passes end the stream."""
    async with running(tmp_path) as referee:
        await Organizer(referee.channel).set_keys(key_of(ANN, "ann"))
        ann = await attending(referee, ANN, "ann")
        for _ in range(UNASKED_BURST):
            await ann.announce(1)
        referee.clock.advance(1_000_000_000)
        await ann.announce(1)  # one a second is forgiven
        await ann.send(room=wire.AttendRoom(at_once=1))
        ended = await ann.status()
        assert (ended.code, ended.reason) == ("RESOURCE_EXHAUSTED", "FLOOD")


@pytest.mark.parametrize(
    "field",
    [
        {"hello": wire.AttendHello(key=ANN, entry="ann")},
        {"room": wire.AttendRoom(at_once=-1)},
        {"room": wire.AttendRoom(at_once=1001)},
        {"room": wire.AttendRoom(at_once=1, further=0)},
    ],
    ids=["second hello", "below", "above", "no further"],
)
async def test_a_bad_field_ends_the_stream(
    anywhere: Referee, organizer: Organizer, field: dict[str, Any]
) -> None:
    """What a helper can't say ends its stream with words."""
    await organizer.set_keys(key_of(ANN, "ann"))
    ann = await attending(anywhere, ANN, "ann")
    await ann.send(**field)
    ended = await ann.status()
    assert (ended.code, ended.reason) == ("INVALID_ARGUMENT", "BAD_FIELD")


@pytest.mark.parametrize("first", ["nothing", "a pong"])
async def test_a_stream_without_hello_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """A stream that shows no key is closed, whether it is silent or says something else."""
    set_attend_limits(monkeypatch, hello_s=0.05)
    async with running(tmp_path) as referee:
        await Organizer(referee.channel).set_keys(key_of(ANN, "ann"))
        stream = helper(referee)
        if first == "a pong":
            await stream.send(pong=wire.AttendPong(number=1))
        ended = await stream.status()
        assert (ended.code, ended.reason) == ("UNAUTHENTICATED", "BAD_ENTRY_KEY")


async def test_silence_ends_the_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper that answers no ping any more is cut off, and the organizer hears of it."""
    set_attend_limits(monkeypatch, sign_of_life_s=0.02, unanswered=2)
    async with running(tmp_path) as referee:
        organizer = Organizer(referee.channel)
        await organizer.set_keys(key_of(ANN, "ann"))
        watch = organizer.watch()
        await watch.snapshot()
        ann = await attending(referee, ANN, "ann")
        assert (await watch.next()).kind == CONNECTED
        ended = await ann.status()
        assert (ended.code, ended.reason) == ("DEADLINE_EXCEEDED", "SILENT")
        assert (await watch.next()).kind == DISCONNECTED
