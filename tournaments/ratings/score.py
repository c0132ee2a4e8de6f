"""Elo as match runners for chess report it: a share of points on the logistic scale."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tournaments.ratings.davidson import PlacedMatch
from tournaments.ratings.elo import NOTHING, Estimate
from tournaments.ratings.scales import elo_of_score
from tournaments.ratings.small_samples import with_unseen
from tournaments.ratings.student import Z_975
from tournaments.ratings.watching import betting_interval

__all__ = ["score_elo"]


def score_elo(player: str, matches: Sequence[PlacedMatch], *, is_duel: bool) -> Estimate:
    """Return the logistic Elo of a player's share of points, as cutechess, fastchess and Ordo define it.

    Draws count as half a point, so the more draws, the nearer it is to 0 (Elo, "The Rating of
    Chessplayers, Past and Present", 1978, section 1.4). The interval is that of the share,
    converted to Elo: 1.96 standard deviations, from how much blocks (two matches with seats
    exchanged) differ, and at least what the number of blocks leaves open.

    Args:
        player: Name of the player.
        matches: All matches, of two seats each, in schedule order.
        is_duel: Whether there are only two players, so that all blocks are alike. Then there is
            also the interval that holds even if it is read after every block, by betting on the
            points of blocks.
    """
    blocks: dict[str, list[float]] = {}
    for match in matches:
        if player in match.players:
            seat = match.players.index(player)
            own, rival = match.placements[seat], match.placements[1 - seat]
            points = 1.0 if own < rival else 0.5 if own == rival else 0.0
            blocks.setdefault(match.block, []).append(points)
    played = sum(map(len, blocks.values()))
    if not played:
        return NOTHING
    share = sum(map(sum, blocks.values())) / played
    excess = math.fsum((sum(points) - share * len(points)) ** 2 for points in blocks.values())
    margin = Z_975 * math.sqrt(excess) / played
    largest = max(map(len, blocks.values()))
    # Blocks that are still being played are left out: what they lack may depend on how they went.
    whole = [sum(points) / largest for points in blocks.values() if len(points) == largest]
    watched = betting_interval(whole) if is_duel else (0.0, 1.0)
    low, high = with_unseen(share, share - margin, share + margin, len(blocks), (0.0, 1.0))
    return Estimate(
        _elo(share),
        _elo(low),
        _elo(high),
        _elo(watched[0]),
        _elo(watched[1]),
    )


def _elo(share: float) -> float | None:
    """Return the Elo of a share of points; None where it is infinite."""
    return elo_of_score(share) if 0 < share < 1 else None
