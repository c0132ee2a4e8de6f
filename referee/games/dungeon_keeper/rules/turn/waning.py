"""Waning of the Altars: from some round on, all lose hit points at each round end (DK-7.5)."""

from __future__ import annotations

import numpy as np

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import lower_mark
from referee.games.dungeon_keeper.rules.combat.deaths import destroy_building
from referee.games.dungeon_keeper.rules.events import AltarsWaned
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.scoring import scores_of
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Building

__all__ = ["is_waning", "wane", "waning_hp"]


def waning_hp(state: State) -> int:
    """Return the hit points that each Altar loses at the end of this round.

    0 before the round with which the waning starts, if the config has none, and in version 1.
    """
    if len(state.rules) == c.RULES_OF_OLD or not state.rules[c.WANING_ROUND]:
        return 0
    return max(0, state.match.item(c.ROUND) - state.rules.item(c.WANING_ROUND) + 1)


def is_waning(state: State) -> bool:
    """Return whether Altars have begun to lose hit points each round, so that none can be repaired any more."""
    return waning_hp(state) > 0


def wane(play: Play) -> bool:
    """Take hit points from all Altars at the end of a round, if it is late enough for that; return whether it is.

    Altars that reach 0 fall together. Their seats are ranked by score before the fall: a seat's
    elimination order is 1 more than the number of eliminated seats ranked below it.
    """
    state = play.state
    hp = waning_hp(state)
    if not hp:
        return False
    # Before any loss: seats that fall together are ranked by what they had (DK-7.5).
    scores = scores_of(state)
    before = state.match.item(c.NUM_ELIMINATED)
    play.log.append(AltarsWaned(hp))
    fallen: dict[int, tuple[int, int]] = {}
    for row, col in np.argwhere(state.cells[c.B_KIND] == Building.ALTAR).tolist():
        left = max(0, state.cells.item(c.B_HP, row, col) - hp)
        state.cells[c.B_HP, row, col] = left
        # Waning credits no seat, but must lower the mark: its points must not count at a later
        # blow.
        lower_mark(state, row, col)
        if not left:
            fallen[state.cells.item(c.B_OWNER, row, col)] = row, col
    # All have lost hit points before the first seat falls: Altars fall together (DK-7.5).
    for seat in sorted(fallen):
        destroy_building(play, *fallen[seat], None)
    for seat in fallen:
        below = sum(scores[other] < scores[seat] for other in fallen)
        state.seats[seat, c.ELIMINATED_ORDER] = before + below + 1
    return True
