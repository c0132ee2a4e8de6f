"""The menu of the site: which page is where, in the order in which a stranger reads them.

The sections are those of `docs/README.md`; a page of it that has a table of pages itself, such as
`docs/bots/README.md`, opens to these. Games, protocol and API have their own sections.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

__all__ = ["navigation", "title"]

_START = (
    *("README.md", "docs/tutorial.md", "docs/tutorial_organizer.md", "docs/tutorial_game.md"),
    *("docs/README.md", "docs/glossary.md"),
)
_FORMATS = ("arena/FORMAT.md", "clients/vectors/README.md")
_PACKAGES = ("envs/README.md", "loadtest/README.md")
_PROJECT = ("CHANGELOG.md", "ROADMAP.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
_QUICK_STARTS = "docs/quick_starts.md"

_HEADING = re.compile(r"^## (.+)$")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s#]+\.md)\)")
_FIRST_HEADING = re.compile(r"^# (.+)$", re.MULTILINE)


def navigation(folder: Path, api: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the menu in the form of MkDocs: lists of titles with a page, or with another list.

    Args:
        folder: Folder of the site's pages.
        api: Title of each page of the API, by its path.
    """
    games = sorted((folder / "games").glob("*.md"))
    examples = sorted(folder.glob("examples/games/*/*/RULEBOOK.md"))
    taken = {*_START, *_FORMATS, *_PACKAGES, *_PROJECT, _QUICK_STARTS}
    played: list[Any] = [{title(path): _game(folder, path, taken)} for path in games]
    others = [path.relative_to(folder).as_posix() for path in examples]
    played.append({"Examples": _entries(folder, others)})
    shelves = _shelves(folder, taken)
    protocol = [
        path.relative_to(folder).as_posix() for path in sorted(folder.glob("protocol/*.md"))
    ]
    reference = [
        {"Protocol": _entries(folder, protocol)},
        {"API": [{name: path} for path, name in api.items()]},
        {"Formats": _entries(folder, _FORMATS)},
        {"Packages": _entries(folder, _PACKAGES)},
    ]
    return [
        {"Start": _entries(folder, _START)},
        *shelves,
        {"Games": played},
        {"Reference": reference},
        {"Project": _entries(folder, _PROJECT)},
    ]


def title(page: Path) -> str:
    """Return the first heading of a page, or the name of its file if it has none."""
    found = _FIRST_HEADING.search(page.read_text(encoding="utf-8"))
    return found.group(1) if found else page.stem


def _shelves(folder: Path, taken: set[str]) -> list[dict[str, Any]]:
    """Return the sections of `docs/README.md`, and mark their pages as taken."""
    shelves: list[dict[str, Any]] = []
    pages: list[Any] = _entries(folder, [_QUICK_STARTS])
    for line in (folder / "docs" / "README.md").read_text(encoding="utf-8").splitlines():
        heading = _HEADING.match(line)
        if heading:
            pages = pages if not shelves else []
            shelves.append({heading.group(1): pages})
        else:
            pages.extend(_row(folder, "docs/README.md", line, taken))
    return shelves


def _row(folder: Path, index: str, line: str, taken: set[str]) -> list[Any]:
    """Return the entries of one line of an index: none unless it is a row of a table."""
    entries: list[Any] = []
    for _, target in _LINK.findall(line) if line.startswith("|") else ():
        name = posixpath.normpath(posixpath.join(posixpath.dirname(index), target))
        if name in taken or not (folder / name).is_file():
            continue
        taken.add(name)
        inner: list[Any] = []
        if posixpath.basename(name) == "README.md":
            for each in (folder / name).read_text(encoding="utf-8").splitlines():
                inner.extend(_row(folder, name, each, taken))
        entry = {title(folder / name): [{"Overview": name}, *inner] if inner else name}
        entries.append(entry)
    return entries


def _game(folder: Path, path: Path, taken: set[str]) -> list[dict[str, str]]:
    """Return the menu of a game: its page, then those to which it links; mark these as taken."""
    entries = [{"Overview": path.relative_to(folder).as_posix()}]
    for name, target in _LINK.findall(path.read_text(encoding="utf-8")):
        page = posixpath.normpath(posixpath.join("games", target))
        taken.add(page)
        entries.append({name: page})
    return entries


def _entries(folder: Path, names: Iterable[str]) -> list[Any]:
    return [{title(folder / name): name} for name in names if (folder / name).is_file()]
