"""Rows of Dungeon Keeper: the matches that the referee plays, in columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee.games.derived_rows import DerivedRows
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import numbers
from referee.games.dungeon_keeper.row_forms import covers
from referee.games.dungeon_keeper.rows import DungeonKeeperRows
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.tables import Building, Code, Resource
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.rollout import Rollout
from referee.kit.rollout.saved import Into
from tests.games.dungeon_keeper.lockstep import rules_of_match
from tests.games.dungeon_keeper.odd_orders import odd_batch
from tests.games.dungeon_keeper.reference import ReferenceMatch
from tests.games.dungeon_keeper.rich_positions import rich_position
from tests.helpers.rollouts import column

PLUGIN = registry.find("dungeon_keeper")
GAME: Any = PLUGIN.game
ROWS = 3


class _Both:
    """Matches in rows of the game's own, and the same as any game has them."""

    def __init__(self, values: dict[str, Any], num_seats: int, seed: int) -> None:
        self.config = parse_config(GAME.config_class, values)
        self.num_seats = num_seats
        own = start_rows(PLUGIN, self.config, num_rows=ROWS, num_seats=num_seats)
        assert isinstance(own, DungeonKeeperRows)
        self.own = own
        self.any = LoopRows(PLUGIN, self.config, num_rows=ROWS, num_seats=num_seats)
        assert self.own.observed == self.any.observed
        self.quick, self.plain = DerivedRows(self.own), DerivedRows(self.any)
        self.names = [
            each.name for each in self.quick.observed if not each.name.startswith("view.")
        ]
        self.dice = Stream(seed)
        self.codes = np.zeros(len(Code), np.int64)
        self.begin(range(1, ROWS))  # one match is never begun

    def begin(self, rows: Any) -> None:
        seeds = np.array([self.dice.next() for _ in rows], np.uint64)
        for each in (self.quick, self.plain):
            each.begin(np.array(list(rows), np.int64), seeds)

    def batches(self, oddity: int, one_late_in: int) -> dict[tuple[int, int], o.Batch | None]:
        """A batch for each seat that is asked, by row and seat; None for a missed deadline."""
        drawn: dict[tuple[int, int], o.Batch | None] = {}
        for row, seat in np.argwhere(self.any.asked()).tolist():
            state = self.any.match(row)
            if self.dice.draw(one_late_in) == 1:
                drawn[row, seat] = None
            elif self.dice.draw(3) == 1:
                drawn[row, seat] = GAME.random_action(state, seat, self.dice)
            else:
                plain = GAME.plain_state(state)
                rules = rules_of_match(self.config, plain["size"])
                world = ReferenceMatch(plain, rules, int(state.streams[c.SEED])).world
                drawn[row, seat] = GAME.parse_action(odd_batch(world, self.dice, oddity))
        return drawn

    def step(self, drawn: dict[tuple[int, int], o.Batch | None], *, by_message: bool) -> None:
        """Carry batches out in both, in rows of the game's own by numbers or as messages."""
        theirs: dict[str, Any] = self.any.nothing()
        answered = theirs["answered"]
        for (row, seat), batch in drawn.items():
            if batch is not None:
                self.any.put(theirs, row, seat, batch)
                answered[row, seat] = True
        mine: dict[str, Any] = self.own.nothing()
        if by_message:
            mine = {"answered": answered, "message": self._messages(drawn)}
        else:
            for (row, seat), batch in drawn.items():
                if batch is not None:
                    self.own.put(mine, row, seat, batch)
            mine["answered"] = answered
        expected = self.quick.refused(mine)
        refused = self.quick.step(mine)
        assert refused.tolist() == expected.tolist()
        assert refused.tolist() == self.plain.step(theirs).tolist()

    def _messages(self, drawn: dict[tuple[int, int], o.Batch | None]) -> Ragged:
        encode = PLUGIN.codec.encode_action
        parts = [drawn.get(each) for each in np.ndindex(ROWS, self.num_seats)]
        return Ragged.of([b"" if batch is None else encode(batch) for batch in parts])

    def compare(self, *, columns: bool) -> None:
        every = np.arange(ROWS)
        assert self.quick.digests(every) == self.plain.digests(every)
        for name in ("asked", "alive", "over", "going_on"):
            assert getattr(self.own, name)().tolist() == getattr(self.any, name)().tolist(), name
        assert self.own.scores(every).tolist() == self.any.scores(every).tolist()
        assert self.own.placements(every).tolist() == self.any.placements(every).tolist()
        for rows in (None, every[1:], every[:0]) if columns else ():
            seen = [each.observe(self.names, rows) for each in (self.quick, self.plain)]
            for name, one, other in zip(self.names, *seen, strict=True):
                if isinstance(one, Ragged):
                    assert isinstance(other, Ragged)
                    assert one.offsets.tolist() == other.offsets.tolist(), name
                    one, other = one.data, other.data
                assert not isinstance(other, Ragged)
                assert one.dtype == other.dtype, name
                assert np.array_equal(one, other), name


def _cases() -> Iterator[Any]:
    small = {"preset": "small", "max_rounds": 6, "waning_round": 2}
    yield pytest.param(small, 2, 0, 60, id="small")
    yield pytest.param({"preset": "small"}, 2, 12, 25, id="odd")
    four = {"preset": "medium", "alliances": True, "hero_first_round": 1, "hero_chance": 60}
    yield pytest.param(four, 4, 0, 24, id="four")
    for seed, num_seats in ((3, 2), (4, 2), (5, 3), (6, 2), (7, 4)):
        position = rich_position(Stream(seed), num_seats)
        values = {"scenario": position, "alliances": True, "max_orders_per_turn": 25}
        yield pytest.param(values, num_seats, 10 * (seed % 2), 30, id=f"rich-{seed}")


@pytest.mark.parametrize(("values", "num_seats", "oddity", "steps"), list(_cases()))
def test_rows_play_the_match_that_the_game_plays(
    values: dict[str, Any], num_seats: int, oddity: int, steps: int
) -> None:
    """Every step and every column, orders of all sorts, some of them late, in matches that begin again."""
    both = _Both(values, num_seats, 11)
    both.compare(columns=True)
    for step in range(steps):
        both.step(both.batches(oddity, 12), by_message=step % 3 == 2)
        both.compare(columns=step % 6 == 0)
        if (over := np.flatnonzero(both.own.over())).size:
            both.begin(over.tolist())


def test_saved_matches_go_on_as_they_were() -> None:
    """Also the base of the next delta, scripted dice, the state of the dice and events not taken yet."""
    both = _Both({"preset": "small"}, 2, 3)
    every = np.arange(ROWS)
    for each in (both.own, both.any):
        each.collect_events([0, 1])
    for _ in range(4):
        both.step(both.batches(0, 30), by_message=False)
    acting = int(both.any.match(1).match[c.ACTING])
    shown: dict[tuple[int, int], o.Batch | None] = {
        (1, acting): o.Batch(delta=True),
        (2, 0): None,
        (2, 1): None,
    }
    asked = both.any.asked()
    both.step({at: batch for at, batch in shown.items() if asked[at]}, by_message=False)
    both.compare(columns=True)
    state = GAME.copy(both.any.match(2))
    GAME.script_dice(state, [7, 99])
    pair: list[Any] = [both.own, both.any]
    for each in pair:
        each.put_match(2, state)
        kept = each.saved(every)
        each.put_saved(kept, Into(every[1:2], np.array([2])))
        each.put_saved(kept, Into(every[:1], np.array([1]), np.array([5], np.uint64)))
    both.compare(columns=True)
    for _ in range(3):
        both.step(both.batches(0, 30), by_message=True)
        both.compare(columns=True)
    for row, seat in np.ndindex(ROWS, 2):
        assert both.own.take_events(row, seat) == both.any.take_events(row, seat)
    assert not both.own.redraws


def test_numbers_say_what_a_batch_says() -> None:
    """Batches are the same after they were numbers, except those with too many orders; other numbers are malformed."""
    row = np.zeros(numbers.WIDTH, np.int32)
    orders = (
        o.Move(100_001, Place(3, -4)),
        o.Attack(100_001, target=200_001),
        o.Attack(-5, cell=Place(1, 2)),
        o.Build(1, Place(0, 0), Building.WALL),
        o.BAD_ORDER,
        o.Exchange(Resource.IRON, 10_000),
        o.Ally(2**31 - 1),
    )
    for batch in (
        o.Batch(orders),
        o.Batch(orders * 4, end_turn=True),
        o.Batch(delta=True),
        o.BAD_BATCH,
    ):
        assert numbers.put_batch(batch, row)
        assert numbers.batch_of(row) == batch
    assert not numbers.put_batch(o.Batch(orders * 5), row)
    assert not numbers.put_batch(o.Batch((o.Attack(3),)), row)
    rng = np.random.default_rng(4)
    for _ in range(300):
        row = rng.integers(-2, 40, numbers.WIDTH).astype(np.int32)
        row[numbers.COUNT] = numbers.MOST
        for place, order in enumerate(numbers.batch_of(row).orders):
            at = numbers.FIRST + place * numbers.ORDER_WIDTH
            assert numbers.is_good(row, at) == (order != o.BAD_ORDER), row[at : at + 6]


def test_long_batches_are_put_and_played() -> None:
    """As objects, since numbers have no room for them."""
    both = _Both({"preset": "small", "max_orders_per_turn": 60}, 2, 8)
    for count in (40, 40, 70):
        batch = o.Batch((o.BAD_ORDER,) * count)
        drawn: dict[tuple[int, int], o.Batch | None] = {}
        for row, seat in np.argwhere(both.any.asked()).tolist():
            drawn[row, seat] = batch
        both.step(drawn, by_message=count == 70)
        both.compare(columns=False)


def test_an_answer_that_is_no_action_is_late_and_refused() -> None:
    """It counts as one part that is refused, as in rows of any game."""
    both = _Both({"preset": "small"}, 2, 9)
    answered = np.ones((ROWS, 2), np.bool_)
    actions: dict[str, Any] = {"message": Ragged.of([b"\xff"] * (2 * ROWS)), "answered": answered}
    refused = both.quick.step(actions)
    assert refused.tolist() == both.plain.step(actions).tolist()
    assert refused.sum() == ROWS - 1
    both.compare(columns=False)


def test_what_has_no_rows_of_its_own_has_those_of_any_game() -> None:
    """Fog, version 1 and mines that a byte can't count."""
    old = PLUGIN.at(1)
    for plugin, values in (
        (PLUGIN, {"preset": "small", "fog_of_war": True}),
        (PLUGIN, {"preset": "small", "gold_mine_amount": 128}),
        (old, {"preset": "small"}),
    ):
        config = parse_config(plugin.game.config_class, values)
        assert not covers(config)
        assert isinstance(start_rows(plugin, config, num_rows=1, num_seats=2), LoopRows)
    assert covers(parse_config(GAME.config_class, {"gem_mine_amount": 127}))


def test_opponents_and_picks_play_on_rows() -> None:
    """A house bot, and picks of candidates, decide the same as on rows of any game."""
    config = parse_config(GAME.config_class, {"preset": "small", "max_rounds": 5})
    size = {"num_rows": 2, "num_seats": 2}
    made = [start_rows(PLUGIN, config, **size), LoopRows(PLUGIN, config, **size)]
    both = [Rollout(DerivedRows(rows), seed=4, opponents={1: "rusher"}) for rows in made]
    for step in range(8):
        picks = np.full((2, 2, 1), step, np.int16)
        told = [each.step({"picks": picks}) for each in both]
        assert told[0].refused.tolist() == told[1].refused.tolist()
        assert column(both[0], "digest").tolist() == column(both[1], "digest").tolist()


def test_what_was_observed_stays_as_it_was() -> None:
    """Arrays are filled again only when nobody holds a part of them."""
    both = _Both({"preset": "small"}, 2, 5)
    names = [each.name for each in both.quick.observed if "." in each.name and not each.is_ragged]
    held: list[list[Any]] = []
    kept: list[list[Any]] = []
    for _ in range(5):
        held.append(both.quick.observe(names))
        kept.append([np.array(values) for values in held[-1]])
        both.step(both.batches(0, 30), by_message=False)
    assert any(one.tolist() != other.tolist() for one, other in zip(kept[0], kept[4], strict=True))
    for seen, copies in zip(held, kept, strict=True):
        for values, copy in zip(seen, copies, strict=True):
            assert np.array_equal(values, copy)
