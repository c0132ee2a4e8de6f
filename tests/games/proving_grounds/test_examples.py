"""Every worked example of the rulebook's section 8, and every reason code of PG-4.11, as scenario files.

PG-8.1 is about dice alone and is tested here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.rng import Stream
from referee.games.proving_grounds.tables import Code
from referee.games.scenario import load_scenario, run_scenario

FOLDER = Path(__file__).parents[2] / "scenarios" / "proving_grounds"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    """The scenario comes out as it says."""
    assert [str(difference) for difference in run_scenario(load_scenario(path), path)] == []


def test_no_example_is_missing() -> None:
    """PG-8.2 to PG-8.22 have files that are titled after them."""
    titles = [load_scenario(path).title for path in FOLDER.glob("PG_8_*.toml")]
    found = {int(title.removeprefix("PG-8.").split()[0].rstrip(":")) for title in titles}
    assert found == set(range(2, 23))


@pytest.mark.parametrize("code", [code.name for code in Code if code != Code.OK])
def test_no_reason_code_is_missing(code: str) -> None:
    """Each code has a file that is named and titled after it, and tells it."""
    path = FOLDER / f"refused_{code.lower()}.toml"
    scenario = load_scenario(path)
    assert scenario.title.startswith(f"{code}: ")
    told = [event for step in scenario.steps for event in step.expect.events]
    assert code in [(event.model_extra or {}).get("code") for event in told]


@pytest.mark.parametrize(
    ("keys", "state", "sides", "results"),
    [
        ((0,), 0x5E41AB087439611E, 100, [95, 28, 33, 73, 53, 82, 70, 78]),
        ((2, 1), 0xFEAB9A052C034D9F, 48, [31, 14, 27, 21, 11, 33]),
        ((3, 1, 0, 4), 0x26D11FB21CA384FE, 6, [3, 5, 3, 5, 4, 1, 1, 3]),
        ((3, 1, 4, 0), 0x6518A56A3BD8B192, 6, [4, 3, 4, 4, 5, 5, 2, 3]),
        ((4, 2, 17), 0xEF10A2F710C44741, 6, [0, 3, 0, 3, 3, 4, 4, 1]),
        ((5, 2, 17), 0x24BBDD30771D383A, 6, [3, 3, 4, 3]),
        ((6, 31, 0), 0xE85DF872F2E32120, 100, [40]),
        ((6, 31, 1), 0x593D1232743CF74E, 100, [79]),
    ],
)
def test_streams(keys: tuple[int, ...], state: int, sides: int, results: list[int]) -> None:
    """PG-8.1, with d6 and d100 counted from 0."""
    stream = Stream(1, *keys)
    assert stream.state == state
    assert [stream.draw(sides) - 1 for _ in results] == results


def test_shuffled_stream() -> None:
    """PG-8.1: the boards' stream."""
    stream, orders = Stream(1, 1), []
    assert stream.state == 0xF18D6CE93D6CF1EE
    for _ in range(2):
        order = [0, 1, 2, 3]
        stream.shuffle(order)
        orders.append(order)
    assert orders == [[0, 2, 3, 1], [1, 0, 2, 3]]
