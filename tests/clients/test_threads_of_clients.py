"""Clients whose bots think on threads."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import threading
from typing import Any

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import Bot, BotError, Match, Outcome, RefereeClient, Turn
from referee_client.stream import cancel_all
from referee_client.threads import BotThreads
from tests.clients import scripted_referee as says
from tests.clients.conftest import Play
from tests.clients.scripted_referee import Stream, refereeing
from tests.helpers.patience import patience

PICK = Action(dice=[0, 1])


# The clients.


@pytest.fixture
def on_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have bots asked on threads from the beginning."""
    begin = BotThreads.__init__

    def begin_on(self: BotThreads, *given: Any) -> None:
        begin(self, *given)
        self.is_on, self._needed = True, 10**9

    monkeypatch.setattr(BotThreads, "__init__", begin_on)


async def one_turn_each(stream: Stream) -> None:
    """Three matches of one turn each; a ping is answered while all bots think."""
    await stream.seat("a", "b", "c")
    await stream.say(says.turn("a", 1), says.turn("b", 1), says.turn("c", 1))
    answered = 0
    while answered < 3:
        answered += len((await stream.hear()).actions)
    await stream.say(says.ended("a"), says.ended("b"), says.ended("c"))
    await stream.until_hung_up()


@pytest.mark.usefixtures("on_threads")
async def test_three_seats_think_at_the_same_time(play: Play, address: str) -> None:
    """Each waits for the others, which would never come if they were asked one after the other."""
    together = threading.Barrier(3, timeout=patience())

    def act(_: Observation) -> Action:
        together.wait()
        return PICK

    async with refereeing(one_turn_each, address=address):
        await play(address, act, ["ta", "tb", "tc"])


@pytest.mark.usefixtures("on_threads")
async def test_a_ping_is_answered_while_a_bot_thinks(play: Play, address: str) -> None:
    """The bot thinks on until it was."""
    answered = threading.Event()

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await stream.say(wire.Ping(number=7))
        while not (await stream.hear()).pongs:
            pass
        answered.set()
        await stream.hear_actions(1)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    def act(_: Observation) -> Action:
        assert answered.wait(patience())
        return PICK

    async with refereeing(script, address=address):
        await play(address, act)


@pytest.mark.usefixtures("on_threads")
async def test_a_failure_on_a_thread_ends_play_if_that_is_strict(play: Play, address: str) -> None:
    """It is raised where play was begun."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await stream.until_hung_up()

    def act(_: Observation) -> Action:
        raise ValueError("a bug")

    async with refereeing(script, address=address):
        with pytest.raises(BotError, match="a bug"):
            await play(address, act, strict=True)


@pytest.mark.usefixtures("on_threads")
async def test_play_ends_though_a_bot_thinks_on(
    play: Play, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not waited for beyond a moment once the last match is over."""
    for module in ("client", "blocking"):
        monkeypatch.setattr(f"referee_client.{module}.GOODBYE_S", 0.0)
    thinking, go = threading.Event(), threading.Event()
    asyncio_thinking = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await asyncio_thinking.wait()
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    def act(_: Observation) -> Action:
        thinking.set()
        loop.call_soon_threadsafe(asyncio_thinking.set)
        go.wait()
        return PICK

    async with refereeing(script, address=address):
        await play(address, act)
    assert thinking.is_set()
    go.set()


@pytest.mark.usefixtures("on_threads")
async def test_a_bot_that_ends_soon_after_the_match_hears_of_it(
    play: Play, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play waits a little for it."""
    for module in ("client", "blocking"):
        monkeypatch.setattr(f"referee_client.{module}.GOODBYE_S", patience())
    asked, told = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    class Thinks(Bot):
        def act(self, _: Observation, turn: Turn) -> Action:
            loop.call_soon_threadsafe(asked.set)
            while turn.is_open:
                threading.Event().wait(0.001)
            return PICK

        def on_end(self, _match: Match, _outcome: Outcome) -> None:
            told.set()

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await asked.wait()
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, Thinks)
    assert told.is_set()


async def test_cancelled_tasks_leave_nothing_in_the_log() -> None:
    """However they end, and whether they end at all."""
    told: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: told.append(context))
    go = asyncio.Event()

    async def fails() -> None:
        try:
            await go.wait()
        except asyncio.CancelledError:
            raise ValueError("a bug") from None

    async def goes_on() -> None:
        while not go.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await go.wait()

    tasks = [asyncio.create_task(fails()), asyncio.create_task(goes_on())]
    await asyncio.sleep(0)
    await cancel_all(tasks, 0.01)
    assert [task.done() for task in tasks] == [True, False]
    go.set()
    await tasks.pop()
    tasks.clear()
    gc.collect()
    assert told == []


async def test_async_bots_think_as_many_at_a_time_as_may(
    address: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns of the others wait; one that is over by then is not asked."""
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr("referee_client.threads.OVERDUE_S", 0.0)
    asked: list[tuple[str, int]] = []
    go = asyncio.Event()
    begun = asyncio.Event()

    async def act(_: Observation, turn: Turn) -> Action:
        asked.append((turn.match_id, turn.number))
        if len(asked) == 2:
            begun.set()
        await go.wait()
        return PICK

    async def script(stream: Stream) -> None:
        await stream.seat(*"abcd")
        await stream.say(*(says.turn(match_id, 1) for match_id in "abcd"))
        await begun.wait()
        await stream.say(says.missed("c", 1), wire.Ping(number=1))
        while not (await stream.hear()).pongs:
            pass
        go.set()
        heard = await stream.hear_actions(3)
        assert {action.match_id for action in heard} == {"a", "b", "d"}
        await stream.say(*map(says.ended, "abcd"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await RefereeClient(address, act, threads=2).play(["ta", "tb", "tc", "td"])
    assert asked == [("a", 1), ("b", 1), ("d", 1)]
    assert "turns wait for a free thread" in caplog.text or "1 turn waits" in caplog.text
