from __future__ import annotations

import tomllib

import pytest

from loadtest.decisions import DecisionLog
from loadtest.thresholds import (
    DEFAULT_FILE,
    Threshold,
    ThresholdError,
    broken,
    parse_thresholds,
    read,
)

LAG = Threshold("run", "lag_ms", 1.0, 5.0)


def test_bounds_are_read_by_part_and_figure() -> None:
    """A table a part, a table a figure, min and max."""
    data = tomllib.loads("[run]\nlag_ms = { min = 1.0, max = 5 }\nerrors = { max = 0 }\n")
    assert parse_thresholds(data) == [LAG, Threshold("run", "errors", None, 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run = 3", "run must be a table, not 3"),
        ("[run]\nlag_ms = 5", "run.lag_ms must be a table, not 5"),
        ("[run]\nlag_ms = {}", "run.lag_ms must have min, max or both, not nothing"),
        ("[run]\nlag_ms = { most = 5 }", "must have min, max or both, not .'most'."),
        ("[run]\nlag_ms = { max = '5' }", "run.lag_ms.max must be a number, not '5'"),
        ("[run]\nlag_ms = { max = true }", "run.lag_ms.max must be a number, not True"),
    ],
)
def test_other_forms_are_refused(text: str, message: str) -> None:
    """What is no bound is an error that names its place, never a bound that is not looked at."""
    with pytest.raises(ThresholdError, match=message):
        parse_thresholds(tomllib.loads(text))


@pytest.mark.parametrize("value", [1.0, 3.0, 5.0])
def test_bounds_are_inclusive(value: float) -> None:
    """From 1 to 5 is within."""
    assert broken([LAG], {"run": {"lag_ms": value}}) == []


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0.5, "run.lag_ms must be at least 1, and is 0.5"),
        (6.0, "run.lag_ms must be at most 5, and is 6"),
        (float("nan"), "run.lag_ms must be at least 1, and is nan"),
    ],
)
def test_beyond_a_bound_is_broken(value: float, sentence: str) -> None:
    """The sentence has figure, bound and value."""
    assert broken([LAG], {"run": {"lag_ms": value}}) == [sentence]


def test_a_part_that_was_left_out_is_not_judged() -> None:
    """Without the part there is nothing to break."""
    assert broken([LAG], {"other": {}}) == []


def test_a_figure_that_is_not_measured_is_an_error() -> None:
    """A threshold with a slip of the pen must not pass silently."""
    with pytest.raises(ThresholdError, match=r"run\.lag_ms is not measured; there are lag"):
        broken([LAG], {"run": {"lag": 1.0}})


def test_the_default_thresholds_forbid_false_timeouts() -> None:
    """A run with one false timeout fails, in both parts."""
    log = DecisionLog()
    log.false_timeouts = 1
    log.round_ms.extend([1.0] * 10_000)
    figures = log.figures(1.0)
    problems = broken(read(DEFAULT_FILE), {"deadlines": figures, "locust": figures})
    assert problems == [
        "deadlines.false_timeouts must be at most 0, and is 1",
        "locust.false_timeouts must be at most 0, and is 1",
    ]


def test_a_file_that_is_not_there_is_an_error() -> None:
    """The error names the file."""
    with pytest.raises(ThresholdError, match="no_such_file"):
        read(DEFAULT_FILE.with_name("no_such_file.toml"))
