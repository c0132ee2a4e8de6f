"""Reads the present state of a tournament from its data folder."""

from __future__ import annotations

import contextlib
from pathlib import Path

import sqlalchemy as sa

from tournaments.reports.view import TournamentView, read_view
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["read_tournament"]


def read_tournament(path: Path, store: sa.URL | None = None) -> TournamentView:
    """Return the tournament in a data folder, with the results recorded so far.

    Args:
        path: The folder.
        store: URL of the database with the results; None if it is in the folder.

    Raises:
        TournamentError: No tournament was begun there, or the results can't be read.
    """
    folder = DataFolder(path.absolute(), store=store)
    with contextlib.closing(Store(folder.database)) as opened:
        stored = opened.tournament()
        folder.tournament_id = None if stored is None else stored.tournament_id
        return read_view(opened, folder)
