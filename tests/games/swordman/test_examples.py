"""Every worked example of the rulebook's section 8, as scenario files."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.scenario import load_scenario, run_scenario

FOLDER = Path(__file__).parents[2] / "scenarios" / "swordman"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    """The scenario comes out as it says."""
    assert [str(difference) for difference in run_scenario(load_scenario(path), path)] == []


@pytest.mark.parametrize("example", range(1, 15))
def test_no_example_is_missing(example: int) -> None:
    """Each example has a file that is named and titled after it."""
    titles = [load_scenario(path).title for path in FOLDER.glob(f"E{example:02}_*.toml")]
    assert titles
    assert all(title.startswith(f"E{example}: ") for title in titles)
