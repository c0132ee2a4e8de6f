"""Messages between seats and referee, each field declared once; rules are those of the rulebook.

The messages on the wire, their bytes and the plain forms follow from this. Actions may hold any number:
what has no meaning is refused by the rules, part by part.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.champions.info import MAX_SEATS
from referee.games.champions.tables import (
    ANY,
    MAX_EQUIP_ORDERS,
    MAX_FIGHTER_ENTRIES,
    MOST_BATTLES,
    MOST_ITEMS,
    MOST_LOOT_ACTIONS,
    NUM_ACTIONS,
    NUM_CATEGORIES,
    NUM_KINDS,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
    Phase,
    RefusalCode,
)
from referee.kit.records import Absent, Int32, Name, Number, Read, ToldOnce, Wrap

__all__ = [
    "ACTIONS",
    "BAD",
    "BAD_FORM",
    "EVENTS",
    "Action",
    "BadForm",
    "Battle",
    "BattleTurn",
    "ChampionDied",
    "ChampionView",
    "Cut",
    "CutPair",
    "Dice",
    "Eliminated",
    "Equip",
    "EquipOrder",
    "Executed",
    "Fighter",
    "FighterHealth",
    "FighterRef",
    "Item",
    "ItemsReturned",
    "Loot",
    "LootFound",
    "LootNothing",
    "Many",
    "MapShrunk",
    "MapSize",
    "MatchEnd",
    "Me",
    "Move",
    "Notice",
    "Pair",
    "Refusal",
    "Round",
    "SeatView",
    "SetAction",
    "Slot",
    "Strength",
    "TileReport",
    "TileView",
]

BAD = -2
"""Stands for a number that is missing where one must be, or beyond any that has a meaning."""

Seat: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SEATS - 1)]
Champion: TypeAlias = Annotated[int, Field(ge=0, le=NUM_TYPES - 1)]
BattleId: TypeAlias = Annotated[int, Field(ge=0, le=MOST_BATTLES - 1)]
Turn: TypeAlias = Annotated[int, Field(ge=0, le=NUM_TURNS - 1)]
Act: TypeAlias = Annotated[int, Field(ge=0, le=NUM_ACTIONS - 1)]
ItemId: TypeAlias = Annotated[int, Field(ge=1, le=MOST_ITEMS)]
ItemKind: TypeAlias = Annotated[int, Field(ge=0, le=NUM_KINDS - 1)]
MapSize: TypeAlias = Annotated[int, Field(ge=1, le=4)]
Coordinate: TypeAlias = Annotated[int, Field(ge=-1, le=3), Int32()]
Health: TypeAlias = Annotated[int, Field(ge=0, le=100)]
Round: TypeAlias = Annotated[int, Field(ge=1, le=200)]
Looting: TypeAlias = Annotated[int, Field(ge=0, le=MOST_LOOT_ACTIONS - 1)]
Face: TypeAlias = Annotated[int, Field(ge=1, le=20)]
Many: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
Bit: TypeAlias = Annotated[int, Field(ge=0, le=1)]
Step: TypeAlias = Annotated[int, Field(ge=-1, le=1), Int32()]

_EACH_SEAT = Field(max_length=MAX_SEATS)


# Actions.


class BadForm(NamedTuple):
    """What is no action at all."""


class Move(NamedTuple):
    """A move by one tile in any of eight directions; 0, 0 stays (CH-4.3). Asked for in the phase MOVE."""

    dr: Step = 0
    """Rows; 1 is down."""
    dc: Step = 0
    """Columns; 1 is to the right."""


class Loot(NamedTuple):
    """What the looting actions look for (CH-4.4). Asked for in the phase LOOT."""

    categories: Annotated[
        tuple[Annotated[int, Field(ge=0, le=ANY)], ...], Read(MOST_LOOT_ACTIONS)
    ] = ()
    """A category for each looting action; missing ones are ANY."""


class EquipOrder(NamedTuple):
    """One equipment order (CH-4.5)."""

    kind: Bit
    """0 puts an item into a slot, 1 takes what is in it off."""
    item: Annotated[int, Field(ge=0, le=MOST_ITEMS)]
    """Instance id of the item; not read when taking off."""
    champion: Annotated[Champion, Absent(BAD)]
    """Champion."""
    slot: Annotated[int, Field(ge=0, le=NUM_SLOTS - 1), Absent(BAD)]
    """Slot."""


class Equip(NamedTuple):
    """Equipment orders, carried out one after another. Asked for in the phase EQUIP."""

    orders: Annotated[tuple[EquipOrder, ...], Read(MAX_EQUIP_ORDERS)] = ()
    """At most 24 are read."""


class SetAction(NamedTuple):
    """One action of a set (CH-4.8)."""

    action: Annotated[Act, Absent(BAD), Number(1)]
    """What to do."""
    target: Annotated[Bit, Absent(BAD), Number(3)] = BAD
    """For healing and guarding."""
    prefs: Annotated[tuple[Champion, ...], Number(2), Read(NUM_TYPES)] = ()
    """For an attack: types in order of preference; missing ones are appended."""


class Fighter(NamedTuple):
    """A champion that fights, and how (CH-4.6)."""

    battle: Annotated[int, Field(ge=-(2**31), le=2**31 - 1), Int32()] | None
    """The battle; may be absent for a seat with one battle."""
    champion: Annotated[Champion, Absent(BAD)]
    """The champion."""
    actions: Annotated[tuple[SetAction, ...], Name("set"), Read(NUM_TURNS)] = ()
    """Up to four actions, one a turn; missing ones are attacks."""


class Battle(NamedTuple):
    """Choice of fighters. Champions that are not picked are filled in (CH-4.7). Asked for in the phase BATTLE."""

    fighters: Annotated[tuple[Fighter, ...], Read(MAX_FIGHTER_ENTRIES)] = ()
    """At most 8 are read."""


Action: TypeAlias = Move | Loot | Equip | Battle | BadForm
ACTIONS = (Move, Loot, Equip, Battle)
"""Kinds of actions, by the phases in which they are asked for; their numbers on the wire are from 1."""
BAD_FORM = BadForm()
"""What is no action at all."""


# What a seat sees.


class SeatView(NamedTuple):
    """A seat as everybody sees it."""

    alive: bool
    """Whether it is in play."""
    row: Coordinate
    """Row from 0 at the top; -1 once it is out."""
    col: Coordinate
    """Column from 0 at the left; -1 once it is out."""
    out_round: Annotated[int, Field(ge=0, le=10**6)]
    """Round in which it went out; 0 while it is in play."""


class Item(NamedTuple):
    """An item that the seat owns."""

    id: Annotated[int, Field(ge=0, le=MOST_ITEMS)]
    """Instance id, from 1; 0 is an empty slot."""
    kind: ItemKind
    """Kind."""


_EMPTY = Item(0, 0)


class Slot(NamedTuple):
    """What a champion holds in a slot."""

    item: Item | None
    """The item; None if the slot is empty."""

    def on_wire(self) -> Item:
        """Return the item on the wire; an empty slot is an empty message."""
        return _EMPTY if self.item is None else self.item


class ChampionView(NamedTuple):
    """One champion of the seat's own."""

    health: Health
    """Health; 0 is dead."""
    slots: Annotated[
        tuple[Annotated[Item | None, Wrap(Slot)], ...],
        Field(min_length=NUM_SLOTS, max_length=NUM_SLOTS),
    ]
    """Slots 0 to 2; absent fields of an entry mean that it is empty."""


class Me(NamedTuple):
    """What the seat knows of itself."""

    seat: Seat
    """The seat."""
    champions: Annotated[
        tuple[ChampionView, ...], Field(min_length=NUM_TYPES, max_length=NUM_TYPES)
    ]
    """Gladiator, Rogue, Healer, Mage."""
    stash: Annotated[tuple[Item, ...], Field(max_length=MOST_ITEMS)]
    """Items it does not hold, by instance id."""
    kills: Many
    """Champions of rivals that died in its battles."""
    damage: Many
    """Sum of the damage of its attacks."""


class TileView(NamedTuple):
    """The tile the seat stands on."""

    tile_class: Annotated[int, Field(ge=0, le=3)]
    """Class."""
    left: Annotated[
        tuple[Annotated[int, Field(ge=0, le=MOST_ITEMS)], ...],
        Field(min_length=NUM_CATEGORIES, max_length=NUM_CATEGORIES),
    ]
    """Items left: physical, magical, defensive, support."""


class Pair(NamedTuple):
    """A battle of this round."""

    battle: BattleId
    """Its id."""
    side_a: Seat
    """The lower seat: side A."""
    side_b: Seat
    """The higher seat: side B."""


class Strength(NamedTuple):
    """Health of a seat's champions, as those on its tile see it when BATTLE opens."""

    seat: Seat
    """The seat."""
    health: Annotated[tuple[Health, ...], Field(min_length=NUM_TYPES, max_length=NUM_TYPES)]
    """Health of Gladiator, Rogue, Healer, Mage; 0 is dead."""


class TileReport(NamedTuple):
    """The seats on a tile when BATTLE opens, and who fights whom (CH-6.5). Seen by those on it."""

    tile: Annotated[int, Field(ge=0, le=15)]
    """Tile index."""
    seats: Annotated[tuple[Strength, ...], Field(min_length=2, max_length=MAX_SEATS)]
    """Seats there, ascending."""
    battles: Annotated[tuple[Pair, ...], Field(max_length=MOST_BATTLES)]
    """Battles there."""


# Events.


class Refusal(NamedTuple):
    """A part of a seat's own action that did not count, or was filled in (CH-4.11). Seen by that seat alone."""

    phase: Annotated[int, Field(ge=0, le=3)]
    """Phase of the action."""
    code: RefusalCode
    """Why."""
    index: Many | None  # type: ignore[assignment]  # not the method of tuples
    """Place in the list of the action; absent if it is about the whole of it. With MORE, a number of parts."""
    turn: Many | None
    """Place in the set of that entry; absent if it is about no single action."""


class Notice(NamedTuple):
    """A refusal as its plain form has it: phases have names there."""

    phase: str
    """Phase of the action."""
    code: RefusalCode
    """Why."""
    index: Many | None  # type: ignore[assignment]  # likewise
    """As in a refusal."""
    turn: Many | None
    """As in a refusal."""

    def on_wire(self) -> Refusal:
        """Return it as it is on the wire."""
        return Refusal(Phase[self.phase].value, *self[1:])


class LootFound(NamedTuple):
    """A looting action found an item. Seen by the looter."""

    action: Looting
    """Looting action, from 0."""
    item: ItemId
    """Instance id."""
    kind: ItemKind
    """Kind."""


class LootNothing(NamedTuple):
    """A looting action found nothing. Seen by the looter."""

    action: Looting
    """Looting action, from 0."""


class Dice(NamedTuple):
    """Dice of one source."""

    kind: ItemKind | None
    """Kind of the item that they come from; absent for the action's own dice."""
    faces: Annotated[tuple[Face, ...], Field(max_length=3)]
    """The faces in order."""


class FighterRef(NamedTuple):
    """A fighter: whose and which."""

    seat: Seat
    """The seat."""
    champion: Champion
    """The champion."""


class Executed(NamedTuple):
    """An action as it was executed (CH-6.4)."""

    actor: FighterRef
    """Who."""
    action: Act
    """What."""
    target: FighterRef | None
    """Whom; absent for evading."""
    evade_roll: Face | None
    """The evade roll of who was attacked; absent if there was none."""
    evade_need: Face | None
    """What it had to be at least."""
    base: Annotated[tuple[Face, ...], Field(max_length=4)]
    """The action's own dice; none for evading and where an attack was evaded."""
    items: Annotated[tuple[Dice, ...], Field(max_length=NUM_SLOTS - 1)]
    """Dice of the actor's items, slot 0 before slot 1."""
    boost: Many
    """Boost that the partner added."""
    defence: Dice | None
    """The target's defence roll; absent without armour."""
    factor: Annotated[int, Field(ge=0, le=150)]
    """Factor in hundredths; 0 where an attack was evaded."""
    amount: Many
    """Damage, healing, boost or guard that resulted."""


class FighterHealth(NamedTuple):
    """A fighter's health after a turn."""

    fighter: FighterRef
    """Who."""
    health: Health
    """Health; 0 is dead."""


class BattleTurn(NamedTuple):
    """One turn of a battle. Seen by its two seats."""

    battle: BattleId
    """The battle."""
    turn: Turn
    """Turn from 0 to 3."""
    actions: Annotated[tuple[Annotated[Executed, ToldOnce()], ...], Field(max_length=4)]
    """Actions in the order of execution; evading last."""
    healths: Annotated[tuple[FighterHealth, ...], Field(min_length=2, max_length=4)]
    """All fighters, side A first."""


class ChampionDied(NamedTuple):
    """A champion has died. Seen by the seats on its tile when BATTLE opened."""

    seat: Seat
    """Whose."""
    champion: Champion
    """Which."""


class ItemsReturned(NamedTuple):
    """Items of dead champions are back in the stash (CH-5.33). Seen by their owner."""

    items: Annotated[tuple[ItemId, ...], Field(max_length=NUM_TYPES * NUM_SLOTS)]
    """Instance ids, ascending."""


class Eliminated(NamedTuple):
    """A seat is out (CH-5.34). Seen by everybody."""

    seat: Seat
    """The seat."""
    round: Round
    """The round."""


class Cut(NamedTuple):
    """One step of shrinking."""

    oy: Bit
    """1 if the first row vanished, 0 if the last."""
    ox: Bit
    """1 if the first column vanished, 0 if the last."""


class CutPair(NamedTuple):
    """The same as a bare pair."""

    sides: tuple[Bit, Bit]
    """oy and ox."""

    def on_wire(self) -> Cut:
        """Return it as it is on the wire."""
        return Cut(*self.sides)


class MapShrunk(NamedTuple):
    """The map has shrunk (CH-5.42). Seen by everybody."""

    old_size: MapSize
    """Size before."""
    new_size: MapSize
    """Size now."""
    cuts: Annotated[
        tuple[Annotated[tuple[int, int], Wrap(CutPair)], ...], Field(min_length=1, max_length=3)
    ]
    """The steps in order."""


class MatchEnd(NamedTuple):
    """The match is over. Seen by everybody. One entry a seat in each list."""

    placements: Annotated[tuple[Annotated[int, Field(ge=1, le=MAX_SEATS)], ...], _EACH_SEAT]
    """Placements, from 1."""
    scores: Annotated[tuple[Annotated[int, Field(ge=0, le=10**6)], ...], _EACH_SEAT]
    """Scores of CH-7.3 in millionths."""
    kills: Annotated[tuple[Many, ...], _EACH_SEAT]
    """Kills."""
    damage: Annotated[tuple[Many, ...], _EACH_SEAT]
    """Damage."""


EVENTS = (
    Notice, LootFound, LootNothing, TileReport, BattleTurn, ChampionDied, ItemsReturned, Eliminated,
    MapShrunk, MatchEnd,
)  # fmt: skip
"""All kinds of events by their numbers on the wire, from 1, which those in the log of a step have too."""
