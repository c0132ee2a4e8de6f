"""The form by which a person answers in each phase of Champions (CH-4.3 to CH-4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.choices import Ask, Choices, Option, Pick, When
from referee.core.plain import Plain
from referee.core.view import Fields
from referee.games.champions.rules.equipment import may_hold
from referee.games.champions.tables import (
    ACTION_NAMES,
    ALLOWED,
    ARMOUR_SLOT,
    ATTACK,
    BOOST,
    DEFAULT_PREFS,
    EVADE,
    KINDS,
    MAX_EQUIP_ORDERS,
    NUM_TURNS,
    NUM_TYPES,
    TYPE_NAMES,
    Category,
    Phase,
    Target,
)
from referee.games.champions.view.memory import ChampionsSight, Corner, tile_id

__all__ = ["choices"]

_ROWS, _COLUMNS = ("up", "", "down"), ("left", "", "right")
_FIGHTERS = 2
"""Number of fighting champions that each seat sends into a battle."""


def choices(seen: Fields, sight: ChampionsSight) -> Choices:
    """Return the form by which a person answers for a seat in the open phase.

    Args:
        seen: Observation message of the seat.
        sight: What the seat may see now and has seen before.
    """
    match seen["phase"]:
        case Phase.MOVE:
            return _move(seen, sight.corner)
        case Phase.LOOT:
            return _loot(sight.config["loot_actions"])
        case Phase.EQUIP:
            return _equip(seen["me"])
    return _battle(seen, sight)


def _move(seen: Fields, corner: Corner) -> Choices:
    size, here = seen["size"], seen["seats"][seen["me"]["seat"]]
    options = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            row, column = here["row"] + down, here["col"] + right
            if 0 <= row < size and 0 <= column < size:
                way = " ".join(filter(None, (_ROWS[down + 1], _COLUMNS[right + 1])))
                label = f"{way or 'stay'}: tile {size * row + column}"
                options.append(
                    Option(label, {"dr": down, "dc": right}, at=tile_id(corner, row, column))
                )
    stay = next(place for place, each in enumerate(options) if each.value == {"dr": 0, "dc": 0})
    move = Pick("move", "Where to", tuple(options), ("move",), start=(stay,))
    return Choices("Move by a tile, or stay.", (move,))


def _loot(actions: int) -> Choices:
    options = tuple(Option(each.name.lower(), each.value) for each in Category)
    loot = Pick("loot", "What to look for", options, ("loot", "categories"), True, 0, actions)
    return Choices(f"Look for items, {actions} times.", (loot,), {"loot": {}})


def _equip(me: Fields) -> Choices:
    orders = tuple(_equip_orders(me))
    title = "Orders, carried out one after another"
    equip = Pick("equip", title, orders, ("equip", "orders"), True, 0, MAX_EQUIP_ORDERS)
    return Choices("Give items to your champions.", (equip,), {"equip": {}})


def _equip_orders(me: Fields) -> Iterator[Option]:
    """Yield options for each living champion: items that fit its slots, and worn items to take off.

    `me` is the seat's own part of an observation.
    """
    owned = [(item, "") for item in me["stash"]]
    owned += [
        (item, f" of the {TYPE_NAMES[champion]}")
        for champion, told in enumerate(me["champions"])
        for item in told["slots"]
        if item["id"]
    ]
    for champion, told in enumerate(me["champions"]):
        if not told["health"]:
            continue
        for slot, held in enumerate(told["slots"]):
            place: dict[str, Plain] = {"champion": champion, "slot": slot}
            where = "armour" if slot == ARMOUR_SLOT else f"slot {slot + 1}"
            group, keys = TYPE_NAMES[champion], (f"slot {champion} {slot}",)
            if held["id"]:
                label = f"take {KINDS[held['kind']].name} off {where}"
                keys_off = (*keys, f"item {held['id']}")
                yield Option(label, {"kind": 1, **place}, group=group, keys=keys_off)
            for item, whose in owned:
                if item["id"] != held["id"] and may_hold(item["kind"], champion, slot):
                    label = f"{KINDS[item['kind']].name}{whose} into {where}"
                    value = {"kind": 0, "item": item["id"], **place}
                    keys_on = (*keys, f"item {item['id']}")
                    yield Option(label, value, group=group, keys=keys_on)


def _battle(seen: Fields, sight: ChampionsSight) -> Choices:
    """Return a form that asks which champions fight in each battle, and for each fighter's action in each turn."""
    me = seen["me"]
    living = [champion for champion in range(NUM_TYPES) if me["champions"][champion]["health"]]
    battles = seen["my_battles"] * _FIGHTERS
    asks: list[Ask] = []
    for entry, pair in enumerate(battles[: len(living)]):
        rival = pair["side_b"] if pair["side_a"] == me["seat"] else pair["side_a"]
        fighters = tuple(
            Option(
                f"{TYPE_NAMES[champion]}, health {me['champions'][champion]['health']}",
                {"battle": pair["battle"], "champion": champion},
                keys=(f"champion {champion}",),
            )
            for champion in living
        )
        title = f"Fighter {entry + 1}, against {sight.players[rival]}"
        into = ("battle", "fighters", entry)
        asks.append(Pick(f"fighter{entry}", title, fighters, into, start=(entry,)))
        for place, champion in enumerate(living):
            when = When(f"fighter{entry}", (place,))
            for turn in range(NUM_TURNS):
                name = f"fighter{entry}-{champion}-{turn}"
                title = f"{TYPE_NAMES[champion]}, turn {turn + 1}"
                path = (*into, "set", turn)
                asks.append(Pick(name, title, _ACTIONS[champion], path, start=(0,), when=when))
    return Choices("Pick who fights, and what they do in each turn.", tuple(asks), {"battle": {}})


def _actions(champion: int) -> Iterator[Option]:
    """Yield the options of a champion of this type for one turn of a battle (CH-4.8)."""
    order = DEFAULT_PREFS.tolist()
    for first in order:
        prefs = [first, *(other for other in order if other != first)]
        yield Option(f"attack, {TYPE_NAMES[first]} first", {"action": ATTACK, "prefs": prefs})
    for action in range(ATTACK + 1, len(ACTION_NAMES)):
        if not ALLOWED[champion, action]:
            continue
        if action in {BOOST, EVADE}:
            yield Option(ACTION_NAMES[action], {"action": action})
            continue
        for target in Target:
            label = f"{ACTION_NAMES[action]} {target.name.lower()}"
            yield Option(label, {"action": action, "target": target.value})


_ACTIONS = tuple(tuple(_actions(champion)) for champion in range(NUM_TYPES))
"""Options for one turn of a battle, by champion type."""
