"""What the bots of Proving Grounds know: tables of the rulebook, and how fights go."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import HeroClass, ItemKind
from referee_bots.proving_grounds.fights import (
    Fighter,
    Luck,
    creature,
    estimate,
    fight,
    hero,
    stranger,
)
from referee_bots.proving_grounds.tables import CLASSES, CREATURES, ENCOUNTERS, ITEMS
from tests.clients.proving_grounds_parties import DRAGON, GOBLIN, ORC, URAKAI, C, F, W

RULEBOOK = Path(__file__).parents[2] / "referee/games/proving_grounds/RULEBOOK.md"


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
