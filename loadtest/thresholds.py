"""Thresholds that make a load test fail: bounds on figures, read from `thresholds.toml`."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["DEFAULT_FILE", "Threshold", "ThresholdError", "broken", "parse_thresholds", "read"]

DEFAULT_FILE = Path(__file__).with_name("thresholds.toml")

Figures = Mapping[str, Mapping[str, float]]
"""Figures of a run: value by name, for each part of the run."""


class ThresholdError(Exception):
    """The thresholds can't be read, or name a figure that was not measured."""


@dataclasses.dataclass(frozen=True, slots=True)
class Threshold:
    """Bounds of one figure, both inclusive."""

    part: str
    """Name of the part of the run that measures the figure."""
    figure: str
    """Name of the figure, as the part of the run reports it."""
    least: float | None
    """Lower bound of the figure; None if there is none."""
    most: float | None
    """Upper bound of the figure; None if there is none."""

    def problem(self, value: float) -> str | None:
        """Return a sentence on how a value breaks the bounds; None if it is within them."""
        name = f"{self.part}.{self.figure}"
        if self.least is not None and not value >= self.least:
            return f"{name} must be at least {self.least:g}, and is {value:g}"
        if self.most is not None and not value <= self.most:
            return f"{name} must be at most {self.most:g}, and is {value:g}"
        return None


def read(path: Path) -> list[Threshold]:
    """Return the thresholds of a file.

    Raises:
        ThresholdError: The file can't be read.
    """
    try:
        return parse_thresholds(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ThresholdError(f"{path}: {error}") from error


def parse_thresholds(data: Mapping[str, object]) -> list[Threshold]:
    """Return the thresholds in parsed TOML: a table for each part, in it a table for each figure.

    Raises:
        ThresholdError: The data has another form; the text names the place.
    """
    return [
        _threshold(part, figure, bounds)
        for part, figures in data.items()
        for figure, bounds in _table(part, figures).items()
    ]


def _threshold(part: str, figure: str, bounds: object) -> Threshold:
    name = f"{part}.{figure}"
    table = _table(name, bounds)
    unknown = sorted(table.keys() - {"min", "max"})
    if unknown or not table:
        raise ThresholdError(f"{name} must have min, max or both, not {unknown or 'nothing'}")
    for key, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ThresholdError(f"{name}.{key} must be a number, not {value!r}")
    least, most = table.get("min"), table.get("max")
    assert least is None or isinstance(least, int | float)
    assert most is None or isinstance(most, int | float)
    return Threshold(part, figure, least, most)


def _table(name: str, value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ThresholdError(f"{name} must be a table, not {value!r}")
    return value


def broken(thresholds: Sequence[Threshold], figures: Figures) -> list[str]:
    """Return one sentence for each threshold that is broken.

    Thresholds of parts that were not run do not count.

    Raises:
        ThresholdError: A part was run, but has no such figure.
    """
    problems = []
    for threshold in thresholds:
        if threshold.part not in figures:
            continue
        values = figures[threshold.part]
        if threshold.figure not in values:
            raise ThresholdError(
                f"{threshold.part}.{threshold.figure} is not measured; there are {', '.join(values)}"
            )
        problem = threshold.problem(values[threshold.figure])
        if problem is not None:
            problems.append(problem)
    return problems
