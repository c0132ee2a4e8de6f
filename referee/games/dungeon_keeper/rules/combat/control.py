"""Subjugation: a unit obeys a seat that does not own it, until that seat's turn ends (DK-5.50)."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.units import can, spot, units_of
from referee.games.dungeon_keeper.rules.combat.auras import lend_ap
from referee.games.dungeon_keeper.rules.combat.deaths import forget_captures
from referee.games.dungeon_keeper.rules.combat.statuses import absorbs, roll
from referee.games.dungeon_keeper.rules.events import Controlled, Released
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.aims import Aim
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import Ability, Roll

__all__ = ["release_all", "subjugate"]


def subjugate(aim: Aim[o.Subjugate]) -> None:
    """Try to give the ordering seat control of a hostile unit (DK-5.50).

    First the acting unit rolls, then the target may resist, then absorb. If nothing stops it, the
    seat controls the target, which gets action points to act with.
    """
    play, state, target = aim.play, aim.state, aim.target
    if not roll(play, aim.at, Roll.SUBJUGATE):
        return
    if can(state, target, Ability.CONTROL_RESISTANCE) and roll(
        play, target, Roll.CONTROL_RESISTANCE
    ):
        return
    if absorbs(play, target):
        return
    state.units[target, c.CONTROLLER] = aim.seat
    # What it did for its owner is not counted for another seat (DK-5.50).
    forget_captures(state, target)
    play.log.append(Controlled(spot(state, target), aim.seat))
    lend_ap(play, target)


def release_all(play: Play) -> None:
    """Return all units that the acting seat controls but does not own to their owners (DK-5.9)."""
    state = play.state
    for at in units_of(state):
        owner = state.units.item(at, c.OWNER)
        if state.units.item(at, c.CONTROLLER) == play.seat != owner:
            state.units[at, c.CONTROLLER] = owner
            # It acts again from its owner's next turn start on (DK-5.9).
            state.units[at, c.AP] = 0
            forget_captures(state, at)
            play.log.append(Released(spot(state, at), play.seat))
