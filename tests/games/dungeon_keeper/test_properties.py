"""What holds in every match, under any config and any batches."""

from __future__ import annotations

import collections
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from tests.games.dungeon_keeper.both_worlds import odd_config
from tests.games.dungeon_keeper.lockstep import Told, plain_batch, rules_of_match, told_of
from tests.games.dungeon_keeper.odd_orders import odd_batch
from tests.games.dungeon_keeper.reference_plain import read_world
from tests.games.dungeon_keeper.reference_tables import (
    ARTIFACTS,
    BUILDINGS,
    KINDS,
    PER_MANA,
    SPELLS,
)
from tests.helpers.tiers import some

GAME = PLUGIN.game
STOCKS = ("gold", "iron", "taldear", "mana")
Flow = dict[str, int]


class Run:
    """A match played with odd batches, and what came of the last one."""

    def __init__(self, number: int, batches: int) -> None:
        self.dice = Stream(number, 31)
        num_seats = 2 + number % 7
        self.config = parse_config(DungeonKeeperConfig, odd_config(number, self.dice, num_seats))
        self.state, _ = GAME.start(self.config, seed=number, num_seats=num_seats)
        self.after: Any = GAME.plain_state(self.state)
        self.before: Any = self.after
        self.events: list[Told] = []
        self.left = batches

    def step(self) -> bool:
        """Carry out one more batch; False if there is none."""
        point = GAME.decision(self.state)
        if point is None or not self.left:
            return False
        self.left -= 1
        (seat,) = point.seats
        world = read_world(self.after, rules_of_match(self.config, self.after["size"]), 0)
        batch = odd_batch(world, self.dice, 20)
        if self.dice.draw(3) == 1:
            batch = plain_batch(GAME.random_action(self.state, seat, self.dice))
        action = None if batch is None else GAME.parse_action(batch)
        self.events = told_of(GAME.step(self.state, {seat: action}))
        self.before, self.after = self.after, GAME.plain_state(self.state)
        return True


def flows(events: list[Told], acting: int) -> dict[int, Flow]:
    """What the rules give and take from each seat's stocks, by what happened."""
    found: dict[int, Flow] = collections.defaultdict(lambda: dict.fromkeys(STOCKS, 0))
    for kind, its in events:
        if kind == "turn_start":
            found[its["seat"]]["mana"] += its["income"] - its["upkeep"]
        elif kind == "died":
            found[its.get("killer", acting)]["mana"] += its["mana"]
        elif kind in _FLOWS:
            for stock, amount in _FLOWS[kind](its).items():
                found[acting][stock] += amount
    return found


def _mined(its: Any) -> Flow:
    return {"taldear" if its["kind"] == "gem" else its["kind"]: its["amount"]}


def _built(its: Any) -> Flow:
    price = BUILDINGS[its["building"]].price
    assert price is not None
    return dict(zip(("gold", "iron", "mana"), (-amount for amount in price), strict=True))


def _upgraded(its: Any) -> Flow:
    kind = KINDS[its["new"]]
    return {"mana": -kind.mana, "gold": -kind.gold}


_FLOWS: dict[str, Any] = {
    "mined": _mined,
    "built": _built,
    "upgraded": _upgraded,
    "picked_up": lambda its: {name: its[name] for name in ("gold", "taldear", "mana")},
    "repaired": lambda its: {"gold": -its["gold"]},
    "rune_used": lambda its: {"mana": 0 if its["is_installed"] else 10},
    "sacrificed": lambda _: {"mana": 1},
    "summoned": lambda its: {"mana": -KINDS[its["kind"]].mana},
    "source_upgraded": lambda its: {"gold": -10 * (its["level"] - 1)},
    "researched": lambda its: {"mana": -SPELLS[its["spell"]].research},
    "cast": lambda its: {"mana": -SPELLS[its["spell"]].cast},
    "forged": lambda its: {n: -a for n, a in ARTIFACTS[its["artifact"]]._asdict().items()},
    "exchanged": lambda its: {
        its["resource"]: its["amount"],
        "mana": -its["amount"] * PER_MANA[its["resource"]],
    },
}


@pytest.mark.parametrize("number", some([2, 3, 5, 6, 7, 11, 4, 8, 9, 10], 6))
def test_stocks_are_conserved(number: int) -> None:
    """Gold, iron, taldear and mana come and go by the rules alone; what fell loses all."""
    run = Run(number, 60)
    while run.step():
        expected = flows(run.events, run.before["acting_seat"])
        pairs = zip(run.before["seats"], run.after["seats"], strict=True)
        for seat, (was, now) in enumerate(pairs):
            for stock in STOCKS:
                due = was[stock] + expected[seat][stock] if now["alive"] else 0
                assert now[stock] == due >= 0, (seat, stock, run.events)
        dug_out = [its["amount"] for kind, its in run.events if kind == "mined"]
        left, was_left = (
            sum(mine["left"] for mine in its["mines"]) for its in (run.after, run.before)
        )
        assert left == was_left - sum(dug_out)


@pytest.mark.parametrize("number", some([2, 3, 5, 6, 7, 11, 4, 8, 9, 10], 6))
def test_things_are_where_they_can_be(number: int) -> None:
    """No unit or item in rock, mine or building or off the board, and one owner in each cell."""
    run = Run(number, 60)
    while run.step():
        plain = run.after
        solid = {(its["row"], its["col"]) for its in (*plain["mines"], *plain["buildings"])}
        owners: dict[tuple[int, int], set[int]] = collections.defaultdict(set)
        heights: collections.Counter[tuple[int, int]] = collections.Counter()
        for unit in plain["units"]:
            cell = unit["row"], unit["col"]
            owners[cell].add(unit["owner"])
            heights[cell] += unit["owner"] >= 0
        assert all(len(its) == 1 for its in owners.values())
        assert all(height <= run.config.stack_limit for height in heights.values())
        lying = {(item["row"], item["col"]) for item in plain["items"]}
        for row, col in owners.keys() | lying:
            assert 0 <= row < plain["size"]
            assert 0 <= col < plain["size"]
            assert plain["rows"][row][col] == "."
            assert (row, col) not in solid


@pytest.mark.parametrize("number", some([2, 3, 5, 6, 7, 11, 4, 8, 9, 10], 6))
def test_bounds(number: int) -> None:
    """Of hit points, action points, levels and numbers of units."""
    run = Run(number, 60)
    while run.step():
        plain = run.after
        owned = collections.Counter(unit["owner"] for unit in plain["units"])
        assert all(count <= run.config.unit_cap for seat, count in owned.items() if seat >= 0)
        assert all(plain["seats"][seat]["alive"] for seat in owned if seat >= 0)
        for unit in plain["units"]:
            kind = KINDS[unit["kind"]]
            most = kind.hp + 10 * ("amulet" in unit["artifacts"]) + 5 * ("life" in unit["spirits"])
            assert 0 < unit["hp"] <= most
            is_hasty = any(status["status"] == "haste" for status in unit["statuses"])
            # An upgrade, a cancelled blessing and a second turn's haste leave points that were given.
            assert 0 <= unit["ap"] <= kind.ap + 1 + 1 + is_hasty
            assert unit["capture_points"] < 10
            assert (unit["owner"] != unit["controller"]) <= (
                unit["controller"] == plain["acting_seat"]
            )
            if unit["owner"] >= 0:
                serial = unit["id"] - 100_000 * (unit["owner"] + 1)
                assert 0 < serial <= plain["seats"][unit["owner"]]["serial"]
        for building in plain["buildings"]:
            if building["kind"] == "source":
                assert 1 <= building["level"] <= 10
            else:
                assert 0 < building["hp"] <= BUILDINGS[building["kind"]].hp
            owner = building["owner"]
            assert owner == -1 or plain["seats"][owner]["alive"]
        assert all(mine["left"] > 0 for mine in plain["mines"])


_DOERS = ("unit", "attacker", "target", "priest")


@pytest.mark.parametrize("number", some([2, 3, 5, 6, 7, 11, 4, 8, 9, 10], 6))
def test_the_dead_do_nothing(number: int) -> None:
    """Who has died or vanished is in no later event but his own end, and never comes back."""
    run = Run(number, 60)
    gone: set[int] = set()
    while run.step():
        ended: set[int] = set()
        for kind, its in run.events:
            named = {its[name]["unit"] for name in _DOERS if isinstance(its.get(name), dict)}
            assert not named & gone
            assert not named & ended or kind in ("hero_died", "dropped")
            if kind in ("died", "vanished"):
                ended |= named
        gone |= ended
        assert not gone & {unit["id"] for unit in run.after["units"]}
