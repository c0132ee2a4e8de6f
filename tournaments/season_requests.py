"""Has a season do what its organizer asks for: by its run if one is active, or else here.

Both ways end in the same event. A run that is active gets a request in the inbox, and this process
waits until the log has it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import time
from pathlib import Path

from tournaments.log.log_file import LOG_FILE
from tournaments.pairings.schedule import draw_schedule
from tournaments.rebuilding import heal_store
from tournaments.season.beginning import begin_season
from tournaments.season.checkpoint import state_in
from tournaments.season.desk import RequestRefusedError
from tournaments.season.door_file import doors_of
from tournaments.season.doors import write_doors
from tournaments.season.inbox import Inbox, Request
from tournaments.season.requests import new_request_id
from tournaments.season_session import utc_now
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError, SpecError, TournamentError
from tournaments.spec.reading import load_spec
from tournaments.store.find import checked_store, find
from tournaments.store.folder import DataFolder, folder_of
from tournaments.store.store import Store

__all__ = ["SeasonPlace", "ask", "find_season", "lift_pause"]

_PAUSE_S = 0.2


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A season's file with its content, and its data folder."""

    spec: TournamentSpec
    """The season."""
    file: Path
    """The season's file."""
    folder: DataFolder
    """Data folder of the season, which need not exist."""


def find_season(where: Path, data: Path | None, store: str | None) -> SeasonPlace:
    """Return a season, which need not have begun if its file is given.

    Args:
        where: The season's file or data folder.
        data: Data folder, in place of the file's.
        store: URL of the results, in place of the file's.

    Raises:
        SpecError: The file can't be used, or is not that of a season.
        FolderError: There is no season.
    """
    if where.is_dir():
        spec, file, folder = find(where, data, store)
    else:
        spec, file = load_spec(where), where
        folder = folder_of(spec, file, data, checked_store(store))
    if spec.season is None:
        raise SpecError(file, "has no [season]: this command is for seasons")
    return SeasonPlace(spec, file, folder)


def ask(place: SeasonPlace, request: Request) -> bool:
    """Have a season do what a request asks for; return whether its run did it, rather than this process.

    Args:
        place: The season.
        request: What is asked for; its id and path are not used.

    Raises:
        RequestRefusedError: It can't be done.
        KeyboardInterrupt: Interrupted while waiting; the request stays in the inbox.
    """
    if place.folder.is_in_use():
        _ask_run(place, request)
        return True
    place.folder.path.parent.mkdir(parents=True, exist_ok=True)
    with (
        place.folder.lock(),
        contextlib.closing(Store(place.folder.database, create=True)) as store,
    ):
        heal_store(store, place.spec, place.file, place.folder, lambda _: None)
        schedule = draw_schedule(place.spec, own_referee=True)
        desk = begin_season(store, place.file, utc_now, schedule=schedule)
        desk.carry_out(dataclasses.replace(request, id=new_request_id()))
        write_doors(place.folder.path, doors_of(desk.state, desk.at()[:10]))
    return False


def lift_pause(place: SeasonPlace, reason: str) -> bool:
    """Have a paused season go on; return whether a run is active, so that none has to be started.

    A season that is not paused is left as it is.

    Args:
        place: The season, which has begun.
        reason: Why, for the log.

    Raises:
        FolderError: A run is active, and the season is not paused.
    """
    with contextlib.closing(Store(place.folder.database)) as store:
        state = state_in(store.events)
    runs = place.folder.is_in_use()
    if state.paused is not None:
        ask(place, Request("", "resume", Path(), reason=reason))
        return runs
    if runs:
        raise FolderError(f"data folder {place.folder.path} is in use by another run")
    return False


def _ask_run(place: SeasonPlace, request: Request) -> None:
    inbox = Inbox(place.folder.path)
    values = dataclasses.asdict(request)
    for name in ("id", "path"):
        del values[name]
    log = place.folder.path / LOG_FILE
    # Only what is appended from now on can have it; the log of a long season is large.
    seen = log.stat().st_size if log.is_file() else 0
    request_id = inbox.leave(values)
    wanted = f'"request":"{request_id}"'.encode()
    try:
        while True:
            with contextlib.suppress(FileNotFoundError), log.open("rb") as file:
                file.seek(seen)
                if wanted in file.read():
                    return
            why = inbox.answer_to(request_id)
            if why is not None:
                raise RequestRefusedError(why)
            if not place.folder.is_in_use():
                raise TournamentError(
                    f"the run has ended before it took the request {request_id}, which waits in the"
                    " inbox for the next run"
                )
            time.sleep(_PAUSE_S)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f": the request {request_id} stays in the inbox") from None
