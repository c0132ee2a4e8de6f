"""The project speaks of itself alone: no file names a folder of somebody's machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

_HOMES = re.compile(r"(?<![\w.>)-])(?:/(?:root|home|Users)/|[A-Z]:\\+Users\\)")
"""Absolute paths of home directories, but no such part of a longer path or address."""


def private_paths(text: str, checkout: Path = ROOT) -> list[int]:
    """Numbers of the lines that name a home directory or the folder of this checkout."""
    here = re.compile(rf"(?<![\w.]){re.escape(str(checkout))}(?![\w.-])")
    return [
        number
        for number, line in enumerate(text.splitlines(), start=1)
        if _HOMES.search(line) or here.search(line)
    ]


def project_files() -> list[Path]:
    """All files under version control that are there; in an unpacked archive all but what .gitignore names."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return files_outside(ROOT, ignored_folders())
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return [path for path in paths if path.is_file()]


def ignored_folders() -> set[str]:
    """Names of folders that .gitignore leaves out."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    return {line.strip("/") for line in lines if line.endswith("/")}


def files_outside(folder: Path, ignored: set[str]) -> list[Path]:
    """All files below a folder, but for those in folders of these names."""
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in ignored and name != ".git"]
        found += [Path(parent, name) for name in names]
    return found


def test_no_tracked_file_names_a_private_path() -> None:
    """Binary files are read too, as far as they are text."""
    found = []
    for path in project_files():
        text = path.read_bytes().decode("utf-8", errors="replace")
        found += [f"{path.relative_to(ROOT)}:{line}" for line in private_paths(text)]
    assert found == []


def test_they_are_those_of_this_checkout() -> None:
    """With version control and without."""
    for files in (project_files(), files_outside(ROOT, ignored_folders())):
        assert ROOT / "pyproject.toml" in files
        assert not any(".venv" in path.relative_to(ROOT).parts for path in files)


@pytest.mark.parametrize(
    "path",
    ["/{}/bots/a.py", "'/{}/'", "see file:///{}/x", "PATH=/{}/bin:/usr/bin", "x: /{}/me"],
)
@pytest.mark.parametrize("folder", ["root", "home", "Users"])
def test_a_home_directory_is_found(path: str, folder: str) -> None:
    """Whatever stands before it."""
    assert private_paths("first line\n" + path.format(folder)) == [2]


def test_the_checkout_is_found() -> None:
    """Its own folder is a private path, wherever it is."""
    checkout = Path("/srv/checkouts/referee")
    assert private_paths(f"cd {checkout}\ncd {checkout}/tests\n{checkout}2\n", checkout) == [1, 2]


@pytest.mark.parametrize(
    "line",
    [
        "https://example.org/home/page",
        "docs/root/x",
        "/homework/",
        "~/bots",
        "a/home/b",
        "<b>/root/",
    ],
)
def test_other_paths_are_no_offence(line: str) -> None:
    """Addresses, relative paths and similar words."""
    assert private_paths(line) == []
