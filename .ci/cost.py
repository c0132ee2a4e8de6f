"""Measure the processor time of a part of CI, relative to a fixed piece of work in the same run.

    .ci/cost.py NAME COMMAND...    run a command, and append its cost to build/costs.jsonl
    .ci/cost.py --report           print a table of all parts, and a warning for each that exceeds its budget

Seconds differ from machine to machine, and with the machine's other load. So a part is measured in
yardsticks: the processor time of a fixed piece of work done directly before and after it. Budgets
are in .ci/budgets.toml. An exceeded budget fails nothing: the exit status is the command's.
"""

from __future__ import annotations

import hashlib
import json
import resource
import subprocess
import sys
import time
import tomllib
from pathlib import Path

_HERE = Path(__file__).parent
_NOTES = _HERE.parent / "build" / "costs.jsonl"
_BUDGETS = _HERE / "budgets.toml"


def yardstick_s() -> float:
    """Return the processor time in seconds, some 1.5 s, of a fixed piece of work: arithmetic, hashes, JSON."""
    began = time.process_time()
    number, table = 1, dict.fromkeys(range(1000), 0)
    for step in range(4_000_000):
        number = (number * 6364136223846793005 + step) & 0xFFFF_FFFF_FFFF_FFFF
        table[number % 1000] = step
    block = bytes(table[key] & 0xFF for key in table) * 1000
    for _ in range(250):
        block = hashlib.sha256(block).digest() * 31_250
    text = json.dumps(table)
    for _ in range(400):
        json.loads(text)
    return time.process_time() - began


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(name: str, command: list[str]) -> int:
    """Run a command and append its processor time to build/costs.jsonl; return its exit status.

    Args:
        name: Name of the part of CI, by which it has a budget.
        command: Words of the command line.
    """
    before, began, start = yardstick_s(), _children_s(), time.monotonic()
    status = subprocess.run(command, check=False).returncode
    spent, wall = _children_s() - began, time.monotonic() - start
    yard = (before + yardstick_s()) / 2
    _NOTES.parent.mkdir(exist_ok=True)
    with _NOTES.open("a") as notes:
        note = {"name": name, "processor_s": spent, "wall_s": wall, "yardstick_s": yard}
        notes.write(json.dumps(note) + "\n")
    return status


def report() -> None:
    """Print what each run of a part of CI in build/costs.jsonl has cost, and a warning for each above its budget.

    The columns are processor time and elapsed time in seconds, and processor time and budget in
    yardsticks (the processor time of a fixed piece of work).
    """
    budgets: dict[str, float] = tomllib.loads(_BUDGETS.read_text())["yardsticks"]
    print(f"{'part':20} {'processor':>10} {'wall':>8} {'yardsticks':>11} {'budget':>8}")
    warnings = []
    for line in _NOTES.read_text().splitlines():
        note = json.loads(line)
        name, cost = note["name"], note["processor_s"] / note["yardstick_s"]
        budget = budgets.get(name)
        shown = "none" if budget is None else f"{budget:.0f}"
        print(
            f"{name:20} {note['processor_s']:8.0f} s {note['wall_s']:6.0f} s {cost:11.0f} {shown:>8}"
        )
        if budget is not None and cost > budget:
            warnings.append(
                f"WARNING: {name} costs {cost:.0f} yardsticks, its budget is {budget:.0f}"
            )
    print("\n".join(warnings) or "all parts are within their budgets")


def main() -> int:
    """Measure a command or print the report, as the command line says; return the exit status."""
    if sys.argv[1:] == ["--report"]:
        report()
        return 0
    name, *command = sys.argv[1:]
    return measure(name, command)


if __name__ == "__main__":
    sys.exit(main())
