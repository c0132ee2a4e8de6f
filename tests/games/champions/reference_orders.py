"""How the plain reference reads what seats send: orders of equipment and bodies of BATTLE (CH-4.5 to 4.9).

Actions are in the plain form of scenarios. Refusals are `(code, index, turn)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.games.champions.reference_tables import CHAMPIONS, KINDS

__all__ = ["DEFAULT", "Told", "bounded", "equip", "pick_fighters", "with_an_end"]

Refuse = Callable[[str, int | None, int | None], None]
Seat = dict[str, Any]
Told = tuple[str, tuple[int, ...] | None, dict[str, Any]]

_LIST = [2, 3, 1, 0]
DEFAULT = (0, 0, _LIST)
"""The default action (CH-4.9): action, target, preferences."""
_MOST_TOLD = 32
"""Refused parts of one action that are told one by one."""


def bounded(
    values: Sequence[Any], most: int, refuse: Refuse, index: int | None = None
) -> Sequence[Any]:
    """The first elements of a list (CH-4.2); those of a set name the entry `index` as well."""
    for surplus in range(most, len(values)):
        if index is None:
            refuse("LIST_TOO_LONG", surplus, None)
        else:
            refuse("LIST_TOO_LONG", index, surplus)
    return values[:most]


def with_an_end(told: Sequence[Told]) -> list[Told]:
    """What is told when each seat's refusals after the thirty-second are only counted (CH-4.2)."""
    counts: dict[Any, int] = {}
    kept: list[Told] = []
    for event, audience, body in told:
        if event != "notice" or body["code"] in ("FIGHTER_FILLED", "SET_FILLED"):
            kept.append((event, audience, body))
            continue
        counts[audience] = counts.get(audience, 0) + 1
        if counts[audience] <= _MOST_TOLD:
            kept.append((event, audience, body))
        elif counts[audience] == _MOST_TOLD + 1:
            kept.append((event, audience, {"phase": body["phase"], "code": "MORE"}))
    for _, audience, body in kept:
        if body.get("code") == "MORE":
            body["index"] = counts[audience] - _MOST_TOLD
    return kept


def equip(seat: Seat, kinds: Mapping[int, int], orders: Sequence[Any], refuse: Refuse) -> None:
    """Carry out equipment orders, one after another (CH-4.5)."""
    for index, order in enumerate(bounded(orders, 24, refuse)):
        code = _equip(seat, kinds, order)
        if code:
            refuse(code, index, None)


def _equip(seat: Seat, kinds: Mapping[int, int], order: Mapping[str, int]) -> str | None:
    if (
        order.get("kind") not in (0, 1)
        or order.get("champion") not in range(4)
        or order.get("slot") not in range(3)
    ):
        return "EQUIP_BAD"
    champion, slot, slots = order["champion"], order["slot"], seat["slots"]
    if not seat["health"][champion]:
        return "CHAMPION_DEAD"
    there = slots[champion][slot]
    if order["kind"] == 1:
        if not there:
            return "NOTHING_EQUIPPED"
        slots[champion][slot] = 0
        seat["stash"].add(there)
        return None
    item = order.get("item", 0)
    held = [(c, s) for c in range(4) for s in range(3) if item and slots[c][s] == item]
    if item not in seat["stash"] and not held:
        return "NOT_YOUR_ITEM"
    kind = KINDS[kinds[item]]
    if (kind.category == 2) != (slot == 2):
        return "WRONG_SLOT"
    if kind.weight > CHAMPIONS[champion].heaviest:
        return "WEIGHT_NOT_ALLOWED"
    if there != item:
        seat["stash"].discard(item)
        for c, s in held:
            slots[c][s] = 0
        if there:
            seat["stash"].add(there)
        slots[champion][slot] = item
    return None


def pick_fighters(
    health: Sequence[int], battles: Sequence[int], entries: Sequence[Any], refuse: Refuse
) -> dict[int, dict[int, list[Any]]]:
    """Who fights in each of a seat's battles, with what set (CH-4.6 to CH-4.8)."""
    picked: dict[int, dict[int, list[Any]]] = {battle: {} for battle in battles}
    living = [champion for champion in range(4) if health[champion]]

    def taken() -> set[int]:
        return {champion for one in picked.values() for champion in one}

    for index, entry in enumerate(bounded(entries, 8, refuse)):
        champion, battle = entry.get("champion"), entry.get("battle")
        if "battle" not in entry and len(battles) == 1:
            battle = battles[0]
        rivals = [other for other in battles if other != battle]
        if champion not in range(4) or battle not in battles:
            code = "FIGHTER_BAD"
        elif not health[champion]:
            code = "CHAMPION_DEAD"
        elif champion in taken():
            code = "CHAMPION_TAKEN"
        elif len(picked[battle]) == 2:
            code = "BATTLE_FULL"
        elif any(not picked[o] and set(living) <= taken() | {champion} for o in rivals):
            code = "BATTLE_WOULD_BE_EMPTY"
        else:
            picked[battle][champion] = _read_set(champion, entry.get("set", []), index, refuse)
            continue
        refuse(code, index, None)
    for champion in sorted(set(living) - taken(), key=lambda one: (-health[one], one)):
        battle = min(battles, key=lambda one: (len(picked[one]), one))
        if len(picked[battle]) < 2:
            picked[battle][champion] = [DEFAULT] * 4
            refuse("FIGHTER_FILLED", champion, None)
    return picked


def _read_set(champion: int, actions: Sequence[Any], index: int, refuse: Refuse) -> list[Any]:
    out = [
        _read_action(champion, action, lambda code, t=turn: refuse(code, index, t))  # type: ignore[misc]
        for turn, action in enumerate(actions[:4])
    ]
    bounded(actions, 4, refuse, index)
    if len(out) < 4:
        refuse("SET_FILLED", index, len(out))
    return out + [DEFAULT] * (4 - len(out))


def _read_action(
    champion: int, sent: Mapping[str, Any], refuse: Callable[[str], None]
) -> tuple[int, int, list[int]]:
    action = sent.get("action")
    if action not in range(5):
        refuse("ACTION_BAD")
        return DEFAULT
    if action not in CHAMPIONS[champion].actions:
        refuse("HEAL_NOT_ALLOWED" if action == 1 else "SUPPORT_NOT_ALLOWED")
        return DEFAULT
    target, prefs = 0, _LIST
    if action in (1, 3):
        if sent.get("target") in (0, 1):
            target = sent["target"]
        else:
            refuse("BAD_TARGET")
    if action == 0:
        named = list(sent.get("prefs", []))
        if len(set(named)) < len(named) or not set(named) <= set(range(4)):
            refuse("BAD_PREFS")
        else:
            prefs = named + [one for one in _LIST if one not in named]
    return action, target, prefs
