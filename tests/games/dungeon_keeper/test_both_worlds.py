"""Matches come out the same with compiled and with interpreted kernels, events and all."""

from __future__ import annotations

import pytest

from tests.helpers.worlds import check_printed

MATCHES = range(4, 12)
"""Of all sizes, with and without fog, on generated maps and in hand-made positions."""


@pytest.mark.slow
def test_interpreted_kernels_play_the_same_matches() -> None:
    """States, events, observations and outcomes, under odd configs.

    `python -m tests.games.dungeon_keeper.both_worlds` plays more of them.
    """
    check_printed(
        "from tests.games.dungeon_keeper.both_worlds import main; main()",
        str(MATCHES.start),
        str(MATCHES.stop),
        num_lines=len(MATCHES),
    )
