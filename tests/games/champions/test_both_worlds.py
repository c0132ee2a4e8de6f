"""Matches come out the same with compiled and with interpreted kernels, events and all."""

from __future__ import annotations

import pytest

from tests.helpers.worlds import check_printed

MATCHES = range(14, 24)
"""Of all sizes: 16 seats and 2 among them."""


@pytest.mark.slow
def test_interpreted_kernels_play_the_same_matches() -> None:
    """States, events, observations and outcomes, under odd configs and with wrong actions.

    `python -m tests.games.champions.both_worlds` plays more of them.
    """
    check_printed(
        "from tests.games.champions.both_worlds import main; main()",
        str(MATCHES.start),
        str(MATCHES.stop),
        num_lines=len(MATCHES),
    )


@pytest.mark.slow
def test_interpreted_kernels_step_the_same_rows() -> None:
    """Columns, rewards and refusals, with orders that are legal and with any numbers at all."""
    code = "from tests.games.champions.rows_in_worlds import main; main()"
    check_printed(code, "13", "19", num_lines=6)
