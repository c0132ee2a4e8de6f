"""Placements and scores (CH-7.2, CH-7.3)."""

from __future__ import annotations

from referee.core.outcome import GameOutcome, rank
from referee.games.champions import columns as c
from referee.games.champions.state import State

__all__ = ["FULL_SCORE", "outcome_of"]

FULL_SCORE = 1_000_000
"""What stands for the score 1 of CH-7.3; scores are whole millionths, halves up."""


def outcome_of(state: State) -> GameOutcome:
    """Placements and scores of all seats as they stand now."""
    keys = [
        _key(seat, health)
        for seat, health in zip(state.seats.tolist(), state.health.tolist(), strict=True)
    ]
    return GameOutcome(rank(keys), tuple([_score(keys, key) for key in keys]))


def _key(seat: list[int], health: list[int]) -> tuple[int, ...]:
    if seat[c.ALIVE]:
        living = sum(value > 0 for value in health)
        return 1, living, sum(health), seat[c.KILLS], seat[c.DAMAGE]
    return 0, seat[c.OUT_ROUND], 0, seat[c.KILLS], seat[c.DAMAGE]


def _score(keys: list[tuple[int, ...]], key: tuple[int, ...]) -> int:
    beaten = sum(other < key for other in keys)
    equal = sum(other == key for other in keys) - 1
    rivals = len(keys) - 1
    return (FULL_SCORE * (2 * beaten + equal) + rivals) // (2 * rivals)
