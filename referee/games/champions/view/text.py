"""How Champions is put into words for players that read text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from referee.core.plain import Plain
from referee.core.text_face import AskedTurn, Objection
from referee.core.view import Fields
from referee.games.champions.tables import TYPE_NAMES
from referee.games.champions.view.gear import item_text
from referee.games.default_face import DefaultFace

__all__ = ["ChampionsFace"]

_SLOTS = ("slot 0, weapon", "slot 1, weapon", "slot 2, armour")


class ChampionsFace(DefaultFace):
    """Says where the seat stands, what its items are called in orders, and which battles it has."""

    phases: ClassVar[Mapping[str, str]] = {
        "MOVE": "move one tile in any of eight directions, or stay: `dr` rows down, `dc` columns"
        " to the right, each -1, 0 or 1.",
        "LOOT": "say for each looting action, of which there are as many as the setting loot_actions"
        " says, which category of items you look for: 0 physical, 1 magical, 2 defensive, 3 support,"
        " or 4 for any.",
        "EQUIP": "give orders to equip your champions, or none. `kind` 0 puts an item into a slot,"
        " 1 empties a slot. Slots 0 and 1 are for weapons, slot 2 is for armour.",
        "BATTLE": "pick two fighters for each battle of yours, and up to four actions of each, one"
        " for each turn of the battle: 0 attack, 1 heal, 2 boost, 3 guard, 4 evade. `battle` is the"
        " number of the battle. `prefs` are the champions of your rival to attack, the most wanted"
        " first; `target` 0 is the fighter itself, 1 its partner.",
    }
    kinds: ClassVar[Mapping[str, str]] = {
        "MOVE": "move",
        "LOOT": "loot",
        "EQUIP": "equip",
        "BATTLE": "battle",
    }
    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {
        "MOVE": {"move": {"dr": 1, "dc": 0}},
        "LOOT": {"loot": {"categories": [0, 1, 4]}},
        "EQUIP": {"equip": {"orders": [{"kind": 0, "item": 1, "champion": 0, "slot": 0}]}},
        "BATTLE": {
            "battle": {
                "fighters": [
                    {
                        "champion": 2,
                        "set": [{"action": 1, "target": 1}, {"action": 0, "prefs": [3, 2]}],
                    }
                ]
            }
        },
    }
    left_out = ("Dice", "CH-1.4", "CH-3.9", "CH-6.2", "CH-7.5")

    def details(self, asked: AskedTurn) -> Iterable[str]:
        """Return place, champions and items of the seat, with the numbers that orders use."""
        seen = asked.seen
        here = seen["seats"][asked.seat]
        yield ""
        yield (
            "An event without a name is about you. In tables of gear, weapon, second and armour are the"
            " slots 0, 1 and 2. `last 68` is the health that you saw last."
        )
        yield (
            "In events, 2H is the Healer of seat 2, and so on by the first letter of a champion;"
            " `3G→2H 23` is an attack that takes 23 health, and other numbers say by how much."
        )
        yield (
            "Blow by blow, `1 Mage` is the Mage of seat 1; `10!` is a critical die; with `evade roll 2 of 13`,"
            " the target rolled 2 where it needed 13."
        )
        yield f"You stand at row {here['row']}, column {here['col']} of {seen['size']} by {seen['size']} tiles."
        yield from _gear(seen["me"])
        for pair in seen["my_battles"]:
            rival = pair["side_b"] if pair["side_a"] == asked.seat else pair["side_a"]
            yield f"- you fight seat {rival} in battle {pair['battle']}"

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:
        """Object to an answer for another phase, and to a move off the map (CH-4.3)."""
        if asked.phase == "MOVE" and "move" in action:
            size, here = asked.seen["size"], asked.seen["seats"][asked.seat]
            move = action["move"]
            row, column = here["row"] + move.get("dr", 0), here["col"] + move.get("dc", 0)
            if not (0 <= row < size and 0 <= column < size):
                text = f"Row {row}, column {column} is off the map of {size} by {size} tiles."
                return Objection("move", "MOVE_OFF_MAP", text)
        return super().objection(asked, action)


def _gear(own: Fields) -> Iterator[str]:
    yield "Your champions and items, by the numbers that your orders use:"
    for champion, each in enumerate(own["champions"]):
        worn = [
            f"{slot}: {_item(item)}"
            for slot, item in zip(_SLOTS, each["slots"], strict=True)
            if item["id"]
        ]
        told = f", {'; '.join(worn)}" if worn else ", nothing equipped"
        health = f"health {each['health']}{told}" if each["health"] else "dead"
        yield f"- champion {champion}, {TYPE_NAMES[champion]}: {health}"
    stash = ", ".join(map(_item, own["stash"])) or "nothing"
    yield f"- in the bag: {stash}"


def _item(item: Fields) -> str:
    return f"{item_text(item['kind'])} (item {item['id']})"
