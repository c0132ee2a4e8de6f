"""Chat and early ends: what a bot hears, what it says, and what becomes of that over breaks."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import grpc
import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import (
    ERROR_REASON_LATE,
    ERROR_REASON_MSG_TOO_LONG,
    ERROR_REASON_STALE,
)
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_client import Bot, Channel, Match, Outcome, RefereeClient, Rejection, Said, Turn
from referee_client.conversation import Conversation
from tests.clients import scripted_referee as says
from tests.clients.conftest import Play
from tests.clients.scripted_referee import Stream, refereeing
from tests.clients.test_conversation import numbers, pick, seated, turns_of
from tests.helpers.patience import patience

PICK = Action(dice=[0, 1])
MAIN = wire.Channel(name="MAIN", number=0, members=[0, 1, 4])
TILE = wire.Channel(name="TILE", number=17, members=[0, 4])
TRUCE = wire.Said(channel="TILE", number=17, seat=4, text="truce? ☮", round=3, phase="MOVE")
GREETING = wire.Said(channel="MAIN", number=0, seat=0, text="hello", round=2, phase="LOOT")


def said_by(request: wire.PlayRequest | None) -> list[tuple[int, str, str, int]]:
    """Turn, channel, text and number of what a request says."""
    assert request is not None
    return [(say.turn, say.channel, say.text.decode(), say.number) for say in request.says]


class Told(Bot):
    """Keeps what it is told, for the test to look at."""

    def __init__(self) -> None:
        self.rejections: list[Rejection] = []
        self.outcomes: list[Outcome] = []

    def act(self, _observation: Observation) -> Action:
        """Play."""
        return PICK

    def on_rejected(self, rejection: Rejection) -> None:
        """Keep it."""
        self.rejections.append(rejection)

    def on_end(self, _match: Match, outcome: Outcome) -> None:
        """Keep it."""
        self.outcomes.append(outcome)


# Without a network.


def test_turn_brings_what_was_said_and_where_to_speak() -> None:
    """Field by field, in the order of the wire."""
    talk = seated("m")
    (turn,) = turns_of(talk, says.turn("m", 1, said=[TRUCE, GREETING], channels=[MAIN, TILE]))
    assert turn.said == (
        Said(channel="TILE", number=17, seat=4, text="truce? ☮", round=3, phase="MOVE"),
        Said(channel="MAIN", number=0, seat=0, text="hello", round=2, phase="LOOT"),
    )
    assert turn.channels == (
        Channel(name="MAIN", number=0, members=(0, 1, 4)),
        Channel(name="TILE", number=17, members=(0, 4)),
    )


def test_game_without_chat_brings_neither() -> None:
    """Empty, not absent."""
    (turn,) = turns_of(seated("m"), says.turn("m", 1))
    assert (turn.said, turn.channels) == ((), ())


def test_say_goes_out_before_the_answer() -> None:
    """As UTF-8, with match, seat and turn, and nothing has to be answered for it."""
    talk = seated("m")
    (turn,) = turns_of(talk, says.turn("m", 3, channels=[TILE]))
    assert turn.say("TILE", "Grüße") == 1
    assert talk.take() == wire.PlayRequest(
        says=[
            wire.Say(match_id="m", seat=0, turn=3, channel="TILE", text="Grüße".encode(), number=1)
        ]
    )
    assert talk.take() is None


def test_say_goes_along_with_the_answer() -> None:
    """What is said while a turn is decided is in the same message, at the latest."""

    def act(_observation: Observation, turn: Turn) -> Action:
        turn.say("MAIN", "one")
        turn.say("MAIN", "two")
        return PICK

    talk = seated("m", bot=act)
    for _ in talk.play(turns_of(talk, says.turn("m", 1))):
        pass
    request = talk.take()
    assert said_by(request) == [(1, "MAIN", "one", 1), (1, "MAIN", "two", 2)]
    assert numbers(request) == [1]


def test_say_after_the_answer() -> None:
    """While others still think, and even after the next turn: that is the referee's to judge."""
    talk = seated("m")
    (first,) = turns = turns_of(talk, says.turn("m", 1))
    for _ in talk.play(turns):
        pass
    assert numbers(talk.take()) == [1]
    first.say("MAIN", "anybody?")
    assert said_by(talk.take()) == [(1, "MAIN", "anybody?", 1)]
    turns_of(talk, says.turn("m", 2))
    first.say("MAIN", "too late")
    assert said_by(talk.take()) == [(1, "MAIN", "too late", 2)]


def test_numbers_are_the_process_s() -> None:
    """Messages of different matches never share one."""
    talk = seated("a", "b")
    a, b = turns_of(talk, says.turn("a", 1), says.turn("b", 1))
    assert [a.say("MAIN", "x"), b.say("MAIN", "x"), a.say("MAIN", "y")] == [1, 2, 3]


@pytest.mark.parametrize(
    ("channel", "text", "error", "message"),
    [
        ("MAIN", b"bytes", TypeError, "say takes two texts, not 'MAIN' and b'bytes'"),
        ("MAIN", None, TypeError, "not 'MAIN' and None"),
        (17, "text", TypeError, "not 17 and 'text'"),
        ("MAIN", "half \ud83d", ValueError, "surrogates not allowed"),
        ("\ud83d", "text", ValueError, "surrogates not allowed"),
    ],
)
def test_what_is_no_text_is_told_at_once(
    channel: Any, text: Any, error: type[Exception], message: str
) -> None:
    """Nothing of it is sent."""
    talk = seated("m")
    (turn,) = turns_of(talk, says.turn("m", 1, channels=[MAIN]))
    with pytest.raises(error, match=message):
        turn.say(channel, text)
    assert talk.take() is None


def test_turn_of_no_client_can_t_be_spoken_at() -> None:
    """A turn that a program has made by hand, say in its tests."""
    match = Match("m", 0, "diceman", 1, None, 2, TimeControl(), b"")
    turn = Turn(match, Observation(), says.turn("m", 1))
    with pytest.raises(RuntimeError, match="comes from no client"):
        turn.say("MAIN", "hello")


def test_what_no_stream_has_taken_goes_out_on_the_next() -> None:
    """Behind the joins, and without waiting for the turn to come again."""
    talk = seated("m")
    (turn,) = turns_of(talk, says.turn("m", 1))
    turn.say("MAIN", "before the break is seen")
    talk.opened()
    turn.say("MAIN", "after it")
    request = talk.take()
    assert said_by(request) == [
        (1, "MAIN", "before the break is seen", 1),
        (1, "MAIN", "after it", 2),
    ]
    assert request is not None
    assert [join.token for join in request.joins] == ["token-m"]


def test_what_a_stream_has_taken_is_not_said_again() -> None:
    """It may have arrived; the answer, which is known by its turn, goes out again."""
    talk = seated("m")
    (turn,) = turns = turns_of(talk, says.turn("m", 1))
    turn.say("MAIN", "once")
    for _ in talk.play(turns):
        pass
    assert said_by(talk.take()) == [(1, "MAIN", "once", 1)]
    talk.opened()
    assert said_by(talk.take()) == []
    turns_of(talk, says.turn("m", 1))
    request = talk.take()
    assert said_by(request) == []
    assert numbers(request) == [1]


@pytest.mark.parametrize("end", [says.ended("m"), says.out_early("m")], ids=["over", "out"])
def test_nothing_is_said_once_the_match_is_over(
    end: wire.MatchEnded, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither what was waiting nor what comes then; it has a number all the same."""
    talk = seated("m", "other")
    (turn,) = turns_of(talk, says.turn("m", 1))
    turn.say("MAIN", "waiting")
    talk.receive(wire.PlayResponse(ends=[end]))
    assert turn.say("MAIN", "too late") == 2
    assert talk.take() is None
    assert "match m seat 0 turn 1: message 2 is not sent: the match is over" in caplog.text


def test_rejection_of_a_message_has_its_number() -> None:
    """And only that; it is about nobody's answer, whose turn stays open."""
    bot = Told()
    talk = seated("m", bot=bot)
    (turn,) = turns = turns_of(talk, says.turn("m", 1))
    number = turn.say("MAIN", "x" * 1000)
    talk.take()
    refusal = says.rejected(ERROR_REASON_MSG_TOO_LONG, "m", 1, say_number=number)
    late = says.rejected(ERROR_REASON_LATE, "m", 1)
    talk.receive(wire.PlayResponse(rejections=[refusal, late]))
    told = [(each.reason, each.turn, each.say_number) for each in bot.rejections]
    assert told == [("MSG_TOO_LONG", 1, number), ("LATE", 1, 0)]
    for _ in talk.play(turns):
        pass
    assert numbers(talk.take()) == [1]


def test_number_of_a_message_is_not_taken_for_that_of_a_join() -> None:
    """Both count from 1: the seat whose join had the same number is not lost."""
    talk = seated("m")
    (turn,) = turns_of(talk, says.turn("m", 1))
    assert turn.say("MAIN", "first") == 1
    talk.receive(
        wire.PlayResponse(rejections=[says.rejected(ERROR_REASON_STALE, "m", 1, say_number=1)])
    )
    assert not talk.is_done
    assert talk.failures == []


def test_early_end(caplog: pytest.LogCaptureFixture) -> None:
    """The seat is over with its own result and what it could hear; no dice are laid open."""
    caplog.set_level(logging.INFO)
    bot = Told()
    talk = seated("m", bot=bot)
    talk.receive(wire.PlayResponse(ends=[says.out_early("m", said=[TRUCE])]))
    (outcome,) = bot.outcomes
    assert outcome.goes_on
    assert not outcome.is_void
    assert (outcome.seats[0].placement, outcome.seats[0].score) == (3, 4)
    assert [result.placement for result in outcome.seats[1:]] == [0, 0]
    assert [said.text for said in outcome.said] == ["truce? ☮"]
    assert outcome.reveal is None
    assert talk.is_done
    assert talk.failures == []
    (line,) = (record for record in caplog.records if "ended" in record.getMessage())
    assert line.getMessage() == (
        "match m seat 0: ended: placement 3, score 4, RULES: out; the match goes on"
    )
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_end_for_all_goes_on_for_nobody() -> None:
    """The usual end."""
    bot = Told()
    talk = seated("m", bot=bot)
    talk.receive(wire.PlayResponse(ends=[says.ended("m")]))
    assert [(outcome.goes_on, outcome.said) for outcome in bot.outcomes] == [(False, ())]


def test_only_the_seat_that_is_out_leaves_its_match() -> None:
    """Another seat of the same match plays on; after a break only its token comes again."""
    talk = Conversation(pick)
    for token in ("zero", "one"):
        talk.join(token)
    talk.finish()
    request = talk.take()
    assert request is not None
    talk.receive(
        wire.PlayResponse(
            joins=[says.joined(join, "m", seat) for seat, join in enumerate(request.joins)],
            starts=[says.started("m", seat) for seat in (0, 1)],
        )
    )
    talk.receive(wire.PlayResponse(ends=[says.out_early("m", 0)]))
    assert not talk.is_done
    (turn,) = turns_of(talk, says.turn("m", 1, seat=0), says.turn("m", 1, seat=1))
    assert turn.seat == 1
    talk.opened()
    request = talk.take()
    assert request is not None
    assert [join.token for join in request.joins] == ["one"]


def test_many_threads_speak_at_once() -> None:
    """No message is lost, doubled or numbered twice while streams come and go."""
    talk = seated("m")
    (turn,) = turns_of(talk, says.turn("m", 1))
    each, speakers = 300, 4
    given: list[list[int]] = [[] for _ in range(speakers)]
    heard: list[tuple[int, str, str, int]] = []

    def speak(speaker: int) -> None:
        for index in range(each):
            given[speaker].append(turn.say("MAIN", f"{speaker}: {index}"))

    threads = [threading.Thread(target=speak, args=(index,)) for index in range(speakers)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        heard += said_by(talk.take() or wire.PlayRequest())
        talk.opened()
    heard += said_by(talk.take() or wire.PlayRequest())
    assert sorted(number for *_, number in heard) == list(range(1, each * speakers + 1))
    assert sorted(number for numbers in given for number in numbers) == list(
        range(1, each * speakers + 1)
    )
    for speaker in range(speakers):
        own = [text for _, _, text, _ in heard if text.startswith(f"{speaker}:")]
        assert own == [f"{speaker}: {index}" for index in range(each)]


# Over a stream, with each of the two clients.


async def test_words_do_not_wait_for_the_answer(play: Play, address: str) -> None:
    """A thread of the bot speaks after its answer, while nothing else is to be said."""
    answered = threading.Event()

    class Waits(Bot):
        def act(self, _observation: Observation, turn: Turn) -> Action:
            self.thread = threading.Thread(target=self.speak_after, args=(turn,))
            self.thread.start()
            return PICK

        def speak_after(self, turn: Turn) -> None:
            assert answered.wait(patience(300))
            turn.say("MAIN", "while I wait")

        def on_end(self, _match: Match, _outcome: Outcome) -> None:
            self.thread.join()

    heard: list[wire.Say] = []

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1, channels=[MAIN]))
        await stream.hear_actions(1)
        answered.set()
        heard.extend((await stream.hear()).says)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, Waits, patience=patience(300))
    assert [(say.match_id, say.turn, say.text) for say in heard] == [("m", 1, b"while I wait")]


async def test_bot_may_wait_for_a_thread_that_speaks(play: Play, address: str) -> None:
    """Whatever it is being told just then: nobody holds what the thread needs."""
    spoken: list[int] = []

    class Joins(Bot):
        def act(self, _observation: Observation, turn: Turn) -> Action:
            self.turn = turn
            return PICK

        def on_rejected(self, _rejection: Rejection) -> None:
            def speak() -> None:
                spoken.append(self.turn.say("MAIN", "a word"))

            thread = threading.Thread(target=speak)
            thread.start()
            thread.join(patience(300))
            assert not thread.is_alive()

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1, channels=[MAIN]))
        await stream.hear_actions(1)
        await stream.say(says.rejected(ERROR_REASON_MSG_TOO_LONG, "m", 1, say_number=9))
        assert [say.text for say in (await stream.hear()).says] == [b"a word"]
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await play(address, Joins, patience=patience(300))
    assert spoken == [1]


async def test_async_bot_speaks_before_it_answers(address: str) -> None:
    """Its words are out while it still thinks."""
    released = asyncio.Event()
    requests: list[wire.PlayRequest] = []

    async def act(_observation: Observation, turn: Turn) -> Action:
        turn.say("MAIN", "thinking…")
        await released.wait()
        return PICK

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1, channels=[MAIN]))
        requests.append(await stream.hear())
        released.set()
        requests.append(await stream.hear())
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await RefereeClient(address, act, patience=patience(300)).play(["token"])
    assert [len(request.says) for request in requests] == [1, 0]
    assert [numbers(request) for request in requests] == [[], [1]]


async def test_words_are_not_repeated_over_a_break(play: Play, address: str) -> None:
    """The stream breaks behind what was said and answered: only the answer comes again."""

    def act(_observation: Observation, turn: Turn) -> Action:
        turn.say("MAIN", f"turn {turn.number}")
        return PICK

    heard: list[bytes | int] = []

    async def ask(stream: Stream, number: int) -> None:
        """Ask, and note what is said until the turn is answered, and that."""
        await stream.say(says.turn("m", number, channels=[MAIN]))
        answers: list[int] = []
        while not answers:
            request = await stream.hear()
            answers = numbers(request)
            heard.extend([*(say.text for say in request.says), *answers])

    async def breaks(stream: Stream) -> None:
        await stream.seat("m")
        await ask(stream, 1)
        await stream.abort(grpc.StatusCode.UNAVAILABLE, "a break")

    async def plays_on(stream: Stream) -> None:
        await stream.seat("m")
        for number in (1, 2):
            await ask(stream, number)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(breaks, plays_on, address=address):
        await play(address, act, patience=patience(300))
    assert heard == [b"turn 1", 1, 1, b"turn 2", 2]


async def test_out_early_on_the_last_seat_ends_play(play: Play, address: str) -> None:
    """Like any other end, and without an error."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await stream.hear_actions(1)
        await stream.say(says.out_early("m"))
        await stream.until_hung_up()

    bot = Told()
    async with refereeing(script, address=address):
        await play(address, bot, patience=patience(300))
    assert [outcome.goes_on for outcome in bot.outcomes] == [True]
