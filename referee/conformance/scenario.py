"""The class of scenarios, and the list of all of them."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Awaitable, Callable

from referee.conformance.setting import Transport
from referee.conformance.stage import ScenarioStage
from referee.core.errors import FieldError

__all__ = ["Scenario", "all_scenarios", "choose", "scenario"]

Script = Callable[[ScenarioStage], Awaitable[None]]


@dataclasses.dataclass(frozen=True, slots=True)
class Scenario:
    """A named script that one run of the bot is played against, and the duties that it checks."""

    name: str
    """Name of the scenario: words joined by hyphens."""
    duties: tuple[int, ...]
    """Numbers of the duties in `clients/CONTRACT.md` that the scenario checks, ascending."""
    summary: str
    """What happens in the scenario: one sentence without its full stop."""
    play: Script
    """Coroutine function that plays the scenario; raises `Broken` or `NotApplicable`."""
    transport: Transport | None = None
    """How the bot must reach the scenario's server; None if that does not matter."""
    slow: bool = False
    """Whether the scenario takes so long that it is played only on request."""


_ALL: dict[str, Scenario] = {}


def scenario(
    name: str,
    *duties: int,
    summary: str = "",
    transport: Transport | None = None,
    slow: bool = False,
) -> Callable[[Script], Script]:
    """Return a decorator that adds a script to the list of scenarios.

    Args:
        name: Name of the scenario.
        duties: Numbers of the duties (rules for bots) that it checks.
        summary: What happens in it; empty for the first line of the script's docstring.
        transport: How the bot must reach the server; None for the way of the run.
        slow: Whether it is played only on request, because it takes about a minute.
    """

    def enter(script: Script) -> Script:
        # The docstring is the summary that people read, so the two can't differ.
        text = summary or (script.__doc__ or "").partition("\n")[0].rstrip(".")
        if name in _ALL:
            raise ValueError(f"two scenarios are called {name!r}")
        _ALL[name] = Scenario(name, tuple(sorted(duties)), text, script, transport, slow)
        return script

    return enter


def all_scenarios() -> list[Scenario]:
    """Return all scenarios, module by module in the order of `MODULES`."""
    from referee.conformance import scenarios

    for module in scenarios.MODULES:
        importlib.import_module(f"{scenarios.__name__}.{module}")
    assert {info.name for info in pkgutil.iter_modules(scenarios.__path__)} == set(
        scenarios.MODULES
    )
    return list(_ALL.values())


def choose(only: list[str], *, slow: bool) -> list[Scenario]:
    """Return the scenarios to play.

    Args:
        only: Names of the scenarios to play; empty for all.
        slow: Whether "all" includes the slow scenarios.

    Raises:
        FieldError: There is no scenario of a given name.
    """
    known = {entry.name: entry for entry in all_scenarios()}
    for name in only:
        if name not in known:
            raise FieldError("only", "a scenario of `referee conformance --list`", name)
    if only:
        return [entry for entry in known.values() if entry.name in only]
    return [entry for entry in known.values() if slow or not entry.slow]
