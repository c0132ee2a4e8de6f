"""One battle: four turns of support, healing, attacks and a health update (CH-5.14 to CH-5.30).

Fighters stand in four places: 0 and 1 are side A, 2 and 3 side B, within a side by type, so that the
order of places is the fighter order of CH-5.15. An empty place has the type NOBODY.

Elements of narrow arrays become plain numbers before anything is reckoned with them: where kernels are
interpreted, a sum of such an element and a number would stay narrow, and wrap.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Bytes, Ints, Shorts
from referee.games.champions.rules.dice import BATTLE, open_stream, roll
from referee.games.champions.rules.log import close_entry, open_entry
from referee.games.champions.rules.sets import NOBODY, Picks
from referee.games.champions.tables import (
    AFFINITY,
    ARMOUR_SLOT,
    ATTACK,
    ATTACK_DICE,
    BASE_DICE,
    BOOST,
    CATEGORY,
    DEFENCE_DICE,
    EVADE,
    EVADE_BASE,
    EVADE_BONUS,
    GUARD,
    HEAL,
    HEAL_DICE,
    HEALER,
    KIND_DICE,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
    PARTNER,
    START_HEALTH,
    STRONG,
    SUPPORT_DICE,
    WEIGHT,
)

__all__ = ["Fight", "fight_battle", "new_fight"]

PLACES = 4
_STEPS = (BOOST, HEAL, ATTACK, EVADE)
"""Steps of a turn by the action that they are about, GUARD with BOOST; EVADE is only listed."""
_HEAL_SIDES, _SUPPORT_SIDES, _EVADE_SIDES = 20, 10, 20


class Fight(NamedTuple):
    """A battle as it goes on."""

    types: Bytes
    """int8[place]: type, or NOBODY."""
    health: Shorts
    """int16[place]."""
    kinds: Bytes
    """int8[place, slot]: kind of the item held; -1 for none."""
    action: Bytes
    """int8[place]: what each does in this turn, as executed; -1 for who does nothing."""
    helped: Bytes
    """int8[place]: the place that its healing, boost or guard goes to."""
    sums: Ints
    """int32[4, place]: boost, guard, healing and damage received in this turn."""
    side_damage: Ints
    """int32[2]: damage numbers of each side's attacks in the whole battle (CH-3.8)."""


def new_fight() -> Fight:
    """Arrays for a battle."""
    return Fight(
        np.empty(PLACES, np.int8),
        np.empty(PLACES, np.int16),
        np.empty((PLACES, NUM_SLOTS), np.int8),
        np.empty(PLACES, np.int8),
        np.empty(PLACES, np.int8),
        np.empty((4, PLACES), np.int32),
        np.empty(2, np.int32),
    )


_BOOSTS, _GUARDS, _HEALINGS, _DAMAGES = 0, 1, 2, 3


@kernel
def fight_battle(b: Board, battle: int, picks: Picks, f: Fight) -> None:
    """Fight a battle to its end. Health stays in `f`; only dice and log of the match change.

    Args:
        b: The match.
        battle: Its id.
        picks: Fighters and sets of all seats.
        f: Arrays for it; afterwards health and damage.
    """
    _line_up(b, battle, picks, f)
    open_stream(b, BATTLE, b.match[c.ROUND], battle)
    for turn in range(NUM_TURNS):
        if not (_lives(f, 0) or _lives(f, 1)) or not (_lives(f, 2) or _lives(f, 3)):
            return
        _play_turn(b, battle, turn, picks, f)


@borrowing
def _line_up(b: Board, battle: int, picks: Picks, f: Fight) -> None:
    f.types[:] = NOBODY
    f.health[:] = 0
    f.kinds[:] = -1
    f.side_damage[:] = 0
    for side in range(2):
        seat = int(b.battles[battle, side])
        place = 2 * side
        for champion in range(NUM_TYPES):
            if picks.battle[seat, champion] != battle:
                continue
            f.types[place] = champion
            f.health[place] = b.health[seat, champion]
            for slot in range(NUM_SLOTS):
                item = b.slots[seat, champion, slot]
                if item:
                    f.kinds[place, slot] = b.item_kind[item]
            place += 1


@borrowing
def _lives(f: Fight, place: int) -> bool:
    return bool(f.health[place] > 0)


@borrowing
def _play_turn(b: Board, battle: int, turn: int, picks: Picks, f: Fight) -> None:
    f.sums[:] = 0
    for place in range(PLACES):
        _choose(b, battle, turn, place, picks, f)
    side_a, side_b = int(b.battles[battle, c.SIDE_A]), int(b.battles[battle, c.SIDE_B])
    first = open_entry(b, c.BATTLE_TURN, 1 << side_a | 1 << side_b)
    b.log[first] = battle
    b.log[first + 1] = turn
    b.log[first + 2] = side_a
    b.log[first + 3] = side_b
    at = first + 5 + PLACES
    executed = 0
    for step in _STEPS:
        for place in range(PLACES):
            action = f.action[place]
            if action != step and not (action == GUARD and step == BOOST):
                continue
            row = b.log[at : at + c.R_WIDTH]
            row[:] = 0
            row[c.R_ACTOR] = place
            row[c.R_ACTION] = action
            row[c.R_TARGET] = f.helped[place]
            if action in (BOOST, GUARD):
                _support(b, place, f, row)
            elif action == HEAL:
                _heal(b, place, f, row)
            elif action == ATTACK:
                seat = int(b.battles[battle, place // 2])
                prefs = picks.prefs[seat, f.types[place], turn]
                _attack(b, place, prefs, f, row)
            executed += 1
            at += c.R_WIDTH
    b.log[first + 4] = executed
    for place in range(PLACES):
        b.log[first + 5 + place] = f.types[place]
        _update_health(place, f)
        b.log[at + place] = f.health[place]
    close_entry(b, first, at + PLACES)


@borrowing
def _choose(b: Board, battle: int, turn: int, place: int, picks: Picks, f: Fight) -> None:
    """What a fighter does in this turn; without a living partner it helps itself (CH-5.18)."""
    f.action[place] = NOBODY
    f.helped[place] = place
    if not _lives(f, place):
        return
    seat, champion = int(b.battles[battle, place // 2]), int(f.types[place])
    action = picks.action[seat, champion, turn]
    partner = place ^ 1
    if action == BOOST and not _lives(f, partner):
        action = GUARD
    elif action == BOOST or (
        action in (HEAL, GUARD)
        and picks.target[seat, champion, turn] == PARTNER
        and _lives(f, partner)
    ):
        f.helped[place] = partner
    f.action[place] = action


@borrowing
def _has_affinity(f: Fight, place: int, purpose: int) -> bool:
    """Whether an item that adds to an action is of a category its holder has affinity for (CH-5.23)."""
    for slot in range(ARMOUR_SLOT):
        kind = f.kinds[place, slot]
        if kind >= 0 and KIND_DICE[kind, purpose, 0] and AFFINITY[f.types[place], CATEGORY[kind]]:
            return True
    return False


@borrowing
def _roll_dice(b: Board, count: int, sides: int, row: Ints, at: int) -> int:
    """Roll dice and write down their number and faces; return the sum."""
    total = 0
    row[at] = count
    for die in range(count):
        face = roll(b, sides)
        row[at + 1 + die] = face
        total += face
    return total


@borrowing
def _roll_items(b: Board, place: int, purpose: int, f: Fight, row: Ints) -> int:
    """Roll the dice of both weapon slots for a purpose; return the sum."""
    total = 0
    for slot in range(ARMOUR_SLOT):
        kind = f.kinds[place, slot]
        if kind >= 0:
            count, sides = int(KIND_DICE[kind, purpose, 0]), int(KIND_DICE[kind, purpose, 1])
            at = c.R_ITEMS + c.R_ITEM_WIDTH * slot
            row[at] = kind
            total += _roll_dice(b, count, sides, row, at + 1)
    return total


@borrowing
def _support(b: Board, place: int, f: Fight, row: Ints) -> None:
    """BOOST or GUARD (CH-5.27)."""
    dice = _roll_dice(b, 1, _SUPPORT_SIDES, row, c.R_BASE)
    dice += _roll_items(b, place, SUPPORT_DICE, f, row)
    factor = 125 if _has_affinity(f, place, SUPPORT_DICE) else 100
    amount = (dice * factor + 50) // 100
    row[c.R_FACTOR], row[c.R_AMOUNT] = factor, amount
    f.sums[_BOOSTS if f.action[place] == BOOST else _GUARDS, f.helped[place]] += amount


@borrowing
def _heal(b: Board, place: int, f: Fight, row: Ints) -> None:
    """HEAL (CH-5.26)."""
    dice = _roll_dice(b, 1, _HEAL_SIDES, row, c.R_BASE)
    dice += _roll_items(b, place, HEAL_DICE, f, row)
    factor = 125 if _has_affinity(f, place, HEAL_DICE) else 100
    boost = int(f.sums[_BOOSTS, place])
    row[c.R_BOOST] = boost
    amount = ((dice + boost) * factor + 50) // 100
    row[c.R_FACTOR], row[c.R_AMOUNT] = factor, amount
    f.sums[_HEALINGS, f.helped[place]] += amount


@borrowing
def _attack(b: Board, place: int, prefs: Bytes, f: Fight, row: Ints) -> None:
    """ATTACK, step by step as CH-5.25 numbers them."""
    target = _target(place, prefs, f)
    row[c.R_TARGET] = target
    if f.action[target] == EVADE:
        row[c.R_NEED] = _need(f, target)
        row[c.R_EVADE] = roll(b, _EVADE_SIDES)
        if row[c.R_EVADE] >= row[c.R_NEED]:
            return
    own_type = f.types[place]
    count, sides = int(BASE_DICE[own_type, 0]), int(BASE_DICE[own_type, 1])
    total = _roll_dice(b, count, sides, row, c.R_BASE)
    for die in range(count):
        if row[c.R_BASE + 1 + die] == sides:
            total += sides
    total += _roll_items(b, place, ATTACK_DICE, f, row)
    boost = int(f.sums[_BOOSTS, place])
    row[c.R_BOOST] = boost
    total += boost
    armour = f.kinds[target, ARMOUR_SLOT]
    if armour >= 0:
        count = int(KIND_DICE[armour, DEFENCE_DICE, 0])
        sides = int(KIND_DICE[armour, DEFENCE_DICE, 1])
        row[c.R_ARMOUR] = armour
        total -= _roll_dice(b, count, sides, row, c.R_ARMOUR + 1)
    factor = 100
    factor += 25 * int(_is_strong(f, place, target)) - 20 * int(_is_strong(f, target, place))
    factor += 25 * int(_has_affinity(f, place, ATTACK_DICE))
    damage = (max(0, total) * factor + 50) // 100
    row[c.R_FACTOR], row[c.R_AMOUNT] = factor, damage
    f.sums[_DAMAGES, target] += damage
    f.side_damage[place // 2] += damage


@borrowing
def _target(place: int, prefs: Bytes, f: Fight) -> int:
    """The living opponent of the most preferred type (CH-5.17)."""
    first = 2 - 2 * (place // 2)
    for wanted in prefs:
        for other in range(first, first + 2):
            if _lives(f, other) and f.types[other] == wanted:
                return other
    return first


@borrowing
def _has_passive(f: Fight, side: int) -> bool:
    """Whether a side has a living Healer and the other has none (CH-5.21)."""
    return _has_healer(f, side) and not _has_healer(f, 1 - side)


@borrowing
def _has_healer(f: Fight, side: int) -> bool:
    for place in range(2 * side, 2 * side + 2):
        if f.types[place] == HEALER and _lives(f, place):
            return True
    return False


@borrowing
def _is_strong(f: Fight, attacker: int, target: int) -> bool:
    """Whether one fighter is strong over another (CH-5.22)."""
    one, other = f.types[attacker], f.types[target]
    if _has_passive(f, target // 2):
        return False
    if _has_passive(f, attacker // 2) and one != HEALER:
        return bool(one != other)
    return bool(STRONG[one, other])


@borrowing
def _need(f: Fight, place: int) -> int:
    """What a fighter has to roll to evade (CH-5.28)."""
    bonus = 0
    affinity = False
    for slot in range(ARMOUR_SLOT):
        kind = f.kinds[place, slot]
        if kind >= 0 and EVADE_BONUS[kind]:
            bonus += int(EVADE_BONUS[kind])
            affinity = affinity or AFFINITY[f.types[place], CATEGORY[kind]]
    if affinity:
        bonus = (bonus * 125 + 50) // 100
    armour = f.kinds[place, ARMOUR_SLOT]
    weight = int(WEIGHT[armour]) - 1 if armour >= 0 else 0
    return min(max(int(EVADE_BASE[f.types[place]]) + weight - bonus, 5), 20)


@borrowing
def _update_health(place: int, f: Fight) -> None:
    """Damage, guard and healing of a turn, all at once (CH-5.30)."""
    if not _lives(f, place):
        return
    loss = max(0, int(f.sums[_DAMAGES, place]) - int(f.sums[_GUARDS, place]))
    health = int(f.health[place]) - loss + int(f.sums[_HEALINGS, place])
    f.health[place] = min(max(0, health), int(START_HEALTH[f.types[place]]))
