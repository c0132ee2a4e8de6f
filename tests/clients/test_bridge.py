"""The bridge against the scripted referee, with programs that behave in all ways there are."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
import types
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, cast

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
from tests.clients.scripted_referee import Stream, refereeing
from tests.helpers.patience import HANG_S, come_true, patience

HEAD = "import json, os, signal, sys, time\n"
ECHO = "for line in sys.stdin: print(json.dumps({'dice': [2, 3]}), flush=True)"
"""Answers every turn."""


@pytest.fixture(autouse=True)
def grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that end by themselves have the time they need for that."""
    monkeypatch.setattr(process_module, "GRACE_S", HANG_S / 2)


class Script:
    """Plays one match; what happens to each turn is a list of what is heard, such as `skip 2`."""

    def __init__(self, *turns: wire.Turn) -> None:
        self.turns = turns
        self.heard: list[str] = []

    async def __call__(self, stream: Stream) -> None:
        """The script."""
        await stream.seat("m")
        for number, turn in enumerate(self.turns or [says.turn("m", 1)], start=1):
            await self.play(stream, turn, number)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()

    async def play(self, stream: Stream, turn: wire.Turn | wire.Rejected, number: int) -> None:
        """Send one turn, or a refusal of its answer, and hear what is answered."""
        await stream.say(turn)
        while len(self.heard) < number:
            await self.hear(stream)

    async def hear(self, stream: Stream) -> None:
        """Note the answers of one message."""
        request = await stream.hear()
        for action in request.actions:
            dice = list(diceman.Action.FromString(action.payload.value).dice)
            self.heard.append(f"{action.turn}: {dice}")
        self.heard += [f"skip {skip.turn}" for skip in request.skips]


def turns(count: int) -> list[wire.Turn]:
    """Turns from 1."""
    return [says.turn("m", number) for number in range(1, count + 1)]


async def bridged(address: str, script: Any, code: str, **options: Any) -> None:
    """Play a script with a program of this Python code, until all of it is gone."""
    bridge = Bridge([sys.executable, "-c", HEAD + code], **options)
    async with refereeing(script, address=address):
        try:
            await RefereeClient(address, bridge).play(["token"])
        finally:
            await bridge.close()


async def test_program_plays(address: str, tmp_path: Path) -> None:
    """It reads one line a turn, and its answers go out; its input ends with the match."""
    told = tmp_path / "told"
    code = f"""
with open({str(told)!r}, "w", buffering=1) as told:
    for line in sys.stdin:
        told.write(line)
        print(json.dumps({{"dice": [0, json.loads(line)["turn"]]}}), flush=True)
    told.write("end")
"""
    script = Script(*turns(3))
    await bridged(address, script, code)
    assert script.heard == ["1: [0, 1]", "2: [0, 2]", "3: [0, 3]"]
    *read, end = told.read_text().split("\n")
    assert [json.loads(line)["turn"] for line in read] == [1, 2, 3]
    assert [json.loads(line)["type"] for line in read] == ["turn"] * 3
    assert end == "end"


async def test_a_program_that_counts_from_zero_is_answered_at_once(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Each turn is given up with its reason: nothing waits for a number that is not going to come."""
    code = """for n, line in enumerate(sys.stdin): print(json.dumps({"turn": n, "dice": [0, 3]}), flush=True)"""
    script = Script(*turns(3))
    with pytest.raises(BotError):
        await bridged(address, script, code)
    assert script.heard == ["skip 1", "skip 2", "skip 3"]
    for number in (1, 2, 3):
        assert f"it was asked about turn {number}, and answers" in caplog.text


async def test_a_byte_order_mark_is_no_part_of_a_line(address: str) -> None:
    """Programs in .NET and PowerShell write one before their first line."""
    code = """
for line in sys.stdin:
    sys.stdout.buffer.write(b'\\xef\\xbb\\xbf{"dice":[0,3]}\\n')
    sys.stdout.flush()
"""
    script = Script(*turns(2))
    await bridged(address, script, code)
    assert script.heard == ["1: [0, 3]", "2: [0, 3]"]


async def test_skip_is_no_failure(address: str) -> None:
    """A turn that is given up on purpose is given up at once, and the bot has not failed."""
    code = """for line in sys.stdin: print('{"skip":true}', flush=True)"""
    script = Script(*turns(2))
    await bridged(address, script, code)
    assert script.heard == ["skip 1", "skip 2"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("thinking", "its line is no JSON object but 'thinking'"),
        ('{"dize":[1]}', 'no field named "dize"'),
        ('{"turn":9,"dice":[1,2]}', "it was asked about turn 1, and answers"),
        ('{"turn":0,"dice":[1,2]}', "it was asked about turn 1, and answers"),
        ('{"turn":-1,"dice":[1,2]}', "it was asked about turn 1, and answers"),
        ('{"dice":[1e999,2]}', "its line is no gamereferee.games.diceman.v1.Action"),
        ('{"dice":[NaN,2]}', "its line is no gamereferee.games.diceman.v1.Action"),
        ('{"dice":["\\ud83d"]}', "its line has half of a surrogate pair"),
        ('{"\\uDC00":1}', "its line has half of a surrogate pair"),
    ],
    ids=[
        *("stray", "field", "future", "too low", "negative"),
        *("infinite", "no number", "half a text", "half a field"),
    ],
)
async def test_line_that_is_no_action(
    address: str, line: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The turn is given up; the next one is asked as ever, and there is no traceback of ours."""
    code = f"""
sys.stdin.readline(); print({line!r}, flush=True)
{ECHO}"""
    script = Script(*turns(2))
    with pytest.raises(BotError, match=re.escape(told)):
        await bridged(address, script, code)
    assert script.heard == ["skip 1", "2: [2, 3]"]
    (logged,) = (record.getMessage() for record in caplog.records if record.levelname == "ERROR")
    assert logged.startswith("match m seat 0 turn 1: the bot's own code failed: it")
    assert told in logged
    assert "Traceback" not in caplog.text


REFUSED = error_pb2.ERROR_REASON_MALFORMED


class Refusing(Script):
    """Refuses the first answers to turn 1, so many, and then goes on to turn 2."""

    def __init__(self, refusals: int) -> None:
        super().__init__()
        self.refusals = refusals

    async def __call__(self, stream: Stream) -> None:
        """The script: there is no clock that would end the turn."""
        await stream.seat("m")
        turn = says.turn("m", 1)
        turn.clock.ClearField("remaining")
        await self.play(stream, turn, 1)
        for number in range(self.refusals):
            await self.play(stream, says.rejected(REFUSED, "m", 1), number + 2)
        await self.play(stream, says.turn("m", 2), self.refusals + 2)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()


@pytest.mark.parametrize("is_full", [False, True])
async def test_refused_answer_is_asked_for_again(
    address: str, is_full: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The turn's line comes again with the reason; the second answer goes out in place of the first."""
    told = tmp_path / "told"
    code = f"""
with open({str(told)!r}, "w", buffering=1) as told:
    for line in sys.stdin:
        told.write(line)
        turn = json.loads(line)
        if turn["type"] == "turn":
            print(json.dumps({{"dice": [0, 3 if "refused" in turn else 1]}}), flush=True)
"""
    script = Refusing(1)
    with pytest.raises(BotError, match=r"turn 1: .*the answer was refused: MALFORMED: because"):
        await bridged(address, script, code, is_full=is_full)
    assert script.heard == ["1: [0, 1]", "1: [0, 3]", "2: [0, 1]"]
    read = [json.loads(line) for line in told.read_text().splitlines()]
    asked = [line for line in read if line["type"] == "turn"]
    assert [line.get("refused") for line in asked] == [None, "MALFORMED: because", None]
    assert asked[1] == asked[0] | {"refused": "MALFORMED: because"}
    assert ("rejected" in [line["type"] for line in read]) == is_full
    assert "match m seat 0 turn 1: rejected: MALFORMED: because" in caplog.text


async def test_answer_that_is_refused_again_gives_the_turn_up(address: str) -> None:
    """The program is asked twice at most."""
    script = Refusing(2)
    with pytest.raises(BotError):
        await bridged(address, script, ECHO)
    assert script.heard == ["1: [2, 3]", "1: [2, 3]", "skip 1", "2: [2, 3]"]


async def test_program_may_give_a_refused_turn_up(address: str) -> None:
    """By a skip, or by a line that is no action."""
    code = """
for line in sys.stdin:
    print('{"skip":true}' if "refused" in json.loads(line) else '{"dice":[2,3]}', flush=True)
"""
    script = Refusing(1)
    with pytest.raises(BotError, match="the answer was refused: MALFORMED: because"):
        await bridged(address, script, code)
    assert script.heard == ["1: [2, 3]", "skip 1", "2: [2, 3]"]


async def test_program_that_names_an_earlier_turn_for_ever(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No clock ends its turns: each is given up with the line, though it might be a second answer."""
    monkeypatch.setattr(child_module, "AGAIN_S", 0.0)  # nothing more comes
    code = """for line in sys.stdin: print('{"turn":1,"dice":[0,3]}', flush=True)"""
    script = Script(*turns(3))
    for turn in script.turns:
        turn.clock.ClearField("remaining")
    with pytest.raises(BotError, match=r"turn 2: .*it was asked about turn 2, and answers"):
        await bridged(address, script, code)
    assert script.heard == ["1: [0, 3]", "skip 2", "skip 3"]
    assert 'it was asked about turn 3, and answers another one again: \'{"turn":1' in caplog.text


async def test_second_answer_that_comes_late_costs_nothing(address: str) -> None:
    """A program that writes each answer twice, the second one in front of the next: that is waited for."""
    code = """
for line in sys.stdin:
    turn = json.loads(line)["turn"]
    lines = [json.dumps({"turn": n, "dice": [0, n]}) for n in (turn - 1, turn) if n]
    print("\\n".join(lines), flush=True)
"""
    script = Script(*turns(3))
    await bridged(address, script, code)
    assert script.heard == ["1: [0, 1]", "2: [0, 2]", "3: [0, 3]"]


async def test_answer_that_is_too_large_costs_its_own_turn(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The other match, and the program itself, play on."""
    code = """
for line in sys.stdin:
    turn = json.loads(line)
    size = 70_000 if (turn["match"], turn["turn"]) == ("a", 1) else 2
    print(json.dumps({"dice": [3] * size}), flush=True)
"""
    heard: list[tuple[str, int, bool]] = []

    async def script(stream: Stream) -> None:
        await stream.seat("a", "b")
        for number in (1, 2):
            await stream.say(says.turn("a", number), says.turn("b", number))
            while len(heard) < 2 * number:
                request = await stream.hear()
                heard.extend((said.match_id, said.turn, True) for said in request.actions)
                heard.extend((said.match_id, said.turn, False) for said in request.skips)
        await stream.say(says.ended("a"), says.ended("b"))
        await stream.until_hung_up()

    bridge = Bridge([sys.executable, "-c", HEAD + code])
    async with refereeing(script, address=address):
        with pytest.raises(BotError, match=r"turn 1: .*an answer of 70,004 bytes, and 65,536 are"):
            await RefereeClient(address, bridge).play(["a", "b"])
        await bridge.close()
    assert sorted(heard) == [("a", 1, False), ("a", 2, True), ("b", 1, True), ("b", 2, True)]
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(("threads", "most"), [(1, 1), (2, 2)])
async def test_threads_are_programs_that_think_at_the_same_time(
    address: str, threads: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat's turn is written to its program once there is room."""
    thinking, seen = 0, 0

    async def ask(child: Child, line: bytes, turn: int) -> Any:
        nonlocal thinking, seen
        thinking += 1
        seen = max(seen, thinking)
        answer = await asked(child, line, turn)
        thinking -= 1
        return answer

    asked = Child.ask
    monkeypatch.setattr(Child, "ask", ask)

    async def script(stream: Stream) -> None:
        await stream.seat("a", "b", "c")
        await stream.say(*(says.turn(match, 1) for match in "abc"))
        await stream.hear_actions(3)
        await stream.say(*(says.ended(match) for match in "abc"))
        await stream.until_hung_up()

    bridge = Bridge([sys.executable, "-c", HEAD + ECHO])
    async with refereeing(script, address=address):
        await RefereeClient(address, bridge, threads=threads).play(["a", "b", "c"])
        await bridge.close()
    assert seen == most


class Late(Script):
    """Lets the deadline of turn 1 pass, and sends turn 2 before the program has answered it.

    Args:
        folder: Where the program says that it `has read` turn 1, and is told that it `may answer`.
        written: Set when the bridge has written turn 2 to the program.
    """

    def __init__(self, folder: Path, written: asyncio.Event) -> None:
        super().__init__()
        self.folder = folder
        self.written = written

    async def __call__(self, stream: Stream) -> None:
        """The script."""
        await stream.seat("m")
        await stream.say(says.turn("m", 1))
        await come_true((self.folder / "has read").exists, "the program to read turn 1")
        await stream.say(says.missed("m", 1))
        await stream.say(says.turn("m", 2))
        await asyncio.wait_for(self.written.wait(), patience(300))
        (self.folder / "may answer").touch()
        while len(self.heard) < 1:
            await self.hear(stream)
        await self.play(stream, says.turn("m", 3), 2)
        await stream.say(says.ended("m"))
        await stream.until_hung_up()


def read_late(folder: Path) -> str:
    """A program's function that reads a line, and returns when it may answer it."""
    return f"""
def read_late():
    sys.stdin.readline()
    open({str(folder / "has read")!r}, "w").close()
    while not os.path.exists({str(folder / "may answer")!r}): time.sleep(0.01)  # a poll
"""


LATE = {
    "in order": """
read_late(); print('{"dice":[0,1]}', flush=True)
sys.stdin.readline(); print('{"dice":[0,2]}', flush=True)
sys.stdin.readline(); print('{"dice":[0,3]}', flush=True)
""",
    "by number": """
read_late(); print('{"turn":1,"dice":[0,1]}', flush=True)
sys.stdin.readline(); print('{"turn":2,"dice":[0,2]}', flush=True)
sys.stdin.readline(); print('{"dice":[0,3]}', flush=True)
""",
    "the newest alone": """
read_late(); sys.stdin.readline(); print('{"turn":2,"dice":[0,2]}', flush=True)
sys.stdin.readline(); print('{"dice":[0,3]}', flush=True)
""",
    "nonsense, late": """
read_late(); print('oh', flush=True)
sys.stdin.readline(); print('{"dice":[0,2]}', flush=True)
sys.stdin.readline(); print('{"dice":[0,3]}', flush=True)
""",
}


@pytest.mark.parametrize("how", LATE)
async def test_late_answer_is_not_the_next_turns(
    address: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes after the deadline is dropped, whether the program numbers its answers or not."""
    written = asyncio.Event()

    def write(process: process_module.Process, line: bytes) -> None:
        wrote(process, line)
        if json.loads(line)["turn"] == 2:
            written.set()

    wrote = process_module.Process.write
    monkeypatch.setattr(process_module.Process, "write", write)
    script = Late(tmp_path, written)
    await bridged(address, script, f"{read_late(tmp_path)}{LATE[how]}\nsys.stdin.read()")
    assert script.heard == ["2: [0, 2]", "3: [0, 3]"]


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
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


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


class Chatty(Script):
    """Two turns with chat; what is said is heard as `say TURN CHANNEL TEXT`, in order.

    Args:
        folder: Where a file for everything heard is made, so that the program can wait for that.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    async def __call__(self, stream: Stream) -> None:
        """The script: the first message is refused, and turn 2 comes when somebody has spoken again."""
        channels = [wire.Channel(name="MAIN", members=[0, 1])]
        await stream.seat("m")
        await stream.say(says.turn("m", 1, channels=channels))
        while len(self.heard) < 4:
            await self.hear(stream)
        refused = says.rejected(error_pb2.ERROR_REASON_MSG_TOO_LONG, "m", 1, say_number=1)
        said = [wire.Said(channel="MAIN", seat=1, text="no truce", round=1, phase="choice")]
        await stream.say(refused, says.turn("m", 2, said=said, channels=channels))
        while len(self.heard) < 6:
            await self.hear(stream)
        await stream.say(says.out_early("m"))
        await stream.until_hung_up()

    async def hear(self, stream: Stream) -> None:
        """Note what one message says and answers; within it, words come first."""
        request = await stream.hear()
        self.heard += [f"say {say.turn} {say.channel} {say.text.decode()}" for say in request.says]
        self.heard += [f"answer {action.turn}" for action in request.actions]
        for number in range(1, len(self.heard) + 1):
            (self.folder / f"heard-{number}").touch()


async def test_program_talks(address: str, tmp_path: Path) -> None:
    """Before its answer and after it, at once; it hears the others, and what was refused."""
    told = tmp_path / "told"
    code = f"""
def say(text): print(json.dumps({{"say": text, "channel": "MAIN"}}), flush=True)

def heard(number):
    while not os.path.exists({str(tmp_path / "heard-")!r} + str(number)): time.sleep(0.01)  # a poll

with open({str(told)!r}, "w", buffering=1) as told:
    for line in sys.stdin:
        told.write(line)
        if json.loads(line)["type"] == "turn":
            before = 4 * (json.loads(line)["turn"] - 1)
            say("before")
            heard(before + 1)
            print(json.dumps({{"dice": [2, 3]}}), flush=True)
            heard(before + 2)
            say("☮")
            say("after")
"""
    script = Chatty(tmp_path)
    await bridged(address, script, code, is_full=True)
    assert script.heard[:4] == ["say 1 MAIN before", "answer 1", "say 1 MAIN ☮", "say 1 MAIN after"]
    assert script.heard[4:6] == ["say 2 MAIN before", "answer 2"]
    read = [json.loads(line) for line in told.read_text().splitlines()]
    assert [line["type"] for line in read] == ["start", "turn", "rejected", "turn", "end"]
    assert read[1]["channels"] == [{"name": "MAIN", "number": 0, "members": [0, 1]}]
    assert "said" not in read[1]
    assert read[2] | {"say": "before", "reason": "MSG_TOO_LONG"} == read[2]
    assert [said["text"] for said in read[3]["said"]] == ["no truce"]
    assert read[4]["goesOn"] is True


async def test_words_before_the_first_turn_go_nowhere(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """There is nobody yet to hear them; the log says so, and the program plays on."""
    code = """print('{"say":"anybody?","channel":"MAIN"}', flush=True)
line = sys.stdin.readline(); print('{"dice":[2,3]}', flush=True)
sys.stdin.read()"""

    class Slow(Script):
        async def play(self, stream: Stream, turn: wire.Turn | wire.Rejected, number: int) -> None:
            await come_true(lambda: "anybody?" in caplog.text, "the words in the log")
            await super().play(stream, turn, number)

    script = Slow()
    await asyncio.wait_for(bridged(address, script, code), patience(300))
    assert script.heard == ["1: [2, 3]"]
    assert "not sent, as it has had no turn yet: 'anybody?'" in caplog.text


async def test_words_of_the_wrong_form_cost_the_turn(address: str) -> None:
    """They are taken for an answer that is none."""
    code = f"""
sys.stdin.readline(); print('{{"say":"hello"}}', flush=True)
{ECHO}"""
    script = Script(*turns(2))
    with pytest.raises(BotError, match=re.escape('must be {"say":TEXT,"channel":NAME}')):
        await bridged(address, script, code)
    assert script.heard == ["skip 1", "2: [2, 3]"]
