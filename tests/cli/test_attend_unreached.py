"""A helper without a stream calls for a stated time, then leaves; in virtual time, with a scripted referee."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import grpc
import pytest

from gamereferee.v1 import attend_service_pb2 as wire
from referee.cli.attend import link as links
from referee.cli.attend.helper import Entry, Helper, Terms
from referee.cli.attend.link import Link, UnreachedError
from referee.cli.attend.programs import Command
from referee_client.address import Address
from tests.tournaments.season.world import VirtualLoop

HOUR = 3600.0
AWAY = "failed to connect to all addresses"
_Result = TypeVar("_Result")


class _Call:
    """A stream that is refused, or accepted and broken after some virtual seconds.

    Args:
        lasts_s: Time for which it is accepted; None for one that is refused.
    """

    def __init__(self, lasts_s: float | None) -> None:
        self._lasts_s = lasts_s
        self._is_accepted = False

    async def write(self, _: wire.AttendRequest) -> None:
        """Take it."""

    async def done_writing(self) -> None:
        """Nothing more comes."""

    async def read(self) -> wire.AttendResponse | object:
        """Accept the stream, or end it."""
        if self._lasts_s is None:
            raise asyncio.InvalidStateError
        if not self._is_accepted:
            self._is_accepted = True
            accepted = wire.AttendAccepted()
            accepted.sign_of_life.FromSeconds(round(10 * self._lasts_s))
            return wire.AttendResponse(accepted=accepted)
        await asyncio.sleep(self._lasts_s)
        return grpc.aio.EOF

    def code(self) -> grpc.StatusCode:
        """How it has ended."""
        return grpc.StatusCode.UNAVAILABLE

    def details(self) -> str:
        """Why it has ended."""
        return AWAY


class _Channel:
    def __getattr__(self, _: str) -> Callable[..., None]:
        return lambda *_, **__: None  # methods of services that are not called

    async def close(self) -> None:
        """Nothing to close."""


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    """A loop whose clock jumps."""
    made = VirtualLoop()
    yield made
    made.close()


@pytest.fixture
def calls(loop: VirtualLoop, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Times of all calls to a referee that never answers."""
    return _scripted(loop, monkeypatch, lambda _: None)


def _scripted(
    loop: VirtualLoop, monkeypatch: pytest.MonkeyPatch, lasts_s: Callable[[int], float | None]
) -> list[float]:
    """Play a referee to which the call with a number, from 1, lasts so long; return the times of the calls."""
    times: list[float] = []

    class Stub:
        def __init__(self, _: object) -> None: ...

        def Attend(self) -> _Call:  # noqa: N802
            times.append(loop.time())
            return _Call(lasts_s(len(times)))

    monkeypatch.setattr(links, "AttendServiceStub", Stub)
    monkeypatch.setattr(Address, "aio_channel", lambda *_: _Channel())
    return times


def _link(limit_s: float, lost: list[str]) -> Link:
    address = Address.parse("unix:/tmp/none.sock", None)
    return Link(address, wire.AttendHello, lambda _: None, lost.append, limit_s)


def _run(loop: VirtualLoop, work: Coroutine[Any, Any, _Result]) -> _Result:
    return loop.run_until_complete(work)


def test_nobody_is_there(loop: VirtualLoop, calls: list[float]) -> None:
    """It calls at least every 5 s, at the end as well, and then no more."""
    lost: list[str] = []
    with pytest.raises(UnreachedError, match=AWAY):
        _run(loop, _link(HOUR, lost).run())
    assert calls[-1] == loop.time() == pytest.approx(HOUR)
    assert max(later - before for before, later in itertools.pairwise(calls)) <= 5.0
    assert lost == [AWAY] * len(calls)


def test_the_time_begins_again_with_each_stream(
    loop: VirtualLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts from the first call that fails after a stream was accepted, however long that lasted."""
    # Half an hour without one, then one for 50 hours.
    calls = _scripted(
        loop, monkeypatch, lambda _: 50 * HOUR if 0.5 * HOUR < loop.time() < HOUR else None
    )
    with pytest.raises(UnreachedError):
        _run(loop, _link(HOUR, []).run())
    (first,) = [before for before, later in itertools.pairwise(calls) if later - before > 5.0]
    assert 0.5 * HOUR < first < 0.5 * HOUR + 5.0
    assert loop.time() == pytest.approx(first + 51 * HOUR)


def test_a_helper_without_a_limit(loop: VirtualLoop, calls: list[float]) -> None:
    """It calls until it is closed."""

    async def until_closed() -> None:
        link = _link(float("inf"), [])
        running = asyncio.create_task(link.run())
        await asyncio.sleep(5 * HOUR)
        assert not running.done()
        link.close()
        await running

    _run(loop, until_closed())
    assert len(calls) > 5 * HOUR / 5.0


def test_what_it_says(
    loop: VirtualLoop, calls: list[float], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Why and after how long, with exit status 1."""
    address = Address.parse("unix:/tmp/none.sock", None)
    helper = Helper(
        address,
        Entry("ann", "key", "", ""),
        Terms(1, None, per_match=True, give_up_ns=5400 * 10**9),
        Command(("none",), address.target, None, tmp_path),
    )
    assert _run(loop, helper.run()) == 1
    assert calls[-1] == pytest.approx(1.5 * HOUR)
    # Behind the time of day, which has 19 characters.
    assert [line[20:] for line in capsys.readouterr().out.splitlines()] == [
        f"no stream to {address.target}, trying again: {AWAY}",
        f"gives up after 1h30m without a stream to {address.target}: {AWAY}",
        "left after 0 matches",
    ]
