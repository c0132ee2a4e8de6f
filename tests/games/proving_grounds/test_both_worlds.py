"""Matches come out the same with compiled and with interpreted kernels, events and all."""

from __future__ import annotations

import pytest

from tests.helpers.worlds import check_printed

MATCHES = range(8)
"""Of all sizes: 2 to 8 seats."""


@pytest.mark.slow
def test_interpreted_kernels_play_the_same_matches() -> None:
    """States, events, observations, columns, lists and outcomes, under odd configs and with wrong actions.

    `python -m tests.games.proving_grounds.both_worlds` plays more of them.
    """
    check_printed(
        "from tests.games.proving_grounds.both_worlds import main; main()",
        str(MATCHES.start),
        str(MATCHES.stop),
        num_lines=len(MATCHES),
    )
