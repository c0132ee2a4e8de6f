"""The bridge as a process: its flags, its exit status, and what it leaves behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from referee_client.bridge import process as process_module
from tests.clients import scripted_referee as says
from tests.clients.bridges import ECHO, HEAD, Script, bridged, give_time, turns
from tests.clients.processes import killed_at_the_end
from tests.clients.scripted_referee import Stream, refereeing
from tests.helpers.patience import come_true


@pytest.fixture(autouse=True)
def grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have the time that they need to end."""
    give_time(monkeypatch)


# As a process of its own.


@contextlib.asynccontextmanager
async def bridge_process(
    code: str, *flags: str, face: Sequence[str] = ("-m", "referee_client.bridge"), **env: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bridge with a program of this code; killed at the end if it still runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *face, *flags, "--", sys.executable, "-c", HEAD + code),
        env=os.environ | {"REFEREE_ADDRESS": "", "REFEREE_TOKENS": ""} | env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with killed_at_the_end(process):
        yield process


FACES = {
    "client": ("-m", "referee_client.bridge"),
    "referee": ("-m", "referee", "bridge"),
}


@pytest.mark.parametrize("face", FACES)
async def test_process(address: str, face: str) -> None:
    """Status 0, nothing on standard output, and a name after the program."""
    names: list[str] = []

    async def script(stream: Stream) -> None:
        names.extend(join.bot_name for join in await stream.seat("m"))
        await stream.say(says.turn("m", 1))
        await stream.hear_actions(1)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    flags = ("--address", address, "--token", "t", "--lines=turns")
    async with (
        refereeing(script, address=address),
        bridge_process(ECHO, *flags, face=FACES[face]) as process,
    ):
        stdout, _ = await process.communicate()
    assert (process.returncode, stdout) == (0, b"")
    assert names == [Path(sys.executable).stem]


async def test_failures_are_the_exit_status(address: str) -> None:
    """As with any bot: 1, and the last line counts them."""
    code = "for line in sys.stdin: print('no', flush=True)"
    flags = ("--address", address, "--token", "t")
    async with (
        refereeing(Script(*turns(2)), address=address),
        bridge_process(code, *flags) as process,
    ):
        _, stderr = await process.communicate()
    assert process.returncode == 1
    assert b"failed 2 times, the first time in match m seat 0 turn 1" in stderr.splitlines()[-1]


async def test_game(address: str) -> None:
    """`--game` says what the program plays."""

    async def script(stream: Stream) -> None:
        (join,) = (await stream.hear()).joins
        await stream.say(says.joined(join, "m"))
        assert (await stream.hear()).resigns
        await stream.until_hung_up()

    flags = ("--address", address, "--token", "t", "--game", "swordman")
    async with refereeing(script, address=address), bridge_process(ECHO, *flags) as process:
        _, stderr = await process.communicate()
    assert process.returncode == 1
    assert b"this bot plays 'swordman', and the seat is one of 'diceman'" in stderr


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--token", "t"], "give the bot's command behind --"),
        (["--token", "t", "--"], "give the bot's command behind --"),
        (["--token", "t", "--", "no-such-program"], "there is no program 'no-such-program'"),
        (
            ["--restarts", "-1", "--", "cat"],
            "--restarts: it must be a whole number from 0, not '-1'",
        ),
        (["--lines", "some", "--", "cat"], "argument --lines: invalid choice: 'some'"),
        (
            ["--threads", "0", "--", "cat"],
            "argument --threads: it must be a whole number from 1 to",
        ),
        (["--lime", "--", "cat"], "unrecognized arguments: --lime"),
        (["--address", "unix:/a", "--", "cat"], "no seat to play: give --token or REFEREE_TOKENS"),
    ],
)
async def test_wrong_flags(argv: list[str], told: str) -> None:
    """Exit status 2, and what is wrong."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "referee_client.bridge", *argv),
        env=os.environ | {"REFEREE_ADDRESS": "", "REFEREE_TOKENS": ""},
        stderr=asyncio.subprocess.PIPE,
    )
    _, stderr = await process.communicate()
    assert process.returncode == 2
    assert told in stderr.decode()


async def test_help() -> None:
    """All flags, its own too, on standard output; nothing else is needed for it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "referee_client.bridge", "--help"),
        env=os.environ | {"REFEREE_ADDRESS": "", "REFEREE_TOKENS": ""},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    stdout, stderr = await process.communicate()
    assert (process.returncode, stderr) == (0, b"")
    for flag in (b"--game", b"--lines", b"--restarts", b"--threads", b"REFEREE_THREADS"):
        assert flag in stdout


FAMILY = """
import subprocess
sleeper = subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL)
sys.stdin.readline()
print(json.dumps({"dice": [os.getpid(), sleeper.pid]}), flush=True)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True: time.sleep(1000)
"""
"""A program that starts another, tells both process ids, and does not want to end."""


class Ids(Script):
    """Learns the process ids of `FAMILY`, and then ends the match or not."""

    def __init__(self, *, ends: bool) -> None:
        super().__init__()
        self.ends = ends
        self.pids: list[int] = []
        self.known = asyncio.Event()

    async def __call__(self, stream: Stream) -> None:
        """The script."""
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        (action,) = await stream.hear_actions(1)
        self.pids += diceman.Action.FromString(action.payload.value).dice
        self.known.set()
        if self.ends:
            await stream.say(says.ended("m"))
        await stream.until_hung_up()


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


async def all_gone(pids: Sequence[int]) -> bool:
    """Whether processes are gone, at once or in a moment."""
    await come_true(lambda: not any(is_running(pid) for pid in pids), f"the end of {pids}")
    return True


async def test_nothing_is_left_after_a_match(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not end with its input is killed, with all it has started."""
    monkeypatch.setattr(process_module, "GRACE_S", 0.1)
    script = Ids(ends=True)
    await bridged(address, script, FAMILY)
    assert len(script.pids) == 2
    assert await all_gone(script.pids)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda s: s.name)
async def test_nothing_is_left_after_a_signal(address: str, number: signal.Signals) -> None:
    """The bridge ends with the signal's status, and its programs before it."""
    script = Ids(ends=False)
    flags = ("--address", address, "--token", "t")
    async with refereeing(script, address=address), bridge_process(FAMILY, *flags) as process:
        await script.known.wait()
        process.send_signal(number)
        await process.communicate()
        assert process.returncode == 128 + number
        assert await all_gone(script.pids)


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's parent-death signal")
async def test_programs_die_with_the_bridge(address: str) -> None:
    """Though it has no time to say anything."""
    script = Ids(ends=False)
    flags = ("--address", address, "--token", "t")
    async with refereeing(script, address=address), bridge_process(FAMILY, *flags) as process:
        await script.known.wait()
        process.kill()
        await process.wait()
        assert await all_gone(script.pids[:1])
    os.kill(script.pids[1], signal.SIGKILL)  # only the kernel's word to its parent was meant here
