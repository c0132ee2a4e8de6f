"""Play at the referee with bots that are as thin as bots can be, so that the referee is measured.

A bot answers each message it reads with one message: every turn with an action that was made before.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import grpc
import grpc.aio
import numpy as np

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.lobby_service_pb2 import CreateMatchRequest
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.actions import Answers
from loadtest.bench.windows import Window

if TYPE_CHECKING:
    from gamereferee.v1.play_service_pb2_grpc import PlayServiceAsyncStub

__all__ = ["LANES", "MatchLoad", "PlayLoad", "ThinBot", "message_sizes"]

QUIET_S = 0.03
"""After so long without a message nothing is under way any more."""
SIZED_TURNS = 40
"""Turns of a match from which the size of a typical message is taken."""

ANSWERS = Answers("diceman")
SHORT = ("small-turns", "without-events")
"""Features of a bot that is sent short turns."""


LANES = "lanes"
"""The feature of turns in columns."""
_COLUMNS = (
    "table.game",
    "table.round",
    "table.life",
    "table.points",
    "table.pick_counts.counts",
    "table.last_round.rolls.combo",
    "table.last_round.rolls.values",
)
"""Columns sent on lanes of Diceman: what a policy needs."""


class ThinBot:
    """One Play stream.

    Args:
        stub: Where to open it.
        features: What it asks for.
    """

    def __init__(self, stub: PlayServiceAsyncStub, features: Sequence[str] = ()) -> None:
        self._call = stub.Play()
        self._features = features
        self._writing = asyncio.Lock()
        self._held = wire.PlayResponse()
        self.is_playing = True
        """Whether it answers turns; it keeps them for `resume` otherwise."""
        self.read_ns = 0
        """When it last read a message."""
        self.ended = 0
        """Seats whose match is over."""
        self.answered = 0
        """Turns that were sent in full and answered."""
        self.sizes: list[tuple[int, int]] = []
        """Bytes read and written of its last exchanges with one turn, at most `SIZED_TURNS`."""

    async def converse(self, tokens: Iterable[str]) -> None:
        """Join, and answer what comes until all matches are over.

        Raises:
            RuntimeError: The referee refused something, or a deadline passed.
        """
        columns = _COLUMNS if LANES in self._features else ()
        joins = [
            wire.Join(token=token, features=self._features, lane_columns=columns)
            for token in tokens
        ]
        await self._call.write(wire.PlayRequest(joins=joins))
        while self.ended < len(joins):
            response = await self._call.read()
            if not isinstance(response, wire.PlayResponse):
                raise RuntimeError("the referee has ended the stream before the matches")
            self.read_ns = time.monotonic_ns()
            if response.rejections or response.missed:
                raise RuntimeError(f"the referee does not take all answers: {response!s:.500}")
            self.ended += len(response.ends)
            request = self._answer(response)
            if request.ListFields():
                await self._write(request)
                if (
                    len(response.turns) + len(response.small_turns) == 1
                    and len(self.sizes) < SIZED_TURNS
                ):
                    self.sizes.append((response.ByteSize(), request.ByteSize()))
        await self._call.done_writing()

    def _answer(self, response: wire.PlayResponse) -> wire.PlayRequest:
        request = wire.PlayRequest()
        if response.HasField("ping"):
            request.pongs.add(number=response.ping.number)
        if self.is_playing:
            _answer_turns(response, request)
            self.answered += len(request.actions)
        else:
            self._held.turns.extend(response.turns)
            self._held.small_turns.extend(response.small_turns)
            self._held.lane_turns.extend(response.lane_turns)
        return request

    async def resume(self) -> None:
        """Go on, from the turns that were kept."""
        self.is_playing = True
        request = wire.PlayRequest()
        _answer_turns(self._held, request)
        self.answered += len(request.actions)
        self._held.Clear()
        await self._write(request)

    async def _write(self, request: wire.PlayRequest) -> None:
        async with self._writing:  # an answer to `resume` may be read before that has returned
            await self._call.write(request)


def _answer_turns(response: wire.PlayResponse, request: wire.PlayRequest) -> None:
    if response.turns:
        request.actions.extend(map(ANSWERS.answer, response.turns))
    if response.small_turns:
        request.small_actions.extend(map(ANSWERS.answer_small, response.small_turns))
    if response.lane_turns:
        request.lane_answers.extend(map(_answer_lane, response.lane_turns))


def _answer_lane(turns: wire.LaneTurns) -> wire.LaneAnswers:
    """Answer turns of Diceman, each with a combination that follows from its number."""
    numbers = np.frombuffer(turns.turns, "<i4")
    answers = wire.LaneAnswers(lane=turns.lane, rows=turns.rows, turns=turns.turns)
    answers.values.data = (numbers % 6).astype(np.int8).tobytes()
    return answers


class PlayLoad:
    """Bots that go on with matches which are long enough for all measurements.

    Its windows count turns that were sent in full and answered; all decisions are counted at the referee.

    Args:
        address: Where the referee listens.
        tokens: The seats of each stream.
        features: What its bots ask for.
    """

    def __init__(
        self, address: str, tokens: Sequence[Sequence[str]], features: Sequence[str] = ()
    ) -> None:
        self._address = address
        self._tokens = tokens
        self._features = features

    async def open(self) -> None:
        """Join all seats and play until every bot has been asked."""
        self._channel = grpc.aio.insecure_channel(self._address, options=_OPTIONS)
        stub = PlayServiceStub(self._channel)
        self._bots = [ThinBot(stub, self._features) for _ in self._tokens]
        for bot in self._bots:
            bot.is_playing = False
        self._tasks = [
            asyncio.create_task(bot.converse(tokens))
            for bot, tokens in zip(self._bots, self._tokens, strict=True)
        ]
        await self._settle()

    async def run(self, seconds: float) -> Window:
        """Play for so long."""
        began_ns = time.monotonic_ns()
        answered = sum(bot.answered for bot in self._bots)
        for bot in self._bots:
            await bot.resume()
        await asyncio.sleep(seconds)
        for bot in self._bots:
            bot.is_playing = False
        await self._settle()
        answered = sum(bot.answered for bot in self._bots) - answered
        return Window(answered, began_ns, max(bot.read_ns for bot in self._bots))

    async def _settle(self) -> None:
        """Wait until nothing comes any more."""
        while True:
            await asyncio.sleep(QUIET_S)
            for task in self._tasks:
                if task.done():
                    task.result()
            last_ns = max(bot.read_ns for bot in self._bots)
            if last_ns and time.monotonic_ns() - last_ns > QUIET_S * 1e9:
                return

    async def close(self) -> None:
        """Leave the matches as they are."""
        for task in self._tasks:
            task.cancel()  # a read may outlast its channel
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._channel.close()


class MatchLoad:
    """Whole matches of the default config: created, joined, played to the end on two streams.

    Args:
        address: Where the referee listens.
        matches: Matches at once, and of one run.
    """

    def __init__(self, address: str, matches: int) -> None:
        self._address = address
        self._matches = matches

    async def open(self) -> None:
        """Connect."""
        self._channel = grpc.aio.insecure_channel(self._address, options=_OPTIONS)

    async def run(self, seconds: float) -> Window:  # noqa: ARG002
        """Play all of them, however long it takes; counts matches."""
        began_ns = time.monotonic_ns()
        request = CreateMatchRequest(game="diceman")
        create = LobbyServiceStub(self._channel).CreateMatch
        made = await asyncio.gather(*(create(request) for _ in range(self._matches)))
        play = PlayServiceStub(self._channel)
        seats = zip(*(match.seat_tokens for match in made), strict=True)
        await asyncio.gather(*(ThinBot(play).converse(tokens) for tokens in seats))
        return Window(self._matches, began_ns, time.monotonic_ns())

    async def close(self) -> None:
        """Disconnect."""
        await self._channel.close()


async def message_sizes(address: str, features: Sequence[str] = ()) -> tuple[int, int]:
    """Median bytes of a message with one turn, and of one with one action, in a real match.

    Args:
        address: Where the referee listens.
        features: What its bots ask for.
    """
    async with grpc.aio.insecure_channel(address) as channel:
        made = await LobbyServiceStub(channel).CreateMatch(CreateMatchRequest(game="diceman"))
        play = PlayServiceStub(channel)
        bots = [ThinBot(play, features) for _ in made.seat_tokens]
        talks = (bot.converse([token]) for bot, token in zip(bots, made.seat_tokens, strict=True))
        await asyncio.gather(*talks)
    sizes = [size for bot in bots for size in bot.sizes]
    responses, requests = (sorted(column) for column in zip(*sizes, strict=True))
    return responses[len(responses) // 2], requests[len(requests) // 2]


_OPTIONS = [("grpc.max_receive_message_length", -1)]
