"""What a scenario is, and the list of all."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Awaitable, Callable

from referee.conformance.stage import ScenarioStage, Transport
from referee.core.errors import FieldError

__all__ = ["Scenario", "all_scenarios", "choose", "scenario"]

Script = Callable[[ScenarioStage], Awaitable[None]]


@dataclasses.dataclass(frozen=True, slots=True)
class Scenario:
    """A script that the bot is started against."""

    name: str
    """Words with hyphens."""
    duties: tuple[int, ...]
    """Numbers of the duties it is about, ascending."""
    summary: str
    """What happens, in a sentence without its end."""
    play: Script
    """Plays it; raises `Broken` or `NotApplicable`."""
    transport: Transport | None = None
    """How the bot has to reach the kit, if that matters."""
    slow: bool = False
    """Whether it takes so long that it is only played when asked for."""


_ALL: dict[str, Scenario] = {}


def scenario(
    name: str,
    *duties: int,
    summary: str = "",
    transport: Transport | None = None,
    slow: bool = False,
) -> Callable[[Script], Script]:
    """Enter a script in the list; its docstring's first line is the summary unless one is given."""

    def enter(script: Script) -> Script:
        text = summary or (script.__doc__ or "").partition("\n")[0].rstrip(".")
        if name in _ALL:
            raise ValueError(f"two scenarios are called {name!r}")
        _ALL[name] = Scenario(name, tuple(sorted(duties)), text, script, transport, slow)
        return script

    return enter


def all_scenarios() -> list[Scenario]:
    """Return all scenarios in the order of their modules."""
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
        only: Names; none means all.
        slow: Whether the slow ones are among all.

    Raises:
        FieldError: There is no such scenario.
    """
    known = {entry.name: entry for entry in all_scenarios()}
    for name in only:
        if name not in known:
            raise FieldError("only", "a scenario of `referee conformance --list`", name)
    if only:
        return [entry for entry in known.values() if entry.name in only]
    return [entry for entry in known.values() if slow or not entry.slow]
