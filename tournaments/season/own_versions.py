"""Versions of a season's own entries, those of its file, while a run seals their programs."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.store.records import StoredVersion
from tournaments.store.store import Store

__all__ = ["OwnVersions"]


class OwnVersions:
    """Versions of the file's own entries, as their copies are made; the log gets them later.

    Args:
        store: The season's database.
        own: Names of the file's entries.
    """

    def __init__(self, store: Store, own: set[str]) -> None:
        self._store = store
        self._own = own
        self.added: list[StoredVersion] = []
        """Versions that are new, or differ from the last one."""

    def versions(self) -> list[StoredVersion]:
        """Return the stored versions of the file's entries."""
        return [each for each in self._store.programs.versions() if each.bot in self._own]

    def unfinished(self) -> set[tuple[str, int]]:
        """Return entries of the season, and their versions, with unfinished attempts at matches."""
        return self._store.programs.unfinished()

    def add(self, versions: Sequence[StoredVersion]) -> None:
        """Keep new versions of the file's own entries, until the log gets them."""
        self.added += versions

    def replace_start(self, version: StoredVersion) -> None:
        """Store how a version is started from now on."""
        self._store.programs.replace_start(version)

    def give_up(self, bot: str, version: int) -> None:
        """Do nothing: attempts of a version that can't be started become void when a run takes them up."""
