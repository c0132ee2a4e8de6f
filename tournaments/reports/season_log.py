"""Reads the state of a season from its log, also while it is played."""

from __future__ import annotations

import contextlib

from tournaments.season.checkpoint import state_in
from tournaments.season.state import SeasonState
from tournaments.spec.errors import FolderError
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["read_season", "season_in"]


def read_season(folder: DataFolder) -> tuple[SeasonState, str]:
    """Return the state of a season, and the head of its log as `number:hash`.

    Raises:
        FolderError: No season has begun there.
    """
    with contextlib.closing(Store(folder.database)) as store:
        return season_in(store, folder)


def season_in(store: Store, folder: DataFolder) -> tuple[SeasonState, str]:
    """Return the state of the season in an open database, and the head of its log as `number:hash`.

    Raises:
        FolderError: No season has begun there.
    """
    state = state_in(store.events)
    if state.opened is None:
        raise FolderError(f"there is no season in {folder.path}")
    return state, state.head
