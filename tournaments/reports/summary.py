"""The table of a tournament, and what is to be known beside it, for people and for programs."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence

import rich.box
import rich.console
import rich.markup
import rich.table

from tournaments.pairings.match_dice import DicePolicy, MatchDice, dice_as_json, dice_lines
from tournaments.ratings import EloRatings
from tournaments.reports.elo import elo_as_json, print_elo, rate_matches
from tournaments.reports.faults import BotFaults, count_faults
from tournaments.reports.seats import SeatMean, seat_means
from tournaments.reports.view import TournamentView
from tournaments.reports.wording import given_up_text, refusals_text, shown_path, two_decimals
from tournaments.store.records import ProcessRecord
from tournaments.tables.party_standings import PartyStanding, tie_break_names
from tournaments.tables.sprt import SprtReport, report_sprt
from tournaments.tables.standings import Standing
from tournaments.tables.swiss import swiss_rematches

__all__ = [
    "Summary",
    "standing_as_json",
    "standings_json",
    "summarize",
]


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """Everything a report shows."""

    name: str
    """Name of the tournament."""
    played: int
    """Matches with a result."""
    total: int | None
    """Matches in all; None if that depends on results."""
    voids: int
    """Attempts that came to nothing and were, or will be, played again."""
    standings: list[Standing] | list[PartyStanding]
    """The table, best first."""
    processes: list[ProcessRecord]
    """Every process that was started."""
    replays: str | None
    """Folder of the replays; None if another machine has them."""
    logs: str
    """Folder of the bots' kept output."""
    dice: MatchDice
    """Where the dice come from."""
    is_over: bool
    """Whether no match is left to play."""
    value: str | None = None
    """What entries of parties are ranked by; None where the table is one of bots."""
    sprt: SprtReport | None = None
    """The test that stops the tournament, if it has one."""
    elo: EloRatings | None = None
    """Elo ratings, if they were asked for."""
    faults: Sequence[BotFaults] = ()
    """What went wrong with each bot."""
    seats: Sequence[SeatMean] = ()
    """Mean points of each seat; empty where nothing is known of them."""
    rematches: Sequence[tuple[int, tuple[str, str]]] = ()
    """In a Swiss tournament round and players of every meeting that was not their first."""

    def print(self, console: rich.console.Console) -> None:
        """Print the table and what is to be known beside it."""
        console.print(_table(self), soft_wrap=False)
        of_total = "" if self.total is None else f" of {self.total}"
        line = f"{self.played}{of_total} matches, {self.voids} void attempts"
        replays = "replays are kept by the referee"
        if self.replays is not None:
            replays = f"replays in {self.replays}"
        console.print(f"{line}; {replays}", soft_wrap=True, highlight=False, markup=False)
        for line in dice_lines(self.dice, is_over=self.is_over):
            console.print(line, soft_wrap=True, highlight=False, markup=False)
        if self.dice.policy is DicePolicy.OWN and self.value is not None:
            console.print(_means_line(self), soft_wrap=True, highlight=False, markup=False)
        if self.elo is not None:
            print_elo(self.elo, console)
        if len(self.seats) > 2:
            console.print(_seats_line(self.seats), soft_wrap=True, highlight=False, markup=False)
        if self.rematches:
            console.print(
                _rematches_line(self.rematches), soft_wrap=True, highlight=False, markup=False
            )
        if self.sprt is not None:
            console.print(self.sprt.text, soft_wrap=True, highlight=False, markup=False)
        for line in (*_given_up(self), *_refusals(self), *_deaths(self)):
            console.print(line, soft_wrap=True, highlight=False, markup=False)


def summarize(
    view: TournamentView, *, with_elo: bool = False, anchor: str | None = None
) -> Summary:
    """Return what is shown of a tournament.

    Args:
        view: The tournament.
        with_elo: Whether to rate by Elo as well.
        anchor: Bot whose Elo is 0; None means the mean.

    Raises:
        TournamentError: Elo was asked for, and can't be told.
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
        dice=view.dice,
        is_over=view.is_over,
        value=view.value,
        sprt=report_sprt(view.spec, view.matches),
        elo=rate_matches(view.entrants, view.matches, anchor) if with_elo else None,
        faults=count_faults(view),
        seats=seat_means(view),
        rematches=swiss_rematches(view.pairings) if view.spec.format == "swiss" else (),
    )


def standings_json(summary: Summary) -> str:
    """Return the standings as one JSON object, for programs."""
    return json.dumps(
        {
            "name": summary.name,
            "played": summary.played,
            "total": summary.total,
            "void_attempts": summary.voids,
            "dice": dice_as_json(summary.dice, is_over=summary.is_over),
            "standings": [standing_as_json(line) for line in summary.standings],
        }
        | ({"given_up": given_up} if (given_up := _given_up_json(summary)) else {})
        | ({"refusals": refusals} if (refusals := _refusals_json(summary)) else {})
        | ({} if summary.sprt is None else {"sprt": summary.sprt.as_json()})
        | ({"seats": [dataclasses.asdict(seat) for seat in summary.seats]} if summary.seats else {})
        | ({"rematches": rematches} if (rematches := _rematches_json(summary)) else {})
        | ({} if summary.elo is None else {"elo": elo_as_json(summary.elo)}),
        indent=2,
    )


def _given_up_json(summary: Summary) -> dict[str, int]:
    """Return how many turns each bot gave up; bots that gave up none are left out."""
    return {faults.bot: faults.given_up for faults in summary.faults if faults.given_up}


def _refusals_json(summary: Summary) -> dict[str, object]:
    """Return what of each bot's orders and messages did not count; bots of which all did are left out."""
    return {
        faults.bot: {"refusals": dict(faults.refusals), "rejections": dict(faults.rejections)}
        for faults in summary.faults
        if faults.refusals or faults.rejections
    }


def _rematches_json(summary: Summary) -> list[dict[str, object]]:
    """Return the rematches by round; none is nothing to be told."""
    return [{"round": number, "players": players} for number, players in summary.rematches]


def standing_as_json(line: Standing | PartyStanding) -> dict[str, object]:
    """Return one line of the table as a JSON object."""
    return _party_json(line) if isinstance(line, PartyStanding) else _line_json(line)


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


def _rematches_line(rematches: Sequence[tuple[int, tuple[str, str]]]) -> str:
    """Return who met again, since no pairing of that round had fewer who had met."""
    told = [f"{one} - {other} in round {number}" for number, (one, other) in rematches]
    return f"met again, as few as could be: {', '.join(told)}"


def _table(summary: Summary) -> rich.table.Table:
    table = rich.table.Table(
        title=summary.name,
        title_justify="left",
        header_style="bold",
        box=rich.box.SIMPLE_HEAD,
        collapse_padding=True,
        pad_edge=False,
    )
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("bot" if summary.value is None else "entry", overflow="fold")
    if summary.value is None:
        first = summary.standings[0]
        extra = [name for name, _ in first.tie_breaks] if isinstance(first, Standing) else []
        names = ["points", "won", "drawn", "lost", *extra, "rating", "±", "strikes", "forfeits"]
    else:
        ties = tie_break_names(x for x in summary.standings if isinstance(x, PartyStanding))
        names = [summary.value, *ties, "matches", "strikes", "forfeits"]
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    for line in summary.standings:
        if isinstance(line, PartyStanding):
            cells = _party_cells(line, ties, is_rounded=summary.value == "rating")
        else:
            cells = _cells(line)
        table.add_row(*cells)
    return table


def _cells(line: Standing) -> list[str]:
    return [
        str(line.place),
        rich.markup.escape(line.player),
        f"{line.points:.1f}",
        str(line.wins),
        str(line.draws),
        str(line.losses),
        *(f"{value:.2f}" for _, value in line.tie_breaks),
        f"{line.rating.mu:.2f}",
        f"{line.rating.sigma:.2f}",
        str(line.strikes),
        str(line.forfeits),
    ]


def _party_cells(line: PartyStanding, ties: Sequence[str], *, is_rounded: bool) -> list[str]:
    own = dict(line.tie_breaks)
    return [
        str(line.place),
        rich.markup.escape(line.entry),
        two_decimals(line.value) if is_rounded else str(line.value),
        *(str(own.get(name, "")) for name in ties),
        str(line.matches),
        str(line.strikes),
        str(line.forfeits),
    ]


def _seats_line(seats: Sequence[SeatMean]) -> str:
    """Return what each seat is worth, in a line; of two seats the Elo ratings tell it."""
    words = []
    for seat in seats:
        interval = "" if seat.low is None else f" [{seat.low:.2f}, {seat.high:.2f}]"
        words.append(f"{seat.seat}: {seat.points:.2f}{interval}")
    return f"mean points by seat, with 95% intervals over blocks: {', '.join(words)}"


def _means_line(summary: Summary) -> str:
    """Return how sure the values of a table are whose matches were not played on equal dice."""
    words = []
    for line in summary.standings:
        assert isinstance(line, PartyStanding)
        interval = "" if line.low is None else f" [{line.low:.2f}, {line.high:.2f}]"
        words.append(f"{line.entry} {line.mean:.2f}{interval}")
    return (
        f"mean {summary.value} a match, on dice of its own, with 95% intervals: {', '.join(words)}"
    )


def _given_up(summary: Summary) -> list[str]:
    return [
        f"{faults.bot}: {given_up_text(faults.given_up)}"
        for faults in summary.faults
        if faults.given_up
    ]


def _refusals(summary: Summary) -> list[str]:
    lines = []
    for faults in summary.faults:
        told = refusals_text(faults.refusals, faults.rejections)
        if told:
            lines.append(f"orders of {faults.bot} that did not count: {told}")
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
            lines.append(f"{program} died {times} in mid-match, the last time by {how}: see {log}")
    return lines
