"""Dungeon Keeper's board as a field of a scene: terrain, buildings, mines, items and units.

Equal units on a cell are drawn as one token with a count.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from referee.core.scene import Bar, Field, Grid, Kind, Line, Mark, Span, Style, Token, place
from referee.core.view import Fields
from referee.games.dungeon_keeper import tables
from referee.games.dungeon_keeper.tables import BUILDINGS, Building
from referee.games.dungeon_keeper.view.belief import Belief, Place
from referee.games.dungeon_keeper.view.board import (
    BUILDING_ICONS,
    BUILDING_LETTERS,
    ITEM_ICONS,
    ITEM_LETTERS,
    MINES,
    UNIT_ICONS,
    UNIT_LETTERS,
    building_of,
    kind_of,
    style_of,
)
from referee.games.dungeon_keeper.view.notes import building_notes, unit_notes
from referee.games.dungeon_keeper.view.sentences import (
    Names,
    member_name,
    seat_span,
    unit_span,
    word,
)
from referee.games.dungeon_keeper.view.territory import ground_of

__all__ = ["field_of"]

_GROUND = str.maketrans("%,MB", "#.mb")
"""Table from the characters of remembered cells to those of cells of the same terrain in sight."""
_SIGHT = str.maketrans("#.mb%,MB?", "####.... ")
_LEGEND = {
    "#": Kind("undug rock", "", Style.FAINT, is_solid=True),
    ".": Kind("empty"),
    "m": Kind("mine", "", Style.FAINT),
    "b": Kind("built on", "", Style.FAINT),
    "?": Kind("never seen", "", Style.HIDDEN),
}


def field_of(
    belief: Belief,
    names: Names,
    config: Fields,
    *,
    focus: Place,
    marks: tuple[Mark, ...],
    steps: Mapping[Place, int],
) -> Field:
    """Return the board as a field, with terrain, buildings, mines, items, units and marks.

    Args:
        belief: What the viewer knows.
        names: Names of units and seats.
        config: The Config message.
        focus: Cell to keep in the middle.
        marks: Marks of what happened in the step.
        steps: Owner of the unit that dug a cell or walked on it last, by cell.
    """
    rows = _rows(belief, steps)
    sight = tuple(row.translate(_SIGHT) for row in belief.rows) if config.get("fog_of_war") else ()
    used = set("".join(rows))
    legend = {code: kind for code, kind in _LEGEND.items() if code in used}
    for seat, player in enumerate(names.players):
        if str(seat) in used:
            legend[str(seat)] = _seat_ground(seat, player)
    tokens = (
        *_buildings(belief, names.players),
        *_mines(belief, config),
        *_items(belief),
        *_units(belief, names),
    )
    return Field("board", "board", Grid(rows, legend, sight), tokens, marks, place(*focus))


def _rows(belief: Belief, steps: Mapping[Place, int]) -> tuple[str, ...]:
    """Return the rows of the terrain; an empty cell that belongs to a seat has the seat's number.

    `ground_of` says to whom cells belong. `steps` has the owner of the unit that dug a cell or
    walked on it last, by cell.
    """
    rows = [[*row.translate(_GROUND)] for row in belief.rows]
    for (row, col), owner in ground_of(belief, steps).items():
        rows[row][col] = str(owner)
    return tuple(map("".join, rows))


@functools.cache
def _seat_ground(seat: int, player: str) -> Kind:
    return Kind(f"ground of {player}", "", style_of(seat))


def _buildings(belief: Belief, players: Sequence[str]) -> Iterator[Token]:
    for spot, told in belief.buildings.items():
        kind = building_of(told)
        bars = []
        if kind is not Building.SOURCE:  # which cannot be destroyed
            bars.append(("hp", Bar(told["hp"], max(BUILDINGS[kind].hp, told["hp"]))))
        if kind is Building.BATTLE_TOWER:
            most = max(tables.TOWER_AP, told["ap"])
            bars.append(("action points", Bar(told["ap"], most)))
        owner = told["owner"]
        tip: Line = (Span(word(told["kind"])),)
        if owner >= 0:
            tip = (*tip, Span(" of "), seat_span(owner, players))
        yield Token(
            f"b{spot[0]}-{spot[1]}",
            place(*spot),
            _building_kind(kind, owner),
            owner=owner if owner >= 0 else None,
            bars=tuple(bars),
            badges=tuple(building_notes(told)),
            is_remembered=not belief.has(spot),
            tip=(tip,),
        )


@functools.cache
def _building_kind(kind: Building, owner: int) -> Kind:
    style = style_of(owner) if kind is not Building.WALL else Style.TEXT
    name, icon = kind.name.lower().replace("_", " "), BUILDING_ICONS.get(kind, "")
    return Kind(name, BUILDING_LETTERS[kind], style, icon=icon)


def _mines(belief: Belief, config: Fields) -> Iterator[Token]:
    for spot, told in belief.mines.items():
        look = MINES[member_name(told["kind"])]
        most = max(config.get(look.content, told["left"]), told["left"], 1)
        yield Token(
            f"m{spot[0]}-{spot[1]}",
            place(*spot),
            Kind(f"{look.name} mine", look.letter, look.style, icon=look.icon),
            bars=(("left", Bar(told["left"], most)),),
            is_remembered=not belief.has(spot),
        )


def _items(belief: Belief) -> Iterator[Token]:
    for spot, items in belief.items.items():
        counts: dict[str, int] = {}
        for item in items:
            counts[item["kind"]] = counts.get(item["kind"], 0) + 1
        for kind, count in counts.items():
            letter = ITEM_LETTERS[member_name(kind)]
            icon = ITEM_ICONS.get(member_name(kind), "")
            yield Token(
                f"{member_name(kind).lower()}{spot[0]}-{spot[1]}",
                place(*spot),
                Kind(word(kind), letter, Style.STRONG, icon=icon),
                count=count,
                is_remembered=not belief.has(spot),
            )


def _units(belief: Belief, names: Names) -> Iterator[Token]:
    stacks: dict[str, list[Fields]] = {}
    for unit, told in belief.units.items():
        stacks.setdefault(names.tokens[unit], []).append(told)
    for token, units in stacks.items():
        first = units[0]
        owner = first["owner"]
        who = [unit_span(told["id"], names) for told in units]
        tip: list[Span] = [span for name in who for span in (Span(", "), name)][1:]
        if owner >= 0:
            tip += [Span(" of "), seat_span(owner, names.players)]
        strength = f"attack {first['attack']}, defence {first['defence']}"
        yield Token(
            token,
            place(first["row"], first["col"]),
            _unit_kind(kind_of(first), first["controller"]),
            owner=owner if owner >= 0 else None,
            count=len(units),
            bars=(
                ("hp", Bar(first["hp"], max(first["max_hp"], first["hp"], 1))),
                ("action points", Bar(first["ap"], max(first["max_ap"], first["ap"], 1))),
            ),
            badges=tuple(unit_notes(first)),
            tip=(tuple(tip), (Span(strength),)),
        )


@functools.cache
def _unit_kind(kind: tables.Kind, controller: int) -> Kind:
    name, icon = kind.name.lower().replace("_", " "), UNIT_ICONS.get(kind, "")
    return Kind(name, UNIT_LETTERS[kind], style_of(controller), icon=icon)
