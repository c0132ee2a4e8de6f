"""Events of a turn prepared for texts: with names, classes, and the seats that received them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.view import Fields, Sight
from referee.games.proving_grounds.tables import HeroClass
from referee.games.proving_grounds.view.memory import TurnSight
from referee.games.proving_grounds.view.names import SIDES, class_of
from referee.games.proving_grounds.view.visibility import RefKey, ref_of

__all__ = ["Names", "Told", "names_in", "told_in"]


class Names(NamedTuple):
    """Names that events do not contain: players' names and heroes' classes."""

    players: Sequence[str]
    """Names of the players, by seat."""
    classes: Mapping[RefKey, HeroClass] = {}
    """Classes of heroes as far as they are known, by seat and id."""


class Told(NamedTuple):
    """An event, or several in a row as one, with the seat that received it."""

    kind: str
    """Name of the event's field in the schema, which says its kind."""
    body: Fields
    """Fields of the event; if several events were combined, `parts` has the fields of each."""
    whose: int | None
    """The one seat that received the event; None if several did, or if it is not known."""


def told_in(sight: Sight) -> list[Told]:
    """Return the events of a step, prepared for texts.

    Consecutive moves of one hero are combined into one event, and so are consecutive payments of a
    seat.
    """
    # With one observation, its seat has received all these events.
    alone = next(iter(sight.observations)) if len(sight.observations) == 1 else None
    whose = sight.told_to or [alone] * len(sight.events)
    return [
        Told(*next(iter(event.items())), whose=seat) for event, seat in _folded(sight.events, whose)
    ]


def names_in(sight: Sight) -> Names:
    """Return players' names, and heroes' classes as far as they are known.

    Classes are taken from the observations after and before this step and from its fights, so
    heroes that died in the step are included.
    """
    before = sight.before if isinstance(sight, TurnSight) else None
    told = [
        *(before.dots.values() if before is not None else ()),
        *(dot for seen in sight.observations.values() for dot in seen["dots"]),
        *(
            fighter
            for event in sight.events
            for side in SIDES
            for fighter in event.get("fight_began", {}).get(side, ())
            if "hero" in fighter
        ),
    ]
    kinds = [(ref_of(one["hero"]), class_of(one)) for one in told]
    return Names(sight.players, {ref: kind for ref, kind in kinds if kind is not None})


def _folded(
    events: Iterable[Fields], whose: Iterable[int | None]
) -> Iterator[tuple[Fields, int | None]]:
    """Yield events with the seats that received them, as `whose` has them.

    Consecutive moves of one hero are combined into one event, and so are consecutive payments of a
    seat.
    """
    last: tuple[dict[str, Any], int | None] | None = None
    for event, seat in zip(events, whose, strict=True):
        ((kind, body),) = event.items()
        # Only events in a row and for one seat: events in between must keep their place.
        if last is not None and last[1] == seat and _is_more(last[0], kind, body):
            last[0][kind]["parts"].append(body)
            continue
        if last is not None:
            yield last
        last = ({kind: dict(body) | {"parts": [body]}} if kind in _FOLDED else dict(event), seat)
    if last is not None:
        yield last


_FOLDED = ("entered", "ledger")


def _is_more(last: Fields, kind: str, body: Fields) -> bool:
    """Return whether an event, of `kind` with fields `body`, can be combined with the event before it, `last`."""
    if kind not in _FOLDED or kind not in last:
        return False
    return kind == "ledger" or bool(last[kind]["hero"] == body["hero"])
