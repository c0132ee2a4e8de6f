"""Fail unless a JUnit report shows at least one executed test: no tests, or only skipped ones, prove nothing."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree


def main() -> int:
    """Print the numbers of executed and of skipped tests in the report named on the command line.

    Return the exit status: 0 if at least one test was executed, else 1.
    """
    suites = ElementTree.parse(sys.argv[1]).getroot().iter("testsuite")
    collected = skipped = 0
    for suite in suites:
        collected += int(suite.get("tests", "0"))
        skipped += int(suite.get("skipped", "0"))
    executed = collected - skipped
    print(f"{executed} executed, {skipped} skipped")
    return 0 if executed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
