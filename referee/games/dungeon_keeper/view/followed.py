"""Memory of a viewer of Dungeon Keeper: knowledge after a step, names, point of interest, facts of earlier steps."""

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
"""Fields of a unit; if one of them is not empty, the unit gets a separate token."""
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
"""Fields whose values must be equal for units to share one token."""
_FOCUS = (
    frozenset(("hero_appeared", "hero_died")),
    frozenset(("died",)),
    frozenset(("attacked", "blasted", "tower_shot")),
    frozenset(("captured", "building_destroyed")),
)
"""Sets of event kinds, the most interesting first; the view centres on the last event of the first
set that occurs."""
_CLEAR = 20
"""Divisor: a lead is clear if it is at least the leader's score divided by this number."""


class Fall(NamedTuple):
    """How a seat went out of the match."""

    round: int
    """Number of the round in which the seat's Altar fell."""
    by: int | None
    """Index of the seat that destroyed the Altar; None if the Hero did, or if the Altar waned away
    (DK-7.5)."""
    has_waned: bool
    """Whether the Altar lost its last hit points by waning (DK-7.5) instead of blows."""


class Past(NamedTuple):
    """What a viewer remembers from earlier steps because no observation contains it."""

    before: Belief | None = None
    """Knowledge before this step; None at the viewer's first step."""
    walked: Mapping[Place, int] = {}
    """Owner of the unit that dug each cell or stepped on it last, by cell."""
    falls: Mapping[int, Fall] = {}
    """How each seat that is out went out, by seat."""
    leader: int | None = None
    """Seat that was last clearly ahead, as of the end of a round; None before any seat was."""
    old_leader: int | None = None
    """Seat that was last clearly ahead before this step; None before any seat was."""


_FIRST = Past()


@dataclasses.dataclass(frozen=True, slots=True)
class DungeonSight(Sight):
    """What a viewer may see after a step, with everything the viewer knows from earlier steps."""

    by_seat: Mapping[int, Belief] = dataclasses.field(default_factory=dict)
    """Knowledge of each followed seat from its own observations, by seat."""
    belief: Belief | None = None
    """Knowledge of all followed seats together; None before the first observation."""
    names: Names = _NOBODY
    """Names of units and seats in the events of this step."""
    focus: Place = (0, 0)
    """Row and column of the cell at which something of interest happened last."""
    past: Past = _FIRST
    """What the viewer remembers from earlier steps."""


def followed(before: Sight | None, sight: Sight) -> DungeonSight:
    """Return the sight of a step with the viewer's knowledge from earlier steps; `before` is None at the first."""
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
    """Return names for the step's events: kinds of units and buildings from before, during and after the step."""
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
    """Return the id of the token that stands for each unit, by unit id.

    Equal units on a cell share the token of the first of them.
    """
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
    """Return the kinds of units by unit id, and the kinds of buildings by cell."""
    if belief is None:
        return {}, {}
    return (
        {unit: word(told["kind"]) for unit, told in belief.units.items()},
        {place: word(told["kind"]) for place, told in belief.buildings.items()},
    )


def _focus(sight: Sight, belief: Belief | None, last: DungeonSight | None) -> Place:
    """Return the cell of the step's most interesting event (`_FOCUS`).

    Without such an event it is the cell where the acting seat did something last; events after the
    next seat's turn start are ignored for this.
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
    """Return the seat that is clearly ahead at the end of a round, else the one that last was.

    Scores that the viewer does not know leave it as it is. Within a round it does not change, since
    seats that have already moved would be ahead.

    Args:
        belief: What the viewer knows now; None for nothing.
        before: What the viewer knew before this step.
        leader: The seat that was last clearly ahead; None for none.
    """
    if belief is None or before is None or belief.heading["round"] == before.heading["round"]:
        return leader
    living = [told for told in belief.seats.values() if told["alive"]]
    if len(living) < 2 or not all(told.get("holdings") for told in living):
        return leader
    best, second = sorted(living, key=lambda told: -told["holdings"]["score"])[:2]
    most, next_most = best["holdings"]["score"], second["holdings"]["score"]
    return best["seat"] if (most - next_most) * _CLEAR >= most > next_most else leader
