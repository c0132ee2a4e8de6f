"""House bots by name, and many of them on one stream."""

from __future__ import annotations

import asyncio
import json
import os
import sys

import pytest

import referee_bots
from gamereferee.v1 import error_pb2
from referee.games import registry
from referee_bots import UnknownBotError, find, names
from referee_bots.house import HouseBots
from referee_client import JoinError
from tests.clients import scripted_referee as says
from tests.clients.scripted_referee import Stream, refereeing


def test_every_name_is_found() -> None:
    """All house bots can be made."""
    assert names("diceman") == ["random", "greedy", "mixer", "solver"]
    assert names("swordman") == ["random", "greedy", "reader", "solver"]
    for game in ("diceman", "swordman"):
        for name in names(game):
            assert isinstance(find(game, name)(3), referee_bots.SeededBot)
    assert names("chequers") == []


@pytest.mark.parametrize("game", registry.names())
def test_every_game_has_a_random_bot(game: str) -> None:
    """AM-2; that of Dice Adventure is called wanderer, too."""
    assert "random" in names(game)
    assert isinstance(find(game, "random")(3), referee_bots.SeededBot)


def test_unknown_names() -> None:
    """What there is instead is named."""
    with pytest.raises(UnknownBotError, match="'clever' for 'diceman'; known: random, greedy"):
        find("diceman", "clever")
    with pytest.raises(UnknownBotError, match="'chequers'; known: none"):
        find("chequers", "random")


async def test_seats_come_and_go_on_one_stream(address: str) -> None:
    """Seats are joined as they are handed out, each with its bot, and finish waits for all."""
    picks: list[tuple[str, int]] = []

    more = asyncio.Event()

    async def script(stream: Stream) -> None:
        for match in ("a", "b"):
            await stream.seat(match)
            await stream.say(says.turn(match, 1))
            picks.extend((action.match_id, action.turn) for action in await stream.hear_actions(1))
            await stream.say(says.ended(match))
            more.set()
        await stream.until_hung_up()

    async with refereeing(script, address=address) as referee:
        house = HouseBots(address)
        await house.seat("ta", "diceman", "greedy")
        await more.wait()
        await house.seat("tb", "diceman", "mixer", 7)
        await house.finish()
    assert picks == [("a", 1), ("b", 1)]
    assert referee.streams == 1


async def test_close_leaves_at_once(address: str) -> None:
    """A house that is closed does not wait for its matches, nor for its failures."""
    told = asyncio.Event()

    async def script(stream: Stream) -> None:
        joins = (await stream.hear()).joins
        await stream.say(says.rejected(error_pb2.ERROR_REASON_BAD_TOKEN, join=joins[0]))
        told.set()
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        house = HouseBots(address)
        await house.seat("bad", "diceman", "random")
        await told.wait()
        await house.close()


async def test_refused_seat_is_told_at_the_end(address: str) -> None:
    """A bad token does not stop the house; finish tells it."""

    async def script(stream: Stream) -> None:
        joins = (await stream.hear()).joins
        await stream.say(says.rejected(error_pb2.ERROR_REASON_BAD_TOKEN, join=joins[0]))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        house = HouseBots(address)
        await house.seat("bad", "diceman", "random")
        with pytest.raises(JoinError):
            await house.finish()


async def test_process_follows_lines(address: str) -> None:
    """The process plays the seats its input names, and reports lines it could not follow."""
    lines = [
        json.dumps({"token": "ta", "game": "diceman", "bot": "greedy"}),
        json.dumps({"token": "tb", "game": "diceman", "bot": "clever"}),
        "no json",
        json.dumps({"token": "tc"}),
        json.dumps({"token": "td", "game": "diceman", "bot": "random", "seed": 5}),
    ]
    tokens: list[str] = []

    async def script(stream: Stream) -> None:
        tokens.extend(join.token for join in await stream.seat("a", "d"))
        await stream.say(says.turn("a", 1), says.turn("d", 1))
        await stream.hear_actions(2)
        await stream.say(says.ended("a"), says.ended("d"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "referee_bots.house", "--address", address),
            stdin=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        _, stderr = await process.communicate("\n".join(lines).encode())
    assert process.returncode == 1
    assert tokens == ["ta", "td"]
    assert "no house bot 'clever'" in stderr.decode()
    assert stderr.decode().count("no order for a house bot") == 2


@pytest.mark.parametrize("name", ["random", "greedy", "mixer", "solver"])
async def test_each_bot_is_a_program(address: str, name: str) -> None:
    """Every bot's module runs as a program with the flags and variables of all bots."""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await stream.hear_actions(1)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with refereeing(script, address=address):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", f"referee_bots.diceman.{name}_bot", "--seed", "3"),
            env=os.environ | {"REFEREE_ADDRESS": address, "REFEREE_TOKENS": "t"},
        )
        assert await process.wait() == 0
