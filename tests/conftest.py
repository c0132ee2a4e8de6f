"""Settings and fixtures of all tests."""

from __future__ import annotations

import os
import signal
import threading

# A forked child would poll gRPC's closed files, and say so on standard error, until it execs.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

import pytest
from hypothesis import HealthCheck, settings

from referee.core.clock import ManualClock
from referee.core.game import AnyPlugin
from referee.games import registry
from tests import cost, order, tiers_by_name
from tests.helpers.patience import patience
from tests.helpers.toy_games import TOYS

if threading.current_thread() is threading.main_thread():
    # A shell that started the tests in the background has them ignore SIGINT, and `nohup` SIGHUP; all that
    # they start would ignore it, too. A handler is not inherited, and keeps the tests themselves going.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)

settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],  # it reads the wall clock
)
settings.load_profile("default")

os.environ.setdefault("PYTEST_TIMEOUT", str(patience()))  # a watchdog, read when pytest configures
os.environ.setdefault("REFEREE_CONFORMANCE_TIMEOUT", f"{patience(60):.0f}s")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flags of our own."""
    cost.add_options(parser)
    order.add_options(parser)
    tiers_by_name.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Measure what each test costs, and mark what is slow or nightly by name.

    The workers of xdist measure, the first process adds up.
    """
    file = None if hasattr(config, "workerinput") else config.getoption("cost")
    config.pluginmanager.register(cost.Cost(file), "cost")
    config.pluginmanager.register(tiers_by_name, "tiers_by_name")


@pytest.hookimpl(trylast=True)  # after pytest has put together what shares a fixture
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the tests where that is asked for, else begin with those that wait for long."""
    seed = config.getoption("shuffle")
    if seed is not None:
        order.shuffle(items, seed)
    elif workers := getattr(config, "workerinput", {}).get("workercount"):
        order.begin_with(items, tiers_by_name.waits, workers)


def _name_of(param: AnyPlugin | str) -> str:
    return param if isinstance(param, str) else param.game.info.game


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands at one second until the test moves it."""
    return ManualClock(1_000_000_000)


@pytest.fixture(params=[*registry.names(), *TOYS], ids=_name_of, scope="session")
def plugin(request: pytest.FixtureRequest) -> AnyPlugin:
    """Each game there is: all that are installed, and the toys."""
    found: AnyPlugin = (
        registry.find(request.param) if isinstance(request.param, str) else request.param
    )
    return found
