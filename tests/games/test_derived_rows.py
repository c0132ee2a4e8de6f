"""Columns that are worked out of what seats see: candidates, picks, and what the game's own view shows."""

from __future__ import annotations

import functools
import json
from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.errors import FieldError
from referee.core.flat import plain
from referee.core.rng import Stream
from referee.games import registry
from referee.games.derived_rows import CANDIDATES, PICKS, VIEWS, DerivedRows, left_out
from referee.games.generic_view import view_of
from referee.games.shown import Shown
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.pool_rows import PoolRows
from referee.kit.rollout.rollout import Autoreset, Rollout
from referee.kit.rollout.rows import Rows
from referee.testing.samples import config_of, samples
from referee_bots import candidates

CONFIGS: dict[str, tuple[int, dict[str, Any]]] = {
    "champions": (3, {}),
    "dungeon_keeper": (2, {"preset": "small", "max_rounds": 3}),
    "proving_grounds": (2, {"max_turns": 6}),
}
"""Seats and config of short matches of the games that have lists."""
ROWS = 3
STEPS = 30


def bare(game: str, num_rows: int = ROWS) -> Rows:
    """Rows as they are without derived columns."""
    num_seats, values = CONFIGS[game]
    plugin = registry.find(game)
    config = parse_config(plugin.game.config_class, values)
    return start_rows(plugin, config, num_rows=num_rows, num_seats=num_seats)


def derived(game: str, num_rows: int = ROWS) -> Rows:
    """Rows with them, for any process."""
    return DerivedRows(bare(game, num_rows))


def lists_of(game: str) -> Any:
    """What makes the lists of a game."""
    codec, rows = registry.find(game).codec, bare(game, 1)
    assert rows.config is not None
    config = (codec.config_type, codec.encode_config(rows.config))
    return candidates.find(game, config, rows.num_seats)


def picked(listed: Ragged, asked: Any, slots: int, rng: np.random.Generator) -> Any:
    """Pick one of each list, any with the same chance."""
    picks = np.full((*asked.shape, slots), -1, np.int16)
    for place, (row, seat) in enumerate(np.ndindex(asked.shape)):
        own = listed.data[listed.offsets[place] : listed.offsets[place + 1]]
        for slot in range(slots if asked[row, seat] else 0):
            picks[row, seat, slot] = rng.integers((own[:, 0] == slot).sum())
    return picks


@pytest.mark.parametrize("game", candidates.GAMES)
def test_picks_are_the_actions_that_are_built_of_messages(game: str) -> None:
    """The lists of each seat are those made of its message, in order; a pick plays what its message plays."""
    lists = lists_of(game)
    by_picks, by_messages = Rollout(derived(game), seed=5), Rollout(bare(game), seed=5)
    rng = np.random.default_rng(6)
    decided = 0
    for _ in range(STEPS):
        asked: Any
        (asked, listed, digests), (told, wanted) = (
            by_picks.observe(["asked", CANDIDATES, "digest"]),
            by_messages.observe(["message", "digest"]),
        )
        np.testing.assert_array_equal(digests, wanted)
        assert isinstance(listed, Ragged)
        assert isinstance(told, Ragged)
        picks = picked(listed, asked, lists.slots, rng)
        messages = [b""] * asked.size
        for place, (row, seat) in enumerate(np.ndindex(asked.shape)):
            own = listed.data[listed.offsets[place] : listed.offsets[place + 1]].tolist()
            if not asked[row, seat]:
                assert own == []
                continue
            made = lists.lists(lists.observation.FromString(told[place]))
            assert own == [[slot, *one.numbers] for slot, each in enumerate(made) for one in each]
            assert all(len({one.label for one in each}) == len(each) for each in made)
            parts = [each[pick] for each, pick in zip(made, picks[row, seat], strict=True)]
            seen = lists.observation.FromString(told[place])
            messages[place] = lists.build(seen, parts).SerializeToString()
            decided += 1
        one = by_picks.step({PICKS: picks})
        other = by_messages.step({"message": Ragged.of(messages)})
        for name in ("reward", "terminated", "refused", "began"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert decided > STEPS


def test_picks_beside_their_lists_are_refused_and_nothing_is_played_for_them() -> None:
    """-1 is a pick of nothing, and no fault; of nothing at all the rulebook's default is played."""
    late, none, beside = (Rollout(derived("proving_grounds"), seed=1) for _ in range(3))
    slots = late.rows.acted[-1].column.shape[0]
    picks = np.full((ROWS, 2, slots), -1, np.int16)
    answered = np.zeros((ROWS, 2), np.bool_)
    late.step({PICKS: picks, "answered": answered})
    assert not none.step({PICKS: picks}).refused.any()
    (asked,) = beside.observe(["asked"])
    assert isinstance(asked, np.ndarray)
    refused = beside.step({PICKS: picks + 1000}).refused
    np.testing.assert_array_equal(refused, asked * slots)
    digests = [np.asarray(each.observe(["digest"])[0]) for each in (late, none, beside)]
    np.testing.assert_array_equal(digests[0], digests[1])
    np.testing.assert_array_equal(digests[0], digests[2])


def test_strict_rollouts_refuse_picks_beside_their_lists() -> None:
    """As a whole, and nothing changes."""
    rollout = Rollout(derived("dungeon_keeper"), seed=1, strict=True)
    (before,) = rollout.observe(["digest"])
    with pytest.raises(FieldError, match="must be legal, not 'refused by the rules'"):
        rollout.step({PICKS: np.full((ROWS, 2, 1), 256, np.int16)})
    np.testing.assert_array_equal(np.asarray(rollout.observe(["digest"])[0]), np.asarray(before))


@pytest.mark.parametrize("game", candidates.GAMES)
def test_processes_offer_what_one_offers(game: str) -> None:
    """Lists and views, over episodes that end at different steps, and of rows that begin anew."""
    pool = PoolRows(functools.partial(derived, game), num_rows=ROWS, processes=2)
    try:
        options: Any = {"seed": 4, "autoreset": Autoreset.SAME_STEP, "max_steps": 2}
        one, several = Rollout(derived(game), **options), Rollout(pool, **options)
        names = ["asked", CANDIDATES, *(view.name for view in VIEWS)]
        slots = pool.acted[-1].column.shape[0]
        rng = np.random.default_rng(2)
        for step in range(5):
            if step == 1:
                for each in (one, several):
                    each.reset(np.array([2]))
            mine, theirs = one.observe(names), several.observe(names)
            assert_same(mine, theirs)
            asked: Any = mine[0]
            assert isinstance(mine[1], Ragged)
            actions = {PICKS: picked(mine[1], asked, slots, rng)}
            ends = one.step(actions, names), several.step(actions, names)
            assert ends[0].final is not None
            assert ends[1].final is not None
            assert_same(ends[0].final.values, ends[1].final.values)
    finally:
        pool.close()


def assert_same(mine: Any, theirs: Any) -> None:
    """See that columns are equal."""
    for one, other in zip(mine, theirs, strict=True):
        if isinstance(one, Ragged):
            np.testing.assert_array_equal(one.offsets, other.offsets)
            assert one.data.dtype == other.data.dtype
            one, other = one.data, other.data
        np.testing.assert_array_equal(one, other)


def test_opponents_are_offered_nothing() -> None:
    """A house policy plays its seat; the learner's lists are those of its own seat."""
    rollout = Rollout(derived("proving_grounds"), seed=3, opponents={1: "random"})
    for _ in range(3):
        asked, listed = rollout.observe(["asked", CANDIDATES])
        assert isinstance(asked, np.ndarray)
        assert isinstance(listed, Ragged)
        lengths = np.diff(listed.offsets).reshape(ROWS, 2)
        assert (lengths[:, 0] > 0).all()
        assert not lengths[:, 1].any()
        rollout.step({PICKS: np.zeros((ROWS, 2, rollout.rows.acted[-1].column.shape[0]), np.int16)})


def test_lists_of_rows_that_are_put_back_are_theirs() -> None:
    """Nothing is remembered of what has been played since."""
    rollout = Rollout(derived("dungeon_keeper"), seed=3)
    kept = rollout.snapshot()
    (before,) = rollout.observe([CANDIDATES])
    for _ in range(3):
        rollout.observe([CANDIDATES])
        rollout.step({PICKS: np.ones((ROWS, 2, 1), np.int16)})
    rollout.restore(kept, np.arange(ROWS, dtype=np.uint64))
    assert_same([before], rollout.observe([CANDIDATES]))


def test_other_games_have_views_alone() -> None:
    """And leave nothing out."""
    plugin = registry.find("diceman")
    rows = start_rows(plugin, plugin.game.config_class(), num_rows=1, num_seats=2)
    more = DerivedRows(rows)
    assert more.acted == rows.acted
    assert more.observed == (*rows.observed, *VIEWS)
    assert left_out(rows) == ()
    assert all(left_out(bare(game)) for game in candidates.GAMES)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.slow] if game == "dice_adventure" else [])
        for game in sorted(registry.names())
    ],
)
def test_a_view_shows_nothing_that_its_seat_may_not_know(game: str) -> None:
    """It is the same of states that the seat can't tell apart."""
    plugin = registry.find(game)
    dice = Stream(3)
    told = set()
    for number, (num_seats, state) in enumerate(samples(plugin)):
        if number % 41:
            continue
        seat = number // 41 % num_seats
        shown = Shown(plugin, config_of(plugin), num_seats)
        text, scene = shown.text(state, seat), shown.scene(state, seat)
        told.add(text)
        for variant in plugin.game.hidden_variants(state, seat, dice):
            assert (shown.text(variant, seat), shown.scene(variant, seat)) == (text, scene)
    assert len(told) > 1


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_views_are_those_of_a_watcher(game: str) -> None:
    """The text has what a terminal shows of the same sight; the scene has the title and the parts of the view's."""
    from referee.games.sights import Eyes, Looker, SeenStep

    plugin = registry.find(game)
    config, seats = config_of(plugin), plugin.game.info.default_seats
    state, events = plugin.game.start(config, seed=5, num_seats=seats)
    players, view = [f"seat {seat}" for seat in range(seats)], view_of(plugin)
    looker = Looker(plugin, config, Eyes(1), players=players, view=view)
    sight = looker.sight(SeenStep(plugin, config, state, events))
    shown = Shown(plugin, config, seats)
    text = shown.text(state, 1)
    for section in view.sections(sight):
        for part in section.parts:
            assert f"{part.title}:\n" in f"{text}\n"
            for line in getattr(part, "lines", ()):
                assert f"  {plain(line)}".rstrip() in text.split("\n") or not plain(line)
    scene = json.loads(shown.scene(state, 1))
    assert list(scene["parts"]) == [part.id for part in view.scene(sight).parts]


@pytest.mark.parametrize("game", candidates.GAMES)
def test_picks_are_played_beside_house_policies(game: str) -> None:
    """As messages are, where lists are made of arrays and a policy plays within the rows."""
    by_picks = Rollout(derived(game), seed=5, opponents={1: "random"})
    by_messages = Rollout(bare(game), seed=5, opponents={1: "random"})
    lists = lists_of(game)
    for _ in range(8):
        asked, listed, digests = by_picks.observe(["asked", CANDIDATES, "digest"])
        told, wanted = by_messages.observe(["message", "digest"])
        np.testing.assert_array_equal(np.asarray(digests), np.asarray(wanted))
        assert isinstance(asked, np.ndarray)
        assert isinstance(listed, Ragged)
        assert isinstance(told, Ragged)
        picks = np.full((*asked.shape, lists.slots), -1, np.int16)
        messages = [b""] * asked.size
        for place, (row, seat) in enumerate(np.ndindex(asked.shape)):
            if asked[row, seat]:
                offer = lists.offer(told[place])
                last = [len(each) - 1 for each in offer.lists]
                picks[row, seat] = last
                messages[place] = offer.action(last)[0].SerializeToString()
        by_picks.step({PICKS: picks})
        by_messages.step({"message": Ragged.of(messages)})


@pytest.mark.parametrize("game", candidates.GAMES)
def test_rows_are_told_in_the_order_in_which_they_are_asked_for(game: str) -> None:
    """All of them backwards, or some, have the lists that they have among all."""
    rows = derived(game)
    rows.begin(np.arange(ROWS), np.arange(1, ROWS + 1, dtype=np.uint64))
    (every,) = rows.observe([CANDIDATES])
    assert isinstance(every, Ragged)
    for order in ([2, 1, 0], [1]):
        (told,) = rows.observe([CANDIDATES], np.array(order))
        assert isinstance(told, Ragged)
        for place, row in enumerate(order):
            for seat in range(rows.num_seats):
                own = place * rows.num_seats + seat
                assert told[own] == every[row * rows.num_seats + seat]
