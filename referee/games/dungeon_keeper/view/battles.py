"""Fights of a step of Dungeon Keeper as sentences: which units struck which, where, and which died."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.core.scene import Line, Span
from referee.games.dungeon_keeper.tables import BUILDINGS, LIGHT, NEUTRAL, Building
from referee.games.dungeon_keeper.view.belief import Belief, Place
from referee.games.dungeon_keeper.view.deeds import Blow, Deeds, Fight
from referee.games.dungeon_keeper.view.fact import Fact
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.words import (
    Piece,
    counted,
    kinds_text,
    line_of,
    number,
    owned_text,
    plural,
    sentence_of,
    value_of,
    where,
)

__all__ = ["altar_of", "battle_facts", "middle_of", "side_text"]

_FULL = BUILDINGS[Building.ALTAR].hp


def battle_facts(
    deeds: Deeds, sight: DungeonSight, out: Sequence[int], names: Sequence[Span]
) -> Iterator[Fact]:
    """Yield facts on blows at Altars and other buildings, on fights, and on damage by fire and poison.

    Args:
        deeds: Everything that happened in the step, added up.
        sight: What the viewer knows.
        out: Seats that went out in this step; the loss of their buildings is reported by another
            fact.
        names: Name of each seat, in its style.
    """
    if sight.belief is None:
        return
    for (side, owner, kind), blow in deeds.blows.items():
        if owner not in out:
            yield _blow_fact(side, owner, kind, blow, deeds, sight, names)
    for fight in deeds.fights.values():
        yield _fight_fact(fight, sight.belief, names)
    for (owner, by_poison), lost in deeds.hurt.items():
        yield _hurt_fact(owner, by_poison, lost, deeds.hurt_dead[owner, by_poison], names)
    for (owner, killer), kinds in deeds.lone_dead.items():
        yield _lone_fact(owner, killer, kinds, names)


def side_text(
    side: int | None, kinds: Mapping[str, int], names: Sequence[Span]
) -> tuple[Piece, ...]:
    """Return units with their owner: `ada's two imps`, `the Hero`, `unseen enemies`.

    `side` is the seat, LIGHT, or None if it is not known; `kinds` has the number of units by kind.
    """
    if side is None:
        return ("unseen enemies",)
    if side == LIGHT:
        text = kinds_text(kinds) if kinds else "the Hero"
        # By value the Hero comes first already; his gnome is his.
        return ("the Hero and his gnome" if len(kinds) > 1 else text,)
    return (names[side], f"'s {owned_text(kinds) if kinds else 'units'}")


def altar_of(belief: Belief | None, seat: int) -> int | None:
    """Return the hit points of a seat's Altar; None if the viewer does not see it."""
    if belief is not None:
        for place, told in belief.buildings.items():
            if told["owner"] == seat and told["kind"].endswith("_ALTAR"):
                return int(told["hp"]) if belief.has(place) else None
    return None


# Fights.


def _fight_fact(fight: Fight, belief: Belief, names: Sequence[Span]) -> Fact:
    there = where(middle_of(fight.places), belief, names)
    if fight.other >= 0 and names[fight.other] in there:
        there = (" at its Altar",)
    attackers, targets = Counter(fight.attackers.values()), Counter(fight.targets.values())
    is_one = len(fight.attackers) == 1
    us, them = side_text(fight.side, attackers, names), side_text(fight.other, targets, names)
    felled, lost = sum(fight.felled.values()), sum(fight.lost.values())
    worth = sum(value_of(kind) * count for kind, count in (fight.felled + fight.lost).items())
    weight = min(52 + worth // 5, 79) if felled or lost else 48
    if fight.side == fight.other:
        fate = "nobody falls"
        if felled:
            fate = f"{number(felled)} of them {'falls' if felled == 1 else 'fall'}"
        whose = (names[fight.other], "'s fire")
        return Fact(
            weight,
            sentence_of(*whose, f" also burns its own {owned_text(targets)}: {fate}"),
            line_of(*whose, " burns its own units"),
        )
    if felled == len(fight.targets) and not lost:
        verb = " kills " if is_one else " kill "
        line = sentence_of(*us, verb, *them, *there)
    else:
        verb = " attacks " if is_one else " attack "
        line = sentence_of(*us, verb, *them, *there, ": ", *_outcome(fight, names))
    return Fact(weight, line, _fight_headline(fight, there, names), worth >= _BATTLE)


_BATTLE = 60
"""A fight is a milestone if the score values (DK-3.7) of its dead units add up to at least this
many points."""


def _fall(count: int) -> str:
    return f"{number(count)} {'falls' if count == 1 else 'fall'}"


def _outcome(fight: Fight, names: Sequence[Span]) -> tuple[Piece, ...]:
    felled, lost = sum(fight.felled.values()), sum(fight.lost.values())
    if felled and felled == lost:
        return (f"{_fall(felled)} on each side",)
    if felled and lost:
        theirs, ours = _loss(fight.other, fight.felled, names), _loss(fight.side, fight.lost, names)
        return (*theirs, ", ", *ours)
    if felled:
        return (
            f"{number(felled)} of the {number(len(fight.targets))} defenders "
            f"{'falls' if felled == 1 else 'fall'}",
        )
    if lost:
        if len(fight.attackers) == 1:
            return ("the attacker falls",)
        if lost == len(fight.attackers):
            return ("all attackers fall",)
        return (
            f"{number(lost)} of the {number(len(fight.attackers))} attackers "
            f"{'falls' if lost == 1 else 'fall'}",
        )
    if not fight.dealt:
        return ("every blow misses",)
    points = f"{fight.dealt} hit point{'' if fight.dealt == 1 else 's'}"
    if len(fight.targets) == 1:
        (kind,) = fight.targets.values()
        return (f"the {'Hero' if kind == 'hero' else kind} loses {points}",)
    return (f"nobody falls, but the defenders lose {points}",)


def _loss(side: int | None, kinds: Mapping[str, int], names: Sequence[Span]) -> tuple[Piece, ...]:
    count = sum(kinds.values())
    text = kinds_text(kinds)
    if side is None:
        return (f"{_fall(count)} of the unseen",)
    if side == LIGHT:
        return (f"{text} {'falls' if count == 1 else 'fall'}",)
    return (names[side], f" loses {text}")


def _fight_headline(fight: Fight, there: tuple[Piece, ...], names: Sequence[Span]) -> Line:
    us: tuple[Piece, ...] = side_text(fight.side, {}, names)[:1]
    if fight.side == LIGHT:
        us = ("The Hero",)
    elif fight.side is None:
        us = ("Unseen enemies",)
    them: tuple[Piece, ...] = ("the Hero",) if fight.other == LIGHT else (names[fight.other],)
    is_plural = fight.side is None
    felled, lost = sum(fight.felled.values()), sum(fight.lost.values())
    if felled and lost:
        ours = (*them, f" loses {_few(fight.felled)}, ", *us, f" {_few(fight.lost)}")
        return line_of(*ours) if fight.other >= 0 else line_of(*us, " fights ", *them)
    if felled:
        verb = " kill " if is_plural else " kills "
        if fight.other == LIGHT:
            return line_of(*us, verb, kinds_text(fight.felled))
        return line_of(*us, verb, f"{_few(fight.felled)} of ", *them)
    if lost and fight.side is not None and fight.side >= 0:
        return line_of(*us, f" loses {_few(fight.lost)} to ", *them)
    return line_of(*us, " attack " if is_plural else " attacks ", *them, *there)


def _few(kinds: Mapping[str, int]) -> str:
    """Return one kind of units by name, or the number of units if there are several kinds."""
    if len(kinds) == 1:
        return kinds_text(kinds)
    return f"{number(sum(kinds.values()))} units"


def middle_of(places: Sequence[Place]) -> Place | None:
    """Return the cell that occurs most often, the first among equals; None without cells."""
    return Counter(places).most_common(1)[0][0] if places else None


def _hurt_fact(
    owner: int, by_poison: bool, lost: int, dead: Counter[str], names: Sequence[Span]
) -> Fact:
    what = "Poison" if by_poison else "Fire"
    whom: tuple[Piece, ...] = ("the Hero",) if owner == LIGHT else (names[owner],)
    points = f"{lost} hit point{'' if lost == 1 else 's'}"
    fate = ""
    if dead:
        fate = f" and kills {kinds_text(dead)}"
    line = sentence_of(f"{what} costs ", *whom, f" {points}{fate}")
    head = f" {kinds_text(dead)}" if dead else f" {points}"
    return Fact(53 if dead else 25, line, line_of(f"{what} costs ", *whom, head))


def _lone_fact(owner: int, killer: int | None, kinds: Counter[str], names: Sequence[Span]) -> Fact:
    count = sum(kinds.values())
    whose = side_text(owner, kinds, names)
    falls = " falls" if count == 1 else " fall"
    by: tuple[Piece, ...] = () if killer is None else (" to ", names[killer])
    return Fact(51, sentence_of(*whose, falls, *by), line_of(*whose, falls, *by))


# Blows at buildings.


def _blow_fact(
    side: int | None,
    owner: int,
    kind: str,
    blow: Blow,
    deeds: Deeds,
    sight: DungeonSight,
    names: Sequence[Span],
) -> Fact:
    kinds = Counter(blow.attackers.values())
    us = side_text(side, kinds, names)
    is_one = len(blow.attackers) == 1
    points = f"{blow.damage} hit point{'' if blow.damage == 1 else 's'}"
    if kind == "altar":
        left = altar_of(sight.belief, owner)
        rest = "" if left is None else f"; {left} of {_FULL} are left"
        line = sentence_of(
            *us, " strikes " if is_one else " strike ", names[owner], f"'s Altar for {points}{rest}"
        )
        head = line_of(
            names[owner], f"'s Altar loses {points}" + ("" if left is None else f", {left} left")
        )
        return Fact(82, line, head, True)
    thing: tuple[Piece, ...] = (counted(1, kind),)
    if owner == side:
        thing = (f"its own {kind}",)
    elif owner != NEUTRAL:
        thing = (names[owner], f"'s {kind}")
    gone = sum(each[:2] == (owner, kind) for each in deeds.destroyed)
    there = () if sight.belief is None else where(blow.place, sight.belief, names)
    if owner >= 0 and names[owner] in there:
        there = (" at its Altar",)
    if gone > 1:
        thing = (
            (*thing[:-1], f"'s {number(gone)} {plural(kind)}")
            if owner >= 0 != side
            else (counted(gone, kind),)
        )
    verb = ("destroys" if is_one else "destroy") if gone else ("strikes" if is_one else "strike")
    rest = "" if gone else f" for {points}"
    line = sentence_of(*us, f" {verb} ", *thing, *there, rest)
    us_short: tuple[Piece, ...] = us if side is None or side < 0 else us[:1]
    short = (
        ("destroys" if gone else "strikes")
        if side is not None
        else ("destroy" if gone else "strike")
    )
    return Fact(66 if gone else 40, line, line_of(*us_short, f" {short} ", *thing), bool(gone))
