"""Rows of Dice Adventure: the matches that the referee plays, in columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.games import registry
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.rules.actions import Action, put_order
from referee.games.dice_adventure.state import blank_state
from referee.games.dice_adventure.tables import MOST_AP, PING_LETTERS, Outcome
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.rollout import Autoreset, Rollout
from tests.helpers.rollouts import column, step_both

ROWS, SEATS = 3, 6
PLUGIN = registry.find("dice_adventure")


class _Plain(LoopRows):
    """Rows as any game has them, whose matches a test looks at."""

    @property
    def states(self) -> list[Any]:
        """The matches."""
        return self._states


@pytest.mark.parametrize("version", [1, 2])
def test_orders_play_the_match_that_the_game_plays(version: int) -> None:
    """Two parties a match, orders of all sorts, some of them late, over matches that are cut off."""
    plugin = PLUGIN.at(version)
    quick, plain = _both(plugin, max_steps=40)
    names = [
        each.name for each in quick.columns if each.name in {known.name for known in plain.columns}
    ]
    assert {"me.x.present", "members.hearts", "phase", "digest"} <= set(names)
    dice, rng = Stream(9), np.random.default_rng(3)
    for _ in range(100):
        orders, messages = _orders(plugin, plain, dice)
        answered = rng.random((ROWS, SEATS)) < 0.9
        step_both(
            quick,
            plain,
            {"order": orders, "answered": answered},
            {"message": messages, "answered": answered},
            names,
        )
        _compare_lists(quick, plain)
    assert column(quick, "episode").tolist() == [2] * ROWS


def _both(plugin: AnyPlugin, **options: Any) -> tuple[Rollout, Rollout]:
    config = plugin.game.config_class()
    quick = Rollout(start_rows(plugin, config, num_rows=ROWS, num_seats=SEATS), seed=5, **options)
    plain = Rollout(_Plain(plugin, config, num_rows=ROWS, num_seats=SEATS), seed=5, **options)
    return quick, plain


def _orders(plugin: AnyPlugin, plain: Rollout, dice: Stream) -> tuple[Any, Ragged]:
    """Return orders for seats that are asked, in both forms; one in four has too much or what is nothing."""
    assert isinstance(plain.rows, _Plain)
    orders = np.zeros((ROWS, SEATS, c.ORDER_WIDTH), np.int16)
    parts = [b""] * (ROWS * SEATS)
    for row, state in enumerate(plain.rows.states):
        decision = plugin.game.decision(state)
        for seat in decision.seats if decision else ():
            action = plugin.game.random_action(state, seat, dice)
            if dice.draw(4) == 1:
                action = Action(plan=(7, *range(5), *([dice.draw(5) - 1] * 30)))
            part = plugin.codec.encode_action(action)
            parts[row * SEATS + seat] = part
            phase = int(state.table[seat // 3, c.PHASE])
            version = plugin.game.info.version
            put_order(plugin.codec.decode_action(part), phase, orders[row, seat], version)
    return orders, Ragged.of(parts)


def _compare_lists(quick: Rollout, plain: Rollout) -> None:
    """See that maps and lists, which are no columns of records, are those of the observations."""
    assert isinstance(plain.rows, _Plain)
    told = {name: column(quick, name) for name in (each.name for each in quick.rows.observed)}
    for row, state in enumerate(plain.rows.states):
        codes = [bytes(pair).decode() for pair in state.chars.tolist()]
        for seat, sight in enumerate(PLUGIN.game.observe(state, range(SEATS))):
            mine = {name: values[row, seat] for name, values in told.items()}
            height, width = len(sight.grid), len(sight.seen[0])
            grid, seen = mine["grid"], mine["seen"]
            assert ["".join(codes[cell] for cell in line[:width]) for line in grid[:height]] == [
                *sight.grid
            ]
            assert ["".join(map(str, line[:width])) for line in seen[:height]] == [*sight.seen]
            assert not grid[height:].any()
            assert not seen[:, width:].any()
            monsters = [
                (codes[content], x, y)
                for content, x, y in _entries(mine, "monsters", "content x y")
            ]
            assert monsters == list(map(tuple, sight.monsters))
            pings = [
                (by, PING_LETTERS[symbol], x, y, window)
                for by, symbol, x, y, window in _entries(mine, "pings", "by symbol x y window")
            ]
            assert pings == list(map(tuple, sight.pings))
            results = [
                (level, Outcome(outcome).name.lower(), *rest)
                for level, outcome, *rest in _entries(
                    mine, "results", "level outcome keys rounds score"
                )
            ]
            assert results == list(map(tuple, sight.results))


def _entries(mine: dict[str, Any], name: str, fields: str) -> list[tuple[int, ...]]:
    count = int(mine[f"{name}.count"])
    columns = [mine[f"{name}.{field}"] for field in fields.split()]
    assert not any(values[count:].any() for values in columns)
    return list(zip(*(values[:count].tolist() for values in columns), strict=True))


def test_steps_are_a_plan_and_no_pings() -> None:
    """In a ping window they are silence; in planning they are walked, up to the first that is none."""
    quick, plain = _both(PLUGIN)
    names = ["digest", "phase", "me.x", "me.y"]
    steps = np.full((ROWS, SEATS, 12), -1, np.int8)
    steps[..., :4] = (0, 3, -1, 2)
    silent = Ragged.of([PLUGIN.codec.encode_action(Action(pings=()))] * (ROWS * SEATS))
    planned = Ragged.of([PLUGIN.codec.encode_action(Action(plan=(0, 3)))] * (ROWS * SEATS))
    for messages in (silent, planned, silent, planned):
        step_both(quick, plain, {"steps": steps}, {"message": messages}, names)


def test_strict_an_order_that_is_refused_changes_nothing() -> None:
    """As in any game; the digests say so."""
    quick, _ = _both(PLUGIN, strict=True)
    before = column(quick, "digest")
    orders = np.zeros((ROWS, SEATS, c.ORDER_WIDTH), np.int16)
    orders[1, 4, c.COUNT] = 1
    orders[1, 4, c.entry_at(0, c.TOKEN)] = 25
    orders[1, 4, c.entry_at(0, c.ENTRY_X)] = 999
    with pytest.raises(Exception, match=r"^action of seat 4 in row 1 must be legal"):
        quick.step({"order": orders})
    assert (column(quick, "digest") == before).all()
    assert column(quick, "step").tolist() == [0] * ROWS


@pytest.mark.parametrize("cost", [1, 2, 3])
def test_as_many_pings_are_told_as_there_can_be(cost: int) -> None:
    """All action points spent on pings fill the columns, to the last entry; a silent game has room for one."""
    config = PLUGIN.game.config_class(ping_cost=cost)
    rollout = Rollout(start_rows(PLUGIN, config, num_rows=1, num_seats=3), seed=5)
    orders = np.zeros((1, 3, c.ORDER_WIDTH), np.int16)
    orders[..., c.COUNT] = 12
    rollout.step({"order": orders})
    most = sum(member.ap // cost for member in config.members)
    assert column(rollout, "pings.count").tolist() == [[most] * 3]
    assert column(rollout, "pings.window").tolist() == [[[1] * most] * 3]
    silent = PLUGIN.game.config_class(ping_windows=0)
    rows = start_rows(PLUGIN, silent, num_rows=1, num_seats=3)
    assert column(Rollout(rows, seed=5), "pings.window").tolist() == [[[0]] * 3]


def _levels_at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return for how many matches levels are made, call by call, as far as there have been any."""
    made: list[int] = []

    def counting(config: Any, seeds: Any, num_parties: int) -> Any:
        made.append(len(seeds))
        return blank_state(config, seeds, num_parties)

    monkeypatch.setattr("referee.games.dice_adventure.rows.blank_state", counting)
    return made


def test_levels_are_made_ahead_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of eight matches that are cut off together after four steps, those of two a step."""
    made = _levels_at_once(monkeypatch)
    rows = start_rows(PLUGIN, _small(), num_rows=8, num_seats=3)
    rollout = Rollout(rows, seed=5, max_steps=4, autoreset=Autoreset.SAME_STEP)
    assert made == [1, 8]
    made.clear()
    for _ in range(12):
        rollout.step(rows.nothing())
    assert made == [2] * 12
    assert column(rollout, "episode").tolist() == [3] * 8


@pytest.mark.parametrize("opponents", [None, {1: "wanderer"}])
def test_matches_are_the_same_whether_or_not_they_are_made_ahead(
    opponents: dict[int, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where rows end before that, begin with given seeds in between, or go on from what was saved."""
    made = _levels_at_once(monkeypatch)
    rollouts = []
    for is_made_ahead in (True, False):
        rows = start_rows(PLUGIN, _small(), num_rows=5, num_seats=3)
        rows.makes_ahead = is_made_ahead
        rollouts.append(Rollout(rows, seed=5, max_steps=6, opponents=opponents))
    rng, told, counts = np.random.default_rng(2), [], []
    for point in range(30):
        steps = rng.integers(-1, 4, (5, 3, MOST_AP)).astype(np.int8)
        digests = []
        for rollout in rollouts:
            made.clear()
            rollout.step({"steps": steps})
            counts.append(sum(made))
            if point in (2, 9):
                rollout.reset(np.array([4, 1]))
            if point in (5, 13):
                rollout.reset(np.array([0, 3]), np.array([point, 77], np.uint64))
            if point == 16:
                kept = rollout.snapshot(np.array([2]))
                rollout.restore(kept, np.array([8], np.uint64), np.array([1]))
            digests.append(column(rollout, "digest").tolist())
        assert digests[0] == digests[1]
        told.append(str(digests[0]))
    assert len(set(told)) == len(told)
    assert max(counts[::2]) < max(counts[1::2])


def _small() -> Any:
    """One small random level."""
    level = {"random": {"w": 9, "h": 9, "wall": 10, "pieces": []}}
    return parse_config(PLUGIN.game.config_class, {"levels": [level]})
