"""Print what house bots score against the weakest of them, by game and number of seats: what a learner has to beat.

Seat 0, or in Dice Adventure the first party, is the bot's; all other seats are of `random`, or where there is none
of the weakest bot. Every match has its own seed, and a second run gives the same table.

python baselines.py
python baselines.py --game diceman --matches 1000
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from referee.core.config import parse_config
from referee.games import registry
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.opponents import OpponentRows, policy_names
from referee.kit.rollout.rewards import Reward, sides_of, worth_of
from referee.kit.rollout.rollout import Rollout
from referee.kit.rollout.rows import Actions, Ragged, Rows, Values

__all__ = ["SETTINGS", "Result", "measured", "row_of"]

SETTINGS: tuple[tuple[str, int, Mapping[str, Any], int], ...] = (
    ("diceman", 2, {}, 96),
    ("swordman", 2, {}, 48),
    ("dice_adventure", 3, {}, 8),
    ("dice_adventure", 6, {}, 8),
    ("champions", 4, {}, 16),
    ("champions", 8, {}, 8),
    ("dungeon_keeper", 2, {"preset": "small"}, 4),
    ("proving_grounds", 2, {}, 8),
    ("proving_grounds", 4, {}, 8),
)
"""Games with seats, config and matches."""
_SIDE_BY_SIDE = 8
"""Matches that are stepped at once."""


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """Result of seat 0."""

    matches: int
    """How many."""
    score: float
    """Mean score."""
    placement: float | None
    """Mean reward by placement; None where all seats are of one side."""
    win: float | None
    """Mean reward by wins, likewise."""


def measured(
    game: str, bot: str, num_seats: int, config: Mapping[str, Any], matches: int, seed: int = 1
) -> Result:
    """Return the result of a house bot in seat 0.

    Args:
        game: Identifier of the game.
        bot: Name of the bot.
        num_seats: Seats of each match.
        config: Fields of the game's config that are not as usual.
        matches: How many at least; as many are played in each row.
        seed: All matches follow from it.
    """
    plugin = registry.find(game)
    parsed = parse_config(plugin.game.config_class, config)
    num_rows = min(matches, _SIDE_BY_SIDE)
    rows = start_rows(plugin, parsed, num_rows=num_rows, num_seats=num_seats)
    sides = sides_of(rows)
    names = policy_names(rows)
    weakest = "random" if "random" in names else names[0]
    seated = {seat: bot if side == sides[0] else weakest for seat, side in enumerate(sides)}
    played = OpponentRows(rows, seated)
    rollout = Rollout(played, seed=seed)
    each = -(-matches // num_rows)
    left = np.full(num_rows, each)
    scores, placements = [], []
    while left.any():
        step = rollout.step(_nothing(played))
        # Of each row the same number, as short matches would be more than their share.
        counted = np.flatnonzero(step.terminated & (left > 0))
        left[counted] -= 1
        scores += step.reward[counted, 0].tolist()
        placements += list(step.placement[counted])
    placement = win = None
    if len(set(sides)) > 1:
        worths = [
            float(worth_of(reward, np.stack(placements), sides)[:, 0].mean())
            for reward in (Reward.PLACEMENT, Reward.WIN)
        ]
        placement, win = worths
    return Result(len(scores), float(np.mean(scores)), placement, win)


def _nothing(rows: Rows) -> Actions:
    """Return actions of nobody: all seats are those of bots."""
    whole = rows.whole
    values: Values = Ragged.of([b""] * (rows.num_rows * rows.num_seats))
    if not whole.is_ragged:
        values = np.zeros(whole.shape(rows.num_rows, rows.num_seats), whole.column.dtype)
    return {whole.name: values, "answered": np.zeros((rows.num_rows, rows.num_seats), np.bool_)}


def row_of(game: str, num_seats: int, bot: str, result: Result) -> str:
    """Return a line of the table."""
    worths = ["-" if worth is None else f"{worth:.2f}" for worth in (result.placement, result.win)]
    cells = [game, str(num_seats), f"`{bot}`", str(result.matches), _rounded(result.score), *worths]
    return f"| {' | '.join(cells)} |"


def _rounded(score: float) -> str:
    """Return a score with four significant digits; these few matches give no more."""
    rounded = float(f"{score:.4g}")
    return f"{rounded:.0f}" if abs(rounded) >= 1000 else f"{rounded:g}"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", help="one game alone")
    parser.add_argument("--matches", type=int, help="matches of each bot; default: by game")
    options = parser.parse_args()
    print("| game | seats | bot | matches | `score` | `placement` | `win` |")
    print("|---|---:|---|---:|---:|---:|---:|")
    for game, num_seats, config, matches in SETTINGS:
        if options.game in {None, game}:
            plugin = registry.find(game)
            parsed = parse_config(plugin.game.config_class, config)
            sample = start_rows(plugin, parsed, num_rows=1, num_seats=num_seats)
            for bot in policy_names(sample):
                count = options.matches or matches
                result = measured(game, bot, num_seats, config, count)
                print(row_of(game, num_seats, bot, result), flush=True)


if __name__ == "__main__":
    main()
