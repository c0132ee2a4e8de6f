"""The clients with TLS, resignations, threads, async bots, silent streams, and their stop."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import grpc
import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import BotError, RefereeClient, TlsError, Turn, blocking, conversation
from referee_client.line import Line
from tests.clients import scripted_referee as says
from tests.clients.conftest import Play
from tests.clients.picks import PICK, pick
from tests.clients.scripted_referee import Stream, refereeing
from tests.helpers.patience import patience

LOCALHOST = Path(__file__).with_name("localhost.pem")


async def test_tls(play: Play) -> None:
    """With the right roots the stream is encrypted."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    pem = LOCALHOST.read_bytes()
    credentials = grpc.ssl_server_credentials([(pem, pem)])
    async with refereeing(script, address="localhost:0", credentials=credentials) as referee:
        await play(f"localhost:{referee.port}", pick, ca=LOCALHOST)
    assert referee.streams == 1


async def test_tls_against_a_plain_server(play: Play) -> None:
    """A server without TLS is told apart from one that is not there."""

    async def script(stream: Stream) -> None:
        await stream.until_hung_up()

    async with refereeing(script, address="localhost:0") as referee:
        with pytest.raises(TlsError, match="TLS failed"):
            await play(f"localhost:{referee.port}", pick, ca=LOCALHOST)


@pytest.mark.parametrize("client_class", [RefereeClient, blocking.RefereeClient])
async def test_resign(
    address: str, client_class: type[RefereeClient] | type[blocking.RefereeClient]
) -> None:
    """A bot can give a seat up; the match's end still comes."""
    resigned: list[wire.Resign] = []

    async def script(stream: Stream) -> None:
        await stream.seat("m", seat=1)
        await stream.say(says.turn("m", 1, seat=1))
        while not resigned:
            resigned.extend((await stream.hear()).resigns)
        await stream.say(says.ended("m", seat=1))
        await stream.until_hung_up()

    def act(_observation: Observation, turn: Turn) -> Action:
        client.resign(turn.match_id, turn.seat)
        return PICK

    async with refereeing(script, address=address):
        client = client_class(address, act)
        if isinstance(client, RefereeClient):
            await client.play(["token"])
        else:
            await asyncio.to_thread(client.play, ["token"])
    assert resigned == [wire.Resign(match_id="m", seat=1)]


async def test_seats_come_from_another_thread(address: str) -> None:
    """The blocking client takes tokens while it plays, and ends after finish."""
    tokens: list[str] = []

    async def script(stream: Stream) -> None:
        tokens.extend(join.token for join in await stream.seat("a"))
        client.join("tb")
        tokens.extend(join.token for join in await stream.seat("b"))
        await stream.say(says.ended("a"), says.ended("b"))
        client.finish()
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        client = blocking.RefereeClient(address, pick)
        client.join("ta")
        await asyncio.to_thread(client.play)
    assert tokens == ["ta", "tb"]


async def test_async_bots_think_side_by_side(address: str) -> None:
    """Async bots of one batch wait for each other without holding up the stream."""
    both = asyncio.Barrier(2)

    async def act(_observation: Observation) -> Action:
        await both.wait()
        return PICK

    async def script(stream: Stream) -> None:
        await stream.seat("a", "b")
        await stream.say(says.turn("a", 1), says.turn("b", 1))
        await stream.hear_actions(2)
        await stream.say(says.ended("a"), says.ended("b"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await RefereeClient(address, act).play(["ta", "tb"])


async def test_ping_is_answered_while_an_async_bot_thinks(address: str) -> None:
    """The referee's ping reaches a client whose bot is deep in thought."""
    ponged = asyncio.Event()

    async def act(_observation: Observation) -> Action:
        await ponged.wait()
        return PICK

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await stream.say(wire.Ping(number=5))
        assert (await stream.hear()).pongs[0].number == 5
        ponged.set()
        await stream.hear_actions(1)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await RefereeClient(address, act).play(["token"])


async def test_thought_outlives_a_break(address: str) -> None:
    """What an async bot is thinking about when the stream breaks is answered on the next one."""
    resumed = asyncio.Event()
    asked: list[int] = []
    answers: list[wire.Action] = []

    async def act(observation: Observation) -> Action:
        asked.append(observation.round)
        await resumed.wait()
        return PICK

    async def first(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1), wire.Ping(number=1))
        await stream.hear()
        await stream.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    async def second(stream: Stream) -> None:
        join = (await stream.hear()).joins[0]
        await stream.say(says.joined(join, "m", rejoined=True), says.turn("m", 1))
        resumed.set()
        answers.extend(await stream.hear_actions(1))
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(first, second, address=address):
        await RefereeClient(address, act).play(["token"])
    assert asked == [1]
    assert [answer.turn for answer in answers] == [1]


async def test_missed_deadline_stops_the_thought(address: str) -> None:
    """A thought whose deadline has passed is cancelled and never sent."""
    cancelled: list[int] = []
    answers: list[wire.Action] = []

    async def act(observation: Observation) -> Action:
        if observation.round == 1:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(1)
                raise
        return PICK

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1), wire.Ping(number=1))
        await stream.hear()
        await stream.say(says.missed("m", 1), says.turn("m", 2))
        answers.extend(await stream.hear_actions(1))
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        await RefereeClient(address, act).play(["token"])
    assert cancelled == [1]
    assert [answer.turn for answer in answers] == [2]


async def test_stop_ends_play(address: str) -> None:
    """A client can be stopped in the middle; the seat is not resigned."""
    heard: list[wire.PlayRequest] = []

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        client.stop()
        while True:
            heard.append(await stream.hear())

    async with refereeing(script, address=address):
        client = RefereeClient(address, pick)
        await client.play(["token"])
    assert not any(request.resigns for request in heard)


class _Silence:
    """Has a client ask all the time whether its stream is silent, and lets the first one be found so.

    Only when its seat is joined, and again when its ping has arrived, is it really asked: how long that
    takes must not matter.
    """

    def __init__(self) -> None:
        self.is_seated = self.is_pinged = False
        self._is_over = False
        self._is_silent = Line.is_silent

    async def keep(self, stream: Stream) -> None:
        """Be a referee that seats the bot, hears its ping, and says nothing more."""
        await stream.seat("m")
        self.is_seated = True
        assert (await stream.hear()).HasField("ping")
        self.is_pinged = True
        await stream.until_hung_up()

    def ask(self, line: Line) -> bool:
        """In place of `Line.is_silent`."""
        if not self.is_seated or self._is_over or (line._is_pinged and not self.is_pinged):
            return False
        self._is_over = self._is_silent(line)
        return self._is_over


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> _Silence:
    """What decides about silence."""
    silence = _Silence()
    monkeypatch.setattr(Line, "is_silent", lambda line: silence.ask(line))
    for module in ("stream", "blocking"):
        monkeypatch.setattr(f"referee_client.{module}.SILENCE_S", 0.01)
    return silence


async def _second(stream: Stream) -> None:
    """The stream after one that was left."""
    join = (await stream.hear()).joins[0]
    await stream.say(says.joined(join, "m", rejoined=True), says.ended("m"))
    await stream.until_hung_up()


async def test_silent_stream_is_left(address: str, silence: _Silence) -> None:
    """A stream on which no pong comes is taken for dead, and another one is opened."""
    async with refereeing(silence.keep, _second, address=address) as referee:
        await RefereeClient(address, pick).play(["token"])
    assert silence.is_pinged
    assert referee.streams == 2


async def test_silent_stream_is_left_when_blocking(address: str, silence: _Silence) -> None:
    """The blocking client leaves a dead stream as well."""
    async with refereeing(silence.keep, _second, address=address) as referee:
        client = blocking.RefereeClient(address, pick)
        await asyncio.to_thread(client.play, ["token"])
    assert silence.is_pinged
    assert referee.streams == 2


async def test_blocking_client_refuses_async_bots(address: str) -> None:
    """A coroutine can't be awaited without an event loop, and the error says so."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.until_hung_up()

    async def act(_observation: Observation) -> Action:
        return PICK

    async with refereeing(script, address=address):
        client = blocking.RefereeClient(address, act)
        with pytest.raises(BotError, match="asyncio client"):
            await asyncio.to_thread(client.play, ["token"])


async def test_stop_before_the_stream_is_open(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop that comes while the blocking client opens its stream is not lost."""

    async def script(stream: Stream) -> None:
        await stream.until_hung_up()

    def opened_late(talk: conversation.Conversation) -> None:
        client.stop()
        opened(talk)

    opened = conversation.Conversation.opened
    monkeypatch.setattr(conversation.Conversation, "opened", opened_late)
    monkeypatch.setattr("referee_client.blocking.SILENCE_S", 10 * patience(300))  # would end it too
    async with refereeing(script, address=address):
        client = blocking.RefereeClient(address, pick)
        await asyncio.wait_for(asyncio.to_thread(client.play, ["token"]), patience(300))


async def test_blocking_client_is_stopped_from_another_thread(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Stop ends play without a new attempt."""
    caplog.set_level(logging.WARNING)

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        client.stop()
        await stream.until_hung_up()

    async with refereeing(script, address=address) as referee:
        client = blocking.RefereeClient(address, pick)
        await asyncio.to_thread(client.play, ["token"])
    assert referee.streams == 1
    assert "again in" not in caplog.text
