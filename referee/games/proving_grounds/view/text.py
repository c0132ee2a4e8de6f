"""How Proving Grounds is put into words for players that read text."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import ClassVar

from referee.core.plain import Plain
from referee.core.scene import Scene
from referee.core.text_face import AskedTurn
from referee.games.default_face import DefaultFace

__all__ = ["ProvingGroundsFace"]


class ProvingGroundsFace(DefaultFace):
    """Says what the setup spends, and by which ids orders name heroes and rooms."""

    phases: ClassVar[Mapping[str, str]] = {
        "SETUP": "found your party: heroes with items and improvements, a stash, and bids on the"
        " leader boards, out of your gold. `bids` are in gold, one for each board in the order"
        " ORDER, MOVE, HIRE, BUY, TIE.",
        "ORDERS": "send the orders of this turn: bids on the open boards, hiring, buying, and one"
        " action for each hero, and free orders. Each part may be left out.",
    }
    kinds: ClassVar[Mapping[str, str]] = {"SETUP": "setup", "ORDERS": "orders"}
    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {
        "SETUP": {
            "setup": {
                "heroes": [{"hero_class": "HERO_CLASS_FIGHTER", "items": ["ITEM_LONG_SWORD"]}],
                "bids": [1, 0, 0, 0, 0],
            }
        },
        "ORDERS": {"orders": {"heroes": [{"hero": 0, "move": {"path": [4, 7]}}], "buy": [0]}},
    }
    left_out = ("2.2 Random numbers", "3.7 Arrays (sketch)", "PG-1.5", "PG-2.9", "PG-6.6")

    def seen(self, asked: AskedTurn, scene: Scene) -> Iterable[str]:
        """Return the scene in words, without fights, of which the events say every blow."""
        parts = tuple(part for part in scene.parts if not part.id.startswith("fight"))
        return super().seen(asked, dataclasses.replace(scene, parts=parts))

    def details(self, asked: AskedTurn) -> Iterable[str]:
        """Return your heroes by the ids that orders use, and which boards are open."""
        seen = asked.seen
        yield ""
        yield "Cleric 1.2 is hero 2 of seat 1, and C2 in the table of your party."
        yield (
            "A room `of 1` is owned by seat 1; one that is `entered` has no owner. With ↪20 a room has a"
            " door to room 20, across the map. In the table of rooms, G4 is a Goblin with 4 hit points."
            " Of several creatures, the first `hp` is the sum, the second lists each."
        )
        yield "In the table of seats, `of which` are the gems by kind."
        yield "Boards list seats, the first one first; > marks a board that is open for bids."
        boards = ", ".join(name.removeprefix("BOARD_") for name in map(str, seen["open"]))
        yield f"Boards open for bids in this turn: {boards or 'none'}."
        heroes = [
            f"- hero {hero['hero']}, {hero['hero_class'].removeprefix('HERO_CLASS_').title()},"
            f" in room {hero['room']}"
            for hero in seen["own"]["heroes"]
        ]
        if heroes:
            yield "Your heroes, by the ids that orders use; `room` in an order is a room's number:"
            yield from heroes
