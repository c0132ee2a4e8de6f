"""Turn starts, by DK-5.1 and DK-5.3 and the worked examples on them."""

from __future__ import annotations

import numpy as np
import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board import units
from referee.games.dungeon_keeper.rules.events import (
    Died,
    Healed,
    Hurt,
    Spot,
    StatusRemoved,
    TurnStart,
    Vanished,
)
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.turn.start import begin_turn
from referee.games.dungeon_keeper.tables import (
    NEUTRAL,
    Artifact,
    Building,
    Item,
    Kind,
    Status,
)
from tests.games.dungeon_keeper.positions import add, build, items_on, mana, told, value


def with_mana(play: Play, amount: int) -> Play:
    """The position with so much mana for seat 0."""
    play.state.seats[0, c.MANA] = amount
    return play


def serials(play: Play, seat: int) -> list[int]:
    """Serial numbers of a seat's living units."""
    return [value(play, at, c.ID) % 100_000 for at in units.units_of(play.state, seat)]


def vanished(play: Play) -> list[int]:
    """Serial numbers of the units that have vanished, in order."""
    spots = [body.unit for body in told(play, Vanished)]
    return [spot.unit % 100_000 for spot in spots if spot]


def test_upkeep_of_the_seed(board: Play) -> None:
    """DK-8.2: seven imps and mana for five."""
    with_mana(board, 2)
    build(board, 0, Building.SOURCE, (0, 0), level=3)
    for col in range(7):
        add(board, 0, Kind.IMP, (4, col))
    begin_turn(board)
    assert serials(board, 0) == [1, 2, 3, 4, 5]
    assert vanished(board) == [7, 6]
    assert board.state.seats[0, c.MANA] == 0
    assert board.log[0] == TurnStart(0, income=3, upkeep=5)


def test_order_of_vanishing(board: Play) -> None:
    """DK-8.3: imps first, then the weakest, then the latest; what a unit bore stays on its cell."""
    with_mana(board, 1)
    build(board, 0, Building.SOURCE, (0, 0), level=3)
    add(board, 0, Kind.BES, (4, 4))
    add(board, 0, Kind.IMP, (4, 4))
    add(board, 0, Kind.GRASDIR, (4, 4), artifacts=[Artifact.SWORD])
    add(board, 0, Kind.BES, (4, 4))
    add(board, 0, Kind.IMP, (4, 4))
    add(board, 0, Kind.KERUB, (4, 4))
    begin_turn(board)
    assert vanished(board) == [5, 2, 4, 1, 3]
    assert serials(board, 0) == [6]
    assert board.state.seats[0, c.MANA] == 1
    assert items_on(board.state, (4, 4)) == [Item.SWORD]
    assert not told(board, Died)


def test_only_own_units_are_paid_for(board: Play) -> None:
    """Upkeep is of the units that the seat owns; income of the Sources that it owns."""
    with_mana(board, 0)
    add(board, 1, Kind.KERUB, (4, 4))
    build(board, 1, Building.SOURCE, (0, 0), level=5)
    build(board, NEUTRAL, Building.SOURCE, (0, 2), level=5)
    begin_turn(board)
    assert board.log[0] == TurnStart(0, income=0, upkeep=0)
    assert serials(board, 1) == [1]


def test_poison_comes_before_regeneration(board: Play) -> None:
    """DK-8.7: X loses 4 and gains 3, Y is dead before it could gain; the poisoner gains 2 mana."""
    x = add(board, 0, Kind.AGGEL, (4, 4), hp=5, poison_turns=2, poison_source=1)
    y = add(board, 0, Kind.AGGEL, (4, 6), hp=4, poison_turns=1, poison_source=1)
    fallen = units.spot(board.state, y)
    begin_turn(board)
    assert (value(board, x, c.HP), value(board, x, c.POISON_TURNS)) == (4, 1)
    assert told(board, Died) == [Died(fallen, 1, 2)]
    assert mana(board, 1) == 2
    assert [body.unit for body in told(board, Healed)] == [units.spot(board.state, x)]


def test_prolonged_poison(board: Play) -> None:
    """DK-8.8: six turns of poison kill a kerub of 20 hit points at the fifth."""
    kerub = add(board, 0, Kind.KERUB, (4, 6), poison_turns=6, poison_source=1)
    for left in (16, 12, 8, 4):
        begin_turn(board)
        assert value(board, kerub, c.HP) == left
    begin_turn(board)
    assert serials(board, 0) == []
    assert mana(board, 1) == 2
    assert [body.damage for body in told(board, Hurt)] == [4] * 5


def test_poison_ends_with_its_last_turn(board: Play) -> None:
    """At 0 turns it is gone, and told so; poison of others' units waits for their own turn starts."""
    own = add(board, 0, Kind.KERUB, (4, 4), poison_turns=1, poison_source=1)
    other = add(board, 1, Kind.KERUB, (4, 6), poison_turns=1, poison_source=0)
    begin_turn(board)
    assert board.state.units[own, [c.POISON_TURNS, c.POISON_SOURCE]].tolist() == [0, c.NO]
    assert board.state.units[other, [c.HP, c.POISON_TURNS]].tolist() == [20, 1]
    where = units.spot(board.state, own)
    assert told(board, StatusRemoved) == [StatusRemoved(where, Status.POISON, 1)]


def test_fire_burns_before_poison_and_regeneration(board: Play) -> None:
    """Step 3 hits hostile units beside the ifrit alone; each ifrit counts."""
    add(board, 0, Kind.IFRIT, (4, 4))
    add(board, 0, Kind.IFRIT, (4, 4))
    friend = add(board, 0, Kind.BES, (4, 3))
    near = add(board, 1, Kind.KERUB, (5, 5))
    far = add(board, 1, Kind.KERUB, (6, 6))
    begin_turn(board)
    assert [value(board, at, c.HP) for at in (friend, near, far)] == [3, 18, 20]


def test_statuses_of_the_seat_expire_before_action_points_are_given(board: Play) -> None:
    """Step 2 comes before step 8: an own slow is over, an enemy's counts; haste leaves no mark."""
    free = add(board, 0, Kind.BES, (4, 4), ap=0, statuses={Status.SLOW: 0, Status.HASTE: 0})
    slow = add(board, 0, Kind.BES, (4, 5), ap=0, statuses={Status.SLOW: 1})
    begin_turn(board)
    assert (value(board, free, c.AP), value(board, slow, c.AP)) == (2, 1)
    assert board.state.units[free, [c.STATUS + Status.SLOW, c.STATUS + Status.HASTE]].tolist() == [
        c.NO,
        c.NO,
    ]
    assert value(board, slow, c.STATUS + Status.SLOW) == 1


@pytest.mark.parametrize(
    ("fear", "debt", "left"), [(0, 0, 4), (1, 0, 3), (1, 2, 1), (3, 2, 0)], ids=str
)
def test_fear_and_debt_take_action_points_once(
    board: Play, fear: int, debt: int, left: int
) -> None:
    """Step 8: they are taken off the full points, never below 0, and forgotten."""
    at = add(board, 0, Kind.GRASDIR, (4, 4), ap=1, fear=fear, ap_debt=debt)
    begin_turn(board)
    assert board.state.units[at, [c.AP, c.FEAR, c.AP_DEBT]].tolist() == [left, 0, 0]
    begin_turn(board)
    assert value(board, at, c.AP) == 4


def test_slowing_towers_take_one_point_in_all(board: Play) -> None:
    """However many towers there are, and none of one's own (DK-5.14)."""
    for col in (2, 6):
        build(board, 1, Building.SLOWING_TOWER, (4, col))
    build(board, 0, Building.SLOWING_TOWER, (6, 4))
    near = add(board, 0, Kind.BES, (4, 4), tower_slowed=1)
    far = add(board, 0, Kind.BES, (0, 4), tower_slowed=1)
    other = add(board, 1, Kind.BES, (5, 4), ap=0)
    begin_turn(board)
    assert board.state.units[[near, far, other], c.AP].tolist() == [1, 2, 0]
    assert board.state.units[[near, far], c.TOWER_SLOWED].tolist() == [1, 0]


def test_own_battle_towers_are_loaded(board: Play) -> None:
    """3 action points, whatever was left; others' towers wait."""
    build(board, 0, Building.BATTLE_TOWER, (0, 0), ap=1)
    build(board, 1, Building.BATTLE_TOWER, (0, 1), ap=1)
    build(board, 0, Building.WALL, (0, 2))
    begin_turn(board)
    assert board.state.cells[c.B_AP, 0, :3].tolist() == [3, 1, 0]


def test_upgrade_marks_are_cleared_on_the_whole_board(board: Play) -> None:
    """Step 1: those of other seats too."""
    own, other = add(board, 0, Kind.BES, (4, 4)), add(board, 1, Kind.BES, (4, 6))
    board.state.units[[own, other], c.UPGRADED] = 1
    for seat in (0, 1):
        build(board, seat, Building.SOURCE, (0, seat), upgraded=1)
    begin_turn(board)
    assert not board.state.units[:, c.UPGRADED].any()
    assert not board.state.cells[c.B_UPGRADED].any()


def test_the_turn_start_is_told_first(board: Play) -> None:
    """Before what comes of it, and after what has been told already."""
    earlier = Vanished(Spot(1, 0, 0))
    board.log.append(earlier)
    add(board, 0, Kind.KERUB, (4, 4), poison_turns=1, poison_source=1)
    begin_turn(board)
    assert board.log[:2] == [earlier, TurnStart(0, income=0, upkeep=3)]
    assert len(board.log) == 4


def test_nobody_acts_for_a_dead_unit(board: Play) -> None:
    """Who burns to death in step 3 is not poisoned, healed or given points; free rows stay blank."""
    add(board, 0, Kind.IFRIT, (4, 4))
    victim = add(board, 1, Kind.IMP, (4, 5), poison_turns=2, poison_source=0)
    begin_turn(board)
    assert np.count_nonzero(board.state.units[victim]) == 0
