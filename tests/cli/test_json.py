"""What lists or reports something does so for programs, too: one JSON object with `--json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer.main

from referee.cli.app import app as referee_app
from referee.games import registry
from tests.cli.command import Ran
from tests.cli.test_journal import JOURNAL
from tournaments.cli import app as tournament_app

Referee = Callable[..., Ran]
GOOD = "C1C2C3**\n..R1..T1\nK1K2K3M2\n"
REPLAYS = Path(__file__).with_name("recorded")

OTHERWISE = {
    "referee": {
        "serve", "ping", "simulate", "arena", "watch", "bridge", "attend", "warmup", "llm", "relay", "mcp", "new game", "new bot", "levels generate",
        "replay film",
        "replay show",  # `replay export` has all that it shows
        "trace show",  # a trace is JSON itself
        "trace split",
    },
    "tournament": {
        "run", "resume", "report", "migrate", "export", "site",
        "keys", "submit", "bench", "reinstate", "withdraw", "expel", "annul", "restore", "pause", "freeze",
        "close", "rebuild",
    },
}  # fmt: skip
"""Commands that list and report nothing, or write in a form that is asked for in another way."""


def commands(app: typer.Typer, *words: str) -> Iterator[tuple[str, set[str]]]:
    """Every command of an application with its options."""

    def walk(command: object, path: tuple[str, ...]) -> Iterator[tuple[str, set[str]]]:
        inner = getattr(command, "commands", None)
        if inner is None:
            options = {name for each in command.params for name in each.opts}  # type: ignore[attr-defined]
            yield " ".join(path), options
        else:
            for name, each in inner.items():
                yield from walk(each, (*path, name))

    yield from walk(typer.main.get_command(app), words)


@pytest.mark.parametrize("name", list(OTHERWISE))
def test_every_listing_has_json(name: str) -> None:
    """All commands but those that do something else."""
    app = {"referee": referee_app, "tournament": tournament_app}[name]
    without = {command for command, options in commands(app) if "--json" not in options}
    assert without == OTHERWISE[name]


def test_games(referee: Referee) -> None:
    """Each as it is told by itself, with its title and what it is about."""
    listed = json.loads(referee("games", "--json").out)["games"]
    assert {each["game"] for each in listed} == set(registry.names())
    alone = json.loads(referee("games", "diceman", "--json").out)
    (diceman,) = [each for each in listed if each["game"] == "diceman"]
    info = registry.info("diceman")
    assert diceman == alone | {"title": info.title, "summary": info.summary}


def test_replays(referee: Referee, tmp_path: Path) -> None:
    """Those that hold and those that don't, and whether all do."""
    good = next(REPLAYS.glob("*.replay"))
    ran = referee("replay", "verify", str(good), "--json")
    told = json.loads(ran.out)
    assert (ran.status, told["holds"], told["count"]) == (0, True, 1)
    (replay,) = told["replays"]
    assert (replay["path"], replay["holds"], replay["problem"]) == (str(good), True, None)
    assert replay["steps"] > 0
    bad = tmp_path / "bad.replay"
    bad.write_bytes(good.read_bytes()[:-40])
    ran = referee("replay", "verify", str(good), str(bad), "--json", "--quiet")
    told = json.loads(ran.out)
    assert (ran.status, told["holds"], told["count"]) == (1, False, 2)
    assert [each["path"] for each in told["replays"]] == [str(bad)]
    assert str(bad) in told["replays"][0]["problem"]


def test_journals(referee: Referee, tmp_path: Path) -> None:
    """What each holds, and what was mended."""
    data = JOURNAL.read_bytes()
    path = tmp_path / "a.journal"
    path.write_bytes(data)
    checked = referee("journal", "check", str(path), "--json")
    expected = {
        "holds": True,
        "path": str(path),
        "problem": None,
        "records": 8,
        "tail": "nothing",
        "readable_bytes": len(data),
        "bytes": len(data),
        "records_behind": 0,
        "standing": "running after 3 steps",
    }
    assert json.loads(checked.out) == {"holds": True, "journals": [expected]}
    damaged = bytearray(data)
    damaged[-10] ^= 4
    path.write_bytes(damaged)
    checked = referee("journal", "check", str(path), "--json")
    told = json.loads(checked.out)
    assert (checked.status, told["holds"], told["journals"][0]["tail"]) == (1, False, "damaged")
    mended = json.loads(referee("journal", "repair", str(path), "--json").out)
    (each,) = mended["journals"]
    assert (mended["holds"], each["bits"], each["bytes_given_up"]) == (True, 1, 0)
    assert each["kept"] == f"{path}.broken"
    again = referee("journal", "repair", str(path), str(tmp_path / "no.journal"), "--json")
    first, second = json.loads(again.out)["journals"]
    assert again.status == 1
    assert "nothing to mend" in first["problem"]
    assert second["problem"] == "No such file or directory"


def test_levels(referee: Referee, tmp_path: Path) -> None:
    """A map with its pieces and rows, or its error; a built-in level and a preset with their rounds."""
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(GOOD)
    bad.write_text("\nC1C2C3**\nK1K2K3\n")
    ran = referee("levels", "check", str(good), str(bad), "--json")
    first, second = json.loads(ran.out)["levels"]
    facts = {"width": 4, "height": 3, "pieces": {"R1": 1, "T1": 1, "M2": 1}}
    assert (ran.status, first) == (1, {"path": str(good), "holds": True} | facts)
    place = {"line": 3, "column": 7, "code": "E_RAGGED"}
    assert second.items() >= ({"path": str(bad), "holds": False} | place).items()
    shown = json.loads(referee("levels", "show", str(good), "--json").out)
    assert shown == {"level": str(good)} | facts | {"max_rounds": None, "rows": GOOD.split()}
    assert json.loads(referee("levels", "show", "L1", "--json").out)["max_rounds"] == 30
    preset = json.loads(referee("levels", "show", "hard", "--json").out)
    assert preset == {
        "level": "hard",
        "width": 13,
        "height": 13,
        "wall_percent": 30,
        "pieces": {"R1": 8, "T1": 8, "M3": 2, "M2": 4, "M1": 4},
        "max_rounds": 60,
    }


def test_scenarios(referee: Referee, tmp_path: Path) -> None:
    """Those that pass, those that don't, and those that can't be read."""
    good = min((Path(__file__).parents[1] / "scenarios" / "diceman").glob("*.toml"))
    bad = tmp_path / "bad.toml"
    bad.write_text("no = 'scenario'\n")
    ran = referee("scenario", "run", str(good), str(bad), "--json")
    told = json.loads(ran.out)
    first, second = told["scenarios"]
    assert (ran.status, told["passed"]) == (1, False)
    assert (first["path"], first["passed"], first["differences"]) == (str(good), True, [])
    assert first["title"]
    assert (second["path"], second["passed"]) == (str(bad), False)
    assert second["error"] in ran.err
