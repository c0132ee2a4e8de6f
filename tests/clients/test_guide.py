"""The programs in the documents for bot authors run, and the tables there are complete."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from gamereferee.games.champions.v1 import champions_pb2 as champions
from gamereferee.v1 import play_service_pb2 as wire
from referee.server.process.config import ServerConfig, parse_listen
from referee.server.process.lag import LagMeter
from referee.server.serve import Server, running_server
from referee_client import errors
from tests.clients import scripted_referee as says
from tests.clients.scripted_referee import Stream, refereeing
from tests.docs.markdown import ROOT, blocks

GUIDE = ROOT / "docs" / "bots" / "python.md"
TALKING = ROOT / "docs" / "bots" / "talking.md"
ERRORS = ROOT / "docs" / "bots" / "errors.md"
RUNNING = ROOT / "docs" / "running_bots.md"
SHORT = ROOT / "clients" / "python" / "README.md"


def programs() -> list[tuple[str, str]]:
    """Name and text of each program in the documents."""
    found = [
        block.text
        for path in (GUIDE, SHORT, RUNNING)
        for block in blocks(path)
        if block.language == "python"
    ]
    return [(text.partition("\n")[0].removeprefix("# "), text) for text in found]


BOTS = [pytest.param(text, id=name) for name, text in programs() if "run(" in text.splitlines()[-1]]


async def _play(
    text: str, script: Callable[[Stream], Awaitable[None]], address: str, folder: Path
) -> None:
    """Let a bot of this text play at a referee that follows a script; its exit status is 0."""
    bot = folder / "bot.py"
    bot.write_text(text)
    async with refereeing(script, address=address):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(bot)),
            env=os.environ | {"REFEREE_ADDRESS": address, "REFEREE_TOKENS": "t"},
        )
        assert await process.wait() == 0


@pytest.mark.parametrize("text", BOTS)
async def test_bots_play(text: str, address: str, tmp_path: Path) -> None:
    """Each bot answers two turns and leaves with status 0."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        for number in (1, 2):
            await stream.say(says.turn("m", number))
            await stream.hear_actions(1)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    await _play(text, script, address, tmp_path)


async def test_own_program_plays_both_sides(tmp_path: Path, address: str) -> None:
    """The program that makes a match and plays both seats works at a real referee."""
    (text,) = (text for name, text in programs() if name == "own_program.py")
    program = f"{text}\n\nasyncio.run(main({address!r}))\n"
    meter = LagMeter()
    config = ServerConfig(listen=(parse_listen(address),), data_dir=tmp_path)
    async with running_server(Server(config, meter=meter)):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", program), stdout=asyncio.subprocess.PIPE
        )
        stdout, _ = await process.communicate()
    assert process.returncode == 0
    scores = json.loads(stdout)
    assert sum(scores) == 2 * 3  # DM-7.2: two points a game


async def test_talking_bot_talks(address: str, tmp_path: Path) -> None:
    """It proposes a truce to its tile in LOOT, and agrees to those of others that are still there."""
    (text,) = (block.text for block in blocks(TALKING) if block.language == "python")
    rooms = [
        wire.Channel(name="MAIN", members=[0, 4, 7]),
        wire.Channel(name="TILE", number=5, members=[0, 4]),
    ]
    said = [
        wire.Said(channel="TILE", number=5, seat=0, text="truce?", round=3, phase="LOOT"),
        wire.Said(channel="TILE", number=5, seat=4, text="truce?", round=3, phase="LOOT"),
        wire.Said(channel="MAIN", seat=7, text="truce?", round=3, phase="LOOT"),
        wire.Said(channel="TILE", number=5, seat=4, text="or not", round=3, phase="LOOT"),
    ]
    turns = [
        ("MOVE", [], rooms[:1]),
        ("LOOT", [], rooms),
        ("EQUIP", said, rooms),
        ("BATTLE", [], rooms),
    ]
    heard: list[tuple[str, str]] = []
    bodies: list[str | None] = []

    async def script(stream: Stream) -> None:
        (join,) = (await stream.hear()).joins
        joined = says.joined(join, "m")
        joined.game = "champions"
        joined.config.Pack(champions.Config())
        await stream.say(joined, says.started("m"))
        for number, (phase, words, channels) in enumerate(turns, start=1):
            turn = wire.Turn(match_id="m", turn=number, phase=phase, said=words, channels=channels)
            turn.observation.Pack(champions.Observation(round=3))
            await stream.say(turn)
            request = await stream.hear()
            heard.extend((phase, say.text.decode()) for say in request.says)
            (action,) = request.actions
            payload = champions.Action.FromString(action.payload.value)
            bodies.append(payload.WhichOneof("body"))
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    await _play(text, script, address, tmp_path)
    assert heard == [("LOOT", "truce?"), ("EQUIP", "agreed, seat 4")]
    assert bodies == ["move", "loot", "equip", "battle"]


def test_there_are_bots() -> None:
    """The documents have not lost their programs."""
    assert len(BOTS) == 8
    assert len(programs()) == 9


def test_every_error_is_explained() -> None:
    """The table of errors has each class that can be raised."""
    explained = set(re.findall(r"^\| `(\w+Error)` \|", ERRORS.read_text(), re.MULTILINE))
    assert explained == set(errors.__all__) - {"RefereeClientError", "SeatError"}
