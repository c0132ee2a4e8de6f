"""docs/training.md: from nothing to a trained bot in a refereed match, as it is written there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee_envs
from referee.games import registry
from tests.docs.markdown import ROOT, blocks

GUIDE = ROOT / "docs" / "training.md"
PROGRAMS = [block.text for block in blocks(GUIDE) if block.language == "python"]
COMMANDS = [
    line.removeprefix("$ ")
    for block in blocks(GUIDE)
    if block.language == "console"
    for line in block.text.splitlines()
    if line.startswith(("$ python ", "$ referee play "))
]


@pytest.mark.slow
def test_a_bot_is_trained_and_plays(tmp_path: Path) -> None:
    """The programs are written to the files that they name, and the commands run in order."""
    for text in PROGRAMS:
        named = re.match(r"# (\w+\.py)\n", text)
        (tmp_path / (named[1] if named else "other.py")).write_text(text, encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command in [*COMMANDS, "python other.py"]:
        ran = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
    assert len(COMMANDS) == 2
    assert (tmp_path / "policy.txt").read_text() in "012345"
    assert "upgrades, research, spells" in ran.stdout


def test_what_makes_environments_is_listed() -> None:
    """All of it, and nothing that is not there."""
    rows = re.findall(r"^\| `(\w+)\(.*\|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    makers = {name for name in referee_envs.__all__ if name.islower()} - {
        "as_bot",
        "sb3_bot",
        "sb3_policy",
    }
    assert set(rows) == makers


@pytest.mark.parametrize("name", sorted(registry.names()))
def test_the_table_names_the_columns_of_each_game(name: str) -> None:
    """All of their first parts, and nothing that is not there."""
    title = name.replace("_", " ").title()
    row, *_ = re.findall(rf"^\| {title} \| (.*?) \|", GUIDE.read_text("utf-8"), re.MULTILINE)
    columns = referee_envs.make_vec(name).views.columns
    firsts = {column.name.partition(".")[0] for column in columns}
    assert sorted(re.findall(r"`(\w+)`", row)) == sorted(firsts)


def test_features_are_made_as_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    """The program runs as it is written."""
    (text,) = [text for text in PROGRAMS if text.startswith("# features.py")]
    exec(compile(text, "features.py", "exec"), {})
    assert capsys.readouterr().out == "[[0 0]\n [0 0]]\n"
