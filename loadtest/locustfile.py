"""File that Locust runs: by `python -m loadtest`, or by `locust -f loadtest/locustfile.py`.

`--host` is the referee's address, `unix:/path` or `HOST:PORT`. Without `--headless` there is a web
page, and with `--master` and `--worker` several processes or machines make the load; see
`README.md`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import locust
from grpc.experimental.gevent import init_gevent
from locust.runners import MasterRunner, WorkerRunner

from loadtest.decisions import DecisionLog
from loadtest.drawn import drawn
from loadtest.scenarios import SCENARIOS, scenario
from loadtest.seat_pool import SeatPool
from loadtest.seat_user import SeatUser
from loadtest.shapes import parse_stages, stage_at
from loadtest.target import Target

init_gevent()


class Player(SeatUser):
    """Class of users that Locust finds in this file: a `SeatUser`, and the only one."""


class Stages(locust.LoadTestShape):
    """Number of users over time, by the stages of the command line.

    The first stage begins with the first user; before that, prepared matches are made.
    """

    _began: float | None = None

    def reset_time(self) -> None:
        """Begin another run: the first stage begins with its first user."""
        super().reset_time()  # type: ignore[no-untyped-call]
        self._began = None

    def tick(self) -> tuple[int, float] | None:
        """Return the number of users now, and how many may start in a second; None ends the run."""
        runner: Any = self.runner
        stages = parse_stages(runner.environment.parsed_options.stages)
        if self._began is None and runner.user_count >= min(1, stages[0].users):
            self._began = time.monotonic()
        stage = stage_at(stages, 0.0 if self._began is None else time.monotonic() - self._began)
        return None if stage is None else (stage.users, float(max(stage.users, 1)))


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this file to Locust's command line."""
    parser.add_argument(
        "--scenario", default="quick", choices=list(SCENARIOS), help="what is played"
    )
    parser.add_argument("--stages", default="ramp", help="how many users there are when")
    parser.add_argument("--figures", default="", help="file for the figures of all decisions")


def prepare(environment: Any, **_: object) -> None:
    """Give all users of this process one pool of seats and one log, before a run.

    Locust's page may have just changed the scenario. The master of several machines has no users,
    and only collects.
    """
    options = environment.parsed_options
    environment.log = DecisionLog()
    environment.began = time.monotonic()
    if not isinstance(environment.runner, MasterRunner):
        target = Target.from_environment(environment.host)
        played = scenario(options.scenario)
        environment.pool = SeatPool(target, played, drawn(options.scenario))


def report(environment: Any, data: dict[str, Any]) -> None:
    """Put the decisions that a worker has logged since its last report into its report to the master."""
    if hasattr(environment, "log"):
        data["decisions"] = environment.log.drained()


def gather(environment: Any, data: dict[str, Any]) -> None:
    """Add the decisions in a worker's report to the master's log."""
    if hasattr(environment, "log") and "decisions" in data:
        environment.log.add(data["decisions"])


def follow(environment: Any, **_: object) -> None:
    """Register listeners by which workers report to the master.

    They are registered for each environment, as Locust's events for reports do not name theirs.
    """

    def reports(client_id: str, data: dict[str, Any]) -> None:
        del client_id
        report(environment, data)

    def gathers(client_id: str, data: dict[str, Any]) -> None:
        del client_id
        gather(environment, data)

    _events.report_to_master.add_listener(reports)
    _events.worker_report.add_listener(gathers)


def finish(environment: Any, **_: object) -> None:
    """Record how long the run took, and write its figures."""
    environment.lasted = time.monotonic() - environment.began
    write_figures(environment)


def write_figures(environment: Any, **_: object) -> None:
    """Write the figures of all decisions to the file that the flags name.

    It is called again at the very end, since workers report a little late.
    """
    file = environment.parsed_options.figures
    if file and hasattr(environment, "lasted") and not isinstance(environment.runner, WorkerRunner):
        Path(file).write_text(json.dumps(environment.log.figures(environment.lasted)))


_events: Any = locust.events  # without types
_events.init_command_line_parser.add_listener(add_flags)
_events.init.add_listener(follow)
_events.test_start.add_listener(prepare)
_events.test_stop.add_listener(finish)
_events.quitting.add_listener(write_figures)
