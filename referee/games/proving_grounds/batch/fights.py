"""Phase 8, as kernels: fights, round by round (PG-5.15 to PG-5.25)."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import fighters as f
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.basics import (
    d6,
    damage_of,
    go_down,
    heroes_in,
    open_dice,
    prowess,
)
from referee.games.proving_grounds.batch.deaths import kill_creature, kill_hero
from referee.games.proving_grounds.batch.fighters import is_over, remove
from referee.games.proving_grounds.batch.retreats import break_off, retreat
from referee.games.proving_grounds.batch.table import (
    BLESSED,
    FOUGHT,
    HASTED,
    NUM_CONFLICTS,
    SHIELDED,
    Table,
)
from referee.games.proving_grounds.rules.dice import FIGHT_DICE
from referee.games.proving_grounds.rules.fight.combat import ALWAYS, MIDDLE, NEVER
from referee.games.proving_grounds.tables import (
    CREATURES,
    PREPARATION,
    SHIELD_ABSORB,
    SLEEP_TURNS,
    Creature,
    HeroClass,
    Item,
    Policy,
    Stat,
)

__all__ = ["phase_fights"]

_CLERIC, _DRAGON = int(HeroClass.CLERIC), int(Creature.DRAGON)
_CON, _INT, _NEVER_LEAVES = int(Stat.CON), int(Stat.INT), int(Policy.NEVER)
_MISSILE, _SLEEP, _LIGHTNING, _FIREBALL = map(
    int, (Item.MAGIC_MISSILE, Item.SLEEP, Item.LIGHTNING, Item.FIREBALL)
)
# Lists of `Table.listed`: heroes of a room, the order of turns, targets of each side, targets of a spell and
# their damage.
_WHO, _TURNS, _QUEUES, _TARGETS, _DAMAGES = 0, 2, 3, 5, 6
# Columns of `Table.counts` for the two queues: number of places, and the next place.
_PLACES, _NEXT = 12, 14


@borrowing
def phase_fights(m: Table, row: int) -> None:
    """Fight all fights of the turn, in the order in which they were registered (PG-5.15)."""
    for place in range(m.counts[NUM_CONFLICTS]):
        room, entrants = int(m.conflicts[place, 0]), m.conflicts[place, 1]
        if _begin(m, row, room, entrants):
            _fight(m, row, room)


@borrowing
def _begin(m: Table, row: int, room: int, entrants: int) -> bool:
    """Line up both sides of a fight; return whether there are two (PG-5.14, PG-5.15)."""
    heroes = heroes_in(m, row, room, _WHO)
    m.counts[f.NUM_FIGHTERS] = 0
    m.counts[f.SUFFERED] = m.counts[f.SUFFERED + 1] = 0
    for side in range(2):
        before = m.counts[f.NUM_FIGHTERS]
        for place in range(heroes):
            seat, hero = m.listed[_WHO, place], m.listed[_WHO + 1, place]
            if (seat == entrants) == (side == f.ENTRANTS):
                _add_hero(m, row, seat, hero, side)
        # Creatures defend their room, unless a LURE of this turn brought them into it (PG-5.9).
        if (entrants == CREATURES) == (side == f.ENTRANTS):
            for place in range(m.creatures.shape[2]):
                if m.creatures[row, room, place, c.C_KIND] != c.NONE:
                    _add_creature(m, row, room, place, side)
        m.counts[f.LEFT + side] = m.counts[f.NUM_FIGHTERS] - before
    if is_over(m):
        return False
    # Only now: a fight that does not take place must not keep anybody from searching or resting.
    for place in range(heroes):
        m.marks[m.listed[_WHO, place], m.listed[_WHO + 1, place]] |= FOUGHT
    return True


@borrowing
def _add_hero(m: Table, row: int, seat: int, hero: int, side: int) -> None:
    one, marks = m.counts[f.NUM_FIGHTERS], m.marks[seat, hero]
    m.counts[f.NUM_FIGHTERS] = one + 1
    m.fighters[one, f.SIDE], m.fighters[one, f.SEAT], m.fighters[one, f.ID] = side, seat, hero
    m.fighters[one, f.KIND] = m.heroes[row, seat, hero, c.CLASS]
    m.fighters[one, f.HP] = m.heroes[row, seat, hero, c.HP]
    m.fighters[one, f.MOST_HP] = 2 * m.heroes[row, seat, hero, c.STATS + _CON]
    m.fighters[one, f.INITIATIVE] = prowess(m, row, seat, hero, n.INITIATIVE)
    m.fighters[one, f.DEXTERITY] = prowess(m, row, seat, hero, n.DEXTERITY)
    m.fighters[one, f.DAMAGE] = damage_of(m, row, seat, hero)
    absorb = prowess(m, row, seat, hero, n.ABSORB)
    m.fighters[one, f.ABSORB] = absorb + (SHIELD_ABSORB if marks & SHIELDED else 0)
    m.fighters[one, f.ATTACKS] = 2 if marks & HASTED else 1
    m.fighters[one, f.IS_BLESSED] = 1 if marks & BLESSED else 0
    m.fighters[one, f.GUARD] = m.heroes[row, seat, hero, c.GUARD]
    m.fighters[one, f.POLICY] = m.heroes[row, seat, hero, c.POLICY]
    m.fighters[one, f.INTELLIGENCE] = m.heroes[row, seat, hero, c.STATS + _INT]
    m.fighters[one, f.MAGIC] = m.heroes[row, seat, hero, c.BATTLEMAGIC]
    m.fighters[one, f.MANA] = m.heroes[row, seat, hero, c.MANA]
    m.fighters[one, f.PREPARED] = m.fighters[one, f.SLEEP] = 0
    m.fighters[one, f.CURED] = m.fighters[one, f.GONE] = 0


@borrowing
def _add_creature(m: Table, row: int, room: int, place: int, side: int) -> None:
    one, kind = m.counts[f.NUM_FIGHTERS], m.creatures[row, room, place, c.C_KIND]
    m.counts[f.NUM_FIGHTERS] = one + 1
    m.fighters[one, f.SIDE], m.fighters[one, f.SEAT], m.fighters[one, f.ID] = side, CREATURES, place
    m.fighters[one, f.KIND] = kind
    m.fighters[one, f.HP] = m.creatures[row, room, place, c.C_HP]
    m.fighters[one, f.MOST_HP] = n.CREATURES[kind, n.C_HIT_POINTS]
    m.fighters[one, f.INITIATIVE] = n.CREATURES[kind, n.C_INITIATIVE]
    m.fighters[one, f.DEXTERITY] = n.CREATURES[kind, n.C_DEXTERITY]
    m.fighters[one, f.DAMAGE] = n.CREATURES[kind, n.C_DAMAGE]
    m.fighters[one, f.ABSORB] = n.CREATURES[kind, n.C_ABSORB]
    m.fighters[one, f.ATTACKS] = n.CREATURES[kind, n.C_ATTACKS]
    m.fighters[one, f.IS_BLESSED] = m.fighters[one, f.GUARD] = 0
    m.fighters[one, f.POLICY], m.fighters[one, f.INTELLIGENCE] = _NEVER_LEAVES, 0
    m.fighters[one, f.MAGIC], m.fighters[one, f.MANA] = c.NONE, 0
    m.fighters[one, f.PREPARED] = m.fighters[one, f.SLEEP] = 0
    m.fighters[one, f.CURED] = m.fighters[one, f.GONE] = 0


@borrowing
def _fight(m: Table, row: int, room: int) -> None:
    """Fight until a side has nobody left, or to the round cap (PG-5.16, PG-5.29)."""
    open_dice(m, row, FIGHT_DICE)
    go_down(m, int(m.match[row, c.TURN]))
    go_down(m, room)
    _order_turns(m)
    for _ in range(m.rules[row, c.ROUND_CAP]):
        _play_round(m, row, room)
        # A trap that springs on who retreats has its own dice: those of the fight go on after it.
        dice = m.dice[0]
        # Entrants retreat first; if no entrant is left, the fight is over and defenders stay (PG-5.26).
        if not is_over(m):
            retreat(m, row, room, f.ENTRANTS)
        if not is_over(m):
            retreat(m, row, room, f.DEFENDERS)
        m.dice[0] = dice
        if is_over(m):
            return
    break_off(m, row, room)


@borrowing
def _order_turns(m: Table) -> None:
    """Order the turns of the fight: by initiative, defenders first, then by entry order (PG-5.16)."""
    for one in range(m.counts[f.NUM_FIGHTERS]):
        place = one
        while place > 0:
            before = m.listed[_TURNS, place - 1]
            if m.fighters[before, f.INITIATIVE] >= m.fighters[one, f.INITIATIVE]:
                break
            m.listed[_TURNS, place] = before
            place -= 1
        m.listed[_TURNS, place] = one


@borrowing
def _play_round(m: Table, row: int, room: int) -> None:
    """Give each fighter his turn; all attackers of a side share the queue of targets of the other (PG-5.17)."""
    _queue(m)
    for place in range(m.counts[f.NUM_FIGHTERS]):
        one = m.listed[_TURNS, place]
        if m.fighters[one, f.GONE]:
            continue
        # Sleep comes first: a sleeper neither prepares nor casts (PG-5.18).
        if m.fighters[one, f.SLEEP]:
            m.fighters[one, f.SLEEP] -= 1
        elif _has_battlemagic(m, one) and m.fighters[one, f.PREPARED]:
            m.fighters[one, f.PREPARED] -= 1
        elif _has_battlemagic(m, one):
            _cast(m, row, room, one)
        else:
            _attack(m, row, room, one)
        # At once, without the remaining turns: no further dice may be rolled (PG-5.18).
        if is_over(m):
            return


@borrowing
def _queue(m: Table) -> None:
    """Line up the targets of each side for a round; a hero on guard takes two places in a row (PG-5.17)."""
    m.counts[_PLACES] = m.counts[_PLACES + 1] = 0
    m.counts[_NEXT] = m.counts[_NEXT + 1] = 0
    for one in range(m.counts[f.NUM_FIGHTERS]):
        if m.fighters[one, f.GONE]:
            continue
        side = m.fighters[one, f.SIDE]
        for _ in range(2 if m.fighters[one, f.GUARD] else 1):
            m.listed[_QUEUES + side, m.counts[_PLACES + side]] = one
            m.counts[_PLACES + side] += 1


@borrowing
def _take(m: Table, side: int) -> int:
    """Return the next target of a side that is still in the fight; NONE if there is none (PG-5.17)."""
    for _ in range(m.counts[_PLACES + side]):
        target = m.listed[_QUEUES + side, m.counts[_NEXT + side] % m.counts[_PLACES + side]]
        m.counts[_NEXT + side] += 1
        if not m.fighters[target, f.GONE]:
            return int(target)
    return c.NONE


@borrowing
def _attack(m: Table, row: int, room: int, one: int) -> None:
    """Make all attacks of a fighter's turn; each goes to the next target in the queue (PG-5.19)."""
    for _ in range(m.fighters[one, f.ATTACKS]):
        target = _take(m, 1 - m.fighters[one, f.SIDE])
        if target == c.NONE:
            return
        roll = d6(m, 3)
        reach = m.fighters[one, f.DEXTERITY] + roll - MIDDLE + m.fighters[one, f.IS_BLESSED]
        if roll == NEVER or (roll != ALWAYS and reach < m.fighters[target, f.DEXTERITY]):
            continue
        _strike(
            m, row, room, target, max(1, m.fighters[one, f.DAMAGE] - m.fighters[target, f.ABSORB])
        )
        # A Wizard that survives a hit may lose his preparation, also if a Cleric saved him (PG-5.23).
        if m.fighters[target, f.GONE] or not _has_battlemagic(m, target):
            continue
        if d6(m, 3) > m.fighters[target, f.INTELLIGENCE]:
            m.fighters[target, f.PREPARED] = PREPARATION


@borrowing
def _has_battlemagic(m: Table, one: int) -> bool:
    """Return whether a fighter has battlemagic equipped, and Mana to cast it (PG-5.22)."""
    item = m.fighters[one, f.MAGIC]
    return bool(item != c.NONE and m.fighters[one, f.MANA] >= n.ITEM_VALUES[item, n.MANA])


@borrowing
def _strike(m: Table, row: int, room: int, target: int, damage: int) -> None:
    """Subtract damage from a fighter's hit points; at 0 or less he dies unless a Cleric saves him (PG-5.20, PG-5.25)."""
    seat, of = m.fighters[target, f.SEAT], m.fighters[target, f.ID]
    m.fighters[target, f.HP] -= damage
    if m.fighters[target, f.HP] <= 0:
        m.counts[f.SUFFERED + m.fighters[target, f.SIDE]] = (
            1  # a save counts as a death for retreat
        )
        if seat == CREATURES:
            remove(m, target)
            kill_creature(m, row, room, of)
            return
        cleric = _saviour(m, target)
        if cleric == c.NONE:
            remove(m, target)
            kill_hero(m, row, seat, of)
            return
        m.fighters[cleric, f.CURED] = 1
        m.fighters[target, f.HP] = 1
    if seat == CREATURES:
        m.creatures[row, room, of, c.C_HP] = m.fighters[target, f.HP]
    else:
        m.heroes[row, seat, of, c.HP] = m.fighters[target, f.HP]


@borrowing
def _saviour(m: Table, dying: int) -> int:
    """Return the first other Cleric of the side who has saved nobody in this fight; NONE without one (PG-5.25)."""
    for one in range(m.counts[f.NUM_FIGHTERS]):
        if (
            one != dying
            and m.fighters[one, f.SIDE] == m.fighters[dying, f.SIDE]
            and not m.fighters[one, f.GONE]
            and not m.fighters[one, f.CURED]
            and m.fighters[one, f.SEAT] != CREATURES
            and m.fighters[one, f.KIND] == _CLERIC
        ):
            return one
    return c.NONE


@borrowing
def _cast(m: Table, row: int, room: int, one: int) -> None:
    """Spend the Wizard's Mana and apply his battlemagic to the enemies present (PG-5.24)."""
    item = m.fighters[one, f.MAGIC]
    m.fighters[one, f.MANA] -= n.ITEM_VALUES[item, n.MANA]
    m.heroes[row, m.fighters[one, f.SEAT], m.fighters[one, f.ID], c.MANA] = m.fighters[one, f.MANA]
    m.fighters[one, f.PREPARED] = PREPARATION
    roll = 0
    if item == _FIREBALL:
        roll = d6(m, 2)
    elif item == _SLEEP:
        roll = d6(m, 1)
    # All targets and rolls are fixed before the first hit: a death must not move the spell to another enemy.
    count = 0
    for target in range(m.counts[f.NUM_FIGHTERS]):
        if m.fighters[target, f.GONE] or m.fighters[target, f.SIDE] == m.fighters[one, f.SIDE]:
            continue
        if item == _SLEEP:
            is_dragon = (
                m.fighters[target, f.SEAT] == CREATURES and m.fighters[target, f.KIND] == _DRAGON
            )
            # Dragons are passed over and use up no part of the roll. Sleep is set, not added.
            if roll > 0 and not is_dragon:
                m.fighters[target, f.SLEEP] = SLEEP_TURNS
                roll -= 1
        elif item == _FIREBALL or count < (1 if item == _MISSILE else 2):
            m.listed[_TARGETS, count] = target
            m.listed[_DAMAGES, count] = roll if item == _FIREBALL else d6(m, 2)
            count += 1
    for place in range(count):
        _strike(m, row, room, m.listed[_TARGETS, place], m.listed[_DAMAGES, place])
