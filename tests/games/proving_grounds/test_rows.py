"""Rows of Proving Grounds: kernels play the matches that the rules for one match play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.kernel import JIT
from referee.core.rng import Stream
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.batch.sights import look_all
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.rows import ORDER, ProvingGroundsRows
from referee.games.proving_grounds.wire import orders as o
from referee.kit.rollout.columns import ANSWERED, MESSAGE, Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.saved import Into
from tests.games.proving_grounds.both_worlds import odd_config
from tests.games.proving_grounds.odd_actions import odd_action, rich_position
from tests.helpers.tiers import some

GAME: Any = PLUGIN.game
ROWS = 3


class _Pair:
    """The same matches twice: played by kernels, and one after another by the rules for one match.

    Args:
        number: Chooses seats, config, seeds and orders.
        oddity: One value of orders in so many is wrong; 0 for none.
    """

    def __init__(self, number: int, oddity: int) -> None:
        self.dice, self.oddity = Stream(number, 99), oddity
        self.num_seats = 2 + number % 7
        values = odd_config(self.dice) if number % 3 else {}
        self.config = parse_config(ProvingGroundsConfig, values)
        sizes = {"num_rows": ROWS, "num_seats": self.num_seats}
        quick = start_rows(PLUGIN, self.config, **sizes)
        assert isinstance(quick, ProvingGroundsRows)
        self.quick, self.plain = quick, LoopRows(PLUGIN, self.config, **sizes)
        self.all = np.arange(ROWS)
        self.begin(self.all)

    def begin(self, rows: Any) -> None:
        """Begin new matches in these rows."""
        seeds = np.array([self.dice.next() for _ in rows], np.uint64)
        self.quick.begin(rows, seeds)
        self.plain.begin(rows, seeds)

    def enrich(self) -> None:
        """Go on from positions in which much can happen."""
        for row in range(ROWS):
            state = self.plain.match(row)
            position = rich_position(dict(GAME.plain_state(state)), self.dice)
            rich = GAME.parse_state(self.config, self.num_seats, position)
            rich.seed[:] = state.seed
            self.quick.put_match(row, rich)
            self.plain.put_match(row, rich)

    def actions(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Draw a message for most seats that are asked, as numbers and as bytes; some of it is wrong."""
        numbers: dict[str, Any] = self.quick.nothing()
        parts = [b""] * (ROWS * self.num_seats)
        answered = np.zeros((ROWS, self.num_seats), np.bool_)
        for row, seat in np.argwhere(self.plain.asked()).tolist():
            action = self._action(row, seat)
            if action is None:
                continue
            answered[row, seat] = True
            parts[row * self.num_seats + seat] = data = PLUGIN.codec.encode_action(action)
            self.quick.put(numbers, row, seat, PLUGIN.codec.decode_action(data))
        numbers[ANSWERED.name] = answered
        return numbers, {MESSAGE.name: Ragged.of(parts), ANSWERED.name: answered}

    def _action(self, row: int, seat: int) -> Any:
        state = self.plain.match(row)
        if self.dice.draw(15) == 1:
            return None
        if not self.oddity or self.dice.draw(4) == 1:
            return GAME.random_action(state, seat, self.dice)
        action = odd_action(GAME.plain_state(state), seat, self.dice, self.oddity)
        return None if action is None else GAME.parse_action(action)

    def compare(self) -> None:
        """Check that both have the same matches."""
        rows = self.all
        assert self.quick.digests(rows) == self.plain.digests(rows)
        for name in ("asked", "alive", "over", "going_on"):
            assert (getattr(self.quick, name)() == getattr(self.plain, name)()).all()
        for name in ("scores", "placements"):
            assert (getattr(self.quick, name)(rows) == getattr(self.plain, name)(rows)).all()


@pytest.mark.parametrize("number", some(range(28), 7))
def test_kernels_play_the_matches_that_the_rules_play(number: int) -> None:
    """Equal digests, refusals, scores and placements at every step, with orders of all sorts and new matches."""
    pair = _Pair(number, 0 if number % 4 == 0 else 12)
    pair.compare()
    for step in range(40 if JIT else 9):
        if step == 1 and number % 2:
            pair.enrich()
        numbers, messages = pair.actions()
        foreseen = pair.quick.refused(numbers)
        played = pair.quick.step(numbers if step % 2 else messages)
        assert (played == pair.plain.step(messages)).all()
        assert (played == foreseen).all()
        pair.compare()
        over = np.flatnonzero(pair.plain.over())
        if len(over):
            pair.begin(over)
            pair.compare()


def test_kernels_play_nearly_all_of_random_play() -> None:
    """Legal orders of all kinds fit into the numbers, so no match is played alone."""
    pair = _Pair(9, 0)
    for _ in range(6):
        pair.quick.step(pair.actions()[0])
        pair.plain.step(pair.actions()[1])
    assert pair.quick.played_alone == 0


def test_a_message_that_is_too_long_is_played_alone() -> None:
    """A long path, and more orders than the numbers have room for, have the effect that the rules give them."""
    pair = _Pair(3, 0)
    pair.quick.step(pair.quick.nothing())
    pair.plain.step(
        {**pair.actions()[1], ANSWERED.name: np.zeros((ROWS, pair.num_seats), np.bool_)}
    )
    pair.compare()
    long = o.Orders(heroes=(o.Move(0, tuple(range(40))), *[o.Guard(1, on=True)] * 60))
    data = PLUGIN.codec.encode_action(long)
    numbers: dict[str, Any] = pair.quick.nothing()
    numbers[ANSWERED.name][:] = True
    for row in range(ROWS):
        for seat in range(pair.num_seats):
            pair.quick.put(numbers, row, seat, long)
    messages = {
        MESSAGE.name: Ragged.of([data] * (ROWS * pair.num_seats)),
        ANSWERED.name: numbers[ANSWERED.name],
    }
    assert (pair.quick.refused(numbers) == pair.plain.refused(messages)).all()
    assert (pair.quick.step(numbers) == pair.plain.step(messages)).all()
    assert pair.quick.played_alone == 2 * ROWS
    pair.compare()


def test_any_numbers_are_an_action() -> None:
    """Numbers that mean nothing are refused, and the kernels refuse what the rules for their message refuse."""
    pair, rng = _Pair(6, 0), np.random.default_rng(4)
    for step in range(8):
        numbers: dict[str, Any] = pair.quick.nothing()
        given = numbers[ORDER]
        given[:] = rng.integers(-3, 30, given.shape)
        given[rng.random(given.shape) < 0.02] = 2**31 - 1
        given[..., 0] = rng.integers(0, 2 if step % 2 else 1, given.shape[:2])
        numbers[ANSWERED.name][:] = True
        alone = _alone(pair, numbers)
        assert (pair.quick.step(numbers) == pair.plain.step(alone)).all()
        pair.compare()


def _alone(pair: _Pair, numbers: dict[str, Any]) -> dict[str, Any]:
    """Return what numbers stand for as action objects, which rows without kernels take."""
    actions: dict[str, Any] = pair.plain.nothing()
    actions[ANSWERED.name][:] = True
    for row in range(ROWS):
        for seat in range(pair.num_seats):
            message = pair.quick.read(row, numbers[ORDER][row, seat])
            pair.plain.put(actions, row, seat, message)
    return actions


def test_matches_with_scripted_dice_are_kept_apart() -> None:
    """They are played by the rules for one match, beside others, until another match begins in their row."""
    pair = _Pair(3, 0)
    state = GAME.copy(pair.plain.match(1))
    GAME.script_dice(state, [1] * 200)
    pair.quick.put_match(1, state)
    pair.plain.put_match(1, state)
    for _ in range(3):
        numbers, messages = pair.actions()
        pair.quick.step(numbers)
        pair.plain.step(messages)
        pair.compare()
    assert pair.quick.played_alone == 3
    names = [each.name for each in pair.quick.observed if not each.is_ragged]
    assert all(len(np.asarray(array)) == ROWS for array in pair.quick.observe(names))
    pair.begin(np.array([1]))
    numbers, messages = pair.actions()
    pair.quick.step(numbers)
    pair.plain.step(messages)
    assert pair.quick.played_alone == 3
    pair.compare()


def test_saved_matches_go_on_as_they_would_have() -> None:
    """Put back into another row, with the same dice or others."""
    pair = _Pair(2, 0)
    pair.quick.step(pair.actions()[0])
    pair.plain.step({**pair.actions()[1]})
    numbers, _ = pair.actions()
    saved = pair.quick.saved(np.array([0]))
    before = pair.quick.digest(0)
    pair.quick.step(numbers)
    after = pair.quick.digest(0)
    pair.quick.put_saved(saved, Into(np.array([0, 2]), np.array([0, 0]), None, None))
    assert pair.quick.digest(0) == pair.quick.digest(2) == before
    pair.quick.step(numbers)
    assert pair.quick.digest(0) == after
    pair.quick.put_saved(saved, Into(np.array([2]), np.array([0]), np.array([7], np.uint64), None))
    assert int(pair.quick.match(2).seed[0]) == 7


@pytest.mark.parametrize("number", some(range(16), 3))
def test_kernels_see_what_states_show(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every column, of dtype, shape and values as NumPy makes it of states, from the setup on."""
    pair = _Pair(number, 0)
    sights = GAME.further_columns(pair.config, pair.num_seats)
    names = [each.name for each in sights.all_columns]
    for step in range(12 if JIT else 4):
        if step == 1 and number % 2:
            pair.enrich()
        states = [pair.plain.match(row) for row in range(ROWS)]
        wanted = sights.values(states, names)
        with monkeypatch.context() as changed:
            changed.setattr(look_all, "is_compiled", True)
            told = pair.quick.further_values(pair.all, names)
            few = pair.quick.further_values(np.array([2, 0]), names[::5])
        for name in names:
            assert told[name].dtype == wanted[name].dtype
            np.testing.assert_array_equal(told[name], wanted[name], name)
        for name, array in few.items():
            np.testing.assert_array_equal(array, wanted[name][[2, 0]], name)
        numbers, messages = pair.actions()
        pair.quick.step(numbers)
        pair.plain.step(messages)
