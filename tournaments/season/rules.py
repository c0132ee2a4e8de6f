"""Rules of a season's events that need a few parts of its state: who may be in a match, and remotes.

`SeasonState` asks them; each raises `ValueError` for an event that can't follow.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tournaments.pairings.picker import LOCAL, REMOTE, Pick
from tournaments.season.records import (
    MatchStatus,
    Pending,
    SeasonEntry,
    SeasonMatch,
    declared_digest,
)

__all__ = [
    "check_declared",
    "check_entries",
    "check_picked",
    "check_ready",
    "follow_presence",
    "matches_meant",
    "played_attempt",
    "plays_again",
]

_LONG_PRESENCE = datetime.timedelta(hours=1)
"""Presence after which earlier drop-outs of a remote entry are forgotten."""

_Entries = Mapping[str, SeasonEntry]


def check_entries(
    entries: _Entries, number: int, kind: str, seats: Sequence[tuple[str, int]]
) -> None:
    """Check that the entries of a match may play it.

    Args:
        entries: Entries of the season, by name.
        number: Number of the match.
        kind: `local` or `remote`.
        seats: Name and version in each seat.

    Raises:
        ValueError: One of them may not play, or two have the same author.
    """
    authors = set()
    for name, version in seats:
        entry = entries[name]
        if not entry.may_play or entry.current.number != version:
            raise ValueError(f"{name}, version {version}, can't play match {number}")
        if entry.author in authors:
            raise ValueError(f"match {number} has two entries of {entry.author}")
        authors |= {entry.author} - {None}
    has_remote = any(entries[name].is_remote for name, _ in seats)
    if kind not in (LOCAL, REMOTE) or has_remote != (kind == REMOTE):
        raise ValueError(f"match {number} can't be {kind}")


def check_ready(
    entries: _Entries,
    number: int,
    kind: str,
    ready: Sequence[str] | None,
    names: Collection[str],
) -> None:
    """Check the event's list of remote entries that were ready to play when a match began.

    Args:
        entries: Entries of the season, by name.
        number: Number of the match.
        kind: `local` or `remote`.
        ready: Names of the remote entries, as the event has them; None for a local match.
        names: Entries of the match.

    Raises:
        ValueError: A listed entry could not be ready, or a remote entry of the match is not listed.
    """
    if (kind == REMOTE) != (ready is not None):
        raise ValueError(f"match {number} must name who is ready if it is remote, and only then")
    for name in ready or ():
        if not entries[name].is_remote or not entries[name].may_play:
            raise ValueError(f"{name} can't have been ready for match {number}")
    for name in names:
        if entries[name].is_remote and name not in (ready or ()):
            raise ValueError(f"{name} was not ready for match {number}")


def check_declared(body: Mapping[str, Any], submission: Pending) -> None:
    """Check that a version is admitted as what it was received as: remote, under its declared name.

    Args:
        body: Content of the event that admits it.
        submission: What was received.

    Raises:
        ValueError: It is not.
    """
    name, declared = submission.entry, submission.declared
    if bool(body["remote"]) != (declared is not None) or body.get("declared") != declared:
        raise ValueError(f"{name} must be admitted as what it was received as")
    if declared is not None:
        digest = declared_digest(declared)
        if {body["submitted"], body["run"]} != {digest}:
            raise ValueError(f"{name} must have the digest of its declared version, {digest}")


def follow_presence(entry: SeasonEntry, body: Mapping[str, Any]) -> None:
    """Change a remote entry by the event that it came or left.

    Args:
        entry: The entry.
        body: Content of the event.

    Raises:
        ValueError: The entry is not remote, or the event changes nothing.
    """
    is_here, at = body["type"] == "came", str(body["at"])
    if not entry.is_remote or entry.is_present == is_here:
        raise ValueError(f"{entry.name} can't have {body['type']}")
    entry.is_present = is_here
    if is_here:
        entry.came_at = at
        return
    came, left = (datetime.datetime.fromisoformat(each) for each in (entry.came_at, at))
    if left - came >= _LONG_PRESENCE:
        entry.drops = 0
    entry.drops += not body["in_order"]


def plays_again(entry: SeasonEntry, version: int, ready: Collection[str]) -> bool:
    """Return whether an entry of a void attempt can play its match again.

    Args:
        entry: The entry.
        version: Number of the version that played.
        ready: Remote entries that may begin a match now.
    """
    was_remote = entry.versions[version - 1].is_remote
    # An entry that has moved between this machine and its author's would change the match's kind.
    return (
        entry.may_play and entry.is_remote == was_remote and (not was_remote or entry.name in ready)
    )


def check_picked(body: Mapping[str, Any], names: Sequence[str], pick: Pick | None) -> None:
    """Check that a match is the one that the picker names.

    Args:
        body: Content of the event that begins it.
        names: Entries of the match, in seat order.
        pick: The entries that the picker names; None if it names no match.

    Raises:
        ValueError: The match has other entries, or other strengths were used.
    """
    found = None if pick is None else (list(pick.entries), pick.fitted)
    if found != (names, body["fitted"]):
        wanted = "nobody" if pick is None else " - ".join(pick.entries)
        raise ValueError(f"match {body['match']} should be {wanted}, and is {' - '.join(names)}")


def played_attempt(matches: Mapping[int, SeasonMatch], body: Mapping[str, Any]) -> SeasonMatch:
    """Return the match of the attempt that an event ends, as by a result.

    Args:
        matches: Matches that may still get a result, by number.
        body: Content of the event.

    Raises:
        ValueError: This attempt is not being played.
    """
    match = matches.get(body["match"])
    if match is None or match.attempt != body["attempt"]:
        raise ValueError(f"attempt {body['attempt']} at match {body['match']} is not played")
    if match.status is not MatchStatus.PLAYING:
        raise ValueError(f"match {match.number} has ended its attempt {match.attempt} already")
    return match


def matches_meant(
    matches: Sequence[SeasonMatch], body: Mapping[str, Any], wanted: MatchStatus
) -> list[SeasonMatch]:
    """Return the matches that are annulled or restored: one by its number, or all of an entry.

    Args:
        matches: All matches of the season.
        body: Content of the event.
        wanted: State that the matches must have.
    """
    if body["match"] is None:
        return [each for each in matches if each.status is wanted and body["entry"] in each.names]
    number = int(body["match"])
    if not 1 <= number <= len(matches):
        raise ValueError(f"there is no match {number}")
    match = matches[number - 1]
    if match.status is not wanted:
        raise ValueError(f"match {number} is {match.status.value}, not {wanted.value}")
    return [match]
