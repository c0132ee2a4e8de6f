"""Dice of Dungeon Keeper: a d100 for every chance, and the Hero's whims; from streams or a script (DK-2.5)."""

from __future__ import annotations

import numpy as np

from referee.core.rng import draw, substream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.state import State
from referee.kit.dice import SIZE, next_scripted

__all__ = ["d100", "hero_roll", "open_dice", "open_hero"]

_DICE_KEY, _HERO_KEY = 1, 2
"""First keys of the two streams that are used in play."""


def open_dice(state: State, key: int) -> None:
    """Open the stream of a turn or of the neutral phase.

    Args:
        state: The match.
        key: The acting seat, or `LIGHT_KEY`.
    """
    state.streams[c.DICE_STREAM] = _named(state, _DICE_KEY, state.match.item(c.ROUND), key)


def open_hero(state: State) -> None:
    """Open the Hero's stream, once a match."""
    state.streams[c.HERO_STREAM] = _named(state, _HERO_KEY)


def _named(state: State, *keys: int) -> np.uint64:
    word = substream(state.streams[c.SEED], 0)
    for key in keys:
        word = substream(np.uint64(word), key)
    return word


def d100(state: State) -> int:
    """Roll 1 to 100 with the dice of this turn; a chance of p percent succeeds with at most p (DK-2.6)."""
    return _draw(state, c.DICE_STREAM, 100)


def hero_roll(state: State, sides: int) -> int:
    """Roll 0 to `sides` - 1 from the Hero's stream; nothing is drawn for one side (DK-2.6)."""
    return _draw(state, c.HERO_STREAM, sides) - 1


def _draw(state: State, stream: int, sides: int) -> int:
    if sides <= 1:
        return 1
    if state.script[SIZE] >= 0:
        shown = next_scripted(state.script, sides)
        # Where a script ends the stream goes on, from where it stood (DK-2.7).
        if shown:
            return shown
    value, word = draw(state.streams[stream], sides)
    state.streams[stream] = word
    return int(value)
