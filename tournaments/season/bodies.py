"""Contents of the events of a season's log: JSON objects of texts, whole numbers, lists and null.

The first event is that of any tournament with one key more, `season`: the number of the rule by
which entries are chosen for matches. No event has a secret key, a path of this machine, or output
of a bot.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.spec.outcomes import EndCause, MatchEnd
from tournaments.store.event_bodies import Body, seat

__all__ = [
    "Body",
    "Prior",
    "admitted",
    "annulled",
    "entry_changed",
    "key_made",
    "match_ended",
    "match_started",
    "match_void",
    "presence",
    "received",
    "refused",
    "run_began",
    "season_changed",
    "stage_began",
    "stage_ended",
    "stage_skipped",
    "terms_changed",
]

Prior = tuple[int, int]
"""Strength with which a version begins and its standard deviation, in millionths of natural
logarithms of odds.
"""

_VOID_TEXTS = {
    EndCause.REFEREE_FAULT: "the referee or the game failed",
    EndCause.HOST_FAILURE: "the machine failed",
    EndCause.OPERATOR: "it was stopped",
    EndCause.NOBODY_JOINED: "no program joined in time",
}
"""Why an attempt ended without a result, in words, by the cause."""


def run_began(version: str, slots: int, *, at: str) -> Body:
    """Return the content of the event which records that a run began with another program or number of slots.

    Args:
        version: Version of this program.
        slots: Number of matches at once; 0 for as many as the workers of a cluster have threads.
        at: Time, UTC, ISO 8601.
    """
    return {"type": "run", "version": version, "slots": slots, "at": at}


def terms_changed(source: str, *, at: str) -> Body:
    """Return the content of the event which records that the season's file has another text from now on.

    Args:
        source: The new text, as far as the log has it.
        at: Time, UTC, ISO 8601.
    """
    return {"type": "terms", "file": source, "at": at}


def season_changed(to: str, *, by: str, reason: str, at: str, request: str | None = None) -> Body:
    """Return the content of the event which records that the season has another state, is paused, or goes on.

    Args:
        to: The new state, or `paused`, or `resumed`.
        by: `clock`, `runner` or `organizer`.
        reason: Why, for people.
        at: Time, UTC, ISO 8601.
        request: Id of the request that asked for it; None for none.
    """
    return {"type": "state", "to": to, "by": by, "reason": reason, "request": request, "at": at}


def key_made(entry: str, author: str, sha256: str, *, at: str, request: str | None = None) -> Body:
    """Return the content of the event which records that an entry has a new key, which replaces any earlier one.

    Args:
        entry: Name of the entry, which need not have handed in anything yet.
        author: Name of its author.
        sha256: SHA-256 of the key, 64 hexadecimal digits.
        at: Time, UTC, ISO 8601.
        request: Id of the request that asked for it; None for none.
    """
    return {
        "type": "key",
        "entry": entry,
        "author": author,
        "sha256": sha256,
        "request": request,
        "at": at,
    }


def received(
    request: str,
    entry: str,
    author: str,
    *,
    door: str,
    key: str | None,
    sent: str,
    at: str,
    declared: str | None = None,
) -> Body:
    """Return the content of the event which records that a program was handed in, or attends as a new version.

    Args:
        request: Id of the request.
        entry: Name of the entry.
        author: Name of its author.
        door: How it came: `http`, `command`, `inbox` or `attend`.
        key: SHA-256 of the key that was shown; None if there was none.
        sent: Time at which it was received, UTC, ISO 8601, which counts for the deadline.
        at: Time at which the run took it, UTC, ISO 8601.
        declared: Of a program that attends: what its author calls the version; None for others.
    """
    body: Body = {
        "type": "received",
        "request": request,
        "entry": entry,
        "author": author,
        "door": door,
        "key": key,
        "sent": sent,
        "at": at,
    }
    return body | ({} if declared is None else {"declared": declared})


def admitted(
    entry: str,
    author: str | None,
    version: int,
    *,
    request: str | None,
    submitted: str | None,
    run: str,
    prior: Prior | None,
    at: str,
    declared: str | None = None,
    stays: bool = False,
) -> Body:
    """Return the content of the event which records that a version of an entry plays from now on.

    Args:
        entry: Name of the entry.
        author: Name of its author; None for entries of the season's file.
        version: Number of the version, from 1.
        request: Id of the request; None for entries of the season's file.
        submitted: SHA-256 of what was handed in; None if nothing was.
        run: SHA-256 of the files that are run.
        prior: Strength with which the version begins; None for the first one.
        at: Time, UTC, ISO 8601.
        declared: What the author calls a version whose program runs elsewhere; None for a program
            of this machine.
        stays: Whether the entry is of the season's file, and never leaves.
    """
    body: Body = {
        "type": "admitted",
        "entry": entry,
        "author": author,
        "version": version,
        "request": request,
        "submitted": submitted,
        "run": run,
        "prior": None if prior is None else list(prior),
        "remote": declared is not None,
        "stays": stays,
        "at": at,
    }
    return body | ({} if declared is None else {"declared": declared})


def refused(
    entry: str,
    *,
    request: str | None,
    stage: str,
    ours: bool,
    submitted: str | None,
    at: str,
    until: str | None = None,
    declared: str | None = None,
) -> Body:
    """Return the content of the event which records that a check was not passed.

    Args:
        entry: Name of the entry.
        request: Id of the request; None for the check of a benched entry.
        stage: Stage of the check.
        ours: Whether the fault is not the entry's, so that the attempt does not count.
        submitted: SHA-256 of what was handed in; None if it could not be read.
        at: Time, UTC, ISO 8601.
        until: Time of the next check of a benched entry, UTC, ISO 8601; None of a request.
        declared: What the author calls a version whose program runs elsewhere; None for others.
    """
    body: Body = {
        "type": "refused",
        "entry": entry,
        "request": request,
        "stage": stage,
        "ours": ours,
        "submitted": submitted,
        "until": until,
        "at": at,
    }
    return body | ({} if declared is None else {"declared": declared})


def entry_changed(
    kind: str,
    entry: str,
    *,
    by: str,
    reason: str,
    at: str,
    request: str | None = None,
    until: str | None = None,
) -> Body:
    """Return the content of the event which records that an entry may no longer play, or may play again.

    Args:
        kind: `benched`, `reinstated`, `withdrawn` or `expelled`.
        entry: Name of the entry.
        by: `runner`, `check`, `author` or `organizer`.
        reason: Why, for people.
        at: Time, UTC, ISO 8601.
        request: Id of the request that asked for it; None for none.
        until: Of `benched`: time of the first check, UTC, ISO 8601; None where the organizer
            decides.
    """
    body: Body = {
        "type": kind,
        "entry": entry,
        "by": by,
        "reason": reason,
        "request": request,
        "at": at,
    }
    return body | ({"until": until} if kind == "benched" else {})


def presence(kind: str, entry: str, *, at: str, in_order: bool = False) -> Body:
    """Return the content of the event which records that a remote entry is present or absent.

    Args:
        kind: `came` or `left`.
        entry: Name of the entry.
        at: Time, UTC, ISO 8601.
        in_order: Of `left`: whether the entry had said before that it takes no more matches.
    """
    body: Body = {"type": kind, "entry": entry, "at": at}
    return body | ({"in_order": in_order} if kind == "left" else {})


def match_started(
    match: int,
    attempt: int,
    *,
    key: str,
    kind: str,
    entries: Sequence[tuple[str, int]],
    ready: Sequence[str],
    fitted: int,
    at: str,
) -> Body:
    """Return the content of the event which records that an attempt at a match begins.

    Args:
        match: Number of the match, from 1.
        attempt: Number of the attempt, from 1.
        key: Key of the match: the hash of its inputs.
        kind: `local` or `remote`.
        entries: Name and version in each seat.
        ready: Of a remote match: remote entries that could have played.
        fitted: Number of the event up to which results were used for the strengths.
        at: Time, UTC, ISO 8601.
    """
    body: Body = {
        "type": "started",
        "match": match,
        "attempt": attempt,
        "key": key,
        "kind": kind,
        "entries": [list(each) for each in entries],
        "fitted": fitted,
        "at": at,
    }
    return body | ({"ready": list(ready)} if kind == "remote" else {})


def match_ended(
    match: int,
    attempt: int,
    end: MatchEnd,
    *,
    match_id: str,
    game_version: int,
    rated: bool,
    at: str,
) -> Body:
    """Return the content of the event which records that a match has a result.

    Args:
        match: Number of the match.
        attempt: Number of the attempt.
        end: How it ended.
        match_id: Id of the match at the referee.
        game_version: Behaviour version of the game.
        rated: Whether the result counts.
        at: Time, UTC, ISO 8601.
    """
    return {
        "type": "ended",
        "match": match,
        "attempt": attempt,
        "id": match_id,
        "game_version": game_version,
        "cause": end.cause.name,
        "text": end.text,
        "seats": [seat(each) for each in end.seats],
        "rated": rated,
        "at": at,
    }


def match_void(
    match: int, attempt: int, cause: EndCause, *, match_id: str, again: bool, at: str
) -> Body:
    """Return the content of the event which records that an attempt ended without a result.

    What exactly has failed is in the database alone: messages of a machine have its paths.

    Args:
        match: Number of the match.
        attempt: Number of the attempt.
        cause: Why it ended.
        match_id: Id of the match at the referee; empty if it has none.
        again: Whether the match is started again.
        at: Time, UTC, ISO 8601.
    """
    return {
        "type": "void",
        "match": match,
        "attempt": attempt,
        "id": match_id,
        "cause": cause.name,
        "text": _VOID_TEXTS.get(cause, "why is not known"),
        "again": again,
        "at": at,
    }


def annulled(
    kind: str,
    *,
    match: int | None,
    entry: str | None,
    reason: str,
    at: str,
    request: str | None = None,
) -> Body:
    """Return the content of the event which records that results count no longer, or count again.

    Args:
        kind: `annulled` or `restored`.
        match: Number of the match; None for all matches of an entry.
        entry: Name of the entry; None for one match.
        reason: Why, for people.
        at: Time, UTC, ISO 8601.
        request: Id of the request that asked for it; None for none.
    """
    return {
        "type": kind,
        "match": match,
        "entry": entry,
        "reason": reason,
        "request": request,
        "at": at,
    }


def stage_began(stage: str, entries: Sequence[tuple[str, int, str]], *, at: str) -> Body:
    """Return the content of the event which records that a stage begins.

    Args:
        stage: Name of the stage.
        entries: Name, version and SHA-256 of the program of each entry that takes part, the strongest
            first.
        at: Time, UTC, ISO 8601.
    """
    listed = [list(each) for each in entries]
    return {"type": "stage_began", "stage": stage, "entries": listed, "at": at}


def stage_skipped(stage: str, reason: str, *, at: str) -> Body:
    """Return the content of the event which records that a stage is left out.

    Args:
        stage: Name of the stage.
        reason: Why, for people.
        at: Time, UTC, ISO 8601.
    """
    return {"type": "stage_skipped", "stage": stage, "reason": reason, "at": at}


def stage_ended(stage: str, order: Sequence[str], head: str, *, at: str) -> Body:
    """Return the content of the event which records that all matches of a stage have been played.

    Args:
        stage: Name of the stage.
        order: Names of the entries by their places.
        head: Number and hash of the last event of the stage's log, as `number:hash`.
        at: Time, UTC, ISO 8601.
    """
    return {"type": "stage_ended", "stage": stage, "order": list(order), "head": head, "at": at}
