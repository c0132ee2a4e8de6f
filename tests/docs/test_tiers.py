"""What tests/tiers.toml, the Makefile and docs/testing.md say of slow and nightly tests agrees."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.markdown import ROOT
from tests.tiers_by_name import TABLE, part_of

ENTRIES = [entry for tier in ("slow", "nightly", "waits") for entry in TABLE[tier]]


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """Ask what `make` would do, without what a `make` around this test was asked."""
    outside = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith("MAKE") and name != "PART"
    }
    return subprocess.run(
        ["make", "--dry-run", *words],
        cwd=ROOT,
        env=outside,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_entry_names_a_test() -> None:
    """A test that was renamed or removed is found; each is listed once, in order."""
    for entry in ENTRIES:
        path, _, name = entry.partition("::")
        text = (ROOT / "tests" / path).read_text(encoding="utf-8")
        assert not name or f"def {name.split('[')[0]}(" in text, entry
    assert all(TABLE[tier] == sorted(set(TABLE[tier])) for tier in ("slow", "nightly", "waits"))


def test_every_folder_is_in_one_part() -> None:
    """So no nightly test is left out by all parts, nor run by two."""
    folders = sorted(folder for part in TABLE["parts"].values() for folder in part)
    tests = {
        path.relative_to(ROOT / "tests").parts[0] for path in ROOT.glob("tests/*/**/test_*.py")
    }
    assert folders == sorted(tests - {"train"})  # what learns is run apart


def test_make_and_the_document_know_all_parts() -> None:
    """The Makefile runs each, and docs/testing.md has a line for each."""
    line = re.search(r"^PARTS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert line is not None
    expected = [*TABLE["parts"], "both-worlds"]
    assert expected == line[1].split()
    document = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    table = document.partition("| part | what it runs |")[2].partition("\n\n")[0]
    assert expected == re.findall(r"^\| `([a-z-]+)` \|", table, re.M)
    workflow = (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    assert f"part: [{', '.join(expected)}]" in workflow


def test_make_runs_one_part_or_all() -> None:
    """One report for each part."""
    parts = [*TABLE["parts"], "both-worlds"]
    one = make("test-nightly", "PART=games").stdout
    assert re.findall(r"build/test-nightly-([a-z-]+)\.xml", one) == ["games"]
    everything = make("test-nightly").stdout
    assert re.findall(r"build/test-nightly-([a-z-]+)\.xml", everything) == parts


def test_an_unknown_part_is_refused() -> None:
    """The error lists the parts."""
    done = make("test-nightly", "PART=knights")
    assert done.returncode == 2
    assert "there is no part 'knights' of test-nightly; there are: games servers" in done.stderr


def test_a_nightly_test_without_a_part_is_an_error(pytester_folder: Path) -> None:
    """It would be run by nobody."""
    test = "import pytest\n\n\n@pytest.mark.nightly\ndef test_it():\n    pass\n"
    (pytester_folder / "test_it.py").write_text(test, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.tiers_by_name", "-q", "."],
        cwd=pytester_folder,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "test_it.py::test_it is nightly, and no part has its folder" in done.stderr


@pytest.fixture
def pytester_folder(tmp_path: Path) -> Path:
    """A folder with the one setting that registers the marker."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = nightly\n    slow\n")
    return tmp_path


def test_folders_have_their_part() -> None:
    """By the first folder below `tests`."""
    assert part_of("tests/games/champions/test_golden.py::test_it[1]") == "games"
    assert part_of("tests/elsewhere/test_it.py::test_it") is None
