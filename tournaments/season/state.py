"""Computes the state of a season from the events of its log, and checks that each event may follow.

The state depends on the events alone. Nothing here reads a database, a replay or a clock.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tournaments.log.event import FORMAT, Event, naming_event
from tournaments.log.state import digest_of, end_of_body, match_id_of
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.picker import PICKER_RULE, Picker, SavedPicker
from tournaments.pairings.schedule import Schedule
from tournaments.season.bodies import Prior
from tournaments.season.logged import LoggedSeason
from tournaments.season.records import (
    ATTEMPTS,
    CHANGES_FROM,
    FAULTS,
    NEXT_STATUS,
    UNCHANGED,
    EntryStatus,
    MatchStatus,
    Pending,
    SeasonEntry,
    SeasonMatch,
    SeasonStatus,
    Version,
    is_rated,
)
from tournaments.season.rules import (
    check_declared,
    check_entries,
    check_picked,
    check_ready,
    follow_presence,
    matches_meant,
    played_attempt,
    plays_again,
)
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import TournamentError
from tournaments.spec.outcomes import EndCause
from tournaments.spec.reading import parse_spec

__all__ = ["SeasonState"]

_MILLION = 1_000_000


class SeasonState(LoggedSeason):
    """State of a season after the events of its log that `apply` was called with so far.

    Args:
        checks_picks: Whether each match and each prior is compared with what the picker says, which
            takes a fit of strengths every few matches.
    """

    def __init__(self, *, checks_picks: bool = False) -> None:
        super().__init__()
        self._checks_picks = checks_picks
        self.open: dict[int, SeasonMatch] = {}
        """Matches that may still get a result, by number."""
        self._spec: TournamentSpec | None = None
        self._picker: Picker | None = None

    @classmethod
    def restored(cls, season: LoggedSeason, picker: SavedPicker) -> SeasonState:
        """Return the state that a checkpoint has kept; entries and matches become its own."""
        state = cls()
        for field in dataclasses.fields(LoggedSeason):
            setattr(state, field.name, getattr(season, field.name))
        state.open = {match.number: match for match in season.matches if match.status.is_open}
        state._spec = _spec_of(season.source)
        state._picker = Picker.restored(picker, *_terms_of(state._spec))
        return state

    @property
    def spec(self) -> TournamentSpec:
        """Terms of the season, from its file as the log has it."""
        assert self._spec is not None, "a season has begun"
        return self._spec

    @property
    def picker(self) -> Picker:
        """Picker that chooses the entries of the next match."""
        assert self._picker is not None, "a season has begun"
        return self._picker

    @property
    def schedule(self) -> Schedule:
        """Schedule from which the dice of the season's matches follow."""
        opened = self._opened()
        dice = Dice(DicePolicy(opened["dice"]), opened["why"])
        return Schedule(dice, int(opened["schedule_seed"]), pairing_rule=opened["pairing_rule"])

    @property
    def is_played_out(self) -> bool:
        """Whether all matches of the season itself have ended, so that its stages can be played."""
        return self.status is SeasonStatus.STAGES and not self.open

    @property
    def begun(self) -> int:
        """Number of matches that have begun."""
        return len(self.matches)

    def apply(self, event: Event) -> None:
        """Change the state by the next event.

        Raises:
            LogError: The event can't follow the events before it, or its content is malformed; the
                message names the event.
        """
        with naming_event(event, TournamentError):
            body = event.body
            kind = body["type"]
            if (self.opened is None) != (kind == "opened"):
                raise ValueError(f"a log begins with opened, once, and not with {kind}")
            at = str(body.get("at", self.now))
            if at < self.now:
                raise ValueError(f"its time {at} is before that of an earlier event")
            _ACTS[kind](self, body, event)
            # Only now: an event that was refused leaves no trace.
            self.now, self.last, self.head = at, event.number, f"{event.number}:{event.hash}"
            if body.get("request") is not None:
                self.requests.add(body["request"])

    def prior_of(self, entry: str) -> Prior | None:
        """Return the strength with which the next version of an entry begins; None for its first."""
        if entry not in self.entries:
            return None
        mean, deviation = self.picker.strength(entry)
        return round(mean * _MILLION), round(deviation * _MILLION)

    def kept(self, match: SeasonMatch, ready: Collection[str] = ()) -> list[str | None]:
        """Return by seat the entries that can play a void match again; None for a seat that needs another entry.

        Args:
            match: The void match.
            ready: Names of the remote entries that may begin a match now; other remote ones can't play.
        """
        return [
            name if plays_again(self.entries[name], version, ready) else None
            for name, version in match.entries
        ]

    def is_remote(self, name: str, version: int) -> bool:
        """Return whether the program of a version runs elsewhere."""
        return self.entries[name].versions[version - 1].is_remote

    # The season.

    def _opened(self) -> dict[str, Any]:
        assert self.opened is not None, "a season has begun"
        return self.opened

    def _open(self, body: dict[str, Any], _: Event) -> None:
        if body["format"] != FORMAT:
            raise ValueError(f"format must be {FORMAT}, not {body['format']!r}")
        if body["season"] != PICKER_RULE:
            raise ValueError(f"season must be {PICKER_RULE}, a known rule, not {body['season']!r}")
        self.opened = body
        self._read_file(body["file"])
        self._picker = Picker(*_terms_of(self.spec))

    def _read_file(self, source: str) -> None:
        self.source, self._spec = source, _spec_of(source)
        self.refused_digests.clear()

    def _change_terms(self, body: dict[str, Any], _: Event) -> None:
        self._read_file(body["file"])

    def _run(self, body: dict[str, Any], _: Event) -> None:
        self.run = str(body["version"]), int(body["slots"])

    def _change_season(self, body: dict[str, Any], _: Event) -> None:
        to = body["to"]
        if to == "paused":
            if self.paused is not None or self.status is SeasonStatus.CLOSED:
                raise ValueError("a season that is paused or closed can't be paused")
            self.paused = str(body["reason"])
        elif to == "resumed":
            if self.paused is None:
                raise ValueError("the season is not paused")
            self.paused, self.voids = None, []
        else:
            status = SeasonStatus(to)
            if status not in NEXT_STATUS[self.status]:
                raise ValueError(f"{status.value} can't follow {self.status.value}")
            if status is SeasonStatus.CLOSED and self.open:
                raise ValueError(f"match {min(self.open)} has no result yet")
            left = self.stages.due(self.spec.stages)
            if status is SeasonStatus.CLOSED and left is not None:
                raise ValueError(f"stage {left.name} has not been played")
            self.status = status
            if status is SeasonStatus.STAGES:
                self._spoil_waiting()

    def _spoil_waiting(self) -> None:
        """Leave matches that wait for another attempt without a result: nothing begins any more."""
        for match in [each for each in self.open.values() if each.status is MatchStatus.AGAIN]:
            match.status = MatchStatus.SPOILED
            del self.open[match.number]
            self.picker.spoil(match.number)

    def _change_stage(self, body: dict[str, Any], event: Event) -> None:
        if not self.is_played_out:
            raise ValueError(f"no stage can be played while the season is {self.status.value}")
        head = f"{event.number}:{event.hash}"
        self.stages.apply(body, head, entries=self.entries, stages=self.spec.stages)

    def _over(self, _: dict[str, Any], __: Event) -> None:
        if self.status is not SeasonStatus.CLOSED:
            raise ValueError("the season is not closed")

    # Entries.

    def _make_key(self, body: dict[str, Any], _: Event) -> None:
        entry, author = body["entry"], body["author"]
        for other in (*self.keys, *self.entries):
            if other != entry and other.lower() == entry.lower():
                raise ValueError(f"{entry} is the name of {other}, apart from case")
        if entry in self.entries and self.entries[entry].stays:
            raise ValueError(f"{entry} is of the season's file, and has no author")
        self._own(entry, author)
        self.keys[entry] = str(body["sha256"])

    def _own(self, entry: str, author: str) -> None:
        owner = self.owners.setdefault(entry.lower(), author)
        if owner != author:
            raise ValueError(f"{entry} is an entry of {owner}, not of {author}")

    def _receive(self, body: dict[str, Any], event: Event) -> None:
        request, entry, author = body["request"], body["entry"], body["author"]
        if request in self.requests:
            raise ValueError(f"request {request} was received before")
        if self.owners.setdefault(entry.lower(), author) != author:
            owner = self.owners[entry.lower()]
            raise ValueError(f"{entry} is an entry of {owner}, not of {author}")
        sent, declared = str(body["sent"]), body.get("declared")
        if (body["door"] == "attend") != isinstance(declared, str):
            raise ValueError(f"{entry} must declare a version if it attends, and only then")
        self.count_sent(author, sent[:10], 1)
        self.submissions[request] = Pending(
            request, entry, author, body["door"], sent, event.number, declared
        )

    def _admit(self, body: dict[str, Any], event: Event) -> None:
        name, request = body["entry"], body["request"]
        entry = self.entries.get(name)
        if request is not None:
            submission = self.submissions.pop(request)
            if (submission.entry, submission.author) != (name, body["author"]):
                raise ValueError(f"request {request} is of {submission.entry}, not of {name}")
            check_declared(body, submission)
        elif not body["stays"] or body["remote"]:
            raise ValueError(f"{name} was not handed in")
        if entry is not None and entry.status is EntryStatus.EXPELLED:
            raise ValueError(f"{name} was expelled")
        if entry is None and any(name.lower() == other.lower() for other in self.entries):
            raise ValueError(f"{name} is the name of another entry, apart from case")
        prior = body["prior"] and (int(body["prior"][0]), int(body["prior"][1]))
        if (prior is None) != (entry is None):
            raise ValueError(f"{name} must have a prior if it had a version before, and only then")
        if self._checks_picks and prior != self.prior_of(name):
            raise ValueError(f"{name} should begin with {self.prior_of(name)}, not {prior}")
        if entry is None:
            entry = SeasonEntry(name, body["author"], bool(body["stays"]))
            self.entries[name] = entry
        number = len(entry.versions) + 1
        if body["version"] != number:
            raise ValueError(f"{name} must have version {number}, not {body['version']}")
        if request is not None:
            self.outcomes[request] = {"result": "admitted", "version": number}
        run = digest_of(f"version {number} of {name}", body["run"])
        declared = body.get("declared")
        entry.versions.append(
            Version(number, run, body["submitted"], prior, event.number, declared)
        )
        if declared is None:
            entry.is_present = False
        entry.status, entry.reason, entry.until = EntryStatus.ACTIVE, "", None
        entry.faults = entry.benches = entry.started = 0
        strength = None if prior is None else (prior[0] / _MILLION, prior[1] / _MILLION)
        self.picker.enter(name, entry.author, prior=strength, is_remote=entry.is_remote)

    def _refuse(self, body: dict[str, Any], _: Event) -> None:
        name, request = body["entry"], body["request"]
        if request is None:
            entry = self.entries[name]
            if entry.status is not EntryStatus.BENCHED:
                raise ValueError(f"{name} is {entry.status.value}: nothing of it was checked")
            entry.until = body["until"]
            entry.benches += 1
            return
        submission = self.submissions.pop(request)
        if submission.entry != name:
            raise ValueError(f"request {request} is of {submission.entry}, not of {name}")
        if body["stage"] == UNCHANGED:
            version = self.entries[name].current.number
            self.outcomes[request] = {"result": UNCHANGED, "version": version}
        else:
            self.outcomes[request] = {
                "result": "refused",
                "stage": str(body["stage"]),
                "ours": bool(body["ours"]),
            }
        if body["ours"]:
            self.count_sent(submission.author, submission.sent[:10], -1)
        elif body["submitted"] is not None:
            refused = self.refused_digests.setdefault(name, {})
            refused[body["submitted"]] = str(body["stage"])

    def _change_entry(self, body: dict[str, Any], _: Event) -> None:
        kind, name = body["type"], body["entry"]
        entry = self.entries[name]
        if entry.status not in CHANGES_FROM[kind]:
            raise ValueError(f"{name} is {entry.status.value}, and can't be {kind}")
        if entry.stays and kind in ("withdrawn", "expelled"):
            raise ValueError(f"{name} is of the season's file, and never leaves")
        entry.status = EntryStatus.ACTIVE if kind == "reinstated" else EntryStatus(kind)
        entry.until, entry.reason = body.get("until"), str(body["reason"])
        if kind == "benched" and body["by"] == "runner":
            entry.benches += 1
        if kind == "reinstated":
            entry.faults, entry.reason = 0, ""
        self.picker.allow(name, may_play=entry.status is EntryStatus.ACTIVE)

    def _move(self, body: dict[str, Any], _: Event) -> None:
        follow_presence(self.entries[body["entry"]], body)

    # Matches.

    def _start(self, body: dict[str, Any], event: Event) -> None:
        number, attempt, kind = body["match"], body["attempt"], body["kind"]
        if not self.status.plays or self.paused is not None:
            how = self.status.value if self.paused is None else "paused"
            raise ValueError(f"match {number} begins while the season is {how}")
        entries = tuple((str(name), int(version)) for name, version in body["entries"])
        names = [name for name, _ in entries]
        if len(names) != (self.spec.seats or 2) or len({*names}) != len(names):
            raise ValueError(
                f"match {number} must seat {self.spec.seats or 2} entries, not {names}"
            )
        check_entries(self.entries, number, kind, entries)
        check_ready(self.entries, number, kind, body.get("ready"), names)
        before = self.open.get(number)
        if before is None and (number, attempt) != (len(self.matches) + 1, 1):
            raise ValueError(f"attempt {attempt} at match {number} can't begin now")
        if before is not None:
            if before.status is not MatchStatus.AGAIN or attempt != before.attempt + 1:
                raise ValueError(
                    f"attempt {attempt} at match {number} can't follow {before.attempt}"
                )
            if kind != before.kind:
                raise ValueError(f"match {number} was {before.kind}, and is {kind} now")
        if self._checks_picks:
            self._check_pick(body, before, names)
        fresh = [n for n in names if before is None or n not in before.names]
        self.picker.start(number, kind, names, event.number, fresh=fresh)
        match = SeasonMatch(
            number, kind, entries, attempt, body["key"], event.number, str(body["at"])
        )
        if before is None:
            self.matches.append(match)
        else:
            self.matches[number - 1] = match
        self.open[number] = match
        for name in names:
            self.entries[name].playing += 1
        for name in fresh:
            self.entries[name].started += 1

    def _check_pick(
        self, body: dict[str, Any], before: SeasonMatch | None, names: list[str]
    ) -> None:
        ready = body.get("ready", ())
        kept = () if before is None else self.kept(before, ready)
        check_picked(body, names, self.picker.pick(body["kind"], ready, kept))

    def _end(self, body: dict[str, Any], event: Event) -> None:
        match = played_attempt(self.open, body)
        end = end_of_body(body)
        if len(end.seats) != len(match.entries):
            raise ValueError(f"match {match.number} has results of {len(end.seats)} seats")
        remote = tuple(self.is_remote(*each) for each in match.entries)
        rated = is_rated(end, remote)
        if body["rated"] is not rated:
            raise ValueError(f"match {match.number} must have rated = {rated}".lower())
        match.end, match.match_id, match.ended = end, match_id_of(body["id"]), event.number
        match.ended_at = str(body["at"])
        match.status = MatchStatus.RATED if rated else MatchStatus.UNRATED
        del self.open[match.number]
        self.voids = []
        placements = end.placements
        assert placements is not None
        self.picker.end(match.number, match.versions, placements, counts=rated)
        for (name, version), seat in zip(match.entries, end.seats, strict=True):
            entry = self.entries[name]
            entry.playing -= 1
            if entry.current.number == version:
                entry.faults = entry.faults + 1 if seat.forfeit in FAULTS else 0

    def _void(self, body: dict[str, Any], _: Event) -> None:
        match = played_attempt(self.open, body)
        if not EndCause[body["cause"]].is_void:
            raise ValueError(f"match {match.number} can't be void by {body['cause']}")
        if body["again"] and match.attempt >= ATTEMPTS:
            raise ValueError(f"match {match.number} had {match.attempt} attempts")
        for name in match.names:
            self.entries[name].playing -= 1
        self.voids.append(frozenset(match.names))
        match.match_id = match_id_of(body["id"])
        if body["again"]:
            match.status = MatchStatus.AGAIN
            return
        match.status = MatchStatus.SPOILED
        del self.open[match.number]
        self.picker.spoil(match.number)

    def _annul(self, body: dict[str, Any], _: Event) -> None:
        is_back = body["type"] == "restored"
        wanted = MatchStatus.ANNULLED if is_back else MatchStatus.RATED
        if body["match"] is None:
            self.entries[body["entry"]]  # an unknown entry is named by the error
        for match in matches_meant(self.matches, body, wanted):
            match.status = MatchStatus.RATED if is_back else MatchStatus.ANNULLED
            self.picker.results.set_counts(match.number, counts=is_back)

    def _add_replays(self, body: dict[str, Any], _: Event) -> None:
        for match_id, digest in body["sha256"].items():
            name = f"the replay of {match_id_of(match_id)}"
            self.replays[match_id] = digest_of(name, digest)


_ACTS = {
    "opened": SeasonState._open,
    "run": SeasonState._run,
    "terms": SeasonState._change_terms,
    "state": SeasonState._change_season,
    "key": SeasonState._make_key,
    "received": SeasonState._receive,
    "admitted": SeasonState._admit,
    "refused": SeasonState._refuse,
    "benched": SeasonState._change_entry,
    "reinstated": SeasonState._change_entry,
    "withdrawn": SeasonState._change_entry,
    "expelled": SeasonState._change_entry,
    "came": SeasonState._move,
    "left": SeasonState._move,
    "started": SeasonState._start,
    "ended": SeasonState._end,
    "void": SeasonState._void,
    "annulled": SeasonState._annul,
    "restored": SeasonState._annul,
    "replays": SeasonState._add_replays,
    "stage_began": SeasonState._change_stage,
    "stage_skipped": SeasonState._change_stage,
    "stage_ended": SeasonState._change_stage,
    "over": SeasonState._over,
}


def _spec_of(source: str) -> TournamentSpec:
    spec = parse_spec(source, Path("the file in the log"))
    if spec.season is None:
        raise ValueError("the file has no [season]")
    return spec


def _terms_of(spec: TournamentSpec) -> tuple[int, int]:
    """Return seats of a match and first matches of a version, which last for the whole season."""
    assert spec.season is not None, "the file of a season"
    return spec.seats or 2, spec.season.first_matches
