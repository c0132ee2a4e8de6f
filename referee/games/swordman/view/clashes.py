"""What the blow of each seat met in a round of Swordman: the rows between both sides (SW-5)."""

from __future__ import annotations

from referee.core.scene import Bar, Clash, Fate, Line, Span, Style, player_style
from referee.core.view import Fields

__all__ = ["HEIGHTS", "clashes_of", "location_name"]

HEIGHTS = ("high", "middle", "low")
"""Names of the places that a sword strikes where there are three of them, from the top."""


def clashes_of(last: Fields, power: int, locations: int) -> tuple[Clash, ...]:
    """Return a row for the blow of each seat, in the order in which they fell.

    Args:
        last: The round, as a Round message.
        power: Points that a seat distributes.
        locations: Number of places that a sword can strike.
    """
    order = (0, 1) if last["first"] < 0 else (last["first"], 1 - last["first"])
    return tuple(_clash(last, seat, power, locations) for seat in order)


def location_name(at: int, locations: int) -> str:
    """Return what the place `at` that a sword strikes is called, such as `high`, or `at 4`.

    It has a name only if there are three places (`locations`).
    """
    return HEIGHTS[at] if locations == len(HEIGHTS) else f"at {at}"


def _clash(last: Fields, seat: int, power: int, locations: int) -> Clash:
    setting, guard = last["settings"][seat], last["settings"][1 - seat]
    source = _points("sword", setting, seat, power, locations)
    shield = _points("shield", guard, 1 - seat, power, locations) if guard["shield"] else ()
    blow, is_first = last["blow"][seat], " first" if last["first"] == seat else ""
    if not last["landed"][seat]:
        return Clash(not seat, source, (), Fate.LOST, "never strikes", "slain before")
    if not setting["sword"]:
        return Clash(not seat, source, (), Fate.IDLE, "no blow")
    if not blow:
        text = f"{setting['sword']} is stopped by {guard['shield']}"
        return Clash(not seat, source, shield, Fate.STOPPED, text, "the shield covers the place")
    why = "no shield against it"
    if guard["shield"]:
        is_met = guard["shield_at"] == setting["sword_at"]
        why = f"the shield stops {guard['shield']}" if is_met else "the shield is elsewhere"
    return Clash(not seat, source, shield, Fate.HIT, f"wounds{is_first} for {blow}", why)


def _points(name: str, setting: Fields, seat: int, power: int, locations: int) -> Line:
    value = setting[name]
    where = f" {location_name(setting[f'{name}_at'], locations)}" if locations > 1 else ""
    bar = Bar(value, power)
    return (Span(f"{name}{where} ", Style.STRONG), Span(str(value), player_style(seat), "", bar))
