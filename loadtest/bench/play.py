"""Bots that play at the referee and do as little as possible, so that the referee is what is measured.

A bot answers each message with one message, and every turn with an action that was prepared.
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
"""Seconds without a message after which nothing is under way any more."""
SIZED_TURNS = 40
"""Number of turns of a match from which the size of a typical message is taken."""

ANSWERS = Answers("diceman")
SHORT = ("small-turns", "without-events")
"""Features of a bot that is sent turns in the short form."""


LANES = "lanes"
"""Name of the feature by which a bot is sent turns in columns."""
_COLUMNS = (
    "table.game",
    "table.round",
    "table.life",
    "table.points",
    "table.pick_counts.counts",
    "table.last_round.rolls.combo",
    "table.last_round.rolls.values",
)
"""Columns of Diceman that are sent on lanes (in turns of many matches at once): all that a policy
needs to decide.
"""


class ThinBot:
    """A bot on one Play stream that answers with prepared actions.

    Args:
        stub: Service on which to open the stream.
        features: Features that the bot's joins ask for.
    """

    def __init__(self, stub: PlayServiceAsyncStub, features: Sequence[str] = ()) -> None:
        self._call = stub.Play()
        self._features = features
        self._writing = asyncio.Lock()
        self._held = wire.PlayResponse()
        self.is_playing = True
        """Whether the bot answers turns; if not, it keeps them for `resume`."""
        self.read_ns = 0
        """When the bot last read a message, in nanoseconds of the monotonic clock; 0 before the
        first."""
        self.ended = 0
        """Number of seats whose match is over."""
        self.answered = 0
        """Number of turns that were sent in full and answered."""
        self.sizes: list[tuple[int, int]] = []
        """Bytes read and bytes written of its first exchanges with exactly one turn, at most
        `SIZED_TURNS`."""

    async def converse(self, tokens: Iterable[str]) -> None:
        """Join the seats, and answer turns until all matches are over.

        Raises:
            RuntimeError: The referee rejected a message, a deadline passed, or the stream ended
                early.
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
            # A benchmark in which answers are lost would measure something else: end it.
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
        """Go on playing, and answer the turns that arrived while the bot did not play."""
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
    """Return answers to turns of Diceman in columns.

    Each combination follows from the turn's number.
    """
    numbers = np.frombuffer(turns.turns, "<i4")
    answers = wire.LaneAnswers(lane=turns.lane, rows=turns.rows, turns=turns.turns)
    answers.values.data = (numbers % 6).astype(np.int8).tobytes()
    return answers


class PlayLoad:
    """Load of bots in matches that are long enough for all measurements.

    `run` counts the answered turns that were sent in full, not in the short form or in columns; the
    referee counts all decisions.

    Args:
        address: Address of the referee.
        tokens: Tokens of the seats on each stream.
        features: Features that the bots' joins ask for.
        pause_s: Seconds between the opening of two streams, since the referee limits how many join at once from one
            machine.
    """

    def __init__(
        self,
        address: str,
        tokens: Sequence[Sequence[str]],
        features: Sequence[str] = (),
        *,
        pause_s: float = 0.0,
    ) -> None:
        self._address = address
        self._tokens = tokens
        self._features = features
        self._pause_s = pause_s

    async def open(self) -> None:
        """Join all seats, and wait until every bot has been sent the first turn of each of its seats."""
        self._channel = grpc.aio.insecure_channel(self._address, options=_OPTIONS)
        stub = PlayServiceStub(self._channel)
        self._bots = [ThinBot(stub, self._features) for _ in self._tokens]
        for bot in self._bots:
            bot.is_playing = False
        self._tasks = []
        for bot, tokens in zip(self._bots, self._tokens, strict=True):
            self._tasks.append(asyncio.create_task(bot.converse(tokens)))
            if self._pause_s:
                await asyncio.sleep(self._pause_s)
        await self._settle()

    async def run(self, seconds: float) -> Window:
        """Play for some seconds; return the number of turns answered, with times."""
        began_ns = time.monotonic_ns()
        answered = sum(bot.answered for bot in self._bots)
        for bot in self._bots:
            await bot.resume()
        await asyncio.sleep(seconds)
        for bot in self._bots:
            bot.is_playing = False
        await self._settle()
        answered = sum(bot.answered for bot in self._bots) - answered
        # Until the last message that was read, and not until now: the wait for quiet must not
        # count.
        return Window(answered, began_ns, max(bot.read_ns for bot in self._bots))

    async def _settle(self) -> None:
        """Wait until no more messages arrive."""
        while True:
            await asyncio.sleep(QUIET_S)
            for task in self._tasks:
                if task.done():
                    task.result()
            last_ns = max(bot.read_ns for bot in self._bots)
            if last_ns and time.monotonic_ns() - last_ns > QUIET_S * 1e9:
                return

    async def close(self) -> None:
        """Close the streams; the matches are left unfinished."""
        for task in self._tasks:
            task.cancel()  # a read may outlast its channel
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._channel.close()


class MatchLoad:
    """Load of whole Diceman matches: created, joined, played to the end on two streams.

    They have the default config.

    Args:
        address: Address of the referee.
        matches: Number of matches in one run, all at once.
    """

    def __init__(self, address: str, matches: int) -> None:
        self._address = address
        self._matches = matches

    async def open(self) -> None:
        """Connect to the referee."""
        self._channel = grpc.aio.insecure_channel(self._address, options=_OPTIONS)

    async def run(self, seconds: float) -> Window:  # noqa: ARG002
        """Play all matches to the end, however long that takes; `seconds` is ignored.

        Return the number of matches, with times.
        """
        began_ns = time.monotonic_ns()
        request = CreateMatchRequest(game="diceman")
        create = LobbyServiceStub(self._channel).CreateMatch
        made = await asyncio.gather(*(create(request) for _ in range(self._matches)))
        play = PlayServiceStub(self._channel)
        seats = zip(*(match.seat_tokens for match in made), strict=True)
        await asyncio.gather(*(ThinBot(play).converse(tokens) for tokens in seats))
        return Window(self._matches, began_ns, time.monotonic_ns())

    async def close(self) -> None:
        """Close the connection to the referee."""
        await self._channel.close()


async def message_sizes(address: str, features: Sequence[str] = ()) -> tuple[int, int]:
    """Return the median bytes of a message with one turn and of one with one action, in a real match.

    Args:
        address: Address of the referee.
        features: Features that the bots' joins ask for.
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
