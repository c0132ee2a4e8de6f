"""Plans of a pair of champions in a battle (CH-9.3)."""

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
    """Actions of one champion in a battle."""

    champion: int
    actions: tuple[int, ...] = ALL
    for_partner: bool = False
    """Whether its healing is for the partner."""
    prefs: tuple[int, ...] = DEFAULT_PREFS


Pair = tuple[int, ...]
"""One or two champions, the lower type first."""
Side = tuple[Plan, ...]
"""Plans of a pair."""


class Team(NamedTuple):
    """A seat's champions."""

    health: tuple[int, ...]
    """By type; 0 is dead."""
    kinds: tuple[tuple[int, ...], ...]
    """Kinds of the items that each holds."""

    @property
    def living(self) -> list[int]:
        """Types that live."""
        return [champion for champion in range(NUM_TYPES) if self.health[champion] > 0]


FAINT = 15
"""Champions below this health may evade (CH-9.3)."""
HEALTHIEST_WEIGHT = 3
"""How much likelier than any other a rival's two healthiest champions are."""


def pairs_of(team: Team) -> list[Pair]:
    """Return pairs that may fight together: any two living champions, or the only one."""
    living = team.living
    return list(itertools.combinations(living, min(2, len(living))))


def strength_first(champion: int) -> tuple[int, ...]:
    """Return the order of targets: types that it is strong against first, types that are strong against it last (CH-5.20)."""

    def rank(other: int) -> int:
        return STRONG[other][champion] - STRONG[champion][other]

    return tuple(sorted(DEFAULT_PREFS, key=rank))


def sides_of(pair: Pair, team: Team, rivals: Team) -> list[Side]:
    """Return plans of a pair: attack all the time, or heal, boost or evade with one of them."""
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
    """Return actions that a champion may choose instead of attacking all the time."""
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
    """Return plans that a rival may choose, with weights in proportion to their probabilities.

    A rival may send any pair, most likely its two healthiest. Each attacks by strength or by the default list, or its
    Healer boosts.
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
