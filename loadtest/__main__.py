"""`python -m loadtest`: run Locust and the false-timeout experiment, judge both by thresholds.

It uses referees that it starts itself, unless `--address` names one. Exit status 1 means that a
threshold is broken, 2 that nothing could be judged.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from loadtest import thresholds
from loadtest.deadlines import Experiment, run_experiment
from loadtest.local_referee import RefereeProcessError, local_referee
from loadtest.machine import machine_facts
from loadtest.report import as_text, write_report
from loadtest.scenarios import SCENARIOS, scenario
from loadtest.shapes import SHAPES, parse_stages
from loadtest.target import Target
from loadtest.workers import WorkerError

LOCUSTFILE = Path(__file__).with_name("locustfile.py")


class LocustError(Exception):
    """Locust itself failed; its output says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the load test with these command-line arguments; return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        scenario(options.scenario)
        parse_stages(options.stages)
        limits = thresholds.read(options.thresholds)
        machine = machine_facts()
        figures = _run(options)
        problems = thresholds.broken(limits, figures)
    except (
        ValueError,
        thresholds.ThresholdError,
        RefereeProcessError,
        LocustError,
        WorkerError,
    ) as error:
        print(f"loadtest: {error}", file=sys.stderr)
        return 2
    write_report(options.out, figures, problems, machine)
    print(as_text(figures, problems))
    return 1 if problems else 0


def _run(options: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Run Locust and the false-timeout experiment; return figures by name, for each of these parts.

    Each part has its own referee, unless the arguments name one.
    """
    options.out.mkdir(parents=True, exist_ok=True)
    experiment = Experiment(matches=options.matches, seconds=options.deadline_seconds)
    parts: dict[str, Callable[[str], dict[str, float]]] = {
        "locust": lambda address: _run_locust(address, options),
        "deadlines": lambda address: run_experiment(experiment, Target.from_environment(address)),
    }
    figures = {}
    for part, run in parts.items():
        with ExitStack() as stack:
            address = options.address or stack.enter_context(local_referee()).address
            figures[part] = run(address)
    return figures


def _run_locust(address: str, options: argparse.Namespace) -> dict[str, float]:
    folder = options.out.resolve()
    file = folder / "locust.json"
    file.unlink(missing_ok=True)
    flags = ["--headless", "--host", address, "--scenario", options.scenario]
    flags += ["--stages", options.stages, "--figures", str(file), "--exit-code-on-error", "0"]
    flags += ["--html", str(folder / "report.html"), "--loglevel", "WARNING", "--only-summary"]
    done = subprocess.run(
        [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), *flags],
        stdout=sys.stderr,
        cwd=LOCUSTFILE.parents[1],  # where the package `loadtest` is found
        check=False,
    )
    if done.returncode or not file.exists():
        raise LocustError(f"Locust failed with status {done.returncode}; its output has the story")
    figures: dict[str, float] = json.loads(file.read_text())
    return figures


def _parser() -> argparse.ArgumentParser:
    defaults = Experiment()
    parser = argparse.ArgumentParser(prog="python -m loadtest", description=__doc__)
    parser.add_argument(
        "--address", help="a running referee, in place of those that are started for this"
    )
    parser.add_argument("--scenario", default="quick", help=f"{', '.join(SCENARIOS)} (%(default)s)")
    parser.add_argument(
        "--stages",
        default="ramp",
        help=f"{', '.join(SHAPES)}, or such as 10sx4,20sx40: seconds and users (%(default)s)",
    )
    parser.add_argument(
        "--matches",
        type=int,
        default=defaults.matches,
        help="matches at once in the false-timeout experiment (%(default)s)",
    )
    parser.add_argument(
        "--deadline-seconds",
        type=float,
        default=defaults.seconds,
        help="how long the experiment plays (%(default)s)",
    )
    parser.add_argument(
        "--thresholds",
        type=Path,
        default=thresholds.DEFAULT_FILE,
        help="what fails the run (loadtest/thresholds.toml)",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("build/loadtest"), help="folder of reports (%(default)s)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
