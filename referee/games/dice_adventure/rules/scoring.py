"""Points of a level, and the ranking of parties (DA-7.2 to DA-7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from referee.core.kernel import borrowing
from referee.core.outcome import GameOutcome, rank
from referee.games.dice_adventure.tables import NUM_MEMBERS

__all__ = ["level_score", "match_outcome", "party_placements"]

T = TypeVar("T")

_KEY_POINTS, _CLEAR_POINTS, _SPEED_POINTS = 100, 300, 400


@borrowing
def level_score(keys: int, cleared: bool, rounds: int, cap: int) -> int:
    """Return the points of a level (DA-7.2).

    Args:
        keys: Number of keys that the party held at the level's end.
        cleared: Whether the level was cleared.
        rounds: Round in which the level was cleared; not used if it was not.
        cap: Highest number of rounds of the level.
    """
    score = _KEY_POINTS * keys
    if cleared:
        # Only the speed part is divided: `*` and `//` bind before `+`.
        score += _CLEAR_POINTS + _SPEED_POINTS * (cap - rounds) // cap
    return score


def party_placements(records: Sequence[tuple[int, int, int]]) -> tuple[int, ...]:
    """Return the placement of each party, from 1 (DA-7.4).

    Args:
        records: Match score, sum of rounds and number of deaths of each party.
    """
    return rank([(score, -rounds, -deaths) for score, rounds, deaths in records])


def match_outcome(records: Sequence[tuple[int, int, int]], version: int) -> GameOutcome:
    """Return placements, scores and tie-breaks of all seats; they are the same for all seats of a party.

    Args:
        records: Match score, sum of rounds and number of deaths of each party.
        version: Behaviour version of the rules. Under version 1, placements count seats, so that
            the second of three parties has place 4, and rounds and deaths are left out (DA-11.10).
    """
    placements = party_placements(records)
    scores = tuple(_of_seats([score for score, _, _ in records]))
    if version == 1:
        # Replays of version 1 must still verify, so its placements stay as they were.
        in_seats = [1 + NUM_MEMBERS * (place - 1) for place in placements]
        return GameOutcome(tuple(_of_seats(in_seats)), scores)
    tie_breaks = [(("rounds", rounds), ("deaths", deaths)) for _, rounds, deaths in records]
    return GameOutcome(tuple(_of_seats(placements)), scores, tuple(_of_seats(tie_breaks)))


def _of_seats(of_parties: Sequence[T]) -> list[T]:
    return [value for value in of_parties for _ in range(NUM_MEMBERS)]
