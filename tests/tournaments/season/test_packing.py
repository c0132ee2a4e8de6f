"""Folders are packed alike every time, and what a season would refuse is not packed at all."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from tournaments.season.packing import pack_folder
from tournaments.season.unpacker import unpack
from tournaments.spec.errors import SpecError


def bot_in(folder: Path) -> Path:
    """A bot's folder with a program, data, a key and version control."""
    for name in ("bot.toml", "run.sh", "data/a", "data/b", ".git/config", "__pycache__/x.pyc"):
        place = folder / "bot" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(name)
    (folder / "bot" / "run.sh").chmod(0o755)
    (folder / "bot" / "ann.key").write_text("secret")
    return folder / "bot"


def packed(folder: Path, **options: int) -> bytes:
    """The folder's archive, without its key."""
    out, bounds = io.BytesIO(), {"most_bytes": 1000, "most_files": 20} | options
    pack_folder(folder, out, without=folder / "ann.key", **bounds)
    return out.getvalue()


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    """Whenever they were written, in whatever order."""
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    one, other = bot_in(tmp_path / "one"), bot_in(tmp_path / "other")
    os.utime(other / "bot.toml", (1, 1))
    (other / "data" / "a").unlink()
    (other / "data" / "a").write_text("data/a")
    (other / "run.sh").chmod(0o700)
    assert packed(one) == packed(other)
    (other / "data" / "a").write_text("changed")
    assert packed(one) != packed(other)


def test_what_is_packed_is_unpacked(tmp_path: Path) -> None:
    """All files with their bit to be run, except the key and version control."""
    (tmp_path / "archive").write_bytes(packed(bot_in(tmp_path)))
    target = tmp_path / "target"
    target.mkdir()
    unpack(tmp_path / "archive", target, most_bytes=1000, most_files=20)
    found = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert found == {"bot.toml", "run.sh", "data/a", "data/b"}
    assert os.access(target / "run.sh", os.X_OK)
    assert not os.access(target / "bot.toml", os.X_OK)


def test_the_bounds_hold_before_anything_is_sent(tmp_path: Path) -> None:
    """In the words of the season."""
    folder = bot_in(tmp_path)
    with pytest.raises(SpecError, match="more than 3 files and folders"):
        packed(folder, most_files=3)
    with pytest.raises(SpecError, match="more than 10 bytes when unpacked"):
        packed(folder, most_bytes=10)
    (folder / "link").symlink_to("bot.toml")
    with pytest.raises(SpecError, match="link is a symbolic link: send the file"):
        packed(folder)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """It is refused by name."""
    (tmp_path / "bot").write_text("")
    with pytest.raises(SpecError, match="must be the folder of a bot"):
        packed(tmp_path / "bot")
