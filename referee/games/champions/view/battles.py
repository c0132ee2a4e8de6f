"""Battles of Champions as parts of a page's scene: both sides, and every action with its dice, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.scene import (
    PLAYER_STYLES,
    Bar,
    Delta,
    Dice,
    Line,
    Lines,
    Span,
    Style,
    Versus,
    seat_ref,
)
from referee.core.view import Fields
from referee.games.champions.tables import (
    ACTION_NAMES,
    ATTACK,
    ATTACK_DICE,
    BASE_DICE,
    DEFENCE_DICE,
    EVADE_SIDES,
    HEAL,
    HEAL_DICE,
    HEAL_SIDES,
    KIND_DICE,
    KINDS,
    START_HEALTH,
    SUPPORT_DICE,
    SUPPORT_SIDES,
    TYPE_NAMES,
)
from referee.games.champions.view.fight_view import (
    FACTOR_OF_ONE,
    by_battle,
    falls,
    is_evaded,
    seat_label,
    sides_of,
)
from referee.games.champions.view.fought import fight_line, fights_of
from referee.games.champions.view.seats_view import Healths
from referee.games.champions.view.words import names_of, sentence

__all__ = ["battles"]


def battles(
    turns: Sequence[Fields],
    before: Healths,
    players: Sequence[str],
    where: Mapping[int, str] | None = None,
) -> Iterator[Versus | Lines]:
    """Yield two scene parts for each battle: its two sides with their health, then its actions in order.

    The sides show the health that each champion has left, and how much of it was lost in the fight.

    The battles with the most fallen champions come first.

    Args:
        turns: BattleTurn messages of all battles; those of one battle in order.
        before: Health before the step by seat and champion, as far as the viewer knows it.
        players: Names of the players, by seat.
        where: Name of the tile on which each seat fought, such as `tile 5`, by seat, as far as the
            viewer knows it.
    """
    names, by_number = names_of(tuple(players)), by_battle(turns)
    for fight in fights_of(turns, before):
        number, told = fight.battle, by_number[fight.battle]
        sides = sides_of(told[0])
        left, right = (_side(told, seat, before, players) for seat in sides)
        title = (where or {}).get(sides[0], f"battle {number}")
        middle = (sentence(fight_line(fight, (), names)).line,)
        yield Versus(f"battle{number}", title, left, right, middle)
        lines = tuple(line for turn in told for line in _turn(turn))
        yield Lines(f"blows{number}", f"battle {number}, blow by blow", lines)


def _side(turns: Sequence[Fields], seat: int, before: Healths, players: Sequence[str]) -> Lines:
    fallen = {
        one["fighter"]["champion"]
        for turn in turns
        for one in turn["healths"]
        if one["fighter"]["seat"] == seat and falls(one, turn)
    }
    lines = []
    for one in turns[-1]["healths"]:
        fighter, health = one["fighter"], one["health"]
        if fighter["seat"] != seat:
            continue
        champion = fighter["champion"]
        change = health - before.get(seat, {}).get(champion, health)
        bar = Bar(health, int(START_HEALTH[champion]), max(0, -change))
        has_fallen = champion in fallen
        lines.append(
            (
                Span(f"{TYPE_NAMES[champion]} ", Style.FAINT if has_fallen else Style.TEXT),
                Span("falls" if has_fallen else str(health), PLAYER_STYLES[seat], "", bar),
                *_change(change),
            )
        )
    return Lines(str(seat), seat_label(players, seat), tuple(lines))


def _change(change: int) -> list[Span]:
    if not change:
        return []
    style = Style.GOOD if change > 0 else Style.BAD
    return [Span(f" {change:+}", style, "", Delta(change))]


def _turn(turn: Fields) -> Iterator[Line]:
    number = Span(f"turn {turn['turn'] + 1}: ", Style.FAINT)
    evading = [deed["actor"] for deed in turn["actions"] if "target" not in deed]
    for deed in turn["actions"]:
        if "target" in deed:
            yield (number, *_deed(deed))
    if evading:
        verb = " evades" if len(evading) == 1 else " evade"
        yield (number, *_listed([(_fighter(one),) for one in evading]), Span(verb, Style.FAINT))
    if any(deed["action"] in (ATTACK, HEAL) and deed["amount"] for deed in turn["actions"]):
        healths = [
            (_fighter(one["fighter"]), Span(" falls" if falls(one, turn) else f" {one['health']}"))
            for one in turn["healths"]
            if one["health"] or falls(one, turn)
        ]
        yield (Span(f"after turn {turn['turn'] + 1}: ", Style.FAINT), *_listed(healths))


def _listed(lines: Sequence[Line]) -> Iterator[Span]:
    """Yield the spans of several lines as one line, with commas between the lines."""
    for index, line in enumerate(lines):
        if index:
            yield Span(", ")
        yield from line


def _deed(deed: Fields) -> Line:
    """Return an action of a battle as a line: actor, action, target, dice and effect.

    Dice are in the order of the rules (CH-5.25 to 5.28).
    """
    actor, name = _fighter(deed["actor"]), ACTION_NAMES[deed["action"]]
    told = (actor, Span(f" {name}s "), _fighter(deed["target"]), Span(": "))
    if is_evaded(deed):
        return (*told, *_evading(deed), Span(", evaded", Style.FAINT))
    spans = [*_evading(deed), Span("; ")] if "evade_roll" in deed else []
    is_multiplied = deed["factor"] not in (0, FACTOR_OF_ONE)
    spans += [Span("("), *_dice(deed), Span(")")] if is_multiplied else _dice(deed)
    if is_multiplied:
        spans.append(Span(f" x {deed['factor'] / FACTOR_OF_ONE:.2f}", Style.FAINT))
    style = Style.STRONG if deed["action"] == ATTACK else Style.GOOD
    return (*told, *spans, Span(" = "), Span(str(deed["amount"]), style))


def _evading(deed: Fields) -> Line:
    roll, need = deed["evade_roll"], deed["evade_need"]
    die = Span(str(roll), Style.FAINT, "", Dice((roll,), EVADE_SIDES, (roll >= need,)))
    return (Span("evade roll ", Style.FAINT), die, Span(f" of {need}", Style.FAINT))


def _dice(deed: Fields) -> Iterator[Span]:
    action = deed["action"]
    own_sides, purpose = {
        ATTACK: (int(BASE_DICE[deed["actor"]["champion"], 1]), ATTACK_DICE),
        HEAL: (HEAL_SIDES, HEAL_DICE),
    }.get(action, (SUPPORT_SIDES, SUPPORT_DICE))
    critical = own_sides if action == ATTACK else 0
    faces = tuple(deed["base"])
    text = " + ".join(f"{face}!" if face == critical else str(face) for face in faces)
    yield Span(text, Style.TEXT, "", Dice(faces, own_sides))
    for item in deed["items"]:
        yield Span(" + ")
        yield from _item_dice(item, purpose)
    if deed["boost"]:
        yield Span(f" + {deed['boost']} boost", Style.GOOD)
    if "defence" in deed:
        yield Span(" - ")
        yield from _item_dice(deed["defence"], DEFENCE_DICE)


def _item_dice(item: Fields, purpose: int) -> Line:
    faces = tuple(item["faces"])
    sides = int(KIND_DICE[item["kind"], purpose, 1])
    rolled = " + ".join(map(str, faces))
    text = f"({rolled})" if len(faces) > 1 else rolled
    name = Span(f"{KINDS[item['kind']].name} ", Style.FAINT)
    return (name, Span(text, Style.FAINT, "", Dice(faces, sides)))


def _fighter(fighter: Mapping[str, int]) -> Span:
    """Return a fighter's name with seat and champion type, such as `3 Rogue`, in the seat's colour."""
    seat = fighter["seat"]
    text = f"{seat} {TYPE_NAMES[fighter['champion']]}"
    return Span(text, PLAYER_STYLES[seat], seat_ref(seat))
