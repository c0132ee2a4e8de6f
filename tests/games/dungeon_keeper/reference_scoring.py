"""Scores and placements of the plain reference (DK-7.3, DK-7.4)."""

from __future__ import annotations

from tests.games.dungeon_keeper.reference_tables import KINDS
from tests.games.dungeon_keeper.reference_world import World

__all__ = ["result", "score"]


def score(w: World, number: int) -> int:
    """DK-7.3."""
    seat = w.seats[number]
    if not seat.alive:
        return 0
    own = [building for building in w.buildings.values() if building.owner == number]
    points = sum(2 * building.hp for building in own if building.kind == "altar")
    points += 3 * seat.altar_damage
    points += sum(20 * building.level for building in own if building.kind == "source")
    points += sum(KINDS[unit.kind].value + 10 * len(unit.artifacts) for unit in w.owned(number))
    points += 10 * sum(seat.store.values()) + 10 * len(seat.runes)
    stocks = seat.stocks
    return (
        points + (stocks["gold"] + stocks["iron"] + stocks["mana"] + 10 * stocks["taldear"]) // 10
    )


def result(w: World) -> dict[str, list[int]]:
    """DK-7.4."""
    scores = [score(w, number) for number in range(len(w.seats))]
    standing = [
        (1, its, 0) if seat.alive else (0, 0, seat.eliminated_order)
        for seat, its in zip(w.seats, scores, strict=True)
    ]
    placements = [1 + sum(other > own for other in standing) for own in standing]
    return {"placements": placements, "scores": scores}
