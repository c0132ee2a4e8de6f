"""Rolls dice of a match, from its named streams or from a test's script (CH-2.2, CH-2.3)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.core.rng import draw, substream
from referee.games.champions.columns import Board, Bytes
from referee.kit.dice import SIZE, next_scripted

__all__ = ["BATTLE", "LOOT", "PAIR", "POOL", "SHRINK", "SPAWN", "open_stream", "roll", "shuffle"]

SPAWN, POOL, LOOT, PAIR, BATTLE, SHRINK = 1, 2, 3, 4, 5, 6
"""Domains of the dice streams (CH-2.2), each for one use: positions at the start, items of the
tiles' pools, looting, pairing of seats into battles, battles, and shrinking of the map.
"""


@borrowing
def open_stream(b: Board, domain: int, first: int, second: int) -> None:
    """Switch the match's dice to the beginning of one of its random streams.

    Args:
        b: The match.
        domain: What the stream is used for: SPAWN to SHRINK.
        first: Number that distinguishes streams of the domain, such as the round.
        second: Further such number, such as the id of a battle; 0 if there is none.
    """
    # `substream(seed, 0)` is mix(seed + G), with which every stream begins (CH-2.2).
    state = substream(b.seed[0], 0)
    state = substream(substream(substream(state, domain), first), second)
    b.dice[0] = state


@borrowing
def roll(b: Board, sides: int) -> int:
    """Return a roll `d(sides)` of the stream in use, from 1 to `sides`.

    With 1 side nothing is drawn. While a script has values, they are taken in place of the stream's.
    """
    if sides <= 1:
        return 1
    if b.script[SIZE] >= 0:
        shown = next_scripted(b.script, sides)
        # 0 means that the script has run out. It counts the missing roll, and the stream goes on.
        if shown:
            return shown
    value, state = draw(b.dice[0], sides)
    b.dice[0] = state
    return value


@borrowing
def shuffle(b: Board, values: Bytes, count: int) -> None:
    """Shuffle the first `count` values in place (CH-2.2)."""
    for i in range(count - 1, 0, -1):
        j = roll(b, i + 1) - 1
        values[i], values[j] = values[j], values[i]
