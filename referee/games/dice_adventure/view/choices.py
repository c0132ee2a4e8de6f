"""The input form of Dice Adventure: pings on any cells (DA-4.5), or a plan of steps (DA-4.6)."""

from __future__ import annotations

from string import ascii_uppercase

from referee.core.choices import Ask, Choices, Option, Spots, Step, Walk
from referee.core.scene import place
from referee.core.view import Fields, Sight

__all__ = ["choices"]

_STEPS = (
    Step("up", "STEP_UP", rows=-1),
    Step("left", "STEP_LEFT", columns=-1),
    Step("right", "STEP_RIGHT", columns=1),
    Step("down", "STEP_DOWN", rows=1),
    Step("wait", "STEP_WAIT"),
)
_MOST = 32
"""Highest number of pings or steps in an order; the form takes no more, since the referee ignores
later entries."""


def choices(seen: Fields, sight: Sight) -> Choices:
    """Return the input form with which a person answers for a seat.

    Args:
        seen: Observation message of the seat.
        sight: What the seat sees of the match.
    """
    is_planning = seen["phase"] == "PHASE_PLANNING"
    return _plan(seen["me"]) if is_planning else _pings(seen, sight.config)


def _plan(me: Fields) -> Choices:
    points = min(me["ap"], _MOST)
    start = place(me["y"], me["x"])
    walk: tuple[Ask, ...] = (Walk("plan", "Steps", _STEPS, ("plan", "steps"), start, points),)
    return Choices("Plan your way for this round.", walk if points else (), {"plan": {}})


def _pings(seen: Fields, config: Fields) -> Choices:
    cost, level = config["ping_cost"], seen["level"]
    most = min(seen["me"]["ap"] // cost, _MOST)
    symbols = tuple(
        Option(symbol, {"symbol": symbol}) for symbol in ascii_uppercase[: config["ping_symbols"]]
    )
    title = f"Pings, {cost} of {seen['me']['ap']} action points each"
    pings: tuple[Ask, ...] = (
        Spots(
            id="pings",
            title=title,
            kinds=symbols,
            into=("pings", "pings"),
            rows=level["h"],
            columns=level["w"],
            keys=("y", "x"),
            most=most,
        ),
    )
    window = f"Mark cells for your party, window {seen['window']}, or send none."
    return Choices(window, pings if most else (), {"pings": {}})
