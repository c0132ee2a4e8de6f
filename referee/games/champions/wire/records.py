"""Messages between seats and referee as records; each field is declared once.

The protobuf messages, their bytes and the plain forms are made from these records. Fields of
actions may hold any number: the rules refuse values without a meaning, part by part.
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
from referee.kit.records import Absent, Int32, Name, Number, Read, Uncached, Wrap

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

# Not -1, which stands for an absent battle in the arrays of kernels.
BAD = -2
"""Stands for a number that is required but missing, or that is outside the range of its field."""

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


# What a seat sees.


class SeatView(NamedTuple):
    """A seat as everybody sees it."""

    alive: bool
    """Whether the seat is in play."""
    row: Coordinate
    """Row of the seat's tile, from 0 at the top; -1 once the seat is out."""
    col: Coordinate
    """Column of the seat's tile, from 0 at the left; -1 once the seat is out."""
    out_round: Annotated[int, Field(ge=0, le=10**6)]
    """Round in which the seat was eliminated; 0 while it is in play."""


class Item(NamedTuple):
    """An item that the observing seat owns."""

    id: Annotated[int, Field(ge=0, le=MOST_ITEMS)]
    """Instance id of the item, from 1; 0 for an empty slot."""
    kind: ItemKind
    """Kind of the item, 0 to 35."""


_EMPTY = Item(0, 0)


class Slot(NamedTuple):
    """A slot of a champion, which holds at most one item."""

    item: Item | None
    """The item in the slot; None if the slot is empty."""

    def on_wire(self) -> Item:
        """Return the slot's item as a message; an empty slot gives an empty message."""
        # No entry of a list can be absent on the wire, so an empty slot is a message without
        # fields.
        return _EMPTY if self.item is None else self.item


class ChampionView(NamedTuple):
    """One of the observing seat's own champions."""

    health: Health
    """Health of the champion; 0 is dead."""
    slots: Annotated[
        tuple[Annotated[Item | None, Wrap(Slot)], ...],
        Field(min_length=NUM_SLOTS, max_length=NUM_SLOTS),
    ]
    """Items in slots 0 to 2; an entry without fields is an empty slot."""


class Me(NamedTuple):
    """What the observing seat knows of itself."""

    seat: Seat
    """Index of the observing seat."""
    champions: Annotated[
        tuple[ChampionView, ...], Field(min_length=NUM_TYPES, max_length=NUM_TYPES)
    ]
    """The seat's champions: Gladiator, Rogue, Healer, Mage."""
    stash: Annotated[tuple[Item, ...], Field(max_length=MOST_ITEMS)]
    """Items of the seat that are in no slot, by ascending instance id."""
    kills: Many
    """Number of rivals' champions that died in this seat's battles."""
    damage: Many
    """Sum of the damage of the seat's attacks in the match."""


class TileView(NamedTuple):
    """The tile that the observing seat stands on."""

    tile_class: Annotated[int, Field(ge=0, le=3)]
    """Class of the tile: 0 corner, 1 edge, 2 centre, 3 core."""
    left: Annotated[
        tuple[Annotated[int, Field(ge=0, le=MOST_ITEMS)], ...],
        Field(min_length=NUM_CATEGORIES, max_length=NUM_CATEGORIES),
    ]
    """Number of items left in the tile's pool: physical, magical, defensive, support."""


class Pair(NamedTuple):
    """A battle of this round, with its two seats."""

    battle: BattleId
    """Id of the battle, by which fighter entries name it."""
    side_a: Seat
    """Side A: the seat with the lower index."""
    side_b: Seat
    """Side B: the seat with the higher index."""


class Strength(NamedTuple):
    """Health of a seat's champions, which the seats on its tile see when BATTLE opens."""

    seat: Seat
    """Index of the seat whose champions these are."""
    health: Annotated[tuple[Health, ...], Field(min_length=NUM_TYPES, max_length=NUM_TYPES)]
    """Health of Gladiator, Rogue, Healer, Mage; 0 is dead."""


class TileReport(NamedTuple):
    """The seats on a tile when BATTLE opens, and their battles (CH-6.5). Seen by these seats."""

    tile: Annotated[int, Field(ge=0, le=15)]
    """Index of the tile."""
    seats: Annotated[tuple[Strength, ...], Field(min_length=2, max_length=MAX_SEATS)]
    """All seats in play on the tile, ascending, with their champions' health."""
    battles: Annotated[tuple[Pair, ...], Field(max_length=MOST_BATTLES)]
    """All battles between seats on the tile."""


# Events.


class Refusal(NamedTuple):
    """A part of a seat's own action that was refused or filled in (CH-4.11). Seen by that seat."""

    phase: Annotated[int, Field(ge=0, le=3)]
    """Phase of the refused action."""
    code: RefusalCode
    """Why the part did not count, or what was filled in."""
    index: Many | None  # type: ignore[assignment]  # not the method of tuples
    """Index in the action's list; absent if the refusal is about the whole action. With MORE, the
    number of further refused parts.
    """
    turn: Many | None
    """Index of the action in the set of the fighter entry `index`; absent if the refusal is about
    no single action.
    """


class Notice(NamedTuple):
    """A refusal in its plain form, in which the phase is a name."""

    phase: str
    """Name of the phase of the refused action."""
    code: RefusalCode
    """Why the part did not count, or what was filled in."""
    index: Many | None  # type: ignore[assignment]  # likewise
    """Index in the action's list; absent if the refusal is about the whole action. With MORE, the
    number of further refused parts.
    """
    turn: Many | None
    """Index of the action in the set of the fighter entry `index`; absent if the refusal is about
    no single action.
    """

    def on_wire(self) -> Refusal:
        """Return the refusal as the record that goes on the wire."""
        return Refusal(Phase[self.phase].value, *self[1:])


class LootFound(NamedTuple):
    """A looting action has found an item. Seen by the looter alone."""

    action: Looting
    """Index of the looting action in the round, from 0."""
    item: ItemId
    """Instance id of the item found."""
    kind: ItemKind
    """Kind of the item found."""


class LootNothing(NamedTuple):
    """A looting action has found nothing. Seen by the looter alone."""

    action: Looting
    """Index of the looting action in the round, from 0."""


class Dice(NamedTuple):
    """Dice rolled for one source: an action itself, or one item."""

    kind: ItemKind | None
    """Kind of the item that the dice come from; absent for the action's own dice."""
    faces: Annotated[tuple[Face, ...], Field(max_length=3)]
    """Faces of the dice, in the order of the roll."""


class FighterRef(NamedTuple):
    """A fighter in a battle: its seat and its champion type."""

    seat: Seat
    """Index of the fighter's seat."""
    champion: Champion
    """Index of the champion, which is its type."""


class Executed(NamedTuple):
    """An action in a turn of a battle, as it was executed, with its dice (CH-6.4)."""

    actor: FighterRef
    """Fighter that acted."""
    action: Act
    """Battle action that was executed."""
    target: FighterRef | None
    """Fighter that was attacked, healed, boosted or guarded; absent for evading."""
    evade_roll: Face | None
    """Evade roll of the attacked fighter; absent if there was none."""
    evade_need: Face | None
    """Lowest evade roll that would have evaded; absent if there was no roll."""
    base: Annotated[tuple[Face, ...], Field(max_length=4)]
    """Faces of the action's own dice; empty for evading, and for an attack that was evaded."""
    items: Annotated[tuple[Dice, ...], Field(max_length=NUM_SLOTS - 1)]
    """Dice of the actor's items, slot 0 before slot 1."""
    boost: Many
    """Boost from the partner that was added to the dice; 0 for none."""
    defence: Dice | None
    """Defence roll of the target's armour; absent without armour."""
    factor: Annotated[int, Field(ge=0, le=150)]
    """Factor applied to the sum, in hundredths; 0 where an attack was evaded."""
    amount: Many
    """Resulting damage, healing, boost or guard."""


class FighterHealth(NamedTuple):
    """Health of a fighter after a turn of a battle."""

    fighter: FighterRef
    """The fighter whose health this is."""
    health: Health
    """Health of the fighter after the turn; 0 is dead."""


class BattleTurn(NamedTuple):
    """One turn of a battle. Seen by the two seats of the battle."""

    battle: BattleId
    """Id of the battle that the turn belongs to."""
    turn: Turn
    """Index of the turn, 0 to 3."""
    actions: Annotated[tuple[Annotated[Executed, Uncached()], ...], Field(max_length=4)]
    """Actions in the order of execution; evading is listed last."""
    healths: Annotated[tuple[FighterHealth, ...], Field(min_length=2, max_length=4)]
    """Health of all fighters after the turn, side A first."""


class ChampionDied(NamedTuple):
    """A champion has died. Seen by the seats that were on its tile when BATTLE opened."""

    seat: Seat
    """Index of the seat that the champion belongs to."""
    champion: Champion
    """Index of the champion, which is its type."""


class ItemsReturned(NamedTuple):
    """Items of dead champions are back in their seat's stash (CH-5.33). Seen by that seat alone."""

    items: Annotated[tuple[ItemId, ...], Field(max_length=NUM_TYPES * NUM_SLOTS)]
    """Instance ids of the items, ascending."""


class Eliminated(NamedTuple):
    """A seat has been eliminated (CH-5.34). Seen by everybody."""

    seat: Seat
    """Index of the eliminated seat."""
    round: Round
    """Round in which the seat was eliminated."""


class Cut(NamedTuple):
    """One step of shrinking, which removes one row and one column."""

    oy: Bit
    """1 if the first row vanished, 0 if the last."""
    ox: Bit
    """1 if the first column vanished, 0 if the last."""


class CutPair(NamedTuple):
    """A `Cut` in its plain form, as a pair of numbers."""

    sides: tuple[Bit, Bit]
    """The pair: oy and ox of the `Cut`."""

    def on_wire(self) -> Cut:
        """Return the `Cut` that goes on the wire."""
        return Cut(*self.sides)


class MapShrunk(NamedTuple):
    """The map has shrunk by one or more rows and columns (CH-5.42). Seen by everybody."""

    old_size: MapSize
    """Size of the map before, in tiles of a row."""
    new_size: MapSize
    """Size of the map now, in tiles of a row."""
    cuts: Annotated[
        tuple[Annotated[tuple[int, int], Wrap(CutPair)], ...], Field(min_length=1, max_length=3)
    ]
    """Steps of shrinking, in order; each says which row vanished and which column: 1 the first, 0 the
    last.
    """


class MatchEnd(NamedTuple):
    """The match is over. Each list has one entry for each seat. Seen by everybody."""

    placements: Annotated[tuple[Annotated[int, Field(ge=1, le=MAX_SEATS)], ...], _EACH_SEAT]
    """Placement of each seat, from 1."""
    scores: Annotated[tuple[Annotated[int, Field(ge=0, le=10**6)], ...], _EACH_SEAT]
    """Score of each seat (CH-7.3), in millionths."""
    kills: Annotated[tuple[Many, ...], _EACH_SEAT]
    """Number of kills of each seat: rivals' champions that died in its battles."""
    damage: Annotated[tuple[Many, ...], _EACH_SEAT]
    """Sum of the damage of each seat's attacks."""


# As with actions, the order gives the numbers on the wire.
EVENTS = (
    Notice, LootFound, LootNothing, TileReport, BattleTurn, ChampionDied, ItemsReturned, Eliminated,
    MapShrunk, MatchEnd,
)  # fmt: skip
"""Records of all events, by their field numbers on the wire, from 1; entries in the log of a step
use the same numbers.
"""
