"""The bridge against the scripted referee, with programs that behave in all ways there are."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import error_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import BotError, RefereeClient
from referee_client.bridge import child as child_module
from referee_client.bridge import process as process_module
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
