"""Counts the results of a round over all rolls, for each pair of combinations.

Damage follows the closed form of DM-5.12, on whole arrays of rolls at once; `rules.round` computes the same
phase by phase. Deaths are ignored here: each result also says which seat acted first, so that DM-11.5 can
take deaths into account for any lives.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from referee.core.errors import FieldError
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.tables import (
    COMBO_DICE,
    COMBO_NAMES,
    MAGIC,
    NUM_COMBOS,
    NUM_DICE,
    PRIORITY,
    SCOPES,
    SHIELD,
    SO_FAR,
    SWORD,
)

__all__ = ["MAX_ROLL_PAIRS", "RollCounts", "Progress", "count_rolls"]

MAX_ROLL_PAIRS = 10**7
"""Largest number of pairs of rolls for one pair of combinations; `count_rolls` refuses dice with more (DM-11)."""
CHUNK = 1 << 18
"""Number of pairs of rolls computed in one array operation: few enough to fit into a processor's cache."""

Counts = npt.NDArray[np.int64]
Values = npt.NDArray[np.int16]

Progress = Callable[[str, int, int], None]
"""Callback for progress: called with the name of the work, the number of steps done, and the total."""


@dataclasses.dataclass(frozen=True, slots=True)
class RollCounts:
    """How often each result of a round occurs, for all pairs of combinations.

    Axis `case` has each distinct result once. A and B are the two seats.
    """

    pair: Counts
    """int64[case]: 6 * combination id of A + combination id of B, ascending."""
    first: Counts
    """int64[case]: 1 if A has the higher priority, -1 if B has, 0 if they are equal."""
    dealt: Counts
    """int64[seat, case]: damage dealt by A and by B, deaths ignored."""
    times: Counts
    """int64[case]: number of pairs of rolls with this result, at least 1."""
    total: Counts
    """int64[pair]: number of all pairs of rolls for each pair of combinations."""


def count_rolls(config: DicemanConfig, progress: Progress | None = None) -> RollCounts:
    """Count the results of a round over all rolls, each equally likely (DM-11.1).

    Args:
        config: The dice and `magic_scope`; the other fields are not read.
        progress: Called after each of the 21 pairs of combinations.

    Raises:
        FieldError: A pair of combinations has more than 10^7 pairs of rolls.
    """
    sides = (config.die_magic, config.die_priority, config.die_sword, config.die_shield)
    _check_size(sides)
    so_far = SCOPES.index(config.magic_scope) == SO_FAR
    rolls = [_rolls(sides, combo) for combo in range(NUM_COMBOS)]
    counted: dict[tuple[int, int], Counts] = {}
    pairs = list(itertools.combinations_with_replacement(range(NUM_COMBOS), 2))
    for number, (row, col) in enumerate(pairs, start=1):
        first, dealt_row, dealt_col, count = counted[row, col] = _count_pair(
            rolls[row], rolls[col], so_far
        )
        # No rule but the dice stream refers to a seat (DM-2.3), so the mirrored pair is known too.
        counted[col, row] = np.array([-first, dealt_col, dealt_row, count])
        if progress is not None:
            progress("counting rolls", number, len(pairs))
    ordered = [counted[row, col] for row in range(NUM_COMBOS) for col in range(NUM_COMBOS)]
    joined = np.concatenate(ordered, axis=1)
    return RollCounts(
        pair=np.repeat(np.arange(len(ordered)), [one.shape[1] for one in ordered]),
        first=joined[0],
        dealt=joined[1:3],
        times=joined[3],
        total=np.array([one[3].sum() for one in ordered]),
    )


def _check_size(sides: tuple[int, ...]) -> None:
    sizes = [math.prod(sides[die] for die in dice) ** 2 for dice in COMBO_DICE.tolist()]
    largest = max(sizes)
    if largest > MAX_ROLL_PAIRS:
        name = COMBO_NAMES[sizes.index(largest)]
        bound = f"of at most {MAX_ROLL_PAIRS} pairs of rolls for {name} against {name}"
        raise FieldError("dice", bound, largest)


def _rolls(sides: tuple[int, ...], combo: int) -> Values:
    """Return int16[roll, die]: every roll of the combination `combo`, with 0 for dice not held.

    `sides` has the number of sides of each die, by die id.
    """
    held = COMBO_DICE[combo]
    faces = np.indices([sides[die] for die in held]).reshape(len(held), -1) + 1
    rolls = np.zeros((faces.shape[1], NUM_DICE), dtype=np.int16)
    rolls[:, held] = faces.T
    return rolls


def _count_pair(row: Values, col: Values, so_far: bool) -> Counts:
    """Return int64[4, case]: each distinct result of a round, and how often it occurs.

    The four rows are: 1 if A acts first, -1 if B does, 0 if both act at once; damage dealt by A; damage dealt by B;
    number of pairs of rolls with this result.

    Args:
        row: int16[roll, die]: all rolls of A.
        col: int16[roll, die]: all rolls of B.
        so_far: Whether damage of earlier phases disturbs Magic (DM-5.9.5).
    """
    # Damage of edge and sword is bounded by the sword, that of a strike by the shield.
    width = 1 + max(int(rolls.sum(axis=1).max()) for rolls in (row, col))
    counts = np.zeros(3 * width * width, dtype=np.int64)
    # In chunks, since all pairs of rolls at once may take gigabytes.
    for some in _chunks(row, max(1, CHUNK // len(col))):
        lead, dealt_row, dealt_col = _play(some[:, np.newaxis], col[np.newaxis], so_far)
        # Sign, damage of one and damage of the other as one number, so that `bincount` can count equal results.
        keys = (np.sign(lead).astype(np.int64) + 1) * width * width
        keys = keys + dealt_row.astype(np.int64) * width + dealt_col
        counts += np.bincount(keys.ravel(), minlength=len(counts))
    found = np.flatnonzero(counts)
    sign, by_row, by_col = np.unravel_index(found, (3, width, width))
    return np.array([sign - 1, by_row, by_col, counts[found]])


def _chunks(rolls: Values, size: int) -> Iterator[Values]:
    return (rolls[start : start + size] for start in range(0, len(rolls), size))


def _play(a: Values, b: Values, so_far: bool) -> tuple[Values, Values, Values]:
    """Return A's lead in priority, the damage dealt by A, and the damage dealt by B (DM-5.12).

    Args:
        a: int16[..., die]: rolls of A.
        b: int16[..., die]: rolls of B, to be broadcast against those of A.
        so_far: Whether damage of earlier phases disturbs Magic (DM-5.9.5).
    """
    lead = a[..., PRIORITY] - b[..., PRIORITY]
    blows_a, blows_b = _blows(lead, a, b), _blows(-lead, b, a)
    magic_a, magic_b = a[..., MAGIC], b[..., MAGIC]
    together = lead == 0
    hurt_a, hurt_b = together & (blows_b > 0), together & (blows_a > 0)
    # The first to act is never disturbed, so all of its damage is blows and Magic.
    if so_far:
        hurt_a |= (lead < 0) & (blows_b + magic_b > 0)
        hurt_b |= (lead > 0) & (blows_a + magic_a > 0)
    duel = together & (blows_a == 0) & (blows_b == 0)  # nobody duels without Magic
    dealt_a = blows_a + np.maximum(0, magic_a - magic_b * duel) * ~hurt_a
    dealt_b = blows_b + np.maximum(0, magic_b - magic_a * duel) * ~hurt_b
    return lead, dealt_a, dealt_b


def _blows(lead: Values, own: Values, rival: Values) -> Values:
    """Return the damage that `own` deals to `rival` without Magic: edge, pre-emptive strike and sword together.

    Args:
        lead: int16[...]: by how much the priority of `own` is higher; below 0 if it is lower.
        own: int16[..., die]: rolls of the seat.
        rival: int16[..., die]: rolls of its rival.
    """
    ahead = np.maximum(0, lead)
    edge = np.minimum(ahead, own[..., SWORD])
    strike = np.minimum(ahead, np.minimum(own[..., SHIELD], rival[..., SWORD]))
    result: Values = edge + strike + np.maximum(0, own[..., SWORD] - edge - rival[..., SHIELD])
    return result
