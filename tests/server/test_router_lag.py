"""What the router loses is no bot's loss: measured there, told to the workers, not charged."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from gamereferee.v1 import play_service_pb2
from referee.core.clock import ManualClock
from referee.core.time_control import MS
from referee.server.process.lag import LagMeter
from referee.server.router import play
from referee.server.router.shared_lag import RouterMeter, SharedInstants, WorkerMeter
from tests.server.routed import routed
from tests.server.running import BotStream, Referee, bid


class SetMeter(LagMeter):
    """Says what the test says."""

    lag_ms = 0

    def lag_ns(self, now_ns: int) -> int:
        """See `LagMeter`."""
        del now_ns
        return self.lag_ms * MS


@pytest.fixture
def meter() -> SetMeter:
    """The router's meter."""
    return SetMeter()


@pytest.fixture
def clock() -> ManualClock:
    """The clock of router and workers, which stands still."""
    return ManualClock(1_000_000 * MS)


@pytest_asyncio.fixture
async def referee(tmp_path: Path, meter: SetMeter, clock: ManualClock) -> AsyncIterator[Referee]:
    """A router whose lag is set, with workers whose clock is."""
    async with routed(tmp_path, meter=meter, clock=clock) as (started, _):
        yield started


async def _joined(referee: Referee) -> tuple[BotStream, list[play_service_pb2.Turn]]:
    """A stream with both seats of a match that has begun, and their turns."""
    made = await referee.create()
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    return stream, [await stream.turn() for _ in range(2)]


async def _charged(stream: BotStream, turns: list[play_service_pb2.Turn]) -> list[tuple[int, int]]:
    """Answer turns; returns what each seat was charged and what it was not, in ms."""
    for turn in turns:
        await stream.answer(turn, bid(1))
    clocks = [(await stream.turn()).clock for _ in turns]
    return [
        (clock.last_elapsed.ToMilliseconds(), clock.last_lag.ToMilliseconds()) for clock in clocks
    ]


async def test_without_lag_all_is_charged(referee: Referee, clock: ManualClock) -> None:
    """100 ms between turn and answer."""
    stream, turns = await _joined(referee)
    clock.advance(100 * MS)
    assert await _charged(stream, turns) == [(100, 0)] * 2


async def test_a_request_that_waits_in_the_router_is_not_charged_for_it(
    referee: Referee, clock: ManualClock, meter: SetMeter
) -> None:
    """40 ms of 100, by which the router was late when it read the answers."""
    stream, turns = await _joined(referee)
    clock.advance(100 * MS)
    meter.lag_ms = 40
    assert await _charged(stream, turns) == [(60, 40)] * 2


async def test_a_turn_that_leaves_the_router_late_is_not_charged_for_it(
    referee: Referee, clock: ManualClock, meter: SetMeter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The router wrote it 30 ms late, so of 130 ms since it was handed over the bot had 100."""

    def tell_late(parts: list[play._Waiting], late_ns: int) -> None:
        clock.advance(late_ns)  # which has passed when it is known
        told(parts, late_ns)

    told = play._report_late
    monkeypatch.setattr(play, "_report_late", tell_late)
    made = await referee.create()
    stream = referee.stream()
    await stream.join(made.seat_tokens[0])
    handed_ns = clock.now_ns()
    meter.lag_ms = 30
    rival = referee.stream()
    await rival.join(made.seat_tokens[1])
    turns = [await stream.turn(), await rival.turn()]
    clock.advance(handed_ns + 130 * MS - clock.now_ns())
    meter.lag_ms = 0
    await rival.settle()
    await rival.answer(turns[1], bid(1))
    assert await _charged(stream, turns[:1]) == [(100, 0)]


async def test_a_small_turn_that_leaves_the_router_late_is_not_charged_for_it(
    referee: Referee, clock: ManualClock, meter: SetMeter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same of a turn in short, which its worker knows by its handle."""

    def tell_late(parts: list[play._Waiting], late_ns: int) -> None:
        clock.advance(late_ns)
        told(parts, late_ns)

    told = play._report_late
    monkeypatch.setattr(play, "_report_late", tell_late)
    made = await referee.create()
    stream, rival = referee.stream(), referee.stream()
    join = play_service_pb2.Join(token=made.seat_tokens[0], features=["small-turns"])
    await stream.send(joins=[join])
    await stream.next("joins")
    handed_ns = clock.now_ns()
    meter.lag_ms = 30
    await rival.join(made.seat_tokens[1])
    turn, other = await stream.next("small_turns"), await rival.turn()
    clock.advance(handed_ns + 130 * MS - clock.now_ns())
    meter.lag_ms = 0
    await rival.settle()
    await rival.answer(other, bid(1))
    answer = play_service_pb2.SmallAction(handle=turn.handle, turn=1, payload=bid(1).value)
    await stream.send(small_actions=[answer])
    turn = await stream.next("small_turns")
    assert (turn.last_elapsed, turn.last_lag) == (100_000, 0)


async def test_what_a_bot_says_about_it_is_not_heard(referee: Referee, clock: ManualClock) -> None:
    """There is no field for it; bytes in fields that the protocol does not know change nothing."""
    stream, turns = await _joined(referee)
    clock.advance(100 * MS)
    for turn in turns:
        request = play_service_pb2.PlayRequest(
            actions=[
                play_service_pb2.Action(
                    match_id=turn.match_id, seat=turn.seat, turn=turn.turn, payload=bid(1)
                )
            ]
        )
        # Field 100, and the whole of it as frames of the link begin: kind, length, a time.
        unknown = b"\xa2\x06\x0d" + b"\x03" + bytes(4) + (40 * MS).to_bytes(8, "little")
        await stream.send_bytes(request.SerializeToString() + unknown)
    clocks = [(await stream.turn()).clock for _ in turns]
    assert [told.last_elapsed.ToMilliseconds() for told in clocks] == [100, 100]


# The meters.


def test_workers_see_since_when_the_router_is_busy(tmp_path: Path) -> None:
    """While it is; a router that waits for input holds nothing back."""
    router = RouterMeter(SharedInstants(tmp_path / "busy"))
    worker = WorkerMeter(SharedInstants(tmp_path / "busy"))
    assert worker.lag_ns(500) == 0
    router.polled(1000, waited=True)
    assert worker.lag_ns(1700) == router.lag_ns(1700) == 700
    for at_ns in (1100, 1200, 1300):  # as many polls as a message takes turns of the loop
        router.polled(at_ns, waited=False)
    assert worker.lag_ns(1700) == router.lag_ns(1700) == 600
    router.rests()
    assert worker.lag_ns(1700) == 0


def test_a_worker_s_own_lag_counts_when_it_is_longer(tmp_path: Path) -> None:
    """They pass at the same time, so the longer of them counts."""
    instants = SharedInstants(tmp_path / "busy")
    worker = WorkerMeter(instants)
    worker.polled(1000, waited=True)
    for since_ns, lag_ns in ((0, 500), (1200, 500), (800, 700)):
        instants.busy_since_ns = since_ns
        assert worker.lag_ns(1500) == lag_ns
