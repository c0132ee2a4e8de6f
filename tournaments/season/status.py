"""State of a season for its organizer: what goes on, and what there is to do."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from tournaments.season.records import EntryStatus, MatchStatus, SeasonStatus
from tournaments.season.state import SeasonState

__all__ = ["SeasonReport", "next_by_clock", "report_season"]

_LITTLE = 2 * 1024**3
"""Free space of the disk, in bytes, below which the organizer is asked to make room."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonReport:
    """State of a season for its organizer: entries, checks, log, disk, and what is to be done."""

    name: str
    status: str
    """State of the season: announced, open, frozen, stages or closed."""
    paused: str | None
    """Why it is paused; None if it is not."""
    until: str
    """What changes its state by the clock, and when, such as `opens at 2027-03-01T08:00:00Z`; empty if
    nothing does.
    """
    runs: bool
    """Whether a run is active."""
    head: str
    """Number and hash of the log's last event."""
    signed: bool
    """Whether the log is signed."""
    matches: int
    """Number of matches with a result that counts."""
    playing: int
    """Number of matches that have begun and may still get a result."""
    spoiled: tuple[int, ...]
    """Numbers of matches left without a result after all attempts."""
    entries: dict[str, int]
    """Number of entries in each state."""
    queue: tuple[str, ...]
    """Entries whose programs wait for their check, the next one first."""
    benched: tuple[dict[str, object], ...]
    """Benched entries: name, why, and until when."""
    stages: tuple[dict[str, object], ...]
    """Stages of the file: name, state (`later`, `playing`, `over` or `left out`), entries, and their
    order at the end.
    """
    remotes: tuple[dict[str, object], ...]
    """Remote entries that take part: name, what the author calls the version, whether it is here (or was
    at the end of the last run), and number of matches that it plays now.
    """
    free: int
    """Free space of the data folder's disk, in bytes."""
    to_do: tuple[str, ...]
    """What the organizer should do, as sentences."""

    def lines(self) -> Iterator[str]:
        """Yield the state as lines for people."""
        paused = "" if self.paused is None else f", paused: {self.paused}"
        running = "a run is active" if self.runs else "no run is active"
        clock = f"; it {self.until}" if self.until else ""
        yield f"{self.name}: {self.status}{paused}{clock}; {running}"
        counts = ", ".join(f"{count} {state}" for state, count in self.entries.items() if count)
        yield f"entries: {counts or 'none'}"
        yield f"matches: {self.matches} counted, {self.playing} being played"
        if self.queue:
            yield f"waiting for a check: {', '.join(self.queue)}"
        here = [str(each["entry"]) for each in self.remotes if each["here"]]
        if self.remotes:
            count = f"{len(here)} of {len(self.remotes)} remote entries"
            when = "here" if self.runs else "here in the last run"
            yield f"{when}: {count}{': ' if here else ''}{', '.join(here)}"
        for each in self.benched:
            until = each["until"] or "the organizer reinstates it"
            yield f"benched: {each['entry']}, {each['reason']}; until {until}"
        for each in self.stages:
            yield _stage_line(each)
        yield f"disk: {self.free // 1024**2} MiB free"
        yield f"head {self.head}" + ("" if self.signed else ", not signed")
        for text in self.to_do or ("nothing",):
            yield f"to do: {text}"


def report_season(
    state: SeasonState, *, runs: bool, head: str, free: int, has_waiting_requests: bool
) -> SeasonReport:
    """Return the state of a season for its organizer, with what is to be done.

    Args:
        state: The season after its log.
        runs: Whether a run is active.
        head: Number and hash of the log's last event.
        free: Free space of the data folder's disk, in bytes.
        has_waiting_requests: Whether the inbox has requests.
    """
    assert state.opened is not None, "a season has begun"
    benched = [entry for entry in state.entries.values() if entry.status is EntryStatus.BENCHED]
    counted = sum(match.status is MatchStatus.RATED for match in state.matches)
    spoiled = [match.number for match in state.matches if match.status is MatchStatus.SPOILED]
    statuses = [entry.status for entry in state.entries.values()]
    return SeasonReport(
        name=state.spec.name,
        status=state.status.value,
        paused=state.paused,
        until=next_by_clock(state),
        runs=runs,
        head=head,
        signed=state.opened["public_key"] is not None,
        matches=counted,
        playing=len(state.open),
        spoiled=tuple(spoiled),
        entries={each.value: statuses.count(each) for each in EntryStatus},
        queue=tuple(each.entry for each in state.submissions.values()),
        benched=tuple(
            {"entry": entry.name, "reason": entry.reason, "until": entry.until} for entry in benched
        ),
        stages=tuple(_stages(state)),
        remotes=tuple(
            {
                "entry": entry.name,
                "version": entry.current.declared,
                "here": entry.is_present,
                "playing": entry.playing,
            }
            for entry in state.entries.values()
            if entry.is_remote and entry.status in (EntryStatus.ACTIVE, EntryStatus.BENCHED)
        ),
        free=free,
        to_do=tuple(_to_do(state, runs=runs, free=free, waits=has_waiting_requests)),
    )


def next_by_clock(state: SeasonState) -> str:
    """Return what changes a season's state by the clock, and when, as the end of a sentence; empty for nothing."""
    season = state.spec.season
    assert season is not None, "it is one"
    what = {
        SeasonStatus.ANNOUNCED: ("opens at", season.opens),
        SeasonStatus.OPEN: ("takes programs until", season.deadline or season.closes),
        SeasonStatus.FROZEN: ("closes at", season.closes),
    }
    words, time = what.get(state.status, ("", None))
    return "" if time is None else f"{words} {time:%Y-%m-%dT%H:%M:%SZ}"


def _stages(state: SeasonState) -> Iterator[dict[str, object]]:
    begun = {stage.name: stage for stage in state.stages.begun}
    for each in state.spec.stages:
        stage = begun.get(each.name)
        how = "later"
        if stage is not None:
            how = "left out" if stage.skipped else "over" if stage.is_over else "playing"
        yield {
            "stage": each.name,
            "state": how,
            "entries": [] if stage is None else [name for name, _ in stage.entries],
            "order": [] if stage is None else list(stage.order),
            "reason": "" if stage is None else stage.skipped,
        }


def _stage_line(stage: dict[str, object]) -> str:
    names = stage["order"] or stage["entries"]
    assert isinstance(names, list)
    what = {
        "later": "comes later",
        "playing": f"is played by {', '.join(names)}",
        "over": f"is over: {', '.join(names)}",
        "left out": f"is left out: {stage['reason']}",
    }[str(stage["state"])]
    return f"stage {stage['stage']} {what}"


def _to_do(state: SeasonState, *, runs: bool, free: int, waits: bool) -> Iterator[str]:
    is_over = state.status is SeasonStatus.CLOSED
    if not runs and not is_over:
        yield "start the run: tournament run FILE"
    elif not runs and waits:
        yield "the inbox has requests, and the season is closed: look at them"
    if state.paused is not None and not is_over:
        yield f"mend what paused it ({state.paused}), then: tournament resume FILE"
    for entry in state.entries.values():
        if entry.status is EntryStatus.BENCHED and entry.until is None:
            yield f"decide on {entry.name}: tournament reinstate FILE {entry.name}, or withdraw"
    if free < _LITTLE and not is_over:
        yield f"make room on the disk, which has {free // 1024**2} MiB left"
    may_play = sum(entry.may_play for entry in state.entries.values())
    if state.status.plays and may_play < (state.spec.seats or 2):
        yield f"{may_play} entries may play, and a match seats {state.spec.seats or 2}"
