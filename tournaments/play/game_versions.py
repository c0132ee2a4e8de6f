"""Chooses the game's behaviour version, under which a tournament is played from beginning to end."""

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
    """Return the facts of the game with the version under which this tournament is played.

    Results of several versions don't go into one table, so a tournament goes on under the version
    that it began with. Before its first match, the file decides, or else the newest version.

    Args:
        spec: The tournament.
        file: The tournament's file, for messages.
        schedule: The tournament's schedule.
        store: What has been played of the tournament.
        facts: The game as the referee has it.

    Raises:
        FolderError: The referee can't play the version that the tournament began with.
        SpecError: The referee can't play the version that the file asks for.
    """
    known = ", ".join(map(str, facts.playable))
    # Results know their version. A run killed before its first result left attempts, which know it
    # only by their keys.
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
    """Return the game versions of attempts, found by match key, while no match has a result.

    The key of a match hashes its version, so the keys of the first pairings are tried under each
    version.

    Args:
        spec: The tournament.
        schedule: Its schedule.
        store: Its results and attempts.
        facts: The game as the referee has it, with its playable versions.
    """
    keys = {attempt.key for attempt in store.attempts()}
    if not keys:
        return set()
    first = make_scheduler(spec, schedule).due()
    return {
        version
        for version in facts.playable
        if any(order_of(spec, pairing, version).key in keys for pairing in first)
    }
