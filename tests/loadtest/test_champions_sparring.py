"""What is measured of hiding, friends and the round cap in Champions, in its smallest size."""

from __future__ import annotations

import collections

import pytest

from loadtest import champions_balance
from loadtest.champions_balance import capped_cell
from loadtest.champions_sparring import drawn, main
from referee_bots import names

BOTS = names("champions")


def test_a_share_is_told_with_its_interval() -> None:
    """In percent."""
    assert capped_cell(0, 100) == "0.00 % (0.00 to 3.70)"


@pytest.mark.parametrize("seats", [2, 4, 8, 16])
def test_everybody_is_drawn_alike(seats: int) -> None:
    """Nobody twice while there are others, and over many matches each about as often as another."""
    counts = collections.Counter(name for seed in range(500) for name in drawn(BOTS, seats, seed))
    assert set(counts) == set(BOTS)
    fair = 500 * seats / len(BOTS)
    assert all(abs(count - fair) < 0.2 * fair for count in counts.values())
    most = collections.Counter(drawn(BOTS, seats, 7)).most_common(1)[0][1]
    assert most <= -(-seats // len(BOTS))
    assert drawn(BOTS, seats, 7) == drawn(BOTS, seats, 7)


def test_lengths_are_searched_through(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for every three of the lengths, and the same shares as a table of those lengths has."""
    words = "--matches 2 --sizes 2 3 --search 2 100"
    assert champions_balance.main(words.split()) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head == "| lengths | 2 seats | 3 seats |"
    names = [row.split(" | ")[0] for row in rows]
    assert names[:3] == ["| 2, 2, 2", "| 2, 2, 100", "| 2, 100, 2"]
    assert len(set(names)) == 8
    capped = champions_balance.figures_of(3, 2, (100, 2, 2)).capped
    assert rows[4].endswith(f" | {capped_cell(int(capped.sum()), 2)} |")


def test_a_table_of_the_cap(capsys: pytest.CaptureFixture[str]) -> None:
    """A row of a field and a number of seats."""
    words = "capped --matches 2 --seats 2 --fields idle --stage-lengths 2 2 2"
    assert main(words.split()) == 0
    row = capsys.readouterr().out.splitlines()[-1]
    assert row.startswith("| idle | 2 | 2 | ")
