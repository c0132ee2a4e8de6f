"""The Python SDK at a router whose workers can be reached: it goes to them, and comes back where it must."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import lobby_service_pb2
from referee.server.process.config import parse_listen
from referee.server.process.shard import shard_of
from referee.server.router.worker import _Stream
from referee_client import RefereeClient
from referee_client.bot import Bot, Match, Outcome, Turn
from referee_client.lanes import LaneTurns
from referee_client.lobby import Lobby
from tests.helpers.journals import left_of_matches
from tests.helpers.patience import patience
from tests.integration.killing import check
from tests.integration.policy import choose
from tests.integration.serving import ServerProcess
from tests.server.routed import LocalFleet, routed
from tests.server.running import PATIENT, Referee, soon, until
from tests.server.test_router_processes import _workers

LOCALHOST = Path(__file__).parents[1] / "clients" / "localhost.pem"
Made = lobby_service_pb2.CreateMatchResponse


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Come back at once."""
    for module in ("retry", "following"):
        monkeypatch.setattr(f"referee_client.{module}.FIRST_DELAY", 0.001)


def is_past_router(fleet: LocalFleet, match_id: str, seat: int) -> bool:
    """Whether a seat is held by a stream to its worker's own address."""
    for lobby in fleet.lobbies():
        for host in lobby.matches():
            if host.match_id == match_id:
                stream: Any = host.notifier._streams[seat]
                return stream is not None and not isinstance(stream._stream, _Stream)
    return False


class Playing:
    """Plays Diceman with a bot that first does what a test wants, and takes down how matches end."""

    def __init__(self, before: Callable[[Turn], Awaitable[None]]) -> None:
        self.ends: list[tuple[str, int, str]] = []
        playing = self

        class Player(Bot):
            """Plays by the policy."""

            async def act(self, observation: Observation, turn: Turn) -> Action:
                """Two dice."""
                await before(turn)
                return choose(observation)

            def on_end(self, match: Match, outcome: Outcome) -> None:
                """Take it down."""
                playing.ends.append((match.match_id, match.seat, outcome.cause))

        self._player = Player

    async def play(self, address: str, *made: Made, **options: Any) -> None:
        """Play both seats of matches to the end, a client for each."""
        clients = [RefereeClient(address, self._player, **options) for _ in range(2)]
        tokens = [[one.seat_tokens[seat] for one in made] for seat in range(2)]
        plays = [client.play(own) for client, own in zip(clients, tokens, strict=True)]
        await soon(asyncio.gather(*plays))
        rules = {(one.match.match_id, seat, "RULES") for one in made for seat in range(2)}
        assert set(self.ends) == rules


async def matches_of_both(referee: Referee, games: int = 1) -> list[Made]:
    """Two matches of each worker, of so many games."""
    made: list[Made] = []
    while [shard_of(one.match.match_id, 2) for one in made].count(0) != 2 or len(made) != 4:
        one = await referee.create("diceman", config_json=f'{{"games": {games}}}')
        number = shard_of(one.match.match_id, 2)
        if [shard_of(other.match.match_id, 2) for other in made].count(number) < 2:
            made.append(one)
    return made


async def test_seats_go_to_the_workers_of_their_matches(tmp_path: Path) -> None:
    """A client with seats at two workers has a stream to each; no turn is answered but there."""
    own = parse_listen(f"unix:{tmp_path}/own")
    async with routed(tmp_path, worker_listen=own) as (referee, fleet):

        async def arrive(turn: Turn) -> None:
            await until(lambda: is_past_router(fleet, turn.match_id, turn.seat))

        await Playing(arrive).play(referee.address, *await matches_of_both(referee))


async def test_bots_in_columns_are_on_lanes_there(tmp_path: Path) -> None:
    """On lanes at the router until both seats of a match have gone to its worker, and there again."""
    own = parse_listen(f"unix:{tmp_path}/own")
    async with routed(tmp_path, worker_listen=own) as (referee, fleet):
        past: dict[str, bool] = {}
        ended: list[str] = []

        class Columns(Bot):
            """Takes down whether turns in columns are asked about while nobody is at the router."""

            game = "diceman"
            columns = ("table.life",)

            def act(self, observation: Observation) -> Action:
                """Two dice, about a turn between two lanes."""
                return choose(observation)

            def act_columns(self, turns: LaneTurns) -> Any:
                """The same combination everywhere."""
                for match_id in turns.match_ids:
                    past[match_id] = all(is_past_router(fleet, match_id, seat) for seat in range(2))
                return (turns.numbers % 6).astype(np.int8)

            def on_end(self, match: Match, _: Outcome) -> None:
                """Take it down."""
                ended.append(match.match_id)

        made = await matches_of_both(referee, games=1000)  # long enough for seats to go meanwhile
        clients = [RefereeClient(referee.address, Columns()) for _ in range(2)]
        tokens = [[one.seat_tokens[seat] for one in made] for seat in range(2)]
        plays = [client.play(own) for client, own in zip(clients, tokens, strict=True)]
        playing = asyncio.gather(*plays)
        names = {one.match.match_id for one in made}
        await until(lambda: past == dict.fromkeys(names, True))
        for name in names:
            await referee.abort(name)
        await soon(playing)
        assert sorted(ended) == sorted([*names, *names])
        assert [client.bot_failures.count for client in clients] == [0, 0]


async def test_over_tls_as_at_the_router(tmp_path: Path) -> None:
    """The worker has the router's certificate, and the client's roots are those it was given."""
    settings: dict[str, Any] = {"tls_cert": LOCALHOST, "tls_key": LOCALHOST}
    settings |= {"worker_listen": parse_listen("127.0.0.1:0"), "worker_host": "localhost"}
    listen = [f"unix:{tmp_path}/s", "127.0.0.1:0"]
    async with routed(tmp_path, listen=listen, **settings) as (referee, fleet):

        async def arrive(turn: Turn) -> None:
            await until(lambda: is_past_router(fleet, turn.match_id, turn.seat))

        port = referee.server.addresses[1].rpartition(":")[2]
        made = await matches_of_both(referee)
        await Playing(arrive).play(f"localhost:{port}", *made, ca=LOCALHOST)


async def test_who_stays_stays(tmp_path: Path) -> None:
    """The stream to the router carries all seats of a client that does not follow."""
    own = parse_listen(f"unix:{tmp_path}/own")
    async with routed(tmp_path, worker_listen=own) as (referee, fleet):

        async def look(turn: Turn) -> None:
            assert not is_past_router(fleet, turn.match_id, turn.seat)

        made = await matches_of_both(referee)
        await Playing(look).play(referee.address, *made, follow_workers=False)


async def test_a_worker_that_can_not_be_reached_costs_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Clients are told of another machine's address, as behind a firewall; all is played at the router."""
    own = parse_listen("127.0.0.1:0")
    async with routed(tmp_path, worker_listen=own, worker_host="127.0.0.2") as (referee, fleet):

        async def fail(turn: Turn) -> None:
            await until(lambda: caplog.text.count("stream to worker 127.0.0.2") >= 2)
            assert not is_past_router(fleet, turn.match_id, turn.seat)

        await Playing(fail).play(referee.address, *await matches_of_both(referee))
    assert "stream to unix:" not in caplog.text  # the one home was never broken


async def test_seats_come_back_to_a_worker_that_was_lost(tmp_path: Path) -> None:
    """They wait at home until it is there again, and then go to it; those of the other stay where they are."""
    own = parse_listen(f"unix:{tmp_path}/own")
    async with routed(tmp_path, worker_listen=own) as (referee, fleet):
        losses: list[asyncio.Task[None]] = []

        async def lose() -> None:
            await fleet.lose(0)
            await fleet.restore(0)

        async def lose_once(turn: Turn) -> None:
            await until(lambda: is_past_router(fleet, turn.match_id, turn.seat))
            if turn.number == 2 and not losses:
                losses.append(asyncio.create_task(lose()))
            if losses:
                await losses[0]
                await until(lambda: is_past_router(fleet, turn.match_id, turn.seat))

        await Playing(lose_once).play(referee.address, *await matches_of_both(referee))
        assert losses


@pytest.mark.slow
def test_no_match_is_lost_when_workers_are_killed(tmp_path: Path) -> None:
    """Each in turn by SIGKILL, with seats on their own addresses; all comes out as if nothing had been."""
    games, own = 4, f"unix:{tmp_path}/own"
    with contextlib.ExitStack() as stack:
        server = ServerProcess(tmp_path, "--workers", "2", "--worker-listen", own)
        stack.enter_context(server)
        with Lobby(server.address) as lobby:
            made = [
                lobby.create_match(
                    "diceman", config={"games": games}, seed=seed, time_control=PATIENT
                )
                for seed in range(6)
            ]
        places = {shard_of(one.match.match_id, 2) for one in made}
        assert {one.worker_address for one in made} == {f"{own}-0", f"{own}-1"}
        assert places == {0, 1}
        killed: list[int] = []

        async def play() -> None:
            clients: list[RefereeClient] = []

            async def act(observation: Observation, turn: Turn) -> Action:
                # Nobody goes beyond the second turn before both are killed, so that each match is in play.
                while turn.number > 2 and len(killed) < 2:
                    lines = clients[0]._conversation.lines.all()
                    if len(lines) == 3:  # it has arrived, at first or again
                        number = len(killed)
                        killed.append(number)
                        os.kill(_workers(server)[number], signal.SIGKILL)
                    await asyncio.sleep(0.01)
                return choose(observation)

            clients += [
                RefereeClient(server.address, act, patience=patience(300)) for _ in range(2)
            ]
            tokens = [[one.seat_tokens[seat] for one in made] for seat in range(2)]
            plays = [client.play(own) for client, own in zip(clients, tokens, strict=True)]
            await asyncio.gather(*plays)

        asyncio.run(play())
        assert killed == [0, 1]
        assert server.stop() == 0, server.log()
    assert left_of_matches(tmp_path / "data" / "journals") == []
    recoveries = sum(
        check(server, one.match.match_id, seed, games) for seed, one in enumerate(made)
    )
    assert recoveries >= len(made)
