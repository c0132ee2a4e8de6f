"""Facts on what changes the course of a match: seats out, Sources, Hero, waning Altars, upkeep, leads, alliances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.core.scene import Span
from referee.core.story import as_headline
from referee.core.view import Fields
from referee.games.dungeon_keeper.rules.board.units import owner_of_id
from referee.games.dungeon_keeper.tables import LIGHT, NEUTRAL, Building
from referee.games.dungeon_keeper.view.battles import side_text
from referee.games.dungeon_keeper.view.belief import Belief, Place
from referee.games.dungeon_keeper.view.board import building_of
from referee.games.dungeon_keeper.view.deeds import Deeds
from referee.games.dungeon_keeper.view.fact import Fact
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.words import (
    Piece,
    counted,
    distance,
    joined,
    kinds_text,
    line_of,
    number,
    plural,
    sentence_of,
    value_of,
    where,
)

__all__ = ["points_of", "turning_facts", "units_of"]

_ORDINALS = (
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
)
_FEW = 2
"""Number of units up to which a sentence names each unit."""
_NEAR = 5
"""Fighters count as near an Altar up to this distance, in cells."""


def turning_facts(
    deeds: Deeds, sight: DungeonSight, out: Sequence[int], names: Sequence[Span]
) -> Iterator[Fact]:
    """Yield the facts that change the course of the match.

    Args:
        deeds: Everything that happened in the step, added up.
        sight: What the viewer knows.
        out: Seats that went out in this step.
        names: Name of each seat, in its style.
    """
    belief = sight.belief
    if belief is None:
        return
    for kind, body in deeds.whole:
        match kind:
            case "eliminated":
                yield _fall_fact(body["seat"], deeds, sight, names)
            case "captured" if body["new"] != NEUTRAL:
                yield _capture_fact(body, belief, names)
            case "hero_appeared":
                there = where(_spot(body.get("hero")), belief, names)
                line = sentence_of("the Hero and his gnome come out of a portal", *there)
                yield Fact(85, line, line_of("The Hero arrives", *there), True)
            case "hero_died":
                line = sentence_of(
                    "the Hero is dead", *where(_spot(body.get("hero")), belief, names)
                )
                yield Fact(86, line, line_of("The Hero is dead"), True)
            case "controlled":
                unit = body["unit"]["unit"]
                owner = owner_of_id(unit)
                whom = side_text(owner, Counter([sight.names.units.get(unit, "unit")]), names)
                pieces: list[Piece] = [names[body["seat"]], " subjugates ", *whom]
                yield Fact(57, sentence_of(*pieces, " for this turn"), line_of(*pieces))
            case "altars_waned":
                yield _waning_fact(body["hp"])
            case "alliance_changed":
                one, other = names[body["seat"]], names[body["other"]]
                verb = (
                    " offers an alliance to " if body["is_declared"] else " ends its alliance with "
                )
                yield Fact(56, sentence_of(one, verb, other), line_of(one, verb, other), True)
            case "match_end":
                yield _end_fact(body, names)
    yield from _upkeep_facts(deeds, sight, out, names)
    yield from _lead_facts(sight, names)
    yield from _near_facts(deeds, sight, names)
    yield from _minor_facts(deeds, out, names)


def _minor_facts(deeds: Deeds, out: Sequence[int], names: Sequence[Span]) -> Iterator[Fact]:
    """Yield facts on units slowed by towers, and on items that were dropped.

    Args:
        deeds: Events of the step.
        out: Seats that went out in it, whose items are not mentioned.
        names: Name of each seat.
    """
    for seat, count in sorted(deeds.slowed.items()):
        whose: Piece = names[seat] if seat >= 0 else "the light side"
        units = "unit" if count == 1 else "units"
        line = sentence_of(f"slowing towers hold up {number(count)} {units} of ", whose)
        yield Fact(12, line, line_of("Slowing towers hold up ", whose))
    # The things of a seat that is out are less interesting than its fall.
    if deeds.dropped and not out:
        count = sum(deeds.dropped.values())
        text = kinds_text(deeds.dropped) if len(deeds.dropped) <= 2 else f"{number(count)} items"
        line = sentence_of(f"{text} now {'lies' if count == 1 else 'lie'} on the ground")
        yield Fact(33, line, as_headline(line))


def units_of(belief: Belief | None, seat: int) -> int | None:
    """Return how many units a seat owns; None if the viewer does not know it."""
    if belief is None or not belief.seats.get(seat, {}).get("holdings") or not belief.rows:
        return None
    return sum(1 for told in belief.units.values() if told["owner"] == seat)


def points_of(belief: Belief | None, seat: int) -> int | None:
    """Return a seat's score; None if the viewer does not know it."""
    have = None if belief is None else belief.seats.get(seat, {}).get("holdings")
    return int(have["score"]) if have else None


def _spot(unit: Fields | None) -> Place | None:
    return (unit["row"], unit["col"]) if unit and "row" in unit else None


def _fall_fact(seat: int, deeds: Deeds, sight: DungeonSight, names: Sequence[Span]) -> Fact:
    """Return the fact that a seat is out, with the reason, and what happens to its units and Sources (DK-5.28)."""
    fall = sight.past.falls[seat]
    name = names[seat]
    cause: tuple[Piece, ...] = ("the Hero destroys its Altar",)
    if fall.has_waned:
        cause = ("its Altar has waned away",)
    elif fall.by == seat:
        cause = ("it destroys its own Altar",)
    elif fall.by is not None:
        cause = (names[fall.by], " destroys its Altar")
    # Under fog others see only some of its units and Sources go.
    is_known = not sight.config.get("fog_of_war") or points_of(sight.past.before, seat) is not None
    units = sum(deeds.vanished.get(seat, {}).values())
    freed = sum(
        kind == "captured" and body["old"] == seat and body["new"] == NEUTRAL
        for kind, body in deeds.whole
    )
    losses = []
    if units:
        losses.append(
            "its last unit vanishes" if units == 1 else f"its {number(units)} units vanish"
        )
    if freed:
        sources = "Source belongs" if freed == 1 else f"{number(freed)} Sources belong"
        losses.append(f"its {sources} to nobody now")
    rest = f": {joined(losses)}" if losses and is_known else ""
    line = sentence_of(name, " is out, as ", *cause, rest)
    by: tuple[Piece, ...] = (": ", *cause)
    return Fact(95, line, line_of(name, " is out", *by), True)


def _capture_fact(body: Fields, belief: Belief, names: Sequence[Span]) -> Fact:
    place = _spot(body.get("cell"))
    old, new = body["old"], names[body["new"]]
    there = where(place, belief, names)
    is_centre = place is not None and place == (len(belief.rows) // 2,) * 2
    what: tuple[Piece, ...] = ("the centre Source",) if is_centre else ("a Source", *there)
    owner: tuple[Piece, ...] = () if old == NEUTRAL else (" from ", names[old])
    pieces: list[Piece] = [new, " captures ", *what, *owner]
    headline = line_of(*pieces)
    if points_of(belief, body["new"]) is not None:
        held = sum(
            each["owner"] == body["new"] and building_of(each) is Building.SOURCE
            for each in belief.buildings.values()
        )
        if 1 < held < len(_ORDINALS):
            pieces.append(f", its {_ORDINALS[held]}")
    told = None if place is None else belief.buildings.get(place)
    if told is not None:
        pieces.append(f": {told['level']} more mana each turn")
    return Fact(75, sentence_of(*pieces), headline, True)


def _waning_fact(hp: int) -> Fact:
    points = f"{hp} hit point{'' if hp == 1 else 's'}"
    if hp == 1:  # as they begin (DK-7.5)
        line = sentence_of(f"the Altars begin to wane: each loses {points}, and more every round")
        return Fact(88, line, line_of("The Altars begin to wane"), True)
    line = sentence_of(f"the Altars wane: each loses {points}")
    return Fact(30, line, line_of(f"The Altars wane by {points}"))


def _end_fact(body: Fields, names: Sequence[Span]) -> Fact:
    scores = body["scores"]
    winners = [seat for seat, place in enumerate(body["placements"]) if place == 1]
    if len(winners) > 1:
        who: list[Piece] = [names[winners[0]]]
        for seat in winners[1:-1]:
            who += [", ", names[seat]]
        who += [" and ", names[winners[-1]]]
        share = (*who, " share the first place")
        line = sentence_of("the match is over: ", *share, f" with {scores[winners[0]]} points each")
        return Fact(100, line, line_of(*share), True)
    (winner,) = winners
    others = [str(score) for seat, score in enumerate(scores) if seat != winner and score]
    against = f" with {scores[winner]} points to {joined(others)}" if others else ""
    tail = against or ", as its Altar is the last"
    line = sentence_of("the match is over: ", names[winner], f" wins{tail}")
    return Fact(100, line, line_of(names[winner], f" wins{against}"), True)


def _upkeep_facts(
    deeds: Deeds, sight: DungeonSight, out: Sequence[int], names: Sequence[Span]
) -> Iterator[Fact]:
    """Yield facts on units that vanished because their owner could not pay for them (DK-5.3).

    Args:
        deeds: Events of the step.
        sight: What the viewer sees.
        out: Seats that went out in it, which get no fact.
        names: Name of each seat.
    """
    for owner, kinds in deeds.vanished.items():
        if owner == LIGHT or owner in out:
            continue
        count = sum(kinds.values())
        now = units_of(sight.belief, owner)
        many = f"{number(count)} unit{'' if count == 1 else 's'}"
        if now is None:
            fate = f"at least {kinds_text(kinds)} {'vanishes' if count == 1 else 'vanish'}"
        elif count == 1:
            fate = f"{kinds_text(kinds)} vanishes"
        elif not now:
            fate = "all its units vanish"
        elif count == _FEW:
            fate = f"{kinds_text(kinds)} vanish"
        else:
            kind = max(kinds, key=lambda each: (value_of(each), each))
            among = (
                f"all of them {plural(kind)}"
                if len(kinds) == 1
                else (f"{counted(kinds[kind], kind)} among them")
            )
            fate = f"{number(count)} of its {number(count + now)} units vanish, {among}"
        name = names[owner]
        weight = min(58 + 3 * count, 84)
        line = sentence_of(name, " cannot pay the upkeep: ", fate)
        yield Fact(weight, line, line_of(name, f" loses {many} to upkeep"), count >= 3)


def _lead_facts(sight: DungeonSight, names: Sequence[Span]) -> Iterator[Fact]:
    leader = sight.past.leader
    if leader is None or leader == sight.past.old_leader or sight.belief is None:
        return
    points = points_of(sight.belief, leader)
    rest = [
        score
        for seat, told in sight.belief.seats.items()
        if seat != leader and told["alive"] and (score := points_of(sight.belief, seat)) is not None
    ]
    if points is None or not rest:
        return
    line = sentence_of(names[leader], f" takes the lead with {points} points to {max(rest)}")
    yield Fact(70, line, line_of(names[leader], f" takes the lead, {points} to {max(rest)}"), True)


def _near_facts(deeds: Deeds, sight: DungeonSight, names: Sequence[Span]) -> Iterator[Fact]:
    """Yield facts on the Hero or a seat's fighters that come near another seat's Altar, when none was near before."""
    belief, before = sight.belief, sight.past.before
    if belief is None or before is None:
        return
    for owner, units in sorted(deeds.moved.items()):
        for altar, told in belief.buildings.items():
            if told["owner"] == owner or building_of(told) is not Building.ALTAR:
                continue
            now = [unit for unit in units if unit in belief.units]
            near = [unit for unit in now if _is_near(belief, unit, altar)]
            if not near or any(
                there["owner"] == owner and _is_near(before, unit, altar)
                for unit, there in before.units.items()
            ):
                continue
            kinds = Counter(sight.names.units.get(unit, "unit") for unit in near)
            far = min(distance(_spot(belief.units[unit]) or altar, altar) for unit in near)
            cells = "one cell" if far == 1 else f"{number(far)} cells"
            who = side_text(owner, kinds, names)
            verb = " is " if len(near) == 1 else " are "
            pieces = (*who, verb, f"{cells} from ", names[told["owner"]], "'s Altar")
            start = ("The Hero is",) if owner == LIGHT else (names[owner], "'s fighters are")
            head = line_of(*start, f" {cells} from ", names[told["owner"]], "'s Altar")
            yield Fact(62, sentence_of(*pieces), head)


def _is_near(belief: Belief, unit: int, altar: Place) -> bool:
    """Return whether a unit is within 5 cells of an Altar; False for workers (imps) and the gnome."""
    told = belief.units[unit]
    is_worker = told["kind"].endswith(("_IMP", "_GNOME"))
    return not is_worker and distance((told["row"], told["col"]), altar) <= _NEAR
