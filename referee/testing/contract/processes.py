"""Checks in separate processes: one seed must give the same match in every process."""

from __future__ import annotations

from typing import Any

from referee.core.game import AnyPlugin
from referee.testing.transcript import place_of, recorder

__all__ = ["CHECKS", "check_other_processes"]

_SEEDS = (1, 2)
_STEPS = 60


def check_other_processes(plugin: AnyPlugin) -> None:
    """Check that one seed gives the same match in two processes in which sets have different orders."""
    place, num_seats = place_of(plugin), plugin.game.info.default_seats
    for seed in _SEEDS:
        lines = [recorder(one).ask("transcript", place, seed, num_seats, _STEPS) for one in (1, 2)]
        for step, (here, there) in enumerate(zip(*lines, strict=False)):
            for what in here:
                if here[what] != there[what]:
                    field = _field(place, seed, num_seats, step) if what == "the state" else what
                    raise AssertionError(
                        f"one seed gives two matches: with seed {seed}, {field} after step {step} is not the"
                        " same in two processes. Something comes from the order of a set, from hash(), id(),"
                        " the time, or from random numbers that are not the match's own: sort what is a set,"
                        " and draw from the state's dice"
                    )


def _field(place: str, seed: int, num_seats: int, step: int) -> str:
    """Return the name of the first field of the state that differs between the two processes at a step.

    `place` is `module:name`, by which a process finds the plug-in.
    """
    states: list[dict[str, Any]] = [
        recorder(one).ask("state_after", place, seed, num_seats, step) for one in (1, 2)
    ]
    for name, value in states[0].items():
        if states[1].get(name) != value:
            return f"{name} of the state"
    return "the state"


CHECKS = (check_other_processes,)
"""Checks of this module that take a game's plug-in as their only argument."""
