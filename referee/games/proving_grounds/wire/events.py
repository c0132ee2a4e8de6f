"""Events of Proving Grounds, each field declared once (PG-6.7).

An event's body reports one fact. The seats that receive it are chosen when it happens, by their
levels of knowledge of the room at that moment, which may rise later in the turn. A hero is a `heroes.Ref`; in a fight, heroes
and creatures are `Fighter`s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias

from pydantic import Field

from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    CREATURES,
    MAX_SEATS,
    MOST_KINDS,
    NOBODY,
    PREPARATION,
    Board,
    Cause,
    Code,
    EndCause,
    Item,
    OrderList,
    Spell,
)
from referee.games.proving_grounds.wire.fields import (
    Amount,
    ClassNumber,
    CreatureNumber,
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
from referee.games.proving_grounds.wire.orders import Goods
from referee.kit.records import Int32, Name, Number, Presence

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


class Result(NamedTuple):
    """Result of one part of a seat's message (PG-4.10, PG-4.11)."""

    seat: Annotated[Seat, Number(0)]
    """Seat that sent the message."""
    part: Annotated[OrderList, Number(1)]
    """List of the message that the part stands in."""
    place: Annotated[Amount, Number(2)]
    """Index of the part in its list, from 0; 0 for the whole message; with MORE the number of
    further parts that were refused.
    """
    hero: Annotated[Place | None, Number(3)]
    """At setup, for a part of a hero: index of the hero in the list of heroes; absent otherwise."""
    code: Annotated[Code, Number(4)]
    """Result of the part: OK, or why it was refused."""


class Notice(Result):
    """Result of a part that was wrong in itself, not refused because another seat was first."""

    __slots__ = ()


MOST_REFUSALS = 32
"""Number of refused parts of one message that are reported one by one; one more result counts the
rest (AM-3).
"""
RIVALRY = frozenset({
    Code.OUTBID, Code.TAKEN, Code.NO_MATCH, Code.BLOCKED, Code.ENGAGED, Code.SPIKED,
})  # fmt: skip
"""Codes of orders that may fail because another seat was first; they are not counted as
mistakes.
"""
_RESULTS = [Result if code == Code.OK or code in RIVALRY else Notice for code in Code]
"""Class of the record that reports a result, indexed by the result's code.

It is Notice for mistakes of the sender, else Result.
"""


def result(seat: int, part: OrderList, place: int, hero: int | None, code: Code) -> Result | Notice:
    """Return the result of a part of a message; a Notice if the part itself was wrong.

    `place` is the index of the part in the list `part`; `hero`, at setup, that of the hero it is for.
    """
    return _RESULTS[code](seat, part, place, hero, code)


def surplus(
    seat: int, part: OrderList, bound: int, count: int, hero: int | None = None
) -> tuple[list[Result | Notice], int]:
    """Return refusals of entries beyond a list's bound, and the number of further such entries.

    At most MOST_REFUSALS refusals are returned.

    Args:
        seat: Seat that sent the message.
        part: The list of the message.
        bound: Number of entries of the list that are read.
        count: Number of entries that the list has.
        hero: At setup, index of the hero that the list belongs to.
    """
    told = range(bound, min(count, bound + MOST_REFUSALS))
    refused = [result(seat, part, place, hero, Code.TOO_MANY) for place in told]
    return refused, max(0, count - bound) - len(refused)


def bounded(
    seat: int, results: Sequence[Result | Notice], untold: int = 0
) -> list[Result | Notice]:
    """Return the results of a message with at most MOST_REFUSALS refusals (AM-3).

    If there are more, one result with the code MORE counts them.

    Args:
        seat: Seat that sent the message.
        results: Results of the message's parts.
        untold: Number of refused parts that are not in `results`, since `surplus` left them out.
    """
    kept: list[Result | Notice] = []
    refused = 0
    for each in results:
        refused += isinstance(each, Notice)
        if refused <= MOST_REFUSALS or not isinstance(each, Notice):
            kept.append(each)
    refused += untold
    if refused > MOST_REFUSALS:
        kept.append(result(seat, OrderList.MESSAGE, refused - MOST_REFUSALS, None, Code.MORE))
    return kept


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


class TradeEvent(NamedTuple):
    """Two heroes have traded, or an offer to trade stands for the next turn."""

    giver: Ref
    """Hero who made the offer."""
    taker: Ref
    """Hero to whom the offer was made."""
    give: Goods
    """Goods that the giver gives."""
    want: Goods
    """Goods that the giver gets in return."""


def _trade(giver: Ref, taker: Ref, *goods: Any) -> TradeEvent:
    """Return a trade event from gold, gems and item that the giver gives, then those he gets."""
    sides = [
        Goods(gold, gems, NOBODY if item is None else item)
        for gold, gems, item in (goods[:3], goods[3:])
    ]
    return TradeEvent(giver, taker, *sides)


class Traded(NamedTuple):
    """Two heroes of different seats have traded."""

    giver: Ref
    """Hero who made the offer."""
    taker: Ref
    """Hero to whom the offer was made."""
    gold: Amount
    """Gold from the giver's treasury to the taker's."""
    gems: Gems
    """Gems from the giver to the taker, by kind."""
    item: Item | None
    """Item from the giver's stash to the taker's; None for no item."""
    got_gold: Amount
    """Gold from the taker's treasury to the giver's."""
    got_gems: Gems
    """Gems from the taker to the giver, by kind."""
    got_item: Item | None
    """Item from the taker's stash to the giver's; None for no item."""

    def on_wire(self) -> TradeEvent:
        """Return the trade as the message that is sent."""
        return _trade(*self)


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


class FighterMessage(NamedTuple):
    """A hero or creature in a fight, as it is before the event."""

    hero: Ref | None
    """Seat and id of a hero; absent for a creature."""
    hero_class: Annotated[ClassNumber | None, Presence(is_explicit=False)]
    """Class of a hero; unspecified for a creature."""
    creature: Annotated[CreatureNumber | None, Presence(is_explicit=False)]
    """Kind of a creature; unspecified for a hero."""
    place: HeroId
    """Place of a creature in its group; 0 for a hero."""
    hp: Annotated[int, Field(ge=-1000, le=1000), Int32()]
    """Hit points before the event; 0 or less in the event of its death."""


class Fighter(NamedTuple):
    """A hero or creature in a fight, as it is before the event."""

    seat: Annotated[int, Field(ge=CREATURES, le=MAX_SEATS - 1)]
    """Seat of a hero; CREATURES for a creature."""
    id: HeroId
    """Id of a hero; place of a creature in its group."""
    kind: Annotated[int, Field(ge=0, le=3)]
    """HeroClass of a hero, Creature of a creature."""
    hp: Annotated[int, Field(ge=-1000, le=1000)]
    """Hit points before the event; 0 or less in the event of its death."""

    def on_wire(self) -> FighterMessage:
        """Return the fighter as the message that is sent."""
        if self.seat == CREATURES:
            return FighterMessage(None, None, self.kind, self.id, self.hp)
        return FighterMessage(Ref(self.seat, self.id), self.kind, None, 0, self.hp)


class FightBegan(NamedTuple):
    """A fight has begun."""

    room: Room
    """Room of the fight."""
    defenders: tuple[Fighter, ...]
    """Heroes or creatures that were in the room, in entry order."""
    entrants: tuple[Fighter, ...]
    """Heroes or creatures that came into the room, in entry order."""


class Round(NamedTuple):
    """A round of a fight has begun."""

    room: Room
    """Room of the fight."""
    number: Annotated[int, Field(ge=1, le=200)]
    """Number of the round, from 1."""


class Swung(NamedTuple):
    """An attack with a weapon (PG-5.19, PG-5.20)."""

    room: Room
    """Room of the fight."""
    attacker: Fighter
    """Hero or creature that attacks."""
    target: Fighter
    """Hero or creature that is attacked."""
    roll: Roll
    """Sum of the attacker's 3d6."""
    is_hit: bool
    """Whether the attack hits."""
    damage: Damage
    """Hit points that the target loses; 0 for a miss."""


class Prepared(NamedTuple):
    """A Wizard prepares battlemagic (a spell for fights), or was hit and tests whether he goes on (PG-5.22, 5.23)."""

    room: Room
    """Room of the fight."""
    wizard: Fighter
    """Wizard who prepares."""
    roll: Roll | None
    """Sum of 3d6 after a hit; absent for a turn of preparation."""
    left: Annotated[int, Field(ge=0, le=PREPARATION)]
    """Turns of preparation that are left before he can cast."""


class CastBattlemagic(NamedTuple):
    """A Wizard has cast his battlemagic, a spell for fights (PG-5.24)."""

    room: Room
    """Room of the fight."""
    wizard: Fighter
    """Wizard who casts."""
    item: Item
    """Battlemagic that is cast."""
    roll: Roll | None
    """Roll of FIREBALL or SLEEP, made once for all targets; absent for other battlemagic."""
    targets: tuple[Fighter, ...]
    """Heroes or creatures that the battlemagic strikes."""
    damages: tuple[Damage, ...]
    """Hit points that each target loses, in the order of the targets; all 0 for SLEEP."""


class Slept(NamedTuple):
    """A sleeper has lost his turn in a fight."""

    room: Room
    """Room of the fight."""
    sleeper: Annotated[Fighter, Name("fighter")]
    """Hero or creature to which this happened: the sleeper."""


class EmergencyCure(NamedTuple):
    """A Cleric has kept a hero alive at 1 hit point (PG-5.25)."""

    room: Room
    """Room of the fight."""
    cleric: Fighter
    """Cleric who saved the hero."""
    hero: Fighter
    """Hero who was saved."""


class CreatureDied(NamedTuple):
    """A creature has died in a fight."""

    room: Room
    """Room of the fight."""
    creature: Annotated[Fighter, Name("fighter")]
    """Creature that died."""


class FightEnded(NamedTuple):
    """A fight is over, because a side is empty or the highest number of rounds was played."""

    room: Room
    """Room of the fight."""
    rounds: Annotated[int, Field(ge=0, le=200)]
    """Number of rounds that were played."""
    is_broken_off: bool
    """Whether the fight was broken off at the highest number of rounds (PG-5.29)."""


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
    """Sum of 3d6; absent where there was nothing to roll for."""
    gold: Amount
    """Gold that he found; 0 if he found nothing."""


class Tapped(NamedTuple):
    """A Thief has found that a room has no caches (hidden gold), or no more."""

    hero: Ref
    """Thief who searched."""
    room: Room
    """Room without caches."""


class OfferMade(NamedTuple):
    """A trade offer stands for one turn; sent to the giver's and the taker's seat (PG-5.6)."""

    giver: Ref
    """Hero who makes the offer."""
    taker: Ref
    """Hero to whom the offer is made."""
    gold: Amount
    """Gold that the giver offers."""
    gems: Gems
    """Gems that the giver offers, by kind."""
    item: Item | None
    """Item that the giver offers; None for no item."""
    want_gold: Amount
    """Gold that the giver wants in return."""
    want_gems: Gems
    """Gems that the giver wants in return, by kind."""
    want_item: Item | None
    """Item that the giver wants in return; None for no item."""

    def on_wire(self) -> TradeEvent:
        """Return the offer as the message that is sent."""
        return _trade(*self)


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
