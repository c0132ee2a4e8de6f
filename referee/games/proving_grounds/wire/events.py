"""What happens in Proving Grounds, as it is told (PG-6.7).

A body tells of one thing; who hears it is decided when it happens, by the levels of that moment, since
knowledge grows within a turn. Heroes come as `heroes.Ref`; in a fight, whoever takes part as a `Fighter`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    Board,
    Cause,
    Code,
    EndCause,
    Item,
    OrderList,
    Spell,
)

__all__ = [
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
    "Traded",
    "TrapDisarmed",
    "TrapSet",
    "TrapSprung",
    "bounded",
    "result",
]


class Result(NamedTuple):
    """What came of a part of a message; told to its sender alone (PG-4.10, PG-4.11)."""

    seat: int
    part: OrderList
    """The list that it stands in."""
    place: int
    """Place in that list, from 0; 0 for the whole message."""
    hero: int | None
    """At setup, for a part of a hero: his place in the list of heroes; None otherwise."""
    code: Code


@dataclasses.dataclass(frozen=True, slots=True)
class Notice:
    """A part of a message did not count, and that was nobody else's doing; told to its sender alone."""

    seat: int
    part: OrderList
    """The list that it stands in."""
    place: int
    """Place in that list, from 0; 0 for the whole message; with MORE how many further parts were refused."""
    hero: int | None
    """At setup, for a part of a hero: his place in the list of heroes; None otherwise."""
    code: Code


MOST_REFUSALS = 32
"""Refused parts of one message that are told one by one (AM-3)."""
RIVALRY = frozenset({
    Code.OUTBID, Code.TAKEN, Code.NO_MATCH, Code.BLOCKED, Code.ENGAGED, Code.SPIKED,
})  # fmt: skip
"""Codes of orders that others may have come before."""


def result(seat: int, part: OrderList, place: int, hero: int | None, code: Code) -> Result | Notice:
    """What came of a part of a message: a notice if it was wrong by itself."""
    is_fine = code == Code.OK or code in RIVALRY
    return (Result if is_fine else Notice)(seat, part, place, hero, code)


def bounded(seat: int, results: Sequence[Result | Notice]) -> list[Result | Notice]:
    """Results of a message with its first refusals, and one more for all that follow (AM-3)."""
    kept: list[Result | Notice] = []
    refused = 0
    for each in results:
        refused += isinstance(each, Notice)
        if refused <= MOST_REFUSALS or not isinstance(each, Notice):
            kept.append(each)
    if refused > MOST_REFUSALS:
        kept.append(result(seat, OrderList.MESSAGE, refused - MOST_REFUSALS, None, Code.MORE))
    return kept


class Ledger(NamedTuple):
    """A seat's gold changed; told to it alone (PG-6.5)."""

    seat: int
    amount: int
    """Gained; spent if negative."""
    cause: Cause
    gold: int
    """In the treasury afterwards."""


class BoardOrder(NamedTuple):
    """A leader board has this order after its placement or shuffle."""

    board: Board
    seats: tuple[int, ...]
    """From the top."""


class Hired(NamedTuple):
    """A candidate has gone to a seat."""

    seat: int
    candidate: int
    hero: int
    """His id."""
    gold: int
    """Paid."""


class Bought(NamedTuple):
    """A slot of the market has been sold."""

    seat: int
    slot: int
    item: Item


class Died(NamedTuple):
    """A hero is dead."""

    hero: Ref


class Traded(NamedTuple):
    """Two heroes have traded."""

    giver: Ref
    taker: Ref
    gold: int
    """From the giver's treasury to the taker's."""
    gems: tuple[int, ...]
    """By kind, from the giver to the taker."""
    item: Item | None
    got_gold: int
    """What the giver got in turn."""
    got_gems: tuple[int, ...]
    got_item: Item | None


class Action(NamedTuple):
    """A hero's action came to this; told to its seat alone."""

    hero: Ref
    place: int
    """Place of the order in the list of hero orders."""
    roll: int | None
    """3d6 or what else was rolled; None without a roll."""
    need: int | None
    """It succeeds with at most this; None without a test."""
    is_success: bool


class Healed(NamedTuple):
    """A hero has got hit points; told to its seat alone."""

    hero: Ref
    amount: int
    hp: int
    """Afterwards."""


class Rested(NamedTuple):
    """A hero has rested; told to its seat alone."""

    hero: Ref
    hp: int
    mana: int
    """Both gained."""


class Entered(NamedTuple):
    """A hero has entered a room."""

    hero: Ref
    origin: int
    """The room he came from."""
    room: int


class Retreated(NamedTuple):
    """A hero has left a fight."""

    hero: Ref
    room: int
    """The room of the fight."""
    refuge: int
    """The room he is in now."""


class Teleported(NamedTuple):
    """A hero is back in his entry room."""

    hero: Ref
    origin: int
    room: int


class TrapSprung(NamedTuple):
    """A trap has sprung, or was disarmed by the Thief who walked into it."""

    room: int
    hero: Ref | None
    """Whom it caught; None for the first creature of those lured in."""
    roll: int | None
    """A Thief's 3d6; None for others."""
    damage: int
    """0 if it was disarmed."""


class Lured(NamedTuple):
    """Creatures have followed a Wizard."""

    wizard: Ref
    origin: int
    room: int


class Noise(NamedTuple):
    """A Wizard has made a room noisy; told to seats familiar with it."""

    room: int


class Clamor(NamedTuple):
    """A fight or a noise in a room, not which; told to seats that know of it less than all."""

    room: int


class SpikesSet(NamedTuple):
    """A door has been spiked."""

    room: int
    """The Thief's."""
    other: int


class SpikesRemoved(NamedTuple):
    """A door is free of spikes again: taken out, broken, or by a spell."""

    room: int
    """That of who did it."""
    other: int


class TrapSet(NamedTuple):
    """A Thief has set a trap; told to its seat alone."""

    hero: Ref
    room: int


class TrapDisarmed(NamedTuple):
    """A Thief has tried to remove a trap in the next room; told to its seat alone."""

    hero: Ref
    room: int
    was_there: bool
    is_removed: bool


class Stolen(NamedTuple):
    """A Thief has lifted something from the next room."""

    thief: Ref
    room: int
    victim: int | None
    """The seat that was robbed; None for creatures."""
    gem: int | None
    """Its kind; None for gold."""
    gold: int


class Struck(NamedTuple):
    """A Thief was caught and struck."""

    thief: Ref
    room: int
    """Where he reached into."""
    damage: int


class Fighter(NamedTuple):
    """Who takes part in a fight."""

    seat: int
    """His seat, or CREATURES."""
    id: int
    """A hero's id; a creature's place in its group."""
    kind: int
    """HeroClass or Creature."""
    hp: int
    """As the event begins."""


class FightBegan(NamedTuple):
    """A fight."""

    room: int
    defenders: tuple[Fighter, ...]
    """In entry order."""
    entrants: tuple[Fighter, ...]


class Round(NamedTuple):
    """A round of a fight begins."""

    room: int
    number: int
    """From 1."""


class Swung(NamedTuple):
    """An attack with a weapon (PG-5.19, PG-5.20)."""

    room: int
    attacker: Fighter
    target: Fighter
    roll: int
    """3d6."""
    is_hit: bool
    damage: int
    """Hit points taken."""


class Prepared(NamedTuple):
    """A Wizard prepares, or was hit and tests whether he goes on preparing (PG-5.22, PG-5.23)."""

    room: int
    wizard: Fighter
    roll: int | None
    """3d6 after a hit; None for a turn of preparation."""
    left: int
    """Turns of preparation that are left."""


class CastBattlemagic(NamedTuple):
    """A Wizard has cast his battlemagic (PG-5.24)."""

    room: int
    wizard: Fighter
    item: Item
    roll: int | None
    """Of FIREBALL and SLEEP, once for all."""
    targets: tuple[Fighter, ...]
    damages: tuple[int, ...]
    """Hit points taken by target; all 0 for SLEEP."""


class Slept(NamedTuple):
    """A sleeper has lost his turn."""

    room: int
    sleeper: Fighter


class EmergencyCure(NamedTuple):
    """A Cleric has kept a hero alive at 1 hit point (PG-5.25)."""

    room: int
    cleric: Fighter
    hero: Fighter


class CreatureDied(NamedTuple):
    """A creature is dead."""

    room: int
    creature: Fighter


class FightEnded(NamedTuple):
    """A fight is over."""

    room: int
    rounds: int
    """Played."""
    is_broken_off: bool
    """Whether the cap ended it (PG-5.29)."""


class Looted(NamedTuple):
    """What lay on the floor of a room has gone to a seat; told to it alone."""

    seat: int
    room: int
    hero: int
    """Who carries the gems."""
    gold: int
    gems: tuple[int, ...]
    items: tuple[Item, ...]
    """Ascending, as often as they are there."""


class Searched(NamedTuple):
    """A Thief has searched a room with caches; told to its seat alone."""

    hero: Ref
    room: int
    roll: int
    gold: int
    """Found; 0 if he found nothing."""


class Tapped(NamedTuple):
    """A Thief has seen that a room has no caches; told to its seat alone."""

    hero: Ref
    room: int


class OfferMade(NamedTuple):
    """An offer stands for one turn; told to the seat it is made to and to its own (PG-5.6)."""

    giver: Ref
    taker: Ref
    gold: int
    gems: tuple[int, ...]
    item: Item | None
    want_gold: int
    want_gems: tuple[int, ...]
    want_item: Item | None


class SpellCast(NamedTuple):
    """A regular spell was cast; told to its seat alone, whatever others notice of it."""

    hero: Ref
    spell: Spell


class FinalSeat(NamedTuple):
    """How a seat ended."""

    seat: int
    gems: tuple[int, ...]
    """By kind."""
    gold: int
    """With the bonuses."""
    rooms: int
    heroes: int
    qualified: tuple[int, ...]
    """Kinds of which it has the most."""
    bonus: int
    """Gold from both bonuses."""
    placement: int


class End(NamedTuple):
    """The match is over; everybody hears it, with what was hidden."""

    cause: EndCause
    turn: int
    seed: int
    seats: tuple[FinalSeat, ...]


Body: TypeAlias = (
    Result
    | Notice
    | Ledger
    | BoardOrder
    | Hired
    | Bought
    | Died
    | Traded
    | Action
    | Healed
    | Rested
    | Entered
    | Retreated
    | Teleported
    | TrapSprung
    | Lured
    | Noise
    | Clamor
    | SpikesSet
    | SpikesRemoved
    | TrapSet
    | TrapDisarmed
    | Stolen
    | Struck
    | FightBegan
    | Round
    | Swung
    | Prepared
    | CastBattlemagic
    | Slept
    | EmergencyCure
    | CreatureDied
    | FightEnded
    | Looted
    | Searched
    | Tapped
    | OfferMade
    | SpellCast
    | End
)
"""Anything that happens."""
