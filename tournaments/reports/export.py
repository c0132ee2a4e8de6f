"""A tournament as tables for other programs: CSV and JSON, with fixed columns in a fixed order.

Rows are in schedule order, by seat, by place, or by name and number: the same results give the same
bytes, but for those of `plays`, which has times. `docs/tournaments.md` says what every column means.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Iterable, Mapping, Sequence

from tournaments.reports.view import TournamentView
from tournaments.tables.party_standings import PartyStanding, tie_break_names
from tournaments.tables.standings import PlayedMatch, Standing

__all__ = ["TABLES", "ExportTable", "as_csv", "as_json", "make_table"]

Cell = str | int | float | bool | None

TABLES = ("matches", "results", "standings", "processes", "voids", "programs", "plays")
"""Names of all tables."""


@dataclasses.dataclass(frozen=True, slots=True)
class ExportTable:
    """One table."""

    columns: tuple[str, ...]
    """Their names."""
    rows: list[tuple[Cell, ...]]
    """A value for each column; None where there is none."""


def make_table(view: TournamentView, name: str) -> ExportTable:
    """One table of a tournament.

    Args:
        view: The tournament.
        name: One of `TABLES`.
    """
    match name:
        case "matches":
            return _matches(view)
        case "results":
            return _results(view)
        case "standings":
            return _standings(view)
        case "processes":
            return _processes(view)
        case "voids":
            return _voids(view)
        case "programs":
            return _programs(view)
        case "plays":
            return _plays(view)
        case _:
            raise ValueError(f"table must be one of {', '.join(TABLES)}, not {name!r}")


def as_csv(table: ExportTable) -> str:
    """A table as CSV (RFC 4180) with a first row of names; None is empty, a boolean true or false."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(table.columns)
    writer.writerows([_plain(cell) for cell in row] for row in table.rows)
    return out.getvalue()


def as_json(view: TournamentView, tables: Mapping[str, ExportTable]) -> str:
    """Tables as one JSON object: the tournament's name and format, and a list of objects for each."""
    lists = {name: list(_objects(table)) for name, table in tables.items()}
    head = {"name": view.spec.name, "game": view.spec.game, "format": view.spec.format}
    return json.dumps(head | lists, indent=1) + "\n"


def _objects(table: ExportTable) -> Iterable[dict[str, Cell]]:
    return (dict(zip(table.columns, row, strict=True)) for row in table.rows)


def _plain(cell: Cell) -> Cell:
    return str(cell).lower() if isinstance(cell, bool) else cell


def _matches(view: TournamentView) -> ExportTable:
    version = max(view.game_versions, default=None)
    columns = ("number", "block", "seed", "game", "game_version", "match_id", "cause", "text")
    rows: list[tuple[Cell, ...]] = [
        (
            match.pairing.number,
            match.pairing.block,
            # 64 bits are more than many programs' numbers hold.
            view.shown_seed(match.pairing),
            view.spec.game,
            version,
            match.match_id,
            match.end.cause.name.lower(),
            match.end.text,
            match.replay,
        )
        for match in view.matches
    ]
    return ExportTable((*columns, "replay"), rows)


def _results(view: TournamentView) -> ExportTable:
    columns = ("number", "seat", "bot", "placement", "score", "points", "strikes", "forfeit")
    results = [result for match in view.matches for result in match.end.seats]
    names = tuple({name: None for result in results for name, _ in result.tie_breaks})
    rows: list[tuple[Cell, ...]] = []
    for match in view.matches:
        played = PlayedMatch(match.pairing.players, match.end)
        for seat, (player, result) in enumerate(zip(played.players, match.end.seats, strict=True)):
            rows.append(
                (
                    match.pairing.number,
                    seat,
                    player,
                    result.placement,
                    result.score,
                    # Seats of one party are no rivals, so a match gives its seats no points there.
                    None if view.spec.has_parties else played.points(seat),
                    result.strikes,
                    result.forfeit and result.forfeit.name.lower(),
                    sum(result.refusals.values()),
                    sum(result.rejections.values()),
                    result.given_up,
                    match.labels[seat],
                    *(dict(result.tie_breaks).get(name) for name in names),
                )
            )
    return ExportTable((*columns, "refused", "rejected", "given_up", "label", *names), rows)


def _standings(view: TournamentView) -> ExportTable:
    if view.value is not None:
        columns = ("place", "entry", "value", "exact", "matches", "strikes", "forfeits")
        parties = [line for line in view.standings if isinstance(line, PartyStanding)]
        names = tie_break_names(parties)
        return ExportTable((*columns, *names), [_party(line, names) for line in parties])
    lines = [line for line in view.standings if isinstance(line, Standing)]
    ties = [name.replace("-", "_") for name, _ in lines[0].tie_breaks]
    columns = ("place", "bot", "points", "matches", "wins", "draws", "losses")
    return ExportTable(
        (*columns, "rating_mu", "rating_sigma", "strikes", "forfeits", *ties),
        [_line(line) for line in lines],
    )


def _line(line: Standing) -> tuple[Cell, ...]:
    counts = (line.points, line.matches, line.wins, line.draws, line.losses)
    rest = (line.rating.mu, line.rating.sigma, line.strikes, line.forfeits)
    return (line.place, line.player, *counts, *rest, *(value for _, value in line.tie_breaks))


def _party(line: PartyStanding, names: Sequence[str]) -> tuple[Cell, ...]:
    value = (float(line.value), str(line.value))
    own = dict(line.tie_breaks)
    counts = (line.matches, line.strikes, line.forfeits)
    return (line.place, line.entry, *value, *counts, *(own.get(name) for name in names))


def _processes(view: TournamentView) -> ExportTable:
    columns = ("program", "number", "code", "cpu_s", "died")
    rows: list[tuple[Cell, ...]] = [
        (record.program, record.number, record.code, record.cpu_s, record.died)
        for record in view.processes
    ]
    return ExportTable(columns, rows)


def _voids(view: TournamentView) -> ExportTable:
    columns = ("number", "attempt", "match_id", "cause", "text")
    rows: list[tuple[Cell, ...]] = [
        (
            number,
            attempt.number,
            attempt.match_id,
            attempt.void_cause and attempt.void_cause.name.lower(),
            attempt.void_text,
        )
        for number, attempt in view.voids()
    ]
    return ExportTable(columns, rows)


def _programs(view: TournamentView) -> ExportTable:
    columns = ("bot", "version", "label", "sha256", "files", "covers")
    rows: list[tuple[Cell, ...]] = [
        (each.bot, each.version, each.label, each.sha256, len(each.files), each.covers)
        for each in view.versions
    ]
    return ExportTable(columns, rows)


def _plays(view: TournamentView) -> ExportTable:
    columns = ("number", "seat", "label", "sha256", "started_at", "ended_at", "host")
    rows: list[tuple[Cell, ...]] = []
    for match in view.matches:
        if (play := match.play) is None:
            continue
        for seat, label in enumerate(match.labels):
            program = view.program(match, seat)
            when = (play.started_at, play.ended_at, play.host, play.referee, play.python)
            sha256 = None if program is None else program.sha256
            rows.append((match.pairing.number, seat, label, sha256, *when))
    return ExportTable((*columns, "referee", "python"), rows)
