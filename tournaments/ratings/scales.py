"""Converts differences of ratings to expected scores, on the two Elo scales that chess programs use.

**Logistic Elo** of an expected score s is -400 log10(1/s - 1) (Elo, "The Rating of Chessplayers,
Past and Present", 1978, section 1.4 with the logistic curve). It depends on how many matches are
drawn: between the same two players, more draws mean less Elo.

**Normalized Elo** is the score above 1/2 in standard deviations of one match, times 800 / ln 10, so
that both scales agree near 0 where nothing is drawn (Van den Bergh, "Normalized Elo", section 2:
https://www.cantate.be/Fishtest/normalized_elo.pdf). It says directly how many matches show it.
"""

from __future__ import annotations

import math

__all__ = ["NAT_PER_ELO", "NORMALIZED_PER_SIGMA", "elo_of_score", "score_of_elo"]

NAT_PER_ELO = math.log(10) / 400
"""Natural logarithm of the odds that one point of Elo stands for."""
NORMALIZED_PER_SIGMA = 800 / math.log(10)
"""Points of normalized Elo in one standard deviation of a match."""


def score_of_elo(elo: float) -> float:
    """Return the expected score, 0..1, of a player `elo` points of logistic Elo above its rival."""
    return 1 / (1 + math.exp(-elo * NAT_PER_ELO))


def elo_of_score(score: float) -> float:
    """Return the logistic Elo difference for an expected score strictly between 0 and 1."""
    return math.log(score / (1 - score)) / NAT_PER_ELO
