"""A round of Diceman: roll, phases, end check (DM-5, DM-7) as kernels over any number of matches.

Actions are read before (`actions`); events are made afterwards, from the columns in which each round
leaves its result (`columns`). Rules compute numbers instead of branching where they can: the branches
depend on dice, so the processor can't predict them, and a mispredicted branch costs most.

`odds.rolls` computes the damage of a round in a second way: by the closed form of DM-5.12, on whole
arrays of rolls. Counting all rolls phase by phase would take hours where nothing is compiled.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import inlined, kernel
from referee.core.rng import draw, substream
from referee.games.diceman import columns as c
from referee.games.diceman.columns import Ints, phase_at, pick_count_at, value_at
from referee.games.diceman.state import SCRIPT_SIZE, SCRIPT_USED, SCRIPT_VALUES, State
from referee.games.diceman.tables import (
    COMBO_DICE,
    MAGIC,
    PRIORITY,
    SHIELD,
    SO_FAR,
    SWORD,
)
from referee.games.duel import close_round

__all__ = ["play_round"]


def play_round(state: State, choices: npt.NDArray[np.int8]) -> None:
    """Play one round of every match that is not over, and clear its notices.

    Args:
        state: The matches; changed in place.
        choices: int8[match, seat]: id of the combination that each seat plays, 0..5.
    """
    _play_rounds(choices, state.seeds, state.table, state.notices, state.script)


@kernel
def _play_rounds(
    choices: npt.NDArray[np.int8],
    seeds: npt.NDArray[np.uint64],
    table: Ints,
    notices: npt.NDArray[np.int8],
    script: Ints,
) -> None:
    """Play one round in each match that is not over, in the order of DM-5.13.

    Args:
        choices: int8[match, seat]: id of the combination that each seat plays, 0..5.
        seeds: Match seeds, as in `State`.
        table: Public state of the matches, as in `State`; changed in place.
        notices: Notices about refused parts, as in `State`; cleared.
        script: Scripted values of dice, as in `State`; changed in place.
    """
    # Matches are independent: one that is over is skipped, and its row, notices and script stay as they are.
    for n in range(len(choices)):
        row = table[n]
        if row[c.OVER]:
            continue
        notices[n] = 0
        _reveal(choices[n], row)
        _roll(seeds[n], row)
        if script[n, SCRIPT_SIZE] >= 0:
            _show_script(script[n], row)
        _resolve(row)
        close_round(row, c.LIFE_AFTER, c.RESULT, c.FULL_LIFE)  # DM-7.1, DM-7.2


@inlined
def _reveal(choices: npt.NDArray[np.int8], row: Ints) -> None:
    """Clear the last round's columns in the match's `row`, write both choices there (DM-3.5), and count them.

    `choices` is int8[seat]: id of the combination that each seat plays.
    """
    row[c.PLAYED_GAME :] = 0
    row[c.PLAYED_GAME] = row[c.GAME]
    row[c.PLAYED_ROUND] = row[c.ROUND]
    for seat in range(2):
        combo = choices[seat]
        row[c.COMBO + seat] = combo
        row[pick_count_at(seat, combo)] += 1
        row[c.LIFE_BEFORE + seat] = row[c.LIFE + seat]
        row[c.LIFE_AFTER + seat] = row[c.LIFE + seat]


@inlined
def _roll(seed: np.uint64, row: Ints) -> None:
    """Roll the dice that both seats hold, and write the values into the match's `row`.

    Each is the first draw of stream (game, round, seat, die) (DM-5.2).
    """
    stream = substream(substream(substream(seed, 0), row[c.GAME]), row[c.ROUND])
    for seat in range(2):
        stream_of_seat = substream(stream, seat)
        for held in range(2):
            die = COMBO_DICE[row[c.COMBO + seat], held]
            # A stream for each die, so that what is rolled with it does not depend on which other die is held.
            value, _ = draw(substream(stream_of_seat, die), row[c.SIDES + die])
            row[value_at(seat, die)] = value


@inlined
def _show_script(script: Ints, row: Ints) -> None:
    """Replace the values rolled, in the match's `row`, by scripted ones, as long as there are any.

    Scripted values are used seat by seat, and by die id within a seat; a die with one side takes none.
    """
    for seat in range(2):
        for held in range(2):
            die = COMBO_DICE[row[c.COMBO + seat], held]
            if row[c.SIDES + die] > 1:
                # Counted even when no values are left, so that a scenario can report how many were missing.
                used = script[SCRIPT_USED]
                if used < script[SCRIPT_SIZE]:
                    row[value_at(seat, die)] = script[SCRIPT_VALUES + used]
                script[SCRIPT_USED] += 1


@inlined
def _resolve(row: Ints) -> None:
    """Play the phases of a round from the highest to the lowest priority, until a seat is slain.

    `row` has the match's public numbers; changed in place.

    Phases without an active seat do nothing (DM-5.4), so only the priorities that were rolled are visited.
    """
    # A seat acts in the phase of its priority; with equal ones both act in the same phase, and there is one alone.
    priority_0, priority_1 = row[value_at(0, PRIORITY)], row[value_at(1, PRIORITY)]
    _play_phase(max(priority_0, priority_1), 0, row)
    row[c.NUM_PHASES] = 1
    alive = row[c.LIFE_AFTER] > 0 and row[c.LIFE_AFTER + 1] > 0
    if priority_0 != priority_1 and alive:  # DM-5.11
        _play_phase(min(priority_0, priority_1), 1, row)
        row[c.NUM_PHASES] = 2


@inlined
def _play_phase(number: int, place: int, row: Ints) -> None:
    """Play one phase: blows, then Magic, then all damage is dealt at once (DM-5.4 to DM-5.10).

    Args:
        number: Number of the phase, which is the Priority value of the seats that act in it.
        place: Index of the phase in the round, 0 or 1.
        row: Row of the match's public numbers (its open table).
    """
    active_0 = row[value_at(0, PRIORITY)] == number
    active_1 = row[value_at(1, PRIORITY)] == number
    edge_0, preempt_0, sword_0 = _strike(active_0, 0, row)
    edge_1, preempt_1, sword_1 = _strike(active_1, 1, row)
    blows_0 = edge_0 + preempt_0 + sword_0  # N of DM-5.8
    blows_1 = edge_1 + preempt_1 + sword_1

    held_0 = row[value_at(0, MAGIC)] * active_0
    held_1 = row[value_at(1, MAGIC)] * active_1
    so_far = row[c.SCOPE] == SO_FAR  # DM-5.9.5: earlier damage shows in the life it took
    hurt_0 = (blows_1 > 0) | (so_far & (row[c.LIFE_AFTER] < row[c.LIFE_BEFORE]))
    hurt_1 = (blows_0 > 0) | (so_far & (row[c.LIFE_AFTER + 1] < row[c.LIFE_BEFORE + 1]))
    # Damage lands on both at once: nothing below may read a life that this phase has changed already.
    duel = (held_0 > 0) & (held_1 > 0) & (not hurt_0) & (not hurt_1)
    magic_0 = _cast(held_0, held_1, hurt_0, duel)
    magic_1 = _cast(held_1, held_0, hurt_1, duel)

    row[c.LIFE_AFTER] = max(0, row[c.LIFE_AFTER] - blows_1 - magic_1)
    row[c.LIFE_AFTER + 1] = max(0, row[c.LIFE_AFTER + 1] - blows_0 - magic_0)

    row[phase_at(place, c.NUMBER)] = number
    _put_pair(phase_at(place, c.EDGE), edge_0, edge_1, row)
    _put_pair(phase_at(place, c.PREEMPT), preempt_0, preempt_1, row)
    _put_pair(phase_at(place, c.SWORD_DAMAGE), sword_0, sword_1, row)
    _put_pair(phase_at(place, c.MAGIC_DAMAGE), magic_0, magic_1, row)
    row[phase_at(place, c.DUEL)] = duel
    _put_pair(phase_at(place, c.LIFE_LEFT), row[c.LIFE_AFTER], row[c.LIFE_AFTER + 1], row)


@inlined
def _put_pair(column: int, of_first: int, of_second: int, row: Ints) -> None:
    row[column] = of_first
    row[column + 1] = of_second


@inlined
def _strike(active: bool, seat: int, row: Ints) -> tuple[int, int, int]:
    """Return a seat's damage by edge, pre-emptive strike and sword (DM-5.5 to DM-5.7), 0 if it is not active.

    Args:
        active: Whether the seat is active in this phase.
        seat: Index of the seat.
        row: Row of the match's public numbers (its open table).
    """
    rival = 1 - seat
    own_sword, own_shield = row[value_at(seat, SWORD)], row[value_at(seat, SHIELD)]
    rival_sword, rival_shield = row[value_at(rival, SWORD)], row[value_at(rival, SHIELD)]
    lead = max(0, row[value_at(seat, PRIORITY)] - row[value_at(rival, PRIORITY)])
    edge = min(lead, own_sword)
    preempt = min(lead, min(own_shield, rival_sword))
    sword = max(0, own_sword - edge - rival_shield)
    return edge * active, preempt * active, sword * active


@inlined
def _cast(magic: int, rival_magic: int, hurt: bool, duel: bool) -> int:
    """Return a seat's damage by Magic in one phase (DM-5.9): its Magic, or in a duel the excess over the rival's.

    A seat that is hurt deals none. Seats in a duel are never hurt, not even if earlier damage stops Magic too: both
    act in the same, first phase.

    Args:
        magic: Value of the seat's Magic die; 0 if the seat is not active in the phase.
        rival_magic: Value of the rival's Magic die; 0 if the rival is not active in the phase.
        hurt: Whether the seat has taken damage that stops Magic.
        duel: Whether the Magic of both seats meets.
    """
    return max(0, magic - rival_magic * duel) * (not hurt)
