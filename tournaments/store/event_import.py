"""Makes a log for a tournament that an earlier version without logs began, from its rows in the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.pairings.schedule import Schedule
from tournaments.spec.outcomes import EndCause
from tournaments.store import event_bodies
from tournaments.store.records import StoredAttempt, StoredMatch, StoredTournament, StoredVersion

__all__ = ["events_of_rows"]


def events_of_rows(
    tournament: StoredTournament,
    bots: Sequence[str],
    schedule: Schedule,
    *,
    left_out: Mapping[str, str],
    versions: Sequence[StoredVersion],
    attempts: Sequence[StoredAttempt],
    matches: Sequence[StoredMatch],
    keys: Mapping[int, tuple[str, int]],
    public_key: str | None,
) -> list[dict[str, object]]:
    """Return the contents of events from which the database would have these rows.

    The order in which attempts and matches happened is unknown: attempts are ordered by key, results by the
    schedule, and the first event is marked as `imported`.

    Args:
        tournament: The tournament.
        bots: Names of the bots that take part, in order of entry.
        schedule: The tournament's schedule.
        left_out: Why each entrant that is left out can't run, by the entrant's name.
        versions: All versions of the bots' programs.
        attempts: All attempts at matches, sorted by key and number.
        matches: Matches with a result, in schedule order.
        keys: Key of each of `matches` and the game's behaviour version, by the match's number.
        public_key: Key by which the events' signatures can be checked; None if they have none.
    """
    steps = [step.bots for step in schedule.growth] + [len(bots)]
    of_file = tournament.tournament_id, tournament.name, tournament.source
    first = event_bodies.opened(*of_file, bots[: steps[0]], schedule, public_key)
    bodies: list[dict[str, object]] = [first | {"imported": True}]
    for step, count in zip(schedule.growth, steps[1:], strict=True):
        bodies.append(event_bodies.grown(step, tournament.source, bots[:count]))
    if left_out:
        bodies.append(event_bodies.left_out(left_out, None))
    bodies += map(event_bodies.program, versions)
    by_key = {keys[match.pairing.number][0]: match for match in matches}
    last: dict[str, int] = {}
    for attempt in attempts:
        last[attempt.key] = attempt.number
        bodies.append(_started(attempt, by_key.get(attempt.key)))
        if attempt.void_cause is not None:
            bodies.append(_voided(attempt, attempt.void_cause))
    for match in matches:
        key, version = keys[match.pairing.number]
        bodies.append(_ended(key, match, version, last.get(key)))
    return bodies


def _started(attempt: StoredAttempt, match: StoredMatch | None) -> dict[str, object]:
    play = None if match is None else match.play
    return event_bodies.started_as(
        match=0 if match is None else match.pairing.number,
        key=attempt.key,
        attempt=attempt.number,
        match_id=attempt.match_id,
        players=() if match is None else match.pairing.players,
        versions=() if play is None else play.versions,
        at="" if play is None else play.started_at,
    )


def _voided(attempt: StoredAttempt, cause: EndCause) -> dict[str, object]:
    return event_bodies.voided(attempt.key, attempt.number, cause, attempt.void_text or "")


def _ended(key: str, match: StoredMatch, version: int, attempt: int | None) -> dict[str, object]:
    return event_bodies.ended_as(
        match.pairing,
        match.end,
        key=key,
        attempt=attempt,
        match_id=match.match_id,
        game_version=version,
        at="" if match.play is None else match.play.ended_at or "",
    )
