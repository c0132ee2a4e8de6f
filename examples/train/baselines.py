"""Print the scores of house bots against the weakest one, by game and number of seats: what a learner has to beat.

The measured bot plays seat 0, or in Dice Adventure the first party. All other seats are played by
`random`, or by the weakest bot of a game that has no bot `random`. Every match has a separate seed,
and a second run gives the same table.

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
from referee.kit.rollout.columns import Actions, Ragged, Values
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.opponents import OpponentRows, policy_names
from referee.kit.rollout.rewards import Reward, sides_of, worth_of
from referee.kit.rollout.rollout import Rollout
from referee.kit.rollout.rows import Rows

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
"""What is measured: game, number of seats, config, and number of matches."""
_SIDE_BY_SIDE = 8
"""Number of matches that are stepped at once."""


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """Mean score and rewards of the bot in seat 0, over some matches."""

    matches: int
    """Number of matches played."""
    score: float
    """Mean score of seat 0."""
    placement: float | None
    """Mean reward of seat 0 by placement, -1 to 1; None if all seats are of one side."""
    win: float | None
    """Mean reward of seat 0 by wins, 0 to 1; None if all seats are of one side."""


def measured(
    game: str, bot: str, num_seats: int, config: Mapping[str, Any], matches: int, seed: int = 1
) -> Result:
    """Return the mean result of a house bot in seat 0.

    Args:
        game: Identifier of the game.
        bot: Name of the bot.
        num_seats: Number of seats of each match.
        config: Fields of the game's config that differ from their defaults.
        matches: Lowest number of matches; rounded up so that every row (one match after another)
            plays the same number.
        seed: Seed from which all matches follow.
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
    """Return actions in which no seat answers, because house bots play all seats."""
    whole = rows.whole
    values: Values = Ragged.of([b""] * (rows.num_rows * rows.num_seats))
    if not whole.is_ragged:
        values = np.zeros(whole.shape(rows.num_rows, rows.num_seats), whole.column.dtype)
    return {whole.name: values, "answered": np.zeros((rows.num_rows, rows.num_seats), np.bool_)}


def row_of(game: str, num_seats: int, bot: str, result: Result) -> str:
    """Return the line of the table for the result of `bot` in `game`."""
    worths = ["-" if worth is None else f"{worth:.2f}" for worth in (result.placement, result.win)]
    cells = [game, str(num_seats), f"`{bot}`", str(result.matches), _rounded(result.score), *worths]
    return f"| {' | '.join(cells)} |"


def _rounded(score: float) -> str:
    """Return a score as text with four significant digits; the number of matches allows no more."""
    rounded = float(f"{score:.4g}")
    return f"{rounded:.0f}" if abs(rounded) >= 1000 else f"{rounded:g}"


def main() -> None:
    """Print the table of all results."""
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
