"""Writes the last events of a run to the log: digests of new replays, and secrets of dice when all is played."""

from __future__ import annotations

from tournaments.log.event import parse_line
from tournaments.pairings.schedule import Schedule
from tournaments.spec.file_digest import file_sha256
from tournaments.store import event_bodies
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["log_end"]


def log_end(folder: DataFolder, store: Store, schedule: Schedule, *, is_over: bool) -> None:
    """Write the digests of replays that the log lacks; if all is played, publish the secrets of shared dice.

    If a run is killed before it calls this function, the next run writes the missing events.

    Args:
        folder: The tournament's data folder.
        store: The tournament's results and log.
        schedule: The tournament's schedule, with the secrets.
        is_over: Whether no match is left to play.
    """
    bodies = [
        body
        for line in store.events.lines()
        # Looked at before it is parsed: nearly all events are starts and ends of matches.
        if '"replays"' in line or '"over"' in line
        for body in [parse_line(line).body]
    ]
    known = {match for body in bodies if body["type"] == "replays" for match in body["sha256"]}
    digests = {
        match.match_id: file_sha256(folder.path / match.replay)
        for match in store.matches()
        if match.replay and match.match_id not in known and (folder.path / match.replay).is_file()
    }
    fresh = [event_bodies.replays(digests)] if digests else []
    secrets = event_bodies.secrets(schedule)
    if is_over and secrets not in bodies:
        fresh.append(secrets)
    store.events.add(fresh)
