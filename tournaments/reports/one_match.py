"""Finds one match, and reads no more of a tournament than is shown of it where that can be."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tournaments.pairings.match_dice import MatchDice, dice_of_before
from tournaments.reports.match_details import MatchDetails, find_match
from tournaments.reports.match_list import listed_result
from tournaments.reports.view import TournamentView, read_view
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError
from tournaments.spec.reading import parse_spec
from tournaments.store.find import find
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredMatch
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

__all__ = ["find_one"]


def find_one(where: Path, data: Path | None, store: str | None, wanted: str) -> MatchDetails:
    """Return the match of this number, or of this id at the referee.

    A match with a result is read alone. Of another one only the schedule tells who meets whom, which needs
    all results.

    Args:
        where: Tournament file or data folder.
        data: Data folder, in place of the file's.
        store: URL of the results, in place of the file's.
        wanted: A number from 1, or an id; also that of an attempt that came to nothing.

    Raises:
        TournamentError: There is none, or it has not been begun; or as `tournaments.store.find.find`.
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
    """Return a match by its own rows; None if that is not enough."""
    stored = store.tournament()
    if stored is None:
        raise FolderError(f"there is no tournament in {folder.path}")
    key = store.key_of(wanted)
    match = None if key is None else store.match(key)
    if match is None:
        return None
    spec, left_out = store.entries.taking_part(parse_spec(stored.source, stored.file))
    dice = store.dice() or dice_of_before(spec)
    if not _may_tell_seed(store, spec, dice, match):
        return None
    view = TournamentView(
        spec=spec,
        stored=stored,
        folder=folder,
        matches=[match],
        attempts=store.attempts(key),
        processes=[],
        game_versions=store.game_versions(),
        dice=dice,
        left_out=left_out,
        versions=store.programs.versions(),
    )
    seed = None if match.pairing.seed is None else str(match.pairing.seed)
    return MatchDetails(view, listed_result(match, view.attempts, seed))


def _may_tell_seed(store: Store, spec: TournamentSpec, dice: MatchDice, match: StoredMatch) -> bool:
    """Return whether the seed of a match may be shown, as far as the results of its block decide it.

    Where it shares its dice with a match that has no result, a stopping rule may have ended the tournament
    all the same; that takes all results to know.
    """
    if not dice.is_shared:
        return True
    block = match.pairing.block
    scheduled = sum(pairing.block == block for pairing in make_scheduler(spec, dice).due())
    # A later wave is not in a fresh schedule; its blocks are of two, one match for each seating.
    return store.num_results(block) >= max(scheduled, len(match.pairing.players))
