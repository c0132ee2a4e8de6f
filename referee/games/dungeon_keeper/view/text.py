"""How Dungeon Keeper is put into words for players that read text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from referee.core.plain import Plain
from referee.core.text_face import AskedTurn
from referee.core.view import Fields
from referee.games.default_face import DefaultFace
from referee.games.dungeon_keeper.view.sentences import serial_of, word

__all__ = ["DungeonKeeperFace"]


class DungeonKeeperFace(DefaultFace):
    """Says by which ids orders name units, and leaves out lists that repeat the board."""

    phases: ClassVar[Mapping[str, str]] = {
        "orders": "send a batch of orders, which are carried out one after another. With"
        " `end_turn` true your turn ends behind them; else you are asked again, with the"
        " results.",
    }
    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {
        "orders": {
            "orders": [{"move": {"unit": 100001, "to": {"row": 3, "col": 4}}}],
            "end_turn": True,
        }
    }
    left_out = (
        "2.2 Randomness",
        "2.4 Map generator [R: the seed only describes the objects]",
        "3.5 Array sketch",
        "4.4 Observation",
        *("DK-1.6", "DK-1.7", "DK-4.8", "DK-6.2"),
    )
    hidden_parts = ("buildings", "items")
    # With `delta`, the next observation would not be whole.
    hidden_fields = ("delta", "is_bad")

    def details(self, asked: AskedTurn) -> Iterable[str]:
        """Return the ids of all units in sight, by which orders name them (DK-3.6)."""
        seen = asked.seen
        yield ""
        yield "Where events and tables name a cell as 5-7, that is row 5, column 7."
        yield "Units have the number of their seat, then their own: imp 0.4 is unit 4 of seat 0."
        yield "AP are action points, hp hit points, att/def attack and defence."
        yield f"Batch {seen['batch'] + 1} of this turn. Ids of units, by which orders name them:"
        named = [
            f"- {unit['id']}: {_name(unit)}"
            f" at row {unit['row']}, column {unit['col']}"
            f"{', yours' if unit['controller'] == asked.seat else ''}"
            for unit in seen["units"]
        ]
        yield from named or ("- there is no unit in sight",)


def _name(unit: Fields) -> str:
    """Return what events call a unit, such as `imp 0.3`; the light side has no serials."""
    return f"{word(unit['kind'])} {serial_of(unit['id'])}".strip()
