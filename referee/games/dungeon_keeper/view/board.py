"""Dungeon Keeper's board with three characters for each cell, readable without colours.

The first is the seat that owns the unit or building there, `@` for the light side, a space for no
owner. The second is its kind: a small letter for a unit, a capital one for a building. The third is
the number of units, the level of a Source, the hit points left of a building in tenths, the action
points until a mine is empty, or `~` for a cell that is only remembered. docs/dungeon_keeper.md
lists the letters.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.core.view import PLAYER_STYLES, Board, Cell, Fields, Style
from referee.games.dungeon_keeper.tables import BUILDINGS, LIGHT, UNITS, Building, Kind
from referee.games.dungeon_keeper.view.belief import Belief, Place
from referee.games.dungeon_keeper.view.sentences import member_name

__all__ = [
    "BUILDING_ICONS",
    "BUILDING_LETTERS",
    "ITEM_ICONS",
    "ITEM_LETTERS",
    "MINES",
    "UNIT_ICONS",
    "UNIT_LETTERS",
    "MineLook",
    "board_of",
    "building_of",
    "kind_of",
    "style_of",
]

UNIT_LETTERS = {
    Kind.IMP: "i",
    Kind.BES: "b",
    Kind.PRIEST: "p",
    Kind.GRASDIR: "g",
    Kind.KERUB: "k",
    Kind.SIEGE_BEAST: "s",
    Kind.OGNEVIK: "o",
    Kind.IFRIT: "f",
    Kind.ANGUTHEI: "n",
    Kind.KADET: "d",
    Kind.SUCCUBUS: "u",
    Kind.AGGEL: "a",
    Kind.MOONGLAIR: "m",
    Kind.LICH: "l",
    Kind.VAMPIRE: "v",
    Kind.YAFALEN: "y",
    Kind.HERO: "h",
    Kind.GNOME: "w",
}
"""Letter that stands for each kind of unit on the board."""
BUILDING_LETTERS = {
    Building.ALTAR: "A",
    Building.SOURCE: "S",
    Building.CIRCLE: "C",
    Building.BATTLE_TOWER: "T",
    Building.SLOWING_TOWER: "L",
    Building.ARMOURY: "R",
    Building.WALL: "W",
    Building.ALCHEMY_LAB: "M",
    Building.HOSPITAL: "H",
}
"""Letter that stands for each kind of building on the board."""
ITEM_LETTERS = {
    "CHEST": "c",
    "MANA_CRYSTAL": "m",
    "RUNE_FIRE": "F",
    "RUNE_DARKNESS": "D",
    "RUNE_DEATH": "M",
    "SWORD": "as",
    "ARMOUR": "ar",
    "AMULET": "am",
    "CROWN": "ac",
}
"""Letters that stand for each kind of item on the board."""


class MineLook(NamedTuple):
    """How one kind of mine is drawn, and the config fields with its yield and content."""

    name: str
    """Name of the kind, for people."""
    letter: str
    """Letter that stands for the mine on the board."""
    style: Style
    """Style in which the mine is drawn."""
    rate: str
    """Config field with the amount that one action point brings out of the mine."""
    content: str
    """Config field with the amount that the mine holds at the start."""
    icon: str
    """Sign that a browser draws for the mine."""


MINES = {
    "GOLD": MineLook("gold", "g", Style.WARN, "gold_per_ap", "gold_mine_amount", "ore"),
    "IRON": MineLook("iron", "i", Style.TEXT, "iron_per_ap", "iron_mine_amount", "ore"),
    "GEM": MineLook("gem", "t", Style.GOOD, "gem_per_ap", "gem_mine_amount", "gem"),
}
"""How each kind of mine is shown, by the kind's name in the schema."""
UNIT_ICONS = {
    Kind.IMP: "worker",
    Kind.GRASDIR: "wings",
    Kind.OGNEVIK: "flame",
    Kind.HERO: "shield",
}
"""Sign that a browser draws for a kind of unit; the others have their letters."""
BUILDING_ICONS = {
    Building.ALTAR: "altar",
    Building.SOURCE: "source",
    Building.CIRCLE: "circle",
    Building.BATTLE_TOWER: "tower",
    Building.WALL: "wall",
}
"""Sign that a browser draws for a kind of building; the others have their letters."""
ITEM_ICONS = {
    "CHEST": "chest",
    "MANA_CRYSTAL": "crystal",
    "RUNE_FIRE": "rune",
    "RUNE_DARKNESS": "rune",
    "RUNE_DEATH": "rune",
    "CROWN": "crown",
}
"""Sign that a browser draws for a kind of item; the others have their letters."""
_GROUND = {"#": (" #", "░░░"), ".": (" .", " · "), "?": (" ?", "   ")}
_REMEMBERED = {"%": "#", ",": ".", "M": "m", "B": "b"}
_TENTHS = 10


def board_of(
    belief: Belief, title: str, focus: Place, touched: Collection[Place], config: Fields
) -> Board:
    """Draw the board for a terminal.

    Under fog the cells in sight are lit, without fog the cells where something happened.

    Args:
        belief: What the viewer knows.
        title: Heading of the board.
        focus: Cell to keep in the middle.
        touched: Cells where something happened.
        config: The Config message.
    """
    standing: dict[Place, list[Fields]] = {}
    for unit in belief.units.values():
        standing.setdefault((unit["row"], unit["col"]), []).append(unit)
    is_foggy = bool(config.get("fog_of_war"))
    rows = tuple(
        tuple(
            _cell(
                belief,
                (row, col),
                standing.get((row, col), ()),
                config,
                lit=belief.has((row, col)) if is_foggy else (row, col) in touched,
            )
            for col in range(len(line))
        )
        for row, line in enumerate(belief.rows)
    )
    return Board(title, rows, focus)


def kind_of(told: Fields) -> Kind:
    """Return the kind of a unit, given as a message."""
    return Kind[member_name(told["kind"])]


def building_of(told: Fields) -> Building:
    """Return the kind of a building, given as a message."""
    return Building[member_name(told["kind"])]


def style_of(owner: int) -> Style:
    """Return the style of an owner's things: the seat's colour, or STRONG if it is no seat."""
    return PLAYER_STYLES[owner] if owner >= 0 else Style.STRONG


def _cell(
    belief: Belief, place: Place, units: Sequence[Fields], config: Fields, *, lit: bool
) -> Cell:
    look = belief.rows[place[0]][place[1]]
    items = belief.items.get(place, ())
    if units:
        return _units(units, lit=lit, is_on_items=bool(items))
    if look in _REMEMBERED:
        cell = _thing(belief, place, _REMEMBERED[look], items, config)
        return Cell(f"{cell.text:2}"[:2] + "~", Style.FAINT, look=cell.look or cell.text, lit=lit)
    return _thing(belief, place, look, items, config)._replace(lit=lit)


def _units(units: Sequence[Fields], *, lit: bool, is_on_items: bool) -> Cell:
    """Draw the strongest unit of a cell, with the number of units there if there are several.

    Args:
        units: Units on the cell, which have one owner (DK-5.12).
        lit: Whether the cell is drawn lit.
        is_on_items: Whether items lie there; a single unit is then followed by an apostrophe.
    """
    best = max(units, key=lambda unit: (UNITS[kind_of(unit)].value, unit["hp"]))
    owner = "@" if best["owner"] == LIGHT else str(best["owner"])
    more = "'" if is_on_items else ""
    if len(units) > 1:
        more = str(len(units)) if len(units) < _TENTHS else "+"
    style = style_of(best["controller"])
    return Cell(f"{owner}{UNIT_LETTERS[kind_of(best)]}{more}", style, lit=lit)


def _thing(
    belief: Belief, place: Place, ground: str, items: Sequence[Fields], config: Fields
) -> Cell:
    """Draw a cell without units: its building, else its mine, else its items, else its terrain.

    Args:
        belief: What the viewer knows.
        place: The cell.
        ground: Character that stands for the cell's terrain.
        items: Items known to lie on the cell.
        config: The Config message.
    """
    if building := belief.buildings.get(place):
        return _building(building)
    if mine := belief.mines.get(place):
        look = MINES[member_name(mine["kind"])]
        # Rounded up: a mine with a rest takes one more action point.
        left = -(-mine["left"] // config.get(look.rate, 1))
        return Cell(f" {look.letter}{left if left < _TENTHS else ''}", look.style)
    if items:
        letters = ITEM_LETTERS[member_name(items[0]["kind"])]
        return Cell(f" {letters[0]}+" if len(items) > 1 else f" {letters}", Style.STRONG)
    text, drawn = _GROUND.get(ground, (f" {ground}", ""))
    style = Style.HIDDEN if ground == "?" else Style.FAINT
    return Cell(text, style, look=drawn)


def _building(told: Fields) -> Cell:
    kind = building_of(told)
    owner = str(told["owner"]) if told["owner"] >= 0 else " "
    full = BUILDINGS[kind].hp
    state = ""
    if kind is Building.SOURCE:
        state = str(told["level"]) if told["level"] < _TENTHS else "X"
    elif told["hp"] < full:
        state = str(told["hp"] * _TENTHS // full)
    style = style_of(told["owner"]) if kind is not Building.WALL else Style.TEXT
    return Cell(f"{owner}{BUILDING_LETTERS[kind]}{state}", style)
