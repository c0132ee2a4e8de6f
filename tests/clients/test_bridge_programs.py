"""The bridge and programs that die, stall, or write what nobody reads."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from gamereferee.games.diceman.v1 import diceman_pb2 as diceman
from gamereferee.v1 import error_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import BotError, RefereeClient
from referee_client.bridge import child as child_module
from referee_client.bridge import process as process_module
from referee_client.bridge import silence as silence_module
from referee_client.bridge.bot import Bridge
from referee_client.bridge.child import Child
from tests.clients import scripted_referee as says
from tests.clients.bridges import ECHO, HEAD, Script, bridged, give_time, turns
from tests.clients.scripted_referee import Stream, refereeing
from tests.helpers.patience import come_true, patience


@pytest.fixture(autouse=True)
def grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have the time that they need to end."""
    give_time(monkeypatch)


async def test_extra_lines_are_dropped(
    address: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second line for one turn is reported and not taken for the next turn's."""
    code = """
for n, line in enumerate(sys.stdin):
    print(json.dumps({"dice": [0, n]}), flush=True)
    print("and that's that", flush=True)
"""
    come: list[bytes] = []

    def take(process: process_module.Process, fd: int, line: bytes) -> None:
        taken(process, fd, line)
        come.append(line)

    taken = process_module.Process._take
    monkeypatch.setattr(process_module.Process, "_take", take)

    class Slow(Script):
        async def play(self, stream: Stream, turn: wire.Turn | wire.Rejected, number: int) -> None:
            await super().play(stream, turn, number)
            await come_true(lambda: len(come) >= 2 * number, "the line that nobody asked for")

    script = Slow(*turns(2))
    await bridged(address, script, code)
    assert script.heard == ["1: [0, 0]", "2: [0, 1]"]
    assert 'match m seat 0: a line that nothing had asked for: "and that\'s that"' in caplog.text


async def test_dead_program_is_started_again(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Its status and last words are told, its turn is lost, the next one is asked of another process."""
    code = """
line = sys.stdin.readline()
if json.loads(line)["turn"] % 2:
    print("one", "two", sep="\\n", file=sys.stderr)
    sys.exit(5)
print('{"dice":[2,3]}', flush=True)
sys.stdin.read()
"""
    script = Script(*turns(2))
    caplog.set_level("INFO")
    with pytest.raises(
        BotError, match=r"turn 1: .*ended with status 5; its last words: one \| two"
    ):
        await bridged(address, script, code)
    assert script.heard == ["skip 1", "2: [2, 3]"]
    assert "its program is started again" in caplog.text


async def test_program_that_keeps_dying(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """After its restarts it is left dead, and all turns are given up at once."""
    code = "sys.stdin.readline(); os.kill(os.getpid(), signal.SIGTERM)"
    caplog.set_level("INFO")
    script = Script(*turns(4))
    with pytest.raises(BotError, match=r"turn 1: .*killed by signal 15 \(Terminated\)"):
        await bridged(address, script, code, restarts=1)
    assert script.heard == ["skip 1", "skip 2", "skip 3", "skip 4"]
    assert caplog.text.count("its program is started again") == 1
    assert "turn 4: the bot's own code failed: its program is not started again" in caplog.text


async def test_program_that_dies_between_turns(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Its death is told when it happens, and the next turn is asked of another process."""
    code = """
sys.stdin.readline()
print('{"dice":[2,3]}', flush=True)
sys.exit("enough")
"""
    told = "match m seat 0: its process ended with status 1; its last words: enough"

    class Slow(Script):
        async def play(self, stream: Stream, turn: wire.Turn | wire.Rejected, number: int) -> None:
            await super().play(stream, turn, number)
            await come_true(lambda: caplog.text.count(told) == number, "word of its death")

    script = Slow(*turns(2))
    await bridged(address, script, code)
    assert script.heard == ["1: [2, 3]", "2: [2, 3]"]
    assert caplog.text.count(told) == 2


async def test_program_that_cannot_be_started(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Every turn is given up, and the log says why."""
    script = Script(*turns(1))
    bridge = Bridge(["/nowhere/to/be/found"], restarts=0)
    async with refereeing(script, address=address):
        with pytest.raises(BotError):
            await RefereeClient(address, bridge).play(["token"])
        await bridge.close()
    assert script.heard == ["skip 1"]
    assert "/nowhere/to/be/found" in caplog.text
    assert "No such file or directory" in caplog.text


async def test_line_without_end(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is too long ends its process; the next turn is played by another."""
    monkeypatch.setattr(process_module, "MAX_LINE_BYTES", 100_000)
    code = """
turn = json.loads(sys.stdin.readline())["turn"]
print("x" * 300_000 if turn == 1 else '{"dice":[2,3]}', flush=True)
sys.stdin.read()
"""
    script = Script(*turns(2))
    with pytest.raises(BotError, match="its line is longer than 100000 bytes, and was ended"):
        await bridged(address, script, code)
    assert script.heard == ["skip 1", "2: [2, 3]"]


async def test_program_that_writes_without_end(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not read any faster than it is asked, so that it fills no memory."""
    code = """
sys.stdin.readline()
print('{"dice":[2,3]}', flush=True)
while True: print("again and again")
"""
    monkeypatch.setattr(process_module, "GRACE_S", 0.1)  # it never ends by itself
    script = Script(*turns(1))
    await asyncio.wait_for(bridged(address, script, code), patience(300))
    assert script.heard == ["1: [2, 3]"]


def large_turns(count: int) -> list[wire.Turn]:
    """Turns of half a megabyte of JSON, more than a pipe holds."""
    large = turns(count)
    for turn in large:
        observation = diceman.Observation(notices=[diceman.Notice(index=1)] * 12_000)
        turn.observation.Pack(observation)
    return large


async def test_program_that_does_not_read(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a deadline either it is not waited for, and what waits for it is bounded."""
    monkeypatch.setattr(child_module, "READ_S", 0.1)  # it never reads, nor ends by itself
    monkeypatch.setattr(process_module, "GRACE_S", 0.1)
    script = Script(*large_turns(4))
    with pytest.raises(BotError, match=r"turn 1: .*it has not read its line for 0\.1 s"):
        await bridged(address, script, "time.sleep(1000)")
    assert script.heard == ["skip 1", "skip 2", "skip 3", "skip 4"]
    assert "it does not read: more than 1048576 bytes wait for it" in caplog.text


class Silent(Script):
    """Lets the deadlines of two turns pass, each once the program has done what it does with turn 1.

    Args:
        done: File that the program makes then.
        hinted: Whether all is logged that will be.
    """

    def __init__(self, done: Path, hinted: Callable[[], bool]) -> None:
        super().__init__()
        self.done = done
        self.hinted = hinted

    async def __call__(self, stream: Stream) -> None:
        """The script."""
        await stream.seat("m")
        for number in (1, 2):
            await stream.say(says.turn("m", number))
            await come_true(self.done.exists, "the program to be done with turn 1")
            await stream.say(says.missed("m", number))
        await come_true(self.hinted, "the hint")
        await stream.say(says.ended("m"))
        await stream.until_hung_up()


SILENT = {
    "buffer": (
        "sys.stdin.readline(); print('{}'); done(); sys.stdin.read()",
        r"its program has read all its lines and written nothing yet.*flush=True.*fflush\(stdout\)",
    ),
    "newline": (
        "sys.stdin.readline(); print('{\"dice\"', end='', flush=True); done(); sys.stdin.read()",
        r"its program has written b'\{\"dice\"' without the end of a line",
    ),
    "answered once": (
        "sys.stdin.readline(); print('{}', flush=True); done(); sys.stdin.read()",
        None,
    ),
    "does not read": ("done(); time.sleep(1000)", None),
}


@pytest.mark.parametrize("how", SILENT)
async def test_silent_program_is_pointed_to_its_buffer(
    address: str,
    how: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Once, when its turn's deadline has passed, and only where it has read and written no line."""
    monkeypatch.setattr(process_module, "GRACE_S", 0.1)  # one never ends by itself
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    code, hint = SILENT[how]
    done = f"def done(): open({str(tmp_path / 'done')!r}, 'w').close()\n"

    def hints() -> list[str]:
        return [line for line in caplog.messages if "its program has" in line]

    script = Silent(tmp_path / "done", lambda: hint is None or bool(hints()))
    with contextlib.suppress(BotError):
        await bridged(address, script, done + code)
    assert len(hints()) == (hint is not None)
    assert all(re.search(hint or "", line) for line in hints())


async def test_silence_is_noticed_without_a_deadline(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After a while, once for all programs of a bridge."""
    monkeypatch.setattr(silence_module, "SILENT_S", 0.0)
    hint = silence_module.SilenceHint()
    child = cast(
        "Child", types.SimpleNamespace(is_silent=True, unfinished=b"", where="match m seat 0")
    )
    for turn in (1, 2):
        hint.watch(child, turn)
    await come_true(lambda: bool(caplog.messages), "the hint")
    await asyncio.sleep(0)
    (told,) = caplog.messages
    assert told.startswith("match m seat 0 turn 1: its program has read all its lines")


async def test_program_that_closes_its_output(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could never answer: it is ended like a dead one."""
    monkeypatch.setattr(process_module, "GRACE_S", 0.1)
    script = Script(*turns(1))
    with pytest.raises(BotError, match="it has closed its standard output, and was ended"):
        await bridged(address, script, "os.close(1); time.sleep(1000)", restarts=0)
    assert script.heard == ["skip 1"]


async def test_standard_error_goes_through(
    address: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Byte by byte."""
    script = Script(*turns(1))
    await bridged(address, script, f"os.write(2, b'caf\\xe9 noir')\n{ECHO}")
    assert b"caf\xe9 noir" in capfdbinary.readouterr().err


async def test_full_lines(address: str, tmp_path: Path) -> None:
    """With `full` a program is told all that a bot is."""
    told = tmp_path / "told"
    code = f"""
with open({str(told)!r}, "w", buffering=1) as told:
    for line in sys.stdin:
        told.write(line)
        if json.loads(line)["type"] == "turn":
            print('{{"dice":[2,3]}}', flush=True)
"""

    async def script(stream: Stream) -> None:
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await stream.hear_actions(1)
        await stream.say(says.missed("m", 1))
        await stream.say(says.rejected(error_pb2.ERROR_REASON_LATE, "m", 1))
        end = says.ended("m")
        end.events.Pack(diceman.Events(events=[diceman.Event(slain=diceman.Slain(seat=1))]))
        await stream.say(end)
        await stream.until_hung_up()

    await bridged(address, script, code, is_full=True)
    read = [json.loads(line) for line in told.read_text().splitlines()]
    assert [line["type"] for line in read] == ["start", "turn", "missed", "rejected", "end"]
    assert read[0]["game"] == "diceman"
    assert read[3]["reason"] == "LATE"
    assert read[4]["events"] == {"events": [{"slain": {"seat": 1}}]}


async def test_every_seat_has_a_process_that_is_told_nothing_secret(address: str) -> None:
    """One for each, from its join on; tokens are not in its environment."""
    seen: set[int] = set()

    async def script(stream: Stream) -> None:
        await stream.seat("a", "b")
        await stream.say(says.turn("a", 1), says.turn("b", 1))
        for action in await stream.hear_actions(2):
            seen.update(diceman.Action.FromString(action.payload.value).dice)
        await stream.say(says.ended("a"), says.ended("b"))
        await stream.until_hung_up()

    code = """
secrets = [name for name in os.environ if name in ("REFEREE_TOKENS", "REFEREE_ADDRESS")]
for line in sys.stdin: print(json.dumps({"dice": [os.getpid(), len(secrets)]}), flush=True)
"""
    bridge = Bridge([sys.executable, "-c", HEAD + code])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_TOKENS", "secret,secret")
        patch.setenv("REFEREE_ADDRESS", "unix:/here")
        async with refereeing(script, address=address):
            await RefereeClient(address, bridge).play(["a", "b"])
            await bridge.close()
    assert len(seen) == 3
    assert 0 in seen
