"""Writes the results of a load test: `report.json` for programs, a short text for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from loadtest.machine import Fact
from loadtest.thresholds import Figures

__all__ = ["as_text", "write_report"]


def write_report(
    folder: Path, figures: Figures, problems: Sequence[str], machine: Mapping[str, Fact]
) -> None:
    """Write the figures of a run as `report.json` and `report.txt` into a folder.

    Args:
        folder: The folder.
        figures: Figures by part of the test.
        problems: A sentence for each threshold that is broken.
        machine: Facts about the machine, for the first of the two files.
    """
    data = {
        "passed": not problems,
        "broken": list(problems),
        "figures": {part: dict(values) for part, values in figures.items()},
        "machine": dict(machine),
    }
    (folder / "report.json").write_text(json.dumps(data, indent=2) + "\n")
    (folder / "report.txt").write_text(as_text(figures, problems) + "\n")


def as_text(figures: Figures, problems: Sequence[str]) -> str:
    """Return a table with a column for each part of the test, then the thresholds that are broken."""
    names = list(dict.fromkeys(name for values in figures.values() for name in values))
    lines = [" " * 18 + "".join(f"{part:>14}" for part in figures)]
    for name in names:
        cells = (f"{values[name]:14,.2f}" if name in values else "" for values in figures.values())
        lines.append(f"{name:18}" + "".join(f"{cell:>14}" for cell in cells))
    lines.append("")
    lines.extend(problems or ["No threshold is broken."])
    return "\n".join(lines)
