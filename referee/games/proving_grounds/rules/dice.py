"""Dice of Proving Grounds: named streams, or a script of values in their place (PG-2.3)."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

from referee.core.rng import Stream
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.state import State
from referee.kit.dice import SIZE, next_scripted

__all__ = [
    "BOARDS_DICE",
    "END_DICE",
    "FIGHT_DICE",
    "HERO_DICE",
    "MAP_DICE",
    "MARKET_DICE",
    "TRAP_DICE",
    "Dice",
    "boards_dice",
    "end_dice",
    "fight_dice",
    "hero_dice",
    "map_dice",
    "market_dice",
    "trap_dice",
]

T = TypeVar("T")

MAP_DICE, BOARDS_DICE, MARKET_DICE, HERO_DICE, FIGHT_DICE, TRAP_DICE, END_DICE = range(7)
"""First keys of the dice streams, after the seed, by what the dice are for: map, leader boards,
market, a hero's action, a fight, a trap, the end of the match.
"""


class Dice:
    """One named stream of dice; while the state has scripted values, these are used instead.

    The script is read once, when the stream is opened, since it can only be replaced between steps.

    Args:
        state: State of the match.
        keys: Name of the stream, which follows the match seed in the stream's key.
    """

    __slots__ = ("_script", "_stream")

    def __init__(self, state: State, *keys: int) -> None:
        script = state.script
        self._script = script if script.item(SIZE) >= 0 else None  # below 0 there is none
        self._stream = Stream(state.seed.item(0), *keys)

    def draw(self, sides: int) -> int:
        """Return a number from 1 to `sides`; a die with one side takes nothing from the stream."""
        # A die of one side is no roll: it takes nothing from the script either (PG-2.3).
        if sides <= 1:
            return 1
        if self._script is not None:
            shown = next_scripted(self._script, sides)
            if shown:  # a script that is used up leaves the rest to the stream
                return shown
        return self._stream.draw(sides)

    def rand(self, sides: int) -> int:
        """Return a number from 0 to `sides` - 1."""
        return self.draw(sides) - 1

    def d6(self, count: int = 1) -> int:
        """Roll this many six-sided dice one after the other and return their sum."""
        # Without a script, the usual case, this saves a call for each die.
        draw = self._stream.draw if self._script is None else self.draw
        return sum([draw(6) for _ in range(count)])

    def d100(self) -> int:
        """Return a number from 1 to 100."""
        return self.draw(100)

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle items in place, by the same draws as `referee.core.rng.Stream`."""
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1) - 1
            items[i], items[j] = items[j], items[i]


def map_dice(state: State) -> Dice:
    """Return the dice stream for making the map (PG-2.6, PG-2.7)."""
    return Dice(state, MAP_DICE)


def boards_dice(state: State) -> Dice:
    """Return the dice stream for the ranking of seats on the leader boards at setup (PG-2.14)."""
    return Dice(state, BOARDS_DICE)


def market_dice(state: State) -> Dice:
    """Return the dice stream for this turn's market and candidates for hire (PG-5.1a)."""
    return Dice(state, MARKET_DICE, state.match.item(c.TURN))


def hero_dice(state: State, seat: int, hero: int) -> Dice:
    """Return the dice stream for the action of a hero in this turn (PG-5.8, PG-5.10, PG-5.30)."""
    return Dice(state, HERO_DICE, state.match.item(c.TURN), seat, hero)


def fight_dice(state: State, room: int) -> Dice:
    """Return the dice stream for the fight in a room in this turn (PG-5.18 to PG-5.24)."""
    return Dice(state, FIGHT_DICE, state.match.item(c.TURN), room)


def trap_dice(state: State, room: int) -> Dice:
    """Return the dice stream for the trap of a room that springs in this turn (PG-5.13, PG-5.9)."""
    return Dice(state, TRAP_DICE, state.match.item(c.TURN), room)


def end_dice(state: State, chance: int) -> Dice:
    """Return the dice stream that decides whether the match ends in this turn (PG-7.1).

    `chance` is 0 for an end because few rooms are unexplored, 1 for an end because the turn is late.
    """
    return Dice(state, END_DICE, state.match.item(c.TURN), chance)
