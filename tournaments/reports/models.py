"""What language models have used in a tournament, from the traces next to its replays.

The command `referee trace table` reads the traces, since tournaments know nothing of how models are
asked. A trace comes from a bot: a damaged one is reported, and never keeps the results from being read.
"""

from __future__ import annotations

import collections
import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import rich.console
import rich.markup

from tournaments.reports.narrow import Row, narrow_table
from tournaments.reports.view import TournamentView
from tournaments.spec.errors import TournamentError
from tournaments.store.records import StoredMatch

__all__ = ["COUNTED", "ModelTable", "ModelTraces", "ModelUse", "read_traces"]

Value: TypeAlias = str | int | float | bool | None

CATEGORIES = (
    *("empty", "truncated", "unparsable", "form", "illegal"),
    *("refused", "transport", "late", "budget"),
)
"""Reasons why a request brought no action, in the order of the columns."""
COUNTED = (
    *("model", "setup", "turns", "given_up", "requests", "uncounted"),
    *("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"),
    *("cost", "cost_is_lower_bound", *CATEGORIES),
)
"""Names of the values that a trace has, as `referee trace table --each` writes them."""
_LAST_TO_GO = ("requests", "input", "output", "cost", "given up", "model")


@dataclasses.dataclass(frozen=True, slots=True)
class ModelUse:
    """What a model used in one seat of a match, by the trace of that seat."""

    match: StoredMatch
    """The match, which has a result."""
    seat: int
    """Index of the seat."""
    values: Mapping[str, Value]
    """Values by the names of `COUNTED`; None for what is not known."""

    @property
    def label(self) -> str:
        """Name of the line in the table that the seat counts for."""
        return self.match.labels[self.seat]


@dataclasses.dataclass(frozen=True, slots=True)
class ModelTraces:
    """All traces of seats of matches with a result."""

    seats: Mapping[tuple[int, int], ModelUse]
    """Traces that are whole, by number of the match and index of the seat."""
    problems: Sequence[str]
    """What is wrong with the other traces, one text each with file and line."""


@dataclasses.dataclass(frozen=True, slots=True)
class ModelTable:
    """What models have used, a line for each bot's version and setup."""

    lines: Sequence[tuple[str, Sequence[ModelUse]]]
    """Name of a line in the table of standings, and the traces of its seats with one setup."""
    problems: Sequence[str]
    """What is wrong with traces that could not be read."""

    @classmethod
    def of(cls, view: TournamentView, traces: ModelTraces) -> ModelTable:
        """Return the table of a tournament, in the order of its entrants."""
        found: dict[tuple[str, Value], list[ModelUse]] = {}
        for each in traces.seats.values():
            found.setdefault((each.label, each.values["setup"]), []).append(each)
        order = {name: place for place, name in enumerate(view.entrants)}
        keys = sorted(found, key=lambda key: (order.get(key[0], len(order)), str(key[1])))
        return cls([(label, found[label, setup]) for label, setup in keys], traces.problems)

    def print(self, console: rich.console.Console, titled: Callable[[str], str] = str) -> None:
        """Print the table, with means for a match of a seat, and what to note."""
        if not self.lines and not self.problems:
            console.print("no traces of models next to the replays", highlight=False, markup=False)
            return
        heads = (
            *("model", "setup", "seats", "requests", "input", "output", "cost"),
            *("given up", "rethinks"),
        )
        rows: list[Row] = [("", name, _cells(seats)) for name, seats in self.lines]
        table = narrow_table(
            ("", "name"),
            heads,
            rows,
            width=console.width,
            last_to_go=_LAST_TO_GO,
            titled=titled,
        )
        console.print(table, soft_wrap=False)
        lines = (
            "requests, tokens of prompts and replies, cost: for a match of a seat; given up and rethinks: of all",
            *(f"left out: {_printable(problem)}" for problem in self.problems),
        )
        for line in lines:
            console.print(line, soft_wrap=True, highlight=False, markup=False)

    def as_json(self) -> dict[str, object]:
        """Return the sums over all seats of each line as a JSON object; what nobody has said is null."""
        return {
            "bots": [{"bot": name, **_sums(seats)} for name, seats in self.lines],
            "problems": list(self.problems),
        }


def read_traces(view: TournamentView, prices: Path | None = None) -> ModelTraces:
    """Return what the traces next to a tournament's replays count.

    Args:
        view: The tournament.
        prices: File with a date and prices of models; None for no cost.

    Raises:
        TournamentError: The file of prices can't be used, or the referee is not installed.
    """
    folder = view.folder.replays
    if prices is None and not any(folder.glob("*.trace")):
        return ModelTraces({}, ())
    matches = {match.match_id: match for match in view.matches}
    seats, problems = {}, []
    for row in _rows(folder, prices):
        match_id, _, seat = str(row["trace"]).removesuffix(".trace").rpartition(".")
        match = matches.get(match_id)
        if match is None or not (seat.isascii() and seat.isdigit()):
            continue  # of a match without a result, or of another program
        index = int(seat)
        if row["problem"]:
            problems.append(str(row["problem"]))
        elif index < len(match.labels):
            values = {name: row[name] for name in COUNTED}
            seats[match.pairing.number, index] = ModelUse(match, index, values)
    return ModelTraces(dict(sorted(seats.items())), problems)


def _rows(folder: Path, prices: Path | None) -> list[dict[str, Value]]:
    """Return the rows that `referee trace table --each` writes of the traces in a folder."""
    command = [sys.executable, "-P", "-m", "referee", "trace", "table", "--each", "--json"]
    command += [] if prices is None else ["--prices", str(prices)]
    ran = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False)
    if ran.returncode:
        last = ran.stderr.strip().splitlines()[-1:] or ["no reason"]
        raise TournamentError(f"traces can't be read: {last[0].removeprefix('error: ')}")
    rows = json.loads(ran.stdout)
    assert isinstance(rows, list)
    return rows


def _sums(seats: Sequence[ModelUse]) -> dict[str, Value]:
    """Return the sums of the values of some seats; None where no seat has one."""
    first = seats[0].values
    sums: dict[str, Value] = {"model": first["model"], "setup": first["setup"], "seats": len(seats)}
    for name in COUNTED[2:]:
        known = [each.values[name] for each in seats if each.values[name] is not None]
        numbers = [value for value in known if isinstance(value, int | float)]
        sums[name] = sum(numbers) if numbers else None
        if name == "cost_is_lower_bound":
            sums[name] = any(known) if known else None
    return sums


def _cells(seats: Sequence[ModelUse]) -> list[str]:
    sums, number = _sums(seats), len(seats)
    at_least = "≥ " if sums["uncounted"] else ""
    cost = sums["cost"]
    rethinks = collections.Counter({name: sums[name] for name in CATEGORIES if sums[name]})
    return [
        rich.markup.escape(_printable(str(sums["model"]))),
        *(str(sums["setup"]), str(number)),
        f"{_mean(sums['requests'], number):.1f}",
        *(_tokens(at_least, sums[name], number) for name in ("input_tokens", "output_tokens")),
        ""
        if cost is None
        else f"{'≥ ' if sums['cost_is_lower_bound'] else ''}{_mean(cost, number):.4f}",
        str(sums["given_up"]),
        ", ".join(f"{name} {count}" for name, count in rethinks.items()),
    ]


def _printable(text: str) -> str:
    """Return a text from a trace without what a terminal would act on: its model may have any name."""
    return "".join(each if each.isprintable() else "?" for each in text)


def _tokens(at_least: str, value: Value, number: int) -> str:
    return "?" if value is None else f"{at_least}{_mean(value, number):.0f}"


def _mean(value: Value, number: int) -> float:
    assert isinstance(value, int | float)
    return value / number
