"""Reading of batches: what is an order, what is none (DK-4.3, DK-4.9)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.reading import checked, read_batch
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.tables import (
    Artifact,
    Building,
    Item,
    Kind,
    Resource,
    Spell,
    Spirit,
    Status,
)

UNIT, OTHER = 100001, 200001
GOOD: list[tuple[dict[str, object], o.Order]] = [
    ({"type": "move", "unit": UNIT, "to": [3, 4]}, o.Move(UNIT, Place(3, 4))),
    ({"type": "attack", "unit": UNIT, "target": OTHER}, o.Attack(UNIT, target=OTHER)),
    ({"type": "attack", "unit": UNIT, "cell": [3, 4]}, o.Attack(UNIT, cell=Place(3, 4))),
    ({"type": "dig", "unit": UNIT, "cell": [3, 4]}, o.Dig(UNIT, Place(3, 4))),
    ({"type": "mine", "unit": UNIT, "cell": [3, 4]}, o.Mine(UNIT, Place(3, 4))),
    (
        {"type": "build", "unit": UNIT, "cell": [3, 4], "building": "alchemy_lab"},
        o.Build(UNIT, Place(3, 4), Building.ALCHEMY_LAB),
    ),
    ({"type": "repair", "unit": UNIT, "cell": [3, 4]}, o.Repair(UNIT, Place(3, 4))),
    (
        {"type": "pickup", "unit": UNIT, "cell": [3, 4], "item": "rune_fire"},
        o.Pickup(UNIT, Place(3, 4), Item.RUNE_FIRE),
    ),
    (
        {"type": "use_rune", "unit": UNIT, "mode": "exchange"},
        o.UseRune(UNIT, o.RuneMode.EXCHANGE),
    ),
    ({"type": "capture", "unit": UNIT, "cell": [3, 4]}, o.Capture(UNIT, Place(3, 4))),
    ({"type": "rest", "unit": UNIT, "cell": [3, 4]}, o.Rest(UNIT, Place(3, 4))),
    ({"type": "heal", "unit": UNIT, "target": OTHER}, o.Heal(UNIT, OTHER)),
    ({"type": "purify", "unit": UNIT, "target": OTHER}, o.Purify(UNIT, OTHER)),
    (
        {"type": "sacrifice", "unit": UNIT, "target": OTHER, "spirit": "valour"},
        o.Sacrifice(UNIT, OTHER, Spirit.VALOUR),
    ),
    ({"type": "fire_breath", "unit": UNIT, "cell": [3, 4]}, o.FireBreath(UNIT, Place(3, 4))),
    ({"type": "fire_stream", "unit": UNIT, "direction": 7}, o.FireStream(UNIT, 7)),
    ({"type": "death_cloud", "unit": UNIT, "cell": [3, 4]}, o.DeathCloud(UNIT, Place(3, 4))),
    ({"type": "subjugate", "unit": UNIT, "target": OTHER}, o.Subjugate(UNIT, OTHER)),
    ({"type": "exhaust", "unit": UNIT, "target": OTHER}, o.Exhaust(UNIT, OTHER)),
    ({"type": "fear", "unit": UNIT, "target": OTHER}, o.Fear(UNIT, OTHER)),
    ({"type": "poison", "unit": UNIT, "target": OTHER}, o.Poison(UNIT, OTHER)),
    (
        {"type": "cancel_blessing", "unit": UNIT, "target": OTHER, "buff": "haste"},
        o.CancelBlessing(UNIT, OTHER, Status.HASTE),
    ),
    (
        {"type": "summon", "circle": [1, 2], "kind": "bes", "cell": [1, 3]},
        o.Summon(Place(1, 2), Kind.BES, Place(1, 3)),
    ),
    ({"type": "upgrade_unit", "unit": UNIT, "to": "kerub"}, o.UpgradeUnit(UNIT, Kind.KERUB)),
    ({"type": "upgrade_source", "source": [3, 4]}, o.UpgradeSource(Place(3, 4))),
    ({"type": "research", "spell": "luck"}, o.Research(Spell.LUCK)),
    ({"type": "cast", "spell": "slow", "target": OTHER}, o.Cast(Spell.SLOW, OTHER)),
    ({"type": "forge", "artifact": "crown"}, o.Forge(Artifact.CROWN)),
    ({"type": "equip", "unit": UNIT, "artifact": "sword"}, o.Equip(UNIT, Artifact.SWORD)),
    (
        {"type": "assign_spirit", "unit": UNIT, "spirit": "life"},
        o.AssignSpirit(UNIT, Spirit.LIFE),
    ),
    (
        {"type": "exchange", "resource": "taldear", "amount": 10000},
        o.Exchange(Resource.TALDEAR, 10000),
    ),
    ({"type": "tower_shot", "tower": [3, 4], "target": OTHER}, o.TowerShot(Place(3, 4), OTHER)),
    ({"type": "ally", "seat": 1}, o.Ally(1)),
    ({"type": "unally", "seat": 1}, o.Unally(1)),
]


def read(entry: object) -> o.Order:
    """The one order of a batch."""
    (order,) = read_batch({"orders": [entry]}).orders
    return order


def test_there_is_an_example_of_each_type() -> None:
    """The table above misses no type of order."""
    assert [
        name for name in o.ORDER_TYPES if name not in {entry["type"] for entry, _ in GOOD}
    ] == []
    assert len(o.ORDER_TYPES) == 33


@pytest.mark.parametrize(("entry", "expected"), GOOD, ids=[str(entry) for entry, _ in GOOD])
def test_orders_are_read(entry: dict[str, object], expected: o.Order) -> None:
    """Each type of order has the fields of the rulebook; what is unknown beside them counts for nothing."""
    assert read(entry) == expected
    assert type(read(entry)) is type(expected)
    assert read(entry | {"colour": "red"}) == expected


@pytest.mark.parametrize(
    "wrong", [None, True, 1.0, "x", [], [1], [1, 2, 3], {}, 2**31, -(2**31) - 1]
)
@pytest.mark.parametrize(("entry", "_expected"), GOOD, ids=[str(entry) for entry, _ in GOOD])
def test_each_field_must_be_there_and_of_its_type(
    entry: dict[str, object], _expected: o.Order, wrong: object
) -> None:
    """An order without one of its fields, or with a value in it that fits no field, is none."""
    for name in entry:
        assert read(entry | {name: wrong}) == o.BAD_ORDER, name
        assert read({key: value for key, value in entry.items() if key != name}) == o.BAD_ORDER


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "march", "unit": UNIT, "to": [3, 4]},
        {"type": "Move", "unit": UNIT, "to": [3, 4]},
        {"type": "move", "unit": UNIT, "to": [3, 2**31]},
        {"type": "move", "unit": UNIT, "to": [3, False]},
        {"type": "move", "unit": UNIT, "to": "34"},
        {"type": "move", "unit": str(UNIT), "to": [3, 4]},
        {"type": "attack", "unit": UNIT},
        {"type": "attack", "unit": UNIT, "target": OTHER, "cell": [3, 4]},
        {"type": "attack", "unit": UNIT, "target": OTHER, "cell": "3-4"},
        {"type": "build", "unit": UNIT, "cell": [3, 4], "building": "altar"},
        {"type": "build", "unit": UNIT, "cell": [3, 4], "building": "source"},
        {"type": "build", "unit": UNIT, "cell": [3, 4], "building": "castle"},
        {"type": "pickup", "unit": UNIT, "cell": [3, 4], "item": "fire"},
        {"type": "use_rune", "unit": UNIT, "mode": "sell"},
        {"type": "fire_stream", "unit": UNIT, "direction": 8},
        {"type": "fire_stream", "unit": UNIT, "direction": -1},
        {"type": "cancel_blessing", "unit": UNIT, "target": OTHER, "buff": "slow"},
        {"type": "cancel_blessing", "unit": UNIT, "target": OTHER, "buff": "poison"},
        {"type": "summon", "circle": [1, 2], "kind": "grasdir", "cell": [1, 3]},
        {"type": "upgrade_unit", "unit": UNIT, "to": "dragon"},
        {"type": "exchange", "resource": "mana", "amount": 1},
        {"type": "exchange", "resource": "gem", "amount": 1},
        {"type": "exchange", "resource": "gold", "amount": 0},
        {"type": "exchange", "resource": "gold", "amount": 10001},
        [],
        "move",
        None,
    ],
    ids=str,
)
def test_what_no_order_can_say_is_none(entry: object) -> None:
    """Unknown names, numbers out of bounds, both or neither target: no order (DK-4.9)."""
    assert read(entry) == o.BAD_ORDER
    assert type(read(entry)) is o.BadOrder


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            {"type": "move", "unit": -(2**31), "to": [2**31 - 1, -(2**31)]},
            o.Move(-(2**31), Place(2**31 - 1, -(2**31))),
        ),
        ({"type": "ally", "seat": -5}, o.Ally(-5)),
        ({"type": "upgrade_unit", "unit": UNIT, "to": "hero"}, o.UpgradeUnit(UNIT, Kind.HERO)),
        ({"type": "fire_stream", "unit": 0, "direction": 0}, o.FireStream(0, 0)),
        (
            {"type": "attack", "unit": UNIT, "target": OTHER, "cell": None},
            o.Attack(UNIT, target=OTHER),
        ),
    ],
    ids=str,
)
def test_what_only_the_match_can_judge_is_an_order(
    entry: dict[str, object], expected: o.Order
) -> None:
    """Any int32 is a number, cells off the board are cells, and any kind is a name."""
    assert read(entry) == expected


def test_the_parts_of_a_batch_may_be_left_out() -> None:
    """Nothing at all is a batch without orders that does not end the turn (DK-4.3)."""
    assert read_batch({}) == o.Batch((), end_turn=False, delta=False, is_bad=False)
    assert read_batch({"end_turn": True}) == o.END_TURN
    assert read_batch({"delta": True}) == o.Batch(delta=True)


def test_a_bad_order_leaves_the_others() -> None:
    """Each order of a batch is judged by itself (DK-4.6)."""
    good = {"type": "ally", "seat": 1}
    batch = read_batch({"orders": [good, 5, good], "end_turn": True})
    assert batch == o.Batch((o.Ally(1), o.BAD_ORDER, o.Ally(1)), end_turn=True)


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        "orders",
        [],
        {"orders": {}},
        {"orders": "x", "end_turn": True},
        {"end_turn": 1},
        {"delta": "yes"},
        {"orders": [{"type": "ally", "seat": 1}], "end_turn": "true"},
    ],
    ids=str,
)
def test_what_is_no_batch_has_nothing_in_it(value: object) -> None:
    """A message of another form ends no turn and orders nothing (DK-4.6)."""
    assert read_batch(value) == o.Batch((), end_turn=False, delta=False, is_bad=True)


def test_orders_made_elsewhere_are_checked() -> None:
    """What is sent in another form meets the same bounds."""
    assert checked(o.FireStream(UNIT, 8)) == o.BAD_ORDER
    assert checked(o.FireStream(UNIT, 7)) == o.FireStream(UNIT, 7)
