"""What language models have used in a tournament, by traces next to its replays."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import rich.console

from referee.llm.trace import TraceWriter
from tests.tournaments.calling import Caller
from tests.tournaments.stored import play_cup
from tournaments.reports.models import CATEGORIES, ModelTable, read_traces
from tournaments.reports.summary import standings_json, summarize
from tournaments.reports.view import view_of
from tournaments.store.folder import DataFolder

PRICES = '[models."m"]\ninput = 1.0\noutput = 2.0\n'
Lines = Sequence[tuple[str, Mapping[str, object]]]


def request(
    turn: int, category: str = "", usage: Mapping[str, int] | None = None
) -> tuple[str, Mapping[str, object]]:
    """A line about a request; without counts the provider has said nothing."""
    line = {"turn": turn, "attempt": 1, "prompt": "p", "category": category}
    return "request", {**line, "usage": usage}


def trace_into(folder: Path, match: str, seat: int, lines: Lines, model: str = "m") -> Path:
    """Write the trace of a seat next to the replays."""
    replays = folder / "referee" / "replays"
    writer = TraceWriter.at(replays, match, seat)
    head = {"match": match, "seat": seat, "game": "diceman", "model": model, "policy": {}}
    for kind, values in [("header", head), *lines]:
        writer.write(kind, values)
    writer.close()
    return replays / f"{match}.{seat}.trace"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """The cup of `stored.CUP`, in two of whose matches a model played bot b."""
    folder = play_cup(tmp_path / "cup")
    answered = ("turn", {"turn": 1, "action": {}})
    known = {"prompt_tokens": 100, "completion_tokens": 10}
    first = [request(1, "FORM", known), request(1, "", known), answered]
    trace_into(folder, "m1", 0, [*first, ("turn", {"turn": 2, "category": "BUDGET"})])
    trace_into(folder, "m2", 1, [request(1), answered])
    trace_into(folder, "elsewhere", 0, [answered])
    (tmp_path / "prices.toml").write_text(PRICES)
    return folder


def rows_of(text: str) -> dict[tuple[str, str], dict[str, str]]:
    """Rows of the CSV file by match and seat."""
    rows = csv.DictReader(io.StringIO(text, newline=""))
    return {(row["number"], row["seat"]): row for row in rows}


def test_columns_of_each_seat(cup: Path, call: Caller) -> None:
    """What nobody has said is an empty cell, which is not 0; a cost that is too low says so."""
    prices = cup.parent / "prices.toml"
    called = call("export", "csv", cup, "--table", "models", "--prices", prices)
    assert (called.status, called.err) == (0, "")
    rows = rows_of(called.out)
    assert len(rows) == 12, "six matches of two seats"
    first, second, none = rows["1", "0"], rows["2", "1"], rows["1", "1"]
    assert (first["label"], first["model"], len(first["setup"])) == ("b", "m", 8)
    counts = ("turns", "given_up", "requests", "uncounted", "input_tokens", "output_tokens")
    assert [first[name] for name in counts] == ["2", "1", "2", "0", "200", "20"]
    assert (first["cached_tokens"], first["reasoning_tokens"]) == ("", "")
    assert {name for name in CATEGORIES if first[name] != "0"} == {"form", "budget"}
    # 200 at 1 and 20 at 2 for a million
    assert float(first["cost"]) == pytest.approx(240 / 1e6)
    assert first["cost_is_lower_bound"] == "false"
    assert [second[name] for name in counts] == ["1", "0", "1", "1", "", ""]
    assert (second["cost"], second["cost_is_lower_bound"]) == ("0.0", "true")
    assert none["label"] == "c"
    assert {none[name] for name in none if name not in {"number", "seat", "label"}} == {""}


def test_a_damaged_trace_keeps_no_result_from_being_read(cup: Path, call: Caller) -> None:
    """It comes from a bot: a warning with file and line, and empty cells."""
    path = cup / "referee" / "replays" / "m1.0.trace"
    text = path.read_text()
    path.write_text(text.replace('"prompt_tokens":100', '"prompt_tokens":1', 1))
    cut = trace_into(cup, "m3", 0, [request(1), request(2)])
    cut.write_text(cut.read_text()[:-5])
    called = call("export", "csv", cup, "--table", "models")
    assert called.status == 0
    warning = "warning: empty cells for"
    assert called.err.splitlines() == [
        f"{warning} {path}: line 2 or one before it has been changed",
        f"{warning} {cut}: line 3 is damaged",
    ]
    rows = rows_of(called.out)
    assert [rows[key]["requests"] for key in (("1", "0"), ("2", "1"), ("3", "0"))] == ["", "1", ""]
    whole = rows["2", "1"]
    assert (whole["cost"], whole["cost_is_lower_bound"]) == ("", ""), "without prices"


def test_without_traces_nothing_is_there(tmp_path: Path, call: Caller) -> None:
    """No rows, no process to read them, and a line that says so."""
    folder = play_cup(tmp_path / "cup")
    exported = json.loads(call("export", "json", folder).out)
    assert exported["models"] == []
    assert "no traces of models next to the replays" in call("standings", folder, "--models").out
    assert json.loads(call("standings", folder, "--json").out).get("models") is None


def test_below_the_standings(cup: Path) -> None:
    """Means for a match of a seat, `≥` where something is not known; all sums in JSON."""
    view = view_of(DataFolder(cup))
    table = ModelTable.of(view, read_traces(view, cup.parent / "prices.toml"))
    shown = io.StringIO()
    table.print(rich.console.Console(width=120, file=shown))
    out = shown.getvalue()
    (line,) = (line.split() for line in out.splitlines() if line.split()[:2] == ["b", "m"])
    # 3 requests in 2 matches; 200 and 20 tokens at least; 0.00024 at least
    assert line[3:] == [
        "2",
        "1.5",
        "≥",
        "100",
        "≥",
        "10",
        "≥",
        "0.0001",
        "1",
        "form",
        "1,",
        "budget",
        "1",
    ]
    told = json.loads(standings_json(summarize(view, models=table)))["models"]
    assert told["problems"] == []
    (found,) = told["bots"]
    assert (found["bot"], found["model"], found["seats"], found["requests"]) == ("b", "m", 2, 3)
    assert (found["input_tokens"], found["cached_tokens"], found["uncounted"]) == (200, None, 1)
    assert (found["cost"], found["cost_is_lower_bound"]) == (pytest.approx(240 / 1e6), True)


def test_a_model_may_have_any_name(tmp_path: Path) -> None:
    """It is shown, and does nothing: no style, no line of its own, no sequence for the terminal."""
    folder = play_cup(tmp_path / "cup")
    trace_into(folder, "m1", 0, [request(1)], model="[/x]\n\x1b[2J[red]m")
    view = view_of(DataFolder(folder))
    shown = io.StringIO()
    ModelTable.of(view, read_traces(view)).print(rich.console.Console(width=120, file=shown))
    assert "[/x]??[2J[red]m" in shown.getvalue()


def test_wrong_prices_are_an_error(cup: Path, call: Caller) -> None:
    """The field, the bound and the value are in it; and prices alone show nothing."""
    prices = cup.parent / "prices.toml"
    prices.write_text('[models."m"]\ninput = -1\noutput = 2\n')
    called = call("export", "csv", cup, "--table", "models", "--prices", prices)
    assert (called.status, called.out) == (2, "")
    assert "models.m.input must be a price from 0 for a million tokens, not -1" in called.err
    called = call("standings", cup, "--prices", prices)
    assert (called.status, called.out) == (2, "")
    assert "--prices is for --models" in called.err
