"""The codec: every kind of order and event over the wire, whole and with each field missing."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as pb
from referee.core.game import Event
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    CREATURES,
    Board,
    Cause,
    Code,
    EndCause,
    Item,
    OrderList,
    Spell,
)
from referee.games.proving_grounds.wire import events as told
from referee.games.proving_grounds.wire.events import Fighter, Notice, Result
from referee.games.proving_grounds.wire.orders import ORDER_KINDS, Orders, Setup

GAME, CODEC = PLUGIN.game, PLUGIN.codec

GOODS = {"gold": 2, "gems": [1, 0], "item": "POTION"}
ORDERS: list[dict[str, Any]] = [
    {"kind": "EQUIP", "item": "DAGGER"},
    {"kind": "UNEQUIP", "item": "LONG_SWORD"},
    {"kind": "GUARD", "on": False},
    {"kind": "POLICY", "policy": "NEVER"},
    {"kind": "PASS", "target": 0, "gems": [0, 1]},
    {"kind": "DEPOSIT", "gems": [0, 0]},
    {"kind": "WITHDRAW", "gems": [2, 0]},
    {"kind": "MOVE", "path": [0, 3]},
    {"kind": "TRADE", "with_seat": 1, "with_hero": 0, "give": GOODS, "want": {"gold": 1}},
    {"kind": "REST"},
    {"kind": "FORCE", "room": 0},
    {"kind": "POTION", "target": 0},
    {"kind": "CLW", "target": 0},
    {"kind": "CSW", "target": 0},
    {"kind": "BLESS"},
    {"kind": "CAST", "spell": "NOISE", "room": 0},
    {"kind": "CAST", "spell": "SHIELD", "target": 0},
    {"kind": "SEARCH"},
    {"kind": "SPIKE", "room": 0},
    {"kind": "UNSPIKE", "room": 0},
    {"kind": "TRAP"},
    {"kind": "DISARM", "room": 0},
    {"kind": "SCOUT", "room": 0},
    {"kind": "STEAL", "room": 0, "gem": 1},
]
"""One of each kind, with values of which many are zero: those must not be lost."""


def codes_of(action: object) -> list[str]:
    """What seat 0 of a match of default parties is told of its hero orders in turn 1."""
    state, _ = GAME.start(GAME.config_class(), seed=1, num_seats=2)
    GAME.step(state, {0: None, 1: None})
    events = GAME.step(state, {0: action, 1: None})  # type: ignore[dict-item]
    return [
        body.code.name
        for event in events
        if isinstance(body := event.body, Result | Notice)
        if (body.seat, body.part) == (0, OrderList.HEROES)
    ]


def test_all_kinds_are_here() -> None:
    """Every name of the rulebook."""
    assert {order["kind"] for order in ORDERS} == set(ORDER_KINDS)


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order["kind"])
def test_orders_survive(order: dict[str, Any]) -> None:
    """And none of them is malformed."""
    action = GAME.parse_action({"heroes": [{"hero": 0, **order}]})
    assert isinstance(action, Orders)
    assert CODEC.decode_action(CODEC.encode_action(action)) == action
    assert "BAD_FIELD" not in codes_of(action)


@pytest.mark.parametrize(
    ("order", "missing"),
    [(order, name) for order in ORDERS for name in ("hero", *order)],
    ids=lambda value: value if isinstance(value, str) else value["kind"],
)
def test_missing_fields(order: dict[str, Any], missing: str) -> None:
    """BAD_FIELD, over the wire too; only the kind of gem to steal may be left out (PG-4.6, PG-4.11)."""
    values = {"hero": 0, **order}
    del values[missing]
    action = GAME.parse_action({"heroes": [values]})
    assert CODEC.decode_action(CODEC.encode_action(action)) == action
    assert (codes_of(action) == ["BAD_FIELD"]) == (missing != "gem")


def test_setups_survive() -> None:
    """With posture and policy, and with what is no name at all."""
    hero = {"class": "THIEF", "improve": [0, 1, 2, 0, 0], "items": ["DAGGER", "GOLD"]}
    specs = [hero, {**hero, "guard": True, "policy": "NEVER"}, {"class": "BARD", "policy": "FLEE"}]
    action = GAME.parse_action({"heroes": specs, "stash": ["POTION", "X"], "bids": [0, 1, 0, 2, 0]})
    assert isinstance(action, Setup)
    again = CODEC.decode_action(CODEC.encode_action(action))
    assert again == action


def test_bids_survive() -> None:
    """Also those that lack a part."""
    hire = [{"candidate": 0, "gold": 12}, {"gold": 3}, {"candidate": 1}]
    action = GAME.parse_action({"shuffle": [0, 2, 0, 0, 1], "hire": hire, "buy": [3, 0]})
    assert CODEC.decode_action(CODEC.encode_action(action)) == action


HERO, THIEF = Ref(0, 3), Ref(1, 0)
ORC = Fighter(CREATURES, 0, 1, 8)
CLERIC = Fighter(0, 3, 1, 12)

EVENTS: list[tuple[Any, str, dict[str, Any]]] = [
    (
        Result(0, OrderList.HEROES, 0, None, Code.OK),
        "result",
        {"part": "ORDER_LIST_HEROES", "code": "CODE_OK"},
    ),
    (
        Notice(1, OrderList.ITEMS, 2, 0, Code.NO_GOLD),
        "result",
        {"part": "ORDER_LIST_ITEMS", "place": 2, "hero": 0, "code": "CODE_NO_GOLD"},
    ),
    (told.Ledger(0, -3, Cause.ITEM, 0), "ledger", {"amount": -3, "cause": "CAUSE_ITEM"}),
    (told.BoardOrder(Board.ORDER, (1, 0)), "board", {"board": "BOARD_ORDER", "seats": [1, 0]}),
    (told.Hired(0, 1, 5, 12), "hired", {"candidate": 1, "hero": 5, "gold": 12}),
    (told.Bought(1, 0, Item.DAGGER), "bought", {"seat": 1, "item": "ITEM_DAGGER"}),
    (told.Died(HERO), "died", {"hero": {"hero": 3}}),
    (
        told.Traded(HERO, THIEF, 0, (0, 1), None, 1, (1, 0), Item.POTION),
        "traded",
        {
            "giver": {"hero": 3},
            "taker": {"seat": 1},
            "give": {"gems": [0, 1]},
            "want": {"gold": 1, "gems": [1, 0], "item": "ITEM_POTION"},
        },
    ),
    (
        told.OfferMade(HERO, THIEF, 2, (0, 0), Item.DAGGER, 0, (1, 0), None),
        "offer_made",
        {
            "giver": {"hero": 3},
            "taker": {"seat": 1},
            "give": {"gold": 2, "gems": [0, 0], "item": "ITEM_DAGGER"},
            "want": {"gems": [1, 0]},
        },
    ),
    (
        told.Action(HERO, 0, 11, 9, is_success=False),
        "action",
        {"hero": {"hero": 3}, "roll": 11, "need": 9},
    ),
    (told.Healed(HERO, 0, 7), "healed", {"hero": {"hero": 3}, "hp": 7}),
    (told.Rested(HERO, 2, 0), "rested", {"hero": {"hero": 3}, "hp": 2}),
    (told.Entered(HERO, 0, 3), "entered", {"hero": {"hero": 3}, "room": 3}),
    (told.Retreated(HERO, 3, 0), "retreated", {"hero": {"hero": 3}, "origin": 3}),
    (told.Teleported(HERO, 7, 1), "teleported", {"hero": {"hero": 3}, "origin": 7, "room": 1}),
    (told.TrapSprung(0, None, None, 5), "trap_sprung", {"damage": 5}),
    (told.Lured(HERO, 0, 3), "lured", {"wizard": {"hero": 3}, "room": 3}),
    (told.Noise(0), "noise", {}),
    (told.Clamor(4), "clamor", {"room": 4}),
    (told.SpikesSet(0, 1), "spikes_set", {"other": 1}),
    (told.SpikesRemoved(1, 0), "spikes_removed", {"room": 1}),
    (told.TrapSet(HERO, 0), "trap_set", {"hero": {"hero": 3}}),
    (
        told.TrapDisarmed(HERO, 0, was_there=True, is_removed=False),
        "trap_disarmed",
        {"hero": {"hero": 3}, "was_there": True},
    ),
    (told.Stolen(THIEF, 0, 0, 0, 0), "stolen", {"thief": {"seat": 1}, "victim": 0, "gem": 0}),
    (told.Struck(THIEF, 0, 7), "struck", {"thief": {"seat": 1}, "damage": 7}),
    (
        told.FightBegan(3, (ORC,), (CLERIC,)),
        "fight_began",
        {
            "room": 3,
            "defenders": [{"creature": "CREATURE_ORC", "hp": 8}],
            "entrants": [{"hero": {"hero": 3}, "hero_class": "HERO_CLASS_CLERIC", "hp": 12}],
        },
    ),
    (told.Round(3, 1), "round", {"room": 3, "number": 1}),
    (
        told.Swung(3, CLERIC, ORC, 12, is_hit=True, damage=4),
        "swung",
        {
            "room": 3,
            "attacker": {"hero": {"hero": 3}, "hero_class": "HERO_CLASS_CLERIC", "hp": 12},
            "target": {"creature": "CREATURE_ORC", "hp": 8},
            "roll": 12,
            "is_hit": True,
            "damage": 4,
        },
    ),
    (
        told.Prepared(3, Fighter(0, 3, 2, 4), None, 0),
        "prepared",
        {"room": 3, "wizard": {"hero": {"hero": 3}, "hero_class": "HERO_CLASS_WIZARD", "hp": 4}},
    ),
    (
        told.CastBattlemagic(3, Fighter(0, 3, 2, 4), Item.SLEEP, 2, (ORC,), (0,)),
        "cast_battlemagic",
        {
            "room": 3,
            "wizard": {"hero": {"hero": 3}, "hero_class": "HERO_CLASS_WIZARD", "hp": 4},
            "item": "ITEM_SLEEP",
            "roll": 2,
            "targets": [{"creature": "CREATURE_ORC", "hp": 8}],
            "damages": [0],
        },
    ),
    (told.Slept(3, ORC), "slept", {"room": 3, "fighter": {"creature": "CREATURE_ORC", "hp": 8}}),
    (
        told.EmergencyCure(3, CLERIC, Fighter(0, 0, 0, 1)),
        "emergency_cure",
        {
            "room": 3,
            "cleric": {"hero": {"hero": 3}, "hero_class": "HERO_CLASS_CLERIC", "hp": 12},
            "hero": {"hero": {}, "hero_class": "HERO_CLASS_FIGHTER", "hp": 1},
        },
    ),
    (
        told.CreatureDied(3, ORC),
        "creature_died",
        {"room": 3, "fighter": {"creature": "CREATURE_ORC", "hp": 8}},
    ),
    (
        told.FightEnded(3, 30, is_broken_off=True),
        "fight_ended",
        {"room": 3, "rounds": 30, "is_broken_off": True},
    ),
    (
        told.Looted(0, 3, 0, 2, (0, 1), (Item.DAGGER, Item.DAGGER)),
        "looted",
        {"room": 3, "gold": 2, "gems": [0, 1], "items": ["ITEM_DAGGER", "ITEM_DAGGER"]},
    ),
    (told.Searched(HERO, 0, 11, 0), "searched", {"hero": {"hero": 3}, "roll": 11}),
    (told.Tapped(HERO, 0), "tapped", {"hero": {"hero": 3}}),
    (
        told.SpellCast(HERO, Spell.NOISE),
        "spell_cast",
        {"hero": {"hero": 3}, "spell": "SPELL_NOISE"},
    ),
    (
        told.End(EndCause.LATE, 32, 2**64 - 1, (told.FinalSeat(0, (1, 0), 0, 2, 0, (0,), 10, 1),)),
        "end",
        {
            "cause": "END_CAUSE_LATE",
            "turn": 32,
            "seed": "18446744073709551615",
            "seats": [{"gems": [1, 0], "rooms": 2, "qualified": [0], "bonus": 10, "placement": 1}],
        },
    ),
]
"""One of each body, its field in Event and what JSON shows of it; zeros are left out where they are no choice."""


def test_all_bodies_are_here() -> None:
    """Everything that is ever told."""
    assert {type(body) for body, _, _ in EVENTS} == set(told.EVENTS)


@pytest.mark.parametrize(("body", "field", "shown"), EVENTS, ids=lambda value: str(value)[:20])
def test_events(body: Any, field: str, shown: dict[str, Any]) -> None:
    """Each has a message of its own, in which nothing is lost."""
    (message,) = pb.Events.FromString(CODEC.encode_event(Event(body, None))).events
    assert message.WhichOneof("body") == field
    assert MessageToDict(message, preserving_proto_field_name=True) == {field: shown}
