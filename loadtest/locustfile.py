"""What Locust runs: `python -m loadtest` does it, or `locust -f loadtest/locustfile.py` by hand.

`--host` is the referee's address, `unix:/path` or `HOST:PORT`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import locust
from grpc.experimental.gevent import init_gevent

from loadtest.decisions import DecisionLog
from loadtest.scenarios import scenario
from loadtest.seat_user import SeatPool, SeatUser
from loadtest.shapes import parse_stages, stage_at
from loadtest.target import Target

init_gevent()


class Player(SeatUser):
    """The one kind of user there is."""


class Stages(locust.LoadTestShape):
    """As many users as the stages say."""

    def tick(self) -> tuple[int, float] | None:
        """Users now, and how many may start a second; None ends the run."""
        runner: Any = self.runner
        stages = parse_stages(runner.environment.parsed_options.stages)
        seconds: float = self.get_run_time()  # type: ignore[no-untyped-call]
        stage = stage_at(stages, seconds)
        return None if stage is None else (stage.users, float(max(stage.users, 1)))


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that Locust does not have."""
    parser.add_argument("--scenario", default="quick", help="what is played")
    parser.add_argument("--stages", default="ramp", help="how many users there are when")
    parser.add_argument("--figures", default="", help="file for the figures of all decisions")


def prepare(environment: Any, **_: object) -> None:
    """Give all users one pool of seats and one log."""
    options = environment.parsed_options
    target = Target.from_environment(environment.host)
    environment.pool = SeatPool(target, scenario(options.scenario))
    environment.log = DecisionLog()


def begin(environment: Any, **_: object) -> None:
    """Note when the run began."""
    environment.began = time.monotonic()


def write_figures(environment: Any, **_: object) -> None:
    """Write what all decisions came to."""
    figures = environment.log.figures(time.monotonic() - environment.began)
    if environment.parsed_options.figures:
        Path(environment.parsed_options.figures).write_text(json.dumps(figures))


_events: Any = locust.events  # without types
_events.init_command_line_parser.add_listener(add_flags)
_events.init.add_listener(prepare)
_events.test_start.add_listener(begin)
_events.test_stop.add_listener(write_figures)
