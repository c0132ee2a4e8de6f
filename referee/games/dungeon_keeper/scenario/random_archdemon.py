"""Random orders that a seat gives as archdemon, without a unit: guesses, some of which the rules refuse."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

import numpy as np

from referee.core.rng import Stream
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.ground import buildings_of
from referee.games.dungeon_keeper.rules.board.units import num_units_of
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    DIRECTIONS,
    EXCHANGE_MANA,
    SUMMONED,
    UNITS,
    Artifact,
    Building,
    Kind,
    Resource,
    Spell,
    Spirit,
)

__all__ = ["ARCHDEMON_PROPOSALS", "ArchdemonProposal", "one_of"]

ArchdemonProposal: TypeAlias = Callable[[State, int, Stream], o.Order | None]
"""Function that proposes an order for a seat; returns None if it finds none."""
T = TypeVar("T")
EnumT = TypeVar("EnumT", bound=enum.IntEnum)

_FEW_UNITS = 4
"""From this many units on, a seat proposes to summon in one of four cases only, since units cost
upkeep."""
_CHILDREN = {
    kind: [child for child in Kind if UNITS[child].parent == kind]
    for kind in Kind
    if any(UNITS[child].parent == kind for child in Kind)
}


def one_of(things: Sequence[T], dice: Stream) -> T:
    """Return one of several things, drawn with equal chances."""
    return things[dice.draw(len(things)) - 1]


def _own_unit(state: State, seat: int, dice: Stream) -> int | None:
    """Return the id of a random unit that the seat owns; None if it owns none."""
    units = state.units
    own = units[(units[:, c.ID] > 0) & (units[:, c.OWNER] == seat), c.ID].tolist()
    return one_of(own, dice) if own else None


def _held(state: State, seat: int, first: int, count: int) -> list[int]:
    """Return the kinds of things of which a seat has at least one, as numbers from 0.

    Args:
        state: The match.
        seat: The seat.
        first: First of the seat's columns for these kinds.
        count: Number of kinds.
    """
    return np.flatnonzero(state.seats[seat, first : first + count]).tolist()


def _summon(state: State, seat: int, dice: Stream) -> o.Order | None:
    circles = buildings_of(state, seat, Building.CIRCLE)
    # The draw is made only for a seat with enough units: fewer always summon.
    if not circles or (num_units_of(state, seat) >= _FEW_UNITS and dice.draw(4) > 1):
        return None
    circle = one_of(circles, dice)
    down, right = one_of(DIRECTIONS, dice)
    return o.Summon(circle, one_of(SUMMONED, dice), Place(circle.row + down, circle.col + right))


def _upgrade_unit(state: State, seat: int, dice: Stream) -> o.Order | None:
    units = state.units
    own = units[(units[:, c.ID] > 0) & (units[:, c.OWNER] == seat)][:, [c.ID, c.KIND]].tolist()
    able = [(unit, child) for unit, kind in own for child in _CHILDREN.get(Kind(kind), ())]
    return o.UpgradeUnit(*one_of(able, dice)) if able else None


def _upgrade_source(state: State, seat: int, dice: Stream) -> o.Order | None:
    sources = buildings_of(state, seat, Building.SOURCE)
    return o.UpgradeSource(one_of(sources, dice)) if sources else None


def _any_of(make: Callable[[EnumT], o.Order], things: type[EnumT]) -> ArchdemonProposal:
    """Return a proposal of an order that names a random member of the enum `things`; `make` makes the order."""
    return lambda _, __, dice: make(one_of(list(things), dice))


def _to_unit(
    make: Callable[[int, EnumT], o.Order], things: type[EnumT], first: int
) -> ArchdemonProposal:
    """Return a proposal to give an own unit something that the seat has.

    Args:
        make: Makes the order from the unit's id and the thing.
        things: Enum of the things.
        first: First of the seat's columns for these things.
    """

    def propose(state: State, seat: int, dice: Stream) -> o.Order | None:
        unit, held = _own_unit(state, seat, dice), _held(state, seat, first, len(things))
        return make(unit, things(one_of(held, dice))) if unit and held else None

    return propose


def _cast(state: State, seat: int, dice: Stream) -> o.Order | None:
    known = _held(state, seat, c.SPELLS, len(Spell))
    units = state.units
    living = units[units[:, c.ID] > 0, c.ID].tolist()
    if not known or not living:
        return None
    return o.Cast(Spell(one_of(known, dice)), one_of(living, dice))


def _exchange(state: State, seat: int, dice: Stream) -> o.Order | None:
    resource = one_of(list(Resource), dice)
    # As much as the mana pays, so that most proposals are legal.
    most = min(state.seats.item(seat, c.MANA) // EXCHANGE_MANA[resource], o.MAX_EXCHANGE)
    return o.Exchange(resource, dice.draw(most)) if most else None


def _tower_shot(state: State, seat: int, dice: Stream) -> o.Order | None:
    towers = buildings_of(state, seat, Building.BATTLE_TOWER)
    units = state.units
    others = units[(units[:, c.ID] > 0) & (units[:, c.CONTROLLER] != seat), c.ID].tolist()
    if not towers or not others:
        return None
    return o.TowerShot(one_of(towers, dice), one_of(others, dice))


def _ally(state: State, seat: int, dice: Stream) -> o.Order | None:
    if not state.rules[c.ALLIANCES]:
        return None
    other = dice.draw(len(state.seats)) - 1
    is_declared = state.seats.item(seat, c.ALLIES) >> other & 1
    return o.Unally(other) if is_declared else o.Ally(other)


ARCHDEMON_PROPOSALS: tuple[ArchdemonProposal, ...] = (
    _summon,
    _summon,
    _upgrade_unit,
    _upgrade_source,
    _any_of(o.Research, Spell),
    _cast,
    _any_of(o.Forge, Artifact),
    _to_unit(o.Equip, Artifact, c.STORE),
    _to_unit(o.AssignSpirit, Spirit, c.SPIRITS_HELD),
    _exchange,
    _tower_shot,
    _ally,
)
"""Proposals of the archdemon's orders, drawn from with equal chances."""
