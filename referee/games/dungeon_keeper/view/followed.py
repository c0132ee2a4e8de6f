"""What a viewer of Dungeon Keeper has followed: what it knows after a step, names, focus, and what earlier steps left."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import NamedTuple

from referee.core.view import Fields, Sight
from referee.games.dungeon_keeper.view.belief import (
    Belief,
    Place,
    bodies_of,
    places_of,
    seen,
    together,
    whole,
)
from referee.games.dungeon_keeper.view.sentences import Names, member_name, word
from referee.games.dungeon_keeper.view.territory import walked

__all__ = ["DungeonSight", "Fall", "Past", "followed"]

_NOBODY = Names(())
_OWN = ("artifacts", "spirits", "statuses", "capture_points")
"""Fields of a unit that stands alone where one of them has something."""
_SHARED = (
    *(
        "row",
        "col",
        "owner",
        "controller",
        "kind",
        "hp",
        "max_hp",
        "ap",
        "max_ap",
        "attack",
        "defence",
    ),
    *("rune", "fear", "upgraded", "tower_slowed", "ap_debt"),
)
"""Fields in which units that one token stands for are equal."""
_FOCUS = (
    frozenset(("hero_appeared", "hero_died")),
    frozenset(("died",)),
    frozenset(("attacked", "blasted", "tower_shot")),
    frozenset(("captured", "building_destroyed")),
)
"""Kinds of events whose place is of more interest than the last one, the most interesting first."""
_CLEAR = 20
"""A lead is clear from the leader's score / this on."""


class Fall(NamedTuple):
    """How a seat went out."""

    round: int
    """Round in which its Altar fell."""
    by: int | None
    """Seat that felled it; None for the Hero, or if the Altar waned away."""
    has_waned: bool
    """Whether the Altar waned away."""


class Past(NamedTuple):
    """What the steps so far have left that no observation contains."""

    before: Belief | None = None
    """Knowledge before this step; None at the first."""
    walked: Mapping[Place, int] = {}
    """Owner of the unit that opened a cell or walked on it last, by cell."""
    falls: Mapping[int, Fall] = {}
    """How seats went out, by seat."""
    leader: int | None = None
    """Seat that was last clearly ahead; None before one was."""
    old_leader: int | None = None
    """The same before this step."""


_FIRST = Past()


@dataclasses.dataclass(frozen=True, slots=True)
class DungeonSight(Sight):
    """A sight with all that was known before."""

    by_seat: Mapping[int, Belief] = dataclasses.field(default_factory=dict)
    """What each seat knows by its own observations."""
    belief: Belief | None = None
    """Knowledge of all followed seats; None before the first observation."""
    names: Names = _NOBODY
    """Names of units and seats in the events of this step."""
    focus: Place = (0, 0)
    """Where something happened last."""
    past: Past = _FIRST
    """What earlier steps have left."""


def followed(before: Sight | None, sight: Sight) -> DungeonSight:
    """See `GameView.followed`."""
    last = before if isinstance(before, DungeonSight) else None
    old = None if last is None else last.belief
    public = None if sight.public is None else whole(sight.public, old)
    seen_before = {} if last is None else last.by_seat
    by_seat = {
        seat: seen(observation, seen_before.get(seat) or public)
        for seat, observation in sorted(sight.observations.items())
    }
    belief = together([*by_seat.values(), *([public] if public else [])])
    return DungeonSight(
        observations={},
        events=sight.events,
        config=sight.config,
        players=sight.players,
        public=None,
        told_to=sight.told_to,
        by_seat=by_seat,
        belief=belief,
        names=_names(sight, old, belief),
        focus=_focus(sight, belief, last),
        past=_past(sight, belief, last),
    )


# Names and focus.


def _names(sight: Sight, before: Belief | None, after: Belief | None) -> Names:
    """Return the kinds of all that was there before the step, came in it, or is there after it."""
    units, buildings = _kinds(before)
    for kind, body in bodies_of(sight.events):
        # What came in the step may be gone again at its end.
        if kind in ("summoned", "upgraded") and "unit" in body:
            new = body["kind" if kind == "summoned" else "new"]
            units[body["unit"]["unit"]] = word(new)
        elif kind == "built" and "cell" in body:
            place = body["cell"]["row"], body["cell"]["col"]
            buildings[place] = word(body["building"])
    units_after, buildings_after = _kinds(after)
    tokens = _tokens(after) if after else {}
    return Names(sight.players, units | units_after, buildings | buildings_after, tokens)


def _tokens(belief: Belief) -> dict[int, str]:
    """Return by unit the id of the token that stands for it: that of the first that is equal in all, on its cell."""
    first: dict[tuple[object, ...], str] = {}
    tokens = {}
    for unit, told in belief.units.items():
        token = f"u{unit}"
        if any(told[name] for name in _OWN):
            tokens[unit] = token
        else:
            tokens[unit] = first.setdefault(tuple([told[name] for name in _SHARED]), token)
    return tokens


def _kinds(belief: Belief | None) -> tuple[dict[int, str], dict[Place, str]]:
    """Return the kinds of units by id and of buildings by place."""
    if belief is None:
        return {}, {}
    return (
        {unit: word(told["kind"]) for unit, told in belief.units.items()},
        {place: word(told["kind"]) for place, told in belief.buildings.items()},
    )


def _focus(sight: Sight, belief: Belief | None, last: DungeonSight | None) -> Place:
    """Return where the most important thing happened; among equals where the seat that has acted did something last.

    Its rival's turn start comes after what it has done.
    """
    own: list[Fields] = []
    for event in sight.events:
        if "turn_start" in event:
            break
        own.append(event)
    for kinds in _FOCUS:
        places = list(places_of([event for event in sight.events if not kinds.isdisjoint(event)]))
        if places:
            return places[-1]
    places = list(places_of(own)) or list(places_of(sight.events))
    if places:
        return places[-1]
    if last is not None:
        return last.focus
    return _altar(belief) if belief else (0, 0)


def _altar(belief: Belief) -> Place:
    acting = belief.heading.get("acting_seat")
    for place, building in belief.buildings.items():
        if building["owner"] == acting and member_name(building["kind"]) == "ALTAR":
            return place
    return (len(belief.rows) // 2, len(belief.rows) // 2)


# Earlier steps.


def _past(sight: Sight, belief: Belief | None, last: DungeonSight | None) -> Past:
    old = _FIRST if last is None else last.past
    falls, has_waned = old.falls, False
    for kind, body in bodies_of(sight.events):
        has_waned = has_waned or kind == "altars_waned"
        if kind == "eliminated" and belief is not None:
            heading = (last.belief if last and last.belief else belief).heading
            falls = {**falls, body["seat"]: Fall(heading["round"], body.get("by"), has_waned)}
    return Past(
        None if last is None else last.belief,
        walked(old.walked, sight.events, belief),
        falls,
        _leader(belief, last.belief if last else None, old.leader),
        old.leader,
    )


def _leader(belief: Belief | None, before: Belief | None, leader: int | None) -> int | None:
    """Return who is clearly ahead at the end of a round, else who last was; unknown scores leave it as it is.

    Within a round those that have moved already would lead.
    """
    if belief is None or before is None or belief.heading["round"] == before.heading["round"]:
        return leader
    living = [told for told in belief.seats.values() if told["alive"]]
    if len(living) < 2 or not all(told.get("holdings") for told in living):
        return leader
    best, second = sorted(living, key=lambda told: -told["holdings"]["score"])[:2]
    most, next_most = best["holdings"]["score"], second["holdings"]["score"]
    return best["seat"] if (most - next_most) * _CLEAR >= most > next_most else leader
