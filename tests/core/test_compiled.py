"""The compiled modules are the sources, and behave like them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from referee.core.native import compiled, compiled_build
from tests.architecture.source import ROOT


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package, of which the module under test thinks it is its own."""
    copy = tmp_path / "referee"
    shutil.copytree(ROOT / "referee", copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiled, "_PACKAGE", copy)
    monkeypatch.setattr(compiled_build, "_PACKAGE", copy)
    monkeypatch.setenv("REFEREE_CACHE_DIR", str(tmp_path / "cache"))
    return copy


def test_every_compiled_module_decides_the_folder(package: Path) -> None:
    """Whichever source is changed, what was compiled before is not taken any more."""
    before = compiled.folder()
    for name in compiled.modules():
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
    assert compiled_build.build() == "the match layer is compiled"
    assert list(package.rglob("*.c")) == []


@pytest.mark.parametrize(
    ("mypyc", "reason"),
    [(ModuleSpec("mypyc", None), "there is no C compiler"), (None, "mypyc is not installed")],
)
def test_without_a_compiler_everything_runs_as_it_is_written(
    package: Path, monkeypatch: pytest.MonkeyPatch, mypyc: ModuleSpec | None, reason: str
) -> None:
    """The reason is told, and nothing is left behind."""
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(importlib.util, "find_spec", {"mypyc": mypyc}.get)
    assert compiled_build.build().endswith(reason)
    assert not compiled.folder().parent.is_relative_to(package)
    assert not compiled.folder().parent.exists()


def test_another_python_or_platform_has_a_folder_of_its_own(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was compiled for one is never looked at by another."""
    assert package.exists()
    before = compiled.folder()
    monkeypatch.setattr(compiled, "SUFFIX", ".cpython-399-x86_64-linux-gnu.so")
    assert compiled.folder() != before


def test_of_other_sources_the_last_few_are_kept(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checkouts share the user's cache, and none throws out what another has just made."""
    assert package.exists()
    place = compiled.folder()
    others = [place.with_name(f"other{number}") for number in range(9)]
    for age, other in enumerate(others):
        other.mkdir(parents=True)
        os.utime(other, (1000 - age, 1000 - age))
    monkeypatch.setattr(compiled_build, "compile_into", lambda folder: folder.mkdir())
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    assert compiled_build.build() == "the match layer is compiled"
    assert sorted(place.parent.iterdir()) == sorted([place, *others[:7]])


def test_what_came_with_the_package_is_taken_unless_it_is_unwanted(package: Path) -> None:
    """Beside their sources import finds extensions first; REFEREE_COMPILED=0 turns that round."""
    name = "referee.core.varied"
    (package / "core" / "varied.py").write_text("")
    (package / "core" / f"varied{compiled.SUFFIX}").write_bytes(b"")
    (package / "core" / f"digest{compiled.SUFFIX}").write_bytes(b"")
    code = f"""
from referee.core.native import compiled
import importlib.util
print(compiled.are_shipped(), importlib.util.find_spec({name!r}).origin)
"""
    found = {}
    for wanted in ("0", "1"):
        env = os.environ | {"REFEREE_COMPILED": wanted, "PYTHONPATH": str(package.parent)}
        command = [sys.executable, "-c", code]
        ran = subprocess.run(
            command, cwd=package.parent, env=env, capture_output=True, text=True, check=True
        )
        found[wanted] = ran.stdout.split()
    beside = str(package / "core" / "varied")
    assert found == {"0": ["True", f"{beside}.py"], "1": ["True", beside + compiled.SUFFIX]}


@pytest.mark.parametrize("wanted", ["0", "1"])
def test_what_is_compiled_is_taken_or_left(wanted: str) -> None:
    """As the environment says; `make test-all` runs the tests of the match layer both ways."""
    if wanted == "1" and not compiled.folder().is_dir():
        assert "CI" not in os.environ, "CI compiles it by `make match-layer`"
        pytest.skip("the match layer is not compiled here; `make match-layer` does it or tells why")
    env = os.environ | {"REFEREE_COMPILED": wanted}
    suffix = compiled.SUFFIX if wanted == "1" else ".py"
    check = "import referee.match.machine as m; print(m.__file__)"
    used = subprocess.run(
        [sys.executable, "-c", check], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert used.stdout.strip().endswith(suffix)
