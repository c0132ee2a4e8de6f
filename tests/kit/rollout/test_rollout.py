"""Episodes: when they begin, when they end, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.errors import FieldError
from referee.games import registry
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.rollout import Autoreset, Rollout
from referee.kit.rollout.seeds import episode_seeds
from tests.helpers.toy_bid import SIMULTANEOUS, BidConfig

DICEMAN = registry.find("diceman")


def _duels(num_rows: int = 3, *, games: int = 1, **options: Any) -> Rollout:
    config = DICEMAN.game.config_class(games=games)
    return Rollout(start_rows(DICEMAN, config, num_rows=num_rows, num_seats=2), seed=7, **options)


def _choices(rollout: Rollout, combo: int) -> dict[str, Any]:
    return {"choice": np.full((rollout.rows.num_rows, 2), combo, np.int8)}


def _until_one_ends(rollout: Rollout, combo: int = 1) -> Any:
    """Step until a match ends, and return that step."""
    while not (step := rollout.step(_choices(rollout, combo), final=["step"])).terminated.any():
        assert not step.reward.any()
    return step


def _column(rollout: Rollout, name: str) -> Any:
    return rollout.observe([name])[0]


def test_with_the_next_step_another_episode_begins() -> None:
    """It does not look at the action, and tells the row's first observation."""
    rollout = _duels()
    ended = np.flatnonzero(_until_one_ends(rollout).terminated)
    assert not _column(rollout, "asked")[ended].any()
    assert not _column(rollout, "episode").any()
    step = rollout.step(_choices(rollout, 77))
    assert np.flatnonzero(step.began).tolist() == ended.tolist()
    assert not step.refused[ended].any()
    assert not step.reward[ended].any()
    assert not step.terminated[ended].any()
    assert _column(rollout, "episode")[ended].tolist() == [1] * len(ended)
    assert _column(rollout, "step")[ended].tolist() == [0] * len(ended)
    assert _column(rollout, "asked")[ended].all()


def test_in_the_same_step_the_last_is_told_beside_the_first() -> None:
    """What is observed is of the next episode; the number of steps, asked for, is of the one before."""
    rollout = _duels(autoreset=Autoreset.SAME_STEP)
    step = _until_one_ends(rollout)
    assert step.final.rows.tolist() == np.flatnonzero(step.terminated).tolist()
    assert (step.final.values[0] > 0).all()
    assert not _column(rollout, "step")[step.final.rows].any()
    assert _column(rollout, "episode")[step.final.rows].tolist() == [1] * len(step.final.rows)
    assert _column(rollout, "asked").all()


def test_disabled_nothing_goes_on_until_the_rows_are_reset() -> None:
    """A step is refused as a whole, and tells which rows must be reset."""
    rollout = _duels(autoreset=Autoreset.DISABLED)
    ended = np.flatnonzero(_until_one_ends(rollout).terminated)
    before = _column(rollout, "digest")
    with pytest.raises(FieldError, match=r"^rows must be reset before the next step, not \["):
        rollout.step(_choices(rollout, 1))
    assert (_column(rollout, "digest") == before).all()
    rollout.reset(ended)
    rollout.step(_choices(rollout, 1))
    assert _column(rollout, "step")[ended].tolist() == [1] * len(ended)


def test_the_reward_is_the_score_at_the_end() -> None:
    """A game won is two points, a draw one each (DM-7.2)."""
    step = _until_one_ends(_duels(20))
    assert set(map(tuple, step.reward[step.terminated].tolist())) <= {(2, 0), (0, 2), (1, 1)}
    assert not step.reward[~step.terminated].any()


def test_cut_off_is_truncated_and_has_no_reward() -> None:
    """Shield and priority hurt seldom: after two rounds all are cut off, and the next ones begin."""
    rollout = _duels(max_steps=2)
    first, second, third = (rollout.step(_choices(rollout, 5)) for _ in range(3))
    assert not first.truncated.any()
    assert second.truncated.all()
    assert not second.terminated.any()
    assert not second.reward.any()
    assert third.began.all()
    assert _column(rollout, "episode").tolist() == [1, 1, 1]


def test_a_match_that_ends_as_it_would_be_cut_off_has_ended() -> None:
    """The rulebook goes first: one round, and it is over by the cap of rounds."""
    config = DICEMAN.game.config_class(games=1, round_cap=1)
    rows = start_rows(DICEMAN, config, num_rows=2, num_seats=2)
    rollout = Rollout(rows, seed=1, max_steps=1)
    step = rollout.step(_choices(rollout, 5))
    assert step.terminated.all()
    assert not step.truncated.any()


@pytest.mark.parametrize("autoreset", [Autoreset.NEXT_STEP, Autoreset.SAME_STEP])
def test_an_episode_is_the_same_whatever_is_beside_it(autoreset: Autoreset) -> None:
    """Row 2 of five and row 2 of three play the same matches, though the others take other actions."""
    digests: list[list[bytes]] = []
    for num_rows, others in ((3, 1), (5, 4)):
        rollout = _duels(num_rows, autoreset=autoreset)
        told = []
        for _ in range(60):
            actions = _choices(rollout, others)
            actions["choice"][2] = (0, 3)
            rollout.step(actions)
            told.append(_column(rollout, "digest")[2].tobytes())
        digests.append(told)
        assert _column(rollout, "episode")[2] > 1
    assert digests[0] == digests[1]


def test_seeds_can_be_given() -> None:
    """Two rows of the same seed are the same match; the third goes on with its own."""
    rollout = _duels()
    rollout.reset(np.array([0, 1]), np.array([5, 5], np.uint64))
    for _ in range(3):
        rollout.step(_choices(rollout, 0))
    first, second, third = _column(rollout, "digest")
    assert (first == second).all()
    assert (first != third).any()
    own = _duels()
    own.reset(np.array([2]), episode_seeds(7, np.array([2]), np.array([0])))
    for _ in range(3):
        own.step(_choices(own, 0))
    assert (_column(own, "digest")[2] == third).all()


def test_what_the_rules_refuse_is_counted_and_played_as_the_default() -> None:
    """A combination that there is none of is refused; who does not answer is late, which is another matter."""
    rollout = _duels()
    actions = _choices(rollout, 2)
    actions["choice"][:, 0] = (6, 3, -1)
    actions["answered"] = np.array([[True, True], [False, True], [True, True]])
    step = rollout.step(actions)
    assert step.refused.tolist() == [[1, 0], [0, 0], [1, 0]]
    assert _column(rollout, "table.last_round.rolls.combo").tolist() == [[5, 2]] * 3


def test_strict_a_step_with_something_illegal_changes_nothing() -> None:
    """It is refused as a whole, and names the seat and the row."""
    rollout = _duels(strict=True)
    before = _column(rollout, "digest")
    actions = _choices(rollout, 2)
    actions["choice"][1, 1] = 6
    with pytest.raises(FieldError, match=r"^action of seat 1 in row 1 must be legal"):
        rollout.step(actions)
    assert (_column(rollout, "digest") == before).all()
    assert not _column(rollout, "step").any()


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ({}, "actions must be one of choice, not []"),
        ({"order": np.zeros((3, 2), np.int8)}, "actions must be one of choice, not ['order']"),
        (
            {"choice": np.zeros((3, 2), np.int8), "answered": np.zeros((3, 2), np.int8)},
            "answered must be bool(3, 2), not 'int8(3, 2)'",
        ),
        ({"choice": np.zeros((3, 2), np.int32)}, "choice must be int8(3, 2), not 'int32(3, 2)'"),
        ({"choice": np.zeros((2, 2), np.int8)}, "choice must be int8(3, 2), not 'int8(2, 2)'"),
        ({"choice": Ragged.of([b""] * 6)}, "choice must be an array, not 'strings of bytes'"),
    ],
)
def test_what_is_no_action_changes_nothing(actions: dict[str, Any], told: str) -> None:
    """The error names the column, what it must be, and what it is."""
    rollout = _duels()
    before = _column(rollout, "digest")
    with pytest.raises(FieldError) as caught:
        rollout.step(actions)
    assert str(caught.value) == told
    assert (_column(rollout, "digest") == before).all()


def _messages(data: int, offsets: list[int]) -> Ragged:
    return Ragged(np.zeros(data, np.uint8), np.array(offsets, np.int64))


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (np.zeros((1, 2), np.uint8), "message must be strings of bytes, not 'an array'"),
        (_messages(4, [0, 4]), "message.offsets must be int64(3,), not 'int64(2,)'"),
        (_messages(4, [0, 5, 4]), "message.offsets must be ascending from 0 to 4, not [0, 5, 4]"),
        (_messages(4, [1, 2, 4]), "message.offsets must be ascending from 0 to 4, not [1, 2, 4]"),
        (_messages(4, [0, 2, 3]), "message.offsets must be ascending from 0 to 4, not [0, 2, 3]"),
    ],
)
def test_messages_that_do_not_fit_change_nothing(message: Any, told: str) -> None:
    """Offsets begin at 0, never go down, and end with the bytes."""
    rows = LoopRows(SIMULTANEOUS, BidConfig(), num_rows=1, num_seats=2)
    with pytest.raises(FieldError) as caught:
        Rollout(rows, seed=1).step({"message": message})
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("rows", "seeds", "told"),
    [
        ([3], None, "rows must be from 0 to 2, not 3"),
        ([-1], None, "rows must be from 0 to 2, not -1"),
        ([1, 1], None, "rows must be each once, not [1, 1]"),
        ([1], [1, 2], "seeds must be uint64(1,), not 'uint64(2,)'"),
    ],
)
def test_rows_that_are_not_there_are_not_reset(
    rows: list[int], seeds: list[int] | None, told: str
) -> None:
    """Nothing has changed then."""
    rollout = _duels()
    rollout.step(_choices(rollout, 1))
    with pytest.raises(FieldError) as caught:
        rollout.reset(np.array(rows), None if seeds is None else np.array(seeds, np.uint64))
    assert str(caught.value) == told
    assert _column(rollout, "step").tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"seed": -1}, "seed must be from 0 to 2^64-1, not -1"),
        ({"seed": 2**64}, f"seed must be from 0 to 2^64-1, not {2**64}"),
        ({"seed": 1, "max_steps": 0}, "max_steps must be from 1 to 2^31-1, not 0"),
        ({"seed": 1, "stagger": -1}, "stagger must be from 0 to 2^31-1, not -1"),
        (
            {"seed": 1, "stagger": 3, "autoreset": Autoreset.DISABLED},
            "stagger must be 0 where rows are reset when that is asked for, not 3",
        ),
    ],
)
def test_settings_have_bounds(options: dict[str, Any], told: str) -> None:
    """Told by name."""
    rows = LoopRows(SIMULTANEOUS, BidConfig(), num_rows=1, num_seats=2)
    with pytest.raises(FieldError) as caught:
        Rollout(rows, **options)
    assert str(caught.value) == told


def test_columns_that_are_not_there_are_not_told() -> None:
    """The error names those there are."""
    with pytest.raises(FieldError, match=r"^columns must be one of asked, alive, .*, not 'lives'$"):
        _duels().observe(["lives"])


@pytest.mark.parametrize("autoreset", [Autoreset.NEXT_STEP, Autoreset.SAME_STEP])
def test_staggered_rows_begin_one_after_the_other_and_play_the_same_episodes(
    autoreset: Autoreset,
) -> None:
    """Of six rows over three steps, two begin at once and two with each of two steps; then they are as ever."""
    together, staggered = (_duels(6, autoreset=autoreset, stagger=steps) for steps in (0, 3))
    starts = [0, 0, 1, 1, 2, 2]
    first = [_column(together, "digest")]
    for _ in range(60):
        together.step(_choices(together, 1))
        first.append(_column(together, "digest"))
    for done in range(61):
        begun = [done >= start for start in starts]
        if done <= 2:
            assert _column(staggered, "asked").tolist() == [[each, each] for each in begun]
            assert not _column(staggered, "step")[[not each for each in begun]].any()
            assert not _column(staggered, "episode").any()
        told = _column(staggered, "digest")
        for row, start in enumerate(starts):
            if begun[row]:
                assert told[row].tolist() == first[done - start][row].tolist()
        step = staggered.step(_choices(staggered, 1))
        begins = [start == done + 1 for start in starts]
        if done < 2:
            assert step.began.tolist() == begins
            assert not step.refused[np.logical_not(begun)].any()
    assert (_column(staggered, "episode") > 0).all()


def test_what_has_not_begun_is_neither_kept_nor_put_back_but_may_begin_earlier() -> None:
    """A row that was reset by hand doesn't begin a second time when its turn has come."""
    rollout = _duels(stagger=3)
    kept = rollout.snapshot(np.array([0]))
    for refused in (
        lambda: rollout.snapshot(),
        lambda: rollout.restore(kept, np.array([1], np.uint64), np.array([2])),
    ):
        with pytest.raises(FieldError, match=r"^rows must be some whose first episode has begun"):
            refused()
    rollout.reset(np.array([2]))
    begun = [rollout.step(_choices(rollout, 5)).began.tolist() for _ in range(3)]
    assert begun == [[False, True, False], [False] * 3, [False] * 3]
    assert _column(rollout, "step").tolist() == [3, 2, 3]
    rollout.snapshot()


def test_few_matches_begin_at_once_where_they_are_staggered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither when a batch is opened nor with any step after it."""
    rows = start_rows(DICEMAN, DICEMAN.game.config_class(), num_rows=64, num_seats=2)
    begun: list[int] = []
    original = rows.begin

    def begin(which: Any, seeds: Any) -> None:
        begun.append(len(which))
        original(which, seeds)

    monkeypatch.setattr(rows, "begin", begin)
    rollout = Rollout(rows, seed=1, stagger=16)
    for _ in range(15):
        rollout.step(_choices(rollout, 5))
    assert begun == [4] * 16
