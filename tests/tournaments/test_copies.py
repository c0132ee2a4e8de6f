"""Copies of bots' folders: what is in them, what their digests tell apart, and what is refused."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tournaments.bots import copies
from tournaments.bots.copies import difference, digest_of, keep_copy, list_files, writable_copy
from tournaments.spec.errors import CopyError


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A folder with a program, a data file below and a link between them."""
    folder = tmp_path / "bot"
    (folder / "data").mkdir(parents=True)
    (folder / "bot.py").write_text("print(1)\n")
    (folder / "data" / "book.bin").write_bytes(b"\0" * 3)
    (folder / "book").symlink_to(folder / "data" / "book.bin")
    return folder


def test_a_copy_has_what_its_digest_says(bot: Path, tmp_path: Path) -> None:
    """Files by their SHA-256, links inside by where they lead from where they are."""
    kept, files = keep_copy(bot, tmp_path / "copies")
    assert files == {
        "bot.py": f"sha256:{hashlib.sha256(b'print(1)' + bytes([10])).hexdigest()}",
        "data/book.bin": f"sha256:{hashlib.sha256(bytes(3)).hexdigest()}",
        "book": "link:data/book.bin",
    }
    assert kept == tmp_path / "copies" / digest_of(files)
    assert (kept / "book").read_bytes() == bytes(3)
    assert list_files(kept) == list_files(bot) == files
    assert keep_copy(bot, tmp_path / "copies") == (kept, files)
    assert [path.name for path in (tmp_path / "copies").iterdir()] == [kept.name]


def replace(folder: Path) -> None:
    """Another file under the same name, of the same size and time."""
    status = (folder / "bot.py").stat()
    (folder / "new").write_text("print(2)\n")
    os.utime(folder / "new", ns=(status.st_atime_ns, status.st_mtime_ns))
    (folder / "new").rename(folder / "bot.py")


def relink(folder: Path) -> None:
    """A link that leads elsewhere."""
    (folder / "book").unlink()
    (folder / "book").symlink_to("bot.py")


CHANGES: dict[str, Callable[[Path], object]] = {
    "bot.py": replace,
    "book": relink,
    "data/book.bin": lambda folder: (folder / "data" / "book.bin").unlink(),
    "data/new": lambda folder: (folder / "data" / "new").touch(),
}


@pytest.mark.parametrize("path", CHANGES)
def test_every_change_is_found(bot: Path, path: str) -> None:
    """A replaced file, a swapped link, one that is gone and one that is new: by name."""
    before = list_files(bot)
    CHANGES[path](bot)
    after = list_files(bot)
    assert digest_of(before) != digest_of(after)
    assert (difference(before, after) or "").startswith(f"{path} was ")


def test_mode(bot: Path) -> None:
    """That a file can be run is part of it; who may read it is not."""
    before = list_files(bot)
    (bot / "bot.py").chmod(0o600)
    assert list_files(bot) == before
    (bot / "bot.py").chmod(0o700)
    assert list_files(bot)["bot.py"] == before["bot.py"] + " x"


def test_what_is_left_out(bot: Path) -> None:
    """Histories, what Python compiles, and what is hidden from the bot."""
    before = list_files(bot)
    for name in (".git", "__pycache__", "data/__pycache__", "rival"):
        (bot / name).mkdir()
        (bot / name / "file").touch()
    assert list_files(bot, hidden=[bot / "rival"]) == before


def test_links_out_of_the_folder(bot: Path, tmp_path: Path) -> None:
    """A bot in a sandbox does not get what a link shows its author's folder; without one it does."""
    (tmp_path / "secret").write_text("s")
    (bot / "out").symlink_to("../secret")
    (bot / "gone").symlink_to("nowhere")
    kept, files = keep_copy(bot, tmp_path / "copies")
    assert (files["out"], files["gone"]) == ("link:../secret", "link:nowhere")
    assert not (kept / "out").exists()
    kept, files = keep_copy(bot, tmp_path / "copies", follow=True)
    assert files["out"] == f"sha256:{hashlib.sha256(b's').hexdigest()}"
    assert not (kept / "out").is_symlink()
    (bot / "folder").symlink_to(tmp_path / "copies")
    with pytest.raises(CopyError, match="bot/folder is a link to a folder elsewhere"):
        keep_copy(bot, tmp_path / "copies", follow=True)


def test_what_can_not_be_copied(bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too much, and what is no file: each is named, and nothing is left of the attempt."""
    monkeypatch.setattr(copies, "MOST_BYTES", 11)
    with pytest.raises(CopyError, match=r"is too big to be copied: .*, at data/book.bin"):
        keep_copy(bot, tmp_path / "copies")
    monkeypatch.undo()
    os.mkfifo(bot / "pipe")
    with pytest.raises(CopyError, match="bot/pipe can't be copied: it is neither"):
        keep_copy(bot, tmp_path / "copies")
    assert list((tmp_path / "copies").iterdir()) == []


def test_a_damaged_copy(bot: Path, tmp_path: Path) -> None:
    """It is made anew from the folder; where only the copy is left, it is refused."""
    kept, files = keep_copy(bot, tmp_path / "copies")
    assert list_files(writable_copy(kept, tmp_path / "work", files)) == files
    (kept / "bot.py").write_text("worse")
    with pytest.raises(CopyError, match=r"is damaged: bot\.py was sha256:"):
        writable_copy(kept, tmp_path / "work", files)
    assert keep_copy(bot, tmp_path / "copies") == (kept, files)
    assert (kept / "bot.py").read_text() == "print(1)\n"
