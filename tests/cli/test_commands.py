"""Every command that plays no match: what it prints, its exit status, and one line for a mistake."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import referee as package
from referee.core.config import parse_config
from referee.core.published_tables import PublishedTables
from referee.games import registry
from referee.replay.closing import close_journal
from tests.cli.command import Ran, check_one_line
from tests.helpers.distributions import distribute
from tests.helpers.toy_draw import SEQUENTIAL
from tests.replay.recording import record_match

Referee = Callable[..., Ran]


# The command itself.


def test_the_version_is_shown(referee: Referee) -> None:
    """With the name of the program."""
    assert referee("--version") == Ran(0, f"referee {package.__version__}\n", "")


@pytest.mark.parametrize(
    "command",
    [
        *("", "serve", "ping", "play", "watch", "games", "warmup", "odds", "odds diceman"),
        *("replay", "scenario", "levels", "replay verify", "replay rerun", "replay feed"),
    ],
)
def test_every_command_explains_itself(referee: Referee, command: str) -> None:
    """With --help."""
    ran = referee(*command.split(), "--help")
    assert (ran.status, ran.err) == (0, "")
    assert "Usage" in ran.out


@pytest.mark.parametrize("words", [["fly"], ["replay", "burn"], ["serve", "--wings"], ["play"]])
def test_an_unknown_command_or_flag_is_refused(referee: Referee, words: list[str]) -> None:
    """With the usage."""
    ran = referee(*words)
    assert ran.status == 2
    assert "Usage" in ran.err


# Games.


def test_games_are_listed(referee: Referee) -> None:
    """One a line, by identifier."""
    ran = referee("games")
    assert [line.split()[0] for line in ran.out.splitlines()] == registry.names()


@pytest.mark.parametrize("game", registry.names())
def test_a_game_is_described(referee: Referee, game: str) -> None:
    """Seats, messages, and every field of its config with default and bounds."""
    ran = referee("games", game)
    assert (ran.status, ran.err) == (0, "")
    config = registry.find(game).game.config_class
    for name, schema in config.model_json_schema()["properties"].items():
        assert f"  {name} = {json.dumps(schema['default'])}  " in ran.out
        assert parse_config(config, {name: schema["default"]}) == config()
    assert registry.find(game).codec.action_type in ran.out


@pytest.mark.parametrize("game", registry.names())
def test_a_game_is_described_to_programs(referee: Referee, game: str) -> None:
    """Version and seats, as one JSON object."""
    info = registry.find(game).game.info
    expected = {"game": game, "version": info.version, "versions": list(info.versions)}
    expected |= {"min_seats": info.min_seats, "max_seats": info.max_seats}
    expected |= {"chance_free": game == "swordman", "ring": game == "proving_grounds"}
    assert json.loads(referee("games", game, "--json").out) == expected


@pytest.mark.parametrize("game", registry.names())
def test_a_rulebook_is_printed(referee: Referee, game: str) -> None:
    """As it is."""
    assert referee("games", game, "--rules").out == registry.find(game).rulebook + "\n"


def test_what_a_declared_game_tells_is_printed(referee: Referee) -> None:
    """Messages as the committed file has them, columns, and JSON Schemas."""
    folder = Path(__file__).parents[2] / "proto/gamereferee/games/swordman/v1"
    assert referee("games", "swordman", "--proto").out == (folder / "swordman.proto").read_text()
    page = Path(__file__).parents[2] / "docs/bots/messages/swordman.md"
    assert referee("games", "swordman", "--reference").out == page.read_text()
    columns = json.loads(referee("games", "swordman", "--columns").out)
    power = {"name": "sword", "dtype": "int32", "shape": [], "low": 0, "high": 2**31 - 1}
    assert columns["actions"]["action"]["columns"][0].items() >= power.items()
    assert columns["observation"]["left_out"] == ["notices.field"]
    schemas = json.loads(referee("games", "swordman", "--schema").out)
    assert schemas.keys() == {"config", "action", "observation", "event"}
    assert schemas["event"]["anyOf"][0] == {"$ref": "#/$defs/MatchStart"}


def test_what_a_game_without_the_kit_does_not_tell_is_said(
    referee: Referee, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With the names of its messages."""
    game = SEQUENTIAL.game.info.game
    distribute(tmp_path, {}, {registry.GROUP: {game: "tests.helpers.toy_draw:SEQUENTIAL"}})
    monkeypatch.syspath_prepend(tmp_path)
    message = (
        f"{game} is not made with the kit: all that is known of its messages is their names, "
        "google.protobuf.Struct, google.protobuf.Value, google.protobuf.Struct, "
        "google.protobuf.ListValue"
    )
    for flag in ("--proto", "--reference", "--columns", "--schema"):
        check_one_line(referee("games", game, flag), message)


@pytest.mark.parametrize("game", ["champions", "swordman"])
def test_rule_tables_are_printed(referee: Referee, game: str) -> None:
    """As `GetGame` has them; a game that tells none has no tables."""
    tables = registry.find(game).tables
    expected = {} if tables is None else PublishedTables(tables).plain()
    assert json.loads(referee("games", game, "--tables").out) == expected


def test_an_unknown_game_is_named(referee: Referee) -> None:
    """With those that are there."""
    message = f"unknown game 'chess'; installed: {', '.join(registry.names())}"
    check_one_line(referee("games", "chess"), message)
    check_one_line(referee("play", "chess", "--bot", "connect"), message)


@pytest.mark.slow
def test_kernels_are_warmed_up(tmp_path: Path) -> None:
    """Those of one game, where the environment says; or it is said that there is nothing to compile."""
    run = subprocess.run(
        [sys.executable, "-m", "referee", "warmup", "swordman"],
        env=os.environ | {"REFEREE_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    kept = {file.name.split("-")[0] for file in tmp_path.rglob("*.kernel")}
    if "no Numba" in run.stdout:
        assert kept == set()
    else:
        assert run.stdout.startswith(f"swordman: compiled, in {tmp_path}")
        assert kept >= {"referee.games.swordman.rules.round._play_rounds"}


# Flags of play.

BAD_PLAYS: dict[str, tuple[list[str], str]] = {
    "unknown house bot": (
        ["--bot", "house:oracle", "--bot", "house:random"],
        "bot must be one of house:random, ",
    ),
    "missing command": (
        ["--bot", "./no-such-bot --fast", "--bot", "house:random"],
        "bot must be house:NAME, web, mcp, connect or a command that exists, not './no-such-bot --fast'",
    ),
    "empty command": (
        ["--bot", "", "--bot", "house:random"],
        "bot must be house:NAME, web, mcp, connect or a command that exists, not ''",
    ),
    "open quote": (
        ["--bot", "python 'bot", "--bot", "house:random"],
        "bot must be house:NAME, a command, web, mcp or connect (No closing quotation)",
    ),
    "one bot": (["--bot", "house:random"], "diceman needs 2 bots, 1 given: add 1 more --bot"),
    "three bots": (
        ["--bot", "house:random"] * 3,
        "diceman needs 2 bots, 3 given: leave 1 out",
    ),
    "config value": (
        ["--bot", "house:random", "--bot", "house:random", "--config", "games=0"],
        "games must be a whole number from 1 to 1000, not 0",
    ),
    "config name": (
        ["--bot", "house:random", "--bot", "house:random", "--config", "gmaes=3"],
        "gmaes must be one of ",
    ),
    "config form": (
        ["--bot", "house:random", "--bot", "house:random", "--config", "games"],
        "config must be of the form NAME=VALUE, not 'games'",
    ),
    "negative seed": (
        ["--bot", "house:random", "--bot", "house:random", "--seed", "-1"],
        "seed must be from 0 to 18446744073709551615, not -1",
    ),
    "large seed": (
        [
            *("--bot", "house:random", "--bot", "house:random"),
            *("--seed", "18446744073709551615", "--matches", "2"),
        ],
        "seed must be from 0 to 18446744073709551614, not 18446744073709551615",
    ),
    "move time": (
        ["--bot", "house:random", "--bot", "house:random", "--move-time", "quick"],
        "move_time must be a duration such as 500ms, 1.5s, 1m30s or 3d, not 'quick'",
    ),
    "bank": (
        ["--bot", "house:random", "--bot", "house:random", "--bank", "31d"],
        "time_control.bank must be from 0 to 30d, not '31d'",
    ),
    "strikes": (
        ["--bot", "house:random", "--bot", "house:random", "--strikes", "-1"],
        "time_control.strikes must be from 0 to 1000000, not -1",
    ),
}
"""Flags of `referee play diceman` that can't be followed, and what is said."""


@pytest.mark.parametrize("case", BAD_PLAYS)
def test_a_match_that_can_t_be_played_is_refused(
    referee: Referee, tmp_path: Path, case: str
) -> None:
    """Before any bot is started, and nothing is left behind."""
    words, message = BAD_PLAYS[case]
    check_one_line(referee("play", "diceman", *words, "--replay-dir", f"{tmp_path}/r"), message)
    assert not (tmp_path / "r").exists()


def test_replays_need_a_folder(referee: Referee, tmp_path: Path) -> None:
    """A file in its place is none."""
    (tmp_path / "r").write_text("")
    words = ["play", "diceman", "--bot", "house:random", "--bot", "house:random"]
    ran = referee(*words, "--replay-dir", f"{tmp_path}/r")
    check_one_line(ran, "replay_dir must be a folder that can be written (File exists)")


# Replays.


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    """The replay of a whole match of Diceman."""
    path = tmp_path / "replays" / "good.replay"
    path.parent.mkdir()
    record_match(registry.find("diceman"), tmp_path / "good.journal")
    close_journal(tmp_path / "good.journal", path)
    return path


@pytest.fixture
def damaged(replay: Path) -> Path:
    """The same, cut off."""
    path = replay.with_name("bad.replay")
    path.write_bytes(replay.read_bytes()[:-1])
    return path


def test_replays_that_hold_are_said_to(referee: Referee, replay: Path) -> None:
    """By file and by folder; quietly, only their number."""
    for argument in (replay, replay.parent):
        ran = referee("replay", "verify", str(argument))
        first, last = ran.out.splitlines()
        assert (ran.status, ran.err) == (0, "")
        assert first.startswith(f"ok {replay}: ")
        assert last == "1 of 1 replays hold"
    assert referee("replay", "verify", "-q", str(replay)) == Ran(0, "1 of 1 replays hold\n", "")


def test_one_damaged_replay_fails_them_all(referee: Referee, replay: Path, damaged: Path) -> None:
    """With exit status 1, and the others are still verified."""
    ran = referee("replay", "verify", str(replay.parent))
    assert ran.status == 1
    bad, good, count = ran.out.splitlines()
    assert bad.startswith(f"FAILED {damaged}: damaged: ")
    assert good.startswith(f"ok {replay}")
    assert count == "1 of 2 replays hold"


def test_an_absent_replay_does_not_hold(referee: Referee, tmp_path: Path) -> None:
    """Nor does an empty folder."""
    ran = referee("replay", "verify", f"{tmp_path}/absent")
    assert ran.status == 1
    assert ran.out.startswith(f"FAILED {tmp_path}/absent: can't be read: No such file")
    check_one_line(
        referee("replay", "verify", str(tmp_path)), f"{tmp_path}: a folder without replays"
    )


def test_a_replay_is_shown(referee: Referee, replay: Path) -> None:
    """From the header to the seed."""
    ran = referee("replay", "show", str(replay))
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "match recorded: diceman version 1"
    assert lines[-1].startswith("match seed: ")


def test_a_replay_is_exported(referee: Referee, replay: Path) -> None:
    """As lines of JSON."""
    ran = referee("replay", "export", "--json", str(replay))
    assert (ran.status, ran.err) == (0, "")
    records = [json.loads(line) for line in ran.out.splitlines()]
    assert "header" in records[0]
    assert "end" in records[-1]
    steps = [record["step"] for record in records if "step" in record]
    assert all(len(action["payload"]["dice"]) == 2 for step in steps for action in step["actions"])


def test_times_of_replays_are_shown(referee: Referee, replay: Path) -> None:
    """A line a player for people, an object a player for programs."""
    ran = referee("replay", "times", str(replay.parent))
    assert (ran.status, ran.err) == (0, "")
    assert "ada" in ran.out
    ran = referee("replay", "times", "--json", str(replay))
    players = [json.loads(line) for line in ran.out.splitlines()]
    assert players[0]["player"] == "ada"
    assert players[0]["answered"] > 0
    assert players[0]["cpu"] is None


@pytest.mark.parametrize("command", ["show", "export", "times"])
def test_a_damaged_replay_is_neither_shown_nor_exported(
    referee: Referee, damaged: Path, command: str
) -> None:
    """One line says what is wrong with it."""
    check_one_line(referee("replay", command, str(damaged)), f"{damaged}: damaged: ")
    check_one_line(
        referee("replay", command, f"{damaged}x"), f"{damaged}x: can't be read: No such file"
    )


# Flags of serve.


def test_a_port_in_use_is_named(referee: Referee, tmp_path: Path) -> None:
    """One line, and no server."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        words = ["--no-house-bots", "--data-dir", f"{tmp_path}/d", "--listen", address]
        check_one_line(
            referee("serve", *words),
            f"listen must be an address that is free and allowed, not '{address}",
        )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--listen", "nowhere"], "listen must be unix:PATH or HOST:PORT"),
        (["--listen", "127.0.0.1:99999"], "a port from 0 to 65535, not '127.0.0.1:99999'"),
        (["--listen", "0.0.0.0:0"], "listen must be an address of this machine alone"),
        (["--tls-cert", "c.pem"], "tls_cert and tls_key must be given together"),
        (["--max-matches", "0"], "max_matches must be from 1, not 0"),
        (["--max-message-bytes", "10"], "max_message_bytes must be from 1024"),
        (["--drain-grace", "soon"], "drain_grace must be a duration such as 500ms"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_settings_that_can_t_be_are_named(
    referee: Referee, tmp_path: Path, words: list[str], message: str
) -> None:
    """One line, and nothing is touched."""
    check_one_line(referee("serve", "--data-dir", f"{tmp_path}/d", *words), message)
    assert not (tmp_path / "d").exists()


def test_a_data_folder_that_is_a_file_is_refused(referee: Referee, tmp_path: Path) -> None:
    """One line."""
    (tmp_path / "d").write_text("")
    words = ["--no-house-bots", "--listen", f"unix:{tmp_path}/s", "--data-dir", f"{tmp_path}/d"]
    check_one_line(referee("serve", *words), "data_dir must be a folder that can be written")


def test_settings_may_come_from_the_environment(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the document of operations says; a flag wins."""
    monkeypatch.setitem(os.environ, "REFEREE_LISTEN", "nowhere")
    check_one_line(referee("serve"), "not 'nowhere'")
    check_one_line(referee("serve", "--listen", "elsewhere"), "not 'elsewhere'")
