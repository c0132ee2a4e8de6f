"""Matches side by side in arrays: some of them taken out, put in, and told by a slice."""

from __future__ import annotations

import dataclasses

import numpy as np
import numpy.typing as npt
import pytest

from referee.kit.arrays import put_rows, spanned, taken_rows

NOT_SPANS = [[], [1, 3], [2, 1], [0, 0], [1, 1, 3], [0, 2, 1, 3], [-1, 0, 1], [3, 2, 1]]


@dataclasses.dataclass
class _State:
    table: npt.NDArray[np.int32]
    shared: npt.NDArray[np.int32]


def _state() -> _State:
    return _State(np.arange(12, dtype=np.int32).reshape(6, 2), np.arange(3, dtype=np.int32))


@pytest.mark.parametrize(
    ("rows", "span"), [([0], (0, 1)), ([4], (4, 5)), ([0, 1, 2], (0, 3)), ([2, 3, 4, 5], (2, 6))]
)
def test_rows_that_follow_one_another_are_a_slice(rows: list[int], span: tuple[int, int]) -> None:
    """From any first one."""
    assert spanned(np.array(rows, np.int64)) == slice(*span)


@pytest.mark.parametrize("rows", NOT_SPANS)
def test_other_rows_stay_what_they_are(rows: list[int]) -> None:
    """Gaps, repeats, another order, and places below 0, which a slice would read from the end."""
    given = np.array(rows, np.int64)
    assert spanned(given) is given


@pytest.mark.parametrize("rows", [[1, 2], [4, 1], [3]])
def test_what_is_taken_out_is_a_copy(rows: list[int]) -> None:
    """However it was read; arrays that all matches share are not copied."""
    state = _state()
    taken = taken_rows(state, np.array(rows), ["shared"])
    assert taken.shared is state.shared
    assert taken.table.tolist() == [[2 * row, 2 * row + 1] for row in rows]
    taken.table[:] = -1
    assert state.table.tolist() == _state().table.tolist()


@pytest.mark.parametrize("rows", [[1, 2], [4, 1]])
def test_what_is_put_in_stands_in_its_rows(rows: list[int]) -> None:
    """And nothing else is changed."""
    state = _state()
    others = _State(np.array([[-1, -2], [-3, -4]], np.int32), np.zeros(1, np.int32))
    put_rows(state, np.array(rows), others, ["shared"])
    expected = _state().table.tolist()
    expected[rows[0]], expected[rows[1]] = [-1, -2], [-3, -4]
    assert state.table.tolist() == expected
    assert state.shared.tolist() == [0, 1, 2]
