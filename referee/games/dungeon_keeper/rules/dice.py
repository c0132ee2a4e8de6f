"""Dice of Dungeon Keeper (DK-2.5): a d100 for every chance, and the draws for the light Hero.

Results come from two streams of the match seed, or from a script.
"""

from __future__ import annotations

import numpy as np

from referee.core.rng import draw, substream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.state import State
from referee.kit.dice import SIZE, next_scripted

__all__ = ["DICE_KEY", "HERO_KEY", "d100", "hero_roll", "open_dice", "open_hero"]

DICE_KEY, HERO_KEY = 1, 2
"""First keys of the two streams of dice that are drawn from during play (DK-2.5)."""


def open_dice(state: State, key: int) -> None:
    """Start the dice stream of a seat's turn or of the light side's turn, in place of the last one.

    Args:
        state: The match.
        key: The acting seat, or `LIGHT_KEY` for the turn of the light side (the Hero and his gnome).
    """
    # A separate stream for each round and seat: no seat's rolls shift another's dice (DK-2.5).
    state.streams[c.DICE_STREAM] = _named(state, DICE_KEY, state.match.item(c.ROUND), key)


def open_hero(state: State) -> None:
    """Start the Hero's dice stream, once at the beginning of a match."""
    state.streams[c.HERO_STREAM] = _named(state, HERO_KEY)


def _named(state: State, *keys: int) -> np.uint64:
    word = substream(state.streams[c.SEED], 0)
    for key in keys:
        word = substream(np.uint64(word), key)
    return word


def d100(state: State) -> int:
    """Roll 1 to 100 from the dice of this turn.

    A chance of p percent succeeds if the result is at most p (DK-2.6).
    """
    return _draw(state, c.DICE_STREAM, 100)


def hero_roll(state: State, sides: int) -> int:
    """Roll 0 to `sides` - 1 from the Hero's stream; with one side nothing is drawn (DK-2.6)."""
    return _draw(state, c.HERO_STREAM, sides) - 1


def _draw(state: State, stream: int, sides: int) -> int:
    # Nothing is drawn, not from a script either (DK-2.7).
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
