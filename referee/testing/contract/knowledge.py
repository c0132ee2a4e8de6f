"""Checks of what seats can't know, for games of the kit, which declare it by `unseen`.

Many matches are played in which one seat draws the same actions. If the seat has received the same
in two of these matches, their states may differ only in what `unseen` names. And if two states
differ only in that, the seat must receive the same from both.
"""

from __future__ import annotations

import dataclasses
import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

from referee.core.game import AnyPlugin, Event
from referee.core.rng import Stream
from referee.kit.game import SimpleGame
from referee.testing.hidden import (
    Knowledge,
    difference_of,
    fields_of_knowledge,
    knowledge_of,
    scripted_step,
)
from referee.testing.samples import config_of

__all__ = ["CHECKS", "check_what_is_unseen", "check_what_is_seen"]

_MATCHES = 24
_STEPS = 6
_PAIRS = 12
"""Highest number of pairs of states that are compared for each seat and step."""
_REDRAWN = 6
"""Number of times that a state's hidden values are drawn again, to find which of them vary."""
_NEXT_STEPS = 4
"""Lowest number of next steps that are tried from a state, to find out what they reveal to a seat."""
_MOST_NEXT_STEPS = 16
"""Highest number of next steps that are tried from a state with many legal actions; they are spread
over the list of legal actions.
"""
_SCRIPT = [1, 2, 1, 1, 2, 2, 1, 2] * 20
"""Values that scripted dice show in steps that are compared."""

Place: TypeAlias = tuple[str, int]
"""Name of an array of the state, and a flat index in that array."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Point:
    """A state of a match, and everything that a seat has received up to it."""

    state: Any
    knowledge: Knowledge
    received: tuple[object, ...]


def check_what_is_unseen(plugin: AnyPlugin) -> None:
    """Check that the game's `unseen` names every value of the state that a seat can't know.

    Two matches are compared in which the seat has received the same so far: a value that differs between their states
    must be named for the seat.
    """
    if not isinstance(plugin.game, SimpleGame):
        return
    for seat, step, points in _points(plugin):
        groups: dict[object, list[_Point]] = defaultdict(list)
        for point in points:
            groups[point.received, point.knowledge].append(point)
        for one, other in _pairs(groups.values()):
            named = _unseen(plugin, one.state, seat) | _unseen(plugin, other.state, seat)
            for place in sorted(_differences(one.state, other.state) - named):
                if _stays_hidden(plugin, one, other, seat, place):
                    name, index = place
                    raise AssertionError(
                        f"{name}[{index}] differs between two matches in which seat {seat} has received the"
                        f" same up to step {step}, so the seat can't know it: name it in unseen(state, {seat}),"
                        " so that the contract can check that it stays hidden"
                    )


def check_what_is_seen(plugin: AnyPlugin) -> None:
    """Check that a seat receives the same in states that differ only in values that `unseen` names for it.

    This must hold in these states and after the next step.
    """
    if not isinstance(plugin.game, SimpleGame):
        return
    for seat, step, points in _points(plugin):
        groups: dict[object, list[_Point]] = defaultdict(list)
        for point in points:
            named = _unseen(plugin, point.state, seat)
            groups[frozenset(named), _seen_bytes(point.state, named)].append(point)
        for one, other in _pairs(groups.values()):
            hidden = _differences(one.state, other.state)
            if hidden and (what := _distinguished(plugin, one, other, seat)):
                places = ", ".join(f"{name}[{index}]" for name, index in sorted(hidden))
                raise AssertionError(
                    f"seat {seat} can distinguish two states of step {step} by {what}, though they differ only in"
                    f" {places}, which unseen(state, {seat}) says it can't know: its length, its order or a sum"
                    " may give it away"
                )


@functools.lru_cache(maxsize=1)
def _points(plugin: AnyPlugin) -> list[tuple[int, int, list[_Point]]]:
    """Return states of many matches in which a seat draws the same actions, by seat and step.

    Cached, as both checks of a game need the same states; neither check changes a state.
    """
    found: list[tuple[int, int, list[_Point]]] = []
    game, config = plugin.game, config_of(plugin)
    num_seats = game.info.default_seats
    for seat in range(min(num_seats, 3)):
        by_step: list[list[_Point]] = [[] for _ in range(_STEPS)]
        for match in range(_MATCHES):
            state, events = game.start(config, seed=match, num_seats=num_seats)
            # The seat draws alike in all matches, so that it often receives the same; the others
            # don't.
            own, others = Stream(seat, 18), Stream(match, seat, 19)
            received = _received(plugin, events, seat)
            for step in range(_STEPS):
                knowledge = knowledge_of(plugin, config, state, seat)
                by_step[step].append(_Point(game.copy(state), knowledge, received))
                point = game.decision(state)
                if point is None:
                    break
                actions = {
                    each: game.random_action(state, each, own if each == seat else others)
                    for each in point.seats
                }
                mine = plugin.codec.encode_action(actions[seat]) if seat in actions else None
                received += (
                    knowledge,
                    mine,
                    *_received(plugin, list(game.step(state, actions)), seat),
                )
        found += [(seat, step, points) for step, points in enumerate(by_step)]
    return found


def _received(plugin: AnyPlugin, events: list[Event], seat: int) -> tuple[object, ...]:
    return tuple(plugin.codec.encode_event(event) for event in events if event.is_visible_to(seat))


def _pairs(groups: Any) -> Iterator[tuple[_Point, _Point]]:
    """Yield at most `_PAIRS` pairs of points; each pair has the first point of a group and another of that group."""
    left = _PAIRS
    for group in groups:
        # With the first only: all pairs of a group would be many more, and differ in the same
        # places.
        for other in group[1:]:
            if not left:
                return
            left -= 1
            yield group[0], other


def _unseen(plugin: AnyPlugin, state: Any, seat: int) -> set[Place]:
    """Return the places of the state that the game names or redraws as unseen by the seat.

    The places of the seed are included, since every game hides its seed.
    """
    game: SimpleGame[Any, Any, Any, Any] = plugin.game  # type: ignore[assignment]
    named = game.unseen(state, seat)
    places = {(name, int(index)) for name, indices in named.items() for index in indices}
    for key in range(_REDRAWN):
        drawn = game.redraw(state, seat, Stream(key, 24))
        if drawn is None:
            break
        places |= _differences(state, drawn)
    return places | {("seed", index) for index in range(state.seed.size)}


def _arrays(state: Any) -> Iterator[tuple[str, Any]]:
    for field in dataclasses.fields(state):
        if field.metadata.get("digest", True):
            yield field.name, getattr(state, field.name)


def _differences(one: Any, other: Any) -> set[Place]:
    """Return the places where two states differ; arrays of different shapes are left out."""
    places: set[Place] = set()
    for (name, here), (_, there) in zip(_arrays(one), _arrays(other), strict=True):
        if here.shape == there.shape:
            places |= {
                (name, int(index)) for index in np.flatnonzero(here.ravel() != there.ravel())
            }
    return places


def _seen_bytes(state: Any, named: set[Place]) -> bytes:
    """Return a state as bytes to compare, with 0 in the places in `named`."""
    parts = []
    for name, array in _arrays(state):
        flat = array.ravel().copy()
        for other, index in named:
            if other == name:
                flat[index] = 0
        parts.append(f"{name}{array.shape}".encode() + flat.tobytes())
    return b"".join(parts)


def _stays_hidden(plugin: AnyPlugin, one: _Point, other: _Point, seat: int, place: Place) -> bool:
    """Return whether a seat can't notice, now or after the next step, that a place of its state is changed.

    The changed place has the value that it has in the state of the other match.

    A value that the next step may reveal, such as a card, can be noticed, so `unseen` need not name
    it.
    """
    name, index = place
    # One value alone is taken over, so that no other difference can be what the seat notices.
    changed = plugin.game.copy(one.state)
    getattr(changed, name).ravel()[index] = getattr(other.state, name).ravel()[index]
    altered = dataclasses.replace(one, state=changed)
    try:
        return not _distinguished(plugin, one, altered, seat, tries_all=True)
    except Exception:  # the rules may fail on a state that no match can reach
        return False


def _distinguished(
    plugin: AnyPlugin, one: _Point, other: _Point, seat: int, *, tries_all: bool = False
) -> str:
    """Return a description of what the seat can distinguish two states by, now or after a step; empty if it can't.

    Args:
        plugin: The game.
        one: The first state.
        other: The second state.
        seat: Index of the seat.
        tries_all: Whether every listed action is tried. If False, at most `_MOST_NEXT_STEPS` are.
    """
    game = plugin.game
    there = knowledge_of(plugin, config_of(plugin), other.state, seat)
    what = difference_of(
        plugin, dict(fields_of_knowledge(one.knowledge)), dict(fields_of_knowledge(there))
    )
    if what:
        return f"its {what}"
    point = game.decision(one.state)
    if point != game.decision(other.state):
        return "who is to decide"
    if point is None:
        return ""
    for actions in _next_actions(plugin, one.state, seat, tries_all=tries_all):
        if any(game.refuse(other.state, *each) for each in actions.items()):  # type: ignore[attr-defined]
            continue  # the other state does not allow these actions, so the step can't be compared
        here, after = (_next(plugin, point.state, actions, seat) for point in (one, other))
        if what := difference_of(plugin, here, after):
            return what
    return ""


def _next_actions(
    plugin: AnyPlugin, state: Any, seat: int, *, tries_all: bool
) -> Iterator[dict[int, Any]]:
    """Yield actions of all acting seats, one set for each step to try.

    With `tries_all`, there is a set for every listed action of the seat; else only for some.

    In each set, the seat (or a rival, if the seat does not act) takes another one of its listed
    actions. Any single action may reveal something that no other reveals.
    """
    game = plugin.game
    point = game.decision(state)
    assert point is not None
    first = seat if seat in point.seats else point.seats[0]
    listed = list(game.legal_actions(state, first) or ())
    if not tries_all and len(listed) > _MOST_NEXT_STEPS:
        every = -(-len(listed) // _MOST_NEXT_STEPS)
        listed = listed[::-every]  # from the end, where calls and challenges often stand
    for key in range(max(_NEXT_STEPS, len(listed))):
        actions = {
            each: game.random_action(state, each, Stream(key, each, 20)) for each in point.seats
        }
        if key < len(listed):
            actions[first] = listed[key]
        yield actions


def _next(
    plugin: AnyPlugin, state: Any, actions: Mapping[int, Any], seat: int
) -> dict[str, object]:
    """Return what a seat receives from the next step and after it: values, each by a description for people."""
    script = _SCRIPT if state.seed.size else None
    stepped, events = scripted_step(plugin, state, actions, script)
    knowledge = knowledge_of(plugin, config_of(plugin), stepped, seat)
    after = {
        f"its {name} after the next step": value for name, value in fields_of_knowledge(knowledge)
    }
    return {"events of the next step": _received(plugin, list(events), seat), **after}


CHECKS = (check_what_is_unseen, check_what_is_seen)
"""Checks of this module that take a game's plug-in as their only argument."""
