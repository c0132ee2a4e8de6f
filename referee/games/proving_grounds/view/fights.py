"""Fights of a turn as pictures of two sides, with all blows in order."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from referee.core.scene import Bar, Delta, Line, Lines, Span, Style, Versus
from referee.core.view import Fields
from referee.games.proving_grounds.view.names import (
    SIDES,
    fighter_span,
    roll_span,
    side_text,
)
from referee.games.proving_grounds.view.sentences import event_line
from referee.games.proving_grounds.view.telling import Names, Told
from referee.games.proving_grounds.view.visibility import RefKey, ref_of

__all__ = ["fights_of"]

_Key = RefKey | int
"""Key of a fighter in its fight: a hero's seat and id, or a creature's place in its group."""


def _key(fighter: Fields) -> _Key:
    return ref_of(fighter["hero"]) if "hero" in fighter else int(fighter["place"])


@dataclasses.dataclass(slots=True)
class _Fight:
    began: Fields
    """FightBegan message with which the fight began."""
    hp: dict[_Key, int]
    """Hit points of each combatant after the last event that shows them."""
    fate: dict[_Key, Span] = dataclasses.field(default_factory=dict)
    """Text on how a combatant left the fight, dead or retreated; those that stayed to the end are
    absent."""
    lines: list[Line] = dataclasses.field(default_factory=list)
    """Lines for rounds and blows, in order."""


def fights_of(told: Sequence[Told], names: Names) -> Iterator[Versus]:
    """Yield the fights in the events of a turn, in the order in which they began."""
    by_room: dict[int, list[_Fight]] = {}
    fights: list[_Fight] = []
    for each in told:
        if each.kind == "fight_began":
            sides = [one for side in SIDES for one in each.body[side]]
            fight = _Fight(each.body, {_key(one): one["hp"] for one in sides})
            fights.append(fight)
            by_room.setdefault(each.body["room"], []).append(fight)
        else:
            where = each.body.get("origin" if each.kind == "retreated" else "room", -1)
            if fought := by_room.get(where):
                # Events come in order, so earlier fights in the room are over.
                _follow(fought[-1], each, names)
            elif each.kind == "died":
                _bury(fights, each, names)
    counts: dict[int, int] = {}
    for fight in fights:
        room = fight.began["room"]
        # Part of the id, which must differ even if a room had two fights in a turn.
        counts[room] = counts.get(room, 0) + 1
        yield _versus(fight, f"fight{room}.{counts[room]}", names)


def _follow(fight: _Fight, each: Told, names: Names) -> None:
    """Record an event in the fight, and add a line of text if it is one of the fight's own events."""
    kind, body = each.kind, each.body
    if kind == "swung":
        # Events show hit points before the blow.
        fight.hp[_key(body["target"])] = body["target"]["hp"] - body["damage"]
        fight.lines.append(_blow(body))
        return
    if kind == "cast_battlemagic":
        for target, damage in zip(body["targets"], body["damages"], strict=False):
            fight.hp[_key(target)] = target["hp"] - damage
    elif kind == "emergency_cure":
        fight.hp[_key(body["hero"])] = 1
    elif kind == "creature_died":
        fight.fate[_key(body["fighter"])] = _DEAD
        dead = fighter_span(body["fighter"], body["room"], Style.GOOD)
        fight.lines.append((dead, Span(" is dead", Style.GOOD)))
        return
    elif kind == "retreated":
        fight.fate[ref_of(body["hero"])] = Span(" retreats", Style.WARN)
    elif kind not in ("round", "prepared", "slept", "fight_ended"):
        return
    line = event_line({kind: body}, names)
    fight.lines.append((line[0]._replace(text=line[0].text.lstrip()), *line[1:]))


_DEAD = Span(" dead", Style.BAD)


def _bury(fights: Sequence[_Fight], each: Told, names: Names) -> None:
    """Record a hero's death in the last fight with that hero, since the event does not name the room."""
    ref = ref_of(each.body["hero"])
    for fight in reversed(fights):
        if ref in fight.hp:
            fight.fate[ref] = _DEAD
            fight.lines.append(event_line({each.kind: each.body}, names))
            return


def _blow(body: Fields) -> Line:
    room, damage = body["room"], body["damage"]
    line = (
        fighter_span(body["attacker"], room),
        Span(" "),
        roll_span(body["roll"]),
        Span(" hits " if body["is_hit"] else " misses ", Style.FAINT),
        fighter_span(body["target"], room),
    )
    return (*line, Span(f" -{damage}", Style.BAD, "", Delta(-damage))) if damage else line


def _versus(fight: _Fight, id: str, names: Names) -> Versus:  # noqa: A002
    began = fight.began
    sides = [
        Lines(
            name,
            side_text(began[name], names.players),
            tuple(_fighter(fight, one) for one in began[name]),
        )
        for name in SIDES
    ]
    return Versus(id, f"fight in room {began['room']}", sides[0], sides[1], tuple(fight.lines))


def _fighter(fight: _Fight, told: Fields) -> Line:
    key, before = _key(told), told["hp"]
    # Hit points below 0 only say how hard the last blow was; people are shown 0.
    after = max(0, fight.hp[key])
    change = after - before
    style = Style.TEXT if not change else Style.WARN if after else Style.BAD
    return (
        fighter_span(told, fight.began["room"]),
        Span(f" {after}/{before} hp", style, "", Bar(after, max(1, before))),
        *([Span(f" {change:+}", style, "", Delta(change))] if change else []),
        *([fight.fate[key]] if key in fight.fate else []),
    )
