"""How orders are carried out: batches, costs, and that each ability does its own (DK-4.3 to DK-4.11)."""

from __future__ import annotations

import pytest

from referee.core.digest import state_digest
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import units
from referee.games.dungeon_keeper.rules.events import (
    AllianceChanged,
    Attacked,
    Blasted,
    BuildingDestroyed,
    Eliminated,
    Moved,
    OrderResult,
    Place,
    Spot,
)
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.reading import read_batch
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out, carry_out_batch
from referee.games.dungeon_keeper.rules.orders.table import RULINGS
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.tables import LIGHT, NEUTRAL, Building, Code, Kind, Status
from tests.games.dungeon_keeper.legal_orders import ENEMY, FIRST, legal
from tests.games.dungeon_keeper.positions import add, build, open_board, script, told, value

NAMES = {order_type: name for name, order_type in o.ORDER_TYPES.items()}
UNIT_ORDERS = [order_type for order_type, ruling in RULINGS.items() if ruling.ap is not None]


def send(play: Play, *orders: o.Order) -> list[int | None]:
    """Send a batch; returns places of the orders after which somebody could look."""
    places: list[int | None] = []
    play.moment = lambda _: places.append(told(play, OrderResult)[-1].place)
    carry_out_batch(play, o.Batch(orders))
    return places


def codes(play: Play) -> list[Code]:
    """Results that have been told."""
    return [result.code for result in told(play, OrderResult)]


# Batches.


def test_each_order_is_carried_out_before_the_next_is_looked_at() -> None:
    """DK-8.18: two steps with a refused order between them; then no points are left."""
    play = open_board()
    add(play, 0, Kind.BES, (4, 4))
    there = [Place(4, 5), Place(4, 6), Place(4, 7)]
    places = send(
        play,
        o.Move(FIRST, there[0]),
        o.Attack(FIRST, cell=Place(9, 9)),
        o.Move(FIRST, there[1]),
    )
    assert places == [0, 2]
    assert play.log == [
        OrderResult(0, 0, Code.OK),
        Moved(Spot(FIRST, 4, 4), there[0]),
        OrderResult(0, 1, Code.NO_SUCH_TARGET),
        OrderResult(0, 2, Code.OK),
        Moved(Spot(FIRST, 4, 5), there[1]),
    ]
    play.log.clear()
    assert send(play, o.Move(FIRST, there[2])) == []
    assert play.log == [OrderResult(0, 0, Code.NO_AP)]
    assert play.state.match[c.ORDERS] == 4


def test_somebody_looks_right_after_each_order() -> None:
    """What is called after an order sees the match as it left it, with all that it told."""
    play = open_board()
    grasdir = add(play, 0, Kind.GRASDIR, (4, 4))
    seen: list[tuple[int, int]] = []
    play.moment = lambda _: seen.append((value(play, grasdir, c.COL), len(play.log)))
    orders = (o.Move(FIRST, Place(4, 5)), o.BAD_ORDER, o.Move(FIRST, Place(4, 6)))
    carry_out_batch(play, o.Batch(orders))
    assert seen == [(5, 2), (6, 5)]


def test_what_is_no_order_is_told_in_its_place() -> None:
    """BAD_SCHEMA for the order alone; the others are tried (DK-4.6, DK-4.9)."""
    play = open_board()
    add(play, 0, Kind.BES, (4, 4))
    send(play, o.BAD_ORDER, o.Move(FIRST, Place(4, 5)))
    assert codes(play) == [Code.BAD_SCHEMA, Code.OK]


def test_what_is_no_batch_is_told_as_a_whole() -> None:
    """BAD_SCHEMA without a place; no order is counted (DK-4.6)."""
    play = open_board()
    before = state_digest(play.state)
    carry_out_batch(play, read_batch(7))
    assert play.log == [OrderResult(0, None, Code.BAD_SCHEMA)]
    assert state_digest(play.state) == before


def test_orders_beyond_the_limit_are_refused() -> None:
    """All orders of the turn count, refused and bad ones too (DK-2.1, DK-4.6)."""
    play = open_board(max_orders_per_turn=4)
    grasdir = add(play, 0, Kind.GRASDIR, (4, 4))
    there, back = o.Move(FIRST, Place(4, 5)), o.Move(FIRST, Place(4, 4))
    send(play, there, o.BAD_ORDER, there)
    send(play, back, there, o.BAD_ORDER)
    assert codes(play) == [
        Code.OK,
        Code.BAD_SCHEMA,
        Code.NOT_ADJACENT,
        Code.OK,
        Code.LIMIT,
        Code.LIMIT,
    ]
    assert value(play, grasdir, c.AP) == 2
    assert play.state.match[c.ORDERS] == 4


@pytest.mark.parametrize(("orders", "more"), [(4 + 32, []), (4 + 33, [1]), (60_000, [60_000 - 36])])
def test_what_is_refused_has_an_end(orders: int, more: list[int]) -> None:
    """32 orders beyond the limit are answered one by one, then their number is told (DK-4.6)."""
    play = open_board(max_orders_per_turn=4)
    send(play, *[o.BAD_ORDER] * orders)
    results = told(play, OrderResult)
    assert [result.code for result in results[:36]] == [Code.BAD_SCHEMA] * 4 + [Code.LIMIT] * 32
    assert [result.place for result in results[:36]] == list(range(36))
    assert results[36:] == [OrderResult(0, left, Code.MORE) for left in more]


def test_after_the_end_of_the_match_all_is_refused() -> None:
    """The last blow at the last Altar ends the match in mid-batch (DK-4.6, DK-5.28, DK-7.1)."""
    play = open_board(max_orders_per_turn=2)
    add(play, 0, Kind.KERUB, (4, 4))
    build(play, 0, Building.ALTAR, (8, 8))
    build(play, 1, Building.ALTAR, (4, 5), hp=5)
    order = o.Attack(FIRST, cell=Place(4, 5))
    assert send(play, order, order, o.BAD_ORDER) == [0]
    assert codes(play) == [Code.OK, Code.MATCH_OVER, Code.MATCH_OVER]
    assert told(play, Eliminated) == [Eliminated(1, 0)]
    assert play.state.match[c.OVER] == 1
    assert play.state.seats[0, c.ALTAR_DAMAGE] == 5


def test_the_match_goes_on_when_two_seats_are_left() -> None:
    """An elimination in mid-batch leaves the other orders as they are (DK-5.28)."""
    play = open_board(num_seats=3, alliances=True)
    add(play, 0, Kind.KERUB, (4, 4))
    build(play, 1, Building.ALTAR, (4, 5), hp=5)
    send(play, o.Attack(FIRST, cell=Place(4, 5)), o.Ally(1), o.Ally(2))
    assert codes(play) == [Code.OK, Code.BAD_TARGET, Code.OK]
    assert told(play, AllianceChanged) == [AllianceChanged(0, 2, is_declared=True)]


# Costs.


@pytest.mark.parametrize("order_type", UNIT_ORDERS, ids=NAMES.get)
def test_unit_orders_cost_their_action_points(order_type: type[o.Order]) -> None:
    """As DK-4.10 says; exactly so many are enough."""
    play, order = legal(order_type)
    costs = {o.FireStream: 3, o.DeathCloud: 2, o.Subjugate: 2}
    at = units.find(play.state, FIRST)
    play.state.units[at, c.AP] = costs.get(order_type, 1)
    assert carry_out(play, order) is Code.OK
    assert value(play, at, c.AP) == 0
    assert value(play, at, c.AP_DEBT) == 0


@pytest.mark.parametrize("order_type", [o.Move, o.FireBreath, o.FireStream], ids=NAMES.get)
def test_under_foreign_control_action_points_are_owed(order_type: type[o.Order]) -> None:
    """Each one spent adds to the debt (DK-5.51)."""
    play, order = legal(order_type)
    at = units.find(play.state, FIRST)
    play.state.units[at, [c.OWNER, c.AP_DEBT]] = 1, 1
    assert carry_out(play, order) is Code.OK
    assert value(play, at, c.AP_DEBT) == 1 + (3 if order_type is o.FireStream else 1)


def test_points_lost_to_an_aura_are_not_owed() -> None:
    """Only what is spent on orders is (DK-5.51)."""
    play = open_board(num_seats=3)
    kerub = add(play, 1, Kind.KERUB, (4, 4), controller=0)
    build(play, 2, Building.SLOWING_TOWER, (4, 8))
    assert carry_out(play, o.Move(ENEMY, Place(4, 5))) is Code.OK
    assert [value(play, kerub, column) for column in (c.AP, c.AP_DEBT)] == [1, 1]


def test_a_unit_that_falls_in_its_own_attack_is_gone() -> None:
    """Its row is empty, and nothing of the order is written into it."""
    play = open_board()
    imp = add(play, 0, Kind.IMP, (4, 4))
    add(play, 1, Kind.KERUB, (4, 5))
    assert carry_out(play, o.Attack(FIRST, target=ENEMY)) is Code.OK
    assert play.state.units[imp].tolist() == [0] * c.UNIT_WIDTH


# Abilities: each order reaches its own effect.


def outcome(order_type: type[o.Order], column: int, *dice: int) -> int:
    """A column of the target of the legal order of a type, once that is carried out."""
    play, order = legal(order_type)
    script(play, *dice)
    assert carry_out(play, order) is Code.OK
    return value(play, 1, column)


@pytest.mark.parametrize(
    ("order_type", "dice", "column", "expected"),
    [
        (o.Attack, (), c.HP, 2),
        (o.Heal, (), c.HP, 3),
        (o.Purify, (), c.STATUS + Status.WEAKNESS, c.NO),
        (o.FireBreath, (), c.HP, 19),
        (o.FireStream, (), c.HP, 18),
        (o.DeathCloud, (), c.HP, 19),
        (o.Subjugate, (50,), c.CONTROLLER, 0),
        (o.Subjugate, (51,), c.CONTROLLER, 1),
        (o.Exhaust, (), c.STATUS + Status.EXHAUSTION, 0),
        (o.Fear, (50,), c.FEAR, 1),
        (o.Fear, (51,), c.FEAR, 0),
        (o.Poison, (), c.POISON_TURNS, 3),
        (o.CancelBlessing, (50,), c.STATUS + Status.RAGE, c.NO),
        (o.CancelBlessing, (51,), c.STATUS + Status.RAGE, 1),
    ],
)
def test_abilities_do_their_own(
    order_type: type[o.Order], dice: tuple[int, ...], column: int, expected: int
) -> None:
    """Against a kerub (defence 3) or a bes; ognevik and lich attack with 4, ifrit with 5 (DK-5.30)."""
    assert outcome(order_type, column, *dice) == expected


def test_a_blast_is_told_by_its_victims() -> None:
    """Fire breath hits all units of the cell, own ones too (DK-5.30)."""
    play, order = legal(o.FireBreath)
    play.state.units[1, c.KIND] = Kind.SIEGE_BEAST
    assert carry_out(play, order) is Code.OK
    assert told(play, Blasted) == [Blasted(Spot(FIRST, 0, 4), Spot(ENEMY, 0, 5), 1)]


@pytest.mark.parametrize(
    ("kind", "owner"),
    [
        (Building.WALL, NEUTRAL),
        (Building.ALTAR, 1),
        (Building.HOSPITAL, 1),
        (Building.HOSPITAL, 0),
        (Building.BATTLE_TOWER, 0),
    ],
)
def test_buildings_that_may_be_attacked(kind: Building, owner: int) -> None:
    """Walls, an enemy's buildings, and own ones but the Altar (DK-5.20)."""
    play = open_board()
    add(play, 0, Kind.SIEGE_BEAST, (4, 4))
    build(play, owner, kind, (4, 5), hp=30)
    defence = 1 if kind in (Building.WALL, Building.BATTLE_TOWER) else 0
    assert carry_out(play, o.Attack(FIRST, cell=Place(4, 5))) is Code.OK
    assert play.state.cells[c.B_HP, 4, 5] == 30 - (11 - defence)


def test_an_own_building_is_torn_down() -> None:
    """To clear the way (DK-5.20, DK-5.27)."""
    play = open_board()
    add(play, 0, Kind.BES, (4, 4))
    build(play, 0, Building.HOSPITAL, (4, 5), hp=1)
    assert carry_out(play, o.Attack(FIRST, cell=Place(4, 5))) is Code.OK
    assert play.log == [
        Attacked(Spot(FIRST, 4, 4), None, Place(4, 5), 1, is_counter=False),
        BuildingDestroyed(Place(4, 5), Building.HOSPITAL, 0),
    ]
    assert carry_out(play, o.Move(FIRST, Place(4, 5))) is Code.OK


def test_a_controlled_unit_strikes_fellows_on_its_own_cell() -> None:
    """Distance 0 is in reach (DK-5.20); who is killed there is worth 2 mana (DK-5.25)."""
    play = open_board()
    add(play, 1, Kind.IFRIT, (4, 4), controller=0)
    victim = add(play, 1, Kind.BES, (4, 4))
    assert carry_out(play, o.Attack(ENEMY, target=ENEMY + 1)) is Code.OK
    assert value(play, victim, c.ID) == 0
    assert play.state.seats[:, c.MANA].tolist() == [1002, 1000]


def test_heal_and_purify_serve_controlled_and_allied_units() -> None:
    """Friendly is who obeys the seat or an ally (DK-4.10, DK-5.52, DK-5.90)."""
    for owner, controller, allies in ((1, 0, 0), (1, 1, 1)):
        play, order = legal(o.Heal)
        play.state.seats[:, c.ALLIES] = 0b10 * allies, 0b01 * allies
        play.state.units[1, [c.OWNER, c.CONTROLLER]] = owner, controller
        assert carry_out(play, order) is Code.OK
        assert value(play, 1, c.HP) == 3


def test_orders_of_a_type_are_its_own() -> None:
    """Named tuples of equal values are told apart by their type, not by what is in them."""
    play = open_board()
    add(play, 0, Kind.IMP, (4, 4))
    assert tuple(o.Dig(FIRST, Place(4, 5))) == tuple(o.Move(FIRST, Place(4, 5)))
    assert carry_out(play, o.Dig(FIRST, Place(4, 5))) is Code.NOT_UNDUG
    assert carry_out(play, o.Move(FIRST, Place(4, 5))) is Code.OK


def test_the_light_side_obeys_who_controls_it() -> None:
    """The Hero may be ordered about; he has no dispel order, and his gnome no mining (DK-5.87)."""
    play = open_board()
    hero = add(play, LIGHT, Kind.HERO, (4, 4), controller=0)
    add(play, 0, Kind.BES, (4, 6))
    assert carry_out(play, o.Move(1, Place(4, 5))) is Code.OK
    assert carry_out(play, o.Purify(1, FIRST)) is Code.NO_ABILITY
    assert value(play, hero, c.AP_DEBT) == 1
