"""Events of Dungeon Keeper that are marked on the match's timeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.scene import Flag, FlagKind
from referee.core.view import Fields
from referee.games.dungeon_keeper.tables import LIGHT, NEUTRAL
from referee.games.dungeon_keeper.view.belief import Belief
from referee.games.dungeon_keeper.view.deeds import Deeds
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.words import kinds_text, number, value_of

__all__ = ["flags_of"]

_MANY = 3
"""One seat's loss of units to unpaid upkeep is marked if at least this many vanish in a step."""
_BATTLE = 60
"""Fights are marked from this sum of the dead units' score values (DK-3.7) on."""
_ARMY = 5
"""Upgrades of one seat's units in a step are marked from this many units on."""
_LEVELS = (100, 50)
"""Hit points of an Altar, 100 at the start; a drop below one of these values is marked."""


def flags_of(deeds: Deeds, sight: DungeonSight) -> Iterator[Flag]:
    """Yield the marks of a step on the timeline.

    Args:
        deeds: Everything that happened in the step, added up.
        sight: What the viewer knows.
    """
    names = sight.players
    for kind, body in deeds.whole:
        match kind:
            case "eliminated":
                seat = body["seat"]
                fall = sight.past.falls.get(seat)
                by = "" if body.get("by") is None else f", felled by {names[body['by']]}"
                if fall is not None and fall.has_waned:
                    by = ": its Altar has waned away"
                yield Flag(
                    FlagKind.ELIMINATION, f"{names[seat]} is out{by}", seat, f"{names[seat]} out", 3
                )
            case "hero_appeared":
                yield Flag(FlagKind.START, "the Hero comes out of a portal", None, "the Hero", 2)
            case "hero_died":
                yield Flag(FlagKind.DEATH, "the Hero is dead", None, "Hero dead", 2)
            case "captured" if body["new"] != NEUTRAL:
                yield _capture(body, sight)
            case "altars_waned" if body["hp"] == 1:  # it begins with one hit point (DK-7.5)
                yield Flag(FlagKind.START, "the Altars begin to wane", None, "waning", 2)
    out = [body["seat"] for kind, body in deeds.whole if kind == "eliminated"]
    for owner, vanished in deeds.vanished.items():
        count = sum(vanished.values())
        if owner != LIGHT and owner not in out and count >= _MANY:
            text = f"{names[owner]} loses {number(count)} units to upkeep"
            yield Flag(FlagKind.DEATH, text, owner, "upkeep", 2)
    yield from _altars(deeds, sight, out)
    yield from _battles(deeds)
    for seat, works in sorted(deeds.works.items()):
        raised = Counter[str]()
        for (kind, *what), amount in works.items():
            if kind == "upgraded":
                raised[what[1]] += amount
            if kind == "rune installed":
                text = f"{names[seat]} sets the rune of {what[0]} into its Altar"
                yield Flag(FlagKind.LEVEL, text, seat, f"rune of {what[0]}", 1)
        if sum(raised.values()) >= _ARMY:
            text = f"{names[seat]} raises {kinds_text(raised)}"
            yield Flag(FlagKind.START, text, seat, "army", 1)
    leader, old = sight.past.leader, sight.past.old_leader
    if leader is not None and old is not None and leader != old:
        yield Flag(
            FlagKind.LEVEL, f"{names[leader]} takes the lead", leader, f"{names[leader]} leads", 2
        )


def _capture(body: Fields, sight: DungeonSight) -> Flag:
    names, cell, belief = sight.players, body.get("cell"), sight.belief
    seat, old = body["new"], body["old"]
    middle = 0 if belief is None else len(belief.rows) // 2
    is_centre = bool(middle and cell and (cell["row"], cell["col"]) == (middle, middle))
    label = "centre Source" if is_centre else "Source"
    source = "the centre Source" if is_centre else "a Source"
    whose = "" if old == NEUTRAL else f" from {names[old]}"
    weight = 2 if is_centre or old != NEUTRAL else 1
    return Flag(FlagKind.LEVEL, f"{names[seat]} captures {source}{whose}", seat, label, weight)


def _altars(deeds: Deeds, sight: DungeonSight, out: list[int]) -> Iterator[Flag]:
    """Yield a mark for each Altar that in this step lost its first hit points, or fell below half.

    Args:
        deeds: Events of the step.
        sight: What the viewer sees.
        out: Seats that are out by now, whose Altars get no mark.
    """
    for owner in sorted({owner for _, owner, kind in deeds.blows if kind == "altar"}):
        before, now = _mark(sight.past.before, owner), _mark(sight.belief, owner)
        if before is None or now is None or owner in out:
            continue
        for level in _LEVELS:
            if now < level <= before:
                name = sight.players[owner]
                text = (
                    f"{name}'s Altar is {'attacked' if level == _LEVELS[0] else 'half destroyed'}"
                )
                yield Flag(FlagKind.START, text, owner, f"{name}'s Altar", 2)
                break


def _mark(belief: Belief | None, seat: int) -> int | None:
    """Return the lowest hit points that a seat's Altar has ever had, so that repairs do not count.

    None if the Altar is not in sight.
    """
    if belief is not None:
        for place, told in belief.buildings.items():
            if told["owner"] == seat and told["kind"].endswith("_ALTAR"):
                return int(told.get("low_mark") or told["hp"]) if belief.has(place) else None
    return None


def _battles(deeds: Deeds) -> Iterator[Flag]:
    fallen: Counter[str] = Counter()
    for fight in deeds.fights.values():
        fallen += fight.felled + fight.lost
    if sum(value_of(kind) * count for kind, count in fallen.items()) >= _BATTLE:
        count = sum(fallen.values())
        text = f"{number(count)} unit{' falls' if count == 1 else 's fall'} in a fight"
        yield Flag(FlagKind.DEATH, text, None, "battle", 2)
