"""What random matches bring too seldom, brought often: trades, fights between seats, and every end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.core.rng import Stream
from tests.games.proving_grounds.lockstep import Lockstep
from tests.games.proving_grounds.reference_tables import CLASSES, ITEMS, POLICIES
from tests.games.proving_grounds.test_codes import DOORS

MAP = {"players": 2, "width": 2, "depth": 2, "doors": DOORS}


def hero(dice: Stream, room: int) -> dict[str, Any]:
    """Somebody well equipped in a room."""
    kind = list(CLASSES)[dice.draw(4) - 1]
    worn = {}
    for _ in range(5):
        fits = [item for item, row in ITEMS.items() if kind[0] in row.users]
        item = fits[dice.draw(len(fits)) - 1]
        worn[item if ITEMS[item].slot == "spell" else ITEMS[item].slot] = item
    if kind == "WIZARD":
        worn |= {"HASTE": "HASTE", "SHIELD": "SHIELD"}
    return {
        "class": kind, "room": room, "items": list(worn.values()), "gems": [dice.draw(2), dice.draw(2)],
        "guard": dice.draw(2) == 1, "policy": POLICIES[dice.draw(3) - 1],
    }  # fmt: skip


def test_trades() -> None:
    """Offers of so few sorts that they often meet, in the same turn or in the next."""
    seen = sum([trading_match(number).seen for number in range(10)], Counter[str]())
    assert seen["Traded"] > 40
    assert seen["HEROES OK"] > seen["Traded"]
    assert seen["HEROES NO_MATCH"] > 100
    assert seen["HEROES NO_GOODS"] > 10


def trading_match(number: int) -> Lockstep:
    """A match of two seats that do nothing but trade."""
    dice = Stream(number, 17)
    seats = [
        {"gold": 4, "stash": {"MACE": 2}, "heroes": [hero(dice, room) for room in rooms]}
        for rooms in ((3, 3, 2), (6, 6, 7))
    ]
    match = Lockstep({"scenario": MAP, "end_rooms": 0}, number, 2, {"seats": seats})

    def goods() -> dict[str, Any]:
        chance = dice.draw(6)
        item = "MACE" if chance == 1 else None
        return {"gold": int(chance == 2), "gems": [int(chance in (3, 4)), 0], "item": item}

    def trader(plain: Any, seat: int) -> Any:
        offers = [o for o in plain["offers"] if o["with_seat"] == seat]
        orders = []
        for own in range(3):
            order = {
                "give": goods(),
                "want": goods(),
                "with_seat": 1 - seat,
                "with_hero": dice.draw(3) - 1,
            }
            standing = [offer for offer in offers if offer["with_hero"] == own]
            if standing and dice.draw(2) == 1:
                offer = standing[0]
                order |= {"give": offer["want"], "want": offer["give"], "with_hero": offer["hero"]}
            if dice.draw(4) > 1:
                orders.append({"hero": own, "kind": "TRADE", **order})
        return {"heroes": orders}

    match.play(trader, 25)
    return match


@pytest.mark.parametrize("number", range(6))
def test_wars(number: int) -> None:
    """Two parties that seek each other out, with the Clerics, guards and battlemagic that they happen to have."""
    dice = Stream(number, 19)
    seats = [{"gold": 0, "heroes": [hero(dice, room) for _ in range(8)]} for room in (3, 6)]
    for seat in seats:
        seat["heroes"][0] |= {"class": "CLERIC", "items": ["MACE"]}  # type: ignore[index]
    config = {"scenario": MAP, "end_rooms": 0, "max_heroes": 8, "combat_round_cap": 5 + 5 * number}
    match = Lockstep(config, number, 2, {"seats": seats})

    def warrior(plain: Any, seat: int) -> Any:
        doors = [tuple(door) for door in plain["doors"]]
        foes = {one["room"] for one in plain["seats"][1 - seat]["heroes"]}
        party, orders = plain["seats"][seat]["heroes"], []
        for one in party:
            near = [a + b - one["room"] for a, b in doors if one["room"] in (a, b)]
            hot = [room for room in near if room in foes] or near
            path = [hot[dice.draw(len(hot)) - 1]]
            if dice.draw(3) > 1:
                orders.append({"hero": one["hero"], "kind": "MOVE", "path": path})
            elif one["class"] == "CLERIC":
                orders.append({"hero": one["hero"], "kind": "BLESS"})
            else:
                spell = ("HASTE", "SHIELD")[dice.draw(2) - 1]
                mates = [m["hero"] for m in party if m["room"] == one["room"]]
                target = mates[dice.draw(len(mates)) - 1]
                orders.append(
                    {"hero": one["hero"], "kind": "CAST", "spell": spell, "target": target}
                )
        return {"heroes": orders}

    match.play(warrior, 12)
    assert match.seen["fight of seats"] >= 1
    assert match.seen["EmergencyCure"] + match.seen["Retreated"] >= 1


FIGHTER = {"class": "FIGHTER"}
EXPLORED = {str(room): {"explored": True} for room in range(9)}


@pytest.mark.parametrize(
    ("cause", "config", "values"),
    [
        ("EXPLORED", {}, {"rooms": EXPLORED}),
        ("FEW_ROOMS", {"end_rooms": 7, "end_pct": 100}, {}),
        ("LATE", {"end_rooms": 0, "end_pct": 100, "late_turn": 5}, {"turn": 6}),
        ("NO_HEROES", {"end_rooms": 0}, {"seats": [{"gold": 3}, {"gold": 4}]}),
        ("MAX_TURNS", {"end_pct": 0, "max_turns": 7}, {"turn": 7}),
    ],
)
def test_ends(cause: str, config: dict[str, Any], values: dict[str, Any]) -> None:
    """Each end of PG-7.1, with its bonuses and ranking."""
    seats = [
        {"gold": 3, "vault": [1, 0], "heroes": [FIGHTER]},
        {"gold": 4, "heroes": [FIGHTER] * 2},
    ]
    match = Lockstep({"scenario": MAP} | config, 3, 2, {"turn": 1, "seats": seats} | values)
    match.step({0: {}, 1: {}})
    assert match.seen[f"end {cause}"] == 1
    assert match.reference.phase == "OVER"
