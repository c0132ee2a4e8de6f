"""What providers count, and what it costs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.core.errors import FieldError
from referee.llm.seat_rows import seat_rows
from referee.llm.table import count_traces, counted_rows
from referee.llm.trace import TraceError, TraceWriter, read_trace, split_traces
from referee.llm.usage import Cost, Prices, Tokens

PRICES = """
date = "2026-11-01"
currency = "EUR"
[models."big"]
input = 2.0
cached_input = 0.5
output = 10.0
"""


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        (None, Tokens()),
        ({}, Tokens()),
        ({"prompt_tokens": 0, "completion_tokens": 4}, Tokens(0, 4)),
        ({"input_tokens": 7, "output_tokens": 8}, Tokens(7, 8)),
        (
            {
                "prompt_tokens": 9,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 6},
                "completion_tokens_details": {"reasoning_tokens": 3},
            },
            Tokens(9, 5, 6, 3),
        ),
        ({"prompt_tokens": "many", "completion_tokens": True}, Tokens()),
        ({"prompt_tokens": -1, "prompt_tokens_details": 3}, Tokens()),
        ([], Tokens()),
    ],
)
def test_counts_are_read_in_both_names(usage: object, tokens: Tokens) -> None:
    """What is not said is not 0."""
    assert Tokens.of(usage) == tokens


def test_a_cost_is_a_lower_bound_where_something_is_unknown(tmp_path: Path) -> None:
    """By hand: 4 tokens from the cache at 0.5, 6 others at 2 and 3 of the reply at 10, for a million each."""
    path = tmp_path / "prices.toml"
    path.write_text(PRICES)
    prices = Prices.load(path)
    assert prices.cost("big", Tokens(10, 3, 4)) == Cost(44 / 1e6)
    assert prices.cost("big", Tokens(10)) == Cost(20 / 1e6, is_whole=False)
    assert prices.cost("other", Tokens(10, 3)) == Cost(0.0, is_whole=False)
    assert str(Cost(1.5) + Cost(0.25, is_whole=False)) == "≥ 1.7500"
    assert (prices.date, prices.currency) == ("2026-11-01", "EUR")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("models = 3", "models must be a table of models with their prices, not 3"),
        ("[models.a]\ninput = 1", "models.a.output must be a price from 0"),
        ("[models.a]\ninput = -1\noutput = 1", "models.a.input must be a price from 0"),
        ("[models.a]\ninput = nan\noutput = 1", "models.a.input must be a price from 0"),
    ],
)
def test_a_wrong_price_names_its_field(tmp_path: Path, text: str, message: str) -> None:
    """The bound and the value are in the error."""
    path = tmp_path / "prices.toml"
    path.write_text(text)
    with pytest.raises(FieldError, match=message):
        Prices.load(path)


def header(model: str = "big", window: int = 4000) -> dict[str, object]:
    """Return what the first line of a trace says."""
    return {
        "match": "a",
        "seat": 0,
        "game": "diceman",
        "model": model,
        "face": "f",
        "policy": {"window": window},
        "parameters": {},
    }


def test_a_table_counts_by_player(tmp_path: Path) -> None:
    """Players differ in policy, too; a part after a restart is the same seat."""
    for match, window in (("a", 4000), ("b", 4000), ("c", 0)):
        trace = TraceWriter.at(tmp_path, match, 0)
        trace.write("header", header(window=window))
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        asked = {"turn": 1, "attempt": 1, "prompt": "p"}
        trace.write("request", {**asked, "category": "FORM", "usage": usage})
        counted = None if match == "c" else usage
        trace.write("request", {**asked, "category": "", "usage": counted})
        trace.write("turn", {"turn": 1, "action": {}})
        trace.close()
    again = TraceWriter.at(tmp_path, "b", 0)
    again.write("header", header())
    again.write("turn", {"turn": 2, "category": "BUDGET"})
    again.write("end", {"cause": "RULES", "forfeit": "TIMEOUTS"})
    again.close()
    path = tmp_path / "prices.toml"
    path.write_text(PRICES)
    rows = counted_rows(count_traces(sorted(tmp_path.glob("*.trace")), Prices.load(path)))
    by_seats = {row["seats"]: row for row in rows}
    assert {
        name: by_seats[2][name] for name in by_seats[2] if name not in {"setup", "game", "model"}
    } == {
        "seats": 2,
        "turns": 3,
        "skipped": 1,
        "requests": 4,
        "prompt tokens": "400",
        "reply tokens": "40",
        "cost": "0.0012",
        "rethinks": "FORM 2, BUDGET 1",
        "forfeits": 1,
    }
    assert (by_seats[1]["prompt tokens"], by_seats[1]["cost"]) == ("≥ 100", "≥ 0.0003")


def test_half_a_line_of_a_player_that_was_killed_is_cut(tmp_path: Path) -> None:
    """The player that goes on writes behind the last whole line, and the hashes go on."""
    first = TraceWriter.at(tmp_path, "a", 1)
    first.write("header", header())
    first.write("turn", {"turn": 1, "action": {}})
    first.close()
    path = tmp_path / "a.1.trace"
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:40])
    with pytest.raises(TraceError, match="line 3 is damaged"):
        list(read_trace(path))
    again = TraceWriter.at(tmp_path, "a", 1)
    again.write("header", header())
    again.close()
    assert [line["kind"] for line in read_trace(path)] == ["header", "turn", "header"]


def test_traces_in_the_output_of_a_player_are_split(tmp_path: Path) -> None:
    """Seats that one process plays stand between other lines; a part after a restart has a new chain of hashes."""
    log = tmp_path / "stdout"
    with log.open("w") as file:
        first, second = TraceWriter(file, label="a.0"), TraceWriter(file, label="b.1")
        first.write("header", header())
        file.write('hello\n{"kind": "x"}\n{"kind":"turn","of":"../../up"}\n{"kind":"\n')
        second.write("header", header())
        first.write("turn", {"turn": 1, "action": {}})
        again = TraceWriter(file, label="a.0")
        again.write("header", header())
        again.write("turn", {"turn": 2, "action": {}})
    written = split_traces([log], tmp_path / "traces")
    assert [path.name for path in written] == ["a.0.trace", "b.1.trace"]
    assert [line["kind"] for line in read_trace(written[0])] == ["header", "turn", "header", "turn"]
    assert [line["kind"] for line in read_trace(written[1])] == ["header"]
    with pytest.raises(TraceError, match="nowhere: No such file"):
        split_traces([tmp_path / "nowhere"], tmp_path)


@pytest.mark.parametrize("index", [1, 2])
def test_a_line_that_is_gone_or_twice_is_noticed(tmp_path: Path, index: int) -> None:
    """Each line has the hash of all before it."""
    trace = TraceWriter.at(tmp_path, "a", 0)
    trace.write("header", header())
    for turn in (1, 2, 3):
        trace.write("turn", {"turn": turn, "action": {}})
    trace.close()
    path = tmp_path / "a.0.trace"
    lines = path.read_text().splitlines(keepends=True)
    for changed in (lines[:index] + lines[index + 1 :], [*lines[: index + 1], *lines[index:]]):
        path.write_text("".join(changed))
        with pytest.raises(TraceError):
            list(read_trace(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("{\n", "line 1 is damaged"),
        ("[]\n", "line 1 is damaged"),
        (json.dumps({"kind": "turn"}) + "\n", "line 1 is no header"),
        (json.dumps({"kind": "header", "format": 9}) + "\n", "format 9 is not 1"),
        ('{"kind": "header", "format": 1, "chain": "x"}\n', "line 1: match must be of type str"),
        (
            json.dumps({"kind": "header", "format": 1, "chain": "x", **header()}) + "\n",
            "line 1 or one before it",
        ),
    ],
)
def test_a_damaged_trace_names_its_line(tmp_path: Path, text: str, message: str) -> None:
    """The error is always a `TraceError`."""
    path = tmp_path / "a.0.trace"
    path.write_text(text)
    with pytest.raises(TraceError, match=message):
        list(read_trace(path))


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        ("rumour", {}, "line 2: kind must be one of header, request, turn, end, not 'rumour'"),
        ("turn", {"turn": "x"}, "line 2: turn must be of type int, not 'x'"),
        ("turn", {"turn": True}, "line 2: turn must be of type int, not True"),
        ("turn", {"turn": 1, "action": [1]}, "line 2: action must be of type dict or NoneType"),
        ("request", {"turn": 1}, "line 2: attempt must be of type int, not None"),
        (
            "request",
            {"turn": 1, "attempt": 1, "prompt": "p", "category": "", "wait_s": "soon"},
            "line 2: wait_s must be of type int or float or NoneType, not 'soon'",
        ),
    ],
)
def test_a_line_whose_hash_fits_is_checked_too(
    tmp_path: Path, kind: str, values: dict[str, object], message: str
) -> None:
    """Whoever has written it: the field, its type and the value are in the error."""
    trace = TraceWriter.at(tmp_path, "a", 0)
    trace.write("header", header())
    trace.write(kind, values)
    trace.close()
    with pytest.raises(TraceError, match=message):
        list(read_trace(tmp_path / "a.0.trace"))


def test_each_trace_has_a_row(tmp_path: Path) -> None:
    """What a provider has not said is None; a restart with another model is one row; a damaged trace says so."""
    details = {"prompt_tokens_details": {"cached_tokens": 60}}
    asked = {"turn": 1, "attempt": 1, "prompt": "p"}
    whole = TraceWriter.at(tmp_path, "a", 0)
    whole.write("header", header())
    usage = {"prompt_tokens": 100, "completion_tokens": 10, **details}
    whole.write("request", {**asked, "category": "ILLEGAL", "usage": usage})
    whole.write("request", {**asked, "category": "LATE"})
    whole.write("turn", {"turn": 1, "category": "LATE"})
    whole.write("header", header("other"))
    whole.write("request", {**asked, "turn": 2, "category": "", "usage": usage})
    whole.write("turn", {"turn": 2, "action": {}})
    whole.close()
    silent = TraceWriter.at(tmp_path, "b", 0)
    silent.write("header", {**header(), "match": "b"})
    silent.write("request", {**asked, "category": "TRANSPORT"})
    silent.close()
    (tmp_path / "c.1.trace").write_text("{\n")
    (tmp_path / "d.1.trace").write_bytes((tmp_path / "b.0.trace").read_bytes())
    path = tmp_path / "prices.toml"
    path.write_text(PRICES)
    rows = {
        row["trace"]: row for row in seat_rows(sorted(tmp_path.glob("*.trace")), Prices.load(path))
    }
    first = rows["a.0.trace"]
    setup = str(first["setup"])
    assert (first["model"], setup.count(" + ")) == ("big + other", 0), (
        "the setup is without the model"
    )
    counts = ("turns", "given_up", "requests", "uncounted", "illegal", "late", "form")
    assert [first[name] for name in counts] == [2, 1, 3, 1, 1, 1, 0]
    tokens = ("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens")
    assert [first[name] for name in tokens] == [200, 120, 20, None]
    # Of the first model 40 at 2, 60 at 0.5 and 10 at 10 for a million; the other one has no price.
    assert first["cost"] == pytest.approx(210 / 1e6)
    assert first["cost_is_lower_bound"] is True
    second = rows["b.0.trace"]
    assert [second[name] for name in tokens] == [None] * 4
    assert [second[name] for name in counts] == [0, 0, 1, 1, 0, 0, 0]
    assert (second["transport"], second["cost"]) == (1, 0)
    for name, problem in (
        ("c.1.trace", "line 1 is damaged"),
        ("d.1.trace", "header says b.0, not d.1"),
    ):
        assert problem in str(rows[name]["problem"])
        assert {rows[name][key] for key in first if key not in {"trace", "problem"}} == {None}
        assert list(rows[name]) == list(first)
    (free, *_) = seat_rows([tmp_path / "a.0.trace"])
    assert (free["cost"], free["cost_is_lower_bound"]) == (None, None)
