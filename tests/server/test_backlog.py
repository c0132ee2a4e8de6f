"""What waits behind other messages of its stream is not late by it, and nobody gains time that way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gamereferee.v1 import play_service_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import MS, SECOND, TimeControl
from referee.server.lobby.lobby import Lobby
from referee.server.lobby.request import MatchRequest
from referee.server.process import lag, metered_loop
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.lag import FairClock, LagMeter, LoopMark
from referee.server.process.logs import get_log
from referee.server.services import outbox, session
from referee.server.services.backlog import Backlog
from tests.helpers.toy_games import SIMULTANEOUS
from tests.server.machine import Machine, stand_in
from tests.server.running import BotStream, Referee, action_of, bid, running, terms, until

SLICE_NS = round(lag.SLICE_S * 1e9)


class Loop:
    """An event loop of a machine that the test moves, and the backlog of one of its streams."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._meter = LagMeter()
        self._selector: Any = metered_loop._MeteredSelector(self._meter)
        self.clock = FairClock(self._meter)
        self.rest(1)
        self.backlog = Backlog(self.clock, self._meter)

    def turn(self, work_ms: float) -> None:
        """The loop works, and looks for input without waiting."""
        self._machine.work(round(work_ms * MS))
        self._selector.select(0)

    def rest(self, wait_ms: float) -> None:
        """The loop waits for input, which comes."""
        slices, rest_ns = divmod(round(wait_ms * MS), SLICE_NS)
        self._machine.polls = [(0, False)] * slices + [(rest_ns - SLICE_NS, True)]
        self._selector.select(None)

    def take(self, work_ms: float, *handed_ns: int, is_useful: bool = True) -> float:
        """Read a message and take it in; return for how many ms it may have waited for others."""
        now_ns = self.clock.now_ns()
        waited_ns = self.backlog.read(now_ns, self._meter.lag_ns(now_ns))
        self._machine.work(round(work_ms * MS))
        self.backlog.is_useful = is_useful
        for each in handed_ns:
            self.backlog.answered(each)
        self.backlog.ask()
        return waited_ns / MS


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    """A loop that has rested, and whose stream waits for its first message."""
    made = Loop(stand_in(monkeypatch))
    made.backlog.ask()
    made.rest(50)
    return made


def test_messages_wait_for_all_that_were_taken_before_them(loop: Loop) -> None:
    """From when the first was read, which waited for none."""
    assert loop.take(30) == 0
    loop.turn(1)
    assert loop.take(20) == 31
    loop.turn(0)
    assert loop.take(5) == 51


def test_none_has_waited_if_it_was_not_there_when_it_was_asked_for(loop: Loop) -> None:
    """The loop has turned several times since then, and nothing came: then it begins anew."""
    assert loop.take(30) == 0
    for _ in range(lag.HOPS):
        loop.turn(7)
    assert loop.backlog.waited_ns(loop.clock.now_ns()) == 51 * MS
    loop.turn(7)
    assert loop.backlog.waited_ns(loop.clock.now_ns()) == 0
    assert loop.take(10) == 0
    loop.turn(0)
    assert loop.take(10) == 14 + 10  # the first was found by a poll of two turns before


def test_quick_turns_of_the_loop_are_no_gap(loop: Loop) -> None:
    """What is there is read within moments, however often the loop turns meanwhile."""
    loop.take(30)
    for _ in range(20):
        loop.turn(0.09)
    assert loop.take(5) == pytest.approx(31.8)


def test_a_loop_that_rests_has_read_everything(loop: Loop) -> None:
    """But for a moment, in which what is there is on its way; that does not count as waiting."""
    loop.take(30)
    loop.rest(1.5)
    assert loop.take(10) == 30
    loop.rest(2.5)
    assert loop.take(10) == 0


def test_nothing_came_before_a_turn_that_was_answered_earlier_was_handed_over(loop: Loop) -> None:
    """So a turn that waits while others are answered is charged for all but what the last of them waited."""
    loop.take(100)
    loop.turn(0)
    told_ns = loop.clock.now_ns() - 40 * MS
    assert loop.take(10, told_ns, told_ns - 20 * MS) == 100
    loop.turn(0)
    assert loop.take(10) == 50


def test_what_nobody_has_asked_for_holds_nothing_up(loop: Loop) -> None:
    """A bot that sends such messages without end gains no time for another answer."""
    loop.take(100)
    loop.turn(0)
    assert loop.take(10, is_useful=False) == 100
    loop.turn(0)
    assert loop.backlog.waited_ns(loop.clock.now_ns()) == 0
    assert loop.take(10) == 0


def test_a_loop_that_is_not_metered_tells_nothing() -> None:
    """Nothing is known of what has waited."""
    clock = ManualClock()
    backlog = Backlog(clock, LagMeter())
    backlog.ask()
    backlog.read(clock.now_ns(), 0)
    backlog.is_useful = True
    backlog.ask()
    assert backlog.read(clock.advance(50 * MS), 0) == 0


# At the table.


class Saturated(LagMeter):
    """Of a loop that has no pause, and no lag that is known, unless the test says otherwise."""

    is_idle = False

    def mark(self, now_ns: int) -> LoopMark:
        """See `LagMeter`."""
        return LoopMark(now_ns, 1, 0)

    def is_just_past(self, mark: LoopMark, now_ns: int) -> bool:
        """See `LagMeter`."""
        del mark, now_ns
        return not self.is_idle


@pytest.fixture
def meter() -> Saturated:
    """The referee's meter."""
    return Saturated()


@pytest_asyncio.fixture
async def referee(tmp_path: Path, meter: Saturated) -> AsyncIterator[Referee]:
    """A referee whose clock stands still."""
    async with running(tmp_path, meter=meter) as started:
        yield started


Turns = list[play_service_pb2.Turn]


async def _two_matches(referee: Referee) -> tuple[BotStream, Turns, Turns]:
    """A stream with all seats of two matches, 100 ms for each decision, and their turns."""
    limits = terms(move_time=0.1, lag_margin=0, strikes=9)
    fields: Any = {"config_json": '{"rounds": 9}', "time_control": limits}
    made = [await referee.create(**fields) for _ in range(2)]
    stream = referee.stream()
    await stream.join(*[token for match in made for token in match.seat_tokens])
    turns = [await stream.turn() for _ in range(4)]
    one, other = (
        [turn for turn in turns if turn.match_id == match.match.match_id] for match in made
    )
    return stream, one, other


async def _answer(referee: Referee, stream: BotStream, turns: Turns) -> None:
    """Answer turns after a ms, and wait until that was read."""
    referee.pass_time(0.001)
    await stream.send(actions=[action_of(turn, bid(1)) for turn in turns])
    (turn, *_) = turns
    await until(lambda: referee.is_answered(turn.match_id, turn.turn, *[t.seat for t in turns]))


async def test_an_answer_that_waits_behind_others_of_its_stream_is_in_time(
    referee: Referee,
) -> None:
    """Though the referee took longer for these than the time for a decision; nobody expires meanwhile."""
    stream, one, other = await _two_matches(referee)
    await _answer(referee, stream, one)
    referee.pass_time(0.3)
    await _answer(referee, stream, other)
    follow = [await stream.turn() for _ in range(4)]
    assert not stream.has("missed")
    told = [turn.clock for turn in follow if turn.match_id == other[0].match_id]
    assert [clock.last_elapsed.ToMilliseconds() for clock in told] == [0, 0]
    assert [clock.last_lag.ToMilliseconds() for clock in told] == [302, 302]


async def test_without_a_backlog_such_an_answer_is_late(referee: Referee, meter: Saturated) -> None:
    """When the referee asked for it, nothing was there for a while."""
    stream, one, other = await _two_matches(referee)
    await _answer(referee, stream, one)
    meter.is_idle = True
    referee.pass_time(0.3)
    missed = [await stream.next("missed") for _ in range(2)]
    assert {each.match_id for each in missed} == {other[0].match_id}


async def test_a_turn_that_waits_while_others_are_answered_is_late(referee: Referee) -> None:
    """When turns have been answered that were told after its deadline, it can't have been answered in time."""
    stream, one, other = await _two_matches(referee)
    follow = one
    for _ in range(4):
        assert not stream.has("missed")
        await _answer(referee, stream, follow)
        follow = []
        while len(follow) < 2:
            turn = await stream.turn()
            follow += [turn] if turn.match_id == one[0].match_id else []
        referee.pass_time(0.09)
    missed = [await stream.next("missed") for _ in range(2)]
    assert {each.match_id for each in missed} == {other[0].match_id}


async def test_pings_gain_no_time(referee: Referee) -> None:
    """They are taken at once, and what comes behind them is charged for all its time."""
    stream, one, other = await _two_matches(referee)
    await _answer(referee, stream, one)
    for _ in range(3):
        await stream.settle()
        referee.pass_time(0.04)
    missed = [await stream.next("missed") for _ in range(2)]
    assert {each.match_id for each in missed} == {other[0].match_id}


async def test_a_turn_told_after_the_message_was_asked_for_is_charged_for_all_its_time(
    referee: Referee,
) -> None:
    """Its answer came when nothing of the stream was left to be read."""
    stream, one, _ = await _two_matches(referee)
    await _answer(referee, stream, one)
    follow = [await stream.turn() for _ in range(2)]
    referee.pass_time(0.06)
    await _answer(referee, stream, follow)
    told = [(await stream.turn()).clock for _ in range(2)]
    assert [clock.last_elapsed.ToMilliseconds() for clock in told] == [61, 61]


class _Slow:
    """A stream on which each message is written for 300 ms."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.written = 0

    async def read(self) -> object:
        """See `PlayStream`."""
        raise NotImplementedError

    async def write(self, message: bytes, /) -> None:
        """See `PlayStream`."""
        del message
        self._clock.advance(300 * MS)
        self.written += 1


@pytest.mark.parametrize(
    ("is_idle", "starts_ms"), [(False, [300, 600]), (True, [60, 60])], ids=["busy", "blocked"]
)
async def test_turns_that_wait_for_other_messages_to_be_written_have_no_clock_yet(
    tmp_path: Path,
    meter: Saturated,
    monkeypatch: pytest.MonkeyPatch,
    is_idle: bool,
    starts_ms: list[int],
) -> None:
    """But if the bot did not read, and so the stream was blocked, clocks start within the margin."""
    meter.is_idle = is_idle
    monkeypatch.setattr(outbox, "BATCH_BYTES", 1)
    clock = ManualClock(SECOND)
    lobby = Lobby(ServerConfig((parse_listen(":0"),), tmp_path), clock, meter)
    limits = TimeControl(move_time_ns=100 * MS, lag_margin_ns=60 * MS)
    config = SIMULTANEOUS.game.config_class()
    host = lobby.create(MatchRequest(SIMULTANEOUS, config, 2, limits))
    stream = _Slow(clock)
    playing = session.PlaySession(stream, lobby, clock=clock, meter=meter, log=get_log())
    began_ns = clock.now_ns()
    for seat in (0, 1):
        host.join(seat, playing, play_service_pb2.Join())
    writing = asyncio.create_task(playing._outbox.run())
    await until(lambda: stream.written == 3)  # what is not for one turn, and a message for each
    assert [round((host.clock_start_ns(seat) - began_ns) / MS) for seat in (0, 1)] == starts_ms
    writing.cancel()
    host.close()
    lobby.folder.release()
