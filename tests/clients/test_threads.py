"""Plain bots that wait are asked on threads, each one thing after the other (duty 32)."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Events, Observation
from gamereferee.v1 import error_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import Bot, Match, Missed, Outcome, Turn, threads
from referee_client.bot import BotLike
from referee_client.conversation import Conversation
from referee_client.seats import log
from referee_client.threads import BotThreads, DaemonExecutor
from tests.clients import scripted_referee as says
from tests.clients.talks import seat_all
from tests.clients.test_conversation import turns_of
from tests.clients.test_turns_over import SECOND, Clock
from tests.helpers.patience import patience

PICK = Action(dice=[0, 1])


class ByHand(BotThreads):
    """Threads that are on, and whose work is done when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.is_on = True
        self.jobs: list[Callable[[], None]] = []

    def submit(self, job: Callable[[], None]) -> None:
        """Keep it."""
        self.jobs.append(job)

    def count_decision(self, took_ns: int, needed_ns: int) -> None:
        """Stay on."""


class Notes(Bot):
    """Notes what it is told, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def on_start(self, match: Match) -> None:
        """Note it."""
        self.told.append(f"start {match.match_id}")

    def on_events(self, match: Match, _: Events) -> None:
        """Note it."""
        self.told.append(f"events {match.match_id}")

    def act(self, _: Observation, turn: Turn) -> Action:
        """Note it."""
        self.told.append(f"act {turn.match_id} {turn.number}")
        return PICK

    def on_missed(self, missed: Missed) -> None:
        """Note it."""
        self.told.append(f"missed {missed.match.match_id} {missed.turn}")

    def on_end(self, match: Match, _: Outcome) -> None:
        """Note it."""
        self.told.append(f"end {match.match_id}")


def seated(hands: BotThreads, *matches: str, bot: BotLike, **options: Any) -> Conversation:
    """A conversation with seat 0 of some matches joined and started."""
    return seat_all(Conversation(bot, threads=hands, **options), *matches)


def ask(talk: Conversation, *turns: wire.Turn) -> None:
    """Have bots asked about turns."""
    for _ in talk.play(turns_of(talk, *turns)):
        pass


def said(talk: Conversation) -> list[tuple[str, int, bool]]:
    """Match and turn of what is answered, and whether it was given up."""
    request = talk.take() or wire.PlayRequest()
    answers = [(action.match_id, action.turn, False) for action in request.actions]
    return answers + [(skip.match_id, skip.turn, True) for skip in request.skips]


def test_bots_of_several_seats_are_asked_side_by_side() -> None:
    """A class has a bot a seat, and a function may be asked about all of them."""
    for bot in (Notes, lambda _: PICK):
        hands = ByHand()
        talk = seated(hands, "a", "b", bot=bot)
        ask(talk, says.turn("a", 1), says.turn("b", 1))
        assert len(hands.jobs) == 2
        assert said(talk) == []
        for job in reversed(hands.jobs):
            job()
        assert said(talk) == [("b", 1, False), ("a", 1, False)]


def test_one_bot_of_several_seats_is_asked_one_thing_after_the_other() -> None:
    """It was given as an instance, so that it has one memory for all."""
    hands, bot = ByHand(), Notes()
    talk = seated(hands, "a", "b", bot=bot)
    ask(talk, says.turn("a", 1), says.turn("b", 1))
    (first,) = hands.jobs
    first()
    _, second = hands.jobs
    second()
    assert said(talk) == [("a", 1, False), ("b", 1, False)]
    assert bot.told == ["start a", "start b", "act a 1", "act b 1"]


def test_what_comes_while_a_bot_thinks_waits_for_it() -> None:
    """In order; a turn that is over by then is not asked, and what it has brought is not lost."""
    hands, bot = ByHand(), Notes()
    talk = seated(hands, "m", bot=bot)
    (turn,) = turns_of(talk, says.turn("m", 1))
    for _ in talk.play([turn]):
        pass
    thinking = hands.jobs.pop()
    for number in (2, 3):
        talk.receive(wire.PlayResponse(missed=[says.missed("m", number - 1)]))
        message = says.turn("m", number)
        message.events.Pack(Events(events=[{"game_start": {"game": number}}]))
        ask(talk, message)
    assert not turn.is_open
    assert bot.told == ["start m"]
    assert hands.jobs == []
    turn.is_asked = True  # as the thread has
    assert said(talk) == []
    thinking()
    assert bot.told == ["start m", "missed m 1", "events m", "missed m 2", "events m"]
    hands.jobs.pop()()
    assert bot.told[-1] == "act m 3"
    assert said(talk) == [("m", 3, False)]


def test_a_bot_hears_of_the_end_once_it_has_thought() -> None:
    """Its answer is not sent then."""
    hands, bot = ByHand(), Notes()
    talk = seated(hands, "m", bot=bot)
    (turn,) = turns_of(talk, says.turn("m", 1))
    for _ in talk.play([turn]):
        pass

    assert turn.begin()
    talk.receive(wire.PlayResponse(ends=[says.ended("m")]))
    assert bot.told == ["start m"]
    assert talk.is_done
    hands.jobs.pop()()
    assert bot.told[-1] == "end m"
    assert said(talk) == []


def test_a_turn_that_is_over_when_its_thread_comes_is_not_asked() -> None:
    """Its deadline has passed while all threads were in use."""
    clock, hands, bot = Clock(), ByHand(), Notes()
    talk = seated(hands, "m", bot=bot, now_ns=clock)
    ask(talk, says.turn("m", 1))
    clock.ns = 3 * SECOND
    hands.jobs.pop()()
    assert bot.told == ["start m"]
    assert said(talk) == []
    ask(talk, says.turn("m", 2))
    hands.jobs.pop()()
    assert said(talk) == [("m", 2, False)]


def test_a_bot_that_fails_on_a_thread_gives_its_turn_up() -> None:
    """As anywhere else; what ends a process is raised where the stream is read."""
    hands = ByHand()
    talk = seated(hands, "m", bot=lambda _: 1 // 0)
    ask(talk, says.turn("m", 1))
    hands.jobs.pop()()
    assert said(talk) == [("m", 1, True)]
    assert talk.bot_failures.count == 1

    def leave(_: Observation) -> Action:
        raise SystemExit(3)

    talk = seated(hands, "m", bot=leave)
    ask(talk, says.turn("m", 1))
    with pytest.raises(SystemExit):
        hands.jobs.pop()()


def test_a_refused_answer_of_a_busy_bot_is_answered_once_it_has_thought() -> None:
    """Here a bot plays two seats, and thinks about the other one."""

    class Corrects(Notes):
        def on_rejected(self, _: Any) -> Action:
            return Action(dice=[2, 3])

    hands = ByHand()
    talk = seated(hands, "a", "b", bot=Corrects())
    ask(talk, says.turn("a", 1))
    hands.jobs.pop()()
    assert said(talk) == [("a", 1, False)]
    ask(talk, says.turn("b", 1))
    refusal = says.rejected(error_pb2.ERROR_REASON_MALFORMED, "a", 1)
    talk.receive(wire.PlayResponse(rejections=[refusal]))
    assert said(talk) == []
    hands.jobs.pop()()
    assert said(talk) == [("b", 1, False), ("a", 1, False)]


def test_bots_of_many_turns_stay_where_they_are() -> None:
    """They gain nothing by threads."""

    class Batches(Bot):
        def act_batch(self, turns: Any) -> list[Action]:
            return [PICK for _ in turns]

    hands = ByHand()
    talk = seated(hands, "a", "b", bot=Batches())
    ask(talk, says.turn("a", 1), says.turn("b", 1))
    assert hands.jobs == []
    assert len(said(talk)) == 2


# When threads are used.


@pytest.fixture
def needed(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """For how many nanoseconds the calling thread has needed a processor."""
    now = {"ns": 0}
    monkeypatch.setattr("referee_client.threads.ready_ns", lambda: now["ns"])
    return now


MS = 1_000_000


@pytest.mark.parametrize(("ms", "is_on"), [(1, True), (4, True), (5, False), (10, False)])
def test_threads_are_for_bots_that_wait(needed: dict[str, int], ms: int, is_on: bool) -> None:
    """One that computes, or that other programs keep from the processor, is quicker without."""
    own = BotThreads()
    needed["ns"] = 70 * MS
    own.start_timing()
    needed["ns"] += ms * MS
    own.switch_on_if_waited(10 * MS)
    assert own.is_on == is_on


def test_one_thread_is_the_callers(needed: dict[str, int]) -> None:
    """There are no others."""
    own = BotThreads(1)
    own.start_timing()
    needed["ns"] = 0
    own.switch_on_if_waited(1000 * MS)
    assert not own.is_on


def test_threads_are_left_when_bots_have_not_waited_for_a_while(needed: dict[str, int]) -> None:
    """And after twice as many decisions the next time."""
    clock = [0.0]
    own = BotThreads(64, lambda: clock[0])
    for times in (1, 2, 4):
        needed["ns"] = 0
        own.start_timing()
        own.switch_on_if_waited(10 * MS)
        assert own.is_on
        for many in (times * threads.QUICK_DECISIONS,) * 2:
            clock[0] += 100.0
            own.count_decision(10 * MS, 1 * MS)  # one of them has waited
            for _ in range(many - 1):
                own.count_decision(1 * MS, 0)
            assert own.is_on
        for _ in range(times * threads.QUICK_DECISIONS):
            clock[0] += 100.0
            assert own.is_on
            own.count_decision(10 * MS, 9 * MS)
        assert not own.is_on


def test_threads_are_left_by_bots_that_compute() -> None:
    """All of them wait for Python's lock then, and the processor is busy with one after the other."""
    clock = [0.0]
    own = BotThreads(64, lambda: clock[0])
    own.start_timing()
    own.switch_on_if_waited(1000 * MS)
    assert own.is_on
    for _ in range(threads.QUICK_DECISIONS):
        assert own.is_on
        clock[0] += 0.0105
        own.count_decision(200 * MS, 10 * MS)
    assert not own.is_on


def test_a_thread_that_computes_needs_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the system does not tell for how long."""
    for place in ("/proc/thread-self/schedstat", "/nowhere"):
        opened = os.open
        monkeypatch.setattr(threads, "_of_thread", threading.local())
        monkeypatch.setattr(os, "open", lambda _, flags, p=place, o=opened: o(p, flags))
        before, used = threads.ready_ns(), time.thread_time_ns()
        while time.thread_time_ns() - used < 20 * MS:
            pass
        assert threads.ready_ns() - before >= 10 * MS
        monkeypatch.undo()


@pytest.mark.parametrize("limit", [0, 1025])
def test_number_of_threads_is_bounded(limit: int) -> None:
    """From 1 to 1,024."""
    with pytest.raises(ValueError, match=f"threads must be from 1 to 1024, not {limit}"):
        BotThreads(limit)


def test_as_many_work_as_may_and_the_others_wait(caplog: pytest.LogCaptureFixture) -> None:
    """Turns that wait for long are a warning, once a minute."""
    clock = [0.0]
    own = BotThreads(2, lambda: clock[0])
    begun, go = threading.Semaphore(0), threading.Event()
    names: list[str] = []

    def work() -> None:
        begun.release()
        go.wait(patience())
        names.append(threading.current_thread().name)

    for _ in range(5):
        own.submit(work)
    assert begun.acquire(timeout=patience())
    assert begun.acquire(timeout=patience())
    assert not begun.acquire(blocking=False)
    assert "free thread" not in caplog.text
    clock[0] = 0.5
    own.warn_of_waiting()
    clock[0] = 60.0
    own.warn_of_waiting()
    told = "3 turns wait for a free thread, one of them for 0.5 s; --threads allows 2"
    assert [record.message for record in caplog.records] == [told]
    assert not own.is_idle
    assert not own.wait(0)
    go.set()
    assert own.wait(patience())
    assert len(names) == 5
    own.close()


def test_one_turn_that_waits(caplog: pytest.LogCaptureFixture) -> None:
    """It is told as one."""
    threads.Overdue(64, lambda: 1.0).warn(1, 0.25)
    assert caplog.messages == ["1 turn waits for a free thread, for 0.8 s; --threads allows 64"]
    assert log.name == "referee_client"


def test_who_asks_for_one_thread_is_not_warned(caplog: pytest.LogCaptureFixture) -> None:
    """House bots compute one after the other on purpose, and nobody can give them more threads."""
    threads.Overdue(1, lambda: 99.0).warn(7, 0.25)
    assert caplog.messages == []


def test_closed_threads_do_nothing_more() -> None:
    """What has begun goes on; what waits is left out."""
    own = BotThreads(1)
    begun, go, done = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go.wait(patience())
        done.set()

    own.submit(work)
    own.submit(done.clear)
    assert begun.wait(patience())
    own.close()
    go.set()
    assert own.wait(patience())
    assert done.is_set()


def test_bots_are_asked_though_the_system_allows_no_thread(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As in a sandbox with a limit of processes: by the thread that asks, or by those that there are."""

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    own, done = BotThreads(), threading.Semaphore(0)
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        own.submit(done.release)
        assert done.acquire(blocking=False)
        assert own.is_idle
    assert caplog.messages == ["no more than 0 threads for bots: can't start new thread"]
    own, begun, go = BotThreads(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go.wait(patience())

    own.submit(work)
    assert begun.wait(patience())
    monkeypatch.setattr(threading.Thread, "start", refuse)
    own.submit(done.release)
    assert own.limit == 1
    go.set()
    assert done.acquire(timeout=patience())
    assert own.wait(patience())
    own.close()


async def test_an_executor_that_holds_nothing_up() -> None:
    """It is what `asyncio.to_thread` uses in a bot's process, and is not waited for."""
    loop = asyncio.get_running_loop()
    executor = DaemonExecutor(2)
    assert await loop.run_in_executor(executor, int, "7") == 7
    with pytest.raises(ZeroDivisionError):
        await loop.run_in_executor(executor, lambda: 1 // 0)
    go = threading.Event()
    left = loop.run_in_executor(executor, go.wait)
    executor.shutdown()
    go.set()
    assert await left
