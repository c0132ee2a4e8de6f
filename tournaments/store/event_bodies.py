"""Builds the contents of a log's events: JSON objects of texts, whole numbers, lists and null.

The secrets of dice that matches share are represented by their commitments until the tournament is
over. No event has a key of a referee or a chat message of a bot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.log.event import FORMAT
from tournaments.pairings import Pairing
from tournaments.pairings.dice import commitment_of
from tournaments.pairings.growth import Growth
from tournaments.pairings.schedule import Schedule
from tournaments.spec.outcomes import EndCause, MatchEnd, SeatResult
from tournaments.store.records import Begun, Result, StoredVersion

__all__ = [
    "Body",
    "ended",
    "ended_as",
    "grown",
    "left_out",
    "opened",
    "program",
    "replays",
    "seat",
    "secrets",
    "started",
    "started_as",
    "voided",
]

Body = dict[str, object]


def opened(
    tournament_id: str,
    name: str,
    source: str,
    bots: Sequence[str],
    schedule: Schedule,
    public_key: str | None,
) -> Body:
    """Return the content of the event that begins a tournament, or begins it again before its first match.

    Args:
        tournament_id: Id of the tournament.
        name: Name of the tournament.
        source: Text of the tournament's file.
        bots: Names of the bots that take part, in order of entry.
        schedule: The tournament's schedule; of a secret of shared dice, the event has only the commitment.
        public_key: Key by which the events' signatures can be checked; None if they have none.
    """
    return {
        "type": "opened",
        "format": FORMAT,
        "tournament": tournament_id,
        "name": name,
        "file": source,
        "bots": list(bots),
        "dice": schedule.dice.policy.value,
        "why": schedule.dice.why,
        "commitment": schedule.dice.commitment,
        # A text, since JSON of other programs has no whole numbers beyond 2^53.
        "schedule_seed": str(schedule.seed),
        "pairing_rule": schedule.pairing_rule,
        "ring": schedule.ring,
        "public_key": public_key,
    }


def grown(growth: Growth, source: str, bots: Sequence[str]) -> Body:
    """Return the content of the event which records that bots, cycles or rounds were added to a tournament's file.

    Args:
        growth: Numbers of bots, cycles and rounds before, and the secret of the added matches' dice.
        source: New text of the tournament's file.
        bots: Names of the bots that take part now, in order of entry.
    """
    return {
        "type": "grown",
        "file": source,
        "bots": list(bots),
        "before": {
            "bots": growth.bots,
            "cycles": growth.cycles,
            "rounds": growth.rounds,
            "after": growth.after,
        },
        "commitment": commitment_of(growth.secret),
    }


def left_out(reasons: Mapping[str, str], source: str | None) -> Body:
    """Return the content of the event which records that the set of entrants that do not take part has changed.

    Args:
        reasons: Why each entrant that is left out can't run, by the entrant's name.
        source: New text of the tournament's file; None if it has not changed.
    """
    return {"type": "left_out", "bots": dict(reasons), "file": source}


def program(version: StoredVersion) -> Body:
    """Return the content of the event which records that a version of a bot's program plays from now on."""
    return {
        "type": "program",
        "bot": version.bot,
        "version": version.version,
        "sha256": version.sha256,
    }


def started(begun: Begun) -> Body:
    """Return the content of the event which records that an attempt at a match begins.

    The event must be written before any bot learns of the match.
    """
    play = begun.play
    return started_as(
        match=begun.pairing,
        key=begun.key,
        attempt=begun.number,
        match_id=begun.match_id,
        players=begun.players,
        versions=() if play is None else play.versions,
        at="" if play is None else play.started_at,
    )


def started_as(
    *,
    match: int,
    key: str,
    attempt: int,
    match_id: str,
    players: Sequence[str],
    versions: Sequence[int],
    at: str,
) -> Body:
    """Return the content of the event which records that an attempt at a match begins.

    Args:
        match: Number of the match in the schedule, from 1; 0 if it is unknown.
        key: Key of the match: the hash of its inputs.
        attempt: Number of the attempt, from 1.
        match_id: Id of the match at the referee.
        players: Names of the bots, in seat order; empty if they are unknown.
        versions: Version of each seat's program; empty if they are unknown.
        at: Time of the beginning, UTC, ISO 8601; empty if unknown.
    """
    return {
        "type": "started",
        "match": match,
        "key": key,
        "attempt": attempt,
        "id": match_id,
        "players": list(players),
        "versions": list(versions),
        "at": at,
    }


def ended(result: Result) -> Body:
    """Return the content of the event which records the result of a match."""
    return ended_as(
        result.pairing,
        result.end,
        key=result.order.key,
        attempt=result.attempt,
        match_id=result.match_id,
        game_version=result.order.game_version,
        at=result.ended_at,
    )


def ended_as(
    pairing: Pairing,
    end: MatchEnd,
    *,
    key: str,
    attempt: int | None,
    match_id: str,
    game_version: int,
    at: str,
) -> Body:
    """Return the content of the event which records the result of a match.

    The match's seed is left out, since matches that are still to be played may have the same dice.

    Args:
        pairing: Bots by seat, block, and the match's number in the schedule.
        end: How the match ended.
        key: Key of the match: the hash of its inputs.
        attempt: Number of the attempt that gave the result; None if it is unknown.
        match_id: Id of the match at the referee.
        game_version: Behaviour version of the game.
        at: Time at which the end became known, UTC, ISO 8601; empty if unknown.
    """
    return {
        "type": "ended",
        "match": pairing.number,
        "key": key,
        "attempt": attempt,
        "id": match_id,
        "block": pairing.block,
        "players": list(pairing.players),
        "game_version": game_version,
        "cause": end.cause.name,
        "text": end.text,
        "seats": [seat(each) for each in end.seats],
        "at": at,
    }


def seat(result: SeatResult) -> Body:
    """Return the content about one seat in the event which records the result of a match."""
    return {
        "placement": result.placement,
        "score": result.score,
        "strikes": result.strikes,
        "forfeit": result.forfeit and result.forfeit.name,
        "tie_breaks": [list(each) for each in result.tie_breaks],
    }


def voided(key: str, attempt: int, cause: EndCause, text: str) -> Body:
    """Return the content of the event which records that an attempt at a match has ended without a result.

    Args:
        key: Key of the match: the hash of its inputs.
        attempt: Number of the attempt, from 1.
        cause: Why the attempt ended.
        text: The cause in words.
    """
    return {"type": "void", "key": key, "attempt": attempt, "cause": cause.name, "text": text}


def replays(digests: Mapping[str, str], *, deleted_at: str | None = None) -> Body:
    """Return the content of the event which records the digests of replay files in the data folder.

    Args:
        digests: SHA-256 of each replay file that the log lacks so far, by match id.
        deleted_at: Time, UTC, ISO 8601, at which a season deletes the replays that it keeps no longer;
            None if nothing is deleted.
    """
    body: Body = {"type": "replays", "sha256": dict(digests)}
    return body if deleted_at is None else {**body, "at": deleted_at}


def secrets(schedule: Schedule) -> Body:
    """Return the content of the event which records that a tournament is over, with the secrets of shared dice.

    The secrets are those of the beginning and of each extension of the tournament's file, oldest first; an
    empty text where there is no secret.
    """
    all_secrets = [schedule.dice.secret, *(step.secret for step in schedule.growth)]
    return {"type": "over", "secrets": [secret.hex() for secret in all_secrets]}
