"""Actions of seats as records; each field is declared once.

Fields may hold any number: the rules refuse values without a meaning, part by part.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.champions.tables import (
    ANY,
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    MOST_ITEMS,
    MOST_LOOT_ACTIONS,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
)
from referee.games.champions.wire.fields import BAD, Act, Bit, Champion, Step
from referee.kit.records import Absent, Int32, Name, Number, Read

__all__ = [
    "ACTIONS",
    "Action",
    "BAD_FORM",
    "BadForm",
    "Battle",
    "Equip",
    "EquipOrder",
    "Fighter",
    "Loot",
    "Move",
    "SetAction",
]


class BadForm(NamedTuple):
    """An action that can't be read at all."""


class Move(NamedTuple):
    """Action of the phase MOVE: one tile in any of eight directions, or 0, 0 to stay (CH-4.3)."""

    dr: Step = 0
    """Rows to move; 1 is down, -1 is up."""
    dc: Step = 0
    """Columns to move; 1 is right, -1 is left."""


class Loot(NamedTuple):
    """Action of the phase LOOT: what each looting action looks for (CH-4.4)."""

    categories: Annotated[
        tuple[Annotated[int, Field(ge=0, le=ANY)], ...], Read(MOST_LOOT_ACTIONS)
    ] = ()
    """An item category for each looting action; missing ones are ANY."""


class EquipOrder(NamedTuple):
    """One equipment order: put an item into a slot, or take one off (CH-4.5)."""

    kind: Bit
    """0 puts an item into the slot, 1 takes the item in the slot off."""
    item: Annotated[int, Field(ge=0, le=MOST_ITEMS)]
    """Instance id of the item to put in; ignored for taking off."""
    champion: Annotated[Champion, Absent(BAD)]
    """Index of the seat's champion that the slot belongs to."""
    slot: Annotated[int, Field(ge=0, le=NUM_SLOTS - 1), Absent(BAD)]
    """Index of the slot: 0 and 1 for weapons, 2 for armour."""


class Equip(NamedTuple):
    """Action of the phase EQUIP: equipment orders, carried out one after another."""

    orders: Annotated[tuple[EquipOrder, ...], Read(MAX_EQUIP_ORDERS)] = ()
    """Equipment orders; at most 24 are read."""


class SetAction(NamedTuple):
    """One action of a fighter's set: what it does in one turn of the battle (CH-4.8)."""

    action: Annotated[Act, Absent(BAD), Number(1)]
    """Battle action: 0 attack, 1 heal, 2 boost, 3 guard, 4 evade."""
    target: Annotated[Bit, Absent(BAD), Number(3)] = BAD
    """Whom healing or guarding is for: 0 the fighter itself, 1 its partner; ignored for other
    actions.
    """
    prefs: Annotated[tuple[Champion, ...], Number(2), Read(NUM_TYPES)] = ()
    """For an attack: champion types to attack, most wanted first; missing types are appended."""


class Fighter(NamedTuple):
    """A champion that is picked for a battle, and its set of actions (CH-4.6)."""

    # All numbers of 32 bits: one that names no battle is refused by the rules, not by the reader.
    battle: Annotated[int, Field(ge=-(2**31), le=2**31 - 1), Int32()] | None
    """Id of the battle; may be absent for a seat with one battle."""
    champion: Annotated[Champion, Absent(BAD)]
    """Index of the champion, which is its type."""
    actions: Annotated[tuple[SetAction, ...], Name("set"), Read(NUM_TURNS)] = ()
    """Up to four actions, one for each turn; missing ones are attacks."""


class Battle(NamedTuple):
    """Action of the phase BATTLE: fighters; missing ones are filled in (CH-4.7)."""

    fighters: Annotated[tuple[Fighter, ...], Read(MAX_FIGHTER_ENTRIES)] = ()
    """Fighter entries; at most 8 are read."""


Action: TypeAlias = Move | Loot | Equip | Battle | BadForm
# The order gives the numbers on the wire: a new kind goes to the end, or old replays change
# meaning.
ACTIONS = (Move, Loot, Equip, Battle)
"""Records of actions, in the order of the phases in which they are asked for; their field numbers
on the wire count from 1.
"""
BAD_FORM = BadForm()
"""Stands for any action that can't be read at all."""
