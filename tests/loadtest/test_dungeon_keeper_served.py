"""The measurement of small orders at a server, in its smallest size."""

from __future__ import annotations

import pytest

from loadtest.dungeon_keeper_served import main


@pytest.mark.slow
def test_every_step_of_every_imp_is_a_batch(capsys: pytest.CaptureFixture[str]) -> None:
    """Two seats, two rounds: twenty summons each, then forty steps each; none is refused."""
    main(["--preset", "small", "--seats", "2", "--rounds", "2"])
    rows = [line.split()[1::2] for line in capsys.readouterr().out.splitlines()]
    assert [row[:3] for row in rows[2:]] == [["whole", "120", "0"], ["deltas", "120", "0"]]
    whole, delta = (float(row[3].replace(",", "")) for row in rows[2:])
    assert 0 < delta < whole / 4
    assert all(float(row[4]) > 0 for row in rows[2:])
