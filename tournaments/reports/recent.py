"""Reads matches without a result, and the last ones with one, without reading all results.

The number of a match without a result is not stored: it follows from the schedule. If the schedule,
or what may be shown, depends on results, all of them are needed, and the functions here return
None.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

from tournaments.pairings import Pairing
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule
from tournaments.reports.match_list import ListedMatch, list_matches, listed_open, listed_result
from tournaments.reports.view import read_view
from tournaments.spec.config import TournamentSpec
from tournaments.spec.entrants import LeftOut
from tournaments.spec.errors import FolderError
from tournaments.spec.reading import parse_spec
from tournaments.store.find import find
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredAttempt, StoredTournament
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

__all__ = ["OpenMatches", "Outline", "find_matches", "open_matches", "outline_of", "recent_matches"]

OpenMatches = Mapping[Pairing, list[StoredAttempt]]
"""Matches that were begun and have no result, each with all attempts at it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Outline:
    """A tournament without its matches: its file, its entries and its schedule."""

    stored: StoredTournament
    """The tournament that the data folder belongs to."""
    in_file: TournamentSpec
    """The tournament with all entries of its stored file."""
    spec: TournamentSpec
    """The tournament reduced to the entries that take part."""
    left_out: tuple[LeftOut, ...]
    """Entries of the file that do not take part."""
    schedule: Schedule
    """Schedule of the tournament, which determines the dice of its matches."""


def find_matches(
    where: Path,
    data: Path | None,
    store: str | None,
    *,
    bots: Sequence[str] = (),
    cause: str | None = None,
    only_void: bool = False,
    limit: int | None = None,
) -> tuple[TournamentSpec, list[ListedMatch]]:
    """Return a tournament and those of its matches that have been begun, in schedule order.

    Args:
        where: Tournament file or data folder.
        data: Data folder, in place of the file's.
        store: URL of the results, in place of the file's.
        bots: Only matches in which all of these bots had seats.
        cause: Only matches that ended by this cause, the name of an `EndCause` in lower case.
        only_void: Only matches with a void attempt.
        limit: Highest number of matches to return, the last ones. Without the other filters, only
            these are read, if possible.

    Raises:
        TournamentError: There is no bot with one of the names, no tournament was begun there, or the
            file, the URL or the results can't be used.
    """
    _, _, folder = find(where, data, store)
    with contextlib.closing(Store(folder.database)) as opened:
        if limit is not None and not bots and cause is None and not only_void:
            listed = recent_matches(opened, folder, limit)
            if listed is not None:
                return outline_of(opened, folder).spec, listed
        view = read_view(opened, folder)
    return view.spec, list_matches(view, bots=bots, cause=cause, only_void=only_void, limit=limit)


def outline_of(store: Store, folder: DataFolder) -> Outline:
    """Read and return a tournament without its matches.

    Raises:
        FolderError: No tournament has begun there.
    """
    stored = store.tournament()
    if stored is None:
        raise FolderError(f"there is no tournament in {folder.path}")
    in_file = parse_spec(stored.source, stored.file)
    spec, left_out = store.entries.taking_part(in_file)
    return Outline(stored, in_file, spec, left_out, store.begun_schedule())


def open_matches(store: Store, outline: Outline) -> OpenMatches | None:
    """Return all matches that were begun and have no result.

    None if finding them takes all results.
    """
    versions = store.game_versions()
    if (
        outline.schedule.dice.is_shared or not versions
    ):  # the key of a match hashes the game's version
        return None
    scheduler = make_scheduler(outline.spec, outline.schedule)
    if scheduler.total is None:
        return None
    attempts: dict[str, list[StoredAttempt]] = {}
    for attempt in store.open_attempts():
        attempts.setdefault(attempt.key, []).append(attempt)
    found: dict[Pairing, list[StoredAttempt]] = {}
    # Until all are found: a long schedule need not be gone through to its end.
    for pairing in scheduler.due() if attempts else ():
        own = attempts.pop(order_of(outline.spec, pairing, max(versions)).key, None)
        if own is not None:
            found[pairing] = own
            if not attempts:
                break
    return found


def recent_matches(store: Store, folder: DataFolder, limit: int) -> list[ListedMatch] | None:
    """Return the last matches that have been begun, in schedule order.

    None if that takes all results.

    Args:
        store: Database of the tournament.
        folder: Data folder of the tournament.
        limit: Highest number of matches to return, from 1.
    """
    opened = open_matches(store, outline_of(store, folder))
    if opened is None:
        return None
    listed = [listed_open(pairing, own, _seed(pairing)) for pairing, own in opened.items()]
    for match in store.last_matches(limit):
        key = store.key_of(match.match_id)
        listed.append(listed_result(match, store.attempts(key), _seed(match.pairing)))
    return sorted(listed, key=lambda match: match.pairing.number)[-limit:]


def _seed(pairing: Pairing) -> str | None:
    return None if pairing.seed is None else str(pairing.seed)
