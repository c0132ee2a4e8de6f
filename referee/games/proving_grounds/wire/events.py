"""Events of Proving Grounds, each field declared once (PG-6.7).

An event's body reports one fact. The seats that receive it are chosen when it happens, by their
levels of knowledge of the room at that moment, which may rise later in the turn. A hero is a `heroes.Ref`; in a fight, heroes
and creatures are `Fighter`s.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    MAX_SEATS,
    MOST_KINDS,
    Board,
    Cause,
    EndCause,
    Item,
    Spell,
)
from referee.games.proving_grounds.wire.fields import (
    Amount,
    Damage,
    GemKind,
    Gems,
    HeroId,
    Place,
    Roll,
    Room,
    Seat,
    Turn,
)
from referee.games.proving_grounds.wire.fight_events import (
    CastBattlemagic,
    CreatureDied,
    EmergencyCure,
    FightBegan,
    FightEnded,
    Fighter,
    FighterMessage,
    Prepared,
    Round,
    Slept,
    Swung,
)
from referee.games.proving_grounds.wire.results import (
    RIVALRY,
    Notice,
    Result,
    bounded,
    result,
    surplus,
)
from referee.games.proving_grounds.wire.trade_events import OfferMade, Traded, TradeEvent
from referee.kit.records import Int32, Name, Number

__all__ = [
    "EVENTS",
    "PRIVATE",
    "RIVALRY",
    "Action",
    "BoardOrder",
    "Body",
    "Bought",
    "CastBattlemagic",
    "Clamor",
    "CreatureDied",
    "Died",
    "EmergencyCure",
    "End",
    "Entered",
    "FightBegan",
    "FightEnded",
    "Fighter",
    "FighterMessage",
    "FinalSeat",
    "Healed",
    "Hired",
    "Ledger",
    "Looted",
    "Lured",
    "Noise",
    "Notice",
    "OfferMade",
    "Prepared",
    "Rested",
    "Result",
    "Retreated",
    "Round",
    "Searched",
    "Slept",
    "SpellCast",
    "SpikesRemoved",
    "SpikesSet",
    "Stolen",
    "Struck",
    "Swung",
    "Tapped",
    "Teleported",
    "TradeEvent",
    "Traded",
    "TrapDisarmed",
    "TrapSet",
    "TrapSprung",
    "bounded",
    "result",
    "surplus",
]


class Ledger(NamedTuple):
    """The gold of a seat has changed (PG-6.5)."""

    seat: Annotated[Seat, Number(0)]
    """Seat whose gold changed."""
    amount: Annotated[int, Field(ge=-(2**31), le=2**31 - 1), Int32(), Number(1)]
    """Gold that the seat gained; negative if it spent gold."""
    cause: Annotated[Cause, Number(2)]
    """Why the gold changed."""
    gold: Annotated[Amount, Number(3)]
    """Gold in the seat's treasury afterwards."""


class BoardOrder(NamedTuple):
    """The order of seats on a leader board, after setup or after bids have changed it."""

    board: Board
    """The leader board whose order this is."""
    seats: Annotated[tuple[Seat, ...], Field(max_length=MAX_SEATS)]
    """Seats on the board, from the top."""


class Hired(NamedTuple):
    """A seat has hired a candidate, a hero for hire."""

    seat: Seat
    """Seat that hired the candidate."""
    candidate: Place
    """Number of the candidate in the auction."""
    hero: HeroId
    """Id of the new hero, in the seat that hired him."""
    gold: Amount
    """Gold that the seat paid for the candidate."""


class Bought(NamedTuple):
    """A seat has bought the item in a market slot."""

    seat: Seat
    """Seat that bought the item."""
    slot: Place
    """Number of the market slot that the item was in."""
    item: Item
    """Item that was in the slot."""


class Died(NamedTuple):
    """A hero has died."""

    hero: Ref
    """Hero that has died, by seat and id."""


class Action(NamedTuple):
    """Result of a hero's action, for his seat."""

    hero: Ref
    """Hero who acted."""
    place: Amount
    """Index of the order in the seat's list of hero orders, from 0."""
    roll: Roll | None
    """Sum of the dice that were rolled; absent without a roll."""
    need: Annotated[int, Field(ge=0, le=99)] | None
    """Highest roll with which the action succeeds; absent without a test."""
    is_success: bool
    """Whether the action succeeded."""


class Healed(NamedTuple):
    """A hero has regained hit points by an action."""

    hero: Ref
    """Hero who was healed."""
    amount: Damage
    """Number of hit points that the hero regained."""
    hp: Damage
    """The hero's hit points afterwards."""


class Rested(NamedTuple):
    """A hero has rested and gained hit points or Mana."""

    hero: Ref
    """Hero who rested."""
    hp: Damage
    """Number of hit points gained."""
    mana: Damage
    """Amount of Mana gained."""


class Entered(NamedTuple):
    """A hero has entered a room."""

    hero: Ref
    """Hero who changed rooms."""
    origin: Room
    """Room that the hero left."""
    room: Room
    """Room that the hero is in now."""


class Retreated(NamedTuple):
    """A hero has left a fight for another room."""

    hero: Ref
    """Hero who left the fight."""
    room: Annotated[Room, Name("origin")]
    """Room of the fight."""
    refuge: Annotated[Room, Name("room")]
    """Room that the hero is in now."""


class Teleported(NamedTuple):
    """A spell has moved a hero to his seat's entry room."""

    hero: Ref
    """Hero who was moved."""
    origin: Room
    """Room that the hero left."""
    room: Room
    """Entry room of the hero's seat."""


class TrapSprung(NamedTuple):
    """A trap has sprung, or was disarmed by the Thief who walked into it."""

    room: Room
    """Room in which the trap was."""
    hero: Ref | None
    """Hero whom the trap caught; absent if it caught the first of the creatures lured into the
    room.
    """
    roll: Roll | None
    """Sum of a Thief's 3d6 to disarm the trap; absent for others."""
    damage: Damage
    """Hit points that the trap took; 0 if it was disarmed."""


class Lured(NamedTuple):
    """A Wizard has lured creatures from one room into another."""

    wizard: Ref
    """Wizard who lured the creatures."""
    origin: Room
    """Room that the creatures left."""
    room: Room
    """Room that the creatures are in now."""


class Noise(NamedTuple):
    """A Wizard has made noise in a room; sent to seats that know the room at level 4."""

    room: Room
    """Room of the noise or fight."""


class Clamor(NamedTuple):
    """A fight or a noise in a room, without saying which.

    Sent to seats that know the room at level 1 to 3.
    """

    room: Room
    """Room of the fight or noise."""


class SpikesSet(NamedTuple):
    """A door has been spiked: nobody passes through it."""

    room: Room
    """Room of the hero who acted."""
    other: Room
    """Room on the other side of the door."""


class SpikesRemoved(NamedTuple):
    """A door is free of spikes again: they were taken out, broken, or removed by a spell."""

    room: Room
    """Room of the hero who acted."""
    other: Room
    """Room on the other side of the door."""


class TrapSet(NamedTuple):
    """A Thief has set a trap in his room."""

    hero: Ref
    """Thief who set the trap."""
    room: Room
    """Room of the trap."""


class TrapDisarmed(NamedTuple):
    """A Thief has tried to remove a trap in a neighbouring room."""

    hero: Ref
    """Thief who tried to remove the trap."""
    room: Room
    """Room in which the trap was looked for."""
    was_there: bool
    """Whether the room had a trap."""
    is_removed: bool
    """Whether the trap was removed."""


class Stolen(NamedTuple):
    """A Thief has stolen a gem or gold from a neighbouring room."""

    thief: Ref
    """Thief who stole."""
    room: Room
    """Room that he stole from."""
    victim: Seat | None
    """Seat that was robbed; absent if creatures were robbed."""
    gem: GemKind | None
    """Kind of the stolen gem; absent if gold was stolen."""
    gold: Amount
    """Gold that was stolen; 0 if a gem was stolen."""


class Struck(NamedTuple):
    """A Thief was caught stealing and was struck."""

    thief: Ref
    """Thief who was struck."""
    room: Room
    """Room that he tried to steal from."""
    damage: Damage
    """Hit points that the Thief lost."""


class Looted(NamedTuple):
    """A seat has picked up everything on the floor of a room."""

    seat: Annotated[Seat, Number(0)]
    """Seat that gets the loot."""
    room: Annotated[Room, Number(1)]
    """Room in which the loot lay."""
    hero: Annotated[HeroId, Number(2)]
    """Hero of the seat who carries the gems."""
    gold: Annotated[Amount, Number(3)]
    """Gold that was picked up."""
    gems: Annotated[Gems, Number(4)]
    """Gems that were picked up, by kind."""
    items: Annotated[tuple[Item, ...], Number(5)]
    """Items picked up, ascending, each as often as it was there."""


class Searched(NamedTuple):
    """A Thief has searched a room that had caches (hidden gold)."""

    hero: Ref
    """Thief who searched."""
    room: Room
    """Room that he searched."""
    roll: Roll | None
    """Sum of 3d6, which finds gold if it is at most his skill (PG-5.30); absent if nothing was rolled."""
    gold: Amount
    """Gold that he found; 0 if he found nothing."""


class Tapped(NamedTuple):
    """A Thief has found that a room has no caches (hidden gold), or no more."""

    hero: Ref
    """Thief who searched."""
    room: Room
    """Room without caches."""


class SpellCast(NamedTuple):
    """A regular spell was cast; sent to the caster's seat. Other seats may notice its effect."""

    hero: Ref
    """Wizard who cast the spell."""
    spell: Spell
    """Spell that was cast."""


class FinalSeat(NamedTuple):
    """Final result of a seat."""

    seat: Seat
    """Seat whose result it is."""
    gems: Gems
    """Gems of the seat by kind: in the vault and with living heroes."""
    gold: Amount
    """Gold of the seat, with the bonuses."""
    rooms: Amount
    """Number of rooms that the seat owns."""
    heroes: Amount
    """Number of the seat's living heroes."""
    qualified: Annotated[tuple[GemKind, ...], Field(max_length=MOST_KINDS)]
    """Kinds of gems of which the seat has the most."""
    bonus: Amount
    """Gold of the bonuses that the seat got."""
    placement: Annotated[int, Field(ge=1, le=MAX_SEATS)]
    """Rank of the seat, from 1."""


class End(NamedTuple):
    """The match is over; sent to everybody, with facts that were hidden until now."""

    cause: EndCause
    """Why the match ended."""
    turn: Turn
    """Number of the last turn."""
    seed: Annotated[int, Field(ge=0, le=2**64 - 1)]
    """Match seed, from which all dice came."""
    seats: Annotated[tuple[FinalSeat, ...], Field(max_length=MAX_SEATS)]
    """Final result of each seat."""


EVENTS: tuple[type[Any], ...] = (
    *(Result, Notice, Ledger, BoardOrder, Hired, Bought, Died, Traded, OfferMade, Action, Healed),
    *(Rested, Entered, Retreated, Teleported, TrapSprung, Lured, Noise, Clamor, SpikesSet),
    *(SpikesRemoved, TrapSet, TrapDisarmed, Stolen, Struck, FightBegan, Round, Swung, Prepared),
    *(CastBattlemagic, Slept, EmergencyCure, CreatureDied, FightEnded, Looted, Searched, Tapped),
    *(SpellCast, End),
)
"""Classes of events in the order of their numbers on the wire, from 1; Result and Notice share a
number.
"""
PRIVATE = frozenset({
    Result, Ledger, Action, Healed, Rested, TrapSet, TrapDisarmed, Looted, Searched, Tapped, SpellCast,
})  # fmt: skip
"""Classes of events that are sent only to the seat that they concern."""
Body: TypeAlias = tuple[Any, ...]
"""Body of an event: an instance of one of the classes in EVENTS."""
