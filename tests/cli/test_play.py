"""`referee play`: whole matches by one command, whatever its bots do."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee.cli.play.endings import ended_by_signals
from referee.cli.play.output import shown_text
from referee.replay.journal import read_records
from referee.replay.verify import verify
from referee_client.blocking import RefereeClient
from tests.cli.command import Ran, process, start
from tests.helpers import tiers
from tests.helpers.patience import patience
from tests.tournaments.processes_by_mark import MARK, marked_processes, wait_until_gone

BOT = """
import asyncio, os, signal, sys
from gamereferee.games.diceman.v1.diceman_pb2 import Action
from referee_client import run

turns = 0

async def act(observation, turn):
    global turns
    turns += 1
    {act}
    return Action(dice=[2, 3])

{start}
run(act)
"""
"""A bot's program, with something to do first and something to do in every turn."""

DREAM = "os.write(1, b'dreaming\\n'); await asyncio.sleep(1000)"
"""Says so, and never answers."""

BRISK = ("--move-time", "1s")
"""For bots that are to miss it."""

AMPLE = ("--move-time", "10m")
"""For bots that are to be in time, however busy the machine is."""


def _bot(folder: Path, name: str, *, act: str = "pass", begin: str = "pass") -> list[str]:
    """Flags for a bot of its own, written as a program."""
    path = folder / f"{name}.py"
    path.write_text(BOT.format(act=act, start=begin))
    return ["--bot", shlex.join([sys.executable, str(path)])]


def _play(folder: Path, *words: str) -> tuple[Ran, list[dict[str, Any]]]:
    """Play Diceman, two games a match; returns the matches of the JSON that is printed."""
    ran = process(
        *("play", "diceman", "--json", "--config", "games=2"),
        *("--replay-dir", str(folder / "replays"), *words),
        *(() if "--move-time" in words else AMPLE),
    )
    assert ran.out.count("\n") == 1, ran
    return ran, json.loads(ran.out)["matches"]


def _digests(match: dict[str, Any]) -> list[bytes]:
    path = Path(match["replay"])
    assert verify(path).problem is None
    return [record.step.digest for record in read_records(path) if record.HasField("step")]


def test_house_bots_play_the_same_match_twice(tmp_path: Path) -> None:
    """With the same seeds: the same digests, the same outcome; the replays hold."""
    words = ["--bot", "house:random", "--bot", "house:mixer", "--seed", "7", "--matches", "3"]
    ran, matches = _play(tmp_path, *words, "--parallel", "2")
    assert (ran.status, ran.err) == (0, "")
    assert [match["seed"] for match in matches] == [7, 8, 9]
    for match in matches:
        assert match["cause"] == "RULES"
        assert [seat["player"] for seat in match["seats"]] == ["random", "mixer"]
        assert sum(seat["score"] for seat in match["seats"]) == 4
        assert match["steps"] == len(_digests(match))
    assert len({match["replay"] for match in matches}) == 3
    _, again = _play(tmp_path, *words)
    assert [_digests(match) for match in again] == [_digests(match) for match in matches]
    assert [match["seats"] for match in again] == [match["seats"] for match in matches]


@pytest.mark.parametrize("pair", [("reader", "solver"), ("greedy", "random")], ids="-".join)
def test_house_bots_are_programs_too(tmp_path: Path, pair: tuple[str, str]) -> None:
    """In a game with other messages than Diceman's; nobody is late, and the replays hold."""
    bots = []
    for name in pair:
        command = [sys.executable, "-m", f"referee_bots.swordman.{name}_bot", "--seed", "3"]
        bots += ["--bot", shlex.join(command)]
    ran = process(
        *("play", "swordman", "--json", "--config", "games=2", "--seed", "5", *bots),
        *("--matches", "2", "--replay-dir", str(tmp_path / "replays"), *AMPLE),
    )
    assert ran.status == 0, ran
    for match in json.loads(ran.out)["matches"]:
        assert match["cause"] == "RULES"
        assert [seat["strikes"] for seat in match["seats"]] == [0, 0]
        assert sum(seat["score"] for seat in match["seats"]) == 4
        assert match["steps"] == len(_digests(match))


ILLEGAL = """
from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee_client import run

def act(observation: Observation) -> Action:
    return Action(dice=[2, 7])

run(act)
"""
"""A bot that asks for a die that is none: the rules take the 2 and fill in (DM-4.5, DM-4.6)."""


def test_refused_orders_are_told(tmp_path: Path) -> None:
    """By seat and reason, for people and programs; a replay is counted again."""
    script = tmp_path / "illegal.py"
    script.write_text(ILLEGAL, encoding="utf-8")
    words = ["--bot", shlex.join([sys.executable, str(script)]), "--bot", "house:random"]
    _, (match,) = _play(tmp_path, *words, "--seed", "1")
    rounds = match["steps"]
    first, second = match["seats"]
    assert (first["refusals"], first["rejections"]) == (
        {"NOT_A_DIE": rounds, "INCOMPLETE": rounds},
        {},
    )
    assert (second["refusals"], second["rejections"]) == ({}, {})
    told = f"refused {2 * rounds} ({rounds} NOT_A_DIE, {rounds} INCOMPLETE)"
    assert told in process("replay", "show", match["replay"]).out
    ran = process(
        *("play", "diceman", "--config", "games=2", "--seed", "1", "--matches", "2", *words),
        *("--replay-dir", str(tmp_path / "replays")),
    )
    assert f"seat 0 illegal.py: place {first['placement']}, score {first['score']}, {told}" in (
        ran.out
    )
    assert "\nseat 0 illegal.py: refused" in ran.out
    assert "    turn 1: NOT_A_DIE index 1 in " in ran.out


def test_results_are_shown_to_people(tmp_path: Path) -> None:
    """With places, scores and where the replay is."""
    ran = process(
        *("play", "diceman", "--config", "games=2", "--seed", "1", "--matches", "2", *AMPLE),
        *("--bot", "house:random", "--bot", "house:greedy", "--replay-dir", f"{tmp_path}/r"),
    )
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("the rules ended the match") == 2
    assert re.search(r"seat 0 random: place [12], score [0-4]\n", ran.out)
    assert f"replay {tmp_path}/r/" in ran.out
    assert "first alone" in ran.out


def test_a_command_is_a_bot(tmp_path: Path) -> None:
    """What it prints goes to standard error; one process plays all its matches, one by one."""
    bot = _bot(tmp_path, "chatty", begin="print('garbage {]', os.getpid(), flush=True)")
    ran, matches = _play(tmp_path, *bot, "--bot", "house:random", "--matches", "3")
    assert ran.status == 0
    assert len(re.findall(r"garbage {\] \d+\n", ran.err)) == 1
    for match in matches:
        assert match["cause"] == "RULES"
        assert match["seats"][0]["player"] == "chatty.py"
        assert match["seats"][0]["strikes"] == 0
        assert _digests(match)


def test_a_bot_finds_the_referee_at_once(tmp_path: Path) -> None:
    """It begins when the referee listens, so that it has nothing to warn of and nothing to wait for."""
    warned = "\n".join(
        [
            "import logging, os",
            "class Tell(logging.Handler):",
            "    def emit(self, record): os.write(1, b'warned: %s\\n' % record.getMessage().encode())",
            "logging.getLogger().addHandler(Tell(logging.WARNING))",
        ]
    )
    ran, [match] = _play(
        tmp_path,
        *_bot(tmp_path, "quick", begin=warned),
        *_bot(tmp_path, "brisk", begin=warned),
    )
    assert match["cause"] == "RULES"
    assert "warned" not in ran.err
    assert "broke" not in ran.err


def test_somebody_may_connect(tmp_path: Path) -> None:
    """Address and token are told on standard error; there is time to come."""
    words = ["--bot", "connect", "--bot", "house:random", "--config", "games=1"]
    with start("play", "diceman", "--json", *words, "--replay-dir", f"{tmp_path}/r") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        told = re.fullmatch(
            r"seat 0 waits for a bot at (127\.0\.0\.1:\d+), token (\S+)\n",
            running.stderr.readline(),
        )
        assert told is not None
        RefereeClient(told[1], _sword_and_shield).play([told[2]])
        out, _ = running.communicate(timeout=patience(300))
    assert running.returncode == 0
    (match,) = json.loads(out)["matches"]
    assert match["cause"] == "RULES"
    assert match["seats"][0]["player"] == "connect"


def _sword_and_shield(_: Observation) -> Action:
    return Action(dice=[2, 3])


@pytest.mark.parametrize(
    ("begin", "act", "status"),
    [
        ("sys.exit(3)", "pass", "exit 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "pass", "exit -9"),
        ("pass", "os._exit(4)", "exit 4"),
        ("pass", "turns > 3 and os._exit(5)", "exit 5"),
    ],
    ids=["at once", "killed", "in its first turn", "later"],
)
def test_a_bot_that_dies_forfeits(tmp_path: Path, begin: str, act: str, status: str) -> None:
    """All its matches, at once; its rival wins them, and it is said how it left."""
    bot = _bot(tmp_path, "mortal", begin=begin, act=act)
    ran, matches = _play(tmp_path, *bot, "--bot", "house:random", "--matches", "2")
    assert ran.status == 0
    assert ran.err.count("bot of seat 0 has left") == 1
    assert f"mortal.py: {status}" in ran.err
    for match in matches:
        assert match["cause"] == "BOT_ERROR"
        assert [seat["placement"] for seat in match["seats"]] == [2, 1]
        assert match["seats"][0]["forfeit"] == "GONE"
        assert verify(Path(match["replay"])).problem is None


LEAVES = """
import pathlib, sys, time
from gamereferee.games.champions.v1.champions_pb2 import Action, Observation
from referee_client import run

def act(observation: Observation) -> Action:
    while not (all(seat.alive for seat in observation.seats) or noticed.exists()):
        time.sleep(0.01)  # a poll for the file, which says nothing by itself
    return Action()

noticed = pathlib.Path(__file__).with_name("noticed")
run(act, ["--token", sys.stdin.readline().strip()])
"""
"""Plays one seat of Champions by defaults, and leaves when that is over; once somebody is out, it waits for a file."""


@pytest.mark.slow
def test_a_bot_that_leaves_when_it_is_out_has_not_forfeited(tmp_path: Path) -> None:
    """The others play on when that has been noticed: their match ends by the rules, and the replay holds."""
    (tmp_path / "leaves.py").write_text(LEAVES)
    bot = ["--bot", shlex.join([sys.executable, str(tmp_path / "leaves.py")])]
    words = ["play", "champions", "--json", "--seed", "3", "--no-clock", *bot * 4]
    with start(*words, "--replay-dir", str(tmp_path / "replays")) as running:
        assert running.stderr is not None
        assert any("has left: " in line for line in running.stderr)
        (tmp_path / "noticed").touch()
        out, err = running.communicate(timeout=patience(300))
    (match,) = json.loads(out)["matches"]
    assert match["cause"] == "RULES"
    assert [seat["forfeit"] for seat in match["seats"]] == [None] * 4
    assert "exit 1" not in err
    path = Path(match["replay"])
    assert verify(path).problem is None
    assert not any(record.HasField("rejection") for record in read_records(path))


def test_a_bug_costs_a_turn_and_not_the_match(tmp_path: Path) -> None:
    """The default is played at once, the match goes on to its end, and the author is told."""
    bot = _bot(tmp_path, "buggy", act="assert turns != 2, 'a bug'")
    ran, (match,) = _play(tmp_path, *bot, "--bot", "house:random")
    assert ran.status == 0
    assert (match["cause"], match["seats"][0]["strikes"]) == ("RULES", 1)
    assert [seat["given_up"] for seat in match["seats"]] == [1, 0]
    assert "the bot's own code failed once" in ran.err
    assert "turn 2: gave the turn up, strike 1" in ran.err
    assert "missed the deadline" not in ran.err
    records = list(read_records(Path(match["replay"])))
    assert records[0].header.time_control.strikes == 0  # as the game suggests
    misses = [record.miss for record in records if record.HasField("miss")]
    assert [(miss.turn, miss.given_up) for miss in misses] == [(2, True)]
    shown = process("replay", "show", match["replay"])
    assert "  buggy.py gave up turn 2" in shown.out.splitlines()


def test_failures_are_in_the_results_for_people(tmp_path: Path) -> None:
    """They are told from missed deadlines; one place in the code has one traceback."""
    bot = _bot(tmp_path, "buggy", act="assert turns > 2, 'a bug'")
    ran = process(
        *("play", "diceman", *bot, "--bot", "house:random", "--no-clock"),
        *("--config", "games=1", "--replay-dir", str(tmp_path)),
    )
    assert "strikes 2 (2 turns given up: the bot's own code failed or skipped, see its log)" in (
        " ".join(ran.out.split())
    )
    assert ran.err.count("Traceback") == 1
    assert "turn 2: the bot's own code failed again at " in ran.err


def test_a_bot_that_never_answers_forfeits_on_time(tmp_path: Path) -> None:
    """After three missed deadlines, and does not keep the command from ending."""
    bot = _bot(tmp_path, "dreamer", act=DREAM)
    ran, (match,) = _play(tmp_path, *bot, "--bot", "house:random", *BRISK, "--strikes", "3")
    assert ran.status == 0
    assert match["cause"] == "BOT_TIME"
    assert match["seats"][0] == {
        "seat": 0,
        "player": "dreamer.py",
        "placement": 2,
        "score": match["seats"][0]["score"],
        "strikes": 3,
        "given_up": 0,
        "forfeit": "TIME",
        "refusals": {},
        "rejections": {},
    }


def test_a_bot_of_nonsense_plays_defaults(tmp_path: Path) -> None:
    """What the rules refuse is no fault of form: the match goes on to its end."""
    bot = _bot(tmp_path, "confused", act="return Action(dice=[-1, 99, 2, 2, 2, 7, 7, 7, 7, 7])")
    ran, (match,) = _play(tmp_path, *bot, "--bot", "house:random")
    assert ran.status == 0
    assert (match["cause"], match["seats"][0]["strikes"]) == ("RULES", 0)


SHADOWED = """
def randint(low, high):
    return low
"""
"""No `random` of Python's own, which gRPC and the SDK need."""


@pytest.mark.parametrize("name", ["random.py", "grpc/__init__.py"])
def test_a_file_that_shadows_a_module_is_named(tmp_path: Path, name: str) -> None:
    """When a bot ends with an error; such a file in the working folder is no matter to the command itself."""
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(SHADOWED)
    bot = _bot(tmp_path, "shadowed")
    ran, (match,) = _play(tmp_path, *bot, "--bot", "house:random")
    assert match["seats"][0]["forfeit"] == "GONE"
    shadow = str(tmp_path / name).removesuffix("/__init__.py")
    hint = f"(Python imports {shadow} in place of a module of that name: rename it)"
    assert f"shadowed.py: exit 1 {hint}" in ran.err


DAEMON = """
if not os.fork():
    os.setsid()
    while True:
        signal.pause()
"""
"""Leaves a process behind that has left the bot's session, as daemons do."""

ENDING = [
    *(signal.SIGINT, signal.SIGTERM),
    *tiers.some([signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL], 0),
]
"""SIGKILL gives the command no chance to do anything, and yet its bots are gone."""


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose path leaves room for that of a socket, which `tmp_path` does not always."""
    with tempfile.TemporaryDirectory(prefix="ends-", dir="/tmp") as name:
        yield Path(name)


@pytest.mark.parametrize("number", ENDING, ids=str)
def test_nothing_is_left_by_whatever_signal_it_ends(
    tmp_path: Path, short_path: Path, number: signal.Signals
) -> None:
    """Neither bots, nor what they have started, nor a folder; and it ends by that signal."""
    bot = _bot(tmp_path, "patient", act=DREAM, begin=DAEMON)
    mark = f"ended-{os.getpid()}-{number}"
    env = os.environ | {MARK: mark, "TMPDIR": str(short_path)}
    words = ["play", "diceman", "--no-clock", *bot, "--bot", "house:random"]
    with start(*words, "--replay-dir", f"{tmp_path}/r", env=env) as running:
        assert running.stderr is not None
        assert any("dreaming" in line for line in running.stderr)
        started = marked_processes(mark)
        assert len(started) == 4  # it, its guard, the bot, and the daemon
        assert list(short_path.glob("referee-*"))
        running.send_signal(number)
        for pid in started:
            wait_until_gone(pid)
        _, err = running.communicate(timeout=patience(300))
    assert running.returncode == -number
    # Now and then gRPC itself tells of a call that it has cancelled; nothing else is told so.
    assert err.count("Traceback") == err.count("in grpc._cython.cygrpc._schedule_rpc_coro")
    assert marked_processes(mark) == set()
    assert list(short_path.glob("referee-*")) == []


def test_a_hangup_that_is_ignored_stays_ignored() -> None:
    """As under `nohup`; and all handlers are back in the end."""
    before = signal.getsignal(signal.SIGTERM)
    hangup = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_by_signals():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not before
        assert signal.getsignal(signal.SIGTERM) is before
    finally:
        signal.signal(signal.SIGHUP, hangup)


ESCAPES = (
    r"os.write(1, b'\x1b]0;mine\x07 \xc2\x9b2J caf\xc3\xa9\r\n'); os.write(2, b'\x1b[2Jwarned\n')"
)
"""Sets a window's title, and clears the screen by both forms of the sequence."""


def test_escapes_of_bots_do_not_reach_the_terminal(tmp_path: Path) -> None:
    """From neither of a bot's outputs; what can be read can still be read."""
    bot = _bot(tmp_path, "painter", begin=ESCAPES)
    ran, _ = _play(tmp_path, *bot, "--bot", "house:random", "--config", "games=1")
    assert "?]0;mine? ?2J café\n" in ran.err
    assert "?[2Jwarned\n" in ran.err


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\tb\nc", "a\tb\nc"),
        ("10 %\r20 %\r\n", "10 %\n20 %\n"),
        ("\x1b[31mred\x9b0m\x00\x7f\u202e", "?[31mred?0m???"),
    ],
)
def test_what_a_terminal_would_obey_is_replaced(text: str, shown: str) -> None:
    """Control characters of both sets, and marks of direction; lines and tabs stay."""
    assert shown_text(text) == shown


FAILING = [
    ("if turns == 2: raise ValueError", "pass", ["gave up 1 turn"]),
    ("pass", "sys.exit(3)", ["forfeited 1 match (gone)", "its process ended with exit 3"]),
]


@pytest.mark.parametrize(("act", "begin", "told"), FAILING, ids=["bug", "dies"])
def test_a_failed_bot_is_an_exit_status(
    tmp_path: Path, act: str, begin: str, told: list[str]
) -> None:
    """If that is asked for; a line says what failed."""
    bot = _bot(tmp_path, "failing", act=act, begin=begin)
    ran, _ = _play(tmp_path, *bot, "--bot", "house:random", "--fail-on-bot-errors")
    assert ran.status == 3
    failed, _, found = ran.err.splitlines()[-1].partition(": ")
    assert failed == "seat 0 failing.py failed"
    assert set(told) <= set(found.split(", "))


def test_a_sound_bot_is_no_failure(tmp_path: Path) -> None:
    """Nor are orders that the rules refuse."""
    bot = _bot(tmp_path, "sound", act="return Action(dice=[2, 7])")
    ran, _ = _play(tmp_path, *bot, "--bot", "house:random", "--fail-on-bot-errors")
    assert ran.status == 0
    assert "failed" not in ran.err


def test_first_mistakes_are_shown(tmp_path: Path) -> None:
    """With turn, order and reason, three a seat; a turn that was given up is one, too."""
    bot = _bot(tmp_path, "clumsy", act="assert turns != 2; return Action(dice=[2, 7])")
    ran = process(
        *("play", "diceman", "--config", "games=1", "--seed", "1", *AMPLE),
        *(*bot, "--bot", "house:random", "--replay-dir", f"{tmp_path}/r"),
    )
    lines = ran.out.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("  seat 0"))
    assert lines[first + 1 : first + 5] == [
        '    turn 1: NOT_A_DIE index 1 in {"dice": [2, 7], "bad_form": false}',
        '    turn 1: INCOMPLETE index -1 in {"dice": [2, 7], "bad_form": false}',
        "    turn 2: given up by the bot",
        next(line for line in lines if line.startswith("  seat 1")),
    ]
