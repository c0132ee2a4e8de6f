"""States that differ from a given one in what a seat may not see: one for each row of DA-6.4 that hides something.

The seat must not be able to distinguish a variant after the next step either. What lies beyond a seat's sight is
therefore varied only in a ping window, where nothing but pings is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from referee.core.rng import Stream
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import EMPTY, MONSTER, NUM_MEMBERS, WALL, RefusalCode
from referee.kit.arrays import copied

__all__ = ["hidden_variants"]


def hidden_variants(state: State, seat: int, dice: Stream) -> Iterator[State]:
    """Yield copies of the state that `seat` must not be able to distinguish from it.

    Random changes are drawn from `dice`.
    """
    party, member = divmod(seat, NUM_MEMBERS)
    yield _with_other_seed(state, dice)
    yield _with_other_levels(state, party, dice)
    yield _with_other_mates(state, party, member)
    if state.table.item(party, c.PHASE) == c.COMMUNICATION:
        yield _with_other_surroundings(state, party, member, dice)
    if len(state.table) > 1:
        yield _with_other_rivals(state, party)


def _with_other_seed(state: State, dice: Stream) -> State:
    """Return a copy with another match seed and other dice to come."""
    variant = copied(state)
    # Values from 1, so that no stream stays as it was.
    variant.streams ^= np.array(dice.roll(variant.streams.size, 2**62), np.uint64).reshape(-1, 3)
    return variant


def _with_other_levels(state: State, party: int, dice: Stream) -> State:
    """Return a copy in which all levels of the party from the one after the next are changed.

    The next level stays, since the coming step may begin it.
    """
    variant = copied(state)
    # The next level must stay: the coming step may begin it, and then the seat sees it.
    later = variant.table.item(party, c.LEVEL) + 2
    variant.level_info[party, later:, c.INFO_CAP] += dice.draw(9)
    cells = variant.level_cells[party, later:]
    cells[cells == EMPTY] = WALL
    return variant


def _with_other_mates(state: State, party: int, member: int) -> State:
    """Return a copy in which the other members of the party have other memory, action points and refusals."""
    variant = copied(state)
    for mate in range(NUM_MEMBERS):
        if mate != member:
            _vary_mind(variant, party, mate)
    return variant


def _with_other_rivals(state: State, party: int) -> State:
    """Return a copy in which members of all other parties have other memory, action points and refusals.

    Where such a party is in a ping window, its living members also have other hearts and keys.
    """
    variant = copied(state)
    for row in range(len(state.table)):
        if row != party:
            for mate in range(NUM_MEMBERS):
                _vary_mind(variant, row, mate)
                own = c.members_of(variant.table)[row, mate]
                # In planning, other hearts or keys could change when the match ends, which this seat would notice.
                pings = variant.table[row, c.PHASE] == c.COMMUNICATION
                if pings and own[c.ALIVE]:
                    own[c.HEARTS] = 1
                    own[c.KEY] ^= 1
    return variant


def _vary_mind(variant: State, party: int, mate: int) -> None:
    variant.cells[party, c.MEMORY + mate] = 0
    own = c.members_of(variant.table)[party, mate]
    own[c.AP] = c.member_rules_of(variant.rules)[mate, c.FULL_AP]
    own[c.NUM_REFUSED] = 1
    own[c.REFUSED_PHASE] = c.COMMUNICATION
    variant.refused[party, mate, 0] = (RefusalCode.BAD_STEP.value, 0)


def _with_other_surroundings(state: State, party: int, member: int, dice: Stream) -> State:
    """Return a copy with other terrain, monsters and members' places wherever the seat has nothing in sight.

    What the seat's member remembers of these cells stays.
    """
    variant = copied(state)
    row = variant.table[party]
    unseen = _unseen(variant, party, member)
    statics = variant.cells[party, c.STATICS, : row[c.HEIGHT], : row[c.WIDTH]]
    statics[unseen] = np.where(statics[unseen] == 1 + EMPTY, 1 + WALL, 1 + EMPTY)
    rows, cols = np.nonzero(unseen)
    for number in range(row[c.NUM_PIECES]):
        its_type, x, y, _ = variant.pieces[party, number].tolist()
        kind = c.type_rules_of(variant.rules)[its_type, c.KIND]
        # Rocks and traps are part of the statics, which are varied above.
        if unseen[y, x] and kind == MONSTER:
            place = dice.draw(len(rows)) - 1
            piece = variant.pieces[party, number]
            piece[[c.PIECE_X, c.PIECE_Y]] = cols[place], rows[place]
            piece[c.PRESENT] ^= 1
    for own in c.members_of(row):
        if own[c.ALIVE] and unseen[own[c.Y], own[c.X]]:
            place = dice.draw(len(rows)) - 1
            own[[c.X, c.Y]] = cols[place], rows[place]
    return variant


def _unseen(state: State, party: int, member: int) -> npt.NDArray[np.bool_]:
    """Return bool[row, col]: whether a cell of the map is out of the member's sight."""
    row = state.table[party]
    own = c.members_of(row)[member]
    unseen = np.ones((row[c.HEIGHT], row[c.WIDTH]), np.bool_)
    radius = c.member_rules_of(state.rules)[member, c.RADIUS]
    if own[c.ALIVE]:
        x, y = own[c.X], own[c.Y]
        unseen[max(0, y - radius) : y + radius + 1, max(0, x - radius) : x + radius + 1] = False
    return unseen
