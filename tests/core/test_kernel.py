"""Kernels run with Numba and without, and keep their names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from referee.core.kernel import borrowing, inlined, kernel

ROOT = Path(__file__).parents[2]

ROLL = "print(kernel.JIT, rng.Stream(2008).roll(6, 6))"
IMPORTS = "from referee.core import kernel, rng\n"


@kernel
def doubled(word: np.uint64) -> np.uint64:
    """Twice the word, modulo 2^64."""
    return word + word


@inlined
def tripled(word: np.uint64) -> np.uint64:
    """Three times the word, modulo 2^64."""
    return doubled(word) + word


@kernel
def sixfold(word: np.uint64) -> np.uint64:
    """Six times the word, modulo 2^64."""
    return doubled(tripled(word))


@borrowing
def add_to_row(words: npt.NDArray[np.uint64], row: int) -> np.uint64:
    """Add one to all of a row, by a view of it; return its last word six times."""
    view = words[row]
    for index in range(len(view)):
        view[index] += np.uint64(1)
    return sixfold(view[len(view) - 1])


def test_borrowed_arrays_are_written_to_and_stay_whole() -> None:
    """Views are made within and calls go to other kernels; the caller's array outlives them all."""
    words = np.arange(6, dtype=np.uint64).reshape(2, 3)
    references = sys.getrefcount(words)
    for _ in range(1000):
        add_to_row(words, 1)
    assert words.tolist() == [[0, 1, 2], [1003, 1004, 1005]]
    assert int(add_to_row(words, 1)) == 6 * 1006
    assert sys.getrefcount(words) == references


def test_arithmetic_wraps_silently() -> None:
    """An overflow is no warning (which would fail this test) and no float."""
    assert int(doubled(np.uint64(2**63 + 5))) == 10


def test_kernels_call_one_another() -> None:
    """Inlined ones too, which can also be called by themselves."""
    assert int(tripled(np.uint64(2**63 + 5))) == 2**63 + 15
    assert int(sixfold(np.uint64(2**63 + 5))) == 30


def test_name_and_docstring_stay() -> None:
    """A kernel is documented like any function."""
    assert (doubled.__name__, tripled.__name__) == ("doubled", "tripled")
    assert doubled.__doc__ == "Twice the word, modulo 2^64."
    assert tripled.__doc__ == "Three times the word, modulo 2^64."


@pytest.mark.parametrize(
    ("code", "setting", "expected"),
    [
        (IMPORTS + ROLL, "1", "False"),
        ("import sys\nsys.modules['numba'] = None\n" + IMPORTS + ROLL, "0", "False"),
        ("import sys, types\nfake = types.ModuleType('numba')\n"
         "fake.njit = lambda **options: lambda function: function\n"
         "sys.modules['numba'] = fake\nimport numpy\nnumpy.seterr(over='ignore')\n"
         + IMPORTS + ROLL, "", "True"),
    ],
    ids=["switched off", "not installed", "installed"],
)  # fmt: skip
def test_numba_is_used_where_it_can_be(code: str, setting: str, expected: str) -> None:
    """Whatever runs the kernels, stream(2008) rolls what the rulebooks' preface says."""
    child = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": setting},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (child.stdout, child.stderr) == (f"{expected} [4, 6, 1, 4, 5, 4]\n", "")
