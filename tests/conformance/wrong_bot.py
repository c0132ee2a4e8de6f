"""A Diceman bot with one thing wrong: `python wrong_bot.py FAULT`, the fault being a function below `faults`.

It is the Python SDK, in which the fault replaces what keeps one duty of the contract.
"""

from __future__ import annotations

import sys

from referee_client import run
from tests.conformance.faults import FAULTS, changing

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    run(changing.act)
