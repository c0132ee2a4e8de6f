"""Whole matches of hosted programs against remote ones at a real referee, and what breaks them off."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.patience import come_true
from tests.server.proxy import proxy_to
from tests.tournaments.remote_breaks import breaking
from tests.tournaments.remote_season import GREEDY, PLAYS_ON, Helper, Season, helping, in_season
from tournaments.play.executor import PlayedAttempt
from tournaments.spec.outcomes import EndCause, MatchEnd

BLOCKS = (sys.executable, "-c", PLAYS_ON)


class Open(NamedTuple):
    """A match against `greedy` that ann's helper has open; its program waits in its first turn."""

    helper: Helper
    playing: asyncio.Task[PlayedAttempt]
    pid: int
    """Process id of the program."""

    async def played(self) -> bool:
        """Let the program answer; whether the match is then played to its end by the rules."""
        self.helper.go()
        return _played((await self.playing).end)


@contextlib.asynccontextmanager
async def open_match(
    tmp_path: Path, season: Season, *words: str, address: str = ""
) -> AsyncIterator[Open]:
    """A match that is open; `words` are further flags of the helper."""
    address = address or season.server.address
    async with helping(tmp_path / "ann", address, *words, "--", *BLOCKS) as helper:
        await season.until("CONNECTED")
        playing = asyncio.create_task(season.play("ann", "greedy"))
        yield Open(helper, playing, await helper.has_turn())


def _played(end: MatchEnd) -> bool:
    """Whether both seats have played a match to its end by the rules."""
    return end.cause is EndCause.RULES and all(seat.forfeit is None for seat in end.seats)


async def test_a_remote_program_plays(tmp_path: Path) -> None:
    """A program that is started by its author plays hosted ones, and leaves after its matches."""
    async with (
        in_season(tmp_path) as season,
        helping(tmp_path / "ann", season.server.address, "--matches", "2", "--", *GREEDY) as helper,
    ):
        await season.until("CONNECTED")
        ends = [(await season.play(*pair)).end for pair in (("greedy", "ann"), ("ann", "greedy"))]
        assert [_played(end) for end in ends] == [True, True], helper.errors
        assert await helper.status() == 0, helper.errors
        places = [ends[0].seats[1].placement, ends[1].seats[0].placement]
        lines = helper.lines
        assert lines[0] == f"ann attends at {season.server.address}, with up to 1 match at once"
        assert [line for line in lines if "ended" in line] == [
            f"match {number} ended: place {place} of 2 against greedy"
            for number, place in enumerate(places, start=1)
        ]
        assert lines[-1] == "left after 2 matches"
        await season.until("DISCONNECTED")
        assert [
            change.in_order for change in season.heard if change.kind.name == "DISCONNECTED"
        ] == [True]
        assert season.notes == []


@pytest.mark.slow
async def test_many_at_once(tmp_path: Path) -> None:
    """Two remote programs play each other, several matches at a time, none of which waits for a slot."""
    async with (
        in_season(tmp_path, attendees=("ann", "bob")) as season,
        helping(tmp_path / "ann", season.server.address, "--at-once", "3", "--", *GREEDY) as ann,
        helping(
            tmp_path / "bob",
            season.server.address,
            *("--at-once", "3", "--per-match", "--", *GREEDY),
            entry="bob",
        ) as bob,
    ):
        await season.until("CONNECTED")
        await season.until("CONNECTED", entry="bob")
        played = await asyncio.gather(*(season.play("ann", "bob") for _ in range(3)))
        assert all(_played(each.end) for each in played)
        for helper in (ann, bob):
            await helper.until("match 3 ")
            await helper.interrupt()
            assert await helper.status() == 0, helper.errors


@pytest.mark.slow
async def test_a_cut_connection(tmp_path: Path) -> None:
    """Helper and program come back by themselves, and the match goes on where it was."""
    async with (
        in_season(tmp_path) as season,
        proxy_to(season.server.address, tmp_path) as proxy,
        open_match(tmp_path, season, address=proxy.address) as match,
    ):
        proxy.cut()
        await season.until("DISCONNECTED")
        await season.until("CONNECTED", 2)
        assert await match.played()
        await match.helper.until("match 1 ended")
        # The token was sent again and was known: the program is the same, the match is counted once.
        assert sum("begins" in line for line in match.helper.lines) == 1
        assert len(set((tmp_path / "ann" / "pids").read_text().split())) == 1


@pytest.mark.nightly
async def test_a_dead_line(tmp_path: Path) -> None:
    """A line on which nothing arrives and nobody is told is noticed by both sides, and left behind."""
    async with (
        in_season(tmp_path) as season,
        proxy_to(season.server.address, tmp_path) as proxy,
        open_match(tmp_path, season, address=proxy.address) as match,
    ):
        proxy.swallow()
        await season.until("DISCONNECTED")
        await match.helper.until("no stream")
        proxy.cut()
        proxy.read_on()
        await season.until("CONNECTED", 2)
        assert await match.played()


@pytest.mark.slow
async def test_a_killed_program(tmp_path: Path) -> None:
    """It is started again and plays its open match on."""
    async with in_season(tmp_path) as season, open_match(tmp_path, season) as match:
        os.kill(match.pid, signal.SIGKILL)
        await match.helper.has_turn(2)
        assert await match.played()
        await match.helper.until("the program was ended by SIGKILL with 1 open match")


@pytest.mark.slow
async def test_a_killed_helper(tmp_path: Path) -> None:
    """Its program ends with it; another helper gets the open token, and plays the match to its end."""
    async with in_season(tmp_path) as season:
        async with open_match(tmp_path, season) as match:
            os.kill(match.helper.process.pid, signal.SIGKILL)
            await come_true(lambda: not _runs(match.pid), "the end of the helper's program")
        match.helper.go()
        async with helping(tmp_path / "ann", season.server.address, "--", *BLOCKS) as helper:
            assert await match.played()
            await helper.until("match 1 ended")


@pytest.mark.slow
async def test_a_killed_referee(tmp_path: Path) -> None:
    """Keys and seats are named again, helper and programs come back, and the match goes on."""
    async with in_season(tmp_path) as season, open_match(tmp_path, season) as match:
        season.server.kill()
        await asyncio.to_thread(season.server.start)
        await season.until("CONNECTED", 2)
        assert await match.played()
        assert season.times_away == 1
        await match.helper.until("match 1 ended")
        assert sum("begins" in line for line in match.helper.lines) == 1


@pytest.mark.slow
async def test_an_entry_that_takes_no_more(tmp_path: Path) -> None:
    """Its match is void before anybody knows of it, and it finishes the one that is open."""
    async with (
        in_season(tmp_path) as season,
        open_match(tmp_path, season, "--at-once", "2") as match,
    ):
        await match.helper.interrupt()
        await season.until("ROOM")
        other = (await season.play("ann", "greedy")).end
        assert other.cause is EndCause.OPERATOR
        assert other.text.endswith("ann has said that it takes no more matches")
        assert await match.played()
        assert await match.helper.status() == 0, match.helper.errors
        assert match.helper.lines[-1] == "left after 1 match"


@pytest.mark.slow
async def test_lines_of_json(tmp_path: Path) -> None:
    """A program that speaks lines of JSON attends by way of the bridge."""
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        '    print(json.dumps({"dice": [2, 3]}), flush=True)\n'
    )
    bridge = (sys.executable, "-m", "referee", "bridge", "--", sys.executable, str(agent))
    async with (
        in_season(tmp_path) as season,
        helping(tmp_path / "ann", season.server.address, "--matches", "1", "--", *bridge) as helper,
    ):
        await season.until("CONNECTED")
        assert _played((await season.play("ann", "greedy")).end), helper.errors
        assert await helper.status() == 0, helper.errors


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2])
async def test_whatever_breaks_off(tmp_path: Path, seed: int) -> None:
    """Every match is played to its end by the rules, whatever is killed or cut in whichever order."""
    async with in_season(tmp_path) as season, proxy_to(season.server.address, tmp_path) as proxy:
        ends, broken = await breaking(season, proxy, tmp_path / "ann", matches=12, seed=seed)
        assert all(isinstance(end, MatchEnd) and _played(end) for end in ends), (ends, broken)
        assert broken.total() > 0


def _runs(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    with contextlib.suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in "ZX"
    return False
