"""Rolls of a party: encounter dice and monster moves, from their streams or from a script (DA-2.15)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.core.rng import draw, substream
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board
from referee.kit.dice import SIZE, next_scripted

__all__ = ["begin_streams", "roll", "roll_die"]

_DICE_KEY, _MOVE_KEY = 1, 2
"""First keys of the streams of encounter dice and of monster moves."""


@borrowing
def begin_streams(b: Board) -> None:
    """Set the streams of encounter dice and of monster moves to their beginning for the current level and attempt."""
    # No party in the keys: all parties of a match roll the same dice, each with its own copy (DA-2.15).
    match = substream(b.streams[c.SEED], 0)
    level, attempt = b.table[c.LEVEL], b.table[c.ATTEMPT]
    b.streams[c.DICE_STREAM] = substream(substream(substream(match, _DICE_KEY), level), attempt)
    b.streams[c.MOVE_STREAM] = substream(substream(substream(match, _MOVE_KEY), level), attempt)


@borrowing
def roll(b: Board, stream: int, sides: int) -> int:
    """Return a number from 1 to `sides`: the next scripted value if there is one, else a draw of the stream.

    With at most one side the result is 1, and nothing is drawn.
    """
    # Before the script: a die of one side is not rolled, so it must not use up a scripted value.
    if sides <= 1:
        return 1
    if b.script[SIZE] >= 0:
        shown = next_scripted(b.script, sides)
        if shown:
            return shown
    value, state = draw(b.streams[stream], sides)
    b.streams[stream] = state
    return value


@borrowing
def roll_die(b: Board, sides: int, modifier: int) -> int:
    """Return a roll of an encounter die plus a modifier; a die of 0 sides adds nothing (DA-2.3)."""
    if sides == 0:
        return modifier
    return modifier + roll(b, c.DICE_STREAM, sides)
