"""Compiled code is kept, taken up in the midst of things, and never trusted when it is damaged."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("numba") is None,
        reason="Numba is not installed: nothing to take up",
    ),
]

USE = """
import sys
import numpy as np
from referee.core import kernel
from referee.core.native import loading
from tests.core import kernels_to_compile as some
group = kernel.groups["tests"]

def use():
    out = np.zeros(4, np.int64)
    some.fill(out)
    return [*out.tolist(), int(some.total(2, 3))]
"""
BY_HAND = [29, 35, 41, 47, 28]
"""3 n + 5 + 7 and 3 n + 10 + 7 for n from 0; 3 * 2 + 5 * 3 + 7."""


def _run(code: str, cache: Path, **env: str) -> list[str]:
    """Lines that code prints which begins with `USE`, with this cache and no complaint."""
    names = ("NUMBA_DISABLE_JIT", "REFEREE_KERNELS", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    child = subprocess.run(
        [sys.executable, "-W", "error", "-c", USE + code],
        cwd=ROOT,
        env=clean | {"REFEREE_CACHE_DIR": str(cache)} | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.stderr == ""
    return child.stdout.splitlines()


TAKE_UP = "print(use(), *loading.load_compiled('tests'), use(), group.fallbacks)"
INTERPRETED = f"{BY_HAND} 0 0 {BY_HAND} 0"
COMPILED = f"{BY_HAND} 2 2 {BY_HAND} 0"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the kernels are kept, compiled."""
    folder = tmp_path_factory.mktemp("cache")
    before = _littered()
    assert _run("print(use())", folder, REFEREE_KERNELS="compiled") == [str(BY_HAND)]
    assert _littered() == before
    return folder


def _littered() -> set[Path]:
    """Files of Numba's own caches beside the sources."""
    return {file for top in ("referee", "tests") for file in (ROOT / top).rglob("*.nb[ic]")}


def test_compiled_code_is_taken_up_in_the_midst(cache: Path) -> None:
    """The same call gives the same before and after; only what Python calls is kept."""
    assert _run(TAKE_UP, cache) == [COMPILED]


@pytest.mark.parametrize("first", ["import numba\n", ""], ids=["numba first", "numba last"])
def test_it_does_not_matter_when_numba_is_imported(cache: Path, first: str) -> None:
    """Neither for what is found nor for what is left beside the sources."""
    before = _littered()
    assert _run(f"{TAKE_UP}\nimport numba", cache) == [COMPILED]
    code = f"{first}exec({USE + TAKE_UP!r})"
    assert _run(code, cache) == [COMPILED]
    assert _littered() == before


def test_unknown_types_are_interpreted(cache: Path) -> None:
    """Nothing is compiled where nothing should be."""
    code = "loading.load_compiled('tests'); print(some.total(0.5, 2), group.fallbacks)"
    assert _run(code, cache) == ["18.5 1"]


@pytest.mark.parametrize(
    "damage",
    [lambda data: data[:-9], lambda data: data[:0], lambda data: data[:60] + b"?" + data[61:]],
    ids=["cut off", "empty", "changed"],
)
def test_damaged_files_are_left_alone(cache: Path, tmp_path: Path, damage: object) -> None:
    """Who takes them up goes on interpreted; who compiles, writes them anew."""
    assert callable(damage)
    for file in cache.rglob("*.kernel"):
        copy = tmp_path / file.relative_to(cache)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(damage(file.read_bytes()))
    assert _run(TAKE_UP, tmp_path) == [INTERPRETED]
    assert _run("print(use())", tmp_path, REFEREE_KERNELS="compiled") == [str(BY_HAND)]
    assert _run(TAKE_UP, tmp_path) == [COMPILED]


def test_nothing_is_kept_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A file stands where the folder would be; what is compiled runs all the same."""
    place = tmp_path / "file"
    place.write_text("")
    assert _run("print(use())", place, REFEREE_KERNELS="compiled") == [str(BY_HAND)]
    assert _run(TAKE_UP, place) == [INTERPRETED]


def test_code_for_every_processor_serves_this_one(tmp_path: Path) -> None:
    """As it comes with a wheel."""
    generic = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    _run("print(use())", tmp_path, REFEREE_KERNELS="compiled", **generic)
    assert {file.parent.name for file in tmp_path.rglob("*.kernel")} == {"generic"}
    assert _run(TAKE_UP, tmp_path) == [COMPILED]


def test_a_number_in_a_call_makes_no_copy(tmp_path: Path) -> None:
    """Each kernel that others call is compiled once here: all its calls are with integers."""
    code = """
from referee.core.native import compiling
use()
print(sorted((kernel.__name__, len(one.overloads)) for kernel, one in compiling._inners.items()))
"""
    found = _run(code, tmp_path, REFEREE_KERNELS="compiled")
    assert found == ["[('scaled', 1), ('shifted', 1)]"]


def test_a_busy_game_takes_it_up_by_itself(cache: Path) -> None:
    """In a thread beside, once it has spent enough; the limit is set to nothing here, for later games too."""
    code = """
from referee.core.native import interpreting
interpreting.load_after(0)
print(interpreting.KernelGroup("later").limit_ns, use())
for thread in loading._threads:
    thread.join()
print("numba" in sys.modules, use(), some.fill._run.__class__.__module__, group.fallbacks)
"""
    expected = [f"0 {BY_HAND}", f"True {BY_HAND} referee.core.native.compiling 0"]
    assert _run(code, cache) == expected
