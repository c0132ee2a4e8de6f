"""Clients that come, answer what is open, and leave when the referee has taken that in."""

from __future__ import annotations

import asyncio

import grpc

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import Bot, Match, Outcome, Visitor
from tests.clients import scripted_referee as says
from tests.clients.picks import PICK
from tests.clients.scripted_referee import Stream, refereeing


async def _pong_until(stream: Stream, answered: list[int]) -> None:
    """Answer pings, and note the turns that are answered, until there is one; then wait for the end."""
    while not answered:
        number, turns = await _asked_for_pong(stream)
        answered.extend(turns)
        await stream.say(wire.Pong(number=number))
    await stream.until_hung_up()


async def _asked_for_pong(stream: Stream) -> tuple[int, list[int]]:
    """Wait for the visitor's ping; its number, and the turns answered before it."""
    answered: list[int] = []
    while True:
        request = await stream.hear()
        answered += [action.turn for action in request.actions]
        if request.HasField("ping"):
            return request.ping.number, answered


async def test_a_visit_answers_the_open_turn_and_ends_after_the_pong(address: str) -> None:
    """The turn comes behind the join; nothing else is open."""
    answered: list[int] = []
    asked: list[int] = []

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await _pong_until(stream, answered)

    def bot(observation: Observation) -> Action:
        asked.append(observation.round)
        return PICK

    async with refereeing(script, address=address) as referee:
        await Visitor(address, bot).play(["token"])
    assert (asked, answered, referee.streams) == ([1], [1], 1)


async def test_a_visit_without_an_open_turn_ends_after_a_pong(address: str) -> None:
    """The bot is not asked, and the seat is not resigned."""
    heard: list[wire.PlayRequest] = []

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        number, turns = await _asked_for_pong(stream)
        assert turns == []
        await stream.say(wire.Pong(number=number))
        while True:
            heard.append(await stream.hear())

    async with refereeing(script, address=address):
        await Visitor(address, _never).play(["token"])
    assert not any(request.resigns for request in heard)


async def test_a_turn_that_follows_from_an_answer_is_answered_in_the_same_visit(
    address: str,
) -> None:
    """It is sent before the pong, so the visitor stays, and asks for another pong."""
    answered: list[int] = []

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        while not answered:
            number, turns = await _asked_for_pong(stream)
            answered.extend(turns)
        await stream.say(says.turn("m", 2))
        await stream.say(wire.Pong(number=number))
        number, turns = await _asked_for_pong(stream)
        answered.extend(turns)
        await stream.say(wire.Pong(number=number))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await Visitor(address, _pick).play(["token"])
    assert answered == [1, 2]


async def test_a_visit_waits_for_a_bot_that_thinks(address: str) -> None:
    """A pong that comes meanwhile does not end it."""
    begun, may_answer = asyncio.Event(), asyncio.Event()
    answered: list[int] = []

    async def bot(_: Observation) -> Action:
        begun.set()
        await may_answer.wait()
        return PICK

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        number, _ = await _asked_for_pong(stream)
        await stream.say(says.turn("m", 1))
        await stream.say(wire.Pong(number=number))
        await begun.wait()
        may_answer.set()
        number, turns = await _asked_for_pong(stream)
        answered.extend(turns)
        await stream.say(wire.Pong(number=number))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await Visitor(address, bot).play(["token"])
    assert answered == [1]


async def test_an_answer_that_a_broken_stream_may_have_lost_is_given_again(address: str) -> None:
    """The visit ends only when a pong says that the referee has it; the bot is asked once."""
    asked: list[int] = []
    again: list[int] = []

    async def breaks(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await stream.hear_actions(1)
        await stream.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    async def goes_on(stream: Stream) -> None:
        (join,) = (await stream.hear()).joins
        await stream.say(says.joined(join, "m", rejoined=True), says.turn("m", 1))
        await _pong_until(stream, again)

    def bot(observation: Observation) -> Action:
        asked.append(observation.round)
        return PICK

    async with refereeing(breaks, goes_on, address=address) as referee:
        await Visitor(address, bot).play(["token"])
    assert (asked, again, referee.streams) == ([1], [1], 2)


async def test_a_visit_after_the_end_brings_the_outcome(address: str) -> None:
    """Once all matches are over, `play` returns as that of any client."""
    ends: list[str] = []

    class Listener(Bot):
        def act(self, turn: object) -> Action:
            raise AssertionError(turn)

        def on_end(self, match: Match, outcome: Outcome) -> None:
            ends.append(f"{match.match_id} {outcome.cause}")

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await Visitor(address, Listener, game="diceman").play(["token"])
    assert ends == ["m RULES"]


def _pick(_: Observation) -> Action:
    return PICK


def _never(observation: Observation) -> Action:
    raise AssertionError(observation)
