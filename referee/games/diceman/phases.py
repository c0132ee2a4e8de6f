"""A round of Diceman: roll, phases, end check (DM-5, DM-7) as kernels over any number of matches.

The rules of a round are here and nowhere else. Choices have been read before (`actions`), and what
happened is told afterwards from the row each round leaves behind (`records`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import kernel
from referee.core.rng import draw, substream
from referee.games.diceman.records import (
    COMBO,
    DUEL,
    EDGE,
    GAME,
    LIFE,
    LIFE_AFTER,
    LIFE_BEFORE,
    MAGIC_DAMAGE,
    NUM_PHASES,
    NUMBER,
    PHASE_WIDTH,
    PHASES,
    PREEMPT,
    RESULT,
    ROUND,
    SWORD_DAMAGE,
    VALUES,
)
from referee.games.diceman.scoring import game_result
from referee.games.diceman.state import (
    FULL_LIFE,
    GAMES,
    ROUND_CAP,
    SCRIPT_SIZE,
    SCRIPT_USED,
    SCRIPT_VALUES,
    SIDES,
    SO_FAR,
    State,
)
from referee.games.diceman.tables import (
    COMBO_DICE,
    GAME_POINTS,
    GOES_ON,
    MAGIC,
    NUM_DICE,
    PRIORITY,
    SHIELD,
    SWORD,
)

__all__ = ["play_round"]

Ints = npt.NDArray[np.int32]


def play_round(state: State, choices: npt.NDArray[np.int8]) -> None:
    """Play one round of every match that is not over, and clear its notices.

    Args:
        state: The matches; changed in place.
        choices: int8[match, seat]: combination ids, 0..5.
    """
    _play_rounds(
        choices,
        state.seeds,
        state.rules,
        state.game,
        state.round,
        state.over,
        state.life,
        state.points,
        state.pick_counts,
        state.last_round,
        state.notices,
        state.script,
    )


@kernel
def _play_rounds(
    choices: npt.NDArray[np.int8],
    seeds: npt.NDArray[np.uint64],
    rules: Ints,
    game: Ints,
    round_: Ints,
    over: npt.NDArray[np.bool_],
    life: Ints,
    points: Ints,
    pick_counts: Ints,
    last_round: Ints,
    notices: npt.NDArray[np.int8],
    script: Ints,
) -> None:
    """The order of a round (DM-5.13), for each match by itself."""
    for n in range(len(choices)):
        if over[n]:
            continue
        notices[n] = 0
        row = last_round[n]
        row[:] = 0
        row[GAME] = game[n]
        row[ROUND] = round_[n]
        for seat in range(2):
            row[COMBO + seat] = choices[n, seat]
            row[LIFE_BEFORE + seat] = life[n, seat]
            row[LIFE_AFTER + seat] = life[n, seat]
            pick_counts[n, seat, choices[n, seat]] += 1
        _roll(seeds[n], rules[n], script[n], row)
        _resolve(rules[n, SO_FAR] == 1, row)
        result = game_result(row[LIFE_AFTER], row[LIFE_AFTER + 1], round_[n] == rules[n, ROUND_CAP])
        row[RESULT] = result
        for seat in range(2):
            life[n, seat] = row[LIFE_AFTER + seat]
            points[n, seat] += GAME_POINTS[result, seat]
        if result == GOES_ON:
            round_[n] += 1
        elif game[n] == rules[n, GAMES]:
            over[n] = True
        else:  # the next game starts at once with full life (DM-7.2)
            game[n] += 1
            round_[n] = 1
            life[n, 0] = rules[n, FULL_LIFE]
            life[n, 1] = rules[n, FULL_LIFE]


@kernel
def _roll(seed: np.uint64, rules: Ints, script: Ints, row: Ints) -> None:
    """Roll the held dice: the first draw of stream (game, round, seat, die) each (DM-5.2).

    A script gives its values seat by seat and by die id; a die of one side asks it for none.
    """
    stream = substream(substream(substream(seed, 0), row[GAME]), row[ROUND])
    for seat in range(2):
        stream_of_seat = substream(stream, seat)
        for held in range(2):
            die = COMBO_DICE[row[COMBO + seat], held]
            sides = rules[SIDES + die]
            value, _ = draw(substream(stream_of_seat, die), sides)
            if script[SCRIPT_SIZE] >= 0 and sides > 1:
                used = script[SCRIPT_USED]
                if used < script[SCRIPT_SIZE]:
                    value = script[SCRIPT_VALUES + used]
                script[SCRIPT_USED] += 1
            row[VALUES + seat * NUM_DICE + die] = value


@kernel
def _resolve(so_far: bool, row: Ints) -> None:
    """Play the phases from the highest to the lowest priority, until somebody is slain.

    Phases without an active seat do nothing (DM-5.4), so only the priorities rolled are visited.
    """
    priority_0 = row[VALUES + PRIORITY]
    priority_1 = row[VALUES + NUM_DICE + PRIORITY]
    _play_phase(max(priority_0, priority_1), so_far, row)
    alive = row[LIFE_AFTER] > 0 and row[LIFE_AFTER + 1] > 0
    if priority_0 != priority_1 and alive:  # DM-5.11
        _play_phase(min(priority_0, priority_1), so_far, row)


@kernel
def _play_phase(number: int, so_far: bool, row: Ints) -> None:
    """One phase: blows, then Magic, then all damage lands at once (DM-5.4 to DM-5.10)."""
    at = PHASES + PHASE_WIDTH * row[NUM_PHASES]
    row[NUM_PHASES] += 1
    row[at + NUMBER] = number
    for seat in range(2):
        if row[VALUES + seat * NUM_DICE + PRIORITY] == number:
            _strike(seat, at, row)
    _cast(number, so_far, at, row)
    for seat in range(2):
        damage = _blows(1 - seat, at, row) + row[at + MAGIC_DAMAGE + 1 - seat]
        row[LIFE_AFTER + seat] = max(0, row[LIFE_AFTER + seat] - damage)
        row[at + LIFE + seat] = row[LIFE_AFTER + seat]


@kernel
def _strike(seat: int, at: int, row: Ints) -> None:
    """Edge, pre-emptive strike and sword of an active seat (DM-5.5 to DM-5.7)."""
    own = VALUES + seat * NUM_DICE
    rival = VALUES + (1 - seat) * NUM_DICE
    lead = max(0, row[own + PRIORITY] - row[rival + PRIORITY])
    edge = min(lead, row[own + SWORD])
    blocked = min(row[own + SHIELD], row[rival + SWORD])
    row[at + EDGE + seat] = edge
    row[at + PREEMPT + seat] = min(lead, blocked)
    row[at + SWORD_DAMAGE + seat] = max(0, row[own + SWORD] - edge - row[rival + SHIELD])


@kernel
def _cast(number: int, so_far: bool, at: int, row: Ints) -> None:
    """Magic of the active seats: a duel, or else a cast by each that is not hurt (DM-5.9)."""
    magic_0 = row[VALUES + MAGIC]
    magic_1 = row[VALUES + NUM_DICE + MAGIC]
    active_0 = row[VALUES + PRIORITY] == number
    active_1 = row[VALUES + NUM_DICE + PRIORITY] == number
    hurt_0 = _blows(1, at, row) > 0  # DM-5.8
    hurt_1 = _blows(0, at, row) > 0
    if active_0 and active_1 and magic_0 > 0 and magic_1 > 0 and not hurt_0 and not hurt_1:
        row[at + DUEL] = 1
        row[at + MAGIC_DAMAGE] = max(0, magic_0 - magic_1)
        row[at + MAGIC_DAMAGE + 1] = max(0, magic_1 - magic_0)
        return
    if so_far:  # DM-5.9.5: damage of an earlier phase shows in the life it took
        hurt_0 = hurt_0 or row[LIFE_AFTER] < row[LIFE_BEFORE]
        hurt_1 = hurt_1 or row[LIFE_AFTER + 1] < row[LIFE_BEFORE + 1]
    if active_0 and not hurt_0:
        row[at + MAGIC_DAMAGE] = magic_0
    if active_1 and not hurt_1:
        row[at + MAGIC_DAMAGE + 1] = magic_1


@kernel
def _blows(seat: int, at: int, row: Ints) -> int:
    """Damage a seat deals in a phase without Magic: N of DM-5.8."""
    total: int = row[at + EDGE + seat] + row[at + PREEMPT + seat] + row[at + SWORD_DAMAGE + seat]
    return total
