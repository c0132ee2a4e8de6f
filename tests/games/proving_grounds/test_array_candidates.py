"""Lists of candidates made of arrays are those made of messages, and so are the messages of what is picked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.scenario.candidates import ArrayCandidates
from referee.kit.arrays import copied
from referee.kit.rollout.loop_rows import LoopRows
from referee_bots import candidates
from tests.games.proving_grounds.test_codes import CONFIG as HAND_MADE

WIDTH = 32
ROWS = 2
STEPS = 25
CASES: dict[str, tuple[int, dict[str, Any], int]] = {
    "two": (2, {"sector_depth": 3}, WIDTH),
    "five, and a small world": (5, {"sector_width": 2, "sector_depth": 2}, WIDTH),
    "eight": (8, {"sector_depth": 2, "start_gold": 1000}, WIDTH),
    "hand-made": (2, HAND_MADE, WIDTH),
    "short lists": (3, {"sector_depth": 3}, 3),
    "few slots": (3, {"max_heroes": 2, "start_gold": 60}, WIDTH),
}
KINDS = range(7)


def _rows(num_seats: int, values: dict[str, Any], seed: int) -> LoopRows:
    plugin = registry.find("proving_grounds")
    config: Any = parse_config(plugin.game.config_class, values)
    rows = LoopRows(plugin, config, num_rows=ROWS, num_seats=num_seats)
    rows.begin(np.arange(ROWS), np.arange(seed, seed + ROWS, dtype=np.uint64))
    return rows


def _lists_of_messages(rows: LoopRows, width: int) -> Any:
    plugin: Any = rows.plugin
    told = (plugin.codec.config_type, plugin.codec.encode_config(rows.config))
    made: Any = candidates.find("proving_grounds", told, rows.num_seats)
    made.width = width
    return made


def _shake(state: Any, dice: Stream) -> None:
    """Change what random orders seldom change: what is known, spikes, gems, gold, and who is where."""
    rooms = len(state.rooms)
    for _ in range(rooms):
        state.levels[dice.draw(len(state.seats)) - 1, dice.draw(rooms) - 1] = dice.draw(5) - 1
        seat, hero = dice.draw(len(state.seats)) - 1, dice.draw(state.heroes.shape[1]) - 1
        room = dice.draw(rooms) - 1
        state.heroes[seat, hero, c.ROOM] = room
        state.hero_gems[seat, hero, 0] = dice.draw(2) - 1
        door = dice.draw(state.doors.shape[1]) - 1
        behind = state.doors[room, door]
        if behind != c.NONE:
            back = state.doors[behind].tolist().index(room)
            state.spiked[room, door] = state.spiked[behind, back] = dice.draw(2) == 1
    home = state.rules[c.WIDTH] // 2
    state.heroes[0, 0, c.ROOM] = home
    state.seats[:, c.GOLD] = dice.draw(20) - 1


class _Compared:
    """Compares lists and messages of both ways in.

    Args:
        rows: The matches.
        width: Candidates of a slot at most.
    """

    def __init__(self, rows: LoopRows, width: int) -> None:
        self.rows, self.plugin = rows, rows.plugin
        self.old = _lists_of_messages(rows, width)
        self.arrays: Any = ArrayCandidates(rows.config, rows.num_seats, width)  # type: ignore[arg-type]
        self.rng = np.random.default_rng(7)
        self.kinds: set[int] = set()
        """Kinds of candidates so far."""

    def compare(self) -> None:
        """Compare the lists of all seats, and the messages of random picks of these."""
        rows, asked = self.rows, self.rows.asked()
        lists = self.arrays.lists(rows, np.arange(ROWS), asked)
        seen: Any = rows.observe(["message"])[0]
        places = np.zeros((*asked.shape, self.old.slots), np.int64)
        picked = np.zeros(places.shape, np.bool_)
        wanted: dict[tuple[int, int], Any] = {}
        for place, (row, seat) in enumerate(np.ndindex(asked.shape)):
            first, behind = lists.offsets[place : place + 2].tolist()
            own = lists.numbers[first:behind].tolist()
            if not asked[row, seat]:
                assert own == []
                continue
            offer = self.old.offer(seen[place])
            made = [[slot, *one.numbers] for slot, each in enumerate(offer.lists) for one in each]
            assert own == made
            self.kinds |= {numbers[1] for numbers in own}
            lengths = np.array([len(each) for each in offer.lists])
            picks = self.rng.integers(-1, lengths)
            picked[row, seat] = picks >= 0
            places[row, seat] = first + np.cumsum(lengths) - lengths + picks
            action, _ = offer.action(picks.tolist())
            if action is not None:
                data = action.SerializeToString()
                wanted[row, seat] = self.plugin.codec.decode_action(data)  # type: ignore[union-attr]
        played = self.arrays.actions(rows, lists, places, picked)
        for row, seat in np.ndindex(asked.shape):
            own, other = played["objects"][row, seat], wanted.get((row, seat))
            assert played["answered"][row, seat] == ((row, seat) in wanted)
            assert (type(own), own) == (type(other), other)

    def play_on(self, dice: Stream) -> None:
        """Play random orders."""
        game: Any = self.plugin.game  # type: ignore[union-attr]
        asked = self.rows.asked()
        for row in np.flatnonzero(asked.any(axis=1)).tolist():
            state, seats = self.rows.match(row), np.flatnonzero(asked[row]).tolist()
            game.step(state, {seat: game.random_action(state, seat, dice) for seat in seats})
            self.rows.put_match(row, state)


@pytest.mark.parametrize("case", CASES)
def test_lists_and_messages_are_those_of_messages(case: str) -> None:
    """Of every seat along matches of random orders, and in positions next to them in which much has been changed."""
    num_seats, values, width = CASES[case]
    both = _Compared(_rows(num_seats, values, seed=3), width)
    dice = Stream(7)
    for step in range(STEPS):
        both.compare()
        if step:  # nobody has heroes before
            states = [copied(both.rows.match(row)) for row in range(ROWS)]
            for row in range(ROWS):
                _shake(both.rows.match(row), dice)
            both.compare()
            for row, state in enumerate(states):
                both.rows.put_match(row, state)
        both.play_on(dice)
    assert both.kinds == set(KINDS) or width < WIDTH


def test_lists_of_some_rows_are_theirs() -> None:
    """In the order in which they are asked for, and none where nobody is asked."""
    both = _Compared(_rows(3, {"sector_depth": 3}, seed=5), WIDTH)
    both.play_on(Stream(1))
    asked = both.rows.asked()
    every = both.arrays.lists(both.rows, np.arange(ROWS), asked).ragged
    backwards = both.arrays.lists(both.rows, np.array([1, 0]), asked[::-1]).ragged
    for row, seat in np.ndindex(asked.shape):
        one, other = row * 3 + seat, (1 - row) * 3 + seat
        np.testing.assert_array_equal(every[one], backwards[other])
    nothing = both.arrays.lists(both.rows, np.arange(ROWS), np.zeros_like(asked))
    assert nothing.numbers.shape == (0, 5)
    assert not nothing.offsets.any()
