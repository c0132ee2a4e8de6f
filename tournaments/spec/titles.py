"""Titles of entries: what people read in place of names, in any script.

Names stay what files, commands and the database know entries by.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from tournaments.spec.config import BotSpec, TeamSpec, TournamentSpec
from tournaments.spec.errors import SpecError

__all__ = ["NO_TITLES", "Titles", "check_titles"]


class Titles:
    """What entries of a tournament are called for people.

    Args:
        spec: The tournament; None knows no titles.
    """

    def __init__(self, spec: TournamentSpec | None = None) -> None:
        entries: Sequence[BotSpec | TeamSpec] = () if spec is None else [*spec.bots, *spec.teams]
        self.known = {entry.name: entry.title for entry in entries if entry.title is not None}
        """Titles by name, of entries that have one."""

    def __call__(self, label: str) -> str:
        """Return the title of an entry, or of a version of one such as `bot@2`; its name without one."""
        name, at, version = label.partition("@")
        return f"{self.known.get(name, name)}{at}{version}"

    def cut(self, label: str, columns: int) -> str:
        """Return as much of a title as finds room; characters of East Asia take two columns each."""
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
        """Return the title with the name behind it, for lines about something that is found by the name."""
        title = self(label)
        return label if title == label else f"{title} ({label})"


NO_TITLES = Titles()
"""Calls everybody by name."""


def check_titles(spec: TournamentSpec, path: Path) -> Iterator[SpecError]:
    """Yield which entries could be taken for another one by their title."""
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
    """Return a text without what people don't see: case, width and how accents are written."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
