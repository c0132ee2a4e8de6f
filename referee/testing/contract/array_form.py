"""Checks of games whose rules are also written over arrays: both forms must play the same matches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.kit.rollout.columns import ANSWERED, CHOICE, MESSAGE, NUMBER, Ragged, Values
from referee.kit.rollout.dtypes import Bools, Longs
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.row_rules import RowRules
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.testing.play import CAP
from referee.testing.samples import config_of, num_seats_of

__all__ = ["CHECKS", "check_array_form"]

_NUM_ROWS = 12
_FORMS = (NUMBER, NUMBER, CHOICE.name, MESSAGE.name)
"""Columns in which answers are given, in turns; numbers twice, as learners give these."""
_EVERY = 4
"""Columns are compared at the first steps, and at each step of this number from then on: making
them match by match costs most.
"""


def check_array_form(plugin: AnyPlugin) -> None:
    """Check that a game's array form plays the matches of its object form.

    Rows of matches are played at random in both forms with the same answers: legal ones, numbers of
    illegal actions and of none, messages, and no answer at all. At every step both must have the
    same digests and the same acting seats, and refuse the same; every observed column must be equal,
    and so must scores and placements. Matches begin again in some rows, and continue from saved ones.
    Games without an array form pass.
    """
    if isinstance(plugin.game, RowRules):
        for num_seats in num_seats_of(plugin):
            _check(plugin, num_seats)


def _check(plugin: AnyPlugin, num_seats: int) -> None:
    config, everywhere = config_of(plugin), np.arange(_NUM_ROWS)
    rows = start_rows(plugin, config, num_rows=_NUM_ROWS, num_seats=num_seats)
    model = LoopRows(plugin, config, num_rows=_NUM_ROWS, num_seats=num_seats)
    assert rows.observed == model.observed, "both forms must have the same columns"
    assert rows.acted == model.acted, "both forms must have the same columns of actions"
    dice = Stream(num_seats)
    for both in (rows, model):
        both.collect_events(range(num_seats))
    _begin((rows, model), everywhere[1:], dice)  # one match is never begun
    _compare(rows, model, "before the first step")
    for step in range(CAP):
        if not model.asked()[1:].any():
            break
        actions = _answers(rows, model.asked(), _FORMS[step % len(_FORMS)], dice)
        where = f"in step {step}"
        assert np.array_equal(rows.refused(actions), model.refused(actions)), _told(
            "refused", where
        )
        some = everywhere[step % 3 :: 2] if step % 5 == 4 else everywhere
        refused = rows.step_some(some, actions), model.step_some(some, actions)
        assert np.array_equal(*refused), _told("the refused parts", where)
        _compare(rows, model, where, columns=step < _EVERY or step % _EVERY == 0)
        if step == _EVERY:  # one match begins again, and others continue from one that is saved
            _begin((rows, model), everywhere[2:3], dice)
            into = everywhere[3:6], np.array([0, 0, 1]), np.array([5, 6, 7], np.uint64)
            for both in (rows, model):
                both.put_saved(both.saved(everywhere[1:3]), Into(*into))
                both.put_saved(both.saved(everywhere[7:9]), Into(*into, redraw_for=0))
                both.put_saved(both.saved(everywhere[1:3]), Into(everywhere[4:5], into[1][:1]))
            _compare(rows, model, "after matches were saved and put back")
    _compare(rows, model, "after the last step")


def _begin(forms: Sequence[Rows], rows: Longs, dice: Stream) -> None:
    seeds = np.array([dice.next() for _ in rows], np.uint64)
    for each in forms:
        each.begin(rows, seeds)


def _answers(rows: Rows, asked: Bools, name: str, dice: Stream) -> dict[str, Values]:
    """Return an answer of each seat in one column: mostly legal ones, some illegal, some missing."""
    (mask,) = rows.observe(["action_mask"])
    assert isinstance(mask, np.ndarray)
    count = mask.shape[2]
    answered = np.array([dice.draw(8) > 1 for _ in range(asked.size)]).reshape(asked.shape)
    numbers = np.zeros(asked.shape, np.int32)
    for row, seat in np.ndindex(*asked.shape):
        legal = np.flatnonzero(mask[row, seat])
        # One answer of eight is any number, within the list of all actions or next to it.
        anything = dice.draw(count + 2) - 2
        numbers[row, seat] = anything if dice.draw(8) == 1 else legal[dice.draw(len(legal)) - 1]
    if name == NUMBER:
        return {NUMBER: numbers, ANSWERED.name: answered}
    if name == CHOICE.name:
        places = np.array([dice.draw(count + 1) - 1 for _ in range(asked.size)], np.int64)
        choices = places.reshape(asked.shape).astype(CHOICE.column.dtype)
        return {CHOICE.name: choices, ANSWERED.name: answered}
    assert rows.plugin is not None
    assert rows.config is not None
    encode = rows.plugin.codec.encode_action
    actions = rows.plugin.game.numbered_actions(rows.config) or ()
    known = {number: encode(action) for number, action in enumerate(actions)}
    # A number of no action stands for bytes that are no action either.
    data = Ragged.of([known.get(number, b"\xff") for number in numbers.reshape(-1).tolist()])
    return {MESSAGE.name: data, ANSWERED.name: answered}


def _compare(rows: Rows, model: Rows, where: str, *, columns: bool = True) -> None:
    everywhere = np.arange(rows.num_rows)
    assert rows.digests(everywhere) == model.digests(everywhere), _told("digests", where)
    assert np.array_equal(rows.asked(), model.asked()), _told("acting seats", where)
    assert np.array_equal(rows.over(), model.over()), _told("which matches are over", where)
    scores = rows.scores(everywhere), model.scores(everywhere)
    assert np.array_equal(*scores), _told("scores", where)
    placements = rows.placements(everywhere), model.placements(everywhere)
    assert np.array_equal(*placements), _told("placements", where)
    for row, seat in np.ndindex(*rows.asked().shape):
        assert rows.take_events(row, seat) == model.take_events(row, seat), _told("events", where)
    if not columns:
        return
    names = [each.name for each in rows.observed]
    for chosen in (None, everywhere[1::3], everywhere[:0]):
        pairs = zip(rows.observe(names, chosen), model.observe(names, chosen), strict=True)
        for name, (mine, theirs) in zip(names, pairs, strict=True):
            assert _is_equal(mine, theirs), _told(f"the column {name}", where)


def _is_equal(one: Values, other: Values) -> bool:
    if isinstance(one, Ragged):
        same = isinstance(other, Ragged) and np.array_equal(one.offsets, other.offsets)
        return same and np.array_equal(one.data, other.data)
    return isinstance(other, np.ndarray) and one.dtype == other.dtype and np.array_equal(one, other)


def _told(what: str, where: str) -> str:
    return f"the array form and the object form differ {where}: {what}"


CHECKS = (check_array_form,)
"""Checks of this module that take a game's plug-in as their only argument."""
