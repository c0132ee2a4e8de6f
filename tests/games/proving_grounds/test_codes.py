"""Every order with every reason code that it can get, in the game and in the reference (PG-4.11).

All cases start from one position on test map T of the rulebook, with small changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.games.proving_grounds.tables import Spell
from referee.games.proving_grounds.wire.orders import ORDER_KINDS
from tests.games.proving_grounds.lockstep import Lockstep

DOORS = [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [4, 5],
    [4, 6],
    [5, 7],
    [6, 7],
    [3, 6],
    [7, 2],
    [3, 8],
    [7, 8],
]
CONFIG = {
    "end_rooms": 0, "max_orders": 8, "max_heroes": 6,
    "scenario": {"players": 2, "width": 2, "depth": 2, "doors": DOORS},
}  # fmt: skip
FIGHTER, CLERIC, WIZARD, THIEF, HOME_WIZARD = range(5)
GOBLIN, DRAGON = {"kind": "GOBLIN", "hp": 4}, {"kind": "DRAGON", "hp": 30}
NOTHING: dict[str, Any] = {}


def position() -> dict[str, Any]:
    """The Fighter, the Cleric and a Wizard at home in room 1, the Wizard and the Thief in room 3."""
    spells = ["KNOCK", "SHIELD", "HASTE", "SCRY", "TELEPORT"]
    return {
        "boards": {"MOVE": [1, 0], "BUY": [1, 0]},
        "market": ["POTION", "HEAVY_ARMOR", "CLOAK", "POTION"],
        "candidates": [{"class": "FIGHTER"}, {"class": "THIEF"}],
        "spiked": [[2, 3]],
        "rooms": {"8": {"creatures": [GOBLIN], "hoard_gold": 1}},
        "seats": [
            {
                "gold": 20,
                "vault": [1, 0],
                "stash": {"MACE": 1, "POTION": 1, "SPIKES": 1, "TRAP_KIT": 1, "LIGHT_ARMOR": 1, "KNOCK": 1},
                "heroes": [
                    {"class": "FIGHTER", "gems": [1, 0], "items": ["DAGGER"]},
                    {"class": "CLERIC"},
                    {"class": "WIZARD", "room": 3, "items": spells},
                    {"class": "THIEF", "room": 3},
                    {"class": "WIZARD"},
                ],
            },
            {"gold": 20, "heroes": [{"class": "FIGHTER", "room": 7}]},
        ],
    }  # fmt: skip


FAIR: dict[str, dict[str, Any]] = {
    "EQUIP": {"hero": CLERIC, "item": "MACE"},
    "UNEQUIP": {"hero": FIGHTER, "item": "DAGGER"},
    "GUARD": {"hero": FIGHTER, "on": True},
    "POLICY": {"hero": FIGHTER, "policy": "NEVER"},
    "PASS": {"hero": FIGHTER, "target": CLERIC, "gems": [1, 0]},
    "DEPOSIT": {"hero": FIGHTER, "gems": [1, 0]},
    "WITHDRAW": {"hero": FIGHTER, "gems": [1, 0]},
    "MOVE": {"hero": FIGHTER, "path": [0]},
    "TRADE": {"hero": WIZARD, "with_seat": 1, "with_hero": 0, "give": {"gold": 1}, "want": {"gold": 2}},
    "REST": {"hero": FIGHTER},
    "FORCE": {"hero": WIZARD, "room": 2},
    "POTION": {"hero": FIGHTER, "target": CLERIC},
    "CLW": {"hero": CLERIC, "target": CLERIC},
    "CSW": {"hero": CLERIC, "target": FIGHTER},
    "BLESS": {"hero": CLERIC},
    "NOISE": {"hero": WIZARD, "room": 8},
    "LURE": {"hero": WIZARD, "room": 8},
    "KNOCK": {"hero": WIZARD, "room": 2},
    "SHIELD": {"hero": WIZARD, "target": THIEF},
    "HASTE": {"hero": WIZARD, "target": WIZARD},
    "SCRY": {"hero": WIZARD, "room": 4},
    "TELEPORT": {"hero": WIZARD, "target": THIEF},
    "SEARCH": {"hero": THIEF},
    "SPIKE": {"hero": THIEF, "room": 1},
    "UNSPIKE": {"hero": THIEF, "room": 2},
    "TRAP": {"hero": THIEF},
    "DISARM": {"hero": THIEF, "room": 6},
    "SCOUT": {"hero": THIEF, "room": 2},
    "STEAL": {"hero": THIEF, "room": 8},
}  # fmt: skip
"""An order of each kind that is carried out."""
FREE = ("EQUIP", "UNEQUIP", "GUARD", "POLICY", "PASS", "DEPOSIT", "WITHDRAW")
WRONG_CLASS = {
    **dict.fromkeys(("CLW", "CSW", "BLESS"), THIEF),
    **dict.fromkeys(Spell.__members__, CLERIC),
    **dict.fromkeys(("SEARCH", "SPIKE", "UNSPIKE", "TRAP", "DISARM", "SCOUT", "STEAL"), WIZARD),
}
WRONG_FIELDS: dict[str, Any] = {
    "item": "CROWN", "on": 1, "policy": "BRAVE", "target": -1, "gems": [0], "path": [], "with_seat": 0,
    "with_hero": "x", "give": 3, "want": {"gems": [1]}, "room": 9, "hero": "all", "gem": 2,
}  # fmt: skip
AT_RESOLUTION: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("EQUIP", "BAD_TARGET", {"item": "POTION"}, NOTHING),
    ("EQUIP", "BAD_CLASS", {"item": "LONG_SWORD"}, NOTHING),
    ("EQUIP", "NO_ITEM", {"item": "RING"}, NOTHING),
    ("EQUIP", "ALREADY", {"hero": WIZARD, "item": "KNOCK"}, NOTHING),
    ("UNEQUIP", "NO_ITEM", {"item": "MACE"}, NOTHING),
    ("PASS", "BAD_TARGET", {"target": FIGHTER}, NOTHING),
    ("PASS", "BAD_TARGET", {"target": THIEF}, NOTHING),
    ("PASS", "BAD_TARGET", {"target": 9}, NOTHING),
    ("PASS", "NO_GOODS", {"gems": [1, 1]}, NOTHING),
    ("DEPOSIT", "NOT_HOME", {"hero": WIZARD, "gems": [0, 0]}, NOTHING),
    ("DEPOSIT", "NO_GOODS", {"gems": [2, 0]}, NOTHING),
    ("WITHDRAW", "NOT_HOME", {"hero": THIEF}, NOTHING),
    ("WITHDRAW", "NO_GOODS", {"gems": [0, 1]}, NOTHING),
    ("TRADE", "BAD_TARGET", {"with_hero": 4}, NOTHING),
    ("TRADE", "BAD_TARGET", {"hero": FIGHTER}, NOTHING),
    ("TRADE", "NO_GOODS", {"give": {"gold": 21}}, {"enemy": 6}),
    ("TRADE", "NO_GOODS", {"give": {"gems": [1, 0]}}, {"enemy": 6}),
    ("TRADE", "NO_GOODS", {"give": {"item": "RING"}}, {"enemy": 6}),
    ("TRADE", "NO_MATCH", {}, {"enemy": 6}),
    ("MOVE", "NO_DOOR", {"path": [2]}, NOTHING),
    ("MOVE", "SPIKED", {"hero": WIZARD, "path": [2]}, NOTHING),
    ("MOVE", "GATE", {"path": [5], "hero": WIZARD}, {"wizard": 4}),
    ("MOVE", "BLOCKED", {"hero": WIZARD, "path": [8]}, {"enemy_path": [8], "creatures": []}),
    ("MOVE", "ENGAGED", {"hero": WIZARD, "path": [1]}, {"enemy": 6, "enemy_path": [3]}),
    ("FORCE", "NO_DOOR", {"room": 0}, NOTHING),
    ("FORCE", "NOT_SPIKED", {"room": 1}, NOTHING),
    ("POTION", "BAD_TARGET", {"target": THIEF}, NOTHING),
    ("POTION", "NO_ITEM", {}, {"stash": {}}),
    ("CLW", "BAD_TARGET", {"target": THIEF}, NOTHING),
    ("CLW", "NO_MANA", {}, {"mana": 0}),
    ("CSW", "BAD_TARGET", {"target": 9}, NOTHING),
    ("CSW", "NO_MANA", {}, {"mana": 1}),
    ("BLESS", "NO_MANA", {}, {"mana": 1}),
    ("NOISE", "NO_MANA", {}, {"mana": 0}),
    ("NOISE", "NO_DOOR", {"room": 5}, NOTHING),
    ("LURE", "NO_MANA", {}, {"mana": 1}),
    ("LURE", "NO_DOOR", {"room": 3}, NOTHING),
    ("LURE", "SPIKED", {"room": 2}, NOTHING),
    ("LURE", "GATE", {"hero": HOME_WIZARD, "room": 3}, NOTHING),
    ("LURE", "BAD_TARGET", {"room": 6}, NOTHING),
    ("LURE", "IMMUNE", {}, {"creatures": [GOBLIN, DRAGON]}),
    ("KNOCK", "NOT_KNOWN", {"hero": HOME_WIZARD}, NOTHING),
    ("KNOCK", "NO_MANA", {}, {"mana": 0}),
    ("KNOCK", "NO_DOOR", {"room": 7}, NOTHING),
    ("KNOCK", "NOT_SPIKED", {"room": 8}, NOTHING),
    ("SHIELD", "NOT_KNOWN", {"hero": HOME_WIZARD}, NOTHING),
    ("SHIELD", "NO_MANA", {}, {"mana": 0}),
    ("SHIELD", "BAD_TARGET", {"target": CLERIC}, NOTHING),
    ("HASTE", "NOT_KNOWN", {"hero": HOME_WIZARD}, NOTHING),
    ("HASTE", "NO_MANA", {}, {"mana": 1}),
    ("HASTE", "BAD_TARGET", {"target": FIGHTER}, NOTHING),
    ("SCRY", "NOT_KNOWN", {"hero": HOME_WIZARD}, NOTHING),
    ("SCRY", "NO_MANA", {}, {"mana": 2}),
    ("TELEPORT", "NOT_KNOWN", {"hero": HOME_WIZARD}, NOTHING),
    ("TELEPORT", "NO_MANA", {}, {"mana": 2}),
    ("TELEPORT", "BAD_TARGET", {"target": CLERIC}, NOTHING),
    ("SPIKE", "NO_DOOR", {"room": 3}, NOTHING),
    ("SPIKE", "ALREADY", {"room": 2}, NOTHING),
    ("SPIKE", "NO_ITEM", {}, {"stash": {}}),
    ("UNSPIKE", "NO_DOOR", {"room": 4}, NOTHING),
    ("UNSPIKE", "NOT_SPIKED", {"room": 8}, NOTHING),
    ("TRAP", "ALREADY", {}, {"trap": 2}),
    ("TRAP", "NO_ITEM", {}, {"stash": {}}),
    ("DISARM", "NO_DOOR", {"room": 0}, NOTHING),
    ("DISARM", "SPIKED", {"room": 2}, NOTHING),
    ("SCOUT", "NO_DOOR", {"room": 0}, NOTHING),
    ("STEAL", "NO_DOOR", {"room": 7}, NOTHING),
    ("STEAL", "SPIKED", {"room": 2}, NOTHING),
    ("STEAL", "GATE", {"room": 5}, {"thief": 4}),
    ("STEAL", "BAD_TARGET", {"room": 6}, NOTHING),
]  # fmt: skip
"""Kind, code, what is different of the fair order, what is different of the position."""


def order(kind: str, **changes: Any) -> dict[str, Any]:
    """The fair order of this kind, changed."""
    spell = {"kind": "CAST", "spell": kind} if kind in Spell.__members__ else {"kind": kind}
    return {**spell, **FAIR[kind], **changes}


def codes_of(
    values: dict[str, Any], message: Any, rival: Any = NOTHING
) -> dict[tuple[str, int], str]:
    """Codes that seat 0 gets, by part and place; the reference says the same."""
    match = Lockstep(CONFIG, 5, 2, values)
    told = match.step({0: message, 1: rival})
    return {
        (fields[1], fields[2]): fields[4]
        for kind, _, fields in told
        if kind == "Result" and fields[0] == 0
    }


@pytest.mark.parametrize("kind", FAIR)
def test_orders_that_any_kind_can_get_wrong(kind: str) -> None:
    """OK, TOO_MANY, BAD_FIELD, NO_HERO, and for actions DUPLICATE."""
    wanted = "NO_MATCH" if kind == "TRADE" else "OK"
    values = position()
    if kind == "TRADE":
        values["seats"][1]["heroes"][0]["room"] = 6
    fair, guard = order(kind), order("GUARD", hero=CLERIC)
    assert codes_of(values, {"heroes": [fair]}) == {("HEROES", 0): wanted}
    assert codes_of(values, {"heroes": [guard] * 8 + [fair]})["HEROES", 8] == "TOO_MANY"
    for hero in (5, 2**31 - 1):
        assert codes_of(values, {"heroes": [order(kind, hero=hero)]}) == {("HEROES", 0): "NO_HERO"}
    again = codes_of(values, {"heroes": [fair, {"hero": fair["hero"], "kind": "REST"}]})
    assert again["HEROES", 1] == ("OK" if kind in FREE else "DUPLICATE")


def wrong_orders() -> Iterator[tuple[str, str]]:
    """Each kind with each of its fields."""
    for kind, fields in FAIR.items():
        for field in [*fields, *(("gem",) if kind == "STEAL" else ())]:
            yield kind, field


@pytest.mark.parametrize(("kind", "field"), list(wrong_orders()))
def test_wrong_fields(kind: str, field: str) -> None:
    """Each field of each kind, wrong or missing."""
    wrong = order(kind, **{field: WRONG_FIELDS[field]})
    assert codes_of(position(), {"heroes": [wrong]}) == {("HEROES", 0): "BAD_FIELD"}
    if field != "gem":
        wrong.pop(field)
        assert codes_of(position(), {"heroes": [wrong]}) == {("HEROES", 0): "BAD_FIELD"}


@pytest.mark.parametrize(("kind", "hero"), WRONG_CLASS.items())
def test_wrong_classes(kind: str, hero: int) -> None:
    """Orders of classes to others."""
    assert codes_of(position(), {"heroes": [order(kind, hero=hero)]}) == {
        ("HEROES", 0): "BAD_CLASS"
    }


@pytest.mark.parametrize(("kind", "code", "changes", "where"), AT_RESOLUTION)
def test_refused_at_resolution(
    kind: str, code: str, changes: dict[str, Any], where: dict[str, Any]
) -> None:
    """Codes that come from the moment of resolution."""
    values = position()
    me, rival = values["seats"]
    if "enemy" in where:
        rival["heroes"][0]["room"] = where["enemy"]
    if "creatures" in where:
        values["rooms"]["8"]["creatures"] = where["creatures"]
    if "trap" in where:
        values["rooms"]["3"] = {"trap": where["trap"]}
    if "thief" in where:
        me["heroes"][THIEF]["room"] = where["thief"]
    if "mana" in where:
        for hero in (CLERIC, WIZARD):
            me["heroes"][hero]["mana"] = where["mana"]
    me["stash"] = where.get("stash", me["stash"])
    wanted = order(kind, **changes)
    if "wizard" in where:
        me["heroes"][WIZARD]["room"] = where["wizard"]
    path = where.get("enemy_path")
    others = {"heroes": [{"hero": 0, "kind": "MOVE", "path": path}]} if path else NOTHING
    assert codes_of(values, {"heroes": [wanted]}, others)["HEROES", 0] == code


def test_one_group_is_lured_into_a_room() -> None:
    """LURE gets BLOCKED when creatures were lured there in this turn."""
    values = position()
    values["rooms"]["6"] = {"creatures": [GOBLIN]}
    values["seats"][0]["heroes"][HOME_WIZARD]["room"] = 3
    orders = [order("LURE"), order("LURE", hero=HOME_WIZARD, room=6)]
    assert codes_of(values, {"heroes": orders})["HEROES", 1] == "BLOCKED"


def test_bids_and_purchases() -> None:
    """What `shuffle`, `hire` and `buy` can get."""
    values = position()
    assert codes_of(values, "x") == codes_of(values, None) == {("MESSAGE", 0): "BAD_MESSAGE"}
    assert codes_of(values, {"shuffle": [1, 1, 20, 0, 0]}) == {
        ("SHUFFLE", 0): "OK", ("SHUFFLE", 1): "NOT_OPEN", ("SHUFFLE", 2): "NO_GOLD",
    }  # fmt: skip
    assert codes_of(values, {"shuffle": [1, 1, -1, 0, 0]}) == {("SHUFFLE", 0): "BAD_FIELD"}
    assert codes_of(values, {"buy": [0, 0, 4, 2, 1, 3]}, {"buy": [3]}) == {
        ("BUY", 0): "OK", ("BUY", 1): "DUPLICATE", ("BUY", 2): "BAD_FIELD", ("BUY", 3): "OK",
        ("BUY", 4): "TOO_MANY", ("BUY", 5): "TOO_MANY",
    }  # fmt: skip
    assert codes_of(values, {"buy": [3, 1, 2, 0]}, {"buy": [3]}) == {
        ("BUY", 0): "TAKEN", ("BUY", 1): "OK", ("BUY", 2): "OK", ("BUY", 3): "NO_GOLD",
    }  # fmt: skip
    assert codes_of(values, {"hire": [{"candidate": 0, "gold": 12}]}) == {("HIRE", 0): "NOT_OPEN"}
    values["turn"] = 3
    one, two = {"candidate": 0, "gold": 12}, {"candidate": 1, "gold": 9}
    assert codes_of(values, {"hire": [one, two, one]}) == {
        ("HIRE", 0): "OK", ("HIRE", 1): "BELOW_MIN", ("HIRE", 2): "TOO_MANY",
    }  # fmt: skip
    assert codes_of(values, {"hire": [one, one]})["HIRE", 1] == "DUPLICATE"
    assert codes_of(values, {"hire": [{"candidate": 2, "gold": 12}, {"candidate": 1, "gold": 21}]}) == {
        ("HIRE", 0): "BAD_FIELD", ("HIRE", 1): "NO_GOLD",
    }  # fmt: skip
    rival = {"hire": [{"candidate": 0, "gold": 13}]}
    assert codes_of(values, {"hire": [one]}, rival) == {("HIRE", 0): "OUTBID"}
    values["seats"][0]["heroes"].append({"class": "THIEF"})
    assert codes_of(values, {"hire": [one]}) == {("HIRE", 0): "PARTY_FULL"}


def test_all_kinds_are_here() -> None:
    """No kind of order is forgotten, nor a spell."""
    assert FAIR.keys() == (ORDER_KINDS.keys() - {"CAST"}) | Spell.__members__.keys()
