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

ROLL = "print(rng.Stream(2008).roll(6, 6))"
IMPORTS = "import sys\nfrom referee.core import kernel, rng\n"


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


def test_kernels_call_each_other_by_their_functions() -> None:
    """Interpreted, what a kernel calls costs no more than a call of a function."""
    assert sixfold.plain.__globals__["doubled"] is doubled.plain
    assert sixfold.plain.__code__ is sixfold.__wrapped__.__code__


@pytest.mark.parametrize(
    ("code", "env", "expected"),
    [
        ("print(kernel.JIT, kernel.COMPILED)", {"NUMBA_DISABLE_JIT": "1"}, "False False"),
        ("print(kernel.JIT, kernel.COMPILED)", {"REFEREE_KERNELS": "interpreted"}, "False False"),
        (
            "print(kernel.JIT, kernel.COMPILED)",
            {"REFEREE_KERNELS": "compiled", "NUMBA_DISABLE_JIT": "1"},
            "False False",
        ),
        ("print('numba' in sys.modules)", {}, "False"),
        (f"{ROLL}\nprint('numba' in sys.modules)", {}, "[4, 6, 1, 4, 5, 4]\nFalse"),
        (
            "try:\n    from referee.core import kernel\nexcept Exception as error:\n    print(error)",
            {"REFEREE_KERNELS": "fast"},
            "REFEREE_KERNELS must be auto, interpreted or compiled, not 'fast'",
        ),
    ],
    ids=["no JIT", "interpreted", "no JIT goes first", "no import", "no import to roll", "typo"],
)  # fmt: skip
def test_what_the_environment_says(code: str, env: dict[str, str], expected: str) -> None:
    """A process begins interpreted, without Numba; whatever it is, dice roll the preface's numbers."""
    imports = "import sys\n" if "Exception" in code else IMPORTS
    assert _run(imports + code, env) == expected


def test_without_numba_nothing_is_compiled() -> None:
    """The base package runs alone."""
    code = "import sys\nsys.modules['numba'] = None\n" + IMPORTS + ROLL + "\nprint(kernel.JIT)"
    assert _run(code, {}) == "[4, 6, 1, 4, 5, 4]\nFalse"


def _run(code: str, env: dict[str, str]) -> str:
    clean = {
        k: v for k, v in os.environ.items() if k not in ("NUMBA_DISABLE_JIT", "REFEREE_KERNELS")
    }
    child = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env=clean | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.stderr == ""
    return child.stdout.strip()
