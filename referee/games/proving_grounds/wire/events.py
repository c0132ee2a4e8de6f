"""Events of Proving Grounds, each field declared once (PG-6.7).

An event's body reports one fact. The seats that receive it are chosen when it happens, by their levels at that
moment, since levels rise within a turn. A hero is a `heroes.Ref`; in a fight, heroes and creatures are `Fighter`s.
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
    """Result of a part of a message (PG-4.10, PG-4.11)."""

    seat: Annotated[Seat, Number(0)]
    """The sender."""
    part: Annotated[OrderList, Number(1)]
    """The list that it stands in."""
    place: Annotated[Amount, Number(2)]
    """Place in that list, from 0; 0 for the whole message; with MORE the number of further parts that were refused."""
    hero: Annotated[Place | None, Number(3)]
    """At setup, for a part of a hero: his place in the list of heroes; absent otherwise."""
    code: Annotated[Code, Number(4)]
    """Result."""


class Notice(Result):
    """A part of a message was refused because it was wrong, not because of another seat."""

    __slots__ = ()


MOST_REFUSALS = 32
"""Refused parts of one message that are reported one by one (AM-3)."""
RIVALRY = frozenset({
    Code.OUTBID, Code.TAKEN, Code.NO_MATCH, Code.BLOCKED, Code.ENGAGED, Code.SPIKED,
})  # fmt: skip
"""Codes of orders that may fail because another seat was first."""
_RESULTS = [Result if code == Code.OK or code in RIVALRY else Notice for code in Code]
"""By code, the class that reports it."""


def result(seat: int, part: OrderList, place: int, hero: int | None, code: Code) -> Result | Notice:
    """Return the result of a part of a message: a notice if the part itself was wrong."""
    return _RESULTS[code](seat, part, place, hero, code)


def surplus(
    seat: int, part: OrderList, bound: int, count: int, hero: int | None = None
) -> tuple[list[Result | Notice], int]:
    """Return at most MOST_REFUSALS refusals of entries beyond a list's bound, and the number of other such entries.

    Args:
        seat: The sender.
        part: The list.
        bound: Entries of it that are read.
        count: Entries that it has.
        hero: At setup, the place of the hero that it belongs to.
    """
    told = range(bound, min(count, bound + MOST_REFUSALS))
    refused = [result(seat, part, place, hero, Code.TOO_MANY) for place in told]
    return refused, max(0, count - bound) - len(refused)


def bounded(
    seat: int, results: Sequence[Result | Notice], untold: int = 0
) -> list[Result | Notice]:
    """Return results of a message with its first refusals, and one more for all that follow (AM-3).

    Args:
        seat: The sender.
        results: Results of its parts.
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
    """A seat's gold changed (PG-6.5)."""

    seat: Annotated[Seat, Number(0)]
    """Whose."""
    amount: Annotated[int, Field(ge=-(2**31), le=2**31 - 1), Int32(), Number(1)]
    """Gained; spent if negative."""
    cause: Annotated[Cause, Number(2)]
    """Why."""
    gold: Annotated[Amount, Number(3)]
    """In the treasury afterwards."""


class BoardOrder(NamedTuple):
    """A leader board has this order after its placement or shuffle."""

    board: Board
    """Which."""
    seats: Annotated[tuple[Seat, ...], Field(max_length=MAX_SEATS)]
    """Seats from the top."""


class Hired(NamedTuple):
    """A candidate has gone to a seat."""

    seat: Seat
    """Whose he is."""
    candidate: Place
    """The candidate."""
    hero: HeroId
    """His id."""
    gold: Amount
    """Gold paid."""


class Bought(NamedTuple):
    """A slot of the market has been sold."""

    seat: Seat
    """The buyer."""
    slot: Place
    """The slot."""
    item: Item
    """What was in it."""


class Died(NamedTuple):
    """A hero is dead."""

    hero: Ref
    """Who."""


class TradeEvent(NamedTuple):
    """Two heroes have traded; also an offer that stands now."""

    giver: Ref
    """The hero who offered."""
    taker: Ref
    """To whom."""
    give: Goods
    """What the giver gives."""
    want: Goods
    """What the giver gets."""


def _trade(giver: Ref, taker: Ref, *goods: Any) -> TradeEvent:
    """Return a trade by gold, gems and item of each side in turn."""
    sides = [
        Goods(gold, gems, NOBODY if item is None else item)
        for gold, gems, item in (goods[:3], goods[3:])
    ]
    return TradeEvent(giver, taker, *sides)


class Traded(NamedTuple):
    """Two heroes have traded."""

    giver: Ref
    """The hero who offered."""
    taker: Ref
    """To whom."""
    gold: Amount
    """From the giver's treasury to the taker's."""
    gems: Gems
    """By kind, from the giver to the taker."""
    item: Item | None
    """Likewise between the seats."""
    got_gold: Amount
    """What the giver got in turn."""
    got_gems: Gems
    """Likewise."""
    got_item: Item | None
    """Likewise."""

    def on_wire(self) -> TradeEvent:
        """Return it as the message has it."""
        return _trade(*self)


class Action(NamedTuple):
    """Result of a hero's action."""

    hero: Ref
    """Who."""
    place: Amount
    """Place of the order in the list of hero orders."""
    roll: Roll | None
    """What was rolled; absent without a roll."""
    need: Annotated[int, Field(ge=0, le=99)] | None
    """It succeeds with at most this; absent without a test."""
    is_success: bool
    """Whether it did."""


class Healed(NamedTuple):
    """A hero has got hit points."""

    hero: Ref
    """Who."""
    amount: Damage
    """How many."""
    hp: Damage
    """Hit points afterwards."""


class Rested(NamedTuple):
    """A hero has rested."""

    hero: Ref
    """Who."""
    hp: Damage
    """Hit points gained."""
    mana: Damage
    """Mana gained."""


class Entered(NamedTuple):
    """A hero has entered a room."""

    hero: Ref
    """Who."""
    origin: Room
    """Where from."""
    room: Room
    """Where to."""


class Retreated(NamedTuple):
    """A hero has left a fight."""

    hero: Ref
    """Who."""
    room: Annotated[Room, Name("origin")]
    """The room of the fight."""
    refuge: Annotated[Room, Name("room")]
    """The room he is in now."""


class Teleported(NamedTuple):
    """A hero is back in his entry room."""

    hero: Ref
    """Who."""
    origin: Room
    """Where from."""
    room: Room
    """Where to."""


class TrapSprung(NamedTuple):
    """A trap has sprung, or was disarmed by the Thief who walked into it."""

    room: Room
    """Where."""
    hero: Ref | None
    """Whom it caught; absent for the first creature of those lured in."""
    roll: Roll | None
    """A Thief's 3d6; absent for others."""
    damage: Damage
    """Hit points; 0 if it was disarmed."""


class Lured(NamedTuple):
    """Creatures have followed a Wizard."""

    wizard: Ref
    """The Wizard who has lured them."""
    origin: Room
    """Where from."""
    room: Room
    """Where to."""


class Noise(NamedTuple):
    """A Wizard has made a room noisy; sent to seats familiar with it."""

    room: Room
    """Which."""


class Clamor(NamedTuple):
    """A fight or a noise in a room, without saying which; sent to seats that know the room at level 1 to 3."""

    room: Room
    """Which."""


class SpikesSet(NamedTuple):
    """A door has been spiked."""

    room: Room
    """The room of the hero who did it."""
    other: Room
    """The room behind it."""


class SpikesRemoved(NamedTuple):
    """A door is free of spikes again: taken out, broken, or by a spell."""

    room: Room
    """The room of the hero who did it."""
    other: Room
    """The room behind it."""


class TrapSet(NamedTuple):
    """A Thief has set a trap."""

    hero: Ref
    """Who."""
    room: Room
    """Where."""


class TrapDisarmed(NamedTuple):
    """A Thief has tried to remove a trap in the next room."""

    hero: Ref
    """Who."""
    room: Room
    """Where."""
    was_there: bool
    """Whether there was one."""
    is_removed: bool
    """Whether it is gone now."""


class Stolen(NamedTuple):
    """A Thief has lifted something from the next room."""

    thief: Ref
    """Who."""
    room: Room
    """Where from."""
    victim: Seat | None
    """The seat that was robbed; absent for creatures."""
    gem: GemKind | None
    """Kind of the gem; absent for gold."""
    gold: Amount
    """Gold."""


class Struck(NamedTuple):
    """A Thief was caught and struck."""

    thief: Ref
    """Who."""
    room: Room
    """Where he reached into."""
    damage: Damage
    """Hit points."""


class FighterMessage(NamedTuple):
    """A hero or creature in a fight, as it is when the event begins."""

    hero: Ref | None
    """A hero; absent for a creature."""
    hero_class: Annotated[ClassNumber | None, Presence(is_explicit=False)]
    """His class."""
    creature: Annotated[CreatureNumber | None, Presence(is_explicit=False)]
    """A creature; unspecified for a hero."""
    place: HeroId
    """A creature's place in its group."""
    hp: Annotated[int, Field(ge=-1000, le=1000), Int32()]
    """Hit points."""


class Fighter(NamedTuple):
    """A hero or creature in a fight."""

    seat: Annotated[int, Field(ge=CREATURES, le=MAX_SEATS - 1)]
    """His seat, or CREATURES."""
    id: HeroId
    """A hero's id; a creature's place in its group."""
    kind: Annotated[int, Field(ge=0, le=3)]
    """HeroClass or Creature."""
    hp: Annotated[int, Field(ge=-1000, le=1000)]
    """Hit points when the event begins; 0 or less in the event of its death."""

    def on_wire(self) -> FighterMessage:
        """Return it as the message has it."""
        if self.seat == CREATURES:
            return FighterMessage(None, None, self.kind, self.id, self.hp)
        return FighterMessage(Ref(self.seat, self.id), self.kind, None, 0, self.hp)


class FightBegan(NamedTuple):
    """A fight."""

    room: Room
    """Where."""
    defenders: tuple[Fighter, ...]
    """Heroes or creatures that were there, in entry order."""
    entrants: tuple[Fighter, ...]
    """Heroes or creatures that came in."""


class Round(NamedTuple):
    """A round of a fight begins."""

    room: Room
    """Where."""
    number: Annotated[int, Field(ge=1, le=200)]
    """From 1."""


class Swung(NamedTuple):
    """An attack with a weapon (PG-5.19, PG-5.20)."""

    room: Room
    """Where."""
    attacker: Fighter
    """Who."""
    target: Fighter
    """Whom."""
    roll: Roll
    """3d6."""
    is_hit: bool
    """Whether it hits."""
    damage: Damage
    """Hit points taken."""


class Prepared(NamedTuple):
    """A Wizard prepares, or was hit and tests whether he goes on preparing (PG-5.22, PG-5.23)."""

    room: Room
    """Where."""
    wizard: Fighter
    """Who."""
    roll: Roll | None
    """3d6 after a hit; absent for a turn of preparation."""
    left: Annotated[int, Field(ge=0, le=PREPARATION)]
    """Turns of preparation that are left."""


class CastBattlemagic(NamedTuple):
    """A Wizard has cast his battlemagic (PG-5.24)."""

    room: Room
    """Where."""
    wizard: Fighter
    """Who."""
    item: Item
    """What."""
    roll: Roll | None
    """Of FIREBALL and SLEEP, once for all."""
    targets: tuple[Fighter, ...]
    """On whom."""
    damages: tuple[Damage, ...]
    """Hit points taken by target; all 0 for SLEEP."""


class Slept(NamedTuple):
    """A sleeper has lost his turn."""

    room: Room
    """Where."""
    sleeper: Annotated[Fighter, Name("fighter")]
    """Whom."""


class EmergencyCure(NamedTuple):
    """A Cleric has kept a hero alive at 1 hit point (PG-5.25)."""

    room: Room
    """Where."""
    cleric: Fighter
    """Who."""
    hero: Fighter
    """Whom."""


class CreatureDied(NamedTuple):
    """A creature is dead."""

    room: Room
    """Where."""
    creature: Annotated[Fighter, Name("fighter")]
    """Whom."""


class FightEnded(NamedTuple):
    """A fight is over."""

    room: Room
    """Where."""
    rounds: Annotated[int, Field(ge=0, le=200)]
    """Rounds played."""
    is_broken_off: bool
    """Whether the cap ended it (PG-5.29)."""


class Looted(NamedTuple):
    """What lay on the floor of a room has gone to a seat."""

    seat: Annotated[Seat, Number(0)]
    """Whose."""
    room: Annotated[Room, Number(1)]
    """Where."""
    hero: Annotated[HeroId, Number(2)]
    """The hero who carries the gems."""
    gold: Annotated[Amount, Number(3)]
    """Gold."""
    gems: Annotated[Gems, Number(4)]
    """Gems by kind."""
    items: Annotated[tuple[Item, ...], Number(5)]
    """Items, ascending, each as often as it was there."""


class Searched(NamedTuple):
    """A Thief has searched a room with caches."""

    hero: Ref
    """Who."""
    room: Room
    """Where."""
    roll: Roll | None
    """3d6; absent where there was nothing to roll for."""
    gold: Amount
    """Gold found; 0 if he found nothing."""


class Tapped(NamedTuple):
    """A Thief has found that a room has no caches."""

    hero: Ref
    """Who."""
    room: Room
    """Where."""


class OfferMade(NamedTuple):
    """An offer stands for one turn; sent to the giver's and the taker's seat (PG-5.6)."""

    giver: Ref
    """The hero who offers."""
    taker: Ref
    """To whom."""
    gold: Amount
    """Gold that is given."""
    gems: Gems
    """Gems that are given, by kind."""
    item: Item | None
    """An item that is given."""
    want_gold: Amount
    """What is wanted in turn."""
    want_gems: Gems
    """Likewise."""
    want_item: Item | None
    """Likewise."""

    def on_wire(self) -> TradeEvent:
        """Return it as the message has it."""
        return _trade(*self)


class SpellCast(NamedTuple):
    """A regular spell was cast; others may notice what it does."""

    hero: Ref
    """Who."""
    spell: Spell
    """What."""


class FinalSeat(NamedTuple):
    """How a seat ended."""

    seat: Seat
    """The seat."""
    gems: Gems
    """Gems by kind."""
    gold: Amount
    """Gold, with the bonuses."""
    rooms: Amount
    """Rooms owned."""
    heroes: Amount
    """Living heroes."""
    qualified: Annotated[tuple[GemKind, ...], Field(max_length=MOST_KINDS)]
    """Kinds of which it has the most."""
    bonus: Amount
    """Gold from both bonuses."""
    placement: Annotated[int, Field(ge=1, le=MAX_SEATS)]
    """From 1."""


class End(NamedTuple):
    """The match is over; sent to everybody, with what was hidden."""

    cause: EndCause
    """Why."""
    turn: Turn
    """In which turn."""
    seed: Annotated[int, Field(ge=0, le=2**64 - 1)]
    """The match seed."""
    seats: Annotated[tuple[FinalSeat, ...], Field(max_length=MAX_SEATS)]
    """All seats."""


EVENTS: tuple[type[Any], ...] = (
    *(Result, Notice, Ledger, BoardOrder, Hired, Bought, Died, Traded, OfferMade, Action, Healed),
    *(Rested, Entered, Retreated, Teleported, TrapSprung, Lured, Noise, Clamor, SpikesSet),
    *(SpikesRemoved, TrapSet, TrapDisarmed, Stolen, Struck, FightBegan, Round, Swung, Prepared),
    *(CastBattlemagic, Slept, EmergencyCure, CreatureDied, FightEnded, Looted, Searched, Tapped),
    *(SpellCast, End),
)
"""All kinds by their numbers on the wire, from 1; Result and Notice have the same."""
PRIVATE = frozenset({
    Result, Ledger, Action, Healed, Rested, TrapSet, TrapDisarmed, Looted, Searched, Tapped, SpellCast,
})  # fmt: skip
"""Kinds that are sent only to the seat that they concern."""
Body: TypeAlias = tuple[Any, ...]
"""An event of one of these kinds."""
