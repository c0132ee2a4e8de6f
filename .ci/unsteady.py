"""Distinguish unsteady tests from broken ones: run a few tests that failed again, one at a time, three times.

    .ci/unsteady.py TARGET    after `make TARGET` has failed; reads its report build/TARGET.xml

A test that starts servers and programs can still meet a moment that nobody foresaw, on a machine that is busy with other
work. One such moment must not hide what 15,000 other tests say. So up to `MOST` failures get a second look: each test
must pass `TIMES` times without a failure, while no other test of its target runs. Nothing is hidden: every such test is printed with a
warning, here and at the end of CI, and is a fault to mend. More failures, or one that fails again, fail CI.
"""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parent.parent
MOST = 3
"""Most failures that get a second look; more of them are no chance."""
TIMES = 3
"""How often each of them must pass in a row."""


def failed_tests(report: Path) -> list[str]:
    """Return the ids of the tests that failed, as pytest takes them, from a JUnit report of pytest.

    Raises:
        ValueError: Something failed that is no test of a file, such as the collection of tests.
    """
    return list(dict.fromkeys(_failed(ElementTree.parse(report).getroot())))


def _failed(report: ElementTree.Element) -> Iterator[str]:
    for case in report.iter("testcase"):
        if case.find("failure") is None and case.find("error") is None:
            continue
        module, name = case.get("classname", ""), case.get("name", "")
        file = Path(*module.split(".")).with_suffix(".py") if module else Path()
        if not (_ROOT / file).is_file():
            raise ValueError(f"not a test of a file: {module} {name}")
        yield f"{file}::{name}"


def main() -> int:
    """Run the failed tests of a target again; return 0 if there are few and all of them pass each time, else 1."""
    (target,) = sys.argv[1:]
    build = _ROOT / "build"
    try:
        tests = failed_tests(build / f"{target}.xml")
    except (OSError, ValueError, ElementTree.ParseError) as error:
        print(f"make {target} failed, and no test can be run again: {error}")
        return 1
    if not 0 < len(tests) <= MOST:
        print(
            f"make {target} failed with {len(tests)} failed tests; only 1 to {MOST} are run again"
        )
        return 1
    print(
        f"== {len(tests)} failed in make {target}: each must pass {TIMES} times, one at a time",
        flush=True,
    )
    arguments = build / f"{target}-again.txt"
    arguments.write_text("\n".join(tests) + "\n")
    for _ in range(TIMES):
        again = ["make", "--no-print-directory", target, f"AGAIN={arguments.relative_to(_ROOT)}"]
        if subprocess.run(again, check=False, cwd=_ROOT).returncode:
            print(f"make {target} failed: it is not by chance")
            return 1
    with (build / "unsteady.txt").open("a") as unsteady:
        for test in tests:
            print(f"WARNING: unsteady in make {target}: {test}")
            unsteady.write(f"WARNING: unsteady in make {target}: {test}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
