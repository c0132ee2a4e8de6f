"""What was to be seen in a recorded match: by whose eyes, and how seats stood, by figures made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.core.errors import FieldError
from referee.core.game import AnyPlugin, Event
from referee.core.time_control import TimeControl
from referee.match import events as ev
from referee.replay.frames import Eyes, Frame, SeatMoment
from referee.replay.reader import load
from referee.replay.recorded import RecordedSource, Recording
from tests.helpers.toy_base import Notice, ToyAction
from tests.helpers.toy_bid import BidGame
from tests.helpers.toy_games import SEQUENTIAL, SIMULTANEOUS, TALKING
from tests.helpers.toy_talk import HALL, ROOM
from tests.replay.recording import Recorder, record_match

ALL, PUBLIC = Eyes(), Eyes(is_public=True)
MS = 1_000_000
SECOND_US = 1_000_000


def _frames(path: Path, *eyes: Eyes) -> list[list[Frame]]:
    """The frames of each of these eyes."""
    return [list(frames) for frames in zip(*Recording(load(path)).frames(eyes), strict=True)]


# Eyes.


def test_eyes_have_names() -> None:
    """Which are those of addresses and commands."""
    assert [eyes.name for eyes in Eyes.of(2)] == ["all", "public", "seat-0", "seat-1"]
    for eyes in Eyes.of(3):
        assert Eyes.parse(eyes.name, 3) == eyes
    for name in ("seat-3", "seat--1", "seat-01", "everything", ""):
        with pytest.raises(FieldError, match="one of all, public, seat-0 to seat-2"):
            Eyes.parse(name, 3)


@pytest.mark.parametrize(
    ("eyes", "is_all", "seats", "hears"),
    [
        (ALL, True, [0, 1, 2], [True, True, True, True]),
        (PUBLIC, False, [], [True, False, False, False]),
        (Eyes(0), False, [0], [True, True, False, True]),
        (Eyes(2), False, [2], [True, False, False, True]),
    ],
)
def test_eyes_see_what_they_may(
    eyes: Eyes, is_all: bool, seats: Sequence[int], hears: Sequence[bool]
) -> None:
    """What is told to everybody, to seat 0, to nobody, to seats 0 and 2."""
    assert eyes.is_all == is_all
    assert list(eyes.seats(3)) == seats
    assert [eyes.sees(audience) for audience in (None, (0,), (), (0, 2))] == hears


# Frames.


def _talked(path: Path) -> Path:
    """Two rounds of three seats: seat 1 speaks to all, then seat 2 to its room."""
    recorder = Recorder(TALKING, path, num_seats=3, config={"rounds": 2})
    recorder.join_all()
    for seat, channel in ((1, HALL), (2, ROOM)):
        turn = recorder.machine.seats[seat].turn
        recorder.handle(ev.Spoken(seat, turn, channel, b"psst", 0, 0))
        for _ in range(2):
            recorder.answer_by(lambda _: TALKING.codec.encode_action(TALKING.game.parse_action(0)))
    recorder.journal.close()
    return path


def _played(path: Path, plugin: AnyPlugin) -> Path:
    """A match of random actions."""
    if plugin is TALKING:
        return _talked(path)
    return record_match(plugin, path).path


@pytest.mark.parametrize("plugin", [SEQUENTIAL, SIMULTANEOUS, TALKING])
def test_several_eyes_see_what_each_sees_alone(plugin: AnyPlugin, tmp_path: Path) -> None:
    """The match is simulated once for all of them, and nothing is mixed up."""
    path = _played(tmp_path / "m.journal", plugin)
    eyes = Eyes.of(load(path).header.num_seats)
    assert _frames(path, *eyes) == [_frames(path, each)[0] for each in eyes]
    assert _frames(path, *eyes[::-1]) == _frames(path, *eyes)[::-1]


def test_there_is_a_frame_for_the_start_each_step_and_the_end(tmp_path: Path) -> None:
    """The last one shows the match as it stood, says how it ended, and has no events."""
    (frames,) = _frames(_played(tmp_path / "m.journal", SIMULTANEOUS), ALL)
    assert [frame.step for frame in frames] == [0, 1, 2, 3, 4, 4]
    assert [frame.phase for frame in frames] == [*["bid"] * 4, "", ""]
    *_, before, last = frames
    assert last.sight.observations == before.sight.observations
    assert not last.sight.events
    assert [bool(frame.outcome) for frame in frames] == [*[False] * 5, True]
    assert last.outcome[0].startswith("the match is over: RULES")


def test_the_public_sees_only_what_is_public(tmp_path: Path) -> None:
    """No seat's observation, no event of a seat's own, no clock."""
    path = _played(tmp_path / "m.journal", SEQUENTIAL)
    everybody, public, first = _frames(path, ALL, PUBLIC, Eyes(0))
    assert all(not frame.sight.observations and not frame.seats for frame in public)
    assert all(list(frame.sight.observations) == [0, 1] for frame in everybody)
    assert all(list(frame.sight.observations) == [0] for frame in first)
    for all_seen, seen, own in zip(everybody, public, first, strict=True):
        whose = list(all_seen.sight.told_to)
        events = list(all_seen.sight.events)
        told = list(zip(events, whose, strict=True))
        assert list(seen.sight.events) == [event for event, seat in told if seat is None]
        assert list(own.sight.events) == [event for event, seat in told if seat in (None, 0)]
        assert not seen.sight.told_to
        assert not own.sight.told_to
    assert any(seat is not None for frame in everybody for seat in frame.sight.told_to)


def test_talk_is_heard_by_who_was_there(tmp_path: Path) -> None:
    """What is said in a room is not public."""
    path = _talked(tmp_path / "m.journal")
    everybody, public, first = _frames(path, ALL, PUBLIC, Eyes(0))
    heard = [
        [said.channel for frame in frames for said in frame.said] for frames in (everybody, first)
    ]
    assert heard == [[HALL, ROOM]] * 2
    assert ROOM not in [said.channel for frame in public for said in frame.said]


def test_a_heading_says_whose_eyes_look(tmp_path: Path) -> None:
    """And has names for those who gave none."""
    recording = Recording(load(_played(tmp_path / "m.journal", SIMULTANEOUS)))
    assert recording.players == ("ada", "seat 1")
    told = [recording.heading(eyes).eyes for eyes in Eyes.of(2)]
    assert told == ["everything", "the public", "seat 0, ada", "seat 1, seat 1"]
    assert recording.heading(ALL).config["rounds"] == 4


def test_a_source_is_one_pair_of_eyes(tmp_path: Path) -> None:
    """Everybody's without a seat; a seat that is not there is refused by name."""
    path = _played(tmp_path / "m.journal", SIMULTANEOUS)
    assert list(RecordedSource(path, None).frames()) == _frames(path, ALL)[0]
    assert list(RecordedSource(path, 1).frames()) == _frames(path, Eyes(1))[0]
    with pytest.raises(FieldError, match="seat"):
        RecordedSource(path, 2)


# How seats stand.


def _refusal(_: BidGame, event: Event) -> str | None:
    """What a notice says, which the toy leaves to whoever counts refusals."""
    return event.body.code if isinstance(event.body, Notice) else None


@pytest.fixture
def faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four rounds of three seats with a second a bid, ten in reserve, half a second more for each answer.

    Seat 0 takes 3 s, then half a second each time. Seat 1 takes 0.4 s, and bids more than it has in rounds 1 and 3.
    Seat 2 misses rounds 1 and 2, and with the second of them forfeits.
    """
    monkeypatch.setattr(BidGame, "refusal", _refusal)
    terms = TimeControl(
        move_time_ns=1000 * MS,
        bank_ns=10_000 * MS,
        increment_ns=500 * MS,
        lag_margin_ns=0,
        strikes=2,
    )
    recorder = Recorder(SIMULTANEOUS, tmp_path / "m.journal", num_seats=3, time_control=terms)
    recorder.join_all()
    now_ns = 0
    for turn, bids in enumerate(((1, 99), (1, 0), (1, 99), (1, 0)), start=1):
        for seat in range(3):
            if recorder.machine.seats[seat].is_open:
                recorder.machine.note(ev.TurnHanded(seat, turn, now_ns))
        times_ms = (3000 if turn == 1 else 500, 400)
        for seat, (bid, took_ms) in enumerate(zip(bids, times_ms, strict=True)):
            if seat == 0:
                recorder.machine.note(ev.CpuRead(0, turn, 7 * MS, now_ns))
            action = ToyAction(bid)
            payload = recorder.plugin.codec.encode_action(action)
            at_ns = now_ns + took_ms * MS
            recorder.handle(ev.ActionReceived(seat, turn, action, payload, at_ns))
        now_ns += (60_000 if turn <= 2 else 500) * MS
        recorder.handle(ev.TimePassed(now_ns))
    recorder.journal.close()
    return recorder.path


def test_banks_strikes_and_refusals_are_those_of_the_step(faults: Path) -> None:
    """Seat 0: 10 - 2 + 0.5 s, then half a second more each time; seat 1: half a second more each time."""
    (frames,) = _frames(faults, ALL)
    banks = [[moment.bank_us for moment in frame.seats] for frame in frames]
    assert [bank[0] for bank in banks] == [
        *(10 * SECOND_US, 8.5 * SECOND_US, 9 * SECOND_US, 9.5 * SECOND_US),
        *(10 * SECOND_US, 10 * SECOND_US),
    ]
    assert [bank[1] for bank in banks] == [
        *(10 * SECOND_US, 10.5 * SECOND_US, 11 * SECOND_US, 11.5 * SECOND_US),
        *(12 * SECOND_US, 12 * SECOND_US),
    ]
    assert [bank[2] for bank in banks] == [10 * SECOND_US, *[0] * 5]
    assert [[moment.strikes for moment in frame.seats] for frame in frames] == [
        *([0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 2], [0, 0, 2], [0, 0, 2]),
    ]
    assert [[moment.refusals for moment in frame.seats] for frame in frames] == [
        *([0, 0, 0], [0, 1, 0], [0, 1, 0], [0, 2, 0], [0, 2, 0], [0, 2, 0]),
    ]


def test_decisions_are_told_as_they_came_to_be(faults: Path) -> None:
    """With what they were charged; a seat that has forfeited decides nothing."""
    (frames,) = _frames(faults, ALL)
    assert [[moment.decided for moment in frame.seats] for frame in frames] == [
        ["", "", ""],
        ["played", "played", "defaulted"],
        ["played", "played", "defaulted"],
        ["played", "played", "forfeited"],
        ["played", "played", "forfeited"],
        ["", "", ""],
    ]
    first = frames[1].seats
    assert (first[0].elapsed_us, first[0].cpu_us) == (3 * SECOND_US, 7000)
    assert (first[1].elapsed_us, first[1].cpu_us) == (400_000, None)
    assert frames[3].seats[2].elapsed_us is None


def test_who_is_asked_and_who_is_out(faults: Path) -> None:
    """Nobody is asked at the end; who has forfeited stays out."""
    (frames,) = _frames(faults, ALL)
    assert [[moment.is_asked for moment in frame.seats] for frame in frames] == [
        *[[True] * 3] * 2,
        *[[True, True, False]] * 2,
        *[[False] * 3] * 2,
    ]
    assert [[moment.is_out for moment in frame.seats] for frame in frames] == [
        *[[False] * 3] * 2,
        *[[False, False, True]] * 4,
    ]


def test_everybody_is_told_who_has_forfeited(faults: Path) -> None:
    """From the step before which it did."""
    for frames in _frames(faults, ALL, PUBLIC, Eyes(1)):
        assert [frame.forfeited for frame in frames] == [(), (), (2,), (2,), (2,), (2,)]


def test_a_seat_is_told_of_its_own_clock_alone(faults: Path) -> None:
    """As in a live match; others' faults are in no frame of its own."""
    everybody, public, own = _frames(faults, ALL, PUBLIC, Eyes(1))
    assert [frame.seats for frame in own] == [(frame.seats[1],) for frame in everybody]
    assert [frame.seats for frame in public] == [()] * 6


def test_public_clocks_are_told_to_everybody(faults: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is asked, who is out, what is left; no faults and no times of others, and none at the end."""
    monkeypatch.setattr(BidGame, "public_clocks", True)
    everybody, public, own = _frames(faults, ALL, PUBLIC, Eyes(1))
    assert [frame.seats for frame in public[:2]] == [
        tuple(SeatMoment(seat, is_asked=True, bank_us=10 * SECOND_US) for seat in range(3)),
        (
            SeatMoment(0, is_asked=True, bank_us=8_500_000),
            SeatMoment(1, is_asked=True, bank_us=10_500_000),
            SeatMoment(2, is_asked=True, bank_us=0),
        ),
    ]
    assert public[2].seats[2] == SeatMoment(2, is_out=True, bank_us=0)
    assert public[-1].seats == ()
    for frame, whole, seen in zip(own[:-1], everybody, public, strict=False):
        assert frame.seats == (seen.seats[0], whole.seats[1], seen.seats[2])


def test_without_a_clock_there_is_no_bank(tmp_path: Path) -> None:
    """Which is not an empty one."""
    recorder = Recorder(
        SIMULTANEOUS, tmp_path / "m.journal", time_control=TimeControl(move_time_ns=None)
    )
    recorder.join_all()
    recorder.abort()
    recorder.journal.close()
    (frames,) = _frames(recorder.path, ALL)
    assert [frame.seats for frame in frames] == [
        tuple(SeatMoment(seat, is_asked=True, strikes=0, refusals=0) for seat in (0, 1)),
        tuple(SeatMoment(seat, strikes=0, refusals=0) for seat in (0, 1)),
    ]
