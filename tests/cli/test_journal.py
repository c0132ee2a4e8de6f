"""`referee journal check|repair`: what they say, what they leave, and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli.app import app

JOURNAL = min(
    (Path(__file__).parents[1] / "server" / "recorded").glob("*.journal"),
    key=lambda path: path.stat().st_size,
)


def _run(*words: object) -> tuple[int, list[str]]:
    result = CliRunner().invoke(app, ["journal", *map(str, words)])
    return result.exit_code, result.output.splitlines()


def _hit(path: Path, mask: int) -> bytes:
    data = bytearray(JOURNAL.read_bytes())
    data[-10] ^= mask
    path.write_bytes(data)
    return bytes(data)


def test_a_folder_is_checked(tmp_path: Path) -> None:
    """A line each, and status 1 as soon as one is damaged."""
    data = JOURNAL.read_bytes()
    (tmp_path / "a.journal").write_bytes(data)
    (tmp_path / "b.journal").write_bytes(data + bytes(5))
    assert _run("check", tmp_path) == (0, [
        f"{tmp_path}/a.journal: 8 records; running after 3 steps",
        f"{tmp_path}/b.journal: 8 records, then 5 bytes torn at byte {len(data)}: "
        "damaged: a length of 0 bytes",
    ])  # fmt: skip
    _hit(tmp_path / "c.journal.broken", 1)
    status, lines = _run("check", tmp_path)
    assert status == 1
    assert lines[2].startswith(f"{tmp_path}/c.journal.broken: 7 records, then ")
    assert lines[2].endswith("the checksum doesn't match")


def test_a_flipped_bit_is_repaired(tmp_path: Path) -> None:
    """Once: then there is nothing to mend, and that is said with status 1."""
    broken = _hit(tmp_path / "a.journal", 4)
    status, lines = _run("repair", tmp_path / "a.journal")
    assert (status, lines) == (
        0, [f"{tmp_path}/a.journal: 1 bits put right; a.journal.broken is kept"],
    )  # fmt: skip
    assert (tmp_path / "a.journal").read_bytes() == JOURNAL.read_bytes()
    assert (tmp_path / "a.journal.broken").read_bytes() == broken
    status, lines = _run("repair", tmp_path / "a.journal")
    assert (status, "nothing to mend" in lines[0]) == (1, True)


def test_more_damage_is_given_up_by_name(tmp_path: Path) -> None:
    """Only with --cut."""
    _hit(tmp_path / "a.journal", 5)
    status, lines = _run("repair", tmp_path)
    assert status == 1
    assert "can't be mended" in lines[0]
    status, lines = _run("repair", "--cut", tmp_path)
    assert status == 0
    assert "bytes given up; a.journal.broken is kept" in lines[0]
    assert _run("check", tmp_path / "a.journal")[0] == 0


@pytest.mark.parametrize("command", ["check", "repair"])
def test_a_file_that_is_not_there(tmp_path: Path, command: str) -> None:
    """Is named."""
    status, (line,) = _run(command, tmp_path / "m.journal")
    assert status == 1
    assert str(tmp_path / "m.journal") in line
    assert "No such file" in line
