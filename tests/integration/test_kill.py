"""A server that is killed again and again: no match is lost, and none comes out otherwise."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import match_pb2
from referee.games import registry
from referee.replay.survey import Tail, survey
from referee.replay.verify import verify
from referee.server.access.auth import seat_token
from referee_client import RefereeClient
from referee_client.lobby import Lobby
from tests.integration.killing import (
    PATIENT,
    Killer,
    check,
    digests,
    make_matches,
    play_while_killed,
)
from tests.integration.policy import choose, expected_digests
from tests.integration.serving import ServerProcess
from tests.replay.recording import SALT, Recorder


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that serves."""
    with ServerProcess(tmp_path, "--log-level", "warning") as process:
        yield process


@pytest.mark.parametrize(
    ("kills", "matches", "games"),
    [(2, 1, 5), pytest.param(32, 8, 20, marks=pytest.mark.slow)],
    ids=["twice", "again and again"],
)
def test_no_match_is_lost_however_often_the_server_is_killed(
    server: ServerProcess, kills: int, matches: int, games: int
) -> None:
    """Every match ends by the rules, with the digests of a match that was never disturbed.

    Twenty games are some 400 turns of both seats together.
    """
    made = make_matches(server, range(matches), games)
    killer = Killer(server, kills, random.Random(2012))
    play_while_killed(server, killer, made)
    assert killer.kills >= max(kills - 2, 1)
    taken_up = sum(check(server, one.match.match_id, seed, games) for seed, one in enumerate(made))
    print(f"{killer.kills} kills, {len(made)} matches, taken up {taken_up} times, none lost")
    assert taken_up >= max(kills - 2, 1)


def _cut_journals(folder: Path, count: int, seed: int) -> dict[str, list[str]]:
    """Journals of whole matches, each cut off at a random byte from where its bots know of it.

    Returns:
        The tokens of each match by its id.
    """
    moments, plugin = random.Random(seed), registry.find("diceman")
    folder.mkdir(parents=True)
    tokens = {}
    for number in range(count):
        match_id = f"cut{number}"
        path = folder / f"{match_id}.journal"
        config: dict[str, object] = {"games": 3}
        recorder = Recorder(plugin, path, match_id=match_id, fixed_seed=number, config=config)
        recorder.join_all()
        while recorder.machine.outcome is None:
            recorder.answer_by(_choose_bytes)
        recorder.journal.close()
        data = path.read_bytes()
        path.write_bytes(data[: moments.randint(recorder.begin_bytes, len(data))])
        tokens[match_id] = [seat_token(match_id, seat, SALT) for seat in range(2)]
    return tokens


def _choose_bytes(seen: bytes) -> bytes:
    return choose(Observation.FromString(seen)).SerializeToString()


@pytest.mark.slow
def test_a_journal_cut_off_anywhere_leads_to_the_same_end(tmp_path: Path) -> None:
    """However much of it is lost, the bots' same answers give the same digests."""
    tokens = _cut_journals(tmp_path / "data" / "journals", count=60, seed=1)
    journals = sorted((tmp_path / "data" / "journals").iterdir())
    torn = [path for path in journals if survey(path.read_bytes()).tail is not Tail.NOTHING]
    assert len(torn) > 30
    with ServerProcess(tmp_path, "--log-level", "warning") as server:

        async def play() -> None:
            client = RefereeClient(server.address, choose)
            await client.play([token for pair in tokens.values() for token in pair])

        asyncio.run(play())
        server.signal(signal.SIGTERM)
        assert server.wait() == 0, server.log()
    for number, match_id in enumerate(tokens):
        path = server.data / "replays" / f"{match_id}.replay"
        assert verify(path).problem is None
        assert digests(path) == expected_digests(number, games=3)


@pytest.mark.slow
def test_sigterm_lets_short_matches_end_and_keeps_long_ones(tmp_path: Path) -> None:
    """Health turns, nothing new is made; a second signal ends the grace; the next start goes on."""
    with ServerProcess(tmp_path, "--drain-grace", "1h") as server, Lobby(server.address) as lobby:
        short, long = (
            lobby.create_match("diceman", config={"games": 1}, seed=seed, time_control=PATIENT)
            for seed in range(2)
        )
        drained = asyncio.Event()

        async def wait_then_choose(observation: Observation) -> Action:
            await drained.wait()
            return choose(observation)

        async def play() -> None:
            client = RefereeClient(server.address, wait_then_choose)
            playing = asyncio.create_task(client.play(short.seat_tokens))
            while lobby.get_match(short.match.match_id).phase != match_pb2.MATCH_PHASE_RUNNING:
                await asyncio.sleep(0.01)  # the lobby is asked, it does not tell
            server.signal(signal.SIGTERM)
            while server.health() != "NOT_SERVING":
                await asyncio.sleep(0.01)  # likewise
            drained.set()
            await playing

        asyncio.run(play())
        match = lobby.get_match(short.match.match_id)
        assert match.outcome.cause == match_pb2.END_CAUSE_RULES
        server.signal(signal.SIGTERM)
        assert server.wait() == 0, server.log()
        server.start()

        async def play_on() -> None:
            await RefereeClient(server.address, choose).play(long.seat_tokens)

        asyncio.run(play_on())
        match = lobby.get_match(long.match.match_id)
        assert match.outcome.cause == match_pb2.END_CAUSE_RULES
        server.signal(signal.SIGTERM)
        assert server.wait() == 0, server.log()  # the replay is written by then
    path = server.data / "replays" / f"{long.match.match_id}.replay"
    assert digests(path) == expected_digests(1, games=1)


def test_when_the_grace_is_over_the_server_ends(tmp_path: Path) -> None:
    """Its matches wait in their journals, and the next start takes them up."""
    with (
        ServerProcess(tmp_path, "--drain-grace", "100ms") as server,
        Lobby(server.address) as lobby,
    ):
        made = lobby.create_match("diceman", time_control=PATIENT)
        server.signal(signal.SIGTERM)
        assert server.wait() == 0, server.log()
        assert "grace is over" in server.log()
        server.start()
        match = lobby.get_match(made.match.match_id)
        assert match.phase == match_pb2.MATCH_PHASE_WAITING
        assert match.seed_commitment == made.match.seed_commitment
