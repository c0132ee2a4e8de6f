"""A tournament as tables for other programs: CSV and JSON, with fixed columns in a fixed order.

Rows are sorted by schedule, seat, place, or name and number: the same results give the same
bytes, except those of `plays`, which has times. `docs/tournaments.md` says what every column means.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from tournaments.ratings import EloRatings
from tournaments.reports.models import COUNTED, ModelTraces, read_traces
from tournaments.reports.view import TournamentView
from tournaments.reports.without_forfeits import compare_without_forfeits
from tournaments.spec.entrants import LeftOut
from tournaments.spec.outcomes import SeatResult
from tournaments.store.records import ProcessRecord, StoredMatch
from tournaments.tables.forfeits import without_forfeits
from tournaments.tables.party_standings import PartyStanding, tie_break_names
from tournaments.tables.standings import PlayedMatch, Standing

__all__ = ["TABLES", "ExportTable", "as_csv", "as_json", "make_table"]

Cell = str | int | float | bool | None

Item = TypeVar("Item")


@dataclasses.dataclass(frozen=True, slots=True)
class ExportTable:
    """One exported table: names of its columns, and its rows."""

    columns: tuple[str, ...]
    """Names of the columns."""
    rows: list[tuple[Cell, ...]]
    """Rows, each with a value for every column; None where there is no value."""
    problems: Sequence[str] = ()
    """What could not be read, so that its values are None, one text each."""

    @classmethod
    def of(
        cls, items: Iterable[Item], columns: Mapping[str, Callable[[Item], Cell]]
    ) -> ExportTable:
        """Return a table with a row for each item.

        A column's function returns its cell for an item.
        """
        rows = [tuple([cell(item) for cell in columns.values()]) for item in items]
        return cls(tuple(columns), rows)


def as_csv(table: ExportTable) -> str:
    """Return a table as CSV (RFC 4180) with a row of column names.

    None is empty, booleans true or false.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(table.columns)
    writer.writerows([_plain(cell) for cell in row] for row in table.rows)
    return out.getvalue()


def as_json(view: TournamentView, tables: Mapping[str, ExportTable]) -> str:
    """Return tables as one JSON object.

    It has name, game and format of the tournament, and a list of objects for each table.
    """
    lists = {name: list(_objects(table)) for name, table in tables.items()}
    head = {"name": view.spec.name, "game": view.spec.game, "format": view.spec.format}
    return json.dumps(head | lists, indent=1) + "\n"


def _objects(table: ExportTable) -> Iterable[dict[str, Cell]]:
    return (dict(zip(table.columns, row, strict=True)) for row in table.rows)


def _plain(cell: Cell) -> Cell:
    return str(cell).lower() if isinstance(cell, bool) else cell


def _matches(view: TournamentView) -> ExportTable:
    version = max(view.game_versions, default=None)
    kept = {match.pairing.number for match in without_forfeits(view.matches)}
    return ExportTable.of(
        view.matches,
        {
            "number": lambda match: match.pairing.number,
            "block": lambda match: match.pairing.block,
            # As a text: 64 bits are more than many programs' numbers hold.
            "seed": lambda match: view.shown_seed(match.pairing),
            "game": lambda _: view.spec.game,
            "game_version": lambda _: version,
            "match_id": lambda match: match.match_id,
            "cause": lambda match: match.end.cause.name.lower(),
            "text": lambda match: match.end.text,
            "replay": lambda match: match.replay,
            "forfeit_in_block": lambda match: match.pairing.number not in kept,
        },
    )


@dataclasses.dataclass(frozen=True, slots=True)
class _Seat:
    """A seat of a match, as a row of an exported table."""

    match: StoredMatch
    number: int

    @property
    def result(self) -> SeatResult:
        return self.match.end.seats[self.number]

    @property
    def tie_breaks(self) -> dict[str, float]:
        return dict(self.result.tie_breaks)


def _seats(view: TournamentView) -> list[_Seat]:
    return [_Seat(match, seat) for match in view.matches for seat in range(len(match.end.seats))]


def _results(view: TournamentView) -> ExportTable:
    def points(seat: _Seat) -> float | None:
        """Return the points of a seat: 1 for each rival placed behind, 1/2 for each rival level.

        None in formats of parties: seats of one party are no rivals, and a match gives them no
        points.
        """
        if view.spec.has_parties:
            return None
        return PlayedMatch(seat.match.pairing.players, seat.match.end).points(seat.number)

    columns: dict[str, Callable[[_Seat], Cell]] = {
        "number": lambda seat: seat.match.pairing.number,
        "seat": lambda seat: seat.number,
        "bot": lambda seat: seat.match.pairing.players[seat.number],
        "placement": lambda seat: seat.result.placement,
        "score": lambda seat: seat.result.score,
        "points": points,
        "strikes": lambda seat: seat.result.strikes,
        "forfeit": lambda seat: seat.result.forfeit and seat.result.forfeit.name.lower(),
        "refused": lambda seat: sum(seat.result.refusals.values()),
        "rejected": lambda seat: sum(seat.result.rejections.values()),
        "given_up": lambda seat: seat.result.given_up,
        "label": lambda seat: seat.match.labels[seat.number],
    }
    seats = _seats(view)
    names = {name: None for seat in seats for name in seat.tie_breaks}
    return ExportTable.of(seats, columns | {name: _tie_break(name) for name in names})


def _tie_break(name: str) -> Callable[[_Seat], Cell]:
    return lambda seat: seat.tie_breaks.get(name)


def _standings(view: TournamentView) -> ExportTable:
    if view.value is not None:
        parties = [line for line in view.standings if isinstance(line, PartyStanding)]
        names = tie_break_names(parties)
        return ExportTable.of(parties, _PARTY | {name: _own_tie_break(name) for name in names})
    lines = [line for line in view.standings if isinstance(line, Standing)]
    own = [name for name, _ in lines[0].tie_breaks]
    ties = {name.replace("-", "_"): _own_tie_break(name) for name in own}
    both = compare_without_forfeits(view)
    elo = _elo_columns(both.elo) | _elo_columns(both.elo_without, "_without_forfeits")
    counts: dict[str, Callable[[Standing], Cell]] = {
        "matches_without_forfeits": lambda line: both.matches_without.get(line.player, 0)
    }
    return ExportTable.of(lines, _PLAYER | ties | elo | counts)


def _elo_columns(elo: EloRatings, suffix: str = "") -> dict[str, Callable[[Standing], Cell]]:
    return {
        f"elo{suffix}": lambda line: elo.of(line.player).value,
        f"elo_low{suffix}": lambda line: elo.of(line.player).low,
        f"elo_high{suffix}": lambda line: elo.of(line.player).high,
    }


_PLAYER: dict[str, Callable[[Standing], Cell]] = {
    "place": attrgetter("place"),
    "bot": attrgetter("player"),
    "points": attrgetter("points"),
    "matches": attrgetter("matches"),
    "wins": attrgetter("wins"),
    "draws": attrgetter("draws"),
    "losses": attrgetter("losses"),
    "rating_mu": attrgetter("rating.mu"),
    "rating_sigma": attrgetter("rating.sigma"),
    "strikes": attrgetter("strikes"),
    "forfeits": attrgetter("forfeits"),
}
_PARTY: dict[str, Callable[[PartyStanding], Cell]] = {
    "place": attrgetter("place"),
    "entry": attrgetter("entry"),
    "value": lambda line: float(line.value),
    "exact": lambda line: str(line.value),
    "matches": attrgetter("matches"),
    "strikes": attrgetter("strikes"),
    "forfeits": attrgetter("forfeits"),
}


def _own_tie_break(name: str) -> Callable[[Standing | PartyStanding], Cell]:
    return lambda line: dict(line.tie_breaks).get(name)


def _processes(view: TournamentView) -> ExportTable:
    names = [field.name for field in dataclasses.fields(ProcessRecord)]
    return ExportTable.of(view.processes, {name: attrgetter(name) for name in names})


def _voids(view: TournamentView) -> ExportTable:
    return ExportTable.of(
        view.voids(),
        {
            "number": lambda void: void[0],
            "attempt": lambda void: void[1].number,
            "match_id": lambda void: void[1].match_id,
            "cause": lambda void: void[1].void_cause and void[1].void_cause.name.lower(),
            "text": lambda void: void[1].void_text,
        },
    )


def _programs(view: TournamentView) -> ExportTable:
    return ExportTable.of(
        view.versions,
        {
            "bot": attrgetter("bot"),
            "version": attrgetter("version"),
            "label": attrgetter("label"),
            "sha256": attrgetter("sha256"),
            "files": lambda version: len(version.files),
            "covers": attrgetter("covers"),
        },
    )


def _plays(view: TournamentView) -> ExportTable:
    def sha256(seat: _Seat) -> str | None:
        program = view.program(seat.match, seat.number)
        return None if program is None else program.sha256

    return ExportTable.of(
        [seat for seat in _seats(view) if seat.match.play is not None],
        {
            "number": lambda seat: seat.match.pairing.number,
            "seat": lambda seat: seat.number,
            "label": lambda seat: seat.match.labels[seat.number],
            "sha256": sha256,
            "started_at": attrgetter("match.play.started_at"),
            "ended_at": attrgetter("match.play.ended_at"),
            "host": attrgetter("match.play.host"),
            "referee": attrgetter("match.play.referee"),
            "python": attrgetter("match.play.python"),
            "duration_s": attrgetter("match.play.duration_s"),
            "decisions": lambda seat: None if (t := seat.result.times) is None else t.decisions,
            "thought_us": lambda seat: None if (t := seat.result.times) is None else t.total_us,
            "longest_us": lambda seat: None if (t := seat.result.times) is None else t.longest_us,
        },
    )


def _models(view: TournamentView, traces: ModelTraces) -> ExportTable:
    """Return a row for each seat of a match with a result; none if there are no traces at all."""

    def counted(name: str) -> Callable[[_Seat], Cell]:
        def cell(seat: _Seat) -> Cell:
            use = traces.seats.get((seat.match.pairing.number, seat.number))
            return None if use is None else use.values[name]

        return cell

    columns: dict[str, Callable[[_Seat], Cell]] = {
        "number": lambda seat: seat.match.pairing.number,
        "seat": lambda seat: seat.number,
        "label": lambda seat: seat.match.labels[seat.number],
    }
    is_any = traces.seats or traces.problems
    table = ExportTable.of(
        _seats(view) if is_any else [], columns | {name: counted(name) for name in COUNTED}
    )
    return dataclasses.replace(table, problems=traces.problems)


def _left_out(view: TournamentView) -> ExportTable:
    columns: dict[str, Callable[[LeftOut], Cell]] = {
        "entry": attrgetter("name"),
        "reason": attrgetter("reason"),
    }
    return ExportTable.of(view.left_out, columns)


_MAKERS: dict[str, Callable[[TournamentView], ExportTable]] = {
    "matches": _matches,
    "results": _results,
    "standings": _standings,
    "processes": _processes,
    "voids": _voids,
    "programs": _programs,
    "plays": _plays,
    "left_out": _left_out,
}
_OF_MODELS = "models"

TABLES = (*_MAKERS, _OF_MODELS)
"""Names of all tables that can be exported."""


def make_table(view: TournamentView, name: str, prices: Path | None = None) -> ExportTable:
    """Return one exported table of a tournament.

    Args:
        view: The tournament.
        name: Name of the table, one of `TABLES`.
        prices: File with prices of models, for the table `models`; None for no cost.

    Raises:
        ValueError: There is no table with this name.
        TournamentError: The file of prices can't be used.
    """
    if name not in TABLES:
        raise ValueError(f"table must be one of {', '.join(TABLES)}, not {name!r}")
    if name == _OF_MODELS:
        return _models(view, read_traces(view, prices))
    return _MAKERS[name](view)
