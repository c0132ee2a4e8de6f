"""Curves of costs: their slopes, and each kind of load in its smallest size."""

from __future__ import annotations

from pathlib import Path

import pytest

from loadtest.scaling import CURVES, exponent, main


@pytest.mark.parametrize(
    ("costs", "slope"),
    [((7, 7, 7), 0.0), ((3, 30, 300), 1.0), ((500, 50, 5), -1.0), ((1, 100, 10_000), 2.0)],
    ids=["constant", "linear", "shared", "square"],
)
def test_a_power_has_its_exponent(costs: tuple[float, ...], slope: float) -> None:
    """Whatever the unit of the costs."""
    assert exponent((1, 10, 100), costs) == pytest.approx(slope)
    assert exponent((1, 10, 100), [1000 * cost for cost in costs]) == pytest.approx(slope)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CURVES))
def test_each_curve_is_measured(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its first point, with a cost above zero, and a picture where asked for."""
    most = str(CURVES[name].numbers[0])
    words = ["--curves", name, "--most", most, "--seconds", "0.2", "--times", "1"]
    if name == "seats":
        words += ["--svg", str(tmp_path / "curves.svg")]
    assert main(words) == 0
    heading, _, row, *_ = capsys.readouterr().out.splitlines()
    assert heading.startswith(f"| {name} | us a decision |")
    number, cost = row.split("|")[1:3]
    assert number.strip() == most
    assert float(cost.split()[0]) > 0
    if name == "seats":
        assert (tmp_path / "curves.svg").read_bytes().startswith(b"<?xml")
