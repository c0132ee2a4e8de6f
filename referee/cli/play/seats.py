"""Checks the number of bots of `referee play`; an error says how to correct the command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.core.errors import FieldError, RefereeError

if TYPE_CHECKING:
    from referee.core.config import GameConfig
    from referee.core.game import AnyGame

__all__ = ["check_count"]


def check_count(game: AnyGame, config: GameConfig, count: int) -> None:
    """Check that a game under this config can be played by `count` bots.

    Raises:
        RefereeError: It can't; the text says how many bots are missing or too many.
    """
    info = game.info
    fitting = [n for n in range(info.min_seats, info.max_seats + 1) if _fits(game, config, n)]
    if count in fitting:
        return
    more = next((n - count for n in fitting if n > count), 0)
    fewer = next((count - n for n in reversed(fitting) if n < count), 0)
    remedy = f"add {more} more --bot" if more else f"leave {fewer} out"
    if not fitting:
        remedy = "no number of seats suits this config"
    needed = f"{info.game} needs {_listed(fitting)} bots"
    raise RefereeError(f"{needed}, {count} given: {remedy}")


def _fits(game: AnyGame, config: GameConfig, count: int) -> bool:
    try:
        game.check_seats(config, count)
    except FieldError:
        return False
    return True


def _listed(counts: Sequence[int]) -> str:
    """Return numbers as a text: `2`, `2 to 16` or `3, 6 or 9`."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    if len(counts) > 4:
        return f"{counts[0]}, {counts[1]}, ... or {counts[-1]}"
    first, last = ", ".join(map(str, counts[:-1])), str(counts[-1]) if counts else "other"
    return f"{first} or {last}" if first else last
