"""Under which behaviour version of its game a tournament is played: to its end under the one it began with."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError, SpecError
from tournaments.spec.matches import GameFacts
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

__all__ = ["game_as_begun"]


def game_as_begun(
    spec: TournamentSpec, file: Path, schedule: Schedule, store: Store, facts: GameFacts
) -> GameFacts:
    """Return the game as this tournament plays it.

    Results of several versions don't go into one table, so what has begun goes on as it began. Only
    before its first match does the file decide, or else the newest version.

    Args:
        spec: The tournament.
        file: Its file.
        schedule: Its schedule.
        store: What has been played of it.
        facts: The game as the referee has it.

    Raises:
        FolderError: The referee can't play by the rules that the tournament began with.
        SpecError: It can't play by those that the file asks for.
    """
    known = ", ".join(map(str, facts.playable))
    begun = store.game_versions() or _versions_of_attempts(spec, schedule, store, facts)
    for version in sorted(begun):
        if version not in facts.playable:
            raise FolderError(
                f"the tournament began under version {version} of {spec.game}, the referee plays"
                f" version {known}: results of both don't go into one table"
            )
    wanted = spec.game_version if spec.game_version is not None else facts.version
    if wanted not in facts.playable:
        raise SpecError(file, f"game_version must be one of {known}, not {wanted}")
    return dataclasses.replace(facts, version=max(begun, default=wanted))


def _versions_of_attempts(
    spec: TournamentSpec, schedule: Schedule, store: Store, facts: GameFacts
) -> set[int]:
    """Versions of matches that were begun before any had a result; a match's key hashes its version."""
    keys = {attempt.key for attempt in store.attempts()}
    if not keys:
        return set()
    first = make_scheduler(spec, schedule).due()
    return {
        version
        for version in facts.playable
        if any(order_of(spec, pairing, version).key in keys for pairing in first)
    }
