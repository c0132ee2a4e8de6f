"""Observations and events as records; each field is declared once.

The protobuf messages, their bytes and the plain forms are made from these records and from those of
`wire.actions`.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pydantic import Field

from referee.games.champions.info import MAX_SEATS
from referee.games.champions.tables import (
    MOST_BATTLES,
    MOST_ITEMS,
    NUM_CATEGORIES,
    NUM_SLOTS,
    NUM_TYPES,
    Phase,
    RefusalCode,
)
from referee.games.champions.wire.fields import (
    Act,
    BattleId,
    Bit,
    Champion,
    Coordinate,
    Face,
    Health,
    ItemId,
    ItemKind,
    Looting,
    Many,
    MapSize,
    Round,
    Seat,
    Turn,
)
from referee.kit.records import Uncached, Wrap

__all__ = [
    "EVENTS",
    "BattleTurn",
    "ChampionDied",
    "ChampionView",
    "Cut",
    "CutPair",
    "Dice",
    "Eliminated",
    "Executed",
    "FighterHealth",
    "FighterRef",
    "Item",
    "ItemsReturned",
    "LootFound",
    "LootNothing",
    "MapShrunk",
    "MatchEnd",
    "Me",
    "Notice",
    "Pair",
    "Refusal",
    "SeatView",
    "Slot",
    "Strength",
    "TileReport",
    "TileView",
]

_EACH_SEAT = Field(max_length=MAX_SEATS)


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
