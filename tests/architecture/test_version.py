"""One version for all: every language's file has that of `VERSION`."""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

_TOOL = runpy.run_path(str(ROOT / "tools" / "version.py"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with the files that have a version."""
    for name, _ in _TOOL["PLACES"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


def test_every_place_has_the_version() -> None:
    """The files of all languages agree."""
    assert _TOOL["differences"]() == []


def test_a_version_is_written_into_every_place(copy: Path) -> None:
    """One command raises the version everywhere."""
    _TOOL["write"]("12.34.56", copy)
    assert _TOOL["differences"](copy) == []
    assert (copy / "VERSION").read_text() == "12.34.56\n"
    assert '"gamereferee-client==12.34.56"' in (copy / "pyproject.toml").read_text()
    assert 'version = "12.34.56"' in (copy / "clients" / "rust" / "Cargo.lock").read_text()


def test_a_place_with_another_version_is_named(copy: Path) -> None:
    """Each line names the file and both versions."""
    (copy / "VERSION").write_text("9.9.9\n")
    lines = _TOOL["differences"](copy)
    assert len(lines) == len(_TOOL["PLACES"]) - 1
    assert all("where VERSION has 9.9.9" in line for line in lines)


@pytest.mark.parametrize("version", ["1.2", "v1.2.3", "1.2.3rc1", ""])
def test_other_forms_are_refused_and_nothing_is_written(copy: Path, version: str) -> None:
    """Only X.Y.Z is a version."""
    before = (copy / "VERSION").read_text()
    with pytest.raises(ValueError, match=r"the form X\.Y\.Z"):
        _TOOL["write"](version, copy)
    assert (copy / "VERSION").read_text() == before
