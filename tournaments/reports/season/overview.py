"""What spectators of a season ask: what goes on, what comes next and when, who leads, what was decided and why.

Nothing here has a key, a path of this machine, or words of a bot: of a check, for example, only the
names of its stages are shown.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from tournaments.reports.page.overview import ResultLine
from tournaments.reports.page.results import result_sentence, versus_sentence
from tournaments.reports.season.followed import FollowedSeason, News
from tournaments.reports.season.ladder import LadderRow, ladder_rows
from tournaments.season.check_files import CheckFiles
from tournaments.season.records import EntryStatus, MatchStatus, SeasonMatch, SeasonStatus
from tournaments.season.table import SeasonRow
from tournaments.spec.outcomes import label_of
from tournaments.spec.titles import Titles

__all__ = [
    "CHECK_STAGES",
    "Milestone",
    "PlayingMatch",
    "RunningCheck",
    "SeasonFacts",
    "StageFacts",
    "result_json",
    "result_line",
    "season_facts",
]

CHECK_STAGES = ("receive", "unpack", "manifest", "build", "play", "protocol")
"""Stages of a check, in their order."""
_LATEST = 10
"""Number of last results."""
_NEWS = 10
"""Number of last news, and of last actions of the organizer."""
_NOW = {
    SeasonStatus.ANNOUNCED: "Programs are handed in and checked; no match begins before it opens.",
    SeasonStatus.OPEN: "Matches are played, and programs are taken.",
    SeasonStatus.FROZEN: "Matches are played; no further programs are taken.",
    SeasonStatus.STAGES: "No match of the ladder begins any more.",
    SeasonStatus.CLOSED: "All is played.",
}
_ORDER = tuple(SeasonStatus)


@dataclasses.dataclass(frozen=True, slots=True)
class Milestone:
    """A point in the course of a season, such as its opening, and its time if it is known."""

    what: str
    """What happens then."""
    at: str | None
    """Time, planned or actual, UTC, ISO 8601; None if no time is planned."""
    when: str
    """When it happens, in words, where no time is planned; else empty."""
    state: str
    """`done`, `next` for the first one to come, or `later`."""


@dataclasses.dataclass(frozen=True, slots=True)
class RunningCheck:
    """A program that was handed in, and waits for its check or is checked now."""

    entry: str
    """Name of the entry."""
    version: int
    """Number of the version that it would become."""
    sent: str
    """Time of receipt, UTC, ISO 8601."""
    stage: str
    """Stage that the check has reached, one of `CHECK_STAGES`; empty while the program waits."""


@dataclasses.dataclass(frozen=True, slots=True)
class PlayingMatch:
    """A match of a season that is being played: number, id at the referee, and versions by seat."""

    number: int
    """Number of the match."""
    match_id: str
    """Id of the match at the referee; empty until it is known."""
    labels: tuple[str, ...]
    """Names of the versions, in seat order."""
    is_remote: bool
    """Whether a program that runs elsewhere plays."""


@dataclasses.dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage of a season: a tournament of its first entries, which is played at the end."""

    number: int
    """Number of the stage, from 1."""
    name: str
    """Name of the stage."""
    format: str
    """Format of its tournament."""
    top: int
    """Number of entries that may take part."""
    state: str
    """`later`, `playing`, `over` or `left out`."""
    reason: str
    """Why it was left out; empty if it was not."""
    entries: tuple[str, ...]
    """Names of its entries: by their places once it is over, the strongest first before that."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonFacts:
    """What the page of a season shows, as it was at one moment."""

    season_id: str
    """Id that distinguishes it from all other seasons."""
    name: str
    """Name of the season."""
    game: str
    """Id of its game."""
    seats: int
    """Number of seats of a match."""
    status: str
    """State of the season: announced, open, frozen, stages or closed."""
    paused: str | None
    """Why it is paused; None if it is not."""
    now: str
    """What goes on, as a sentence."""
    milestones: tuple[Milestone, ...]
    """Opening, deadline, last match, end."""
    head: str
    """Number and hash of the log's last event, as `number:hash`."""
    is_signed: bool
    """Whether the log is signed."""
    counted: int
    """Number of matches that count."""
    begun: int
    """Number of matches that have begun."""
    entries: dict[str, int]
    """Number of entries in each state, apart from empty ones."""
    ladder: tuple[LadderRow, ...]
    """Rows of the ladder: ranked entries, newcomers, and those that take part no longer."""
    rated_to: int
    """Number of the event up to which results were used for ratings."""
    first_matches: int
    """Number of matches of a version below which it is unranked."""
    one_process: bool
    """Whether one process of an entry plays all its matches, so that it may remember them."""
    checks: tuple[RunningCheck, ...]
    """Queue of checks, the one that runs first."""
    stages: tuple[StageFacts, ...]
    """Stages, in the order in which they are played."""
    actions: tuple[News, ...]
    """What the organizer did last, the newest first."""
    news: tuple[News, ...]
    """What else has happened last, the newest first."""
    playing: tuple[PlayingMatch, ...]
    """Matches that are being played, the newest first."""
    latest: tuple[ResultLine, ...]
    """Last results, the newest first."""
    titles: Titles = dataclasses.field(compare=False)
    """Maps names of entries to the titles that people read."""

    @property
    def is_over(self) -> bool:
        """Whether all is played."""
        return self.status == SeasonStatus.CLOSED.value

    @property
    def num_playing(self) -> int:
        """Number of entries that take part."""
        return sum(self.entries.get(each, 0) for each in ("active", "benched"))

    def as_json(self) -> dict[str, object]:
        """Return the season as a JSON object."""
        return {
            "season_id": self.season_id,
            "name": self.name,
            "game": self.game,
            "seats": self.seats,
            "status": self.status,
            "paused": self.paused,
            "milestones": [
                {"what": each.what, "at": each.at, "state": each.state} for each in self.milestones
            ],
            "head": self.head,
            "signed": self.is_signed,
            "matches": {"begun": self.begun, "counted": self.counted},
            "entries": self.entries,
            "first_matches": self.first_matches,
            "rated_to": self.rated_to,
            "ladder": [row.as_json() for row in self.ladder],
            "checks": [dataclasses.asdict(each) for each in self.checks],
            "stages": [dataclasses.asdict(each) for each in self.stages],
            "actions": [each.as_json() for each in self.actions],
            "news": [each.as_json() for each in self.news],
            "playing": [dataclasses.asdict(each) for each in self.playing],
            "latest": [result_json(line) for line in self.latest],
        }


def season_facts(
    followed: FollowedSeason, table: Sequence[SeasonRow], rated_to: int
) -> SeasonFacts:
    """Return what pages show of a season; call it with `followed.mutex` held.

    Args:
        followed: The season.
        table: Its table, which may be that of a little earlier.
        rated_to: Number of the event that the table follows from.
    """
    state = followed.state
    season = state.spec.season
    assert season is not None, "it is a season"
    assert state.opened is not None, "it has begun"
    statuses = [entry.status for entry in state.entries.values()]
    actions = [each for each in followed.news if each.is_of_organizer]
    others = [each for each in followed.news if not each.is_of_organizer]
    playing = [match for match in state.open.values() if match.status is MatchStatus.PLAYING]
    return SeasonFacts(
        season_id=str(state.opened["tournament"]),
        name=state.spec.name,
        game=state.spec.game,
        seats=state.spec.seats or 2,
        status=state.status.value,
        paused=state.paused,
        now=_NOW[state.status],
        milestones=tuple(_milestones(followed)),
        head=followed.head,
        is_signed=state.opened["public_key"] is not None,
        counted=sum(match.counts for match in state.matches),
        begun=state.begun,
        entries={each.value: statuses.count(each) for each in EntryStatus if each in statuses},
        ladder=tuple(ladder_rows(followed, table)),
        rated_to=rated_to,
        first_matches=season.first_matches,
        one_process=not state.spec.per_match,
        checks=tuple(_checks(followed)),
        stages=tuple(_stages(followed)),
        actions=tuple(actions[: -_NEWS - 1 : -1]),
        news=tuple(others[: -_NEWS - 1 : -1]),
        playing=tuple(_playing(followed, match) for match in reversed(playing)),
        latest=tuple(
            result_line(state.matches[number - 1])
            for number in list(followed.latest)[: -_LATEST - 1 : -1]
        ),
        titles=Titles(state.spec),
    )


def result_line(match: SeasonMatch) -> ResultLine:
    """Return a match of a season as an entry of a list of results.

    The entry's `stage` is a note such as "annulled" where the match does not count as usual; else
    empty.
    """
    labels = _labels(match)
    versus = versus_sentence(labels)
    note = {
        MatchStatus.AGAIN: "is played again",
        MatchStatus.UNRATED: "counts for nobody",
        MatchStatus.ANNULLED: "annulled",
        MatchStatus.SPOILED: "without a result",
    }.get(match.status, "")
    return ResultLine(
        number=match.number,
        match_id=match.match_id,
        sentence=versus if match.end is None else result_sentence(labels, match.end.seats),
        versus=versus,
        stage=note,
        is_over=match.end is not None,
        players=labels,
    )


def result_json(line: ResultLine) -> dict[str, object]:
    """Return an entry of a list of results as a JSON object."""
    return {
        "number": line.number,
        "players": line.players,
        "text": "".join(part.text for part in line.sentence),
        "note": line.stage,
    }


def _labels(match: SeasonMatch) -> tuple[str, ...]:
    return tuple(label_of(name, version) for name, version in match.entries)


def _playing(followed: FollowedSeason, match: SeasonMatch) -> PlayingMatch:
    match_id = followed.live_ids.get(match.number, "")
    return PlayingMatch(match.number, match_id, _labels(match), match.kind != "local")


def _milestones(followed: FollowedSeason) -> Iterator[Milestone]:
    state = followed.state
    season = state.spec.season
    assert season is not None
    begun = {each.body["to"]: each.at for each in followed.news if each.kind == "state"}
    ends = season.deadline or season.closes
    planned = (
        (SeasonStatus.OPEN, "opens", season.opens, "with its first run"),
        (SeasonStatus.FROZEN, "deadline of submissions", ends, "when the organizer says"),
        (SeasonStatus.STAGES, "last match begins", season.closes, "when the organizer says"),
        (SeasonStatus.CLOSED, "ends", None, _end_of(followed)),
    )
    has_next = False
    for status, what, time, when in planned:
        is_done = _ORDER.index(state.status) >= _ORDER.index(status)
        at = begun.get(status.value) if is_done else None
        if at is None and time is not None:
            at = time.isoformat(timespec="milliseconds")
        word = "done" if is_done else "later" if has_next else "next"
        has_next = has_next or not is_done
        yield Milestone(what, at, "" if at else when, word)


def _end_of(followed: FollowedSeason) -> str:
    stages = followed.state.spec.stages
    return f"with stage {stages[-1].name}" if stages else "with its last match"


def _stages(followed: FollowedSeason) -> Iterator[StageFacts]:
    begun = {stage.name: stage for stage in followed.state.stages.begun}
    for number, spec in enumerate(followed.state.spec.stages, 1):
        stage = begun.get(spec.name)
        state, reason = "later", ""
        entries: tuple[str, ...] = ()
        if stage is not None:
            state = "left out" if stage.skipped else "over" if stage.is_over else "playing"
            reason = stage.skipped
            entries = stage.order or tuple(name for name, _ in stage.entries)
        yield StageFacts(number, spec.name, spec.format, spec.top, state, reason, entries)


def _checks(followed: FollowedSeason) -> Iterator[RunningCheck]:
    for pending in followed.state.submissions.values():
        entry = followed.state.entries.get(pending.entry)
        lines = CheckFiles.of(followed.folder.path, pending.request).lines()
        # The texts of these reports are for the author alone.
        stages = [line["stage"] for line in lines if line.get("stage") in CHECK_STAGES]
        version = 1 if entry is None else len(entry.versions) + 1
        yield RunningCheck(pending.entry, version, pending.sent, stages[-1] if stages else "")
