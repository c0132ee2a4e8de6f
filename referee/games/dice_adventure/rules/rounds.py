"""The rounds of any number of parties: each call carries out one decision point of all (DA-4.1 to DA-5.2).

Each party plays its own phases, so parties can be at different decision points (DA-4.4).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.core.kernel import borrowing
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Board, Bytes, Ints, Shorts, Words
from referee.games.dice_adventure.rules.action_phase import act
from referee.games.dice_adventure.rules.course import (
    begin_round,
    clean_up,
    end_level,
    restart,
    start_level,
)
from referee.games.dice_adventure.rules.defeat import num_living
from referee.games.dice_adventure.rules.monster_phase import move_monsters
from referee.games.dice_adventure.rules.orders import read_pings, read_plan
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.visibility.fog import look, unsettle

__all__ = ["begin", "look_around", "no_orders", "play"]

_PLAY, _BEGIN, _LOOK = 0, 1, 2
"""What a call of the kernel `_run` does with each party: play a decision point, begin the match, or
update memories. Three kernels would compile the same rules three times.
"""


def no_orders(num_parties: int) -> Shorts:
    """Return int16[party, member, column]: empty orders, of which nothing is refused."""
    return np.zeros((num_parties, NUM_MEMBERS, c.ORDER_WIDTH), np.int16)


def play(state: State, orders: Shorts) -> None:
    """Carry out one decision point of every party that has not finished.

    Args:
        state: The parties; changed in place.
        orders: int16[party, member, column]: orders by `columns`; those of dead members are ignored.
    """
    _run(_PLAY, orders, *_arrays(state))


def begin(state: State) -> None:
    """Begin the first level of every party."""
    _run(_BEGIN, no_orders(len(state.table)), *_arrays(state))


def look_around(state: State) -> None:
    """Update what all members remember from what they see, after a scenario has changed the state."""
    _run(_LOOK, no_orders(len(state.table)), *_arrays(state))


def _arrays(
    state: State,
) -> tuple[
    Shorts, Words, Ints, Shorts, Shorts, Bytes, Ints, npt.NDArray[np.int8],
    Shorts, Bytes, Shorts, Ints, Shorts, Shorts, Shorts, Shorts,
]:  # fmt: skip
    height, width = state.cells.shape[2:]
    # Plain arrays, not the dataclass: compiled kernels take no Python objects. The last three are scratch, which
    # holds values of the party before: write before you read.
    return (
        state.rules, state.streams, state.table, state.pieces, state.pings, state.cells,
        state.results, state.refused, state.level_info, state.level_cells, state.level_pieces,
        state.script, state.log,
        np.zeros((NUM_MEMBERS, c.SCRATCH_WIDTH), np.int16),
        np.empty((height, width), np.int16),
        np.empty((height * width, 2), np.int16),
    )  # fmt: skip


@borrowing
def _run(
    what: int,
    orders: Shorts,
    rules: Shorts,
    streams: Words,
    table: Ints,
    pieces: Shorts,
    pings: Shorts,
    cells: Bytes,
    results: Ints,
    refused: npt.NDArray[np.int8],
    level_info: Shorts,
    level_cells: Bytes,
    level_pieces: Shorts,
    script: Ints,
    log: Shorts,
    scratch: Shorts,
    distances: Shorts,
    queue: Shorts,
) -> None:
    member_rules = rules[c.MEMBER_RULES : c.TYPE_RULES].reshape(NUM_MEMBERS, c.MEMBER_RULES_WIDTH)
    type_rules = rules[c.TYPE_RULES :].reshape(-1, c.TYPE_RULES_WIDTH)
    for n in range(len(table)):
        # Cleared for finished parties, too: the events of their last step must not be sent again.
        log[n, c.LOG_SIZE] = c.LOG_ENTRIES
        if table[n, c.PHASE] == c.DONE:
            continue
        members = table[n, c.MEMBERS :].reshape(NUM_MEMBERS, c.MEMBER_WIDTH)
        b = Board(
            rules, member_rules, type_rules, streams[n], table[n], members, pieces[n], pings[n],
            cells[n, c.STATICS], cells[n, c.MEMORY :], results[n], refused[n], level_info[n],
            level_cells[n], level_pieces[n], script[n], log[n], scratch, distances, queue,
        )  # fmt: skip
        if what == _BEGIN:
            start_level(b)
            begin_round(b)
        elif what == _LOOK:
            unsettle(b)
            look(b)
        elif b.table[c.PHASE] == c.COMMUNICATION:
            _close_window(b, orders[n])
        else:
            _play_round(b, orders[n])


@borrowing
def _close_window(b: Board, orders: Shorts) -> None:
    """Read the pings in all members' orders and close the ping window: open the next one, or begin planning.

    After a window without pings, and after the last one, planning begins (DA-4.2).
    """
    accepted = 0
    for member in range(NUM_MEMBERS):
        if b.members[member, c.ALIVE]:
            # Members see each other's pings only when the window is over, so all are read before any is shown.
            accepted += read_pings(b, member, orders[member])
    if accepted == 0 or b.table[c.WINDOW] == b.rules[c.PING_WINDOWS]:
        b.table[c.PHASE] = c.PLANNING
        b.table[c.WINDOW] = 0
    else:
        b.table[c.WINDOW] += 1


@borrowing
def _play_round(b: Board, orders: Shorts) -> None:
    """Carry out the plans in all orders and the rest of the round, up to any member's next decision.

    If no member lives, nobody can be asked: such a round begins with its Monster Phase (DA-4.3).
    """
    for member in range(NUM_MEMBERS):
        b.scratch[member, c.PLAN_SIZE] = 0
        if b.members[member, c.ALIVE]:
            read_plan(b, member, orders[member])
    status = act(b)
    # Go on through rounds in which nobody lives, until a seat has to decide or the match is over. Such a series
    # ends: members return, or the level ends.
    while True:
        if status == c.GOES_ON:
            status = move_monsters(b)
        if status == c.GOES_ON:
            status = clean_up(b)
        elif status == c.RESTARTS:
            status = restart(b)
        # A restart may time the level out, so its status is checked after it, not in place of it.
        if status != c.GOES_ON:
            end_level(b, status)
        if b.table[c.PHASE] == c.DONE:
            return
        begin_round(b)
        if num_living(b) > 0:
            return
        status = c.GOES_ON
