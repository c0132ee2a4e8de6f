"""The measurement of Champions end to end, in its smallest size."""

from __future__ import annotations

import pytest

from loadtest.champions import IDLE, main, play_batches


@pytest.mark.parametrize("bot", [IDLE, "random"])
def test_a_batch_counts_what_was_played(bot: str) -> None:
    """Two seats and one round: three phases for both, and for bots that may meet perhaps a battle."""
    (batch,) = play_batches(bot, seats=2, at_once=3, batches=1, max_rounds=1)
    assert batch.matches == 3
    assert batch.missed == 0
    if bot == IDLE:  # who never moves never meets anybody
        assert batch.decisions == 3 * 2 * 3
        assert len(batch.points_ms) == 3 * 2
    else:
        assert 3 * 2 * 3 <= batch.decisions <= 3 * 2 * 4
    assert all(0 < point < 1e3 * batch.seconds for point in batch.points_ms)


def test_figures_are_printed_by_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """A row with what a match has on average: 2 seats, 2 rounds, 3 phases."""
    main(["--seats", "2", "--at-once", "1", "--batches", "1", "--max-rounds", "2"])
    row = capsys.readouterr().out.splitlines()[-1].split()
    assert row[:2] == ["idle", "1"]
    assert row[6] == "12"
    assert row[8] == "0"
