"""Exact odds of each split of points into sword and shield, against a rival who plays every setting equally often.

The rival spends all points, and every split and location is equally likely. The seat itself puts all points into sword
and shield, at any locations, since no location is better than another. Whether a blow slays depends on both lives: a
rival with priority strikes first, and a seat that is slain by that blow does not strike back (SW-5.5). What the rival
has set so far is not taken into account.
"""

from __future__ import annotations

import collections
import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.core.scene import Column, Line, Row, SceneTable, Span, Style
from referee.core.view import Fields
from referee.games.duel_view import percent

__all__ = ["MAX_POWER", "Case", "cases", "odds_table"]

MAX_POWER = 20
"""Largest number of points a round for which the odds are computed; more would take too long."""
_RULES = ("power", "priority", "locations", "guard_on", "guard_off")
_NAME_WIDTH = 12
"""Number of characters to which a player's name is cut in the heading of a column."""


class Case(NamedTuple):
    """A possible result of a round for a seat that puts no point into priority."""

    dealt: int
    """Sword points of the seat's own blow that the rival's shield does not stop."""
    taken: int
    """Sword points of the rival's blow that the seat's shield does not stop."""
    is_second: bool
    """Whether the rival strikes first."""


def odds_table(
    config: Fields, life: Sequence[int] | None, players: tuple[str, ...]
) -> SceneTable | None:
    """Return the odds table with a row for each split of points into sword and shield.

    Returns None if the lives are not known, or a round has more than 20 points.

    Args:
        config: The Config message of the match.
        life: Life of both seats; None if it is not known, or the match is over.
        players: Names of the players, by seat.
    """
    power = config["power"]
    if life is None or power > MAX_POWER:
        return None
    rules = tuple(int(config[name]) for name in _RULES)
    return _table(rules, (min(life[0], power + 1), min(life[1], power + 1)), players)


@functools.lru_cache(maxsize=256)
def cases(rules: tuple[int, ...], sword: int) -> Mapping[Case, int]:
    """Return the possible results of a round with `sword` points in the sword, and all others in the shield.

    Args:
        rules: `power`, `priority` (0 or 1), `locations`, `guard_on`, `guard_off` of the config.
        sword: Points in the sword, from 0 to `power`.

    Returns:
        For each case, in how many equally likely ways the rival's setting and the locations of both lead to it.
    """
    power, has_priority, locations, guard_on, guard_off = rules
    counted: dict[Case, int] = collections.defaultdict(int)
    for first in range(power + 1 if has_priority else 1):
        # All splits of the rival, each equally often; locations are counted by `_blows`.
        for their_sword in range(power - first + 1):
            their_shield = power - first - their_sword
            for dealt, times in _blows(sword, their_shield, locations, guard_on, guard_off):
                blows = _blows(their_sword, power - sword, locations, guard_on, guard_off)
                for taken, each in blows:
                    counted[Case(dealt, taken, first > 0)] += times * each
    return counted


def _blows(
    sword: int, shield: int, locations: int, guard_on: int, guard_off: int
) -> tuple[tuple[int, int], ...]:
    """Return the two possible results of a blow against a shield (SW-5.4).

    A result is the number of points that the shield does not stop, and the number of locations of
    the shield that lead to this result. The first result is that of sword and shield in the same
    place, the second that of different places.

    Args:
        sword: Points in the sword.
        shield: Points in the rival's shield.
        locations: Number of places that a sword can strike.
        guard_on: Sword points that each point of shield stops in the same place.
        guard_off: Number of points of shield that stop one sword point in another place; 0 if a shield
            elsewhere stops nothing.
    """
    # Division rounded up.
    elsewhere = -(-shield // guard_off) if guard_off else 0
    return (
        (max(0, sword - guard_on * shield), 1),
        (max(0, sword - elsewhere), locations - 1),
    )


@functools.lru_cache(maxsize=1024)
def _table(rules: tuple[int, ...], life: tuple[int, int], players: tuple[str, ...]) -> SceneTable:
    columns = (
        Column("sword"),
        Column("shield", is_number=True),
        Column("deals", is_number=True),
        Column("takes", is_number=True),
        *(Column(f"{name[:_NAME_WIDTH]} slays", is_number=True) for name in players),
    )
    power = rules[0]
    rows = []
    for sword in range(power, -1, -1):
        found = cases(rules, sword)
        shares = [_slaying(found, *lives) for lives in (life, life[::-1])]
        slays = ((Span(percent(share), Style.TEXT if share else Style.FAINT),) for share in shares)
        rows.append(Row(f"sword {sword}", (*_split(rules, sword), *slays)))
    title = "odds of the choice, against a rival who plays evenly"
    return SceneTable("odds", title, columns, tuple(rows), is_minor=True)


@functools.lru_cache(maxsize=256)
def _split(rules: tuple[int, ...], sword: int) -> tuple[Line, ...]:
    found = cases(rules, sword)
    total = sum(found.values())
    deals = sum(case.dealt * times for case, times in found.items()) / total
    takes = sum(case.taken * times for case, times in found.items()) / total
    return (
        (Span(str(sword), Style.STRONG),),
        (Span(str(rules[0] - sword)),),
        (Span(f"{deals:.2f}", Style.GOOD if deals > takes else Style.TEXT),),
        (Span(f"{takes:.2f}", Style.BAD if takes > deals else Style.TEXT),),
    )


def _slaying(found: Mapping[Case, int], own: int, rival: int) -> float:
    """Return the chance that a seat with life `own` slays a rival with life `rival`; 0 if either life is 0.

    `found` has the number of ways that lead to each possible result of the round.
    """
    if not (own and rival):
        return 0.0
    slays = sum(
        times
        for (dealt, taken, is_second), times in found.items()
        if dealt >= rival and not (is_second and taken >= own)
    )
    return slays / sum(found.values())
