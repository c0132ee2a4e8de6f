"""Whom `referee play` says that it waits for, and when."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from referee.cli.play.bots import CONNECT, BotSpec, Started
from referee.cli.play.own_referee import OwnReferee
from referee.cli.play.waiting import FIRST_NS, Wait, WaitingNotices
from referee.core.clock import ManualClock
from referee.core.scratch import scratch_folder
from referee.games import registry
from referee.server.lobby.request import MatchRequest
from referee.server.process.lag import LagMeter

JOIN, TURN, NEXT = Wait("m", 0, 0), Wait("m", 1, 7), Wait("m", 1, 8)


def _notices() -> tuple[WaitingNotices, ManualClock]:
    clock = ManualClock()
    return WaitingNotices(["one.py", "two.py"], clock), clock


def test_a_wait_is_said_once_after_ten_seconds() -> None:
    """For a seat that has not joined, and for one that does not answer."""
    notices, clock = _notices()
    assert list(notices.look([JOIN, TURN])) == []
    clock.advance(FIRST_NS - 1)
    assert list(notices.look([JOIN, TURN])) == []
    clock.advance(1)
    assert list(notices.look([JOIN, TURN])) == [
        "waiting for seat 0 one.py: it has not joined match m for 10 s",
        "waiting for seat 1 two.py: no answer to turn 7 of match m for 10 s",
    ]
    clock.advance(10 * FIRST_NS)
    assert list(notices.look([JOIN, TURN])) == []


def test_a_seat_that_is_often_slow_is_named_less_often() -> None:
    """Each time after twice as long; time that another turn took does not count."""
    notices, clock = _notices()
    list(notices.look([TURN]))
    clock.advance(FIRST_NS)
    assert len(list(notices.look([TURN]))) == 1
    list(notices.look([NEXT]))
    clock.advance(FIRST_NS)
    assert list(notices.look([NEXT])) == []
    clock.advance(FIRST_NS)
    assert list(notices.look([NEXT])) == [
        "waiting for seat 1 two.py: no answer to turn 8 of match m for 20 s"
    ]


def test_many_matches_are_one_line() -> None:
    """However many of them wait for the same bot."""
    notices, clock = _notices()
    waits = [Wait(f"m{number}", 0, 0) for number in range(3)]
    list(notices.look(waits))
    clock.advance(FIRST_NS)
    assert list(notices.look(waits)) == [
        "waiting for seat 0 one.py: it has not joined match m0 for 10 s, nor in 2 more"
    ]


def test_a_match_that_nobody_joins_is_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The seat of the house bot is not named, nor anything before its time."""
    plugin = registry.find("diceman")
    config = plugin.game.config_class()
    request = MatchRequest(
        plugin=plugin,
        config=config,
        num_seats=2,
        time_control=plugin.game.suggested_time_control(config),
        players=(CONNECT, "random"),
    )
    clock = ManualClock()

    async def wait(folder: Path) -> None:
        bots = Started(folder, f"unix:{folder}/referee.sock", {})
        specs = [BotSpec(CONNECT), BotSpec("house:random", house="random")]
        referee = OwnReferee(bots, specs, tmp_path, LagMeter(), clock=clock)
        async with referee.open() as house:
            host = referee.server.lobby.create(request)
            await referee.seat_bots(host, house, 1)
            capsys.readouterr()
            referee.say_waiting()
            clock.advance(FIRST_NS - 1)
            referee.say_waiting()
            assert capsys.readouterr().err == ""
            clock.advance(1)
            referee.say_waiting()
            line = f"waiting for seat 0 {CONNECT}: it has not joined match {host.match_id} for 10 s"
            assert line in capsys.readouterr().err.splitlines()

    with scratch_folder() as folder:
        asyncio.run(wait(folder))
