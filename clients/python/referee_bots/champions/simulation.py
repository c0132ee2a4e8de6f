"""Simulates many battles of Champions at once (CH-5.14 to CH-5.30).

The first axes of all arrays, written `battle...`, are the battles. Fighters stand in four places: 0
and 1 are one side, 2 and 3 the other; the partner of place p is p ^ 1. A row of `Sheets` has the
values of the fighter in a place.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from gamereferee.games.champions.v1.tables import (
    AFFINITY,
    BASE_DICE,
    EVADE_BASE,
    KINDS,
    NUM_TURNS,
    START_HEALTH,
    STRONG,
    BattleAction,
    Category,
    ChampionType,
)
from referee_bots.champions.rolls import NO_DICE, Ints, Ways, table, ways

__all__ = ["PURPOSES", "Bools", "Fighter", "Orders", "Sheets", "fight", "play_turn"]

Bools = npt.NDArray[np.bool_]

PURPOSES = 5
"""Number of rolls for each fighter in a turn: attack, the target's armour, the target's evading,
healing, support."""
_BY_ATTACK, _BY_ARMOUR, _BY_EVADING, _BY_HEALING, _BY_SUPPORT = range(PURPOSES)

_PARTNERS = np.array([1, 0, 3, 2])
_RIVALS = np.array([2, 3, 0, 1])
_FIRST_RIVALS, _SECOND_RIVALS = np.array([2, 2, 0, 0]), np.array([3, 3, 1, 1])
_PLACES = np.arange(4)

# Plain numbers, which leave arrays of 32 bits as they are.
ATTACK, HEAL, BOOST, GUARD, EVADE = map(int, BattleAction)
DEFENSIVE, HEALER = int(Category.DEFENSIVE), int(ChampionType.HEALER)

_STRONG = np.array(STRONG)
_MAX_HEALTH = np.array(START_HEALTH, np.int32)
_LEAST_NEED, _MOST_NEED = 5, 20


class Fighter(NamedTuple):
    """A champion with the items that it fights with."""

    champion: int
    """Type of the champion."""
    kinds: tuple[int, ...] = ()
    """Kinds of all items that the champion holds, armour included."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sheets:
    """Dice and factors of fighters as arrays: a row for each fighter, a last row for an empty place.

    A quantile is the index of a roll among equally likely rolls, from the lowest to the highest.
    """

    champion: Ints
    """int32[row]: type of the champion."""
    attack: Ints
    """int32[row, quantile]: sum of an attack's dice, by the rank of the roll among equally likely
    ones (quantile). It is the base dice, of which the highest face counts double, and the dice of
    the items.
    """
    defence: Ints
    """int32[row, quantile]: roll of the armour, by its rank among equally likely rolls (quantile).
    """
    evade: Ints
    """int32[row, quantile]: roll to evade an attack, compared with `need`, by its rank among
    equally likely rolls (quantile).
    """
    heal: Ints
    """int32[row, quantile]: healing before boost and factor, by the rank of the roll among equally
    likely ones (quantile).
    """
    support: Ints
    """int32[row, quantile]: amount by which a boost strengthens the partner's action, or a guard
    lowers damage, before its factor, by the rank of the roll among equally likely ones (quantile).
    """
    edge: Ints
    """int32[row]: what affinity (an item of a category that suits the fighter's type) adds to the
    factor of its attacks, in hundredths: 25 or 0.
    """
    heal_factor: Ints
    """int32[row]: factor of healing in hundredths: 100, or 125 if an item suits the fighter's type
    (affinity).
    """
    support_factor: Ints
    """int32[row]: factor of support in hundredths: 100, or 125 if an item suits the fighter's type
    (affinity).
    """
    need: Ints
    """int32[row]: least roll with which the fighter evades an attack."""

    @classmethod
    def of(cls, fighters: Iterable[Fighter]) -> Sheets:
        """Return sheets of fighters with a row for each, in their order, and a last row for nobody."""
        rows = [_sheet(fighter) for fighter in (*fighters, Fighter(0))]
        return cls(*[np.array(column, np.int32) for column in zip(*rows, strict=True)])


class Orders(NamedTuple):
    """Actions of all fighters in each turn of their battles.

    The first axes (`battle...`) are the battles.
    """

    action: Ints
    """int32[battle..., turn, place]: action of the fighter in each of the four places of a battle.
    """
    for_partner: Bools
    """bool[battle..., turn, place]: whether the fighter heals or guards its partner and not
    itself."""
    wants: npt.NDArray[np.int64]
    """int64[battle..., turn, place]: place of the opponent that the fighter attacks. If that
    opponent is dead, the attack goes to the other opponent.
    """


_Sheet = tuple[int | Ints, ...]


@functools.lru_cache(maxsize=4096)
def _sheet(fighter: Fighter) -> _Sheet:
    items = [KINDS[kind] for kind in fighter.kinds]
    weapons = [item for item in items if item.category != DEFENSIVE]
    armour = next((item for item in items if item.category == DEFENSIVE), None)

    def sums(base: Ways, purpose: Literal["attack", "heal", "support"]) -> Ints:
        return table(
            functools.reduce(np.convolve, [ways(getattr(w, purpose)) for w in weapons], base)
        )

    def has_affinity(purpose: Literal["attack", "heal", "support", "evade"]) -> bool:
        helpful = [w for w in weapons if getattr(w, purpose) not in {NO_DICE, 0}]
        return any(AFFINITY[fighter.champion][w.category] for w in helpful)

    def factor(purpose: Literal["heal", "support", "evade"]) -> int:
        return 125 if has_affinity(purpose) else 100

    bonus = (sum(w.evade for w in weapons) * factor("evade") + 50) // 100
    need = EVADE_BASE[fighter.champion] + (max(0, armour.weight - 1) if armour else 0) - bonus
    return (
        fighter.champion,
        sums(ways(BASE_DICE[fighter.champion], critical=True), "attack"),
        table(ways(armour.defence if armour else NO_DICE)),
        table(ways((1, 20))),
        sums(ways((1, 20)), "heal"),
        sums(ways((1, 10)), "support"),
        25 if has_affinity("attack") else 0,
        factor("heal"),
        factor("support"),
        min(max(need, _LEAST_NEED), _MOST_NEED),
    )


def fight(sheets: Sheets, rows: Ints, health: Ints, orders: Orders, draws: Ints) -> Ints:
    """Play whole battles; return the health of all fighters afterwards, int32[battle..., place].

    Args:
        sheets: Values of the fighters.
        rows: int32[battle..., place]: row of `sheets` for the fighter in each place.
        health: int32[battle..., place]: health before the battle; 0 for an empty place.
        orders: Actions of the fighters in each turn.
        draws: int32[battle..., turn, place, purpose]: random quantile for each roll.
    """
    for turn in range(NUM_TURNS):
        now = Orders(
            orders.action[..., turn, :],
            orders.for_partner[..., turn, :],
            orders.wants[..., turn, :],
        )
        health = play_turn(sheets, rows, health, now, draws[..., turn, :, :])
    return health


def play_turn(sheets: Sheets, rows: Ints, health: Ints, orders: Orders, draws: Ints) -> Ints:
    """Play one turn of all battles (CH-5.16); return the health afterwards, int32[battle..., place].

    Args:
        sheets: Values of the fighters.
        rows: int32[battle..., place]: row of `sheets` for the fighter in each place.
        health: int32[battle..., place]: health before the turn; 0 for an empty place.
        orders: Actions of the fighters in this turn, each array without the axis of turns.
        draws: int32[battle..., place, purpose]: random quantile for each roll.
    """

    def roll(table: Ints, who: Ints, purpose: int) -> Ints:
        # A flat index: the beginning of the fighter's row, plus the quantile.
        shown: Ints = table.ravel()[who * table.shape[-1] + draws[..., purpose]]
        return shown

    # Fighters act at the same time within a turn: everything below is computed from `health` as it
    # was at the turn's beginning, and the dead are found at its end.
    sides = health.reshape(*health.shape[:-1], 2, 2).any(axis=-1)
    is_on = sides.all(axis=-1, keepdims=True)  # a battle that is over goes no further (CH-5.14)
    lives = (health > 0) & is_on
    has_partner = lives[..., _PARTNERS]
    action = np.where((orders.action == BOOST) & ~has_partner, GUARD, orders.action)  # CH-5.18
    is_for_partner = has_partner & orders.for_partner

    def received(amount: Ints, what: int) -> Ints:
        given = np.where(lives & (action == what), amount, 0)
        own: Ints = np.where(is_for_partner, 0, given)
        return own + (given - own)[..., _PARTNERS]

    support = (roll(sheets.support, rows, _BY_SUPPORT) * sheets.support_factor[rows] + 50) // 100
    boost = np.where(lives & (action == BOOST), support, 0)[..., _PARTNERS]
    guard = received(support, GUARD)
    healing = (roll(sheets.heal, rows, _BY_HEALING) + boost) * sheets.heal_factor[rows]
    healed = received((healing + 50) // 100, HEAL)

    # The other rival, place ^ 1, is the target if the wanted one is dead.
    target = np.where(np.take_along_axis(lives, orders.wants, -1), orders.wants, orders.wants ^ 1)
    them = np.take_along_axis(rows, target, -1)
    is_evading = np.take_along_axis(action, target, -1) == EVADE
    is_evaded = is_evading & (roll(sheets.evade, them, _BY_EVADING) >= sheets.need[them])
    net = roll(sheets.attack, rows, _BY_ATTACK) + boost - roll(sheets.defence, them, _BY_ARMOUR)
    factor = _factors(sheets, rows, lives, target) + sheets.edge[rows]
    damage = (np.maximum(net, 0) * factor + 50) // 100
    # Dice are rolled for every fighter, so that all arrays have one shape; here the rolls of those
    # who do not attack are dropped.
    damage[~lives | (action != ATTACK) | is_evaded] = 0
    # Both rivals may hit the same place: their damage is added up.
    suffered = sum(
        damage[..., rivals] * (target[..., rivals] == _PLACES)
        for rivals in (_FIRST_RIVALS, _SECOND_RIVALS)
    )
    after = health - np.maximum(suffered - guard, 0) + healed
    # Healing counts even for a fighter whose health would be 0 without it: damage and healing are
    # added up first.
    after = np.clip(after, 0, _MAX_HEALTH[sheets.champion[rows]])
    now: Ints = np.where(lives, after, health)
    return now


def _factors(sheets: Sheets, rows: Ints, lives: Bools, target: npt.NDArray[np.int64]) -> Ints:
    """Return the factor of each attack's damage in hundredths, int32[battle..., place].

    It follows from the types of attacker and target (CH-5.21 to CH-5.24).

    Args:
        sheets: Values of the fighters.
        rows: Row of `sheets` for the fighter in each place.
        lives: Whether the fighter in each place is alive.
        target: Place of the fighter that each fighter attacks.
    """
    types = sheets.champion[rows]
    heals = lives & (types == HEALER)
    has_healer = heals | heals[..., _PARTNERS]
    is_passive_on = has_healer & ~has_healer[..., _RIVALS]
    is_passive_against = is_passive_on[..., _RIVALS]
    theirs = np.take_along_axis(types, target, -1)

    def is_strong(one: Ints, other: Ints, own_on: Bools, other_on: Bools) -> Bools:
        lifted = np.where(own_on & (one != HEALER), one != other, _STRONG[one, other])
        return lifted & ~other_on

    strong = is_strong(types, theirs, is_passive_on, is_passive_against)
    weak = is_strong(theirs, types, is_passive_against, is_passive_on)
    factor: Ints = 100 + 25 * strong.astype(np.int32) - 20 * weak
    return factor
