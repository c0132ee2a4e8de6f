"""Coordinates of drawings, and the numbers behind them, by hand."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.tournaments.fakes import ended
from tests.tournaments.playing_out import names_of
from tests.tournaments.stored import CUP_FILE, play_into
from tournaments.ratings.student import mean_interval, t_975
from tournaments.reports.page.bracket import draw_bracket
from tournaments.reports.page.charts import CURVES, Scale, draw_curves, shade, ticks
from tournaments.reports.page.history import rating_history
from tournaments.reports.view import find_view


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (10, 2.2281), (30, 2.0423), (120, 1.9799)],
)  # fmt: skip
def test_student(degrees: int, expected: float) -> None:
    """Against the printed table of percentage points of the t distribution, column 0.975."""
    assert t_975(degrees) == pytest.approx(expected, abs=0.004 if degrees == 3 else 0.001)


def test_mean_interval() -> None:
    """1, 2, 3: mean 2, deviation 1, 4.3027 / sqrt(3) = 2.4841 to either side; one sample has none."""
    assert mean_interval([1.0, 2.0, 3.0]) == pytest.approx((2 - 2.4841, 2 + 2.4841), abs=1e-4)
    assert mean_interval([1.0]) is None


def test_scale() -> None:
    """The least value is at the start, the greatest at the end; one value alone is in the middle."""
    scale = Scale([10, None, 30], 0, 100)
    assert [scale(value) for value in (10, 15, 30)] == [0, 25, 100]
    assert Scale([7.0], 0, 100)(7) == Scale([], 0, 100)(0) == 50


def test_bars() -> None:
    """An interval without an end goes on to the edge, and one without both is none."""
    scale = Scale([0, 10], 0, 100)
    bar = scale.bar(None, 4, None)
    assert bar is not None
    assert (bar.low, bar.high, bar.value, bar.is_open_low, bar.is_open_high) == (
        *(40, 100, None),
        *(False, True),
    )
    assert scale.bar(5, None, None) is None


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0, 60, ["0", "10", "20", "30", "40", "50", "60"]),
        (0, 1, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (0.3, 0.9, ["0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"]),
        (-7, 13, ["-5", "0", "5", "10"]),
        (0, 10_000, ["0", "2000", "4000", "6000", "8000", "10000"]),
    ],
)
def test_ticks(low: float, high: float, texts: list[str]) -> None:
    """Round numbers, about seven at most."""
    assert [tick.text for tick in ticks(Scale([low, high], 0, 100), 7)] == texts


def test_shades() -> None:
    """None of the points is the first shade, half of them the middle one, all the last."""
    assert [shade(share) for share in (0, 0.25, 0.5, 0.51, 1)] == [0, 5, 10, 10, 20]


def test_labels_keep_apart() -> None:
    """Names of curves that end together stand 15 pixels apart, in their order, within the drawing."""
    heights = {name: [0.0, 1.0 + index / 1000] for index, name in enumerate(names_of(10))}
    chart = draw_curves([0, 1], heights, label_px=100)
    named = {curve.name: curve.label_at for curve in chart.curves if curve.colour is not None}
    assert set(named) == set(names_of(10)[:CURVES])
    places = [named[name] for name in reversed(names_of(10)[:CURVES])]
    assert all(below - above > 14.9 for above, below in itertools.pairwise(places))
    assert min(places) >= 0
    assert max(places) <= chart.bottom


def test_looks_at_a_long_tournament(tmp_path: Path) -> None:
    """Of 30 matches, 4 looks are at 0, 10, 20 and 30; the winner of all has risen each time."""
    text = CUP_FILE.replace('"round_robin"', '"round_robin"\ncycles = 5')
    folder = play_into(
        tmp_path / "cup", text, lambda p: ended(*(1 + (b != "a") for b in p.players))
    )
    history = rating_history(find_view(folder, None), samples=4)
    assert history.matches == [0, 10, 20, 30]
    assert history.ratings["a"][0] == 25.0
    assert history.ratings["a"] == sorted(set(history.ratings["a"]))


def test_bracket_places(tmp_path: Path) -> None:
    """Of four bots, the boxes of the first round stand 52 pixels apart, and the final between them."""
    text = CUP_FILE.replace('"round_robin"', '"knockout"')
    text += '[[bots]]\nname = "d"\ncommand = "true"\n'
    folder = play_into(
        tmp_path / "cup",
        text,
        lambda p: ended(*(1 + sorted(p.players).index(player) for player in p.players)),
    )
    bracket = draw_bracket(find_view(folder, None))
    assert bracket is not None
    boxes = [(meeting.players, meeting.winner, meeting.x) for meeting in bracket.meetings]
    assert boxes == [(("a", "d"), "a", 0), (("b", "c"), "b", 0), (("a", "b"), "a", 190)]
    upper, lower, final = (meeting.y for meeting in bracket.meetings)
    assert lower - upper == 52
    assert final * 2 == upper + lower
    assert len(bracket.lines) == 2
