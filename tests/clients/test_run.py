"""A bot as a process of its own, against the scripted referee."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator

import pytest

from referee_client.run import argument_parser
from tests.clients import scripted_referee as says
from tests.clients.scripted_referee import Stream, refereeing

BOT = """
import random
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

def act(observation):
    return Action(dice=random.sample(range(4), 2))

run(act)
"""
STUCK = """
from referee_client import run

def act(observation):
    print("thinking", flush=True)
    while True:
        pass

run(act)
"""


@contextlib.asynccontextmanager
async def bot_process(
    program: str, *flags: str, **environment: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a program text with flags and environment; kill it at the end if it still runs."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        *flags,
        env=os.environ | environment,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def one_match(stream: Stream) -> None:
    """A match of one turn."""
    await stream.seat("m")
    await stream.say(says.turn("m", 1))
    (action,) = await stream.hear_actions(1)
    assert action.turn == 1
    await stream.say(says.ended("m"))
    await stream.until_hung_up()


async def test_flags(address: str) -> None:
    """Address and token as flags; exit status 0 after the match."""
    async with (
        refereeing(one_match, address=address) as referee,
        bot_process(BOT, "--address", address, "--token", "secret") as process,
    ):
        assert await process.wait() == 0
    assert referee.streams == 1


async def test_environment(address: str) -> None:
    """Address and tokens from the environment; several tokens with commas."""
    tokens: list[str] = []

    async def script(stream: Stream) -> None:
        tokens.extend(join.token for join in await stream.seat("a", "b"))
        await stream.say(says.ended("a"), says.ended("b"))
        await stream.until_hung_up()

    environment = {"REFEREE_ADDRESS": address, "REFEREE_TOKENS": "one, two"}
    async with (
        refereeing(script, address=address),
        bot_process(BOT, **environment) as process,
    ):
        assert await process.wait() == 0
    assert tokens == ["one", "two"]


async def test_tokens_from_stdin(address: str) -> None:
    """With `-` each line is joined as it comes, and the end of input is waited for."""
    second = asyncio.Event()

    async def script(stream: Stream) -> None:
        await stream.seat("a")
        await stream.say(says.ended("a"))
        second.set()
        await stream.seat("b")
        await stream.say(says.ended("b"))
        await stream.until_hung_up()

    async with (
        refereeing(script, address=address) as referee,
        bot_process(BOT, "--address", address, REFEREE_TOKENS="-") as process,
    ):
        assert process.stdin is not None
        process.stdin.write(b"one\n\n")
        await second.wait()
        assert process.returncode is None
        process.stdin.write(b"two")
        process.stdin.close()
        assert await process.wait() == 0
    assert referee.streams == 1


@pytest.mark.parametrize(
    ("flags", "status", "told"),
    [
        ((), 2, "no seat to play: give --token or REFEREE_TOKENS"),
        (("--token", "t"), 2, "no referee to play at: give --address or REFEREE_ADDRESS"),
        (("--token", "t", "--address", "nowhere"), 1, "address must be unix:/path or HOST:PORT"),
        (("--log-level", "loud"), 2, "invalid choice: 'loud'"),
    ],
    ids=["no token", "no address", "bad address", "bad level"],
)
async def test_wrong_flags(flags: tuple[str, ...], status: int, told: str) -> None:
    """What is missing or wrong is said on stderr."""
    async with bot_process(BOT, *flags, REFEREE_ADDRESS="", REFEREE_TOKENS="") as process:
        _, stderr = await process.communicate()
    assert process.returncode == status
    assert told in stderr.decode()


async def test_error_in_the_bot(address: str) -> None:
    """A bot that fails ends with status 1 and its own traceback."""
    program = BOT.replace("range(4)", "range(1)")
    async with (
        refereeing(one_match_unanswered, address=address),
        bot_process(program, "--address", address, "--token", "t") as process,
    ):
        _, stderr = await process.communicate()
    assert process.returncode == 1
    assert "ValueError: Sample larger than population" in stderr.decode()
    assert "match m seat 0 turn 1: the bot's own code failed" in stderr.decode()


async def one_match_unanswered(stream: Stream) -> None:
    """A turn that nobody will answer."""
    await stream.seat("m")
    await stream.say(says.turn("m", 1))
    await stream.until_hung_up()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda s: s.name)
async def test_signal_while_waiting(address: str, number: signal.Signals) -> None:
    """A signal ends a bot that waits for its turn, without a traceback."""
    seated = asyncio.Event()

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        seated.set()
        await stream.until_hung_up()

    async with (
        refereeing(script, address=address),
        bot_process(BOT, "--address", address, "--token", "t") as process,
    ):
        await seated.wait()
        process.send_signal(number)
        _, stderr = await process.communicate()
    assert process.returncode == 128 + number
    assert "Traceback" not in stderr.decode()
    assert f"{number.name}: stopping" in stderr.decode()


async def test_signal_while_thinking(address: str) -> None:
    """A signal ends even a bot that never stops thinking."""
    async with (
        refereeing(one_match_unanswered, address=address),
        bot_process(STUCK, "--address", address, "--token", "t") as process,
    ):
        assert process.stdout is not None
        assert await process.stdout.readline() == b"thinking\n"
        process.send_signal(signal.SIGTERM)
        _, stderr = await process.communicate()
    assert process.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in stderr.decode()


def test_flags_win_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flag says more than a variable."""
    monkeypatch.setenv("REFEREE_ADDRESS", "unix:/env.sock")
    monkeypatch.setenv("REFEREE_CA", "env.pem")
    options = argument_parser().parse_args(["--address", "unix:/flag.sock"])
    assert (options.address, options.ca) == ("unix:/flag.sock", "env.pem")
