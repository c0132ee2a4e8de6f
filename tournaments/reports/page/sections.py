"""Sections of the page: what each table and picture of it shows."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.ratings import Estimate
from tournaments.reports.crosstable import make_crosstable
from tournaments.reports.elo import best_first, estimate_text, interval_text, rate_matches
from tournaments.reports.match_list import ListedMatch
from tournaments.reports.page.charts import Bar, Scale, shade
from tournaments.reports.seats import seat_means
from tournaments.reports.view import TournamentView
from tournaments.reports.wording import two_decimals
from tournaments.tables.formats import num_seats
from tournaments.tables.party_standings import PartyStanding, tie_break_names
from tournaments.tables.standings import PlayedMatch, Standing
from tournaments.tables.swiss import round_of

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
    "names_of",
]

BAR_PX = 180.0
"""Width of the drawing of an interval."""
_Z_95 = 1.959963984540054
_FRACTIONS_UP_TO = 12
"""Entries of a cross-table whose cells have room for points and matches."""


@dataclasses.dataclass(frozen=True, slots=True)
class BarRow:
    """One line of a table with a drawing."""

    cells: tuple[str, ...]
    """Texts; the name of the entry is one of them."""
    bar: Bar | None
    """Its interval."""


@dataclasses.dataclass(frozen=True, slots=True)
class BarTable:
    """A table whose last column draws an interval."""

    columns: tuple[str, ...]
    """Names of the columns, that of the drawing last."""
    rows: list[BarRow]
    """Its lines."""
    zero: float | None
    """Where a line marks zero or par in the drawing; None for no line."""
    note: str = ""
    """What is to be known besides."""


@dataclasses.dataclass(frozen=True, slots=True)
class HeatCell:
    """One cell of a heat map."""

    text: str
    """What it says."""
    shade: int | None
    """Which shade it has; None for none."""
    title: str
    """The same at length."""


@dataclasses.dataclass(frozen=True, slots=True)
class HeatMap:
    """A table of shaded cells."""

    columns: list[str]
    """Heads of the columns."""
    rows: list[tuple[str, list[HeatCell]]]
    """Name and cells of every line."""
    in_percent: bool = False
    """Whether cells tell percent rather than points."""


def names_of(standings: Sequence[Standing | PartyStanding]) -> list[str]:
    """Return names of all entries, best first."""
    return [line.entry if isinstance(line, PartyStanding) else line.player for line in standings]


def is_notable(match: ListedMatch) -> bool:
    """Return whether something went wrong in a match or in an attempt at it."""
    seats = () if match.end is None else match.end.seats
    return bool(match.voids) or any(seat.strikes or seat.forfeit for seat in seats)


def make_standings_section(view: TournamentView) -> BarTable:
    """Return the table, with 95% intervals of ratings; of parties, with what they are ranked by."""
    if view.value is not None:
        lines = [line for line in view.standings if isinstance(line, PartyStanding)]
        scale = Scale([0.0, *(float(line.value) for line in lines)], 4, BAR_PX - 4)
        zero = scale(0.0)
        counts = ("matches", "strikes", "forfeits")
        names = tie_break_names(lines)
        heads = ("", "entry", view.value, *names, *counts, f"{view.value} from 0")
        return BarTable(heads, [_party_row(view, line, names, scale) for line in lines], zero)
    bots = [line for line in view.standings if isinstance(line, Standing)]
    ends = [line.rating.mu + sign * _Z_95 * line.rating.sigma for line in bots for sign in (-1, 1)]
    scale = Scale(ends, 4, BAR_PX - 4)
    ties = tuple(name for name, _ in bots[0].tie_breaks)
    columns = (
        "",
        "bot",
        "points",
        "won",
        "drawn",
        "lost",
        *ties,
        "rating",
        "±",
        "strikes",
        "forfeits",
        "rating, 95%",
    )
    return BarTable(columns, [_bot_row(line, scale) for line in bots], None)


def _bot_row(line: Standing, scale: Scale) -> BarRow:
    mu, margin = line.rating.mu, _Z_95 * line.rating.sigma
    cells = (
        *(str(line.place), line.player, f"{line.points:.1f}"),
        *(str(line.wins), str(line.draws), str(line.losses)),
        *(f"{value:.2f}" for _, value in line.tie_breaks),
        *(f"{mu:.2f}", f"{line.rating.sigma:.2f}"),
        *(str(line.strikes), str(line.forfeits)),
    )
    return BarRow(cells, scale.bar(mu, mu - margin, mu + margin))


def _party_row(
    view: TournamentView, line: PartyStanding, names: Sequence[str], scale: Scale
) -> BarRow:
    value = two_decimals(line.value) if view.value == "rating" else str(line.value)
    counts = (str(line.matches), str(line.strikes), str(line.forfeits))
    ends = sorted((0.0, float(line.value)))
    bar = scale.bar(float(line.value), ends[0], ends[1])
    own = dict(line.tie_breaks)
    ties = [str(own.get(name, "")) for name in names]
    return BarRow((str(line.place), line.entry, value, *ties, *counts), bar)


def make_elo_section(view: TournamentView) -> BarTable | None:
    """Elo with 95% intervals, best first; None unless matches have two seats and some are played."""
    if num_seats(view.spec) != 2 or view.spec.has_parties or not view.matches:
        return None
    elo = rate_matches(view.entrants, view.matches, None)
    seat = elo.seat_effect
    estimates = [*elo.ratings, seat]
    ends = [end for e in estimates for end in (e.value, e.low, e.high)]
    scale = Scale([0.0, *ends], 4, BAR_PX - 4)
    players = best_first(elo)
    rows = []
    for player, rival in zip(players, [*players[1:], None], strict=True):
        estimate = elo.ratings[elo.players.index(player)]
        likely = None if rival is None else elo.likelihood_of_superiority(player, rival)
        share = "" if rival is None else "?" if likely is None else f"{100 * likely:.1f}%"
        rows.append(_elo_row(player, estimate, share, scale))
    rows.append(_elo_row("(seat 0)", seat, "", scale))
    note = (
        f"Equals draw {100 * elo.draw_ratio:.0f}% of their matches;"
        f" blocks spread {elo.spread:.2f} times as widely as single matches would."
    )
    columns = ("bot", "Elo", "95% interval", "stronger than the next", "Elo, 95%")
    return BarTable(columns, rows, scale(0.0), note)


def _elo_row(name: str, estimate: Estimate, share: str, scale: Scale) -> BarRow:
    cells = (name, estimate_text(estimate), interval_text(estimate), share)
    return BarRow(cells, scale.bar(estimate.value, estimate.low, estimate.high))


def make_seat_section(view: TournamentView) -> BarTable | None:
    """Mean points by seat with 95% intervals over blocks; None where there is nothing to tell."""
    means = seat_means(view)
    if not means:
        return None
    par = (len(means) - 1) / 2
    ends = [end for mean in means for end in (mean.points, mean.low, mean.high)]
    scale = Scale([par, *ends], 4, BAR_PX - 4)
    rows = []
    for mean in means:
        interval = "" if mean.low is None else f"[{mean.low:.3f}, {mean.high:.3f}]"
        cells = (str(mean.seat), f"{mean.points:.3f}", interval)
        rows.append(BarRow(cells, scale.bar(mean.points, mean.low, mean.high)))
    note = f"{means[0].blocks} whole blocks; {par:g} if no seat is better than another."
    columns = ("seat", "points a match", "95% interval", "points, 95%")
    return BarTable(columns, rows, scale(par), note)


def make_heat_map(view: TournamentView) -> HeatMap | None:
    """Return the cross-table; None of formats that have none, or a picture of their own."""
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
    """Round by round, whom each bot met and what it scored; None before the first round."""
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
    """Least, mean and most match score of every entry of parties; None before the first match."""
    if not view.matches:
        return None
    size = view.spec.party_seats or num_seats(view.spec)
    is_adhoc = view.spec.format == "adhoc"
    names = {} if is_adhoc else {bots: name for name, bots in view.spec.entries.items()}
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
