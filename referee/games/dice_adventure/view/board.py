"""The board of a party for a terminal: three characters for each cell, readable without colours.

The first two are a map code or members' letters; the third is the symbol of a ping, or `~` for a remembered cell.
"""

from __future__ import annotations

from referee.core.scene import player_style
from referee.core.view import Board, Cell, Style
from referee.games.dice_adventure.tables import (
    EMPTY,
    TERRAIN_CODES,
    TOWER,
    UNEXPLORED,
    WALL,
)
from referee.games.dice_adventure.view.party import NAMES, Known, Party, Place

__all__ = ["board_of", "code_style", "focus_of"]

_PIECE_STYLES = {"R": Style.WARN, "T": Style.BAD, "M": Style.BAD}
_LOOKS = {TERRAIN_CODES[WALL]: "███", TERRAIN_CODES[EMPTY]: " · ", UNEXPLORED: "   "}


def board_of(party: Party, known: Known, title: str) -> Board:
    """Return the board with what is known of a party's level, under the heading `title`."""
    rows = tuple(
        tuple(_cell(party, known, x, y) for x in range(len(row)))
        for y, row in enumerate(known.codes)
    )
    column, row = focus_of(party)
    return Board(title, rows, (row, column))


def focus_of(party: Party) -> Place:
    """Return the cell at the mean position of the party's observed members; (0, 0) if none is on the board."""
    placed = [seen["me"] for seen in party.seen if "x" in seen["me"]]
    if not placed:
        return 0, 0
    return (
        sum(me["x"] for me in placed) // len(placed),
        sum(me["y"] for me in placed) // len(placed),
    )


def code_style(party: Party, code: str) -> Style:
    """Return the style in which a map code is drawn on a cell that is in sight."""
    if code[0] in "KC" and code[1] in "123":
        return player_style(party.seat(int(code[1])))
    if code == TERRAIN_CODES[TOWER]:
        return Style.STRONG
    return _PIECE_STYLES.get(code[0], Style.TEXT)


def _cell(party: Party, known: Known, x: int, y: int) -> Cell:
    code, lit = known.codes[y][x], known.in_sight[y][x]
    mark = known.pings.get((x, y), "")
    members, monsters = sorted(known.members.get((x, y), ())), known.monsters.get((x, y))
    if members:
        letters = "".join(NAMES[member - 1][0] for member in members)
        is_one = len(members) == 1
        style = player_style(party.seat(members[0])) if is_one else Style.STRONG
        return Cell(f"{letters:2}{mark}", style, lit=lit)
    if monsters:
        more = "+" if len(monsters) > 1 else mark
        return Cell(f"{monsters[0]:2}{more}", Style.BAD, lit=lit)
    if code == UNEXPLORED:
        return Cell(f"{code}{mark}", Style.HIDDEN, look=f"  {mark}" if mark else _LOOKS[code])
    look = "" if mark else _LOOKS.get(code, f"{code} ")
    if not lit:
        return Cell(f"{code}{mark or '~'}", Style.FAINT, look=look)
    return Cell(f"{code}{mark}", code_style(party, code), look=look, lit=True)
