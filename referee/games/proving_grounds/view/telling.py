"""Events of a turn of Proving Grounds prepared for texts: with names, classes, and the seats that received them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.view import Fields, Sight
from referee.games.proving_grounds.tables import HeroClass
from referee.games.proving_grounds.view.names import SIDES, class_of
from referee.games.proving_grounds.view.visibility import RefKey, ref_of

__all__ = ["Names", "Told", "names_in", "told_in"]


class Names(NamedTuple):
    """What events do not say of seats and heroes: players' names and heroes' classes."""

    players: Sequence[str]
    """Names by seat."""
    classes: Mapping[RefKey, HeroClass] = {}
    """Classes of heroes, as far as they are known."""


class Told(NamedTuple):
    """An event with the seat that received it."""

    kind: str
    """Its field in the schema."""
    body: Fields
    """Its fields; if it stands for several events in a row, `parts` has the fields of each."""
    whose: int | None
    """The one seat that received it; None for several seats, or if it is not known."""


def told_in(sight: Sight) -> list[Told]:
    """Return the events of a step; a hero's moves in a row become one, as do a seat's payments in a row."""
    alone = next(iter(sight.observations)) if len(sight.observations) == 1 else None
    whose = sight.told_to or [alone] * len(sight.events)
    return [
        Told(*next(iter(event.items())), whose=seat) for event, seat in _folded(sight.events, whose)
    ]


def names_in(sight: Sight) -> Names:
    """Return players' names, and classes of heroes in the observations and of those who fought in this step (some died)."""
    told = [
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
    """Yield events with their seats; a hero's moves in a row become one, as do a seat's payments in a row."""
    last: tuple[dict[str, Any], int | None] | None = None
    for event, seat in zip(events, whose, strict=True):
        ((kind, body),) = event.items()
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
    """Return whether an event goes on with the last one."""
    if kind not in _FOLDED or kind not in last:
        return False
    return kind == "ledger" or bool(last[kind]["hero"] == body["hero"])
