"""A bot as a process of its own, against the scripted referee."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator

import pytest

from tests.clients import scripted_referee as says
from tests.clients.processes import killed_at_the_end
from tests.clients.scripted_referee import Script, Stream, refereeing
from tests.helpers.patience import patience

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
STUCK_ON_A_THREAD = """
import time
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

def act(observation):
    time.sleep(0.05)
    if observation.round > 1:
        print("thinking", flush=True)
        while True:
            pass
    return Action(dice=[2, 3])

run(act)
"""
STUCK_IN_TO_THREAD = """
import asyncio, threading
from referee_client import run

def think():
    print("thinking", flush=True)
    threading.Event().wait()

async def act(observation):
    await asyncio.to_thread(think)

run(act)
"""
POOL = """
import multiprocessing, threading, time
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

def act(observation):
    time.sleep(0.02)
    print(threading.current_thread().name, flush=True)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        return Action(dice=pool.map(abs, [-2, -3]))

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
    async with killed_at_the_end(process):
        yield process


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
        process.stdin.write("\ufeffone\n\n".encode())  # as PowerShell begins what it writes
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
        (("--token", "-", "--token", "t"), 2, "the token - means one a line on standard input"),
        (("--token", ""), 2, "no seat to play: give --token or REFEREE_TOKENS"),
        (("--log-level", "loud"), 2, "--log-level: it must be debug, info, warning or error, not"),
        (
            ("--patience", "soon"),
            2,
            "--patience: it must be a number of seconds from 0, not 'soon'",
        ),
        (("--patience=-1",), 2, "--patience: it must be a number of seconds from 0, not '-1'"),
        (("--patience=inf",), 2, "--patience: it must be a number of seconds from 0, not 'inf'"),
        (("--threads", "0"), 2, "--threads: it must be a whole number from 1 to 1024, not '0'"),
        (("--threads=1025",), 2, "--threads: it must be a whole number from 1 to 1024, not '1025'"),
        (("--threads", "many"), 2, "--threads: it must be a whole number from 1 to 1024, not 'ma"),
        (("--name", "x" * 101), 2, "--name: it must be of at most 100 characters, not 'xxx"),
        (("--addr", "unix:/r.sock"), 2, "unrecognized arguments: --addr"),
        (("--token",), 2, "--token: expected one argument"),
    ],
    ids=[
        "no token",
        "no address",
        "bad address",
        "stdin and another",
        "empty token",
        "bad level",
        "patience in words",
        "negative patience",
        "endless patience",
        "no threads",
        "too many threads",
        "threads in words",
        "long name",
        "shortened flag",
        "no value",
    ],
)
async def test_wrong_flags(flags: tuple[str, ...], status: int, told: str) -> None:
    """What is missing or wrong is said on stderr."""
    async with bot_process(BOT, *flags, REFEREE_ADDRESS="", REFEREE_TOKENS="") as process:
        _, stderr = await process.communicate()
    assert process.returncode == status
    assert told in stderr.decode()


async def three_matches(stream: Stream) -> None:
    """Matches of one turn each, of which the bot gives up all."""
    await stream.seat("a", "b", "c")
    await stream.say(says.turn("a", 1), says.turn("b", 1), says.turn("c", 1))
    skips = 0
    while skips < 3:
        skips += len((await stream.hear()).skips)
    await stream.say(says.ended("a"), says.ended("b"), says.ended("c"))
    await stream.until_hung_up()


async def test_failures_are_counted_in_the_last_line(address: str) -> None:
    """A bot whose code fails plays to the end, with status 1, and says once where it failed."""
    program = BOT.replace("range(4)", "range(1)")
    environment = {"REFEREE_ADDRESS": address, "REFEREE_TOKENS": "a,b,c"}
    async with (
        refereeing(three_matches, address=address),
        bot_process(program, **environment) as process,
    ):
        stdout, stderr = await process.communicate()
    said = stderr.decode()
    assert (process.returncode, stdout) == (1, b"")
    assert said.count("Traceback (most recent call last)") == 1
    assert said.count("the bot's own code failed again at ") == 2
    assert "match b seat 0 turn 1: the bot's own code failed" in said
    line = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (INFO|ERROR) referee_client: \S.*"
    assert re.fullmatch(line, said.splitlines()[0])
    assert said.splitlines()[-1].endswith(
        " the bot's own code failed 3 times, the first time in match a seat 0 turn 1:"
        " ValueError('Sample larger than population or is negative')"
    )


@pytest.mark.parametrize(
    ("flags", "variable"), [(("--strict",), ""), ((), "1")], ids=["flag", "variable"]
)
async def test_strict(address: str, flags: tuple[str, ...], variable: str) -> None:
    """The first failure ends the process."""
    program = BOT.replace("range(4)", "range(1)")
    async with (
        refereeing(one_match_unanswered, address=address),
        bot_process(
            program, "--address", address, "--token", "t", *flags, REFEREE_STRICT=variable
        ) as process,
    ):
        _, stderr = await process.communicate()
    said = stderr.decode()
    assert process.returncode == 1
    assert "match m seat 0 turn 1: the bot's own code failed" in said
    assert (
        " the bot's own code failed once, in match m seat 0 turn 1: Value" in said.splitlines()[-1]
    )


@pytest.mark.parametrize(
    ("flag", "feature"), [("--plain-turns", "small-turns"), ("--stay", "worker-address")]
)
@pytest.mark.parametrize(
    ("is_flagged", "variable", "expected"),
    [(False, "", True), (True, "", False), (False, "1", False)],
    ids=["neither", "flag", "variable"],
)
async def test_features_are_asked_for_unless_switched_off(
    address: str, flag: str, feature: str, variable: str, *, is_flagged: bool, expected: bool
) -> None:
    """By a flag or its variable."""
    asked: list[str] = []

    async def script(stream: Stream) -> None:
        (join,) = (await stream.hear()).joins
        asked.extend(join.features)
        await stream.say(says.joined(join, "m"), says.started("m"), says.ended("m"))
        await stream.until_hung_up()

    flags = ("--address", address, "--token", "t", *([flag] if is_flagged else []))
    name = "REFEREE_" + flag.removeprefix("--").replace("-", "_").upper()
    async with (
        refereeing(script, address=address),
        bot_process(BOT, *flags, **{name: variable}) as process,
    ):
        await process.communicate()
    assert process.returncode == 0
    assert (feature in asked) == expected


async def test_seat_of_another_game(address: str) -> None:
    """The error stands in the log, and the status is 1."""

    async def script(stream: Stream) -> None:
        (join,) = (await stream.hear()).joins
        await stream.say(says.joined(join, "m"))
        assert (await stream.hear()).resigns
        await stream.until_hung_up()

    program = BOT.replace("run(act)", "run(act, game='swordman')")
    async with (
        refereeing(script, address=address),
        bot_process(program, "--address", address, "--token", "t") as process,
    ):
        _, stderr = await process.communicate()
    assert process.returncode == 1
    told = "match m seat 0: this bot plays 'swordman', and the seat is one of 'diceman'"
    assert told in stderr.decode()


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


async def one_turn_of_two_unanswered(stream: Stream) -> None:
    """Two turns, of which nobody will answer the second."""
    await stream.seat("m")
    await stream.say(says.turn("m", 1))
    await stream.hear_actions(1)
    await stream.say(says.turn("m", 2))
    await stream.until_hung_up()


@pytest.mark.parametrize(
    ("program", "script"),
    [(STUCK, one_match_unanswered), (STUCK_ON_A_THREAD, one_turn_of_two_unanswered)],
    ids=["where turns are read", "on a thread"],
)
async def test_signal_while_thinking(address: str, program: str, script: Script) -> None:
    """A signal ends even a bot that never stops thinking."""
    async with (
        refereeing(script, address=address),
        bot_process(program, "--address", address, "--token", "t") as process,
    ):
        assert process.stdout is not None
        assert await process.stdout.readline() == b"thinking\n"
        process.send_signal(signal.SIGTERM)
        _, stderr = await process.communicate()
    assert process.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in stderr.decode()


async def test_the_end_waits_for_no_thread_of_a_bots_own(address: str) -> None:
    """A bot that thinks on in `asyncio.to_thread` does not keep its process alive."""
    thinking = asyncio.Event()

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await thinking.wait()
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with (
        refereeing(script, address=address),
        bot_process(STUCK_IN_TO_THREAD, "--address", address, "--token", "t") as process,
    ):
        assert process.stdout is not None
        assert await process.stdout.readline() == b"thinking\n"
        thinking.set()
        assert await asyncio.wait_for(process.wait(), patience(120)) == 0


async def test_patience_and_name_are_used(address: str) -> None:
    """The name stands in the join; without a referee the process gives up in time."""
    names: list[str] = []

    async def script(stream: Stream) -> None:
        names.extend(join.bot_name for join in await stream.seat("m"))
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    flags = ("--address", address, "--token", "t")
    async with (
        refereeing(script, address=address),
        bot_process(BOT, *flags, REFEREE_NAME="Peter") as process,
    ):
        assert await process.wait() == 0
    assert names == ["Peter"]
    async with bot_process(BOT, *flags, REFEREE_PATIENCE="0") as process:
        _, stderr = await process.communicate()
    assert process.returncode == 1
    assert f"no referee at {address} for 0 s" in stderr.decode()


async def test_a_bot_may_use_a_pool_of_forked_processes(address: str) -> None:
    """It makes a pool in every turn: SIGTERM ends the workers, and gRPC's threads do not block them."""
    heard = []

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        for number in range(1, 13):
            await stream.say(says.turn("m", number))
            heard.append((await stream.hear()).actions[0].turn)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async with (
        refereeing(script, address=address),
        bot_process(POOL, "--address", address, "--token", "t") as process,
    ):
        status = await asyncio.wait_for(process.wait(), patience(120))
        assert process.stdout is not None
        names = (await process.stdout.read()).decode().split()
    assert status == 0
    assert heard == list(range(1, 13))
    # Once it has waited it is asked on a thread; how soon that is seen is the machine's to say.
    assert names[0] == "MainThread"
    assert set(names[1:]) <= {"MainThread", "bot"}
