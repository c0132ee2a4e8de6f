"""`referee odds diceman`: what it prints and writes, what it keeps, and one line for a mistake."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.games.diceman import odds
from tests.cli.command import Ran, process
from tests.games.diceman import odds_reference as reference
from tests.games.diceman.odds_reference import LETTERS, Rules

Referee = Callable[..., Ran]

SMALL = ["--config", "die_magic=2", "--config", "die_priority=3", "--config", "die_sword=3"]
SMALL += ["--config", "die_shield=2", "--config", "life=4"]
"""Flags of a config that is solved at once."""
SMALL_RULES = Rules((2, 3, 3, 2))


@pytest.fixture(autouse=True)
def cache_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own, named by the environment; no test touches the user's."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("REFEREE_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Lives of the games that are solved rather than taken from the cache."""
    lives: list[int] = []
    solve = odds.solve_game

    def count(*args: Any) -> object:
        lives.append(args[1])
        return solve(*args)

    monkeypatch.setattr(odds, "solve_game", count)
    return lives


def test_the_table_is_shown(referee: Referee) -> None:
    """36 entries as the reference has them, what beats what, the mixture and the checksum."""
    ran = referee("odds", "diceman", *SMALL)
    assert (ran.status, ran.err) == (0, "")
    text = reference.text(SMALL_RULES)
    shown = [line.split() for line in ran.out.splitlines()]
    rows = [words for words in shown if len(words) == 11 and words[0] in LETTERS]
    assert [",".join(words[:2] + words[5:]) for words in rows] == text.splitlines()[1:]
    assert f"sha256 of the table as text: {hashlib.sha256(text.encode()).hexdigest()}" in ran.out


def test_the_default_is_the_rulebooks(referee: Referee) -> None:
    """DM-11.7, and DM-11.8: MS and SH are all that is beaten by two or fewer."""
    out = referee("odds", "diceman").out
    assert "optimal mixture of a single round: MS 23/238, MH 138/238, SH 77/238\n" in out
    assert "  SH beats MP, MS, PS\n" in out
    assert "  MP beats PH\n" in out


def test_the_text_is_written(referee: Referee, tmp_path: Path) -> None:
    """Byte for byte, with lines ended by newlines alone (DM-11.3)."""
    path = tmp_path / "odds.csv"
    assert referee("odds", "diceman", *SMALL, "--csv", str(path)).status == 0
    assert path.read_bytes() == reference.text(SMALL_RULES).encode("ascii")


def test_json_has_everything(referee: Referee) -> None:
    """Fractions as texts, values and mixtures as numbers."""
    ran = referee("odds", "diceman", "--value", "2", "1", "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["game"] == "diceman"
    assert found["config"]["life"] == 20
    entries = {(entry["row"], entry["col"]): entry for entry in found["table"]}
    assert len(entries) == 36
    assert entries["SH", "MS"]["more"] == "139/160"
    assert entries["SH", "MS"]["net"] == "69/20"
    assert ["SH", "MS"] in found["beats"]
    assert found["round_mixture"]["MH"] == "69/119"
    whole = found["whole_game"]
    assert whole["lives"] == [2, 1]
    assert whole["value"] == pytest.approx(1 / 8, abs=1e-12)
    assert [mixture["PS"] for mixture in whole["mixtures"]] == [1, 1]
    assert whole["gap"] < 1e-10


def test_a_value_is_shown(referee: Referee) -> None:
    """DM-11.8: V(20,10) = 0.770676; and who is worse off sees the same with the other sign."""
    ran = referee("odds", "diceman", "--value", "20", "10")
    assert (ran.status, ran.err) == (0, "")
    assert "value for A: +0.770676" in ran.out
    assert "value for A: -0.770676" in referee("odds", "diceman", "--value", "10", "20").out


def test_who_is_dead_chooses_nothing(referee: Referee) -> None:
    """The value is said all the same."""
    out = referee("odds", "diceman", *SMALL, "--value", "3", "0").out
    assert "value for A: +1.000000" in out
    assert out.endswith("the game is over: nothing is left to choose\n")


def test_numbers_are_not_cut_off(referee: Referee) -> None:
    """However long the fractions are, a table that nobody's terminal limits has them in full."""
    flags = ["--config", "die_magic=23", "--config", "die_sword=29", "--config", "die_shield=31"]
    out = referee("odds", "diceman", *flags).out
    assert "…" not in out


# What is kept.


def test_a_game_is_solved_once(
    referee: Referee, solved: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second time it comes from the user's cache, the same to the last digit."""
    monkeypatch.delenv("REFEREE_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", f"{tmp_path}/home")
    words = ["odds", "diceman", *SMALL, "--value", "4", "3", "--json"]
    first = referee(*words)
    assert solved == [4]
    assert [path.suffix for path in (tmp_path / "home" / "gamereferee").iterdir()] == [".odds"]
    assert referee(*words) == first
    assert solved == [4]


def test_configs_are_kept_apart(referee: Referee, solved: list[int], tmp_path: Path) -> None:
    """By what a solved game depends on, and by nothing else."""
    words = ["odds", "diceman", *SMALL, "--value", "1", "1", "--cache-dir", f"{tmp_path}/c"]
    referee(*words)
    referee(*words, "--config", "games=3", "--config", "round_cap=7", "--config", "deadline_ms=99")
    assert solved == [4]
    referee(*words, "--config", "magic_scope=so_far")
    referee(*words, "--config", "life=3")
    assert solved == [4, 4, 3]
    assert len(list((tmp_path / "c").iterdir())) == 3
    assert not (tmp_path / "cache").exists()


def test_the_folder_may_come_from_the_environment(referee: Referee, cache_dir: Path) -> None:
    """REFEREE_CACHE_DIR, in place of the user's own."""
    referee("odds", "diceman", *SMALL, "--value", "1", "1")
    assert len(list(cache_dir.iterdir())) == 1


def test_without_a_value_nothing_is_solved(
    referee: Referee, solved: list[int], cache_dir: Path
) -> None:
    """Nor kept."""
    assert referee("odds", "diceman", *SMALL).status == 0
    assert solved == []
    assert not cache_dir.exists()


# Mistakes.


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--config", "life=0"], "life must be a whole number from 1 to 1000, not 0"),
        (["--config", "die_sword=101"], "die_sword must be a whole number from 1 to 100, not 101"),
        (["--config", "die_sword=x"], "die_sword must be a whole number from 1 to 100, not 'x'"),
        (["--config", "magic_scope=all"], "magic_scope must be one of phase, so_far, not 'all'"),
        (["--config", "die_axe=6"], "die_axe must be one of life, die_magic"),
        (["--config", "life"], "config must be of the form NAME=VALUE, not 'life'"),
        (
            ["--config", "die_sword=60", "--config", "die_shield=60"],
            "dice must be of at most 10000000 pairs of rolls for SH against SH, not 12960000",
        ),
        (
            ["--config", "life=61", "--value", "3", "2"],
            "life must be from 1 to 60 for odds of the whole game, not 61",
        ),
        (["--value", "21", "3"], "value must be two lives from 0 to 20, not (21, 3)"),
        (["--value", "3", "-1"], "value must be two lives from 0 to 20, not (3, -1)"),
        (["--plot", "odds.pdf"], "plot must be a file that ends in .svg or .png, not 'odds.pdf'"),
        (["--plot", "odds"], "plot must be a file that ends in .svg or .png, not 'odds'"),
        (
            ["--csv", "/nowhere/odds.csv"],
            "csv must be a file that can be written (No such file or directory), "
            "not '/nowhere/odds.csv'",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_can_t_be_done_is_said_in_one_line(
    referee: Referee, words: list[str], message: str
) -> None:
    """With field, bound and value, and nothing on standard output."""
    ran = referee("odds", "diceman", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("referee: ")
    assert ran.err.count("\n") == 1, ran.err
    assert message in ran.err


def test_a_folder_is_no_csv_file(referee: Referee, tmp_path: Path) -> None:
    """What can't be written is told at its flag."""
    ran = referee("odds", "diceman", *SMALL, "--csv", str(tmp_path))
    assert ran.status == 2
    assert "csv must be a file that can be written (Is a directory)" in ran.err


def test_the_single_round_needs_no_small_life(referee: Referee) -> None:
    """DM-11 limits life for the whole game only."""
    assert referee("odds", "diceman", "--config", "life=1000").status == 0


@pytest.mark.parametrize("words", [["chess"], ["diceman", "--value", "3"], ["diceman", "x"]])
def test_wrong_words_are_refused(referee: Referee, words: list[str]) -> None:
    """Before anything is computed."""
    ran = referee("odds", *words)
    assert (ran.status, ran.out) == (2, "")
    assert "Error" in ran.err


def test_a_missing_extra_is_named(
    referee: Referee, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before anything is computed or written."""
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "matplotlib" else find(name)
    )
    ran = referee("odds", "diceman", "--csv", f"{tmp_path}/x.csv", "--plot", f"{tmp_path}/x.svg")
    assert ran.status == 2
    assert ran.err == (
        "referee: plot needs Matplotlib, which the extra `plots` brings: "
        "pip install 'gamereferee[plots]'\n"
    )
    assert not list(tmp_path.glob("x.*"))


def test_the_odds_are_a_process_without_matplotlib(tmp_path: Path) -> None:
    """What draws is loaded by who draws; a whole run as a user starts it."""
    blocked = tmp_path / "matplotlib"
    blocked.mkdir()
    (blocked / "__init__.py").write_text("raise SystemExit('loaded')")
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    ran = process("odds", "diceman", *SMALL, "--value", "2", "2", env=env)
    assert (ran.status, ran.err) == (0, "")
    assert "value for A: +0.000000" in ran.out
