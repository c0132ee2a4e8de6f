"""Views of Dice Adventure drawn as text, and the bots that see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from referee_bots import find
from referee_bots.dice_adventure.party_bot import PartyBot
from referee_bots.dice_adventure.paths import Cell
from referee_bots.dice_adventure.view import Ping, Seen, View
from referee_client import Match
from tests.games.dice_adventure.reference import PIECES

__all__ = ["CONFIG", "DWARF", "GIANT", "HUMAN", "bot", "plan", "view"]

DWARF, GIANT, HUMAN = range(3)

CONFIG = wire.Config(
    ping_symbols=4,
    ping_cost=1,
    types=[
        wire.PieceType(code=code, die=piece.sides, modifier=piece.modifier)
        for code, piece in PIECES.items()
    ],
)


# Views drawn as text.


def view(
    text: str,
    member: int = DWARF,
    *,
    keys: Sequence[int] = (),
    mates: dict[int, Cell] | None = None,
    ap: int = 6,
    pings: Sequence[Ping] = (),
    round_: int = 1,
    level: int = 0,
) -> View:
    """What a member sees that stands at `@@` on an empty cell; monsters are drawn where they are."""
    rows = text.split("\n")
    cells = {
        (x, y): row[2 * x : 2 * x + 2] for y, row in enumerate(rows) for x in range(len(row) // 2)
    }
    at = next(cell for cell, code in cells.items() if code == "@@")
    monsters = {cell: [code] for cell, code in cells.items() if code[0] == "M"}
    codes = {cell: ".." if cell == at or cell in monsters else code for cell, code in cells.items()}
    places = {member: at, **(mates or {})}
    return View(
        member=member,
        level=level,
        round=round_,
        size=(len(rows[0]) // 2, len(rows)),
        codes={cell: code for cell, code in codes.items() if code != "??"},
        monsters=monsters,
        at=at,
        ap=ap,
        party=tuple(Seen(m in keys, places.get(m)) for m in range(3)),
        pings=tuple(pings),
    )


def bot(name: str, seed: int = 1) -> PartyBot:
    """A house bot that has met its match."""
    made = cast("PartyBot", find("dice_adventure", name)(seed))
    made.on_start(Match("m", 0, "dice_adventure", 1, CONFIG, 3, TimeControl(), b""))
    return made


def plan(name: str, seen: View) -> str:
    """Tokens that a fresh bot plans."""
    return "".join(bot(name).plan(seen))
