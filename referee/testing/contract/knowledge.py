"""Checks of what seats can't know, for games of the kit that say so by `unseen`.

Many matches are played in which one seat does the same. Where that seat has been told the same in two of
them, they may differ in what `unseen` names and in nothing else; and where they differ in nothing else,
it has to be told the same.
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
from referee.testing.hidden import Sight, difference_of, fields_of_sight, scripted_step, sight_of
from referee.testing.samples import config_of

__all__ = ["CHECKS", "check_what_is_unseen", "check_what_is_seen"]

_MATCHES = 24
_STEPS = 6
_PAIRS = 12
"""Pairs of states that are looked at for each seat and step."""
_REDRAWN = 6
"""How often a state is redrawn to see what varies."""
_NEXT_STEPS = 4
"""Steps that are tried from a state at least."""
_MOST_NEXT_STEPS = 16
"""Steps that are tried where more actions are listed, spread over all of them."""
_SCRIPT = [1, 2, 1, 1, 2, 2, 1, 2] * 20
"""What dice show in steps that are compared."""

Place: TypeAlias = tuple[str, int]
"""An array of the state, and a flat index in it."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Moment:
    """A state that a match came to, and what a seat has been told up to there."""

    state: Any
    sight: Sight
    heard: tuple[object, ...]


def check_what_is_unseen(plugin: AnyPlugin) -> None:
    """See that `unseen` names what may differ in two matches in which a seat is told the same."""
    if not isinstance(plugin.game, SimpleGame):
        return
    for seat, step, moments in _moments(plugin):
        groups: dict[object, list[_Moment]] = defaultdict(list)
        for moment in moments:
            groups[moment.heard, moment.sight].append(moment)
        for one, other in _pairs(groups.values()):
            named = _unseen(plugin, one.state, seat) | _unseen(plugin, other.state, seat)
            for place in sorted(_differences(one.state, other.state) - named):
                if _stays_hidden(plugin, one, other, seat, place):
                    name, index = place
                    raise AssertionError(
                        f"{name}[{index}] differs between two matches in which seat {seat} has been told the"
                        f" same up to step {step}, so the seat can't know it: name it in unseen(state, {seat}),"
                        " so that the contract can see that it stays hidden"
                    )


def check_what_is_seen(plugin: AnyPlugin) -> None:
    """Where two matches differ only in what `unseen` names, a seat is asked and shown the same, now and after a step."""
    if not isinstance(plugin.game, SimpleGame):
        return
    for seat, step, moments in _moments(plugin):
        groups: dict[object, list[_Moment]] = defaultdict(list)
        for moment in moments:
            named = _unseen(plugin, moment.state, seat)
            groups[frozenset(named), _seen_bytes(moment.state, named)].append(moment)
        for one, other in _pairs(groups.values()):
            hidden = _differences(one.state, other.state)
            if hidden and (what := _told_apart(plugin, one, other, seat)):
                places = ", ".join(f"{name}[{index}]" for name, index in sorted(hidden))
                raise AssertionError(
                    f"seat {seat} can tell two states of step {step} apart by {what}, though they differ only in"
                    f" {places}, which unseen(state, {seat}) says it can't know: its length, its order or a sum"
                    " may give it away"
                )


@functools.lru_cache(maxsize=1)
def _moments(plugin: AnyPlugin) -> list[tuple[int, int, list[_Moment]]]:
    """Return seat, step and the states of many matches after so many steps, in which that seat acts alike.

    Both checks of a game look at the same states, and change none.
    """
    found: list[tuple[int, int, list[_Moment]]] = []
    game, config = plugin.game, config_of(plugin)
    num_seats = game.info.default_seats
    for seat in range(min(num_seats, 3)):
        by_step: list[list[_Moment]] = [[] for _ in range(_STEPS)]
        for match in range(_MATCHES):
            state, events = game.start(config, seed=match, num_seats=num_seats)
            own, others = Stream(seat, 18), Stream(match, seat, 19)
            heard = _heard(plugin, events, seat)
            for step in range(_STEPS):
                sight = sight_of(plugin, config, state, seat)
                by_step[step].append(_Moment(game.copy(state), sight, heard))
                point = game.decision(state)
                if point is None:
                    break
                actions = {
                    each: game.random_action(state, each, own if each == seat else others)
                    for each in point.seats
                }
                mine = plugin.codec.encode_action(actions[seat]) if seat in actions else None
                heard += sight, mine, *_heard(plugin, list(game.step(state, actions)), seat)
        found += [(seat, step, moments) for step, moments in enumerate(by_step)]
    return found


def _heard(plugin: AnyPlugin, events: list[Event], seat: int) -> tuple[object, ...]:
    return tuple(plugin.codec.encode_event(event) for event in events if event.is_told_to(seat))


def _pairs(groups: Any) -> Iterator[tuple[_Moment, _Moment]]:
    """Yield some pairs of each group: its first with the others."""
    left = _PAIRS
    for group in groups:
        for other in group[1:]:
            if not left:
                return
            left -= 1
            yield group[0], other


def _unseen(plugin: AnyPlugin, state: Any, seat: int) -> set[Place]:
    """Return the places that the game names or redraws, and the seed, which every game hides."""
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
    """Return where two states differ; nothing of an array whose shapes differ, which is no matter of values."""
    places: set[Place] = set()
    for (name, here), (_, there) in zip(_arrays(one), _arrays(other), strict=True):
        if here.shape == there.shape:
            places |= {
                (name, int(index)) for index in np.flatnonzero(here.ravel() != there.ravel())
            }
    return places


def _seen_bytes(state: Any, named: set[Place]) -> bytes:
    """Return all of a state but what is named, to be compared."""
    parts = []
    for name, array in _arrays(state):
        flat = array.ravel().copy()
        for other, index in named:
            if other == name:
                flat[index] = 0
        parts.append(f"{name}{array.shape}".encode() + flat.tobytes())
    return b"".join(parts)


def _stays_hidden(plugin: AnyPlugin, one: _Moment, other: _Moment, seat: int, place: Place) -> bool:
    """Return whether a seat can't tell that one place had the other match's value, whatever the next step is.

    A card that the next step may turn up is not hidden well enough to be named.
    """
    name, index = place
    changed = plugin.game.copy(one.state)
    getattr(changed, name).ravel()[index] = getattr(other.state, name).ravel()[index]
    altered = dataclasses.replace(one, state=changed)
    try:
        return not _told_apart(plugin, one, altered, seat, tries_all=True)
    except Exception:  # the rules may not stand a state that could not come to be
        return False


def _told_apart(
    plugin: AnyPlugin, one: _Moment, other: _Moment, seat: int, *, tries_all: bool = False
) -> str:
    """Return by what a seat can tell two states apart, now or after a step; empty if by nothing.

    Args:
        plugin: The game.
        one: A state.
        other: Another.
        seat: The seat.
        tries_all: Whether every listed action is tried, and not a few of them.
    """
    game = plugin.game
    there = sight_of(plugin, config_of(plugin), other.state, seat)
    what = difference_of(plugin, dict(fields_of_sight(one.sight)), dict(fields_of_sight(there)))
    if what:
        return f"its {what}"
    point = game.decision(one.state)
    if point != game.decision(other.state):
        return "who is to decide"
    if point is None:
        return ""
    for actions in _next_actions(plugin, one.state, seat, tries_all=tries_all):
        if any(game.refuse(other.state, *each) for each in actions.items()):  # type: ignore[attr-defined]
            continue  # what a rival can do in one it can't do in the other
        here, after = (_next(plugin, moment.state, actions, seat) for moment in (one, other))
        if what := difference_of(plugin, here, after):
            return what
    return ""


def _next_actions(
    plugin: AnyPlugin, state: Any, seat: int, *, tries_all: bool
) -> Iterator[dict[int, Any]]:
    """Yield actions of all acting seats: what this seat can do, or a rival if it waits, as far as listed.

    One action may turn up what no other shows, the last of a list as well as the first.
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
    """Return what a seat is told of a step and after it."""
    script = _SCRIPT if state.seed.size else None
    stepped, events = scripted_step(plugin, state, actions, script)
    sight = sight_of(plugin, config_of(plugin), stepped, seat)
    told = {f"its {name} after the next step": value for name, value in fields_of_sight(sight)}
    return {"events of the next step": _heard(plugin, list(events), seat), **told}


CHECKS = (check_what_is_unseen, check_what_is_seen)
"""Those that need nothing but the plug-in."""
