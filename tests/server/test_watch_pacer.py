"""Spectators share what is shown, and have a bounded share of the time."""

from __future__ import annotations

import asyncio
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from referee.match.effects import Show
from referee.server.hosting import watch_pacer, watch_views
from referee.server.hosting.watch_frames import Eyes
from referee.server.hosting.watch_pacer import CREDIT_NS, SHARE, WatchPacer
from referee.server.hosting.watch_views import Watcher
from tests.server.running import Referee, bid, running, soon, until

MS = 1_000_000


class _Time:
    """Clocks that go on as the test says."""

    def __init__(self) -> None:
        self.now, self.used = 0, 0

    def pacer(self) -> WatchPacer:
        return WatchPacer(lambda: self.now, lambda: self.used)


class _PacedWatcher:
    """Uses some processor time when it goes on."""

    def __init__(self, time: _Time, went: list[int], number: int, cost_ns: int) -> None:
        self._time, self._went, self._number, self._cost_ns = time, went, number, cost_ns

    def go_on(self) -> None:
        self._went.append(self._number)
        asyncio.get_running_loop().call_soon(self._work)

    def _work(self) -> None:
        self._time.used += self._cost_ns


async def _rest() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_guests_go_on_in_the_order_in_which_they_came() -> None:
    """One a turn of the loop."""
    time, went = _Time(), list[int]()
    pacer = time.pacer()
    pacer.call(deque(_PacedWatcher(time, went, number, 0) for number in (1, 2)))
    pacer.call(deque(_PacedWatcher(time, went, number, 0) for number in (3,)))
    pacer.call(deque())
    await asyncio.sleep(0)
    assert went == [1]
    await until(lambda: len(went) == 3)
    assert went == [1, 2, 3]
    pacer.call(deque([_PacedWatcher(time, went, 4, 0)]))
    await until(lambda: len(went) == 4)


async def test_no_more_than_a_share_of_the_time_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """First what has gathered, then as much as comes back; other work counts for no copy's cost."""
    waits: list[float] = []
    loop = asyncio.get_running_loop()
    time, went = _Time(), list[int]()

    def later(delay: float, call: Any) -> asyncio.Handle:
        waits.append(delay)
        time.now += round(delay * 1e9)
        return loop.call_soon(call)

    monkeypatch.setattr(loop, "call_later", later)
    pacer = time.pacer()
    pacer.call(deque(_PacedWatcher(time, went, n, MS + (n % 7 == 6) * 40 * MS) for n in range(400)))
    async with asyncio.timeout(60):
        while len(went) < 400:
            await asyncio.sleep(0)
    charged = 400 * 2 * MS  # the copy, and as much when the transport has done with it
    last = 2 * MS  # for which nobody waits
    assert time.now == pytest.approx((charged - CREDIT_NS - last) / SHARE, abs=MS)
    assert all(wait > 0 for wait in waits)


async def _begun(referee: Referee, rounds: int) -> Any:
    made = await referee.create(config_json=f'{{"rounds": {rounds}}}')
    stream = referee.stream()
    await stream.join(*made.seat_tokens)
    return referee._host(made.match.match_id), stream


async def _step(stream: Any) -> None:
    for turn in [await stream.turn() for _ in range(2)]:
        await stream.answer(turn, bid(1))


async def test_a_step_is_told_once_for_all_with_the_same_eyes(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many they are: a frame is made and encoded for each kind of eyes."""
    host, stream = await _begun(referee, 3)
    made: list[Eyes] = []
    frame = host.watchers._frame

    def noted(eyes: Eyes, show: Show, public: bytes | None) -> Any:
        made.append(eyes)
        return frame(eyes, show, public)

    monkeypatch.setattr(host.watchers, "_frame", noted)
    watchers = [Watcher(Eyes(seats)) for seats in ((), (0,), (1,)) for _ in range(50)]
    for watcher in watchers:
        host.watchers.add(watcher)
    assert made == [Eyes(()), Eyes((0,)), Eyes((1,))]  # how it stands
    await _step(stream)
    await stream.settle()
    assert made == [Eyes(()), Eyes((0,)), Eyes((1,))] * 2
    assert len(host.watchers) == 150
    for start in (0, 50, 100):
        shown = [
            [await soon(each.next()) for _ in range(2)] for each in watchers[start : start + 50]
        ]
        for standing, step in shown:
            assert standing is shown[0][0]
            assert step is shown[0][1]
            assert step is not None
            assert step.encoded is shown[0][1].encoded  # type: ignore[union-attr]  # the same object
    for watcher in watchers:
        host.watchers.remove(watcher)
    assert len(host.watchers) == 0
    assert not host.watchers._views


async def test_who_comes_in_late_with_a_delay_sees_how_it_stood(referee: Referee) -> None:
    """A frame can be read when as many further ones have come as its eyes lag behind; at the end all can."""
    host, stream = await _begun(referee, 6)
    first = Watcher(Eyes((0, 1), delay=2))
    host.watchers.add(first)
    await _step(stream)
    await _step(stream)
    await stream.settle()
    late = Watcher(Eyes((0, 1), delay=2))
    host.watchers.add(late)
    assert [await _number(first) for _ in range(1)] == [0]
    reading = asyncio.ensure_future(late.next())
    await _step(stream)
    await stream.settle()
    assert not reading.done()
    assert await _number(first) == 1
    await _step(stream)
    await stream.settle()
    shown = await soon(reading)
    assert shown is not None
    assert shown.frame.step == 2
    for _ in range(2):
        await _step(stream)
    await stream.ended()
    assert [await _number(late) for _ in range(6)] == [3, 4, 5, 6, 6, None]
    assert [await _number(first) for _ in range(7)] == [2, 3, 4, 5, 6, 6, None]


async def _number(watcher: Watcher) -> int | None:
    shown = await soon(watcher.next())
    return None if shown is None else shown.frame.step


async def test_who_is_kept_waiting_skips_frames_and_sees_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no time for spectators at all the match goes on, and its last frames are there afterwards."""
    monkeypatch.setattr(watch_views, "QUEUE_FRAMES", 3)
    monkeypatch.setattr(watch_pacer, "CREDIT_NS", -1)
    monkeypatch.setattr(watch_pacer, "SHARE", 1e-3)
    async with running(tmp_path) as referee:
        host, stream = await _begun(referee, 10)
        pacer = WatchPacer()
        watchers = [Watcher(pacer=pacer) for _ in range(3)]
        for watcher in watchers:
            host.watchers.add(watcher)
        waiting = [asyncio.ensure_future(watcher.next()) for watcher in watchers]
        for _ in range(10):
            await _step(stream)
        await stream.ended()
        assert not any(each.done() for each in waiting)
        monkeypatch.setattr(watch_pacer, "CREDIT_NS", CREDIT_NS)
        pacer._credit_ns = CREDIT_NS
        pacer._serve()
        numbers = []
        for each, watcher in zip(waiting, watchers, strict=True):
            shown = await soon(each)
            assert shown is not None
            rest = []
            while (number := await _number(watcher)) is not None:
                rest.append(number)
            numbers.append([shown.frame.step, *rest])
        assert numbers == [[9, 10, 10]] * 3


async def test_those_who_come_and_go_leave_nothing(referee: Referee) -> None:
    """While a match stands still, too."""
    host, _ = await _begun(referee, 2)
    stays = Watcher()
    host.watchers.add(stays)
    await soon(stays.next())
    for _ in range(100):
        watcher = Watcher()
        host.watchers.add(watcher)
        await soon(watcher.next())
        reading = asyncio.ensure_future(watcher.next())
        await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait([reading])
        host.watchers.remove(watcher)
    (view,) = host.watchers._views.values()
    assert len(view._waiting) == 0
    assert view.watchers == 1
