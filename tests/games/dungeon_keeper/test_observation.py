"""What seats and spectators see (DK-4.13, DK-6.1, DK-6.20, DK-6.21), whole and by what has changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as pb
from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.board.ground import (
    clear_cell,
    put_item,
    put_mine,
    take_item,
)
from referee.games.dungeon_keeper.rules.orders.kinds import Batch
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    NEUTRAL,
    Artifact,
    Building,
    Item,
    Kind,
    MineKind,
    Rune,
    Spell,
    Spirit,
    Status,
)
from referee.games.dungeon_keeper.visibility.fog import look
from referee.games.dungeon_keeper.visibility.observation import (
    Observation,
    observe,
    observe_public,
    remember,
)
from referee.games.dungeon_keeper.visibility.records import (
    BuildingSeen,
    Holdings,
    ItemSeen,
    MineSeen,
    SeatSeen,
    StatusSeen,
    UnitSeen,
)
from tests.games.dungeon_keeper.board_keeping import Board
from tests.games.dungeon_keeper.positions import PLENTY, add, build, open_board, undig

GAME, CODEC = PLUGIN.game, PLUGIN.codec
CONFIG = DungeonKeeperConfig()


def fields_of(seen: Observation) -> dict[str, Any]:
    """All that an observation tells, by name."""
    return {name: getattr(seen, name) for name in seen._fields}


@pytest.fixture
def dark() -> Play:
    """Two seats under fog that see 3 cells far: an imp on 7-7 for seat 0; for seat 1 a bes on 13-13."""
    play = open_board(size=15, fog_of_war=True, sight_radius=3)
    add(play, 0, Kind.IMP, (7, 7))
    add(play, 1, Kind.BES, (13, 13))
    return play


def test_a_unit_is_shown_with_all_that_follows_from_what_it_is(board: Play) -> None:
    """Kerub (DK-3.7): attack 5 + 2 sword + 1 valour + 1 rage; defence 3 - 1 exhaustion, attack too; - 2 stacks.

    Hit points 20 + 10 amulet + 5 life, 3 action points + 1 crown.
    """
    add(
        board,
        1,
        Kind.KERUB,
        (2, 3),
        artifacts=(Artifact.SWORD, Artifact.AMULET, Artifact.CROWN),
        spirits=(Spirit.VALOUR, Spirit.LIFE),
        statuses={Status.RAGE: 1, Status.EXHAUSTION: 0},
        hp=33,
        ap=1,
        rune=int(Rune.DEATH),
        controller=0,
        fear=2,
        upgraded=1,
        tower_slowed=1,
        ap_debt=3,
        capture_cell=9 * 4 + 5,
        capture_points=7,
        poison_turns=6,
        poison_source=0,
        blade_stacks=2,
        blade_turns=4,
        blade_source=0,
    )
    (seen,) = observe(board.state, [0])
    assert seen.units == (
        UnitSeen(
            id=200_001,
            owner=1,
            controller=0,
            kind=Kind.KERUB,
            row=2,
            col=3,
            hp=33,
            ap=1,
            attack=8,
            defence=0,
            max_hp=35,
            max_ap=4,
            artifacts=(Artifact.SWORD, Artifact.AMULET, Artifact.CROWN),
            spirits=(Spirit.VALOUR, Spirit.LIFE),
            rune=Rune.DEATH,
            statuses=(
                StatusSeen(Status.RAGE, 1, 1, 0),
                StatusSeen(Status.EXHAUSTION, 0, 1, 0),
                StatusSeen(Status.CURSED_BLADE, 0, 4, 2),
                StatusSeen(Status.POISON, 0, 6, 0),
            ),
            fear=2,
            upgraded=True,
            tower_slowed=True,
            ap_debt=3,
            capture_cell=Place(4, 5),
            capture_points=7,
        ),
    )


def test_the_board_is_shown_row_by_row(board: Play) -> None:
    """Lists of cells are row-major, items of a cell in order of arrival, without what is in them (DK-6.1)."""
    state = board.state
    undig(board, (0, 1), (8, 8))
    put_mine(state, 3, 2, MineKind.GEM, 9)
    put_mine(state, 1, 7, MineKind.IRON, 100)
    build(board, 1, Building.BATTLE_TOWER, (5, 5), ap=2, hp=49)
    build(board, NEUTRAL, Building.SOURCE, (5, 4), level=7, upgraded=1)
    put_item(state, 6, 6, Item.SWORD)
    put_item(state, 2, 2, Item.CHEST, gold=210, taldear=2)
    put_item(state, 6, 6, Item.CHEST, gold=50, taldear=1)
    put_item(state, 4, 4, Item.MANA_CRYSTAL, mana=39)
    take_item(state, 3)
    (seen,) = observe(state, [1])
    rows = ["........."] * 9
    rows[0] = ".#......."
    rows[1] = ".......m."
    rows[3] = "..m......"
    rows[5] = "....bb..."
    rows[8] = "........#"
    assert seen.rows == tuple(rows)
    assert seen.mines == (MineSeen(1, 7, MineKind.IRON, 100), MineSeen(3, 2, MineKind.GEM, 9))
    assert seen.buildings == (
        BuildingSeen(5, 4, Building.SOURCE, NEUTRAL, 0, 7, 0, upgraded=True),
        BuildingSeen(5, 5, Building.BATTLE_TOWER, 1, 49, 0, 2, upgraded=False),
    )
    assert seen.items == (
        ItemSeen(2, 2, Item.CHEST),
        ItemSeen(6, 6, Item.SWORD),
        ItemSeen(6, 6, Item.CHEST),
    )


def test_seats_are_shown_with_what_they_have_and_their_score(board: Play) -> None:
    """Stocks 400 + 30 + 6 + 20 of taldear 2: 456 // 10; 3 * 4 damage, 3 artifacts, 1 rune, the bes 3 (DK-7.3)."""
    row = board.state.seats[1]
    row[[c.GOLD, c.IRON, c.TALDEAR, c.MANA]] = 400, 30, 2, 6
    row[c.STORE : c.SPIRITS_HELD] = 1, 0, 2, 0
    row[c.SPIRITS_HELD : c.RUNES] = 0, 5, 1
    row[[c.RUNES + Rune.DARKNESS, c.SPELLS + Spell.RAGE, c.SPELLS + Spell.LUCK]] = 1
    row[[c.ALTAR_DAMAGE, c.ALLIES]] = 4, 0b101
    add(board, 1, Kind.BES, (0, 0))
    (seen,) = observe(board.state, [0])
    holdings = Holdings(
        gold=400,
        iron=30,
        taldear=2,
        mana=6,
        store=(1, 0, 2, 0),
        spirits=(0, 5, 1),
        runes=(Rune.DARKNESS,),
        spells=(Spell.RAGE, Spell.LUCK),
        altar_damage=4,
        score=45 + 12 + 30 + 10 + 3,
    )
    assert seen.seats[1] == SeatSeen(1, True, 0, 1, (0,), holdings)


def test_in_an_open_game_everybody_sees_the_same(board: Play) -> None:
    """But for who looks, and what only the acting seat knows of its turn (DK-6.1)."""
    add(board, 0, Kind.IMP, (0, 0))
    board.state.match[[c.BATCH, c.ORDERS]] = 3, 17
    acting, other = observe(board.state, [0, 1])
    public = observe_public(board.state)
    assert (acting.you, acting.batch, acting.orders) == (0, 3, 17)
    assert (other.you, other.batch, other.orders) == (1, None, None)
    assert fields_of(acting) | {"you": None, "batch": None, "orders": None} == fields_of(public)
    assert fields_of(other) | {"you": None} == fields_of(public)
    assert len(public.rows) == 9


def rows_with(signs: dict[tuple[int, int], str], *, around: dict[tuple[int, int], str]) -> Any:
    """Rows of a board of 15, with a sign within 3 cells of some places and others on single cells."""
    rows = [["?"] * 15 for _ in range(15)]
    for (row, col), sign in around.items():
        for near in np.ndindex(15, 15):
            if max(abs(row - near[0]), abs(col - near[1])) <= 3:
                rows[near[0]][near[1]] = sign
    for (row, col), sign in signs.items():
        rows[row][col] = sign
    return tuple("".join(row) for row in rows)


def test_under_fog_only_what_is_near_is_seen(dark: Play) -> None:
    """Rows of DK-6.20: own, in V, and never seen."""
    put_mine(dark.state, 7, 10, MineKind.GOLD, 50)
    put_mine(dark.state, 7, 11, MineKind.GOLD, 60)
    put_item(dark.state, 4, 4, Item.CHEST)
    put_item(dark.state, 3, 4, Item.CHEST)
    add(dark, 1, Kind.BES, (10, 10))
    add(dark, 1, Kind.BES, (11, 10))
    look(dark.state)
    (seen,) = observe(dark.state, [0])
    assert seen.rows == rows_with({(7, 10): "m"}, around={(7, 7): "."})
    assert seen.mines == (MineSeen(7, 10, MineKind.GOLD, 50),)
    assert seen.items == (ItemSeen(4, 4, Item.CHEST),)
    assert [unit.id for unit in seen.units] == [100_001, 200_002]


def test_what_has_been_seen_is_remembered_as_it_was(dark: Play) -> None:
    """Row "seen before" of DK-6.20: terrain, mines, buildings and items, and no units."""
    state = dark.state
    put_mine(state, 7, 10, MineKind.GOLD, 50)
    build(dark, 1, Building.CIRCLE, (6, 10), hp=50)
    build(dark, NEUTRAL, Building.WALL, (8, 10))
    put_item(state, 4, 10, Item.SWORD)
    add(dark, 1, Kind.BES, (5, 10))
    look(state)
    state.units[0, c.COL] = 3
    state.cells[c.MINE_LEFT, 7, 10] = 40
    state.cells[c.B_HP, 6, 10] = 1
    clear_cell(state, 8, 10)
    take_item(state, 0)
    look(state)
    (seen,) = observe(state, [0])
    signs = {(7, 10): "M", (6, 10): "B", (8, 10): "B"}
    around = {(7, 7): ",", (7, 3): "."}
    assert seen.rows == rows_with(signs, around=around)
    assert seen.mines == (MineSeen(7, 10, MineKind.GOLD, 50),)
    assert [(one.row, one.kind, one.hp) for one in seen.buildings] == [
        (6, Building.CIRCLE, 50),
        (8, Building.WALL, 50),
    ]
    assert seen.items == (ItemSeen(4, 10, Item.SWORD),)
    assert [unit.id for unit in seen.units] == [100_001]
    state.units[0, c.COL] = 7
    look(state)
    (seen,) = observe(state, [0])
    assert seen.mines == (MineSeen(7, 10, MineKind.GOLD, 40),)
    assert [(one.row, one.hp) for one in seen.buildings] == [(6, 1)]
    assert seen.items == ()
    assert [unit.id for unit in seen.units] == [100_001, 200_002]


def test_under_fog_others_show_who_lives_and_how_many_units_they_made(dark: Play) -> None:
    """And with whom they are allied only if that is with the seat itself."""
    dark.state.seats[1, [c.SERIAL, c.ALLIES]] = 9, 0b01
    dark.state.seats[0, c.ALLIES] = 0b10
    look(dark.state)
    own, other = observe(dark.state, [0])[0].seats
    assert own.holdings is not None
    assert (own.allies, own.holdings.gold) == ((1,), PLENTY)
    assert other == SeatSeen(1, True, 0, 9, (0,), None)
    dark.state.seats[1, c.ALLIES] = 0b100
    assert observe(dark.state, [0])[0].seats[1].allies == ()


def test_a_subjugated_unit_is_seen_by_both_its_masters(dark: Play) -> None:
    """A seat sees with the eyes of what it controls and of what it owns (DK-6.20)."""
    dark.state.units[1, c.CONTROLLER] = 0
    look(dark.state)
    mine, theirs = observe(dark.state, [0, 1])
    assert [unit.id for unit in mine.units] == [100_001, 200_001]
    assert [unit.id for unit in theirs.units] == [200_001]
    assert mine.rows == rows_with({}, around={(7, 7): ".", (13, 13): "."})


def test_under_fog_everybody_sees_who_lives_and_whose_turn_it_is(dark: Play) -> None:
    """Spectators see nothing else before the match has ended (DK-6.20)."""
    look(dark.state)
    public = observe_public(dark.state)
    assert (public.round, public.acting_seat, public.turn_order) == (1, 0, (0, 1))
    assert public.seats == (
        SeatSeen(0, True, 0, 1, (), None),
        SeatSeen(1, True, 0, 1, (), None),
    )
    told = {name: value for name, value in fields_of(public).items() if value not in (None, ())}
    assert told.keys() == {"is_delta", "round", "acting_seat", "turn_order", "seats"}
    assert not public.is_delta


def test_a_delta_has_what_differs(dark: Play) -> None:
    """A step to the right: seven cells come into sight and seven go out of it, the unit has moved."""
    state = dark.state
    look(state)
    remember(state)
    state.match[c.BATCH] = 1
    state.units[0, [c.COL, c.AP]] = 8, 1
    look(state)
    (seen,) = observe(state, [0])
    assert seen.is_delta
    assert [(cell.row, cell.col, cell.look) for cell in seen.cells] == [
        (row, *what) for row in range(4, 11) for what in ((4, ","), (11, "."))
    ]
    assert [(unit.id, unit.col, unit.ap) for unit in seen.units] == [(100_001, 8, 1)]
    assert (seen.seats, seen.gone_units, seen.rows) == ((), (), ())


def test_a_delta_tells_of_units_that_are_gone(dark: Play) -> None:
    """Dead, or out of sight; a unit that has the row of a dead one is new."""
    near = add(dark, 1, Kind.BES, (7, 10))
    gone = add(dark, 0, Kind.BES, (7, 6))
    state = dark.state
    look(state)
    remember(state)
    state.match[c.BATCH] = 1
    state.units[near, c.COL] = 11
    state.units[gone] = 0
    add(dark, 0, Kind.IMP, (7, 6))
    look(state)
    (seen,) = observe(state, [0])
    assert state.units[gone, c.ID] == 100_003
    assert seen.gone_units == (100_002, 200_002)
    assert [unit.id for unit in seen.units] == [100_003]
    assert [seat.seat for seat in seen.seats] == [0]


def test_only_the_acting_seat_in_the_midst_of_its_turn_gets_a_delta(board: Play) -> None:
    """A turn begins with the whole (DK-4.13)."""
    remember(board.state)
    board.state.match[c.BATCH] = 1
    assert [seen.is_delta for seen in observe(board.state, [0, 1])] == [True, False]
    board.state.match[c.BATCH] = 0
    assert not observe(board.state, [0])[0].is_delta
    assert not observe_public(board.state).is_delta


@pytest.mark.parametrize(
    ("num_seats", "seed", "settings"),
    [
        (2, 1, {"preset": "small"}),
        (2, 2, {"preset": "small", "fog_of_war": True}),
        (4, 3, {"preset": "medium", "hero_first_round": 1, "hero_chance": 100}),
        (3, 4, {"preset": "medium", "fog_of_war": True, "sight_radius": 3, "alliances": True}),
        (8, 5, {"start_gold": 500, "start_mana": 300}),
    ],
    ids=["small", "fog", "hero", "alliances under fog", "large"],
)
def test_deltas_make_the_whole(num_seats: int, seed: int, settings: dict[str, Any]) -> None:
    """A board kept by deltas is the board of a whole observation, after every batch of random play."""
    config = DungeonKeeperConfig.model_validate(settings)
    state, _ = GAME.start(config, seed=seed, num_seats=num_seats)
    dice = Stream(seed)
    kept = Board()
    deltas = 0
    while deltas < 60 and (point := GAME.decision(state)) is not None:
        (seat,) = point.seats
        batch = GAME.random_action(state, seat, dice)
        # Order by order, so that there are many deltas; now and then one is not asked for.
        steps = [Batch((order,), delta=dice.draw(8) > 1) for order in batch.orders]
        for step in [*steps, Batch(end_turn=batch.end_turn, delta=True)]:
            deltas += kept.read(_sight(config, state, seat)).is_delta
            whole = Board()
            whole.read(_sight(config, _without_deltas(state), seat))
            assert kept == whole
            GAME.step(state, {seat: step})
    assert deltas >= 60


def _sight(config: DungeonKeeperConfig, state: State, seat: int) -> bytes:
    (data,) = CODEC.encode_observations(config, GAME.observe(state, [seat]))
    return data


def _without_deltas(state: State) -> State:
    other = GAME.copy(state)
    other.match[c.SHOWN] = 0
    return other


def test_a_small_order_costs_no_board() -> None:
    """On 45 x 45 the whole is some kilobytes, what comes of an order some dozens of bytes."""
    state, _ = GAME.start(CONFIG, seed=1, num_seats=8)
    (seat,) = GAME.decision(state).seats  # type: ignore[union-attr]
    whole = _sight(CONFIG, state, seat)
    assert len(pb.Observation.FromString(whole).rows) == 45
    assert 45 * 45 < len(whole) < 5000
    dice = Stream(2)
    while not (orders := GAME.random_action(state, seat, dice).orders):
        pass
    GAME.step(state, {seat: Batch(orders[:1], delta=True)})
    assert len(_sight(CONFIG, state, seat)) < 150
