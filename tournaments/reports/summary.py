"""The table of a tournament with its remarks, as text for people and as JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Literal

import rich.console

from tournaments.pairings.dice import DicePolicy
from tournaments.pairings.schedule import Schedule, dice_as_json, dice_lines
from tournaments.reports.elo import (
    RatedTable,
    chance_line,
    elo_as_json,
    estimate_as_json,
    few_line,
    print_elo,
    rate_view,
    seats_line,
)
from tournaments.reports.faults import BotFaults, count_faults
from tournaments.reports.models import ModelTable
from tournaments.reports.standings_table import standings_table
from tournaments.reports.view import TournamentView
from tournaments.reports.without_forfeits import (
    WithoutForfeits,
    compare_without_forfeits,
    forfeits_line,
)
from tournaments.reports.wording import (
    decimal,
    given_up_text,
    refusals_text,
    shown_path,
)
from tournaments.spec.entrants import LeftOut, left_out_lines
from tournaments.spec.titles import NO_TITLES, Titles
from tournaments.store.records import ProcessRecord
from tournaments.tables.growth import growth_as_json, growth_lines
from tournaments.tables.margins import MarginReport
from tournaments.tables.party_standings import PartyStanding
from tournaments.tables.sprt import SprtReport
from tournaments.tables.standings import Standing
from tournaments.tables.swiss import swiss_rematches
from tournaments.tables.uneven import UnevenMatches

__all__ = [
    "Summary",
    "standing_as_json",
    "standings_json",
    "summarize",
]


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """The table of a tournament and all remarks that are printed below it."""

    name: str
    """Name of the tournament."""
    played: int
    """Number of matches with a result."""
    total: int | None
    """Number of all matches; None if it depends on results."""
    voids: int
    """Number of void attempts, whose matches were or will be played again."""
    standings: list[Standing] | list[PartyStanding]
    """Lines of the table, best first."""
    processes: list[ProcessRecord]
    """All processes that the tournament has started."""
    replays: str | None
    """Folder of the replays; None if another machine has them."""
    logs: str
    """Folder of the bots' kept output."""
    schedule: Schedule
    """Schedule of the tournament, with its dice."""
    is_over: bool
    """Whether no match is left to play."""
    value: str | None = None
    """Name of the value that parties (teams of bots) are ranked by; None in a table of bots."""
    sprt: SprtReport | None = None
    """State of the sequential test; None if the tournament has none."""
    stop: MarginReport | None = None
    """State of the stopping rule by precision; None if the tournament has none."""
    rated: RatedTable | None = None
    """Elo from all matches at once; None if there is none, as for ad-hoc parties."""
    ratings: Literal["openskill", "elo"] | None = None
    """Kind of ratings shown in addition to the table's own; None for none."""
    is_ladder: bool = False
    """Whether the table is ordered by the ladder's own ratings."""
    faults: Sequence[BotFaults] = ()
    """Counts of what went wrong with each bot."""
    rematches: Sequence[tuple[int, tuple[str, str]]] = ()
    """Swiss: round and players of every meeting of two players that had met before."""
    growth: Sequence[str] = ()
    """Bots, cycles and rounds that were added after the tournament began, in lines for people."""
    grown: Sequence[dict[str, object]] = ()
    """Bots, cycles and rounds that were added after the tournament began, as JSON objects."""
    uneven: UnevenMatches | None = None
    """How unequally often the lines have played; None if places do not depend on that."""
    left_out: Sequence[LeftOut] = ()
    """Entries of the file that can't run and do not take part."""
    forfeits: str | None = None
    """Line that says in how many matches somebody forfeited; None if nobody has."""
    without_forfeits: WithoutForfeits | None = None
    """Elo with and without the matches that a forfeit decided; None if it is not asked for."""
    models: ModelTable | None = None
    """What language models have used; None if it is not asked for."""
    titles: Titles = dataclasses.field(default_factory=lambda: NO_TITLES)
    """Maps names of entries to the titles that people read."""

    def print(self, console: rich.console.Console) -> None:
        """Print the table and the remarks below it."""
        table = standings_table(
            self.name,
            self.standings,
            value=self.value,
            elo=None if self.rated is None else self.rated.elo,
            uneven=self.uneven,
            with_rating=self.is_ladder or self.ratings == "openskill",
            left_out=[entry.name for entry in self.left_out],
            titled=self.titles,
            width=console.width,
        )
        console.print(table, soft_wrap=False)
        for line in left_out_lines(self.left_out, self.titles.both):
            console.print(line, soft_wrap=True, highlight=False, markup=False)
        if self.uneven is not None:
            console.print(self.uneven.text, soft_wrap=True, highlight=False, markup=False)
        of_total = "" if self.total is None else f" of {self.total}"
        line = f"{self.played}{of_total} matches, {self.voids} void attempts"
        replays = "replays are kept by the referee"
        if self.replays is not None:
            replays = f"replays in {self.replays}"
        console.print(f"{line}; {replays}", soft_wrap=True, highlight=False, markup=False)
        for line in (*self.growth, *dice_lines(self.schedule, is_over=self.is_over)):
            console.print(line, soft_wrap=True, highlight=False, markup=False)
        if self.schedule.dice.policy is DicePolicy.OWN and self.value is not None:
            console.print(_means_line(self), soft_wrap=True, highlight=False, markup=False)
        if self.rated is not None:
            parts = (
                chance_line(self.rated.elo),
                seats_line(self.rated.elo),
                few_line(self.rated.elo),
            )
            for text in filter(None, parts):
                console.print(text, soft_wrap=True, highlight=False, markup=False)
            if self.ratings == "elo":
                print_elo(self.rated, console, self.titles)
        if self.without_forfeits is not None:
            self.without_forfeits.print(console, self.titles)
        elif self.forfeits is not None:
            console.print(self.forfeits, soft_wrap=True, highlight=False, markup=False)
        if self.models is not None:
            self.models.print(console, self.titles)
        if self.rematches:
            console.print(
                _rematches_line(self.rematches, self.titles),
                soft_wrap=True,
                highlight=False,
                markup=False,
            )
        for rule in (self.sprt, self.stop):
            if rule is not None:
                console.print(rule.text, soft_wrap=True, highlight=False, markup=False)
        for line in (*_given_up(self), *_refusals(self), *_deaths(self)):
            console.print(line, soft_wrap=True, highlight=False, markup=False)


def summarize(
    view: TournamentView,
    *,
    ratings: Literal["openskill", "elo"] | None = None,
    anchor: str | None = None,
    without_forfeits: bool = False,
    models: ModelTable | None = None,
) -> Summary:
    """Return the summary of a tournament.

    Args:
        view: The tournament.
        ratings: Kind of ratings shown in addition to the table's own; None for none.
        anchor: Name of the line whose Elo is 0; None means the mean.
        without_forfeits: Whether Elo is shown without the matches that a forfeit decided, too.
        models: What language models have used; None if it is not asked for.

    Raises:
        TournamentError: The anchor is no line of the table, or there is no Elo.
    """
    folder = view.folder
    return Summary(
        name=view.spec.name,
        played=len(view.matches),
        total=view.total,
        voids=view.num_voids,
        standings=view.standings,
        processes=view.processes,
        replays=shown_path(folder.replays) if folder.replays.is_dir() else None,
        logs=shown_path(folder.logs),
        schedule=view.schedule,
        is_over=view.is_over,
        value=view.value,
        sprt=view.sprt,
        stop=view.stop,
        rated=rate_view(view, anchor),
        ratings=ratings,
        is_ladder=view.spec.format == "ladder",
        faults=count_faults(view),
        rematches=swiss_rematches(view.pairings) if view.spec.format == "swiss" else (),
        growth=growth_lines(view.spec, view.schedule),
        grown=growth_as_json(view.spec, view.schedule),
        uneven=view.uneven,
        left_out=view.left_out,
        forfeits=forfeits_line(view),
        without_forfeits=compare_without_forfeits(view, anchor) if without_forfeits else None,
        models=models,
        titles=view.titles,
    )


def standings_json(summary: Summary) -> str:
    """Return the summary as the text of one JSON object."""
    return json.dumps(
        {
            "name": summary.name,
            "played": summary.played,
            "total": summary.total,
            "void_attempts": summary.voids,
            "dice": dice_as_json(summary.schedule, is_over=summary.is_over),
            "standings": [
                standing_as_json(line) | _elo_json(summary.rated, line)
                for line in summary.standings
            ],
        }
        | ({"titles": summary.titles.known} if summary.titles.known else {})
        | ({"left_out": [each.as_json() for each in summary.left_out]} if summary.left_out else {})
        | ({"grown": list(summary.grown)} if summary.grown else {})
        | ({} if summary.uneven is None else {"uneven_matches": summary.uneven.as_json()})
        | ({"given_up": given_up} if (given_up := _given_up_json(summary)) else {})
        | ({"refusals": refusals} if (refusals := _refusals_json(summary)) else {})
        | ({} if summary.sprt is None else {"sprt": summary.sprt.as_json()})
        | ({} if summary.stop is None else {"stop": summary.stop.as_json()})
        | ({"rematches": rematches} if (rematches := _rematches_json(summary)) else {})
        | (
            {"elo": elo_as_json(summary.rated)}
            if summary.ratings == "elo" and summary.rated is not None
            else {}
        )
        | (
            {}
            if summary.without_forfeits is None
            else {"without_forfeits": summary.without_forfeits.as_json()}
        )
        | ({} if summary.models is None else {"models": summary.models.as_json()}),
        indent=2,
    )


def _given_up_json(summary: Summary) -> dict[str, int]:
    """Return the number of turns that each bot gave up; bots without any are left out."""
    return {faults.bot: faults.given_up for faults in summary.faults if faults.given_up}


def _refusals_json(summary: Summary) -> dict[str, object]:
    """Return refusals and rejections of each bot, by reason; bots without any are left out."""
    return {
        faults.bot: {"refusals": dict(faults.refusals), "rejections": dict(faults.rejections)}
        for faults in summary.faults
        if faults.refusals or faults.rejections
    }


def _rematches_json(summary: Summary) -> list[dict[str, object]]:
    """Return the rematches by round, as JSON objects; empty if there were none."""
    return [{"round": number, "players": players} for number, players in summary.rematches]


def standing_as_json(line: Standing | PartyStanding) -> dict[str, object]:
    """Return one line of the table as a JSON object."""
    return _party_json(line) if isinstance(line, PartyStanding) else _line_json(line)


def _elo_json(rated: RatedTable | None, line: Standing | PartyStanding) -> dict[str, object]:
    """Return `{"elo": ...}` for a line of the table; empty if the table has no ratings."""
    if rated is None:
        return {}
    name = line.entry if isinstance(line, PartyStanding) else line.player
    return {"elo": estimate_as_json(rated.elo.of(name))}


def _line_json(line: Standing) -> dict[str, object]:
    return {
        "place": line.place,
        "bot": line.player,
        "points": line.points,
        "matches": line.matches,
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        **dict(line.tie_breaks),
        "rating": {"mu": line.rating.mu, "sigma": line.rating.sigma},
        "strikes": line.strikes,
        "forfeits": line.forfeits,
    }


def _party_json(line: PartyStanding) -> dict[str, object]:
    return {
        "place": line.place,
        "entry": line.entry,
        "value": float(line.value),
        "exact": str(line.value),
        **dict(line.tie_breaks),
        "matches": line.matches,
        "strikes": line.strikes,
        "forfeits": line.forfeits,
        "mean": line.mean,
        "low": line.low,
        "high": line.high,
    }


def _rematches_line(rematches: Sequence[tuple[int, tuple[str, str]]], titled: Titles) -> str:
    """Return a line about players that met again because no pairing of the round had fewer rematches."""
    parts = [
        f"{titled(one)} - {titled(other)} in round {number}" for number, (one, other) in rematches
    ]
    return f"met again, as few as could be: {', '.join(parts)}"


def _means_line(summary: Summary) -> str:
    """Return a line with the mean value of each entry and its interval, for matches on separate dice."""
    words = []
    for line in summary.standings:
        assert isinstance(line, PartyStanding)
        interval = (
            ""
            if line.low is None or line.high is None
            else f" [{decimal(line.low)}, {decimal(line.high)}]"
        )
        words.append(f"{summary.titles(line.entry)} {decimal(line.mean)}{interval}")
    return f"mean {summary.value} a match, on its own dice, with 95% intervals: {', '.join(words)}"


def _given_up(summary: Summary) -> list[str]:
    return [
        f"{summary.titles.both(faults.bot)}: {given_up_text(faults.given_up)}"
        for faults in summary.faults
        if faults.given_up
    ]


def _refusals(summary: Summary) -> list[str]:
    lines = []
    for faults in summary.faults:
        parts = refusals_text(faults.refusals, faults.rejections)
        if parts:
            lines.append(f"orders of {summary.titles.both(faults.bot)} that did not count: {parts}")
    return lines


def _deaths(summary: Summary) -> list[str]:
    lines = []
    for program in dict.fromkeys(record.program for record in summary.processes):
        dead = [record for record in summary.processes if record.program == program and record.died]
        if dead:
            last = dead[-1]
            how = f"exit status {last.code}"
            if last.code is not None and last.code < 0:
                how = f"signal {-last.code}"
            log = f"{summary.logs}/{program}/{last.number:04d}.stderr"
            times = "once" if len(dead) == 1 else f"{len(dead)} times"
            name = summary.titles.both(program)
            lines.append(f"{name} died {times} in mid-match, the last time by {how}: see {log}")
    return lines
