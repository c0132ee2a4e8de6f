"""Print which share of lines and branches of each package the tests have reached, from a JSON report of coverage.

.ci/coverage_table.py build/coverage.json
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

_COUNTS = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def package_of(path: str) -> str:
    """Return the package that a file belongs to, such as `referee/games/diceman`, `referee/match` or `tournaments`."""
    parts = Path(path).parts[:-1]
    roots = {"referee": 3 if parts[1:2] == ("games",) else 2, "clients": 3}
    return "/".join(parts[: roots.get(parts[0], 1)])


def main() -> None:
    """Read the coverage report named on the command line and print a table of it."""
    files: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text())["files"]
    packages: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for path, figures in files.items():
        if Path(path).is_absolute():  # a copy that a test has made
            continue
        for name in (package_of(path), "all"):
            for place, count in enumerate(_COUNTS):
                packages[name][place] += figures["summary"][count]
    print("| package | lines | reached | branches | reached |\n|---|---:|---:|---:|---:|")
    for name, (lines, covered, branches, taken) in sorted(packages.items()):
        reached = f"{100 * taken / branches:.1f} %" if branches else ""
        print(f"| `{name}` | {lines} | {100 * covered / lines:.1f} % | {branches} | {reached} |")


if __name__ == "__main__":
    main()
