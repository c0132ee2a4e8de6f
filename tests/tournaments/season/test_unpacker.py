"""What authors hand in is unpacked as it is, or refused in words that they can act on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tournaments.season.hostile_archives import (
    HOSTILE,
    MOST_BYTES,
    MOST_FILES,
    tar_of,
    zip_of,
)
from tournaments.season import unpacker
from tournaments.season.unpacker import PayloadError, unpack

GOOD = {"bot.toml": b'name = "a"\n', "src/bot.py": b"print()\n", "src/data/w\xc3\xa9.bin": b"\0\1"}


def files_in(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """An empty folder, alone in another one."""
    folder = tmp_path / "around" / "target"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile(case: str, tmp_path: Path, target: Path) -> None:
    """It is refused by name and reason, and nothing is written outside of the target."""
    make, words = HOSTILE[case]
    source = make(tmp_path)
    with pytest.raises(PayloadError, match=words) as caught:
        unpack(source, target, most_bytes=MOST_BYTES, most_files=MOST_FILES)
    assert str(caught.value).isprintable()
    assert [path.name for path in target.parent.iterdir()] == ["target"]
    assert sum(map(len, files_in(target).values())) <= MOST_BYTES
    assert not any(path.is_symlink() for path in target.rglob("*"))


def _names(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name.encode("latin-1").decode(): data for name, data in files.items()}


def as_tar(folder: Path) -> Path:
    """The good files as .tar.gz."""
    (folder / "payload").write_bytes(tar_of(_names(GOOD)))
    return folder / "payload"


def as_zip(folder: Path) -> Path:
    """The good files as .zip."""
    (folder / "payload").write_bytes(zip_of(_names(GOOD)))
    return folder / "payload"


def as_folder(folder: Path) -> Path:
    """The good files as a folder, with one of a version control next to them."""
    for name, data in _names(GOOD).items():
        place = folder / "handed" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    (folder / "handed" / ".git").mkdir()
    (folder / "handed" / ".git" / "config").write_text("")
    return folder / "handed"


@pytest.mark.parametrize("make", [as_tar, as_zip, as_folder])
def test_what_is_handed_in_is_unpacked(
    make: Callable[[Path], Path], tmp_path: Path, target: Path
) -> None:
    """Every file is there with its bytes; folders of version control are left out."""
    done = unpack(make(tmp_path), target, most_bytes=MOST_BYTES, most_files=MOST_FILES)
    assert files_in(target) == _names(GOOD)
    assert (done.num_files, done.num_bytes) == (5, sum(map(len, GOOD.values())))


def test_bounds_are_reached_but_not_passed(tmp_path: Path, target: Path) -> None:
    """As many bytes and files as may be are accepted."""
    (tmp_path / "payload").write_bytes(tar_of({"a": bytes(60), "b/c": bytes(40)}))
    done = unpack(tmp_path / "payload", target, most_bytes=100, most_files=3)
    assert (done.num_files, done.num_bytes) == (3, 100)


@pytest.mark.parametrize(("mode", "expected"), [(0o100755, True), (0o100644, False)])
def test_programs_may_be_run(mode: int, expected: bool, tmp_path: Path, target: Path) -> None:
    """The bit of the owner counts, whatever else the archive says of rights."""
    (tmp_path / "payload").write_bytes(zip_of({"bot": b"#!"}, mode))
    unpack(tmp_path / "payload", target, most_bytes=100, most_files=3)
    assert os.access(target / "bot", os.X_OK) is expected
    assert (target / "bot").stat().st_mode & 0o7022 == 0


def test_the_program_answers_in_one_line(tmp_path: Path, target: Path) -> None:
    """It needs nothing of this project to run, and refuses by an answer and not by its status."""
    argv: list[str | Path] = [sys.executable, "-I", "-S", unpacker.__file__]
    argv += [as_tar(tmp_path), target]
    done = subprocess.run([*argv, "1000", "5"], capture_output=True, check=True)
    assert json.loads(done.stdout) == {"files": 5, "bytes": sum(map(len, GOOD.values()))}
    (tmp_path / "other").mkdir()
    argv[-1] = tmp_path / "other"
    again = subprocess.run([*argv, "1000", "4"], capture_output=True, check=True)
    assert "more than 4 files and folders" in json.loads(again.stdout)["refused"]
