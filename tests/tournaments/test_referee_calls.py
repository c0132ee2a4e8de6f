from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.server.process.config import ServerConfig, parse_listen
from referee.server.serve import Server, running_server
from tests.tournaments.fakes import order_of, pairing_of
from tournaments.play import referee_calls
from tournaments.play.referee_calls import GrpcRefereeCalls
from tournaments.spec.config import TimeControlSpec
from tournaments.spec.errors import RefereeCallError, RefusedError
from tournaments.spec.matches import GameFacts, OpenMatch
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult

ORDER = order_of(pairing_of(1, "ab"))


@contextlib.asynccontextmanager
async def serving(folder: Path, *, key: str = "") -> AsyncIterator[str]:
    """A referee in this process; its address."""
    server = server_in(folder, key=key)
    async with running_server(server):
        yield server.addresses[0]


def server_in(folder: Path, *, key: str) -> Server:
    """A referee of this folder that is to be run."""
    listen = parse_listen(f"unix:{folder}/referee.sock")
    return Server(ServerConfig(listen=(listen,), data_dir=folder / "data", organizer_key=key))


@contextlib.asynccontextmanager
async def visiting(address: str, **options: str) -> AsyncIterator[GrpcRefereeCalls]:
    """A client that is ready, and closed at the end."""
    calls = GrpcRefereeCalls(address, organizer_key=options.get("key"))
    try:
        await calls.ready()
        yield calls
    finally:
        await calls.close()


async def test_a_repeated_request_is_the_same_match(tmp_path: Path) -> None:
    """A run that did not hear the answer asks again, and gets that match and its tokens."""
    async with serving(tmp_path) as address, visiting(address) as calls:
        first = await calls.create(ORDER, request_id="r/1", label="cup")
        again = await calls.create(ORDER, request_id="r/1", label="cup")
        other = await calls.create(ORDER, request_id="r/2", label="cup")
    assert first == again
    assert len(set(first.tokens)) == 2
    assert other.match_id != first.match_id


class Counted:
    """A call that counts how often it is made, and fails as one that an older referee does not know."""

    def __init__(self, call: Any, *, is_known: bool = True) -> None:
        self.times = 0
        self._call = call
        self._is_known = is_known

    async def __call__(self, request: Any, **options: Any) -> Any:
        """See gRPC."""
        self.times += 1
        if not self._is_known:
            none = grpc.aio.Metadata()
            raise grpc.aio.AioRpcError(grpc.StatusCode.UNIMPLEMENTED, none, none, "no such method")
        return await self._call(request, **options)


@pytest.mark.parametrize("is_known", [True, False], ids=["as it is", "an older one"])
async def test_matches_that_are_wanted_together(tmp_path: Path, is_known: bool) -> None:
    """They are made in one call, and so are their seats metered; at an older referee one by one."""
    async with serving(tmp_path) as address, visiting(address) as calls:
        lobby: Any = calls._lobby
        for name in ("CreateMatches", "MeterSeats"):
            setattr(lobby, name, Counted(getattr(lobby, name), is_known=is_known))
        for name in ("CreateMatch", "MeterSeat"):
            setattr(lobby, name, Counted(getattr(lobby, name)))
        wanted = [calls.create(ORDER, request_id=f"r/{n % 4}", label="cup") for n in range(5)]
        bad = dataclasses.replace(ORDER, config_json='{"games": 0}')
        *made, refused = await asyncio.gather(
            *wanted, calls.create(bad, request_id="r/9", label="cup"), return_exceptions=True
        )
        opened = [match for match in made if isinstance(match, OpenMatch)]
        assert len({match.match_id for match in opened}) == 4
        assert opened[4] == opened[0]
        assert isinstance(refused, RefusedError)
        assert str(refused).startswith("the referee refuses: games must be a whole number")
        tokens = [token for match in opened[:4] for token in match.tokens]
        metering = [calls.meter(token, os.getpid()) for token in tokens[:-1]]
        *done, failed = await asyncio.gather(
            *metering, calls.meter(tokens[-1], -1), return_exceptions=True
        )
        assert isinstance(failed, RefusedError)
        assert str(failed) == "the referee refuses: pid must be from 0, not -1"
        assert (lobby.CreateMatches.times, lobby.MeterSeats.times) == (1, 1)
        assert (lobby.CreateMatch.times, lobby.MeterSeat.times) == ((1, 0) if is_known else (6, 8))
        assert done == [None] * 7


async def test_giving_up_a_seat(tmp_path: Path) -> None:
    """A seat that is resigned for its bot loses, by a cause that counts; everybody is told."""
    terms = TimeControlSpec.model_validate({"move_time": "1s", "join_limit": "1h", "strikes": 2})
    order = dataclasses.replace(ORDER, time_control=terms)
    expected = MatchEnd(
        EndCause.FORFEIT,
        "a resignation left no rivals",
        (SeatResult(2, 0, 0, ForfeitCause.RESIGNED), SeatResult(1, 0, 0, None)),
    )
    async with serving(tmp_path) as address, visiting(address) as calls:
        match = await calls.create(order, request_id="r/1", label="cup")
        assert await calls.result(match.match_id) is None
        await calls.resign(match.tokens[0])
        assert await calls.wait(match.match_id) == expected
        assert await calls.result(match.match_id) == expected


async def test_results_outlive_the_referee(tmp_path: Path) -> None:
    """After it was started again, a match that had ended is known from its replay."""
    async with serving(tmp_path) as address, visiting(address) as calls:
        match = await calls.create(ORDER, request_id="r/1", label="cup")
        await calls.resign(match.tokens[1])
        end = await calls.wait(match.match_id)
    assert end is not None
    async with serving(tmp_path) as address, visiting(address) as calls:
        assert await calls.result(match.match_id) == end
        assert await calls.wait(match.match_id) == end
        assert await calls.result("no-such-match") is None
        assert await calls.wait("no-such-match") is None


async def test_facts(tmp_path: Path) -> None:
    """What a tournament must know of Diceman: two seats, no more and no fewer; and who sits in a ring."""
    async with serving(tmp_path) as address, visiting(address) as calls:
        facts = GameFacts(version=1, min_seats=2, max_seats=2, versions=(1,))
        assert await calls.game("diceman") == facts
        assert (await calls.game("swordman")).chance_free
        assert (await calls.game("proving_grounds")).ring
        with pytest.raises(RefusedError, match="unknown game 'chess'"):
            await calls.game("chess")


async def test_refusals_are_told_as_they_are(tmp_path: Path) -> None:
    """What the referee finds wrong with a config reaches the organizer with field and bound."""
    order = dataclasses.replace(ORDER, config_json='{"games": 0}')
    async with serving(tmp_path) as address, visiting(address) as calls:
        with pytest.raises(RefusedError, match="the referee refuses: games must be a whole number"):
            await calls.create(order, request_id="r/1", label="cup")


async def test_the_organizer_key(tmp_path: Path) -> None:
    """Where the referee asks for a key, nothing goes without it."""
    async with serving(tmp_path, key="secret") as address:
        async with visiting(address, key="secret") as calls:
            await calls.create(ORDER, request_id="r/1", label="cup")
        async with visiting(address, key="wrong") as calls:
            with pytest.raises(RefereeCallError, match="UNAUTHENTICATED"):
                await calls.create(ORDER, request_id="r/2", label="cup")


async def test_dice_that_are_shared_are_released_when_asked_for(tmp_path: Path) -> None:
    """Until then nobody without the key reads the replay; a match that was lost is passed over."""
    order = dataclasses.replace(ORDER, shares_dice=True)
    server = server_in(tmp_path, key="secret")
    async with (
        running_server(server),
        visiting(server.config.listen[0].text, key="secret") as calls,
        visiting(server.config.listen[0].text) as stranger,
    ):
        match = await calls.create(order, request_id="r/1", label="cup")
        await calls.resign(match.tokens[0])
        assert await calls.wait(match.match_id) is not None
        await server.lobby.replays_written()
        await calls.trace(match.match_id, 2)
        with pytest.raises(
            RefereeCallError, match=r"PERMISSION_DENIED: .* withheld until its reveal"
        ):
            await stranger.trace(match.match_id, 2)
        await calls.release(match.match_id)
        await stranger.trace(match.match_id, 2)
        await calls.release("no-such-match")


async def test_a_referee_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the address."""
    monkeypatch.setattr(referee_calls, "PATIENCE_S", 0.01)
    address = f"unix:{tmp_path}/nobody.sock"
    with pytest.raises(
        RefereeCallError, match=f"the referee at {address} (can't be reached|does not serve)"
    ):
        async with visiting(address):
            pass


def test_roots_that_can_not_be_read(tmp_path: Path) -> None:
    """A CA file that is not there is named before anything is connected."""
    with pytest.raises(RefereeCallError, match=r"roots\.pem can't be read: No such file"):
        GrpcRefereeCalls("localhost:1", ca=tmp_path / "roots.pem")
