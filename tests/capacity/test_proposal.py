"""From rates and memory to a number of matches: every expected number is worked by hand."""

from __future__ import annotations

import math

import pytest

from referee.capacity.proposal import Binds, Proposal, propose
from referee.core.errors import FieldError


def test_the_processor_binds() -> None:
    """40 matches a second of 30 points of half a second: 600 are open, of which 75 % are proposed."""
    proposal = propose(40, 30, 0.5, match_bytes=50_000, free_bytes=1_000_000_000)
    assert proposal == Proposal(by_processor=450, by_memory=10_000)
    assert (proposal.max_matches, proposal.binds) == (450, Binds.PROCESSOR)


def test_the_memory_binds() -> None:
    """Half of 8 MB holds 80 matches of 50 kB."""
    proposal = propose(40, 30, 0.5, match_bytes=50_000, free_bytes=8_000_000)
    assert proposal == Proposal(by_processor=450, by_memory=80)
    assert (proposal.max_matches, proposal.binds) == (80, Binds.MEMORY)


@pytest.mark.parametrize(
    ("match_bytes", "free_bytes"), [(None, 10), (10.0, None), (0.0, 10), (-5.0, 10)]
)
def test_memory_that_is_not_known_binds_nothing(
    match_bytes: float | None, free_bytes: int | None
) -> None:
    """Neither does a size that is none: noise can make it so."""
    proposal = propose(40, 30, 0.5, match_bytes=match_bytes, free_bytes=free_bytes)
    assert proposal == Proposal(450, None)
    assert (proposal.max_matches, proposal.binds) == (450, Binds.PROCESSOR)


@pytest.mark.parametrize("rate", [None, 0.001])
def test_a_very_slow_machine_gets_one_match(rate: float | None) -> None:
    """None would not start a server; likewise where no match fits into the memory."""
    assert propose(rate, 30, 0.5, match_bytes=None, free_bytes=None).max_matches == 1
    assert propose(40, 30, 0.5, match_bytes=100.0, free_bytes=50).max_matches == 1


@pytest.mark.parametrize("pace", [0.0, -1.0, math.inf, math.nan])
def test_a_pace_is_above_zero(pace: float) -> None:
    """The error says so."""
    with pytest.raises(FieldError, match="pace must be a number of seconds above 0, not"):
        propose(1, 1, pace, match_bytes=None, free_bytes=None)
