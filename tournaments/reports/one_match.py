"""Finds one match, and reads no more of the tournament than is shown, if possible."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tournaments.pairings.schedule import Schedule
from tournaments.reports.match_details import MatchDetails, find_match
from tournaments.reports.match_list import listed_open, listed_result
from tournaments.reports.recent import Outline, open_matches, outline_of
from tournaments.reports.view import TournamentView, read_view
from tournaments.spec.config import TournamentSpec
from tournaments.store.find import find
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredAttempt, StoredMatch
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

__all__ = ["find_one"]


def find_one(where: Path, data: Path | None, store: str | None, wanted: str) -> MatchDetails:
    """Return the match with this number, or with this id at the referee.

    A match is read alone. The pairing of a match without a result follows from the schedule: if
    that depends on results, all of them are read.

    Args:
        where: Tournament file or data folder.
        data: Data folder, in place of the file's.
        store: URL of the results, in place of the file's.
        wanted: A number from 1, or an id, which may be that of a void attempt.

    Raises:
        TournamentError: There is no such match, or it has not been begun; no tournament was begun
            there; or the file, the URL or the results can't be used.
    """
    _, _, folder = find(where, data, store)
    with contextlib.closing(Store(folder.database)) as opened:
        alone = _read_alone(opened, folder, wanted)
        view = None if alone is not None else read_view(opened, folder)
    if alone is not None:
        return alone
    assert view is not None
    return find_match(view, wanted)


def _read_alone(store: Store, folder: DataFolder, wanted: str) -> MatchDetails | None:
    """Return a match, read from its own rows of the database; None if these are not enough.

    Args:
        store: Database of the tournament.
        folder: Data folder of the tournament.
        wanted: Number of the match from 1, or its id at the referee.
    """
    outline = outline_of(store, folder)
    key = store.key_of(wanted)
    match = None if key is None else store.match(key)
    if match is None:
        return _read_open(store, folder, outline, wanted)
    if not _may_tell_seed(store, outline.spec, outline.schedule, match):
        return None
    view = _view(store, folder, outline, [match], store.attempts(key))
    seed = None if match.pairing.seed is None else str(match.pairing.seed)
    return MatchDetails(view, listed_result(match, view.attempts, seed))


def _read_open(
    store: Store, folder: DataFolder, outline: Outline, wanted: str
) -> MatchDetails | None:
    """Return a match without a result, read from its own rows of the database.

    None if there is no such match, or its rows are not enough.

    Args:
        store: Database of the tournament.
        folder: Data folder of the tournament.
        outline: The tournament without its matches.
        wanted: Number of the match from 1, or its id at the referee.
    """
    opened = open_matches(store, outline) or {}
    for pairing, attempts in opened.items():
        if wanted == str(pairing.number) or wanted in {each.match_id for each in attempts}:
            seed = None if pairing.seed is None else str(pairing.seed)
            view = _view(store, folder, outline, [], attempts)
            return MatchDetails(view, listed_open(pairing, attempts, seed))
    return None


def _view(
    store: Store,
    folder: DataFolder,
    outline: Outline,
    matches: list[StoredMatch],
    attempts: list[StoredAttempt],
) -> TournamentView:
    """Return a view of the tournament with only the given matches and attempts."""
    return TournamentView(
        spec=outline.spec,
        stored=outline.stored,
        folder=folder,
        matches=matches,
        attempts=attempts,
        processes=[],
        game_versions=store.game_versions(),
        schedule=outline.schedule,
        in_file=outline.in_file,
        left_out=outline.left_out,
        versions=store.programs.versions(),
    )


def _may_tell_seed(
    store: Store, spec: TournamentSpec, schedule: Schedule, match: StoredMatch
) -> bool:
    """Return whether the seed of a match may be shown, as far as matches with its dice decide it.

    If the match shares dice with one that has no result, a stopping rule may still have ended the
    tournament, but finding that out takes all results; then the answer is False.
    """
    if not schedule.dice.is_shared:
        return True
    block = match.pairing.block
    scheduled = sum(pairing.block == block for pairing in make_scheduler(spec, schedule).due())
    # A later wave is not in a fresh schedule; its blocks are of two, one match for each seating.
    return store.num_results(block) >= max(scheduled, len(match.pairing.players))
