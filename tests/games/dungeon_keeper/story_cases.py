"""Events of Dungeon Keeper, and the sentences that they make."""

from __future__ import annotations

from typing import Any

from tests.games.dungeon_keeper.story_positions import AT, at, look, spot

__all__ = [
    "BES",
    "CASES",
    "ENEMY_IMP",
    "GRASDIR",
    "IMP",
    "KERUB",
    "NEXT",
    "SECOND_IMP",
    "SECOND_KERUB",
    "TURN",
    "blow",
    "died",
    "strike",
    "vanished",
]

KERUB, SECOND_KERUB, IMP, SECOND_IMP = 100001, 100002, 100003, 100004
GRASDIR, ENEMY_IMP, BES = 200001, 200002, 200003


def strike(attacker: int, target: int, damage: int, *, is_counter: bool = False) -> dict[str, Any]:
    """One unit strikes another."""
    return {
        "attacked": {
            "attacker": spot(attacker),
            "target": spot(target),
            "damage": damage,
            "is_counter": is_counter,
        }
    }


def blow(attacker: int, place: tuple[int, int], damage: int) -> dict[str, Any]:
    """A unit strikes a building."""
    return {"attacked": {"attacker": spot(attacker), "cell": at(place), "damage": damage}}


def died(unit: int, killer: int | None = None) -> dict[str, Any]:
    """A unit falls."""
    body: dict[str, Any] = {"unit": spot(unit)}
    return {"died": body if killer is None else {**body, "killer": killer}}


def vanished(*units: int) -> list[dict[str, Any]]:
    """Units vanish."""
    return [{"vanished": {"unit": spot(unit)}} for unit in units]


TURN = {"turn_start": {"seat": 1, "income": 3, "upkeep": 3}}
NEXT = look(acting=1)

CASES: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str, list[str]]] = {
    # What happened, what is seen then, the headline, the sentences.
    "a kill": (
        [strike(KERUB, GRASDIR, 10), died(GRASDIR, 0)],
        look(acting=1, gone=[GRASDIR]),
        "ada kills a grasdir of bob",
        ["ada's kerub kills bob's grasdir in the centre."],
    ),
    "one hit point": (
        [strike(KERUB, GRASDIR, 1)],
        NEXT,
        "ada attacks bob in the centre",
        ["ada's kerub attacks bob's grasdir in the centre: the grasdir loses 1 hit point."],
    ),
    "several strike": (
        [
            strike(KERUB, GRASDIR, 3),
            strike(GRASDIR, KERUB, 1, is_counter=True),
            strike(SECOND_KERUB, GRASDIR, 3),
        ],
        NEXT,
        "ada attacks bob in the centre",
        ["ada's two kerubs attack bob's grasdir in the centre: the grasdir loses 6 hit points."],
    ),
    "losses on both sides": (
        [
            strike(KERUB, GRASDIR, 10),
            died(GRASDIR, 0),
            strike(SECOND_KERUB, ENEMY_IMP, 0),
            strike(ENEMY_IMP, SECOND_KERUB, 1, is_counter=True),
            died(SECOND_KERUB, 1),
        ],
        look(acting=1, gone=[GRASDIR, SECOND_KERUB]),
        "bob loses a grasdir, ada a kerub",
        ["ada's two kerubs attack bob's grasdir and imp in the centre: one falls on each side."],
    ),
    "a lost attack": (
        [strike(IMP, BES, 1), strike(BES, IMP, 2, is_counter=True), died(IMP, 1)],
        look(acting=1, gone=[IMP]),
        "ada loses an imp to bob",
        ["ada's imp attacks bob's bes at its Altar: the attacker falls."],
    ),
    "all evaded": (
        [
            {"attacked": {"attacker": spot(KERUB), "target": spot(GRASDIR)}},
            {
                "rolled": {
                    "unit": spot(GRASDIR),
                    "roll": "ROLL_KIND_GHOSTLINESS",
                    "value": 9,
                    "chance": 40,
                }
            },
        ],
        NEXT,
        "ada attacks bob in the centre",
        ["ada's kerub attacks bob's grasdir in the centre: every blow misses."],
    ),
    "the Hero kills": (
        [strike(1, IMP, 8), died(IMP), strike(1, SECOND_IMP, 8), died(SECOND_IMP)],
        look(acting=1, gone=[IMP, SECOND_IMP]),
        "The Hero kills two imps of ada",
        ["The Hero kills ada's two imps at its Altar."],
    ),
    "a tower kills": (
        [
            {"tower_shot": {"tower": at(AT["tower"]), "target": spot(KERUB), "damage": 8}},
            died(KERUB, 1),
        ],
        look(acting=1, gone=[KERUB]),
        "bob kills a kerub of ada",
        ["bob's battle tower kills ada's kerub west of the centre."],
    ),
    "fire on friends": (
        [
            {"blasted": {"attacker": spot(KERUB), "target": spot(IMP), "damage": 4}},
            died(IMP, 0),
            {"blasted": {"attacker": spot(KERUB), "target": spot(SECOND_IMP), "damage": 0}},
        ],
        look(acting=1, gone=[IMP]),
        "ada's fire burns its own units",
        ["ada's fire also burns its own two imps: one of them falls."],
    ),
    "poison": (
        [TURN, {"hurt": {"unit": spot(GRASDIR), "damage": 4, "by_poison": True}}, died(GRASDIR, 0)],
        look(acting=1, gone=[GRASDIR]),
        "Poison costs bob a grasdir",
        ["Poison costs bob 4 hit points and kills a grasdir."],
    ),
    "fire of an ifrit": (
        [TURN, {"hurt": {"unit": spot(GRASDIR), "damage": 1, "by_poison": False}}],
        NEXT,
        "Fire costs bob 1 hit point",
        ["Fire costs bob 1 hit point."],
    ),
    "an unseen killer": (
        [{"attacked": {"target": spot(IMP), "damage": 1}}, died(IMP)],
        look(acting=1, gone=[IMP]),
        "Unseen enemies kill an imp of ada",
        ["Unseen enemies kill ada's imp at its Altar."],
    ),
    "a death without a blow": (
        [died(IMP)],
        look(acting=1, gone=[IMP]),
        "ada's imp falls",
        ["ada's imp falls."],
    ),
    "an Altar is struck": (
        [blow(KERUB, AT["altar"], 4)],
        look(acting=1, altars=(100, 96)),
        "bob's Altar loses 4 hit points, 96 left",
        ["* ada's kerub strikes bob's Altar for 4 hit points; 96 of 100 are left."],
    ),
    "a tower is destroyed": (
        [
            blow(KERUB, AT["tower"], 50),
            {
                "building_destroyed": {
                    "cell": at(AT["tower"]),
                    "building": "BUILDING_KIND_BATTLE_TOWER",
                    "owner": 1,
                }
            },
        ],
        look(acting=1, without=[AT["tower"]]),
        "ada destroys bob's battle tower",
        ["* ada's kerub destroys bob's battle tower at its Altar."],
    ),
    "an Altar falls": (
        [
            blow(KERUB, AT["altar"], 100),
            {
                "building_destroyed": {
                    "cell": at(AT["altar"]),
                    "building": "BUILDING_KIND_ALTAR",
                    "owner": 1,
                }
            },
            {"eliminated": {"seat": 1, "by": 0}},
            *vanished(GRASDIR, ENEMY_IMP, BES),
            {"captured": {"cell": at((14, 12)), "old": 1, "new": -1}},
            {"match_end": {"placements": [1, 2], "scores": [412, 0]}},
        ],
        look(
            acting=None,
            gone=[GRASDIR, ENEMY_IMP, BES],
            without=[AT["altar"]],
            alive=(True, False),
            scores=(412, 0),
        ),
        "ada wins",
        [
            "* The match is over: ada wins, as its Altar is the last.",
            "* bob is out, as ada destroys its Altar: its three units vanish and its Source belongs to nobody now.",
        ],
    ),
    "Altars wane away": (
        [{"altars_waned": {"hp": 5}}, {"eliminated": {"seat": 1}}, *vanished(BES)],
        look(acting=0, gone=[BES], without=[AT["altar"]], alive=(True, False), altars=(1, 0)),
        "bob is out: its Altar has waned away",
        [
            "* bob is out, as its Altar has waned away: its last unit vanishes.",
            "The Altars wane: each loses 5 hit points.",
        ],
    ),
    "the waning begins": (
        [{"altars_waned": {"hp": 1}}],
        look(acting=1, altars=(99, 99)),
        "The Altars begin to wane",
        ["* The Altars begin to wane: each loses 1 hit point, and more every round."],
    ),
    "the Hero comes": (
        [{"hero_appeared": {"hero": spot(1), "gnome": spot(2)}}],
        NEXT,
        "The Hero arrives east of the centre",
        ["* The Hero and his gnome come out of a portal east of the centre."],
    ),
    "the Hero dies": (
        [strike(KERUB, 1, 50), died(1, 0), {"hero_died": {"hero": spot(1)}}, *vanished(2)],
        look(acting=1, gone=[1, 2]),
        "The Hero is dead",
        [
            "* The Hero is dead east of the centre.",
            "ada's kerub kills the Hero east of the centre.",
        ],
    ),
    "a Source": (
        [{"captured": {"cell": at(AT["centre"]), "old": -1, "new": 0}}],
        look(acting=1, buildings={AT["centre"]: ("SOURCE", 0)}),
        "ada captures the centre Source",
        ["* ada captures the centre Source, its second: 3 more mana each turn."],
    ),
    "a Source of another": (
        [{"captured": {"cell": at((14, 12)), "old": 1, "new": 0}}],
        look(acting=1, buildings={(14, 12): ("SOURCE", 0)}),
        "ada captures a Source at bob's Altar from bob",
        ["* ada captures a Source at bob's Altar from bob, its second: 3 more mana each turn."],
    ),
    "work on a Source": (
        [
            {"capture_progress": {"unit": spot(KERUB), "cell": at(AT["centre"]), "points": points}}
            for points in (5, 6)
        ],
        NEXT,
        "ada works on a Source in the centre (6 of 10 steps)",
        ["ada works on a Source in the centre (6 of 10 steps)."],
    ),
    "upkeep": (
        [TURN, *vanished(ENEMY_IMP)],
        look(acting=1, gone=[ENEMY_IMP]),
        "bob loses one unit to upkeep",
        ["bob cannot pay the upkeep: an imp vanishes."],
    ),
    "upkeep of many": (
        [TURN, *vanished(200004, ENEMY_IMP, BES)],
        look(acting=1, gone=[ENEMY_IMP, BES]),
        "bob loses three units to upkeep",
        ["* bob cannot pay the upkeep: three of its four units vanish, a bes among them."],
    ),
    "upkeep of all": (
        [TURN, *vanished(ENEMY_IMP, BES, GRASDIR)],
        look(acting=1, gone=[ENEMY_IMP, BES, GRASDIR]),
        "bob loses three units to upkeep",
        ["* bob cannot pay the upkeep: all its units vanish."],
    ),
    "an economy": (
        [{"dug": {"unit": spot(IMP), "cell": at((4, 4))}}]
        + [
            {
                "mined": {
                    "unit": spot(IMP),
                    "cell": at((4, 5)),
                    "kind": "MINE_KIND_GOLD",
                    "amount": 10,
                }
            }
        ]
        * 2
        + [
            {"mined": {"unit": spot(IMP), "cell": at((4, 6)), "kind": "MINE_KIND_GEM", "amount": 1}}
        ],
        NEXT,
        "ada mines 20 gold and 1 taldear and digs out one cell",
        ["ada mines 20 gold and 1 taldear and digs out one cell."],
    ),
    "an army": (
        [{"summoned": {"unit": spot(100009), "seat": 0, "kind": "UNIT_KIND_BES"}}]
        + [{"upgraded": {"unit": spot(KERUB), "old": "UNIT_KIND_BES", "new": "UNIT_KIND_OGNEVIK"}}]
        * 2
        + [{"source_upgraded": {"cell": at(AT["own"]), "level": 4}}],
        NEXT,
        "ada raises two beses to ogneviks",
        ["ada raises two beses to ogneviks, raises a Source to level 4, and summons a bes."],
    ),
    "buildings": (
        [{"built": {"unit": spot(IMP), "cell": at((4, 4)), "building": "BUILDING_KIND_ARMOURY"}}]
        + [{"repaired": {"unit": spot(IMP), "cell": at((2, 2)), "amount": 10, "gold": 10}}]
        + [{"forged": {"seat": 0, "artifact": "ARTIFACT_SWORD"}}] * 2
        + [{"equipped": {"unit": spot(KERUB), "artifact": "ARTIFACT_SWORD"}}],
        NEXT,
        "ada builds an armoury and forges two swords",
        [
            "ada builds an armoury, forges two swords, and repairs its Altar by 10 hit points.",
            "ada also hands out a sword.",
        ],
    ),
    "finds": (
        [
            {
                "picked_up": {
                    "unit": spot(IMP),
                    "cell": at((3, 3)),
                    "item": "ITEM_KIND_CHEST",
                    "gold": 200,
                    "taldear": 3,
                }
            },
            {"picked_up": {"unit": spot(IMP), "cell": at((3, 3)), "item": "ITEM_KIND_CROWN"}},
            {"picked_up": {"unit": spot(IMP), "cell": at((3, 3)), "item": "ITEM_KIND_RUNE_FIRE"}},
        ],
        NEXT,
        "ada finds the rune of fire and picks up a crown",
        [
            "* ada finds the rune of fire, picks up a crown, and opens a chest with 200 gold and 3 taldear."
        ],
    ),
    "a rune is set": (
        [{"rune_used": {"unit": spot(IMP), "rune": "RUNE_FIRE", "is_installed": True}}],
        NEXT,
        "ada sets the rune of fire into its Altar",
        ["* ada sets the rune of fire into its Altar, which opens ogneviks and ifrits."],
    ),
    "a rune for mana": (
        [{"rune_used": {"unit": spot(IMP), "rune": "RUNE_DEATH", "is_installed": False}}],
        NEXT,
        "ada gives the rune of death for 10 mana",
        ["ada gives the rune of death for 10 mana."],
    ),
    "things drop": (
        [
            {"dropped": {"cell": at((7, 6)), "item": item}}
            for item in ("ITEM_KIND_CROWN", "ITEM_KIND_RUNE_FIRE")
        ],
        NEXT,
        "A crown and the rune of fire now lie on the ground",
        ["A crown and the rune of fire now lie on the ground."],
    ),
    "magic": (
        [
            {"researched": {"seat": 0, "spell": "SPELL_HASTE"}},
            {"cast": {"seat": 0, "spell": "SPELL_HASTE", "target": spot(KERUB)}},
            {"status_added": {"unit": spot(KERUB), "status": "STATUS_HASTE", "source": 0}},
            {"status_added": {"unit": spot(GRASDIR), "status": "STATUS_POISON", "source": 0}},
            {"status_removed": {"unit": spot(KERUB), "status": "STATUS_FEAR"}},
        ],
        NEXT,
        "ada learns haste and casts haste on a kerub",
        ["ada learns haste, casts haste on a kerub, and poisons bob's grasdir."],
    ),
    "spirits": (
        [
            {"sacrificed": {"priest": spot(KERUB), "unit": spot(IMP), "spirit": "SPIRIT_LIFE"}},
            died(IMP, 0),
            {"spirit_assigned": {"unit": spot(KERUB), "spirit": "SPIRIT_LIFE"}},
            {"healed": {"unit": spot(KERUB), "amount": 3}},
        ],
        look(acting=1, gone=[IMP]),
        "ada sacrifices an imp for a spirit of life",
        [
            "ada sacrifices an imp for a spirit of life, gives a unit a spirit of life, and heals its units by 3 hit points."
        ],
    ),
    "alchemy": (
        [{"exchanged": {"seat": 0, "resource": "RESOURCE_IRON", "amount": 2, "mana": 6}}],
        NEXT,
        "ada turns 6 mana into 2 iron",
        ["ada turns 6 mana into 2 iron."],
    ),
    "control": (
        [
            {"controlled": {"unit": spot(GRASDIR), "seat": 0}},
            strike(GRASDIR, ENEMY_IMP, 4),
            died(ENEMY_IMP, 0),
            {"released": {"unit": spot(GRASDIR), "seat": 0}},
        ],
        look(acting=1, gone=[ENEMY_IMP]),
        "ada subjugates bob's grasdir",
        [
            "ada subjugates bob's grasdir for this turn.",
            "ada's grasdir kills bob's imp in the centre.",
        ],
    ),
    "slowing towers": (
        [{"slowed": {"unit": spot(GRASDIR)}}],
        NEXT,
        "Slowing towers hold up bob",
        ["Slowing towers hold up one unit of bob."],
    ),
    "an alliance": (
        [{"alliance_changed": {"seat": 0, "other": 1, "is_declared": True}}],
        NEXT,
        "ada offers an alliance to bob",
        ["* ada offers an alliance to bob."],
    ),
    "the end of an alliance": (
        [{"alliance_changed": {"seat": 0, "other": 1, "is_declared": False}}],
        NEXT,
        "ada ends its alliance with bob",
        ["* ada ends its alliance with bob."],
    ),
    "refused orders": (
        [
            {"order_result": {"seat": 0, "place": 0, "code": "CODE_OK"}},
            {"order_result": {"seat": 0, "place": 1, "code": "CODE_NO_AP"}},
            {"order_result": {"seat": 0, "place": 4, "code": "CODE_MORE"}},
        ],
        NEXT,
        "ada has five orders refused",
        ["ada has five orders refused."],
    ),
    "the score decides": (
        [{"match_end": {"placements": [2, 1], "scores": [300, 360]}}],
        look(acting=None, scores=(300, 360)),
        "bob wins with 360 points to 300",
        ["* The match is over: bob wins with 360 points to 300."],
    ),
    "a shared place": (
        [{"match_end": {"placements": [1, 1], "scores": [300, 300]}}],
        look(acting=None),
        "ada and bob share the first place",
        ["* The match is over: ada and bob share the first place with 300 points each."],
    ),
    "a march": (
        [{"moved": {"unit": spot(KERUB), "to": at((9, 9))}}],
        look(acting=1, units={KERUB: ("KERUB", 9, 9)}),
        "ada's fighters are three cells from bob's Altar",
        ["ada's kerub is three cells from bob's Altar."],
    ),
    "a move": (
        [{"moved": {"unit": spot(IMP), "to": at((4, 4))}}],
        NEXT,
        "ada moves its units",
        [],
    ),
    "a turn without orders": ([TURN], NEXT, "ada ends its turn", []),
}
