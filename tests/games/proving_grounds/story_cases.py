"""Turns of Proving Grounds by their events, and the sentences that they make."""

from __future__ import annotations

from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    CREATURES,
    Board,
    Cause,
    Code,
    Creature,
    EndCause,
    HeroClass,
    Item,
    OrderList,
    Spell,
)
from referee.games.proving_grounds.wire import events as told

__all__ = ["BEGAN", "BOB", "C2", "DRAGON", "F0", "FINALS", "GOBLIN", "KILLED", "ORC", "TURNS", "W3"]

F0 = told.Fighter(0, 0, HeroClass.FIGHTER, 16)
C2 = told.Fighter(0, 2, HeroClass.CLERIC, 14)
W3 = told.Fighter(0, 3, HeroClass.WIZARD, 10)
BOB = told.Fighter(1, 0, HeroClass.FIGHTER, 16)
GOBLIN, ORC = (
    told.Fighter(CREATURES, place, kind, 4)
    for place, kind in enumerate((Creature.GOBLIN, Creature.ORC))
)
DRAGON = told.Fighter(CREATURES, 0, Creature.DRAGON, 3)
BEGAN = told.FightBegan(7, (GOBLIN, ORC), (F0, W3))
KILLED = (told.CreatureDied(7, GOBLIN), told.CreatureDied(7, ORC))
FINALS = (
    told.FinalSeat(0, (3, 2), 41, 14, 4, (1,), 0, 2),
    told.FinalSeat(1, (3, 1), 48, 14, 5, (0,), 10, 1),
    told.FinalSeat(2, (0, 2), 100, 20, 2, (), 10, 3),
    told.FinalSeat(3, (1, 0), 22, 8, 5, (), 10, 4),
)
"""The example PG-8.19."""

TURNS: dict[str, tuple[tuple[told.Body, ...], list[str]]] = {
    "refused": (
        (
            told.Result(0, OrderList.HEROES, 0, None, Code.OK),
            told.Result(0, OrderList.HEROES, 1, None, Code.SPIKED),
        ),
        ["ada has an order refused; the reason: the door is spiked."],
    ),
    "refused often": (
        (
            told.Notice(0, OrderList.HEROES, 1, None, Code.NO_DOOR),
            told.Notice(0, OrderList.HEROES, 2, None, Code.NO_DOOR),
            told.Notice(0, OrderList.BUY, 0, None, Code.NO_GOLD),
            told.Notice(0, OrderList.MESSAGE, 4, None, Code.MORE),
        ),
        ["ada has seven orders refused; the usual reason: no door there."],
    ),
    "unreadable": (
        (told.Notice(0, OrderList.MESSAGE, 0, None, Code.BAD_MESSAGE),),
        ["ada sends no message that can be read."],
    ),
    "party": (
        (
            told.Ledger(0, -12, Cause.HERO, 88),
            told.Ledger(0, -3, Cause.IMPROVEMENT, 85),
            told.Ledger(0, -6, Cause.ITEM, 79),
        ),
        ["ada spends 21 gold on its party and keeps 79."],
    ),
    "bids": (
        (told.Ledger(0, -2, Cause.BID, 4), told.Ledger(0, -1, Cause.BID, 3)),
        ["For places on the boards, ada bids 3 gold."],
    ),
    "other gold": ((told.Ledger(0, 3, Cause.LOOT, 9),), []),
    "boards": (
        # PG-8.20: seat 1 is at the top of MOVE, seat 3 of TIE.
        (
            told.BoardOrder(Board.MOVE, (2, 1, 0, 3)),
            told.BoardOrder(Board.BUY, (2, 0, 3, 1)),
            told.BoardOrder(Board.TIE, (3, 1, 0, 2)),
        ),
        ["cid now moves and buys first."],
    ),
    "ties": ((told.BoardOrder(Board.TIE, (1, 3, 0, 2)),), ["bob now wins ties."]),
    "hired": ((told.Hired(1, 0, 5, 15),), ["bob hires a hero for 15 gold."]),
    "bought": (
        (
            told.Bought(1, 0, Item.POTION),
            told.Bought(1, 1, Item.POTION),
            told.Bought(1, 2, Item.BOOTS),
            told.Bought(0, 3, Item.SLEEP),
        ),
        [
            "ada buys the spell sleep for 6 gold.",
            "bob buys two potions and boots for 11 gold.",
        ],
    ),
    "died": ((told.Died(Ref(1, 3)),), ["bob loses a Wizard; five are left."]),
    "died of a trap": (
        (told.TrapSprung(9, Ref(1, 4), 15, 7), told.Died(Ref(1, 4))),
        ["bob's Thief is killed by a trap in room 9."],
    ),
    "died of a theft": (
        (told.Struck(Ref(1, 4), 60, 7), told.Died(Ref(1, 4))),
        ["bob's Thief is killed at a theft in the hall."],
    ),
    "traded": (
        (told.Traded(Ref(0, 4), Ref(1, 4), 1, (1, 0), None, 0, (0, 2), Item.RING),),
        ["ada gives bob 1 gold and a ruby for two sapphires and a ring."],
    ),
    "offered": (
        (told.OfferMade(Ref(0, 4), Ref(1, 4), 0, (0, 0), Item.BOOTS, 3, (0, 0), None),),
        ["ada offers bob boots for 3 gold."],
    ),
    "action": ((told.Action(Ref(0, 4), 0, 9, 11, True),), []),
    "recovered": (
        (
            told.Healed(Ref(0, 0), 5, 12),
            told.Rested(Ref(0, 2), 2, 1),
            told.Rested(Ref(1, 3), 0, 1),
            told.Healed(Ref(2, 0), 1, 16),
        ),
        [
            "ada regains seven hit points and 1 Mana by rest and cures.",
            "bob regains 1 Mana by rest.",
            "cid regains one hit point by cures.",
        ],
    ),
    "entered": ((told.Entered(Ref(0, 0), 1, 2),), []),
    "teleported": (
        (told.Teleported(Ref(0, 0), 7, 1),),
        ["A spell brings ada's Fighter home from room 7."],
    ),
    "trap": (
        (
            told.TrapSprung(9, Ref(0, 0), None, 1),
            told.TrapSprung(10, Ref(0, 4), 8, 0),
            told.TrapSprung(11, None, None, 4),
        ),
        [
            "A trap in room 9 costs ada's Fighter one hit point.",
            "ada's Thief disarms a trap in room 10.",
            "A trap in room 11 wounds the creatures that were lured there.",
        ],
    ),
    "lured": (
        (told.Lured(Ref(0, 3), 8, 3),),
        ["ada's Wizard lures the creatures of room 8 into room 3."],
    ),
    "noise": (
        (told.Noise(5), told.Clamor(5), told.Clamor(9)),
        ["A Wizard makes noise in room 5.", "A fight or a noise is heard out of room 9."],
    ),
    "clamor": (
        (told.Clamor(60), told.Clamor(8)),
        ["A fight or a noise is heard out of room 8 and the hall."],
    ),
    "clamors": (
        (told.Clamor(9), told.Clamor(8), told.Clamor(12)),
        ["A fight or a noise is heard out of rooms 8, 9 and 12."],
    ),
    "spikes": (
        (told.SpikesSet(6, 3), told.SpikesRemoved(13, 60)),
        [
            "The door between rooms 3 and 6 is blocked by spikes.",
            "The door between room 13 and the hall is free of spikes.",
        ],
    ),
    "trap set": ((told.TrapSet(Ref(0, 4), 5),), ["ada's Thief sets a trap in room 5."]),
    "disarmed": (
        (
            told.TrapDisarmed(Ref(0, 4), 5, True, True),
            told.TrapDisarmed(Ref(1, 4), 6, True, False),
            told.TrapDisarmed(Ref(2, 4), 7, False, False),
        ),
        [
            "ada's Thief removes a trap in room 5.",
            "bob's Thief fails to remove a trap in room 6.",
            "cid's Thief finds no trap in room 7.",
        ],
    ),
    "stolen": (
        (
            told.Stolen(Ref(0, 4), 8, None, 1, 0),
            told.Stolen(Ref(0, 4), 9, 1, 0, 0),
            told.Stolen(Ref(1, 4), 8, None, None, 5),
            told.Stolen(Ref(1, 4), 8, None, None, 0),
        ),
        [
            "ada's Thief steals a sapphire from the creatures in room 8.",
            "ada's Thief steals a ruby from bob in room 9.",
            "bob's Thief steals 5 gold from the creatures in room 8.",
        ],
    ),
    "struck": (
        (told.Struck(Ref(0, 4), 8, 7),),
        ["ada's Thief is caught at a theft in room 8 and loses seven hit points."],
    ),
    "won": (
        (
            BEGAN,
            told.Round(7, 1),
            told.Swung(7, F0, GOBLIN, 12, True, 8),
            KILLED[0],
            told.Prepared(7, W3, None, 2),
            told.CastBattlemagic(7, W3, Item.MAGIC_MISSILE, None, (ORC,), (9,)),
            KILLED[1],
            told.FightEnded(7, 1, False),
            told.Looted(0, 7, 0, 6, (1, 0), (Item.DAGGER,)),
            told.Clamor(7),
        ),
        ["ada beats an Orc and a Goblin in room 7 and loots 6 gold, a ruby and a dagger."],
    ),
    "won with losses": (
        (
            BEGAN,
            told.Slept(7, GOBLIN),
            KILLED[0],
            told.Swung(7, ORC, W3, 12, True, 20),
            told.Died(Ref(0, 3)),
            KILLED[1],
            told.FightEnded(7, 2, False),
        ),
        ["ada beats an Orc and a Goblin in room 7, but loses a Wizard."],
    ),
    "fled": (
        (
            BEGAN,
            KILLED[0],
            told.Swung(7, ORC, W3, 12, True, 20),
            told.EmergencyCure(7, C2, W3._replace(hp=-2)),
            told.Retreated(Ref(0, 3), 7, 4),
            told.Retreated(Ref(0, 0), 7, 4),
            told.FightEnded(7, 2, False),
        ),
        [
            "ada retreats from an Orc and a Goblin in room 7 after killing a Goblin.",
            "A Cleric of ada saves a Wizard from death.",
        ],
    ),
    "all dead": (
        (
            told.FightBegan(7, (ORC,), (W3,)),
            told.Swung(7, ORC, W3, 12, True, 20),
            told.Died(Ref(0, 3)),
            told.FightEnded(7, 2, False),
        ),
        ["ada loses a Wizard to an Orc in room 7."],
    ),
    "undecided": (
        (BEGAN, told.FightEnded(7, 30, True)),
        ["ada fights an Orc and a Goblin without a decision in room 7."],
    ),
    "lured fight": (
        (told.FightBegan(3, (F0,), (GOBLIN,)), told.CreatureDied(3, GOBLIN)),
        ["ada withstands a Goblin in room 3."],
    ),
    "dragon": (
        (told.FightBegan(60, (DRAGON,), (F0,)), told.CreatureDied(60, DRAGON)),
        ["ada beats a Dragon in the hall."],
    ),
    "driven out": (
        (
            told.FightBegan(7, (BOB,), (F0, W3)),
            told.Swung(7, BOB, W3, 12, True, 20),
            told.Died(Ref(0, 3)),
            told.Retreated(Ref(1, 0), 7, 9),
            told.FightEnded(7, 1, False),
            told.Looted(0, 7, 0, 0, (0, 0), (Item.DAGGER,)),
        ),
        ["ada drives bob out of room 7, ada loses a Wizard and ada loots a dagger."],
    ),
    "wiped out": (
        (
            told.FightBegan(7, (BOB,), (F0,)),
            told.Swung(7, F0, BOB, 12, True, 20),
            told.Died(Ref(1, 0)),
            told.FightEnded(7, 1, False),
        ),
        ["ada wipes out the heroes of bob in room 7 and bob loses a Fighter."],
    ),
    "beaten back": (
        (told.FightBegan(7, (BOB,), (F0,)), told.Retreated(Ref(0, 0), 7, 1)),
        ["bob beats ada back from room 7."],
    ),
    "a draw": (
        (told.FightBegan(7, (BOB,), (F0,)), told.FightEnded(7, 30, True)),
        ["ada and bob fight without a decision over room 7."],
    ),
    "looted": (
        (told.Looted(0, 4, 0, 3, (0, 2), ()),),
        ["ada picks up 3 gold and two sapphires in room 4."],
    ),
    "searched": (
        (
            told.Searched(Ref(0, 4), 2, 11, 4),
            told.Searched(Ref(1, 4), 3, 15, 0),
            told.Tapped(Ref(0, 4), 2),
        ),
        ["ada's Thief finds 4 hidden gold in room 2."],
    ),
    "spells": (
        tuple(told.SpellCast(Ref(0, 3), spell) for spell in Spell),
        [
            "ada's Wizard casts a shield on a hero of the party.",
            "ada's Wizard hastens a hero of the party.",
            "ada's Wizard scries a room from afar.",
        ],
    ),
    "end without bonuses": (
        (told.End(EndCause.EXPLORED, 31, 5, tuple(one._replace(bonus=0) for one in FINALS)),),
        [
            "All rooms are explored, so the match ends after turn 31.",
            "bob comes first, with 48 gold and the most rubies.",
        ],
    ),
    "end": (
        (told.End(EndCause.LATE, 31, 5, FINALS),),
        [
            "The dice end the match after turn 31.",
            "bob comes first, with 48 gold and the most rubies.",
            "bob gets 10 gold in bonuses, cid gets 10 gold in bonuses and dan gets 10 gold in bonuses.",
        ],
    ),
}
"""By name events of a turn, all for seat 0 alone, and what a viewer of all seats reads."""
