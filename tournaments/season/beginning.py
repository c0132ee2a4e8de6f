"""Begins a season, or opens one that has begun: its log, its terms, and the entries of its file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tournaments.pairings.picker import PICKER_RULE
from tournaments.pairings.schedule import Schedule
from tournaments.season import bodies
from tournaments.season.desk import Desk, Now
from tournaments.season.public_file import public_terms
from tournaments.season.reading import is_season
from tournaments.season.state import SeasonState
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError
from tournaments.spec.reading import load_spec
from tournaments.spec.toml_tables import read_text
from tournaments.store.records import StoredVersion
from tournaments.store.store import Store

__all__ = ["begin_season", "enter_own", "refused_terms"]

_FREE = ("season", "entries", "remote", "notify", "bots", "stages")
"""Tables that may change in the file, apart from what `refused_terms` names."""


def begin_season(
    store: Store,
    file: Path,
    now: Now,
    *,
    schedule: Schedule,
    tournament_id: str | None = None,
) -> Desk:
    """Begin a season, or open one that has begun; return the object that changes it.

    If the file has changed, that is written to the log.

    Args:
        store: The season's database, which this process has locked.
        file: The season's file.
        now: Returns the current date and time, in UTC.
        schedule: Where the dice of a new season come from.
        tournament_id: Id of a new season; None draws one.

    Raises:
        FolderError: The folder has a tournament that is no season, or the file has changed in a way
            that is not allowed.
    """
    spec, source = load_spec(file), read_text(file)
    public = public_terms(source)
    first = store.events.after(0, 1)
    if not first:
        # The log is published, so it has not all that is in the file.
        extra = {"season": PICKER_RULE, "file": public}
        with store.together():
            store.begin(
                spec.name,
                file.absolute(),
                source,
                [],
                schedule,
                tournament_id=tournament_id,
                extra=extra,
            )
        return Desk(store, now)
    if not is_season(first[0]):
        raise FolderError(f"{file} is a season, and its data folder has another tournament")
    desk = Desk(store, now)
    stored = store.tournament()
    assert stored is not None, "a season has begun"
    if stored.source != source:
        difference = refused_terms(desk.state, spec)
        if difference is not None:
            raise FolderError(
                f"{file} has changed since its season began: {difference}; change it back, or give"
                " another data folder with --data"
            )
        is_same = desk.state.source == public
        desk.book.change_terms(
            None if is_same else bodies.terms_changed(public, at=desk.at()), source
        )
    return desk


def enter_own(desk: Desk, *, slots: int, version: str, own: Sequence[StoredVersion]) -> None:
    """Write to a season's log what differs when a run begins: program, slots, the file's own entries.

    Args:
        desk: Changes the season, and writes its log.
        slots: Number of matches at once.
        version: Version of this program.
        own: Programs of the file's entries that are new or have changed.
    """
    state = desk.state
    here = [entry.name for entry in state.entries.values() if entry.is_present]
    for name in here if state.spec.remote is None else ():
        desk.move(name, is_here=False, in_order=True)
    # Only where something differs, so that a run that is begun again leaves no trace.
    if state.run != (version, slots):
        desk.book.write([bodies.run_began(version, slots, at=desk.at())])
    for program in own:
        entry = state.entries.get(program.bot)
        if entry is None:
            desk.admit_own(program)
        elif entry.current.run != program.sha256:
            desk.admit_own(program.numbered(len(entry.versions) + 1))


def refused_terms(state: SeasonState, spec: TournamentSpec) -> str | None:
    """Return what differs between a season's file and a later one that may not; None if nothing does.

    Args:
        state: The season.
        spec: The later file.
    """
    before, after = (json.loads(each.decisive_json()) for each in (state.spec, spec))
    fixed = [key for key in before if key not in _FREE]
    for key in fixed:
        if before[key] != after.get(key):
            return f"{key} was {json.dumps(before[key])} and is {json.dumps(after.get(key))}"
    if spec.season is None:
        return "[season] is gone"
    assert state.spec.season is not None
    if spec.season.first_matches != state.spec.season.first_matches:
        was, now = state.spec.season.first_matches, spec.season.first_matches
        return f"season.first_matches was {was} and is {now}"
    stages = state.stages.refused_change(spec.stages, state.spec.stages)
    if stages is not None:
        return stages
    names = {bot.name for bot in spec.bots}
    gone = [entry.name for entry in state.entries.values() if entry.stays]
    gone = [name for name in gone if name not in names]
    if gone:
        return f"bots has no {gone[0]} any more, and entries of the file never leave"
    for bot in spec.bots:
        entry = state.entries.get(bot.name)
        if entry is not None and not entry.stays:
            return f"bots has {bot.name}, which is an entry of {entry.author}"
    return None
