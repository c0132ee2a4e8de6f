"""Marks on the board for what has happened in a step: paths of units, blows, damage, spells."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from referee.core.scene import Mark, Shape, Style, place
from referee.core.view import Fields
from referee.games.dungeon_keeper.rules.board.units import owner_of_id
from referee.games.dungeon_keeper.view.belief import bodies_of
from referee.games.dungeon_keeper.view.board import style_of
from referee.games.dungeon_keeper.view.sentences import Names, named, word

__all__ = ["marks_of"]

_RINGS = {
    "summoned": "summoned",
    "built": "built",
    "captured": "captured",
    "hero_appeared": "the Hero",
}
"""Text of the ring that is drawn around the cell of an event, by the kind of event."""


def marks_of(events: Sequence[Fields], names: Names) -> tuple[Mark, ...]:
    """Return the marks for some events; parts that the viewer does not know are left out."""
    drawn = _Drawn()
    for kind, body in bodies_of(events):
        drawn.add(kind, body, names)
    return tuple(drawn.marks())


@dataclasses.dataclass(slots=True)
class _Label:
    lost: int = 0
    gained: int = 0
    mined: dict[str, int] = dataclasses.field(default_factory=dict)
    words: list[str] = dataclasses.field(default_factory=list)
    is_bad: bool = False


@dataclasses.dataclass(slots=True)
class _Drawn:
    """Collects the marks to draw for the events of a step, by cell."""

    ways: list[tuple[int, list[str]]] = dataclasses.field(default_factory=list)
    """Units that moved, each with the cells that it has been on, in order."""
    blows: dict[tuple[str, str], Style] = dataclasses.field(default_factory=dict)
    areas: dict[tuple[str, Style], list[str]] = dataclasses.field(default_factory=dict)
    """Cells to be tinted, by the text and style of what has happened there."""
    rings: dict[str, tuple[str, Style]] = dataclasses.field(default_factory=dict)
    labels: dict[str, _Label] = dataclasses.field(default_factory=dict)

    def add(self, kind: str, body: Fields, names: Names) -> None:
        """Add one event, given by its kind and its fields."""
        at = _at(body.get("target") or body.get("cell") or body.get("unit") or body.get("hero"))
        match kind:
            case "moved":
                self._move(body)
            case "attacked" | "tower_shot":
                start = _at(body.get("attacker") or body.get("tower"))
                if start and at and start != at:
                    self.blows[start, at] = _style(body.get("attacker"))
                self._hurt(at, body)
            case "blasted":
                self._spread("blast", _style(body.get("attacker")), at)
                self._hurt(at, body)
            case "hurt":
                self._hurt(at, body)
            case "healed" | "repaired":
                if at:
                    self._label(at).gained += body["amount"]
            case "mined":
                if at:
                    mined = self._label(at).mined
                    kind = named(body["kind"])
                    mined[kind] = mined.get(kind, 0) + body["amount"]
            case "dug":
                self._spread("dug", Style.FAINT, at)
            case "cast":
                self._spread(word(body["spell"]), _seat_style(body.get("seat")), at)
            case "died":
                if at:
                    label = self._label(at)
                    label.is_bad = True
                    label.words.append(f"{names.units.get(body['unit']['unit'], 'unit')} dies")
            case _ if kind in _RINGS and at:
                seat = body.get("new", body.get("seat"))
                style = _seat_style(seat) if seat is not None else _style(body.get("unit"))
                self.rings[at] = (_RINGS[kind], style)

    def marks(self) -> Iterator[Mark]:
        """Yield a mark for each thing collected; areas come first, to be drawn below the others."""
        for (text, style), places in self.areas.items():
            if places:
                yield Mark(Shape.AREA, tuple(places), style, text)
        for unit, places in self.ways:
            yield Mark(Shape.PATH, tuple(places), style_of(owner_of_id(unit)))
        for (start, end), style in self.blows.items():
            yield Mark(Shape.ARROW, (start, end), style)
        for at, (text, style) in self.rings.items():
            yield Mark(Shape.RING, (at,), style, text)
        for at, label in self.labels.items():
            numbers = [f"-{label.lost}"] if label.lost else []
            numbers += [f"+{label.gained}"] if label.gained else []
            numbers += [f"{amount} {kind}" for kind, amount in label.mined.items()]
            is_bad = label.is_bad or label.lost > 0
            text = ", ".join([*numbers, *label.words])
            yield Mark(Shape.LABEL, (at,), Style.BAD if is_bad else Style.GOOD, text)

    def _move(self, body: Fields) -> None:
        unit, start, end = body["unit"]["unit"], _at(body["unit"]), _at(body.get("to"))
        if not start or not end:
            return
        for index, (mover, places) in enumerate(self.ways):
            if mover == unit and places[-1] == start:
                self.ways[index][1].append(end)
                return
        self.ways.append((unit, [start, end]))

    def _hurt(self, at: str, body: Fields) -> None:
        if not at:
            return
        if "damage" in body:
            self._label(at).lost += body["damage"]
        else:
            self._label(at).words.append("evaded")

    def _spread(self, text: str, style: Style, at: str) -> None:
        places = self.areas.setdefault((text, style), [])
        if at and at not in places:
            places.append(at)

    def _label(self, at: str) -> _Label:
        return self.labels.setdefault(at, _Label())


def _at(told: Fields | None) -> str:
    """Return the id of the cell of a place or unit as text; empty if the viewer does not know the cell."""
    return place(told["row"], told["col"]) if told and "row" in told else ""


def _style(unit: Fields | None) -> Style:
    return style_of(owner_of_id(unit["unit"])) if unit else Style.BAD


def _seat_style(seat: int | None) -> Style:
    return Style.STRONG if seat is None else style_of(seat)
