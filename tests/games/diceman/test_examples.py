"""Every worked example of the rulebook's section 8, as scenario files."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.scenario import load_scenario, run_scenario

FOLDER = Path(__file__).parents[2] / "scenarios" / "diceman"
FILES = sorted(FOLDER.glob("*.toml"))

EXAMPLES = [*range(1, 8), "8a", "8b", *range(9, 18)]  # E18 is about odds, not about a match


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    """The scenario comes out as it says."""
    assert [str(difference) for difference in run_scenario(load_scenario(path), path)] == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_no_example_is_missing(example: int | str) -> None:
    """Each example has a file that is named and titled after it."""
    number = f"{example:02}" if isinstance(example, int) else f"0{example}"
    titles = [load_scenario(path).title for path in FOLDER.glob(f"E{number}_*.toml")]
    assert titles
    assert all(title.startswith(f"E{example}: ") for title in titles)
