"""The log of a step has room for whatever happens in it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.rng import Stream
from referee.games.champions import PLUGIN, engine
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.rules.log import LOG_WIDTH
from referee.games.champions.rules.pairing import most_battles
from referee.games.champions.state import State
from referee.games.champions.tables import MOST_BATTLES, MOST_ITEMS
from referee.games.champions.wire.records import EVENTS
from referee.kit.flat import most_numbers
from tests.games.champions.odd_actions import odd_action

GAME: Any = PLUGIN.game
CONFIG = ChampionsConfig(loot_actions=6)
HEAD = 3
DRAGONFANG, AEGIS_PLATE = 6, 27


def step(state: State, actions: dict[int, Any]) -> list[tuple[int, int]]:
    """Carry actions out; return kind and numbers of each entry of the log, which end where it does."""
    logs: list[Any] = []

    def keep(numbers: Any, _: int) -> list[object]:
        logs.append(numbers)
        return []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "log_events", keep)
        GAME.step(state, actions)
    (log,) = logs
    size, at, found = int(log[c.LOG_SIZE]), c.LOG_ENTRIES, []
    while at < size:
        kind, _, count = log[at : at + HEAD].tolist()
        found.append((kind, count))
        at += HEAD + count
    assert at == size == len(log) <= LOG_WIDTH
    return found


def test_entries_are_no_longer_than_their_records() -> None:
    """In a match of all seats whose actions are wrong in many ways."""
    state, _ = GAME.start(CONFIG, seed=1, num_seats=16)
    dice, longest = Stream(1), dict.fromkeys(range(len(EVENTS) + 1), 0)
    while (point := GAME.decision(state)) is not None:
        plain = GAME.plain_state(state)
        odd = {s: odd_action(plain, s, dice, loot_actions=6, oddity=3) for s in point.seats}
        actions = {s: GAME.parse_action(action) for s, action in odd.items()}
        for kind, count in step(state, actions):
            longest[kind] = max(longest[kind], count)
    assert longest[c.SURPLUS_REFUSED] == longest[c.REFUSED] == 3
    for kind, count in longest.items():
        if kind not in (c.SURPLUS_REFUSED, c.REFUSED):
            assert count <= most_numbers(EVENTS[kind - 1])


def test_the_fullest_step() -> None:
    """Ten battles of four turns with as many dice as there are, and all that can be refused of an order."""
    pairs = [pair for n in range(0, 15, 3) for pair in ([n, n + 1], [n, n + 2])]
    items = {str(n): AEGIS_PLATE if n % 3 == 0 else DRAGONFANG for n in range(1, 48 + 1)}
    seats: list[dict[str, Any]] = [{"pos": [n // 3 // 3, n // 3 % 3]} for n in range(15)] + [
        {"pos": [2, 2]}
    ]
    for seat in range(15):
        seats[seat]["slots"] = [[3 * seat + 1, 3 * seat + 2, 0]]
    fields = {"size": 3, "phase": "BATTLE", "items": items, "seats": seats, "battles": pairs}
    state = GAME.parse_state(CONFIG, 16, fields)
    bad_set = [{"action": 0, "prefs": [9]}] * 5
    orders = [{"champion": n % 4, "set": bad_set} for n in range(9)]
    GAME.script_dice(state, [1] * 2000)
    found = step(state, {seat: GAME.parse_action({"battle": orders}) for seat in range(15)})
    assert sum(kind == c.BATTLE_TURN for kind, _ in found) == MOST_BATTLES * 4
    assert sum(kind in (c.REFUSED, c.SURPLUS_REFUSED) for kind, _ in found) > 15 * 10


def test_bounds_of_a_match() -> None:
    """No number of seats makes more battles or items than the records are declared for."""
    assert max(map(most_battles, range(2, 17))) == MOST_BATTLES == 10
    assert MOST_ITEMS == len(GAME.start(CONFIG, seed=1, num_seats=16)[0].item_kind) - 1 == 360
