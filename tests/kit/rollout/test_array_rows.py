"""Games whose rules are also written over arrays: many matches at once are those played one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.kit.columns import ColumnSet
from referee.kit.game import plugin as plugin_of
from referee.kit.rollout.array_rows import ArrayRows
from referee.kit.rollout.columns import ANSWERED, MESSAGE, NUMBER, Ragged, Values
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.row_game import places_of, rolls, shuffles
from referee.kit.state import State
from referee.testing.contract.array_form import check_array_form
from tests.helpers.example_games import install_example

NUM_ROWS = 48
CASES = {
    "connect_four": ("connect_four", {}),
    "connect_four-wide": ("connect_four", {"rows": 4, "columns": 12, "in_a_row": 3}),
    "connect_four-six": ("connect_four", {"rows": 7, "columns": 6, "in_a_row": 6}),
    "leduc": ("leduc", {}),
    "leduc-short": ("leduc", {"hands": 1}),
}

Install = Callable[[str], AnyPlugin]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Install:
    """Lets an example game be found."""
    return lambda game: install_example(monkeypatch, tmp_path, game)


@pytest.mark.parametrize(("game", "fields"), CASES.values(), ids=CASES)
def test_rows_are_the_matches_that_the_game_plays(
    game: str, fields: Mapping[str, Any], installed: Install
) -> None:
    """At every step, with illegal actions, late seats and chance: digests, who acts, what is seen, results."""
    plugin = installed(game)
    rules: Any = plugin.game
    config = rules.config_class(**fields)
    rows = start_rows(plugin, config, num_rows=NUM_ROWS, num_seats=2)
    assert isinstance(rows, ArrayRows)
    seeds = np.arange(NUM_ROWS, dtype=np.uint64) + np.uint64(2**64 - 5)
    rows.begin(np.arange(NUM_ROWS), seeds)
    states = [rules.start(config, seed=seed, num_seats=2)[0] for seed in seeds.tolist()]
    numbered, dice = rules.numbered_actions(config), Stream(1)
    seen = ColumnSet(rules.observation)
    names = [column.name for column in seen.columns]
    steps = refusals = 0
    while not rows.over().all():
        numbers = np.zeros((NUM_ROWS, 2), np.int32)
        answered = np.zeros((NUM_ROWS, 2), np.bool_)
        expected = np.zeros((NUM_ROWS, 2), np.int32)
        for row, state in enumerate(states):
            acting = tuple(rules.acting(state))
            assert tuple(np.flatnonzero(rows.asked()[row]).tolist()) == acting
            taken: dict[int, Any] = {}
            for seat in acting:
                numbers[row, seat] = dice.draw(len(numbered)) - 1
                answered[row, seat] = dice.draw(6) > 1
                action = numbered[int(numbers[row, seat])]
                taken[seat] = action if answered[row, seat] else None
                legal = rules.legal_actions(state, seat)
                expected[row, seat] = answered[row, seat] and action not in legal
            if acting:
                rules.step(state, taken)
        refused = rows.step({NUMBER: numbers, ANSWERED.name: answered})
        assert np.array_equal(refused, expected)
        assert rows.digests(np.arange(NUM_ROWS)) == [rules.digest(state) for state in states]
        records = [rules.see(state, seat) for state in states for seat in range(2)]
        for name, array in zip(names, rows.observe(names), strict=True):
            model = seen.array(name, records)
            assert isinstance(array, np.ndarray)
            assert array.dtype == model.dtype
            np.testing.assert_array_equal(array.reshape(model.shape), model, err_msg=name)
        steps, refusals = steps + 1, refusals + int(refused.sum())
    outcomes = [rules.outcome(state) for state in states]
    everywhere = np.arange(NUM_ROWS)
    assert rows.scores(everywhere).tolist() == [list(each.scores) for each in outcomes]
    assert rows.placements(everywhere).tolist() == [list(each.placements) for each in outcomes]
    assert steps > 0
    assert refusals > 0


@pytest.mark.parametrize("game", ["connect_four", "leduc"])
def test_the_contract_compares_both_forms(game: str, installed: Install) -> None:
    """Messages, events, choices, saved and redrawn matches included; both example games pass."""
    plugin = installed(game)
    assert isinstance(start_rows(plugin, _config(plugin), num_rows=1, num_seats=2), ArrayRows)
    check_array_form(plugin)


def _config(plugin: AnyPlugin) -> Any:
    return plugin.game.config_class()


def _changed(plugin: AnyPlugin, name: str, method: Any) -> AnyPlugin:
    """Return the plug-in of the game with another method of this name; `method` takes the game's own first."""
    base = type(plugin.game)
    own = getattr(base, name)
    changed = type(base.__name__, (base,), {name: lambda *given: method(own, *given)})
    return plugin_of(changed(), "Rules.", kit="1.0")


FAULTS: dict[str, tuple[str, str, Any, str]] = {
    "a win is not seen": (
        "connect_four",
        "play_rows",
        lambda own, game, state, numbers: (own(game, state, numbers), state.winner.fill(-1)),
        "in step .*: digests",
    ),
    "another seat acts": (
        "connect_four",
        "acting_rows",
        lambda own, *given: own(*given)[:, ::-1],
        "before the first step: acting seats",
    ),
    "a full column is legal": (
        "connect_four",
        "legal_rows",
        lambda own, *given: own(*given) | True,
        "in step .*: ",
    ),
    "the last column is not legal": (
        "connect_four",
        "legal_rows",
        lambda own, *given: own(*given) & (np.arange(7) < 6),
        "before the first step: the column open.count",
    ),
    "a column is empty": (
        "connect_four",
        "see_rows",
        lambda own, *given: own(*given) | {"board": np.zeros((len(given[1].cells), 1, 42))},
        "before the first step: the column board",
    ),
    "the wrong seat scores": (
        "connect_four",
        "scores_rows",
        lambda own, *given: own(*given)[:, ::-1],
        "in step .*: scores",
    ),
    "the last legal action is the default": (
        "connect_four",
        "default_rows",
        lambda own, game, state, legal: 6 - legal[:, :, ::-1].argmax(axis=2) + 0 * own(game, state, legal),
        "in step .*: digests",
    ),
    "the deck is not shuffled": (
        "leduc",
        "deal_rows",
        lambda own, *given: _sorted(own(*given)),
        "before the first step: digests",
    ),
    "the hidden card is seen": (
        "leduc",
        "see_rows",
        lambda own, *given: own(*given) | {"card": given[1].deck[:, 1::-1]},
        "before the first step: the column card",
    ),
}  # fmt: skip


def _sorted(state: Any) -> Any:
    state.deck.sort(axis=1)
    return state


@pytest.mark.parametrize(("game", "name", "method", "sentence"), FAULTS.values(), ids=FAULTS)
def test_the_contract_finds_another_array_form(
    game: str, name: str, method: Any, sentence: str, installed: Install
) -> None:
    """One method over arrays that does something else is found, and the sentence says where."""
    plugin = _changed(installed(game), name, method)
    with pytest.raises(AssertionError, match=f"array form and the object form differ {sentence}"):
        check_array_form(plugin)


REFUSED: dict[str, tuple[str, Any, str]] = {
    "actions without numbers": (
        "numbered_actions",
        lambda *_: None,
        "ConnectFour must have numbered_actions",
    ),
    "seats that go out": (
        "eliminated",
        lambda *_: (),
        "overrides eliminated, which has no array form",
    ),
    "a column is missing": (
        "see_rows",
        lambda own, *given: {n: v for n, v in own(*given).items() if n != "open"},
        "see_rows must return the columns board.count, board, open.count, open: look at open",
    ),
    "one match too few": (
        "deal_rows",
        lambda own, game, config, table: table.as_state(
            type(own(game, config, table)),
            cells=np.zeros((2, 6, 7), np.int64),
            winner=np.zeros((3, 1), np.int64),
        ),
        r"cells of deal_rows must have 3 rows, not be \(2, 6, 7\)",
    ),
}


@pytest.mark.parametrize(("name", "method", "sentence"), REFUSED.values(), ids=REFUSED)
def test_an_array_form_that_can_not_be_used_is_refused(
    name: str, method: Any, sentence: str, installed: Install
) -> None:
    """Where rows are made, with what is wrong."""
    plugin = _changed(installed("connect_four"), name, method)
    with pytest.raises(TypeError, match=sentence):
        start_rows(plugin, _config(plugin), num_rows=3, num_seats=2)


def test_a_list_longer_than_its_column_is_refused(installed: Install) -> None:
    """With the column's name and shape."""
    plugin = _changed(
        installed("connect_four"),
        "see_rows",
        lambda own, *given: own(*given) | {"open": np.zeros((3, 2, 13))},
    )
    rows = start_rows(plugin, _config(plugin), num_rows=3, num_seats=2)
    bound = r"open must have the shape at most \(3, 2, 12\), not \(3, 2, 13\)"
    with pytest.raises(TypeError, match=bound):
        rows.observe(["open"])


@pytest.mark.parametrize("game", ["connect_four", "leduc"])
def test_no_rows_are_no_error(game: str, installed: Install) -> None:
    """Of none of the matches everything is empty, in the shape and dtype that it has otherwise."""
    plugin, none = installed(game), np.zeros(0, np.int64)
    rows = start_rows(plugin, _config(plugin), num_rows=2, num_seats=2)
    rows.begin(none, none.astype(np.uint64))
    names = [each.name for each in rows.observed if not each.is_ragged]
    for all_rows, no_rows in zip(rows.observe(names), rows.observe(names, none), strict=True):
        assert isinstance(all_rows, np.ndarray)
        assert isinstance(no_rows, np.ndarray)
        assert (no_rows.shape, no_rows.dtype) == ((0, *all_rows.shape[1:]), all_rows.dtype)
    assert rows.scores(none).shape == rows.placements(none).shape == (0, 2)
    assert rows.digests(none) == []


def test_scripted_dice_are_for_single_matches(installed: Install) -> None:
    """A state with a script can't be put into a row."""
    plugin = installed("leduc")
    rows = start_rows(plugin, _config(plugin), num_rows=1, num_seats=2)
    state, _ = plugin.game.start(_config(plugin), seed=7, num_seats=2)
    rows.put_match(0, state)
    assert rows.digest(0) == plugin.game.digest(state)
    plugin.game.script_dice(state, [1])
    with pytest.raises(FieldError, match="match must be one without scripted dice"):
        rows.put_match(0, state)


def test_an_accepted_action_without_a_number_is_an_error(installed: Install) -> None:
    """Rules that accept more than they number can't be played over arrays, and don't guess."""
    plugin = _changed(installed("connect_four"), "numbered_actions", _without_last)
    rows = start_rows(plugin, _config(plugin), num_rows=1, num_seats=2)
    last = plugin.codec.encode_action(plugin.game.parse_action(6))
    actions: dict[str, Values] = {
        MESSAGE.name: Ragged.of([last, b""]),
        ANSWERED.name: np.array([[True, False]]),
    }
    with pytest.raises(FieldError, match="action must be one of numbered_actions"):
        rows.refused(actions)


def _without_last(own: Any, *given: Any) -> Any:
    return own(*given)[:-1]


def test_dice_of_many_matches_are_those_of_each() -> None:
    """With the same seeds and keys, of all sides; keys may differ by match."""
    seeds = np.array([0, 1, 2**63, 2**64 - 1], np.uint64)
    hands = np.array([3, 0, 7, 3])
    tables = [State(config=None, num_seats=2, seed=np.array([seed])) for seed in seeds]
    for sides in (1, 2, 6, 1000):
        expected = [
            table.roll(sides, 4, hand) for table, hand in zip(tables, hands.tolist(), strict=True)
        ]
        assert rolls(seeds[:, None], sides, 4, hands).tolist() == expected
    decks = [table.shuffled(6, hand) for table, hand in zip(tables, hands.tolist(), strict=True)]
    assert shuffles(seeds[:, None], 6, hands).tolist() == decks
    assert shuffles(seeds[:0, None], 6).shape == (0, 6)
    with pytest.raises(TypeError, match="chance_free=True has no dice"):
        rolls(np.zeros((3, 0), np.uint64), 6)


def test_places_are_listed_in_front() -> None:
    """Ascending, with 0 behind the last."""
    mask = np.array([[False, True, False, True], [True, True, True, True], [False] * 4])
    places, counts = places_of(mask)
    assert places.tolist() == [[1, 3, 0, 0], [0, 1, 2, 3], [0, 0, 0, 0]]
    assert counts.tolist() == [2, 4, 0]
