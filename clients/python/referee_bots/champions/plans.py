"""Plans for a pair of champions in a battle of Champions (CH-9.3)."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from gamereferee.games.champions.v1.tables import (
    DEFAULT_PREFS,
    NUM_TURNS,
    NUM_TYPES,
    STRONG,
    BattleAction,
    ChampionType,
)

__all__ = ["Pair", "Plan", "Side", "Team", "likely_sides", "pairs_of", "sides_of", "strength_first"]

ALL = (BattleAction.ATTACK,) * NUM_TURNS


class Plan(NamedTuple):
    """Actions of one champion in all turns of a battle, and the targets that it prefers."""

    champion: int
    actions: tuple[int, ...] = ALL
    for_partner: bool = False
    """Whether the champion's healing is for its partner and not for itself."""
    prefs: tuple[int, ...] = DEFAULT_PREFS


Pair = tuple[int, ...]
"""Types of one or two champions that fight together, the lower type first."""
Side = tuple[Plan, ...]
"""Plans of the champions of a pair."""


class Team(NamedTuple):
    """Champions of one seat: their health and items."""

    health: tuple[int, ...]
    """Health of each champion, by type; 0 means dead."""
    kinds: tuple[tuple[int, ...], ...]
    """Kinds of the items that each champion holds, by type of the champion."""

    @property
    def living(self) -> list[int]:
        """Types of the champions that are alive, ascending."""
        return [champion for champion in range(NUM_TYPES) if self.health[champion] > 0]


FAINT = 15
"""Health points; a champion with less may evade for the whole battle (CH-9.3)."""
HEALTHIEST_WEIGHT = 3
"""How many times likelier a rival's two healthiest champions are than any other pair."""


def pairs_of(team: Team) -> list[Pair]:
    """Return the pairs of champions in `team` that may fight together.

    A pair is any two living champions, or the only one.
    """
    living = team.living
    return list(itertools.combinations(living, min(2, len(living))))


def strength_first(champion: int) -> tuple[int, ...]:
    """Return the order in which a champion prefers targets (CH-5.20).

    Types that it is strong against come first, types that are strong against it last.
    """

    def rank(other: int) -> int:
        return STRONG[other][champion] - STRONG[champion][other]

    return tuple(sorted(DEFAULT_PREFS, key=rank))


def sides_of(pair: Pair, team: Team, rivals: Team) -> list[Side]:
    """Return plans for a pair: both always attack, or one heals, evades or strengthens the other.

    Args:
        pair: Types of the one or two champions.
        team: Champions of the own seat.
        rivals: Champions of the opposing seat.
    """
    weakest = tuple(sorted(DEFAULT_PREFS, key=lambda champion: rivals.health[champion]))
    sides: list[Side] = []
    for by_strength in (True, False):
        plain = tuple(
            Plan(champion, prefs=strength_first(champion) if by_strength else weakest)
            for champion in pair
        )
        sides.append(plain)
        for place, plan in enumerate(plain):
            others = _instead(plan, team, has_partner=len(pair) > 1)
            sides += [(*plain[:place], other, *plain[place + 1 :]) for other in others]
    return sides


def _instead(plan: Plan, team: Team, *, has_partner: bool) -> list[Plan]:
    """Return plans that a champion may follow instead of always attacking.

    Args:
        plan: The champion's plan to attack in all turns.
        team: Champions of its seat.
        has_partner: Whether the champion fights in a pair.
    """
    others = []
    if plan.champion == ChampionType.HEALER and has_partner:
        for helpful, for_partner in (
            (BattleAction.BOOST, True),
            (BattleAction.HEAL, True),
            (BattleAction.HEAL, False),
        ):
            later = (BattleAction.ATTACK, *[helpful] * (NUM_TURNS - 1))
            others.append(plan._replace(actions=later, for_partner=for_partner))
    if team.health[plan.champion] < FAINT:
        others.append(plan._replace(actions=(BattleAction.EVADE,) * NUM_TURNS))
    return others


def likely_sides(team: Team) -> tuple[list[Side], list[int]]:
    """Return plans that a rival with the champions `team` may choose, with their weights.

    Weights are in proportion to the plans' probabilities. A rival may send any pair, most likely
    its two healthiest champions. Both attack, by the types that they are strong against or in the
    default order of targets, or the Healer boosts its partner's attacks.
    """
    sides: list[Side] = []
    weights = []
    healthiest = sorted(team.living, key=lambda champion: -team.health[champion])[:2]
    for pair in pairs_of(team):
        plain = tuple(Plan(champion, prefs=strength_first(champion)) for champion in pair)
        likely: list[Side] = [plain, tuple(Plan(champion) for champion in pair)]
        if ChampionType.HEALER in pair and len(pair) > 1:
            boost = (BattleAction.ATTACK, *[BattleAction.BOOST] * (NUM_TURNS - 1))
            likely.append(
                tuple(
                    p._replace(actions=boost) if p.champion == ChampionType.HEALER else p
                    for p in plain
                )
            )
        sides += likely
        weight = HEALTHIEST_WEIGHT if set(pair) == set(healthiest) else 1
        weights += [weight] * len(likely)
    return sides, weights
