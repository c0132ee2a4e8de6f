"""What authors read of a check, also of one that was killed and begun again."""

from __future__ import annotations

from pathlib import Path

from tournaments.season.check_files import CheckFiles

ID = "a" * 32


def files_in(folder: Path) -> CheckFiles:
    """The files of a check, at a time that stands still."""
    return CheckFiles.of(folder, ID, now=lambda: "2027-03-01T08:00:00Z")


def test_stages_are_read_in_order(tmp_path: Path) -> None:
    """And once more from where the reader has stopped."""
    files = files_in(tmp_path)
    assert (files.exists, files.lines(), files.entry()) == (False, [], None)
    files.begin({"id": ID, "entry": "ann"})
    files.stage("unpack", "3 files")
    files.stage("build", "make")
    files.admitted(2, ["fast"])
    assert (files.exists, files.entry()) == (True, "ann")
    assert [line.get("stage") for line in files.lines()] == ["unpack", "build", None]
    time = "2027-03-01T08:00:00Z"
    result = {"result": "admitted", "version": 2, "lines": ["fast"], "time": time}
    assert files.lines(2) == [result]


def test_results(tmp_path: Path) -> None:
    """Each is a line with the word for it."""
    files = files_in(tmp_path)
    files.begin({"id": ID, "entry": "ann"})
    files.unchanged(4)
    files.refused("receive", ["no"], is_ours=True)
    files.withdrawn()
    unchanged, refused, withdrawn = files.lines()
    assert (unchanged["result"], unchanged["version"]) == ("unchanged", 4)
    assert (refused["result"], refused["stage"], refused["ours"]) == ("refused", "receive", True)
    assert withdrawn["result"] == "withdrawn"


def test_half_a_line_of_a_killed_check(tmp_path: Path) -> None:
    """Is not shown, and does not spoil the lines after it."""
    files = files_in(tmp_path)
    files.begin({"id": ID, "entry": "ann"})
    files.stage("unpack", "3 files")
    with (files.folder / "stages.jsonl").open("a") as out:
        out.write('{"stage": "bui')
    assert [line["stage"] for line in files.lines()] == ["unpack"]
    files.begin({"id": ID, "entry": "ann"})
    files.stage("manifest", "again")
    assert [line["stage"] for line in files.lines()] == ["unpack", "manifest"]
