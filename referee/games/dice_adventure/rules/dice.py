"""Rolls of a party: encounter dice and monster moves, from their streams or from a script (DA-2.15)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.core.rng import draw, substream
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board

__all__ = ["begin_streams", "roll", "roll_die"]

_DICE_KEY, _MOVE_KEY = 1, 2
"""First keys of the two streams."""


@borrowing
def begin_streams(b: Board) -> None:
    """Put both streams at the beginning of the current attempt."""
    match = substream(b.streams[c.SEED], 0)
    level, attempt = b.table[c.LEVEL], b.table[c.ATTEMPT]
    b.streams[c.DICE_STREAM] = substream(substream(substream(match, _DICE_KEY), level), attempt)
    b.streams[c.MOVE_STREAM] = substream(substream(substream(match, _MOVE_KEY), level), attempt)


@borrowing
def roll(b: Board, stream: int, sides: int) -> int:
    """`draw(sides)` of a stream; nothing is drawn for one side.

    A script comes first. A value in it that the die can't show is marked, and whoever has written the
    script is told before anything counts.
    """
    if sides <= 1:
        return 1
    if b.script[c.SCRIPT_SIZE] >= 0:
        used = b.script[c.SCRIPT_USED]
        b.script[c.SCRIPT_USED] += 1
        if used < b.script[c.SCRIPT_SIZE]:
            scripted = b.script[c.SCRIPT_VALUES + used]
            if scripted > sides and b.script[c.SCRIPT_BAD] == 0:
                b.script[c.SCRIPT_BAD] = 1 + used
            return int(min(scripted, sides))
    value, state = draw(b.streams[stream], sides)
    b.streams[stream] = state
    return value


@borrowing
def roll_die(b: Board, sides: int, modifier: int) -> int:
    """Roll `sides` of the encounter dice plus a modifier; D0 shows nothing (DA-2.3)."""
    if sides == 0:
        return modifier
    return modifier + roll(b, c.DICE_STREAM, sides)
