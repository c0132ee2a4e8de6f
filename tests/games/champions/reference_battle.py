"""One battle of Champions by the letter of the rulebook: the second opinion on `battle`.

Fighters are dicts, dice come from a function, and each rule is one small function named after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.games.champions.reference_tables import CHAMPIONS, KINDS, Dice, Kind

__all__ = ["fight"]

Fighter = dict[str, Any]
"""`side` 0 or 1, `seat`, `type`, `health`, `kinds` (of slots 0 to 2, None for empty), and `set`: four
actions as (action, target, preferences)."""
Die = Callable[[int], int]

ATTACK, HEAL, BOOST, GUARD, EVADE = range(5)
G, R, H, M = range(4)
_BASIC = {(G, M), (M, R), (R, G), (G, H), (R, H), (M, H)}


def fight(fighters: Sequence[Fighter], die: Die) -> list[dict[str, Any]]:
    """Play the four turns; changes the health of fighters and adds to `damage`.

    Args:
        fighters: In fighter order (CH-5.15).
        die: `d` of the battle's stream.

    Returns:
        What is told of each turn (CH-6.4).
    """
    told = []
    for turn in range(4):
        living = [f for f in fighters if f["health"] > 0]
        if len({f["side"] for f in living}) < 2:
            break
        told.append(_turn(living, turn, die))
        told[-1]["healths"] = [{"fighter": _ref(f), "health": f["health"]} for f in fighters]
    return told


def _turn(living: list[Fighter], turn: int, die: Die) -> dict[str, Any]:
    for f in living:
        partners = [o for o in living if o["side"] == f["side"] and o is not f]
        f["partner"] = partners[0] if partners else None
        f["do"], f["on"] = _executed(f, *f["set"][turn])
        f["boosted"] = f["guarded"] = f["healed"] = f["hit"] = 0
    lines = [_support(f, die) for f in living if f["do"] in (BOOST, GUARD)]
    lines += [_heal(f, die) for f in living if f["do"] == HEAL]
    lines += [_attack(f, living, turn, die) for f in living if f["do"] == ATTACK]
    lines += [_line(f, None, 0) for f in living if f["do"] == EVADE]
    for f in living:
        loss = max(0, f["hit"] - f["guarded"])
        f["health"] = max(0, min(CHAMPIONS[f["type"]].health, f["health"] - loss + f["healed"]))
    return {"turn": turn, "actions": lines}


def _executed(f: Fighter, action: int, target: int, _: object) -> tuple[int, Fighter | None]:
    """CH-5.18: what is done, and for whom of the own side."""
    if action == BOOST:
        return (BOOST, f["partner"]) if f["partner"] else (GUARD, f)
    if action in (HEAL, GUARD):
        return action, f["partner"] if target == 1 and f["partner"] else f
    return action, None


def _support(f: Fighter, die: Die) -> dict[str, Any]:
    base, items, dice = _own_dice(f, (1, 10), "support", die)
    factor = 100 + 25 * _has_affinity(f, "support")
    amount = (dice * factor + 50) // 100
    f["on"]["boosted" if f["do"] == BOOST else "guarded"] += amount
    return _line(f, f["on"], amount, base=base, items=items, factor=factor)


def _heal(f: Fighter, die: Die) -> dict[str, Any]:
    base, items, dice = _own_dice(f, (1, 20), "heal", die)
    factor = 100 + 25 * _has_affinity(f, "heal")
    amount = ((dice + f["boosted"]) * factor + 50) // 100
    f["on"]["healed"] += amount
    return _line(f, f["on"], amount, base=base, items=items, factor=factor, boost=f["boosted"])


def _attack(f: Fighter, living: list[Fighter], turn: int, die: Die) -> dict[str, Any]:
    opponents = {o["type"]: o for o in living if o["side"] != f["side"]}
    target = next(opponents[t] for t in f["set"][turn][2] if t in opponents)
    rolled: dict[str, Any] = {}
    if target["do"] == EVADE:
        rolled = {"evade_roll": die(20), "evade_need": _need(target)}
        if rolled["evade_roll"] >= rolled["evade_need"]:
            return _line(f, target, 0, **rolled)
    kind = CHAMPIONS[f["type"]]
    base, items, dice = _own_dice(f, kind.base, "attack", die)
    total = dice + base.count(kind.critical) * kind.critical + f["boosted"]
    armour = target["kinds"][2]
    if armour is not None:
        x, y = KINDS[armour].defence
        faces = [die(y) for _ in range(x)]
        rolled["defence"] = {"kind": armour, "faces": faces}
        total -= sum(faces)
    factor = 100 + 25 * _strong(f, target, living) - 20 * _strong(target, f, living)
    factor += 25 * _has_affinity(f, "attack")
    damage = (max(0, total) * factor + 50) // 100
    target["hit"] += damage
    f["damage"] += damage
    return _line(
        f, target, damage, base=base, items=items, factor=factor, boost=f["boosted"], **rolled
    )


def _strong(a: Fighter, t: Fighter, living: list[Fighter]) -> bool:
    """CH-5.22."""
    healers = [any(o["type"] == H and o["side"] == side for o in living) for side in (0, 1)]
    if healers[t["side"]] and not healers[a["side"]]:
        return False
    if healers[a["side"]] and not healers[t["side"]] and a["type"] != H:
        return bool(a["type"] != t["type"])
    return (a["type"], t["type"]) in _BASIC


def _own_dice(
    f: Fighter, own: Dice, column: str, die: Die
) -> tuple[list[int], list[dict[str, Any]], int]:
    """Faces of the action's own dice, dice of the weapon slots, and the sum of all faces."""
    base = [die(own[1]) for _ in range(own[0])]
    items = []
    for number in f["kinds"][:2]:
        if number is not None:
            x, y = getattr(KINDS[number], column)
            if x:
                items.append({"kind": number, "faces": [die(y) for _ in range(x)]})
    return base, items, sum(base) + sum(sum(item["faces"]) for item in items)


def _has_affinity(f: Fighter, column: str) -> bool:
    """CH-5.23: for the action whose column this is."""
    held: list[Kind] = [KINDS[number] for number in f["kinds"] if number is not None]
    liked = CHAMPIONS[f["type"]].affinity
    return any(getattr(kind, column) not in (0, (0, 0)) and kind.category in liked for kind in held)


def _need(f: Fighter) -> int:
    """CH-5.28."""
    held = [KINDS[number] for number in f["kinds"] if number is not None]
    weight = sum({2: 1, 3: 2}.get(kind.weight, 0) for kind in held)
    bonus = sum(kind.evade for kind in held)
    if _has_affinity(f, "evade"):
        bonus = (bonus * 125 + 50) // 100
    return max(5, min(20, CHAMPIONS[f["type"]].evade + weight - bonus))


def _line(f: Fighter, target: Fighter | None, amount: int, **more: object) -> dict[str, Any]:
    line = {
        "actor": _ref(f),
        "action": f["do"],
        "base": [],
        "items": [],
        "boost": 0,
        "factor": 0,
        "amount": amount,
        **more,
    }
    return line if target is None else {**line, "target": _ref(target)}


def _ref(f: Fighter) -> dict[str, int]:
    return {"seat": f["seat"], "champion": f["type"]}
