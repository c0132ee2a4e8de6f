"""The house bots of Proving Grounds: fights against the rulebook, decisions by hand, whole matches."""

from __future__ import annotations

import collections
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import HeroClass, ItemKind
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.strength.engine_match import EngineMatch, Listener
from loadtest.strength.engine_match import play_match as play_engine_match
from referee.core.game import Event
from referee.games.proving_grounds import PLUGIN
from referee_bots import SeededBot, find, names
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.fights import (
    Fighter,
    Luck,
    creature,
    estimate,
    fight,
    hero,
    stranger,
)
from referee_bots.proving_grounds.tables import CLASSES, CREATURES, DEFAULT_ITEMS, ENCOUNTERS, ITEMS
from referee_client import Match
from referee_client.inspection import game_of
from tests.helpers.tiers import some

RULEBOOK = Path(__file__).parents[2] / "referee/games/proving_grounds/RULEBOOK.md"
F, C, W, T = (
    wire.HERO_CLASS_FIGHTER,
    wire.HERO_CLASS_CLERIC,
    wire.HERO_CLASS_WIZARD,
    wire.HERO_CLASS_THIEF,
)
GOBLIN, ORC, URAKAI, DRAGON = (
    wire.CREATURE_GOBLIN,
    wire.CREATURE_ORC,
    wire.CREATURE_URAKAI,
    wire.CREATURE_DRAGON,
)


# What the bots know of the rules: the tables that are told.


def rows(pattern: str) -> list[tuple[str, ...]]:
    """Table rows of the rulebook that match."""
    return re.findall(pattern, RULEBOOK.read_text(encoding="utf-8"))


def test_classes_are_the_rulebooks() -> None:
    """PG-3.2."""
    found = rows(r"\| ([A-Z]+) \((\d)\) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|\n")
    assert [int(row[1]) + 1 for row in found] == list(CLASSES)
    for row in found:
        kind = wire.HeroClass.Value(f"HERO_CLASS_{row[0]}")
        assert (CLASSES[kind].price, *CLASSES[kind].stats) == tuple(map(int, row[2:]))


def test_creatures_are_the_rulebooks() -> None:
    """PG-3.4."""
    found = rows(r"\| (GOBLIN|ORC|URAKAI|DRAGON) \(\d\) \|" + r" (\d+) \|" * 10)
    assert len(found) == len(CREATURES)
    for row in found:
        known = CREATURES[wire.Creature.Value(f"CREATURE_{row[0]}")]
        assert known[:10] == tuple(map(int, row[1:]))


def test_items_are_the_rulebooks() -> None:
    """PG-3.7: slot, price, users, limited set and numbers."""
    found = rows(
        r"\| \d+ \| ([A-Z_]+) \| (\w+) \| (\d+) \| ([FCWT ]+|all) \| (yes)? ?\| \d \| (.*) \|"
    )
    assert len(found) == len(ITEMS)
    for name, kind, gold, users, is_in_setup, effect in found:
        known = ITEMS[wire.Item.Value(f"ITEM_{name}")]
        assert known.kind == ItemKind[kind.upper()]
        assert known.gold == int(gold)
        everybody = {HeroClass("FCWT".index(one)) for one in users.split() if one != "all"}
        assert known.users == everybody
        assert known.is_in_setup == (is_in_setup == "yes")
        if kind == "weapon":
            assert f"{known.weapon}%" == effect
        numbers = {
            "absorb": known.absorb,
            "eDEX": known.dexterity,
            "eINI": known.initiative,
            "eSTR": known.strength,
        }
        for word, value in numbers.items():
            told = re.search(rf"{word} ([+-]?\d+)", effect)
            assert value == (int(told[1]) if told else 0), (name, word)


def test_encounters_are_the_rulebooks() -> None:
    """PG-2.7, by tier and d6."""
    kinds = {"Goblin": GOBLIN, "Orc": ORC, "Urakai": URAKAI}
    found = rows(r"\| (\d) \|((?: (?:-|[\w ,]+) \|){5})\n")[:6]
    for face, line in found:
        for tier, cell in enumerate(line.strip(" |").split(" | ")):
            groups = re.findall(r"(\d) (\w+)", cell)
            listed = tuple(kinds[kind] for count, kind in groups for _ in range(int(count)))
            assert ENCOUNTERS[tier][int(face) - 1] == listed


# Fights (the rulebook's section 8).


class Given:
    """Dice that fall as told."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, dice: int) -> int:
        """The next so many faces, added."""
        rolled, self.faces = self.faces[:dice], self.faces[dice:]
        assert len(rolled) == dice
        return sum(rolled)


def one(
    hero_class: wire.HeroClass, *items: wire.Item, hp: int | None = None, **values: Any
) -> Fighter:
    """A hero with base values (PG-3.2)."""
    stats = CLASSES[hero_class].stats
    most, mana = 2 * stats[2], stats[3] if hero_class in {C, W} else 0
    values.setdefault("policy", wire.POLICY_FIRST_DEATH)
    return hero(
        wire.Hero(
            hero_class=hero_class,
            hp=most if hp is None else hp,
            max_hp=most,
            mana=mana,
            max_mana=mana,
            stats=stats,
            items=items,
            **values,
        )
    )


def test_order_of_a_fight() -> None:
    """PG-8.6."""
    goblins = [creature(GOBLIN), creature(GOBLIN)]
    sword = wire.ITEM_LONG_SWORD
    party = [one(F, sword), one(F, sword), one(C, wire.ITEM_MACE)]
    dice = Given(5, 5, 2, 4, 4, 4, 2, 3, 4)
    assert fight(goblins, party, dice) == 1
    assert not dice.faces
    assert all(goblin.is_dead for goblin in goblins)
    assert [member.hp for member in party] == [13, 16, 14]


def test_guard_and_queue() -> None:
    """PG-8.7."""
    goblins = [creature(GOBLIN) for _ in range(3)]
    fighter = one(F, wire.ITEM_LONG_SWORD, wire.ITEM_HEAVY_ARMOR, guard=True)
    cleric = one(C, wire.ITEM_MACE)
    assert (fighter.dexterity, fighter.absorb) == (5, 3)
    dice = Given(*map(int, "333444433542434666111223334"))
    assert fight(goblins, [fighter, cleric], dice) == 3
    assert not dice.faces
    assert all(goblin.is_dead for goblin in goblins)
    assert (fighter.hp, cleric.hp) == (14, 11)


def test_battlemagic_prepared() -> None:
    """PG-8.8."""
    wizard = one(W, wire.ITEM_MAGIC_MISSILE, policy=wire.POLICY_NEVER)
    fighter = one(F, wire.ITEM_LONG_SWORD, policy=wire.POLICY_NEVER)
    urakai = creature(URAKAI, 13)
    dice = Given(4, 4, 4, 3, 3, 2, 6, 4, 4, 4, 3)
    assert fight([urakai], [wizard, fighter], dice) == 1
    assert not dice.faces
    assert (urakai.is_dead, wizard.hp, wizard.mana) == (True, 4, 8)


def test_battlemagic_disturbed() -> None:
    """PG-8.9: the dice as listed there, F1's rolls included."""
    wizard = one(W, wire.ITEM_MAGIC_MISSILE, policy=wire.POLICY_NEVER)
    fighter = one(F, wire.ITEM_LONG_SWORD, policy=wire.POLICY_NEVER)
    urakai = creature(URAKAI, 11)
    dice = Given(*map(int, "44444212122222122221122365"))
    assert fight([urakai], [wizard, fighter], dice) == 4
    assert not dice.faces
    assert (urakai.is_dead, wizard.hp, wizard.mana) == (True, 4, 8)


def test_emergency_cure_and_retreat() -> None:
    """PG-8.10."""
    fighter = one(F, wire.ITEM_LONG_SWORD, hp=3)
    cleric = one(C, wire.ITEM_MACE, policy=wire.POLICY_NEVER)
    orcs = [creature(ORC, 3), creature(ORC, 3)]
    dice = Given(*map(int, "222444222332444222222444442122645"))
    assert fight(orcs, [fighter, cleric], dice) == 5
    assert not dice.faces
    assert (fighter.hp, fighter.has_left, cleric.hp) == (1, True, 10)
    assert all(orc.is_dead for orc in orcs)


def test_equal_initiative() -> None:
    """PG-8.12: the defender goes first; natural 18 hits."""
    defender = one(F, wire.ITEM_LONG_SWORD, hp=4, policy=wire.POLICY_NEVER)
    entrant = one(F, wire.ITEM_LONG_SWORD, policy=wire.POLICY_NEVER)
    dice = Given(1, 1, 2, 1, 1, 2, 6, 6, 6, 6, 6, 6)
    assert fight([defender], [entrant], dice) == 2
    assert (defender.is_dead, entrant.hp) == (True, 8)


def test_lured_creatures_enter() -> None:
    """PG-8.18, after the trap: a Wizard without battlemagic swings."""
    wizard, fighter = one(W, wire.ITEM_DAGGER), one(F, wire.ITEM_LONG_SWORD)
    goblin = creature(GOBLIN)
    assert fight([wizard, fighter], [goblin], Given(3, 3, 4, 4, 4, 4, 4, 4, 3)) == 1
    assert (wizard.hp, goblin.is_dead) == (7, True)


@pytest.mark.parametrize(
    ("item", "faces", "left"),
    [
        (wire.ITEM_FIREBALL, (3, 4), (1, 1, 1)),
        (wire.ITEM_LIGHTNING, (1, 2, 3, 4), (5, 1, 8)),
        (wire.ITEM_MAGIC_MISSILE, (6, 1), (1, 8, 8)),
        (wire.ITEM_SLEEP, (2,), (8, 8, 8)),
    ],
)
def test_battlemagic(item: wire.Item, faces: tuple[int, ...], left: tuple[int, ...]) -> None:
    """PG-5.24: in a round that the Wizard begins; Orcs who are awake then miss on 3."""
    wizard = one(W, item, policy=wire.POLICY_NEVER)
    orcs = [creature(ORC) for _ in range(3)]
    awake = 1 if item == wire.ITEM_SLEEP else 3
    assert fight(orcs, [wizard], Given(*faces, *[1] * 3 * awake), cap=1) == 1
    assert tuple(orc.hp for orc in orcs) == left
    assert [orc.sleep for orc in orcs] == ([1, 1, 0] if item == wire.ITEM_SLEEP else [0, 0, 0])
    assert wizard.has_left  # the cap (PG-5.29)


def test_chances_are_as_computed_by_hand() -> None:
    """A Goblin hits DEX 7 on 11 or more, 1/2; the Fighter hits it on 9 or more, 20/27; who hits first wins."""
    luck = Luck(random.Random(4))
    fights = 4000
    wins = 0
    for _ in range(fights):
        fighter = one(F, wire.ITEM_LONG_SWORD, hp=3, policy=wire.POLICY_NEVER)
        fight([creature(GOBLIN)], [fighter], luck)
        wins += not fighter.is_dead
    chance = (1 / 2 * 20 / 27) / (1 - 1 / 2 * 7 / 27)
    assert wins / fights == pytest.approx(chance, abs=4 * (0.25 / fights) ** 0.5)


def test_estimates_tell_hopeless_from_harmless() -> None:
    """And leave the fighters as they are."""
    party = [one(F, wire.ITEM_LONG_SWORD), one(C, wire.ITEM_MACE)]
    harmless = estimate(party, lambda: [creature(GOBLIN)], random.Random(1))
    assert harmless.clean == harmless.safe == 1
    assert harmless.harm == CREATURES[GOBLIN].hp
    hopeless = estimate(party, lambda: [creature(DRAGON), creature(DRAGON)], random.Random(1))
    assert hopeless.clean < 0.1
    assert [member.hp for member in party] == [16, 14]
    empty = estimate(party, list, random.Random(1))
    assert (empty.clean, empty.harm) == (1, 0)


def test_strangers_are_of_the_default_party() -> None:
    """PG-2.13: a Fighter on guard with sword and armor, hurt as he is seen to be."""
    fighter = stranger(F, 3)
    assert (fighter.hp, fighter.max_hp, fighter.damage, fighter.absorb) == (3, 16, 8, 1)
    assert fighter.guard
    assert stranger(W).magic == wire.ITEM_MAGIC_MISSILE


# Positions. Two seats, sectors of 2 by 2 as in the rulebook's map T; seat 0 enters by room 1.

DOORS = (
    (0, 1),
    (0, 2),
    (1, 3),
    (2, 3),
    (4, 5),
    (4, 6),
    (5, 7),
    (6, 7),
    (3, 6),
    (2, 7),
    (3, 8),
    (7, 8),
)


def config(**values: Any) -> wire.Config:
    """The defaults (PG-2.1), of a dungeon made by hand."""
    made: dict[str, Any] = {
        "scenario": wire.Scenario(players=2, width=2, depth=2),
        "start_gold": 100,
        "max_heroes": 8,
        "combat_round_cap": 30,
        "max_orders": 96,
        **values,
    }
    return wire.Config(**made)


def started(name: str, settings: wire.Config | None = None) -> SeededBot:
    """A bot of seat 0 at the start of a match."""
    bot = find("proving_grounds", name)(1)
    terms = config() if settings is None else settings
    bot.on_start(Match("m", 0, "proving_grounds", 1, terms, 2, TimeControl(), b""))
    return bot


def own(
    number: int, hero_class: wire.HeroClass, room: int, *items: wire.Item, **values: Any
) -> wire.Hero:
    """An own hero with base values."""
    stats = CLASSES[hero_class].stats
    mana = stats[3] if hero_class in {C, W} else 0
    filled: dict[str, Any] = {
        "hp": 2 * stats[2],
        "max_hp": 2 * stats[2],
        "mana": mana,
        "max_mana": mana,
        "stats": stats,
        "items": items or DEFAULT_ITEMS[hero_class],
        "gems": (0, 0),
        "policy": wire.POLICY_FIRST_DEATH,
        "arrival": number,
    }
    return wire.Hero(hero=number, hero_class=hero_class, room=room, **{**filled, **values})


def party(room: int, **values: Any) -> list[wire.Hero]:
    """The default party but for the Thief."""
    return [own(place, kind, room, **values) for place, kind in enumerate((F, F, C, W))]


def seen(
    heroes: Sequence[wire.Hero],
    *,
    mine: Sequence[int] = (1,),
    foes: Mapping[int, Sequence[wire.Creature]] | None = None,
    gems: Mapping[int, Sequence[int]] | None = None,
    rivals: Sequence[tuple[int, wire.HeroClass, int]] = (),
    gold: int = 0,
    rival_gems: int = 0,
    **values: Any,
) -> wire.Observation:
    """Map T with all doors known. Rooms without foes are known to be empty; rivals are (room, class, hp)."""
    foes, gems = foes or {}, gems or {}
    rooms = []
    for room in range(9):
        doors = sorted({a + b - room for a, b in DOORS if room in (a, b)})
        kinds = foes.get(room, ())
        entry = wire.Room(
            room=room,
            level=4 if room in mine else 3,
            is_explored=room in mine or room == 5,
            has_creatures=bool(kinds),
            creatures=[wire.CreatureHp(creature=k, hp=CREATURES[k].hp) for k in kinds],
            hoard=wire.Hoard(
                gold=sum(CREATURES[k].gold for k in kinds), gems=gems.get(room, (0, 0))
            ),
            doors=[wire.KnownDoor(room=door) for door in doors],
        )
        if room in mine:
            entry.owner = 0
        rooms.append(entry)
    dots = [
        wire.Dot(hero=wire.HeroRef(seat=1, hero=number), room=room, hero_class=kind, hp=hp)
        for number, (room, kind, hp) in enumerate(rivals)
    ]
    return wire.Observation(
        num_seats=2,
        width=2,
        depth=2,
        num_kinds=2,
        players=[
            wire.Player(seat=0, gold=gold, heroes=len(heroes)),
            wire.Player(seat=1, gems=rival_gems, heroes=len(rivals)),
        ],
        rooms=rooms,
        dots=dots,
        own=values.pop("own", wire.Own(heroes=heroes, vault=values.pop("vault", (0, 0)))),
        **{"turn": 5, **values},
    )


def orders(name: str, observation: wire.Observation) -> dict[int, wire.HeroOrder]:
    """Actions that a bot orders, by hero."""
    free = {"equip", "unequip", "guard", "policy", "pass", "deposit", "withdraw"}
    given = started(name).act(observation).orders.heroes
    return {order.hero: order for order in given if order.WhichOneof("order") not in free}


def moves(name: str, observation: wire.Observation) -> dict[int, list[int]]:
    """Paths of those who move."""
    return {
        number: list(order.move.path)
        for number, order in orders(name, observation).items()
        if order.HasField("move")
    }


def test_the_board_knows_ways() -> None:
    """PG-5.12: through own rooms, into one that is not; not through spikes, nor into others' entry rooms."""
    observation = seen(party(1), mine=(1, 3, 7))
    board = Board(observation, config(), {})
    assert board.reach(1) == {
        0: [0],
        3: [3],
        2: [3, 2],
        6: [3, 6],
        8: [3, 8],
    }
    assert board.is_closed(5)
    observation.rooms[3].doors[3].is_spiked = True
    spiked = Board(observation, config(), {})
    assert 8 not in spiked.reach(1)
    assert 8 in spiked.neighbours(3)
    assert board.walk(1, 8) == [3, 8]
    assert spiked.walk(1, 8) == [3, 2, 7, 8] or spiked.walk(1, 8) == [0, 2, 7, 8]


def test_the_board_knows_all_sectors_by_one() -> None:
    """PG-2.8: doors and untouched contents are copies; in a dungeon made by hand they are not."""
    observation = seen(party(1), foes={2: [GOBLIN]}, gems={2: (0, 1)})
    observation.rooms[6].Clear()
    observation.rooms[6].room = 6
    for room in observation.rooms:
        if room.room > 3:
            del room.doors[:]
    symmetric = Board(observation, config(scenario=None), {})
    assert symmetric.place(6).foes == ((GOBLIN, 4),)
    assert symmetric.place(6).gems == (0, 1)
    assert 7 in symmetric.doors(6)
    by_hand = Board(observation, config(), {})
    assert by_hand.place(6).foes is None
    assert 7 not in by_hand.doors(6)


# Decisions.


@pytest.mark.parametrize("name", ["random", "greedy", "planner"])
def test_the_party_is_the_default_one(name: str) -> None:
    """PG-2.13: 94 gold; with less, what fits."""
    setup = started(name).act(wire.Observation(num_seats=2)).setup
    assert [hero.hero_class for hero in setup.heroes] == [F, F, C, W, T]
    assert list(setup.heroes[0].items) == [wire.ITEM_LONG_SWORD, wire.ITEM_LIGHT_ARMOR]
    assert [hero.guard for hero in setup.heroes] == [True, True, False, False, False]
    poor = started(name, config(start_gold=30)).act(wire.Observation(num_seats=2)).setup
    assert [hero.hero_class for hero in poor.heroes] == [F]  # 22; nothing else is to be had for 8
    few = started(name, config(max_heroes=2)).act(wire.Observation(num_seats=2)).setup
    assert len(few.heroes) == 2


def test_random_heroes_move_seven_times_in_ten() -> None:
    """PG-9.1, through known doors, none into another seat's entry room."""
    bot = started("random")
    targets = [
        order.move.path[0]
        for _ in range(500)
        for order in bot.act(seen([own(0, F, 7)], mine=(7,))).orders.heroes
    ]
    assert len(targets) == pytest.approx(350, abs=45)  # 4.4 standard deviations
    assert set(targets) == {2, 6, 8}


def test_the_greedy_go_for_gems_fighters_first() -> None:
    """PG-9.2: a gem is worth 15, an unexplored room 10."""
    observation = seen(party(1), mine=(1, 3), foes={2: [GOBLIN]}, gems={2: (1, 0)})
    paths = moves("greedy", observation)
    assert list(paths) == [0, 1, 2, 3]
    assert all(path[-1] == 2 for path in paths.values())


def test_the_greedy_leave_out_what_they_fear() -> None:
    """PG-9.2: a Dragon's 70 are above half of the group's 56; so are rooms with others' heroes left out."""
    observation = seen(
        party(1), mine=(1, 3), foes={8: [DRAGON]}, gems={8: (9, 9), 6: (9, 9)}, rivals=[(6, F, 16)]
    )
    assert {path[-1] for path in moves("greedy", observation).values()} <= {0, 2}


def test_the_greedy_rest_when_hurt_and_cure_the_worst() -> None:
    """PG-9.2: under 60 % of hit points."""
    hurt = party(1)
    for member in hurt:
        member.hp //= 2
    hurt[1].hp = 1
    given = orders("greedy", seen(hurt))
    assert list(given) == [2]
    assert given[2].clw.target == 1
    tired = party(1)
    tired[3].mana = 2
    assert orders("greedy", seen(tired)) == {}


def test_the_greedy_gather_and_arm() -> None:
    """Stragglers walk to the group; the dearer sword goes to the Fighter."""
    heroes = [*party(3), own(4, T, 1)]
    assert moves("greedy", seen(heroes, mine=(1, 3)))[4] == [3]
    stash = [wire.ItemCount(item=wire.ITEM_GREAT_SWORD, count=1)]
    observation = seen([], own=wire.Own(heroes=heroes, stash=stash, vault=(0, 0)))
    given = started("greedy").act(observation).orders.heroes
    equips = [(o.hero, o.equip.item) for o in given if o.HasField("equip")]
    assert equips == [(0, wire.ITEM_GREAT_SWORD)]


def test_the_planner_goes_where_it_wins() -> None:
    """PG-9.3: a Goblin's gem rather than three that an Urakai band keeps."""
    observation = seen(party(1), foes={0: [GOBLIN], 3: [URAKAI] * 3}, gems={0: (1, 0), 3: (2, 1)})
    paths = moves("planner", observation)
    assert list(paths) == [0, 1, 2, 3]
    assert all(path == [0] for path in paths.values())


def test_the_planner_steps_into_no_known_trap() -> None:
    """If there is as much elsewhere."""
    observation = seen(party(1), foes={8: [DRAGON] * 3})
    for room, other in ((0, 3), (3, 0)):
        trapped = wire.Observation()
        trapped.CopyFrom(observation)
        trapped.rooms[2].is_explored = True  # neither leads to more than the other
        for behind in (2, 6, 8):
            trapped.rooms[behind].owner = 0
        trapped.rooms[room].has_trap = True
        assert {path[-1] for path in moves("planner", trapped).values()} == {other}


def test_the_planner_rests_before_what_it_cannot_win() -> None:
    """Hurt, between foes: the Cleric cures, nobody moves."""
    hurt = party(1)
    for member in hurt:
        member.hp = 4
    given = orders("planner", seen(hurt, foes={0: [ORC] * 4, 3: [URAKAI] * 3}))
    assert list(given) == [2]
    assert given[2].csw.target == 0  # 12 lost


def test_the_planner_wears_dragons_down() -> None:
    """Hale, with nothing but a Dragon to go for, and Clerics who save the first to fall."""
    heroes = [*party(3), own(4, C, 3)]
    observation = seen(heroes, mine=(0, 1, 2, 3, 4, 6, 7), foes={8: [DRAGON]})
    assert {tuple(path) for path in moves("planner", observation).values()} == {(8,)}
    for member in observation.own.heroes:
        member.hp -= 5
    assert moves("planner", observation) == {}


def test_the_planner_blesses_before_hard_fights() -> None:
    """The Cleric stays and blesses where that makes the fight good: a second Cleric goes along to save."""
    heroes = [
        *[own(i, F, 1) for i in range(4)],
        own(4, C, 1),
        own(5, C, 1),
    ]
    blessed = 0
    for many in range(2, 5):
        given = orders("planner", seen(heroes, foes={0: [URAKAI] * many, 3: [URAKAI] * many}))
        kinds = [order.WhichOneof("order") for order in given.values()]
        if "bless" in kinds:
            blessed += 1
            assert kinds.count("move") == len(heroes) - 1
    assert blessed > 0


def test_the_planner_raids_the_hurt_who_carry_gems() -> None:
    """PG-9.3: not the hale, nor those who have none."""
    hurt = [(3, F, 2), (3, T, 3)]
    quiet: dict[str, Any] = {"mine": (0, 1, 2), "foes": {7: [DRAGON] * 4}}
    assert {
        tuple(p)
        for p in moves("planner", seen(party(1), rivals=hurt, rival_gems=4, **quiet)).values()
    } == {(3,)}
    assert moves("planner", seen(party(1), rivals=hurt, **quiet)) == {}
    hale = [(3, F, 16), (3, T, 12)]
    assert moves("planner", seen(party(1), rivals=hale, rival_gems=4, **quiet)) == {}


def test_thieves_scout_search_and_steal() -> None:
    """PG-9.3: ahead of the group."""
    heroes = [*party(1), own(4, T, 3)]
    unknown = seen(heroes, mine=(1, 3))
    unknown.rooms[8].CopyFrom(wire.Room(room=8))
    assert orders("planner", unknown)[4].scout.room == 8
    known = seen(heroes, mine=(1, 3))
    assert orders("planner", known)[4].WhichOneof("order") == "search"
    known.rooms[3].is_tapped = True
    known.rooms[1].is_tapped = True
    assert 4 not in orders("planner", known)
    heroes = [*party(3), own(4, T, 3)]
    for member in heroes[:4]:
        member.hp = 2
    steal = seen(heroes, mine=(1, 3), foes={8: [ORC] * 4}, gems={8: (0, 2)}, vault=(0, 1))
    assert orders("planner", steal)[4].steal == wire.Steal(room=8, gem=1)


def test_thieves_carry_gems_home() -> None:
    """With the most of a kind: handed over, walked home, and put into the vault."""
    heroes = [*party(3), own(4, T, 3)]
    heroes[0].gems[:] = (2, 1)
    given = started("planner").act(seen(heroes, mine=(1, 3))).orders.heroes
    handed = [order for order in given if order.WhichOneof("order") == "pass"]
    assert [(order.hero, list(getattr(order, "pass").gems)) for order in handed] == [(0, [2, 1])]
    assert [list(o.move.path) for o in given if o.hero == 4 and o.HasField("move")] == [[1]]
    home = [*party(3), own(4, T, 1, gems=(2, 1))]
    given = started("planner").act(seen(home, mine=(1, 3))).orders.heroes
    assert [list(o.deposit.gems) for o in given if o.HasField("deposit")] == [[2, 1]]


TIE = {"open": [wire.BOARD_TIE], "boards": [wire.BoardOrder(board=wire.BOARD_TIE, seats=[1, 0])]}


BOTH: dict[str, Any] = {
    "open": [wire.BOARD_MOVE, wire.BOARD_TIE],
    "boards": [
        wire.BoardOrder(board=wire.BOARD_MOVE, seats=[1, 0]),
        wire.BoardOrder(board=wire.BOARD_TIE, seats=[1, 0]),
    ],
}


@pytest.mark.parametrize("name", ["greedy", "planner"])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param({"gold": 9}, [0, 1, 0, 0, 2], id="both"),
        pytest.param({"gold": 4}, [0, 0, 0, 0, 2], id="what is left is kept for TIE"),
        pytest.param({"gold": 1}, [], id="too little"),
        pytest.param({"gold": 9, "rival_gems": 2}, [0, 1, 0, 0, 0], id="no tie in sight"),
        pytest.param(
            {"gold": 9, "boards": [wire.BoardOrder(board=wire.BOARD_TIE, seats=[0, 1])]},
            [],
            id="first already",
        ),
    ],
)
def test_a_little_gold_goes_to_boards(
    name: str, values: dict[str, Any], expected: list[int]
) -> None:
    """AM-P3: equals tie on gems, so that bids decide."""
    fields: dict[str, Any] = {"vault": (0, 0), "rival_gems": 0, **BOTH, **values}
    observation = seen(party(1), **fields)
    assert list(started(name).act(observation).orders.shuffle) == expected


def test_the_bidder_bids_all() -> None:
    """On TIE, or else on the first board that is up for grabs."""
    observation = seen(party(1), gold=9, **BOTH)
    assert list(started("bidder").act(observation).orders.shuffle) == [0, 0, 0, 0, 9]
    observation = seen(party(1), gold=9, **(BOTH | {"open": [wire.BOARD_MOVE]}))
    assert list(started("bidder").act(observation).orders.shuffle) == [0, 9, 0, 0, 0]


def test_the_planner_bids_for_ties_and_is_thrifty() -> None:
    """PG-9.3: two Rubies against four gems of two kinds are likely tied; nothing is bought after turn 20."""

    def bids(**values: Any) -> list[int]:
        observation = seen(party(1), vault=(2, 0), gold=9, **{"rival_gems": 4, **TIE, **values})
        return list(started("planner").act(observation).orders.shuffle)

    assert bids() == [0, 0, 0, 0, 2]
    assert bids(rival_gems=10) == []
    assert bids(open=[wire.BOARD_MOVE]) == []
    assert bids(turn=21) == [0, 0, 0, 0, 2]
    shop: dict[str, Any] = {
        "market": [wire.Slot(slot=0, item=wire.ITEM_GREAT_SWORD)],
        "candidates": [wire.Candidate(candidate=0, hero_class=T, stats=CLASSES[T].stats)],
        "gold": 50,
    }
    early = started("planner").act(seen(party(1), **shop)).orders
    assert list(early.buy) == [0]
    assert [bid.candidate for bid in early.hire] == [0]
    assert 10 <= early.hire[0].gold <= 12
    late = started("planner").act(seen(party(1), turn=21, **shop)).orders
    assert (list(late.buy), list(late.hire)) == ([], [])


def test_the_planner_trades_weak_kinds_for_strong() -> None:
    """PG-9.3: with a neighbour who cannot lead its strong kind; it mirrors such an offer too."""
    heroes = party(3)
    heroes[0].gems[:] = (0, 1)
    for member in heroes:
        member.hp = 3  # nowhere to go
    near: dict[str, Any] = {
        "mine": (1, 3),
        "foes": {room: [URAKAI] * 4 for room in (0, 2, 8)},
        "rivals": [(6, F, 16)],
        "vault": (3, 0),
    }
    given = orders("planner", seen(heroes, rival_gems=2, **near))
    assert given[0].trade == wire.Trade(
        with_seat=1,
        with_hero=0,
        give=wire.Goods(gems=(0, 1)),
        want=wire.Goods(gems=(1, 0)),
    )
    assert not any(
        o.HasField("trade") for o in orders("planner", seen(heroes, rival_gems=3, **near)).values()
    )
    standing = wire.Offer(
        giver=wire.HeroRef(seat=1, hero=0),
        taker=wire.HeroRef(seat=0, hero=0),
        give=wire.Goods(gems=(1, 0)),
        want=wire.Goods(gems=(0, 1)),
    )
    taken = orders("planner", seen(heroes, rival_gems=9, offers=[standing], **near))
    assert taken[0].trade.give == standing.want
    assert taken[0].trade.want == standing.give
    standing.want.gold = 1
    refused = orders("planner", seen(heroes, rival_gems=9, offers=[standing], **near))
    assert 0 not in refused


def test_the_planner_leaves_alone_where_it_was_refused() -> None:
    """A move that was BLOCKED is not ordered again at once."""
    bot = started("planner")
    observation = seen(party(1), foes={0: [GOBLIN]}, gems={0: (1, 0)})
    first = bot.act(observation).orders.heroes
    assert {tuple(order.move.path) for order in first} == {(0,)}
    blocked = wire.Result(part=wire.ORDER_LIST_HEROES, place=0, code=wire.CODE_BLOCKED)
    match = Match("m", 0, "proving_grounds", 1, config(), 2, TimeControl(), b"")
    bot.on_events(match, wire.Events(events=[wire.Event(result=blocked)]))
    observation.turn += 1
    assert all(list(o.move.path) != [0] for o in bot.act(observation).orders.heroes)
    observation.turn += 3
    assert {tuple(o.move.path) for o in bot.act(observation).orders.heroes} == {(0,)}


@pytest.mark.parametrize("name", ["random", "greedy", "planner"])
def test_bots_bear_what_makes_no_sense(name: str) -> None:
    """Nothing at all, heroes nowhere, unknown kinds, a result of an order never sent."""
    bot = started(name)
    assert bot.act(wire.Observation(turn=3)).WhichOneof("body") == "orders"
    nobody = wire.Observation(turn=3, own=wire.Own())
    assert list(bot.act(nobody).orders.heroes) == []
    odd = wire.Observation(
        turn=3,
        num_seats=2,
        num_kinds=3,
        rooms=[
            wire.Room(
                room=90,
                level=3,
                has_creatures=True,
                creatures=[wire.CreatureHp(creature=9, hp=-4)],  # type: ignore[arg-type]
                hoard=wire.Hoard(gems=[1]),
                floor=wire.Floor(gems=[1, 2, 3, 4, 5]),
                doors=[wire.KnownDoor(room=90), wire.KnownDoor(room=7)],
            )
        ],
        dots=[wire.Dot(hero=wire.HeroRef(seat=7, hero=1), room=7)],
        own=wire.Own(
            seat=0,
            heroes=[
                wire.Hero(hero=3, room=90, hero_class=9, items=[77]),  # type: ignore[arg-type,list-item]
                wire.Hero(hero=4, room=91, hero_class=T, gems=[1]),
                wire.Hero(hero=5, room=90, hero_class=C, mana=9, max_hp=9),
            ],
            stash=[wire.ItemCount(item=77, count=3)],  # type: ignore[arg-type]
        ),
        market=[wire.Slot(slot=0, item=77)],  # type: ignore[arg-type]
        candidates=[wire.Candidate(candidate=0, hero_class=9)],  # type: ignore[arg-type]
        offers=[wire.Offer(taker=wire.HeroRef(seat=0, hero=4))],
    )
    assert bot.act(odd).WhichOneof("body") == "orders"
    odd.num_kinds = 0
    assert bot.act(odd).WhichOneof("body") == "orders"
    result = wire.Result(part=wire.ORDER_LIST_HEROES, place=99, code=wire.CODE_NO_DOOR)
    match = Match("m", 0, "proving_grounds", 1, config(), 2, TimeControl(), b"")
    bot.on_events(match, wire.Events(events=[wire.Event(result=result), wire.Event()]))


# Whole matches.

OTHERS_DOING = {"BLOCKED", "ENGAGED", "TAKEN", "OUTBID", "NO_MATCH", "NO_HERO"}
"""What a message without fault may come back with, because of what others do in the same turn: to enter
a room before, to break in, to buy or hire, not to trade, to kill."""


def play_match(
    bots: Sequence[str],
    seed: int,
    settings: Mapping[str, object] | None = None,
    listener: Listener | None = None,
) -> EngineMatch:
    """Play a match of Proving Grounds."""
    return play_engine_match("proving_grounds", bots, seed, settings, listener=listener)


def test_names() -> None:
    """In the order of strength."""
    assert names("proving_grounds") == ["random", "bidder", "greedy", "planner"]
    for name in names("proving_grounds"):
        assert game_of(find("proving_grounds", name)()) == "proving_grounds"


@pytest.mark.parametrize(
    ("seats", "settings"),
    some(
        [
            (3, {"sector_width": 2, "sector_depth": 2, "wrap_doors": 1, "max_heroes": 1}),
            (5, {"sector_width": 6, "sector_depth": 10, "max_turns": 12, "start_gold": 30}),
            (2, {}),
            (4, {}),
            (8, {"max_turns": 15}),
            (2, {"start_gold": 1000, "max_heroes": 12, "max_orders": 8, "hire_period": 1}),
        ],
        3,
    ),
)
def test_hardly_anything_is_refused(seats: int, settings: dict[str, object]) -> None:
    """Nothing but what others spoil, and that seldom; the same match twice is the same."""
    bots = [("planner", "greedy", "random")[seat % 3] for seat in range(seats)]
    results: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)

    def count(event: Event) -> None:
        told = wire.Events.FromString(PLUGIN.codec.encode_event(event)).events[0]
        if told.HasField("result") and event.audience is not None:
            for seat in event.audience:
                results[bots[seat]][wire.Code.Name(told.result.code)[5:]] += 1

    played = play_match(bots, 3, settings, count)
    for name, codes in results.items():
        assert codes.keys() - {"OK"} <= OTHERS_DOING, (name, codes)
    total = sum(codes.total() for codes in results.values())
    good = sum(codes["OK"] for codes in results.values())
    assert total > 0
    assert total - good <= 0.2 * total
    again = play_match(bots, 3, settings)
    assert (again.scores, again.placements) == (played.scores, played.placements)


@pytest.mark.slow
def test_greedy_beats_random_and_the_planner_beats_greedy() -> None:
    """Three duels of each, and one that may be lost."""
    for better, worse in (("greedy", "random"), ("planner", "greedy")):
        won = [
            play_match([better, worse], 1).placements[0] == 1,
            play_match([worse, better], 2).placements[1] == 1,
            play_match([better, worse], 3).placements[0] == 1,
        ]
        assert sum(won) >= 2
