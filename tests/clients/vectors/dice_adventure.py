"""Vectors of the greedy bot of Dice Adventure (DA-9.2): what a member sees, and what it plans."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from referee.games.dice_adventure import PLUGIN
from referee_bots.dice_adventure.seeker_bot import SeekerBot
from referee_client import Match
from tests.clients.vectors.forms import Json, message

__all__ = ["POSITIONS", "Position", "positions"]

DWARF, GIANT, HUMAN = range(3)
RADIUS = (1, 3, 2)
"""How far each member sees (DA-2.2)."""
AP = (6, 3, 4)
"""Action points of each member (DA-2.2)."""


@dataclasses.dataclass(frozen=True)
class Position:
    """What a member sees; it stands at `@@`, and monsters are drawn where they are."""

    name: str
    grid: tuple[str, ...]
    member: int
    keys: Sequence[int] = ()
    ap: int | None = None
    under: str = ".."
    """Code of the cell it stands on."""
    window: int = 0
    """Ping window; 0 in planning."""
    pings: Sequence[tuple[int, str, int, int]] = ()
    """Map number of who made it, symbol, column and row."""
    monsters: Sequence[tuple[str, int, int]] = ()
    """Those that stand on something: code, column and row."""


POSITIONS = [
    Position("to its shrine", ("@@..K1", "......"), DWARF),
    Position("to its shrine round a wall", ("@@..##K2", "....##..", "........"), GIANT),
    Position("another's shrine is nothing", ("..@@K1", "......", "??....", "??..??"), DWARF),
    Position("at most its action points", ("@@............K2", "................"), GIANT, ap=3),
    Position("fewer after pings", ("@@......K3",), HUMAN, ap=2, pings=[(3, "A", 1, 0)]),
    Position("no action points left", ("@@......K3",), HUMAN, ap=0),
    Position("with its key to the tower", ("**..@@..K1",), DWARF, keys=[DWARF]),
    Position("with others' keys to its shrine", ("**..@@..K3",), HUMAN, keys=[DWARF, GIANT]),
    Position("stays on the tower", ("......", "..@@..", "..??.."), DWARF, [DWARF], under="**"),
    Position("stays on the tower, all keys", ("..@@..",), GIANT, [0, 1, 2], under="**"),
    Position("leaves its shrine to explore", ("@@......??",), HUMAN, [HUMAN], under="K3"),
    Position("explores, and stops there", ("@@..??????",), DWARF),
    Position("explores the nearest", ("??....@@......??", "????........????"), HUMAN, ap=4),
    Position("two unexplored cells at one cost", ("??..@@..??",), DWARF),
    Position("up before down", ("????????", "..@@..##", "????????"), DWARF, under="C1"),
    Position("walled in", ("@@####??", "####????"), DWARF),
    Position("all explored, no goal", ("@@....", "......"), GIANT),
    Position("its shrine behind walls: explores", ("K2##..@@..??", "####......??"), GIANT, ap=3),
    Position("through a trap: Dwarf", ("@@T1K1", "..##..", "......"), DWARF),
    Position("round a trap: Giant", ("@@T1K2", "..##..", "......"), GIANT),
    Position("Human before a trap", ("@@T1K3", "..##..", "......"), HUMAN),
    Position("round a rock: Dwarf", ("@@R1K1", "..##..", "......"), DWARF),
    Position("through a rock: Giant", ("@@R1K2", "..####", "......", "####..", "......"), GIANT),
    Position("round a monster", ("@@M2K3", "......"), HUMAN),
    Position("through two monsters", ("@@M1M3K3", "..######"), HUMAN),
    Position("monster on its shrine", ("@@..K1", "......"), DWARF, monsters=[("M2", 2, 0)]),
    Position("ties of paths", ("@@......", "........", "......K2", "........"), GIANT, ap=3),
    Position("ties of paths, to the upper left", ("K3....", "......", "....@@"), HUMAN, ap=4),
    Position("past traps to what is unexplored", ("@@T1??", "....??", "..T1??"), DWARF),
    Position("through what is unexplored", ("....??K1", "@@..??K2"), DWARF),
    Position("never pings", ("K2@@K1", "......"), DWARF, window=1),
    Position("never pings, in the second window", ("**@@K1",), DWARF, window=2),
]


def positions() -> Json:
    """All positions with greedy's answers."""
    config = wire.Config.FromString(PLUGIN.codec.encode_public_config(PLUGIN.game.config_class()))
    return {
        "game": "dice_adventure",
        **message("config", config),
        "cases": [_case(position, config) for position in POSITIONS],
    }


def _case(position: Position, config: wire.Config) -> Json:
    observation = _observation(position)
    bot = SeekerBot()
    bot.on_start(Match("m", position.member, "dice_adventure", 1, config, 3, TimeControl(), b""))
    return {
        "name": position.name,
        **message("observation", observation),
        **message("action", bot.act(observation)),
    }


def _observation(position: Position) -> wire.Observation:
    rows = [[row[x : x + 2] for x in range(0, len(row), 2)] for row in position.grid]
    cells = {(x, y): code for y, row in enumerate(rows) for x, code in enumerate(row)}
    at = next(cell for cell, code in cells.items() if code == "@@")
    drawn = [(code, *cell) for cell, code in cells.items() if code[0] == "M"]
    monsters = sorted([*drawn, *position.monsters], key=lambda m: (m[2], m[1], m[0]))
    for _, x, y in drawn:
        rows[y][x] = ".."
    rows[at[1]][at[0]] = position.under
    ap = AP[position.member] if position.ap is None else position.ap
    return wire.Observation(
        seat=position.member,
        character=position.member + 1,
        level=wire.Level(index=1, count=6, w=len(rows[0]), h=len(rows), cap=30),
        round=3,
        phase=wire.PHASE_COMMUNICATION if position.window else wire.PHASE_PLANNING,
        window=position.window,
        grid=["".join(row) for row in rows],
        seen=[
            "".join(_seen(position.member, at, (x, y), code) for x, code in enumerate(row))
            for y, row in enumerate(rows)
        ],
        monsters=[wire.Monster(code=code, x=x, y=y) for code, x, y in monsters],
        me=wire.Me(x=at[0], y=at[1], hearts=3, ap=ap),
        members=[_member(position, member, at) for member in range(3)],
        pings=[
            wire.Ping(by=by, symbol=symbol, x=x, y=y, window=1)
            for by, symbol, x, y in position.pings
        ],
    )


def _seen(member: int, at: tuple[int, int], cell: tuple[int, int], code: str) -> str:
    if code == "??":
        return "0"
    distance = max(abs(cell[0] - at[0]), abs(cell[1] - at[1]))
    return "2" if distance <= RADIUS[member] else "1"


def _member(position: Position, member: int, at: tuple[int, int]) -> wire.Member:
    told = wire.Member(character=member + 1, alive=True, hearts=3, key=member in position.keys)
    if member == position.member:
        told.x, told.y = at
    return told
