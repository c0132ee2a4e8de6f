"""Values of plans for a battle, estimated by simulated battles (CH-9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from gamereferee.games.champions.v1.tables import NUM_TURNS, NUM_TYPES, BattleAction
from referee_bots.champions.plans import Side, Team, likely_sides
from referee_bots.champions.rolls import Ints, draw
from referee_bots.champions.simulation import PURPOSES, Fighter, Orders, Sheets, fight

__all__ = ["DEATH", "worth_of"]

SAMPLES = 4
"""Number of battles that are simulated for each plan against each likely plan of the rival."""
DEATH = 40
"""Health points that the death of a champion counts for, in addition to the health that it loses
(CH-9.3)."""

_T = TypeVar("_T", bound=np.generic)

_NOBODY = 2 * NUM_TYPES
_FIRST_RIVAL = 2
"""Index of the rivals' first fighter among the four places of a battle; 0 and 1 are the own
fighters."""


class _Lines(NamedTuple):
    """Plans of pairs of champions for a battle, as arrays with a row for each pair's plans (side).

    A champion's place within its pair is 0 or 1.
    """

    types: Ints
    """int32[side, place]: type of the champion in each place (0 or 1) of each pair's plan (side);
    any value where the place is empty.
    """
    is_there: npt.NDArray[np.bool_]
    """bool[side, place]: whether a champion is in the place (0 or 1) of the plan's pair."""
    action: Ints
    """int32[side, turn, place]: action of the champion in each turn of the battle, by plan (side).
    """
    for_partner: npt.NDArray[np.bool_]
    """bool[side, turn, place]: whether the champion's healing is for the partner and not for the
    champion itself, by plan (side).
    """
    ranks: Ints
    """int32[side, place, type]: position of each type of target in the champion's list of
    preferences, 0 first, by plan (side).
    """

    @classmethod
    def of(cls, sides: Sequence[Side]) -> _Lines:
        shape = len(sides), 2
        lines = cls(
            np.zeros(shape, np.int32),
            np.zeros(shape, np.bool_),
            np.full((len(sides), NUM_TURNS, 2), BattleAction.ATTACK, np.int32),
            np.zeros((len(sides), NUM_TURNS, 2), np.bool_),
            np.zeros((*shape, NUM_TYPES), np.int32),
        )
        for index, side in enumerate(sides):
            for place, plan in enumerate(side):
                lines.types[index, place] = plan.champion
                lines.is_there[index, place] = True
                lines.action[index, :, place] = plan.actions
                lines.for_partner[index, :, place] = plan.for_partner
                lines.ranks[index, place, list(plan.prefs)] = range(NUM_TYPES)
        return lines

    def repeated(self, times: int) -> _Lines:
        """Return the arrays with each row repeated `times` times."""
        return _Lines(
            self.types.repeat(times, axis=0),
            self.is_there.repeat(times, axis=0),
            self.action.repeat(times, axis=0),
            self.for_partner.repeat(times, axis=0),
            self.ranks.repeat(times, axis=0),
        )


def worth_of(
    sides: Sequence[Side], team: Team, rivals: Team, seed: int, kill: int = DEATH
) -> npt.NDArray[np.int64]:
    """Return the value of each plan, int64[side]: the higher, the better.

    A value is the health that the rivals lose, less the health that the own side loses, with 40 for
    each own death and `kill` for each death of a rival, summed over simulated battles against every
    likely plan of the rival. All plans meet the same plans and the same dice. Only values of one
    call can be compared.

    Args:
        sides: Plans to compare, each for a pair of own champions.
        team: Champions of the own seat.
        rivals: Champions of the opposing seat.
        seed: 64-bit number from which the dice follow.
        kill: Health points that the death of a rival's champion counts for.
    """
    # All own plans meet the same answers and the same dice, so that differences between plans do
    # not come from luck.
    answers, weights = likely_sides(rivals)
    own, other = _Lines.of(sides), _Lines.of(answers).repeated(SAMPLES)
    # Every own plan against every sample of every answer: the first two axes are plans and samples.
    rows = _beside(
        np.where(own.is_there, own.types, _NOBODY),
        np.where(other.is_there, other.types + NUM_TYPES, _NOBODY),
    )
    wants = [
        _FIRST_RIVAL + _prefers_second(own, other),
        np.swapaxes(_prefers_second(other, own), 0, 1),
    ]
    orders = Orders(
        _beside(own.action, other.action),
        _beside(own.for_partner, other.for_partner),
        np.concatenate(wants, axis=-1)[:, :, np.newaxis].repeat(NUM_TURNS, axis=2),
    )
    sheets = Sheets.of(
        Fighter(champion, kinds)
        for side in (team, rivals)
        for champion, kinds in enumerate(side.kinds)
    )
    before = np.array([*team.health, *rivals.health, 0], np.int32)[rows]
    draws = draw(seed, (len(other.types), NUM_TURNS, 4), PURPOSES)
    after = fight(sheets, rows, before, orders, draws)
    # An empty place has no health before, and must not count as a death.
    deaths = (before > 0) & (after == 0)
    lost = before - after + np.array([DEATH, DEATH, kill, kill], np.int32) * deaths
    gain = lost[..., _FIRST_RIVAL:].sum(axis=-1) - lost[..., :_FIRST_RIVAL].sum(axis=-1)
    worth: npt.NDArray[np.int64] = gain @ np.repeat(np.array(weights), SAMPLES)
    return worth


def _beside(own: npt.NDArray[_T], other: npt.NDArray[_T]) -> npt.NDArray[_T]:
    """Return arrays that join each own plan with each plan of the other side.

    The result is [own, other, ..., place]: the values of own plan `own` in places 0 and 1, and of
    the other side's plan `other` in places 2 and 3.
    """
    shape = (len(own), len(other), *own.shape[1:])
    sides = [np.broadcast_to(own[:, np.newaxis], shape), np.broadcast_to(other, shape)]
    return np.concatenate(sides, axis=-1)


def _prefers_second(own: _Lines, other: _Lines) -> npt.NDArray[np.int64]:
    """Return the rival that each own fighter attacks first: int64[own plan, other plan, place], 0 or 1."""
    shape = len(own.types), len(other.types), 2
    ranks = np.broadcast_to(own.ranks[:, np.newaxis], (*shape, NUM_TYPES))
    types = np.broadcast_to(other.types[np.newaxis, :, np.newaxis], (*shape, 2))
    ranked = np.take_along_axis(ranks, types, axis=-1)
    return (ranked[..., 1] < ranked[..., 0]).astype(np.int64)
