"""Titles of entries: what people read in place of names, in any script.

Files, commands and the database identify entries by their names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from tournaments.spec.config import BotSpec, TeamSpec, TournamentSpec
from tournaments.spec.errors import SpecError

__all__ = ["NO_TITLES", "Titles", "check_titles"]


class Titles:
    """Maps names of a tournament's entries to the titles that people read.

    Args:
        spec: The tournament; None has no titles.
    """

    def __init__(self, spec: TournamentSpec | None = None) -> None:
        entries: Sequence[BotSpec | TeamSpec] = () if spec is None else [*spec.bots, *spec.teams]
        self.known = {entry.name: entry.title for entry in entries if entry.title is not None}
        """Title of each entry that has one, by name."""

    def __call__(self, label: str) -> str:
        """Return the title of an entry, or of a version such as `bot@2`.

        Without a title, the name.
        """
        name, at, version = label.partition("@")
        return f"{self.known.get(name, name)}{at}{version}"

    def cut(self, label: str, columns: int) -> str:
        """Return a title, cut with an ellipsis to fit `columns`.

        East Asian characters take two columns.
        """
        title = self(label)
        if _width(title) <= columns:
            return title
        kept = ""
        for each in title:
            if _width(kept + each) >= columns:
                break
            kept += each
        return f"{kept}…"

    def both(self, label: str) -> str:
        """Return the title and, in parentheses, the name, for lines about entries found by name."""
        title = self(label)
        return label if title == label else f"{title} ({label})"


NO_TITLES = Titles()
"""Titles of no tournament: every entry is shown by its name."""


def check_titles(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    """Yield a fault for each entry whose title could be taken for the title or name of another entry."""
    tables: dict[str, Sequence[BotSpec | TeamSpec]] = {"bots": spec.bots, "teams": spec.teams}
    for table, entries in tables.items():
        seen = {_folded(entry.name): entry.name for entry in entries}
        for index, entry in enumerate(entries):
            if entry.title is None:
                continue
            other = seen.setdefault(_folded(entry.title), entry.name)
            if other != entry.name:
                bound = "must be a title that is neither title nor name of another entry"
                problem = f"{table}[{index}].title {bound}, not {entry.title!r}, as of {other}"
                yield SpecError(path, problem, key=(table, index, "title"))


def _width(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in text)
    return wide + sum(not unicodedata.combining(each) for each in text)


def _folded(text: str) -> str:
    """Return a text without differences that people don't see: case, width, encoding of accents."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
