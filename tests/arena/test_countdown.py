"""The time left to decide that pages get: a difference of the referee's times, less what has passed."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.replay.frames import Deadlines
from referee_arena.server import archive
from referee_arena.server.countdown import LEAST_MS, Countdown
from tests.arena.arena import arena_running, events_of
from tests.server.running import running


def test_what_is_left_when_it_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """9 s and 4 s when the frame came, at 100 s of the arena's clock; half a second later and long after."""
    deadlines = Deadlines(5_000_000, 14_000_000, {1: 9_000_000})
    found = Countdown.of(deadlines, 7, 100.0)
    assert found is not None
    monkeypatch.setattr(time, "monotonic", lambda: 100.5)
    assert found.plain() == {"n": 7, "last": 8500, "seats": {"1": 3500}}
    monkeypatch.setattr(time, "monotonic", lambda: 160.0)
    assert found.plain() == {"n": 7, "last": 0, "seats": {"1": 0}}


async def test_a_stream_tells_what_is_left_after_the_newest_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both seats choose at once: they have an hour, less what the test takes; a late spectator sees that, too."""
    monkeypatch.setattr(archive, "make_executor", lambda: ThreadPoolExecutor(1))
    async with running(tmp_path) as referee, arena_running(referee=referee.address) as arena:
        made = await referee.create("diceman")
        stream = referee.stream()
        await stream.join(*made.seat_tokens)
        await stream.settle()
        path = f"/api/matches/{made.match.match_id}/public/stream?from=0"
        for _ in range(2):
            async with arena.browser.stream("GET", path) as response:
                told = []
                async for event in events_of(response):
                    told.append(event)
                    if event[0] == "clock":
                        break
            assert [(kind, number) for kind, number, _ in told] == [("frame", 0), ("clock", 0)]
            data = told[-1][2]
            assert data["n"] == 0
            assert list(data["seats"]) == ["0", "1"]
            for left in (data["last"], *data["seats"].values()):
                assert 0 < left <= 3_600_000


def test_what_is_not_known_is_left_out() -> None:
    """A deadline of the slowest alone, and one of a seat alone."""
    last = Countdown.of(Deadlines(0, 9_000_000), 0, 0.0)
    assert last is not None
    assert (last.last_ms, last.seats_ms) == (9000, {})
    seat = Countdown.of(Deadlines(0, None, {2: 9_000_000}), 0, 0.0)
    assert seat is not None
    assert seat.plain()["last"] is None


def test_short_decisions_are_not_counted_down() -> None:
    """They are over before they can be read."""
    assert Countdown.of(None, 0, 0.0) is None
    assert Countdown.of(Deadlines(0), 0, 0.0) is None
    assert Countdown.of(Deadlines(0, 1000 * LEAST_MS - 1000), 0, 0.0) is None
    assert Countdown.of(Deadlines(0, 1000 * LEAST_MS), 0, 0.0) is not None
