"""One battle: four turns of support, healing, attacks and a health update (CH-5.14 to CH-5.30).

Elements of narrow arrays (int8, int16) are converted to plain integers before arithmetic: in
interpreted kernels the sum of such an element and a number would stay narrow, and wrap.
"""

from __future__ import annotations

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board, Bytes
from referee.games.champions.rules.battle_log import close_turn, note_action, open_turn
from referee.games.champions.rules.dice import BATTLE, open_stream, roll
from referee.games.champions.rules.fight import (
    AMOUNT,
    BASE,
    BOOSTED,
    BOOSTS,
    DAMAGES,
    EVADE_NEED,
    EVADE_ROLL,
    FACTOR,
    GUARDS,
    HEALINGS,
    ITEMS,
    PLACES,
    TARGET,
    Fight,
    lives,
)
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
    EVADE_SIDES,
    GUARD,
    HEAL,
    HEAL_DICE,
    HEAL_SIDES,
    HEALER,
    KIND_DICE,
    NUM_SLOTS,
    NUM_TURNS,
    NUM_TYPES,
    PARTNER,
    START_HEALTH,
    STRONG,
    SUPPORT_DICE,
    SUPPORT_SIDES,
    WEIGHT,
)

__all__ = ["fight_battle"]

_STEPS = (BOOST, HEAL, ATTACK, EVADE)
"""Battle actions in the order in which a turn carries them out (CH-5.16). GUARD is carried out
together with BOOST; for EVADE nothing is done but writing it to the log.
"""


@kernel
def fight_battle(b: Board, battle: int, picks: Picks, f: Fight) -> None:
    """Fight one battle to its end; the results stay in `f`, for the caller to write back.

    Of the match itself only the dice and the log change.

    Args:
        b: The match.
        battle: Id of the battle.
        picks: Fighters and sets of all seats.
        f: Working arrays; afterwards they hold the fighters' health and each side's damage.
    """
    _line_up(b, battle, picks, f)
    # A stream for each battle, so its dice do not depend on how many other battles rolled before it.
    open_stream(b, BATTLE, b.match[c.ROUND], battle)
    for turn in range(NUM_TURNS):
        if not (lives(f, 0) or lives(f, 1)) or not (lives(f, 2) or lives(f, 3)):
            return  # one side has nobody left
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
            # Copied: a battle changes nothing of the match except dice and log.
            f.health[place] = b.health[seat, champion]
            for slot in range(NUM_SLOTS):
                item = b.slots[seat, champion, slot]
                if item:
                    f.kinds[place, slot] = b.item_kind[item]
            place += 1  # types ascend, so places come in fighter order (CH-5.15)


@borrowing
def _play_turn(b: Board, battle: int, turn: int, picks: Picks, f: Fight) -> None:
    f.sums[:] = 0
    # All choices are fixed before anything is executed: an attack asks whether its target evades (CH-5.25).
    for place in range(PLACES):
        _choose(b, battle, turn, place, picks, f)
    actions = at = open_turn(b, battle, turn)
    for step in _STEPS:
        for place in range(PLACES):
            action = f.action[place]
            if action == step or (action == GUARD and step == BOOST):
                _execute(b, battle, turn, place, picks, f)
                at = note_action(b, battle, place, f, actions, at)
    # Only now, so that all fighters of the turn act with the health that they had at its start (CH-5.30).
    for place in range(PLACES):
        _update_health(place, f)
    close_turn(b, battle, f, actions, at)


@borrowing
def _choose(b: Board, battle: int, turn: int, place: int, picks: Picks, f: Fight) -> None:
    """Set, in `f`, the action of a fighter in this turn, and the fighter that it helps.

    A fighter without a living partner guards in place of boosting, and helps itself (CH-5.18). A
    dead fighter and an empty place get no action.

    Args:
        b: State of the match.
        battle: Id of the battle.
        turn: Number of the turn in the battle.
        place: Place of the fighter in `f`, 0 to 3.
        picks: Fighters of all seats, and the actions that they are to take.
        f: State of the battle.
    """
    f.action[place] = NOBODY
    f.helped[place] = place
    if not lives(f, place):
        return
    seat, champion = int(b.battles[battle, place // 2]), int(f.types[place])
    action = picks.action[seat, champion, turn]
    partner = place ^ 1  # 0 with 1, 2 with 3
    if action == BOOST and not lives(f, partner):
        action = GUARD
    elif action == BOOST or (
        action in (HEAL, GUARD)
        and picks.target[seat, champion, turn] == PARTNER
        and lives(f, partner)
    ):
        f.helped[place] = partner
    f.action[place] = action


@borrowing
def _execute(b: Board, battle: int, turn: int, place: int, picks: Picks, f: Fight) -> None:
    """Carry out the action of a fighter in this turn; write its result and its dice to `f`.

    Args:
        b: State of the match.
        battle: Id of the battle.
        turn: Number of the turn in the battle.
        place: Place of the fighter in `f`, 0 to 3.
        picks: Fighters of all seats, with their preferred targets.
        f: State of the battle, with the action.
    """
    action = f.action[place]
    f.counts[:] = 0
    f.result[:] = 0
    f.result[TARGET] = f.helped[place]
    if action in (BOOST, GUARD):
        _support(b, place, f)
    elif action == HEAL:
        _heal(b, place, f)
    elif action == ATTACK:
        seat = int(b.battles[battle, place // 2])
        _attack(b, place, picks.prefs[seat, f.types[place], turn], f)


@borrowing
def _has_affinity(f: Fight, place: int, purpose: int) -> bool:
    """Return whether a fighter has affinity for one of its items that add dice for a purpose.

    Only the two weapon slots count (CH-5.23).

    Args:
        f: State of the battle.
        place: Place of the fighter in `f`, 0 to 3.
        purpose: Attack, healing or support, as the index in `KIND_DICE`.
    """
    for slot in range(ARMOUR_SLOT):
        kind = f.kinds[place, slot]
        if kind >= 0 and KIND_DICE[kind, purpose, 0] and AFFINITY[f.types[place], CATEGORY[kind]]:
            return True
    return False


@borrowing
def _roll_dice(b: Board, count: int, sides: int, source: int, f: Fight) -> int:
    """Roll `count` dice and return their sum; store their faces in `f` under `source`.

    Args:
        b: The match.
        count: Number of dice.
        sides: Number of sides of each die.
        source: What the dice belong to: the action itself, an item's slot, or the target's armour.
        f: The battle; number and faces of the dice are written.
    """
    total = 0
    f.counts[source] = count
    for die in range(count):
        face = roll(b, sides)
        f.faces[source, die] = face
        total += face
    return total


@borrowing
def _roll_item(b: Board, place: int, slot: int, purpose: int, f: Fight) -> int:
    """Roll the dice that a fighter's item in a slot has for a purpose.

    Return their sum, 0 for none.

    Args:
        b: State of the match, with its dice.
        place: Place of the fighter in `f`, 0 to 3.
        slot: The slot.
        purpose: Attack, healing, support or defence, as the index in `KIND_DICE`.
        f: State of the battle; the rolls are added to it.
    """
    kind = f.kinds[place, slot]
    if kind < 0:
        return 0
    count, sides = int(KIND_DICE[kind, purpose, 0]), int(KIND_DICE[kind, purpose, 1])
    return _roll_dice(b, count, sides, ITEMS + slot, f)


@borrowing
def _roll_weapons(b: Board, place: int, purpose: int, f: Fight) -> int:
    """Roll the dice that both weapons of the fighter in `place` have for `purpose`; return their sum.

    `purpose` is attack, healing or support, as the index in `KIND_DICE`.
    """
    total = 0
    for slot in range(ARMOUR_SLOT):
        total += _roll_item(b, place, slot, purpose, f)
    return total


@borrowing
def _times(total: int, hundredths: int) -> int:
    """Return `total` * `hundredths` / 100, rounded to nearest, halves up (CH-5.25 to CH-5.28)."""
    # Whole numbers, since floats might round differently in compiled and interpreted kernels.
    return (total * hundredths + 50) // 100


@borrowing
def _support(b: Board, place: int, f: Fight) -> None:
    """Carry out BOOST or GUARD: roll an amount and add it to the boost or guard of the fighter helped (CH-5.27).

    `place` is the position, 0 to 3, of the fighter that acts.
    """
    dice = _roll_dice(b, 1, SUPPORT_SIDES, BASE, f)
    dice += _roll_weapons(b, place, SUPPORT_DICE, f)
    factor = 125 if _has_affinity(f, place, SUPPORT_DICE) else 100
    amount = _times(dice, factor)
    f.result[FACTOR], f.result[AMOUNT] = factor, amount
    f.sums[BOOSTS if f.action[place] == BOOST else GUARDS, f.helped[place]] += amount


@borrowing
def _heal(b: Board, place: int, f: Fight) -> None:
    """Carry out HEAL: roll the amount and add it to the healing of the fighter helped (CH-5.26).

    `place` is the position, 0 to 3, of the fighter that acts.
    """
    dice = _roll_dice(b, 1, HEAL_SIDES, BASE, f)
    dice += _roll_weapons(b, place, HEAL_DICE, f)
    factor = 125 if _has_affinity(f, place, HEAL_DICE) else 100
    boost = int(f.sums[BOOSTS, place])
    f.result[BOOSTED] = boost
    amount = _times(dice + boost, factor)
    f.result[FACTOR], f.result[AMOUNT] = factor, amount
    f.sums[HEALINGS, f.helped[place]] += amount


@borrowing
def _attack(b: Board, place: int, prefs: Bytes, f: Fight) -> None:
    """Carry out an attack by the numbered steps of CH-5.25: target, evading, dice, factor, damage.

    `prefs` lists the champion types that the attacker at `place` prefers to attack, the first most.
    """
    # Dice are drawn in the order of the rule: evasion, base, weapons, armour. Another order, or a roll that is
    # left out because its value would not matter, would shift all later dice of the battle in old replays.
    target = _target(place, prefs, f)
    f.result[TARGET] = target
    if f.action[target] == EVADE:
        f.result[EVADE_NEED] = _need(f, target)
        f.result[EVADE_ROLL] = roll(b, EVADE_SIDES)
        if f.result[EVADE_ROLL] >= f.result[EVADE_NEED]:
            return
    own_type = f.types[place]
    count, sides = int(BASE_DICE[own_type, 0]), int(BASE_DICE[own_type, 1])
    total = _roll_dice(b, count, sides, BASE, f)
    for die in range(count):
        if f.faces[BASE, die] == sides:
            total += sides  # a critical counts double; dice of items never do
    total += _roll_weapons(b, place, ATTACK_DICE, f)
    boost = int(f.sums[BOOSTS, place])
    f.result[BOOSTED] = boost
    total += boost
    total -= _roll_item(b, target, ARMOUR_SLOT, DEFENCE_DICE, f)
    factor = 100
    factor += 25 * int(_is_strong(f, place, target)) - 20 * int(_is_strong(f, target, place))
    factor += 25 * int(_has_affinity(f, place, ATTACK_DICE))
    damage = _times(max(0, total), factor)
    f.result[FACTOR], f.result[AMOUNT] = factor, damage
    f.sums[DAMAGES, target] += damage
    f.side_damage[place // 2] += damage


@borrowing
def _target(place: int, prefs: Bytes, f: Fight) -> int:
    """Return the place of the living opponent whose type comes first in `prefs` (CH-5.17).

    `prefs` lists the types that the attacker at `place` prefers to attack, the first most.
    """
    first = 2 - 2 * (place // 2)  # of the other side's two places
    for wanted in prefs:
        for other in range(first, first + 2):
            if lives(f, other) and f.types[other] == wanted:
                return other
    return first


@borrowing
def _has_passive(f: Fight, side: int) -> bool:
    """Return whether a side's Healer passive works: it has a living Healer, and the other side has none (CH-5.21)."""
    return _has_healer(f, side) and not _has_healer(f, 1 - side)


@borrowing
def _has_healer(f: Fight, side: int) -> bool:
    for place in range(2 * side, 2 * side + 2):
        if f.types[place] == HEALER and lives(f, place):
            return True
    return False


@borrowing
def _is_strong(f: Fight, attacker: int, target: int) -> bool:
    """Return whether the attacker is strong over the target, so that its damage is raised (CH-5.22).

    `attacker` and `target` are places of fighters in `f`, 0 to 3.
    """
    one, other = f.types[attacker], f.types[target]
    # The target's passive is asked first, since it cancels all strength over its side (CH-5.21). At most one side
    # has the passive.
    if _has_passive(f, target // 2):
        return False
    if _has_passive(f, attacker // 2) and one != HEALER:
        return bool(one != other)
    return bool(STRONG[one, other])


@borrowing
def _need(f: Fight, place: int) -> int:
    """Return the lowest evade roll, from 5 to 20, with which the fighter in `place` evades (CH-5.28)."""
    bonus = 0
    affinity = False
    for slot in range(ARMOUR_SLOT):
        kind = f.kinds[place, slot]
        if kind >= 0 and EVADE_BONUS[kind]:
            bonus += int(EVADE_BONUS[kind])
            affinity = affinity or AFFINITY[f.types[place], CATEGORY[kind]]
    if affinity:
        bonus = _times(bonus, 125)
    armour = f.kinds[place, ARMOUR_SLOT]
    weight = int(WEIGHT[armour]) - 1 if armour >= 0 else 0
    return min(max(int(EVADE_BASE[f.types[place]]) + weight - bonus, 5), 20)


@borrowing
def _update_health(place: int, f: Fight) -> None:
    """Apply damage, guard and healing of the turn to a fighter's health, all at once (CH-5.30).

    `place` is the fighter's in `f`, 0 to 3.
    """
    if not lives(f, place):  # nothing revives the dead (CH-3.2)
        return
    # Healing is added before the floor of 0, so it can save a fighter from damage above its health.
    loss = max(0, int(f.sums[DAMAGES, place]) - int(f.sums[GUARDS, place]))
    health = int(f.health[place]) - loss + int(f.sums[HEALINGS, place])
    f.health[place] = min(max(0, health), int(START_HEALTH[f.types[place]]))
