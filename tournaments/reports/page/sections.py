"""Sections of a tournament's report page: contents of each table and picture."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from tournaments.ratings import EloRatings, Estimate
from tournaments.reports.crosstable import make_crosstable
from tournaments.reports.elo import (
    RatedTable,
    ahead_text,
    best_first,
    chance_line,
    estimate_text,
    few_line,
    interval_text,
    superiority_text,
    watched_text,
)
from tournaments.reports.match_list import ListedMatch
from tournaments.reports.page.charts import Bar, Scale, shade
from tournaments.reports.view import TournamentView
from tournaments.reports.without_forfeits import compare_without_forfeits
from tournaments.reports.wording import decimal, two_decimals
from tournaments.tables.forfeits import has_forfeit
from tournaments.tables.formats import num_seats
from tournaments.tables.party_standings import PartyStanding, tie_break_names
from tournaments.tables.standings import PlayedMatch, Standing
from tournaments.tables.swiss import round_of
from tournaments.tables.uneven import MARK

__all__ = [
    "BarRow",
    "BarTable",
    "HeatCell",
    "HeatMap",
    "is_notable",
    "make_elo_section",
    "make_heat_map",
    "make_score_section",
    "make_seat_section",
    "make_standings_section",
    "make_swiss_section",
    "make_without_forfeits_section",
    "names_of",
]

BAR_PX = 180.0
"""Width of the drawing of a confidence interval, in pixels."""
_FRACTIONS_UP_TO = 12
"""Highest number of entries at which a cross-table's cells show points and matches; else percent."""


@dataclasses.dataclass(frozen=True, slots=True)
class BarRow:
    """One line of a table with a drawing: texts of the cells, and the interval that is drawn."""

    cells: tuple[str, ...]
    """Texts of the line's cells, including the name of the entry."""
    bar: Bar | None
    """Drawing of the line's interval; None without an interval."""


@dataclasses.dataclass(frozen=True, slots=True)
class BarTable:
    """A table whose last column draws an interval."""

    columns: tuple[str, ...]
    """Names of the columns; the last is that of the drawing."""
    rows: list[BarRow]
    """Lines of the table."""
    zero: float | None
    """Position in the drawing of a line that marks zero, in pixels; None for no line."""
    note: str = ""
    """Remark below the table; empty for none."""


@dataclasses.dataclass(frozen=True, slots=True)
class HeatCell:
    """One cell of a heat map: its text, its shade, and a longer text."""

    text: str
    """Text shown in the cell, such as points and matches, or percent."""
    shade: int | None
    """Number of the cell's shade, 0..`SHADES`; None for no shade."""
    title: str
    """Full text, shown when the pointer is over the cell."""


@dataclasses.dataclass(frozen=True, slots=True)
class HeatMap:
    """A table of shaded cells, such as points of each bot against each other."""

    columns: list[str]
    """Heads of the columns."""
    rows: list[tuple[str, list[HeatCell]]]
    """Name and cells of every line."""
    in_percent: bool = False
    """Whether cells show percent rather than points."""


def names_of(standings: Sequence[Standing | PartyStanding]) -> list[str]:
    """Return the names of all entries of a table, best first."""
    return [line.entry if isinstance(line, PartyStanding) else line.player for line in standings]


def is_notable(match: ListedMatch) -> bool:
    """Return whether a match has a void (annulled) attempt, a missed deadline, or a forfeit."""
    seats = () if match.end is None else match.end.seats
    return bool(match.voids) or any(seat.strikes or seat.forfeit for seat in seats)


def make_standings_section(view: TournamentView, rated: RatedTable | None) -> BarTable:
    """Return the standings, with 95% intervals of Elo.

    For parties, with the value that they are ranked by.
    """
    if view.value is not None:
        lines = [line for line in view.standings if isinstance(line, PartyStanding)]
        scale = Scale([0.0, *(float(line.value) for line in lines)], 4, BAR_PX - 4)
        zero = scale(0.0)
        counts = ("matches", "strikes", "forfeits")
        names = tie_break_names(lines)
        heads = ("", "entry", view.value, *names, *counts, f"{view.value} from 0")
        note = "" if view.uneven is None else view.uneven.text + "."
        return BarTable(heads, [_party_row(view, line, names, scale) for line in lines], zero, note)
    bots = [line for line in view.standings if isinstance(line, Standing)]
    ties = tuple(name for name, _ in bots[0].tie_breaks)
    assert rated is not None, "tables of bots have Elo"
    scale = _elo_scale(rated.elo.ratings)
    columns = (
        *("", "bot", "Elo", "95% interval", "points", "won", "drawn", "lost", *ties),
        *("rating" if view.spec.format == "ladder" else "openskill", "±"),
        *("strikes", "forfeits", "Elo, 95%"),
    )
    uneven = None if view.uneven is None else view.uneven.text
    notes = (uneven, chance_line(rated.elo), few_line(rated.elo))
    note = ". ".join(filter(None, notes)) + "."
    rows = [_bot_row(view, line, rated.elo, scale) for line in bots]
    return BarTable(columns, rows, scale(0.0), note)


def _place(view: TournamentView, place: int, name: str) -> str:
    """Return a place in the table as text, marked if the bot has played fewer matches than another.

    Args:
        view: The tournament.
        place: Place of the bot, from 1.
        name: Name of the bot's line.
    """
    is_behind = view.uneven is not None and view.uneven.is_behind(name)
    return f"{place}{MARK if is_behind else ''}"


def _elo_scale(estimates: Iterable[Estimate]) -> Scale:
    ends = [end for e in estimates for end in (e.value, e.low, e.high)]
    return Scale([0.0, *ends], 4, BAR_PX - 4)


def _bot_row(view: TournamentView, line: Standing, elo: EloRatings, scale: Scale) -> BarRow:
    estimate = elo.of(line.player)
    cells = (
        *(_place(view, line.place, line.player), line.player),
        *(estimate_text(estimate), interval_text(estimate)),
        *(f"{line.points:.1f}", str(line.wins), str(line.draws), str(line.losses)),
        *(f"{value:.2f}" for _, value in line.tie_breaks),
        *(decimal(line.rating.mu), decimal(line.rating.sigma)),
        *(str(line.strikes), str(line.forfeits)),
    )
    return BarRow(cells, scale.bar(estimate.value, estimate.low, estimate.high))


def _party_row(
    view: TournamentView, line: PartyStanding, names: Sequence[str], scale: Scale
) -> BarRow:
    value = two_decimals(line.value) if view.value == "rating" else str(line.value)
    counts = (str(line.matches), str(line.strikes), str(line.forfeits))
    ends = sorted((0.0, float(line.value)))
    bar = scale.bar(float(line.value), ends[0], ends[1])
    own = dict(line.tie_breaks)
    ties = [str(own.get(name, "")) for name in names]
    return BarRow((_place(view, line.place, line.entry), line.entry, value, *ties, *counts), bar)


def make_elo_section(rated: RatedTable | None) -> BarTable | None:
    """Return details of Elo, best first.

    None if the format has no Elo, or no match has been played.
    """
    if rated is None or not rated.elo.num_blocks:
        return None
    elo = rated.elo
    scale = _elo_scale(elo.ratings)
    players = best_first(elo)
    rows = []
    for player, rival in zip(players, [*players[1:], None], strict=True):
        estimate = elo.of(player)
        score = rated.scores.get(player)
        cells = (
            *(player, estimate_text(estimate), interval_text(estimate), watched_text(estimate)),
            *(ahead_text(elo, estimate), superiority_text(elo, player, rival)),
            *(() if score is None else (estimate_text(score), interval_text(score))),
        )
        rows.append(BarRow(cells, scale.bar(estimate.value, estimate.low, estimate.high)))
    columns = (
        *("name", "Elo", "95% interval", "at any time", "ahead of 0", "stronger than the next"),
        *(("score Elo", "95% interval") if rated.scores else ()),
        "Elo, 95%",
    )
    note = (
        "At any time: holds at all moments at once for who looks after every block."
        " Ahead of 0: chance to be placed ahead of a player whose Elo is 0."
    )
    if rated.scores:
        note += " Score Elo: logistic Elo of the share of points, as match runners show it."
    return BarTable(columns, rows, scale(0.0), note)


def make_without_forfeits_section(
    view: TournamentView, rated: RatedTable | None
) -> BarTable | None:
    """Return Elo with and without the matches that a forfeit decided, best first.

    None if the format has no Elo, or nobody has forfeited.
    """
    if rated is None or not any(has_forfeit(match.end) for match in view.matches):
        return None
    both = compare_without_forfeits(view)
    scale = _elo_scale(both.elo_without.ratings)
    rows = []
    for name in best_first(both.elo):
        estimate = both.elo_without.of(name)
        bar = scale.bar(estimate.value, estimate.low, estimate.high)
        rows.append(BarRow((name, *both.cells(name)), bar))
    columns = ("name", *both.heads, "Elo without, 95%")
    note = ". ".join(line[0].upper() + line[1:] for line in both.lines()) + "."
    return BarTable(columns, rows, scale(0.0), note)


def make_seat_section(rated: RatedTable | None) -> BarTable | None:
    """Return the Elo that each seat is worth, with 95% intervals; None if it is not estimated."""
    if rated is None or not rated.elo.num_blocks or not rated.elo.seats:
        return None
    seats = rated.elo.seats
    scale = _elo_scale(seats)
    rows = [
        BarRow(
            (str(number), estimate_text(seat), interval_text(seat)),
            scale.bar(seat.value, seat.low, seat.high),
        )
        for number, seat in enumerate(seats)
    ]
    note = f"Points of Elo more than the mean of the others, from {rated.elo.num_blocks} blocks."
    return BarTable(("seat", "Elo", "95% interval", "Elo, 95%"), rows, scale(0.0), note)


def make_heat_map(view: TournamentView) -> HeatMap | None:
    """Return the cross-table as a heat map; None for formats without one, or before any result."""
    if view.spec.format in ("adhoc", "knockout", "swiss") or not view.matches:
        return None
    table = make_crosstable(view)
    in_percent = len(table.entries) > _FRACTIONS_UP_TO
    rows = []
    for entry in table.entries:
        cells = []
        for rival in table.entries:
            score = table.score(entry, rival)
            if score.share is None:
                cells.append(HeatCell("", None, ""))
                continue
            text = f"{score.points:g}/{score.matches}"
            title = f"{entry} against {rival}: {text}"
            shown = f"{100 * score.share:.0f}" if in_percent else text
            cells.append(HeatCell(shown, shade(score.share), title))
        rows.append((entry, cells))
    heads = [str(number) for number in range(1, len(table.entries) + 1)]
    return HeatMap(heads, rows, in_percent)


def make_swiss_section(view: TournamentView) -> HeatMap | None:
    """Return the rivals and points of each bot, round by round; None before the first round."""
    points: dict[tuple[int, str], float] = {}
    rivals: dict[tuple[int, str], str] = {}
    for pairing in view.pairings:
        number = round_of(pairing)
        match = view.results.get(pairing.number)
        for seat, player in enumerate(pairing.players):
            rivals[number, player] = pairing.players[1 - seat]
            if match is not None:
                score = PlayedMatch(pairing.players, match.end).points(seat)
                points[number, player] = points.get((number, player), 0.0) + score
    if not rivals:
        return None
    rounds = range(1, max(number for number, _ in rivals) + 1)
    names = names_of(view.standings)
    places = {name: number for number, name in enumerate(names, start=1)}
    rows = []
    for name in names:
        cells = []
        for number in rounds:
            rival = rivals.get((number, name))
            won = points.get((number, name))
            if rival is None:
                cells.append(HeatCell("bye", None, f"round {number}: bye"))
            elif won is None:
                cells.append(HeatCell(f"{places[rival]}:", None, f"round {number}: {rival}"))
            else:
                title = f"round {number}: {won:g} of 2 points against {rival}"
                cells.append(HeatCell(f"{places[rival]}: {won:g}", shade(won / 2), title))
        rows.append((name, cells))
    return HeatMap([str(number) for number in rounds], rows)


def make_score_section(view: TournamentView) -> BarTable | None:
    """Return lowest, mean and highest match score of every party (team of bots).

    None before the first match.
    """
    if not view.matches:
        return None
    size = view.spec.party_seats or num_seats(view.spec)
    is_adhoc = view.spec.format == "adhoc"
    names = {} if is_adhoc else {bots: name for name, bots in view.spec.party_entries.items()}
    scores: dict[str, list[int]] = {name: [] for name in names_of(view.standings)}
    for match in view.matches:
        for start in range(0, len(match.end.seats), size):
            party = match.pairing.players[start : start + size]
            for name in party if is_adhoc else (names[party],):
                scores[name].append(match.end.seats[start].score)
    scale = Scale((score for own in scores.values() for score in own), 4, BAR_PX - 4)
    rows = []
    for name, own in scores.items():
        if own:
            mean = sum(own) / len(own)
            cells = (name, f"{min(own)}", f"{mean:.1f}", f"{max(own)}")
            rows.append(BarRow(cells, scale.bar(mean, min(own), max(own))))
    columns = ("entry", "least", "mean", "most", "match scores")
    return BarTable(columns, rows, None)
