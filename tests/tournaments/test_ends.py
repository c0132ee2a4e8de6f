"""The runner's stream of ends: one for all matches, and none is lost when it breaks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from gamereferee.v1 import error_pb2, match_pb2, spectate_service_pb2
from tournaments.play import ends as ends_module
from tournaments.play.ends import Ends, UnwatchedError
from tournaments.spec.errors import RefereeCallError

Response = spectate_service_pb2.WatchEndsResponse


def outcome(text: str) -> match_pb2.Outcome:
    """An outcome that can be told from others."""
    return match_pb2.Outcome(text=text)


def end(match_id: str) -> spectate_service_pb2.WatchedEnd:
    """The end of a match, told by its id."""
    return spectate_service_pb2.WatchedEnd(match_id=match_id, outcome=outcome(match_id))


class Stream:
    """A WatchEnds whose other side is the test."""

    def __init__(self) -> None:
        self.named: list[str] = []
        """Matches that were named on it."""
        self.requests = 0
        """Messages in which they were."""
        self.is_cancelled = False
        self._coming: asyncio.Queue[object] = asyncio.Queue()

    def say(self, *ends: str, unwatched: str = "") -> None:
        """Tell of ends, and of a match that is not known."""
        response = Response(ends=map(end, ends))
        if unwatched:
            reason = error_pb2.ERROR_REASON_UNKNOWN_MATCH
            response.unwatched.add(match_id=unwatched, reason=reason, text="unknown")
        self._coming.put_nowait(response)

    def break_off(self, code: grpc.StatusCode) -> None:
        """End it with a status."""
        empty = grpc.aio.Metadata()
        self._coming.put_nowait(grpc.aio.AioRpcError(code, empty, empty, "broken"))

    async def read(self) -> object:
        """See gRPC."""
        said = await self._coming.get()
        if isinstance(said, Exception):
            raise said
        return said

    async def write(self, request: spectate_service_pb2.WatchEndsRequest) -> None:
        """See gRPC."""
        self.requests += 1
        self.named += request.match_ids

    def cancel(self) -> None:
        """See gRPC."""
        self.is_cancelled = True


class Referee:
    """Gives streams, and takes down what is asked."""

    def __init__(self) -> None:
        self.streams: list[Stream] = []
        self.reached = 0
        """How often it was seen whether it can be reached."""
        self.is_gone = False
        """Whether it can't."""
        self.ends = Ends(
            self._open, self._reached, lambda error: RefereeCallError(str(error.code()))
        )

    def _open(self) -> Any:
        self.streams.append(Stream())
        return self.streams[-1]

    async def _reached(self) -> None:
        self.reached += 1
        if self.is_gone:
            raise RefereeCallError("it can't be reached")

    def wait(self, *match_ids: str) -> list[asyncio.Task[match_pb2.Outcome]]:
        """Wait for matches, each in a task."""
        return [asyncio.create_task(self.ends.outcome(match_id)) for match_id in match_ids]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is waited for between two streams."""
    monkeypatch.setattr(ends_module, "PAUSE_S", 0)


async def until(condition: Callable[[], object]) -> None:
    """Let everything go on until something holds."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0)


async def test_all_matches_are_on_one_stream() -> None:
    """Those that begin together are named in one message; each waits for its own end."""
    referee = Referee()
    first = referee.wait("a", "b", "c")
    await until(lambda: referee.streams and len(referee.streams[0].named) == 3)
    (stream,) = referee.streams
    assert (stream.named, stream.requests) == (["a", "b", "c"], 1)
    stream.say("c", "a")
    assert [await first[2], await first[0]] == [outcome("c"), outcome("a")]
    second = referee.wait("d")
    await until(lambda: len(stream.named) == 4)
    assert not first[1].done()
    stream.say("d", "b")
    assert [await second[0], await first[1]] == [outcome("d"), outcome("b")]
    assert referee.streams == [stream]
    await referee.ends.close()
    assert stream.is_cancelled


async def test_no_end_is_lost_with_a_stream() -> None:
    """What was not told of is named again, once the referee can be reached; what was is not."""
    referee = Referee()
    waiting = referee.wait("a", "b")
    await until(lambda: referee.streams and len(referee.streams[0].named) == 2)
    referee.streams[0].say("a")
    referee.streams[0].break_off(grpc.StatusCode.UNAVAILABLE)
    assert await waiting[0] == outcome("a")
    await until(lambda: len(referee.streams) == 2 and referee.streams[1].named)
    assert (referee.reached, referee.streams[1].named) == (1, ["b"])
    waiting += referee.wait("c")
    await until(lambda: len(referee.streams[1].named) == 2)
    referee.streams[1]._coming.put_nowait(grpc.aio.EOF)  # a referee that ends it is no other matter
    await until(lambda: len(referee.streams) == 3 and referee.streams[2].named)
    assert referee.streams[2].named == ["b", "c"]
    referee.streams[2].say("b", "c")
    assert [await waiting[1], await waiting[2]] == [outcome("b"), outcome("c")]
    await referee.ends.close()


async def test_a_match_that_is_not_known() -> None:
    """Who waits for it is told; the others wait on."""
    referee = Referee()
    known, unknown = referee.wait("a", "b")
    await until(lambda: referee.streams)
    referee.streams[0].say(unwatched="b")
    with pytest.raises(UnwatchedError, match="unknown") as caught:
        await unknown
    assert caught.value.reason == error_pb2.ERROR_REASON_UNKNOWN_MATCH
    assert not known.done()
    referee.streams[0].say("a")
    await known
    await referee.ends.close()


async def test_a_referee_that_refuses() -> None:
    """Everybody who waits is told, and who waits later asks again."""
    referee = Referee()
    waiting = referee.wait("a", "b")
    await until(lambda: referee.streams)
    referee.streams[0].break_off(grpc.StatusCode.UNAUTHENTICATED)
    for task in waiting:
        with pytest.raises(RefereeCallError, match="UNAUTHENTICATED"):
            await task
    (again,) = referee.wait("a")
    await until(lambda: len(referee.streams) == 2)
    referee.streams[1].say("a")
    assert await again == outcome("a")
    await referee.ends.close()


async def test_a_referee_that_stays_away() -> None:
    """Everybody who waits is told."""
    referee = Referee()
    referee.is_gone = True
    waiting = referee.wait("a", "b")
    await until(lambda: referee.streams)
    referee.streams[0].break_off(grpc.StatusCode.UNAVAILABLE)
    for task in waiting:
        with pytest.raises(RefereeCallError, match="it can't be reached"):
            await task


async def test_who_goes_is_not_waited_for() -> None:
    """An end that comes for nobody, or for who has gone, disturbs nobody."""
    referee = Referee()
    gone, stays = referee.wait("a", "b")
    await until(lambda: referee.streams and len(referee.streams[0].named) == 2)
    gone.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await gone
    referee.streams[0].say("a", "elsewhere", "b")
    assert await stays == outcome("b")
    await referee.ends.close()
