"""The heaviest fight of a step of Dungeon Keeper as two sides, each with its units and remaining hit points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from referee.core.scene import Bar, Delta, Line, Lines, Mark, Shape, Span, Style, Versus, place
from referee.games.dungeon_keeper.view.battles import middle_of
from referee.games.dungeon_keeper.view.deeds import Deeds, Fight
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.words import kinds_text, line_of, value_of, where

__all__ = ["fight_mark", "fight_part"]


_BATTLE = 5
"""Number of units and towers in a fight from which on it is marked on the board."""


def fight_mark(deeds: Deeds) -> Mark | None:
    """Return a mark around the heaviest fight of a step; None if fewer than five units and towers took part."""
    fight = _heaviest(deeds)
    if fight is None or len(fight.attackers) + len(fight.targets) < _BATTLE:
        return None
    spot = middle_of(fight.places)
    return None if spot is None else Mark(Shape.RING, (place(*spot),), Style.STRONG, "battle")


def fight_part(deeds: Deeds, sight: DungeonSight, names: Sequence[Span]) -> Versus | None:
    """Return the heaviest fight of a step as two sides with their remaining hit points; None without a fight."""
    fight = _heaviest(deeds)
    if sight.belief is None or fight is None:
        return None
    belief = sight.belief
    there = line_of(*where(middle_of(fight.places), belief, names))
    title = f"fight{there[0].text}" if there and len(there) == 1 else "fight"
    attackers = {unit: kind for unit, kind in fight.attackers.items() if isinstance(unit, int)}
    kinds, other_kinds = fight.attackers.values(), fight.targets.values()
    left = _side_lines(fight.side, kinds, attackers, fight.lost, sight, names, "attacks")
    right = _side_lines(
        fight.other, other_kinds, fight.targets, fight.felled, sight, names, "defends"
    )
    damage = Span(f"damage {fight.dealt} : {fight.taken}", Style.STRONG)
    return Versus("fight", title, left, right, ((damage,),))


def _heaviest(deeds: Deeds) -> Fight | None:
    """Return the fight whose units, of both sides together, have the highest sum of score values.

    Only fights of two different sides count, both of them known; None if there is none.
    """
    fights = [
        fight
        for fight in deeds.fights.values()
        if fight.side is not None and fight.side != fight.other
    ]
    return max(fights, key=_size) if fights else None


def _size(fight: Fight) -> int:
    return sum(map(value_of, fight.attackers.values())) + sum(map(value_of, fight.targets.values()))


def _side_lines(
    side: int | None,
    kinds: Iterable[str],
    units: Collection[int],
    lost: Counter[str],
    sight: DungeonSight,
    names: Sequence[Span],
    key: str,
) -> Lines:
    belief, before = sight.belief, sight.past.before
    assert belief is not None
    is_light = side is None or side < 0
    title = "the light side" if is_light else names[side or 0].text
    lines: list[Line] = [(Span(kinds_text(Counter(kinds))),)]
    now = [belief.units[unit] for unit in units if unit in belief.units]
    if now:
        hp = sum(told["hp"] for told in now)
        most = sum(max(told["max_hp"], told["hp"]) for told in now)
        spans = [Span("hit points "), Span(f"{hp}/{most}", measure=Bar(hp, max(most, 1)))]
        if before is not None:
            then = {unit: told["hp"] for unit, told in before.units.items() if unit in units}
            change = sum(told["hp"] - then.get(told["id"], told["hp"]) for told in now)
            if change:
                spans.append(Span(f" {change:+}", Style.BAD, "", Delta(change)))
        lines.append(tuple(spans))
    if lost:
        lines.append((Span(f"lost {kinds_text(lost)}", Style.BAD),))
    return Lines(key, title, tuple(lines))
