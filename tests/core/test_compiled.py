"""The compiled modules are the sources, and behave like them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.core import compiled

ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package, of which the module under test thinks it is its own."""
    copy = tmp_path / "referee"
    shutil.copytree(ROOT / "referee", copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiled, "_PACKAGE", copy)
    return copy


def test_every_compiled_module_decides_the_folder(package: Path) -> None:
    """Whichever source is changed, what was compiled before is not taken any more."""
    before = compiled.folder()
    for name in compiled.MODULES:
        source = package.parent / (name.replace(".", "/") + ".py")
        source.write_text(source.read_text() + "\n")
        after = compiled.folder()
        assert before != after, name
        before = after


def test_what_is_there_is_not_compiled_again(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder for today's sources is enough; neither compiler is looked for."""
    monkeypatch.setenv("CC", "no-such-compiler")
    compiled.folder().mkdir(parents=True)
    assert compiled.build() == "the match layer is compiled"
    assert list(package.rglob("*.c")) == []


def test_without_a_compiler_everything_runs_as_it_is_written(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is told, and nothing is left behind."""
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiled.build().endswith("there is no C compiler")
    assert not (package / "__pycache__").exists()


@pytest.mark.parametrize("wanted", ["0", "1"])
def test_what_is_compiled_is_taken_or_left(wanted: str) -> None:
    """As the environment says; `make test-all` runs the tests of the match layer both ways."""
    if wanted == "1" and not compiled.folder().is_dir():
        assert "CI" not in os.environ, "CI compiles the match layer before it tests"
        pytest.skip("the match layer is not compiled here; `referee warmup` tells why")
    env = os.environ | {"REFEREE_COMPILED": wanted}
    suffix = compiled._SUFFIX if wanted == "1" else ".py"
    check = "import referee.match.machine as m; print(m.__file__)"
    used = subprocess.run(
        [sys.executable, "-c", check], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert used.stdout.strip().endswith(suffix)
