"""What a stream's own messages cost is not refunded to it, and what nobody asked for has a budget."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gamereferee.v1 import lobby_service_pb2, play_service_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import MS, SECOND
from referee.server.access.callers import SHARED_CALLER
from referee.server.process.lag import LagMeter
from referee.server.process.status import CallError
from referee.server.services import charges, costs
from referee.server.services.costs import (
    BURST_NS,
    LEAST_NS,
    MESSAGE_NS,
    REFILL_NS,
    CallerCosts,
    Callers,
    StreamCosts,
    TimeLedger,
)
from referee.server.services.session import PlaySession
from tests.server.running import BotStream, Referee, action_of, bid, running, terms, until


@pytest.fixture(autouse=True)
def whole_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here an entry may take any time, and all of it is charged; the bound has a test of its own."""
    monkeypatch.setattr(costs, "_MOST_ENTRY_NS", SECOND)
    monkeypatch.setattr(charges, "MESSAGE_NS", MESSAGE_NS)


def test_one_entry_is_charged_no_more_than_it_can_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pause of the process within it is not its sender's; the first one pays for the parsing too."""
    monkeypatch.setattr(costs, "_MOST_ENTRY_NS", 2 * MS)
    clock = ManualClock(SECOND)
    caller = CallerCosts("192.0.2.1", clock)
    stream = StreamCosts(clock, caller)
    stream.begin(clock.now_ns(), 100_000)
    clock.advance(500 * MS)
    stream.unasked()
    assert caller.unasked.total_ns == 7 * MS
    clock.advance(500 * MS)
    stream.unasked(MS)
    assert caller.unasked.total_ns == 10 * MS


def test_a_ledger_adds_up_what_fell_into_a_span() -> None:
    """Work from 10 to 30 and from 90 to 100 ms; of work that a span cuts, the part within it counts."""
    ledger = TimeLedger()
    ledger.add(30 * MS, 20 * MS)
    ledger.add(100 * MS, 10 * MS)
    spans = {
        (0, 200): 30,
        (30, 200): 10,
        (0, 30): 20,
        (20, 200): 20,
        (20, 25): 5,
        (40, 90): 0,
        (95, 95): 0,
        (99, 50): 0,
        (95, 120): 5,
    }
    for (start, end), expected in spans.items():
        assert ledger.between(start * MS, end * MS) == expected * MS, (start, end)


def test_a_ledger_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that ended at nearly the same time is one entry, and old entries are dropped."""
    ledger = TimeLedger()
    for place in range(1000):
        ledger.add(SECOND + place, 1)
    assert len(ledger._ends) <= 2
    assert ledger.between(0, 2 * SECOND) == 1000
    monkeypatch.setattr(costs, "_MOST_ENTRIES", 8)
    for second in range(3, 100):
        ledger.add(second * SECOND, MS)
    assert len(ledger._ends) <= 8
    assert ledger.between(97 * SECOND, 200 * SECOND) == 2 * MS


def _stream(clock: ManualClock, caller: CallerCosts | None = None) -> StreamCosts:
    stream = StreamCosts(clock, caller)
    stream.begin(clock.now_ns())
    return stream


def test_unasked_time_is_never_refunded() -> None:
    """An answer waited for 100 ms, of which its stream had taken 30 for messages that nobody asked for."""
    clock = ManualClock(SECOND)
    stream = _stream(clock)
    clock.advance(30 * MS)
    stream.unasked()
    read_ns = clock.advance(70 * MS)
    assert stream.refund_ns(100 * MS, read_ns, 0, 50 * MS) == 70 * MS
    assert stream.refund_ns(100 * MS, read_ns, read_ns - 70 * MS, 50 * MS) == 70 * MS
    assert stream.refund_ns(100 * MS, read_ns, read_ns - 80 * MS, 50 * MS) == 70 * MS
    assert stream.refund_ns(20 * MS, read_ns, 0, 50 * MS) == 20 * MS


def test_matches_with_oneself_are_refunded_up_to_the_margin() -> None:
    """Of 120 ms for one's own answers 50 count as the referee's lag; those of matches with others in full."""
    clock = ManualClock(SECOND)
    stream = _stream(clock)
    clock.advance(120 * MS)
    stream.asked()
    stream.end()
    read_ns = clock.now_ns()
    assert stream.refund_ns(120 * MS, read_ns, 0, 50 * MS) == 50 * MS
    assert stream.refund_ns(120 * MS, read_ns, 0, 0) == 0
    other = _stream(clock)
    clock.advance(120 * MS)
    other.shared()
    other.end()
    assert other.refund_ns(120 * MS, clock.now_ns(), 0, 50 * MS) == 120 * MS


def test_streams_of_one_address_pay_for_each_other() -> None:
    """Except on this machine, where the other stream may be a rival's."""
    for name, refunded in (("192.0.2.1", 70), (SHARED_CALLER, 100)):
        clock = ManualClock(SECOND)
        caller = CallerCosts(name, clock)
        attacking, playing = _stream(clock, caller), _stream(clock, caller)
        clock.advance(30 * MS)
        attacking.unasked()
        read_ns = clock.advance(70 * MS)
        assert playing.refund_ns(100 * MS, read_ns, 0, 50 * MS) == refunded * MS


def test_a_budget_ends_the_stream_that_spends_it() -> None:
    """Not another one of the same caller, which has used next to nothing of it."""
    clock = ManualClock(SECOND)
    caller = CallerCosts("192.0.2.1", clock)
    greedy, modest = _stream(clock, caller), _stream(clock, caller)
    clock.advance(BURST_NS)
    greedy.unasked()
    modest.begin(clock.now_ns())
    clock.advance(LEAST_NS - 1)
    modest.unasked()
    greedy.begin(clock.now_ns())
    clock.advance(1)
    with pytest.raises(CallError, match=r"took 40\.0 ms of the referee's time on this stream; all"):
        greedy.unasked()


def test_long_messages_are_not_parsed_when_the_budget_is_spent() -> None:
    """Unless the stream has so many turns to answer; another stream of the caller is checked as well."""
    clock = ManualClock(SECOND)
    caller = CallerCosts("192.0.2.1", clock)
    stream = _stream(clock, caller)
    stream.check_size(10**6, 0, clock.now_ns())
    caller.spend(clock.now_ns(), BURST_NS + 1)
    stream.check_size(64 * 1024, 0, clock.now_ns())
    stream.check_size(10**6, 300, clock.now_ns())
    bound = "a message may have 69632 bytes, not 69633"
    with pytest.raises(CallError, match=bound):
        stream.check_size(69_633, 1, clock.now_ns())
    stream.check_size(69_633, 1, clock.advance(SECOND))


def test_a_budget_comes_back() -> None:
    """So much a second, and never more than at first."""
    clock = ManualClock(SECOND)
    caller = CallerCosts("192.0.2.1", clock)
    assert caller.spend(clock.now_ns(), BURST_NS + 5 * MS) == -5 * MS
    assert caller.spend(clock.now_ns(), SECOND) == -BURST_NS
    clock.advance(SECOND)
    assert caller.left_ns(clock.now_ns()) == REFILL_NS - BURST_NS
    clock.advance(100 * SECOND)
    assert caller.left_ns(clock.now_ns()) == BURST_NS


def test_callers_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those without a stream are forgotten when there are too many, first those with a full budget."""
    monkeypatch.setattr(costs, "_MOST_CALLERS", 3)
    clock = ManualClock(SECOND)
    callers = Callers(clock)
    present = StreamCosts(clock, callers.of("a"))
    callers.of("b").spend(clock.now_ns(), MS)
    indebted = callers.of("b")
    callers.of("c")
    callers.of("d")
    assert len(callers) == 3
    assert callers.of("b") is indebted
    present.close()
    for number in range(100):
        callers.of(f"e{number}").spend(clock.now_ns(), MS)
    assert len(callers) <= 3


# At the table.


class Busy(LagMeter):
    """Of a loop that has been busy since the test says."""

    since_ns = 0

    def lag_ns(self, now_ns: int) -> int:
        """See `LagMeter`."""
        return now_ns - self.since_ns if self.since_ns else 0


@pytest.fixture
def meter() -> Busy:
    """The referee's meter."""
    return Busy()


@pytest_asyncio.fixture
async def referee(tmp_path: Path, meter: Busy) -> AsyncIterator[Referee]:
    """A referee whose clock stands still but for what the tests let it lose."""
    async with running(tmp_path, meter=meter) as started:
        yield started


async def _table(referee: Referee) -> tuple[BotStream, Any, lobby_service_pb2.CreateMatchResponse]:
    """A stream with both seats of a match of 500 ms for a decision, and the turn of seat 0."""
    limits = terms(move_time=0.5, lag_margin=0.05, strikes=9)
    made = await referee.create(config_json='{"rounds": 9}', time_control=limits)
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    turns = {turn.seat: turn for turn in [await stream.turn() for _ in range(2)]}
    return stream, turns[0], made


async def test_answers_to_turns_that_are_not_open_are_not_decoded(referee: Referee) -> None:
    """Stale, early and duplicate ones: their bytes are not looked at, nor is their type."""
    stream, turn, made = await _table(referee)
    host = referee._host(made.match.match_id)
    decoded: list[bytes] = []
    decode = host._actions._decode

    def counted(data: bytes) -> Any:
        decoded.append(data)
        return decode(data)

    host._actions._decode = counted
    await stream.send(actions=[action_of(turn, bid(1))])
    await until(lambda: len(decoded) == 1)
    early, stale, wrong = (action_of(turn, bid(1)) for _ in range(3))
    early.turn, stale.turn = 7, 0
    wrong.payload.type_url = "type.googleapis.com/nonsense"
    await stream.send(actions=[action_of(turn, bid(2)), early, stale, wrong])
    assert [(await stream.refused()).reason for _ in range(4)] == [
        "DUPLICATE",
        "EARLY",
        "STALE",
        "DUPLICATE",
    ]
    assert len(decoded) == 1


async def test_time_for_unasked_messages_is_charged_to_the_sender(
    referee: Referee, meter: Busy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each no takes the referee 7 ms, and five come before an answer: it is charged for these 35 ms."""
    stream, turn, made = await _table(referee)
    reject = PlaySession.send_rejected

    def slowly(self: PlaySession, rejected: play_service_pb2.Rejected) -> None:
        referee.clock.advance(7 * MS)
        reject(self, rejected)

    monkeypatch.setattr(PlaySession, "send_rejected", slowly)
    monkeypatch.setattr(costs, "BURST_NS", SECOND)
    meter.since_ns = referee.clock.now_ns()
    early = action_of(turn, bid(1))
    early.turn = 7
    # As many answers are expected as there are open turns: those are the referee's own work.
    await stream.send(actions=[early] * 7)
    for _ in range(7):
        await stream.refused()
    referee.clock.advance(100 * MS)
    await stream.send(actions=[action_of(turn, bid(1))])
    match_id = made.match.match_id
    await until(lambda: referee.is_answered(match_id, turn.turn, 0))
    seat = referee._host(match_id).machine.seats[0]
    assert seat.last_elapsed_ns is not None
    # The transport of the message that brought them counts as well.
    own_ns = 5 * 7 * MS + MESSAGE_NS
    assert (seat.last_elapsed_ns, seat.last_lag_ns) == (own_ns, 149 * MS - own_ns)


async def test_a_flood_is_ended_by_what_it_costs(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before it is one by its number of messages; the bot is told what it has cost."""
    stream, turn, _ = await _table(referee)
    reject = PlaySession.send_rejected

    def slowly(self: PlaySession, rejected: play_service_pb2.Rejected) -> None:
        referee.clock.advance(7 * MS)
        reject(self, rejected)

    monkeypatch.setattr(PlaySession, "send_rejected", slowly)
    early = action_of(turn, bid(1))
    early.turn = 7
    await stream.send(actions=[early] * 20)
    problem = await stream.status()
    assert (problem.code, problem.reason) == ("RESOURCE_EXHAUSTED", "FLOOD")
    assert re.match(r"messages that answered no open turn took 42\.1 ms", problem.text)


async def test_bytes_that_are_no_request_are_charged_too(referee: Referee) -> None:
    """To the caller: their stream ends, and another one follows."""
    callers = referee.server.play_service.callers
    for count in (1, 2):
        stream = referee.stream()
        await stream.send_bytes(b"\xff" * 100)
        assert (await stream.status()).reason == "MALFORMED"
        assert callers.of(SHARED_CALLER).unasked.total_ns == count * MESSAGE_NS
