"""Compares the logs of a season and of its stages: entries, programs, file and order at the end."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Collection, Sequence
from pathlib import Path

from tournaments.log.event import Event, parse_lines
from tournaments.log.log_file import LOG_FILE, read_lines
from tournaments.log.state import LoggedMatch, TournamentState
from tournaments.season.reading import season_of
from tournaments.season.retention import is_expired
from tournaments.season.stages import SeasonStage
from tournaments.season.state import SeasonState
from tournaments.spec.config import TournamentSpec, first_difference
from tournaments.spec.errors import LogError, TournamentError
from tournaments.spec.reading import parse_spec
from tournaments.spec.stage_file import stage_source
from tournaments.store.folder import DataFolder
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import make_standings

__all__ = [
    "check_order",
    "check_origin",
    "num_expired",
    "season_around",
    "season_log_of",
    "season_programs_of",
]


def season_log_of(folder: DataFolder) -> Path:
    """Return the path of the log of the season that a stage belongs to.

    Args:
        folder: Data folder of the stage, which is inside the season's.
    """
    return folder.path.parent.parent / LOG_FILE


def season_programs_of(folder: DataFolder) -> Path:
    """Return the folder with the programs of the season that a stage belongs to.

    Args:
        folder: Data folder of the stage, which is inside the season's.
    """
    return DataFolder(folder.path.parent.parent).programs


def season_around(state: TournamentState, folder: DataFolder) -> SeasonState | None:
    """Return the season that a tournament is a stage of; None if it is none, or if its log can't be read here.

    Args:
        state: State of the tournament after all events of its log.
        folder: Its data folder, which need not exist.
    """
    log = season_log_of(folder)
    # Without a data folder, a file there is not the season's.
    if "stage_of" not in (state.opened or {}) or not folder.path.is_dir():
        return None
    # What is wrong with the season's log is the finding of another check.
    with contextlib.suppress(TournamentError):
        return season_of(parse_lines(read_lines(log), name=str(log)))
    return None


def num_expired(season: SeasonState, matches: Collection[LoggedMatch], replays: Path) -> int:
    """Return how many matches have no replay any more since the season's file has let it expire.

    The season's log has the time of each deletion, so that what is missing otherwise is not counted.

    Args:
        season: The season.
        matches: Matches of the season, or of one of its stages.
        replays: The folder with their replays.
    """
    last = max([season.now, *(match.ended_at for match in matches)])
    with contextlib.suppress(ValueError, TypeError):  # a log may have anything as a time
        now = datetime.datetime.fromisoformat(last)
        gone = [match for match in matches if is_expired(season, match.ended_at, now)]
        return sum(not (replays / f"{match.match_id}.replay").is_file() for match in gone)
    return 0


def check_origin(state: TournamentState, spec: TournamentSpec, log: Path) -> str:
    """Check that a stage is the one that its season's log begins; return what was checked, as text.

    Args:
        state: State of the stage after all events of its log.
        spec: The stage's tournament, by its log.
        log: The season's log.

    Raises:
        LogError: The season's log has no such stage, or it has other entries, programs or terms.
    """
    assert state.opened is not None
    origin = state.opened["stage_of"]
    number, _, digest = str(origin["head"]).partition(":")
    events = list(parse_lines(read_lines(log), name=str(log)))
    event = _event_at(events, number)
    if event is None or event.hash != digest:
        raise LogError(f"the season's log {log} has no event {origin['head']}")
    body, season = event.body, season_of(events)
    assert season.opened is not None
    if body["type"] != "stage_began" or body["stage"] != origin["stage"]:
        raise LogError(f"event {number} of the season's log does not begin stage {origin['stage']}")
    if season.opened["tournament"] != origin["season"]:
        raise LogError(f"the log {log} is that of another season")
    wanted = {name: sha256 for name, _, sha256 in body["entries"]}
    if state.bots != list(wanted):
        raise LogError(f"the stage is of {' - '.join(state.bots)}, not of {' - '.join(wanted)}")
    for name, sha256 in wanted.items():
        # An entry that has not played yet may have no program in the log of the stage.
        if state.programs.get((name, 1), sha256) != sha256 or (name, 2) in state.programs:
            raise LogError(f"{name} plays the stage with another program than the season admitted")
    _check_terms(season, spec, body["stage"], list(wanted), log)
    return f"{len(wanted)} entries and their programs are those of event {number} of the season"


def _check_terms(
    season: SeasonState, spec: TournamentSpec, name: str, entries: Sequence[str], log: Path
) -> None:
    stage = next((each for each in season.spec.stages if each.name == name), None)
    if stage is None:
        raise LogError(f"the season's file has no stage {name}")
    text = stage_source(season.source, stage, entries, game_version=spec.game_version)
    terms = parse_spec(text, log).decisive_json()
    difference = first_difference(terms, spec.decisive_json())
    if difference is not None:
        raise LogError(f"the stage's file differs from the season's: {difference}")


def check_order(
    stage: SeasonStage, state: TournamentState, spec: TournamentSpec, events: Sequence[Event]
) -> str:
    """Check that a stage has ended as the season's log says; return what was checked, as text.

    Args:
        stage: The stage, by the season's log.
        state: State of the stage after all events of its own log.
        spec: The stage's tournament, by its log.
        events: Events of the stage's log.

    Raises:
        LogError: The order of the entries, or the head of the stage's log, is another one.
    """
    if not stage.order:
        return f"{len(state.matches)} results so far"
    number, _, digest = stage.log_head.partition(":")
    event = _event_at(events, number)
    if event is None or event.hash != digest:
        raise LogError(f"its log has no event {stage.log_head}, with which it ended")
    results = [
        StoredMatch(match.pairing, match.end, match.match_id, None)
        for _, match in sorted(state.matches.items())
    ]
    order = [line.player for line in make_standings(spec, results) if hasattr(line, "player")]
    if tuple(order) != stage.order:
        raise LogError(
            f"its results give the order {' - '.join(order)}, and the season has another"
        )
    return f"{len(results)} results give the order of the season's log"


def _event_at(events: Sequence[Event], number: str) -> Event | None:
    """Return the event with a number that is given as text; None if there is none."""
    is_known = number.isascii() and number.isdecimal() and 1 <= int(number) <= len(events)
    return events[int(number) - 1] if is_known else None
