"""`python -m loadtest.bench`: take all measurements, print a table, write `build/bench.json`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("REFEREE_KERNELS", "compiled")  # before any rules are imported

from loadtest.bench.report import as_json, as_table
from loadtest.bench.run import Sizes, run_bench
from loadtest.machine import machine_facts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench with these command-line arguments; return the exit status."""
    options = _parser().parse_args(arguments)
    sizes = Sizes(
        seconds=options.seconds,
        repetitions=options.repetitions,
        rollout_rows=tuple(options.rollout_rows),
    )
    machine = machine_facts()
    result = run_bench(sizes, lambda line: print(line, file=sys.stderr, flush=True))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(as_json(result, sizes, machine), indent=2) + "\n")
    print(as_table(result, machine))
    return 0


def _parser() -> argparse.ArgumentParser:
    defaults = Sizes()
    parser = argparse.ArgumentParser(prog="python -m loadtest.bench", description=__doc__)
    parser.add_argument(
        "--seconds",
        type=float,
        default=defaults.seconds,
        help="length of one measurement (%(default)s)",
    )
    parser.add_argument(
        "--repetitions",
        type=int,
        default=defaults.repetitions,
        help="how often each is taken (%(default)s)",
    )
    parser.add_argument(
        "--rollout-rows",
        type=int,
        nargs="*",
        default=defaults.rollout_rows,
        help="rows of the batches of rollouts (%(default)s)",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("build/bench.json"), help="where to write (%(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
