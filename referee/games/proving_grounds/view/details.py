"""Sentences for what heroes do outside of fights: traps, thefts, spells, doors, cures and searches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from referee.core.scene import Line, Span
from referee.core.story import word_list
from referee.core.view import Fields
from referee.games.proving_grounds.tables import Gem
from referee.games.proving_grounds.view.battles import Battles
from referee.games.proving_grounds.view.names import class_word
from referee.games.proving_grounds.view.notes import Note, Rank
from referee.games.proving_grounds.view.telling import Names, Told
from referee.games.proving_grounds.view.visibility import RefKey, ref_of
from referee.games.proving_grounds.view.words import (
    counted,
    goods_words,
    room_line,
    rooms_line,
    some,
)

__all__ = ["detail_notes"]


def detail_notes(
    events: Sequence[Told], names: Names, seats: Sequence[Span], hall: int, battles: Battles
) -> Iterator[Note]:
    """Yield the sentences of a turn for what heroes do outside of fights.

    Args:
        events: Events of the turn.
        names: Players' names and heroes' classes.
        seats: Name of each seat, in its style.
        hall: Number of the hall.
        battles: Fights and deaths that the viewer has seen. Other sentences report these, so that
            loot and noise in the rooms of fights, and events that killed a hero, are left out.
    """
    words = _Words(names, seats, hall)
    fought = {battle.room for battle in battles.fights}
    dead = {fall.ref for fall in battles.falls}
    for each in events:
        if tell := _TELLS.get(each.kind):
            line = tell(each.body, words)
            if line and not _is_deadly(each, dead):
                yield Note(Rank.GEM if each.kind == "stolen" else Rank.DETAIL, line)
        elif each.kind == "looted" and each.whose is not None and each.body["room"] not in fought:
            text = Span(f" picks up {goods_words(each.body)} in ")
            yield Note(
                Rank.GEM if any(each.body["gems"]) else Rank.DETAIL,
                (seats[each.whose], text, *room_line(each.body["room"], hall)),
            )
    yield from _recoveries(events, seats)
    yield from _clamors(events, hall, fought)


def _is_deadly(each: Told, dead: Collection[RefKey]) -> bool:
    """Return whether an event is a trap or a blow that killed its hero; another sentence reports such deaths.

    `each` is the event; `dead` has the heroes that died in the step.
    """
    field = {"trap_sprung": "hero", "struck": "thief"}.get(each.kind)
    return field is not None and field in each.body and ref_of(each.body[field]) in dead


class _Words:
    """Names of heroes, seats and rooms in the sentences of one step."""

    def __init__(self, names: Names, seats: Sequence[Span], hall: int) -> None:
        self._names, self.seats, self._hall = names, seats, hall

    def hero(self, ref: Fields) -> Line:
        """Return a hero's name by seat and class: `ada's Thief`."""
        kind = class_word(self._names.classes.get(ref_of(ref)))
        return (self.seats[ref["seat"]], Span(f"'s {kind}"))

    def room(self, room: int) -> Line:
        """Return the name of a room, such as `room 7` or `the hall`."""
        return room_line(room, self._hall)

    def rooms(self, *rooms: int) -> Line:
        """Return the names of rooms as an enumeration."""
        return rooms_line(sorted(rooms), self._hall)


_Tell: TypeAlias = Callable[[Fields, _Words], Line]


def _trap(body: Fields, words: _Words) -> Line:
    room = words.room(body["room"])
    if "hero" not in body:
        return (Span("A trap in "), *room, Span(" wounds the creatures that were lured there"))
    hero = words.hero(body["hero"])
    if not body["damage"]:
        return (*hero, Span(" disarms a trap in "), *room)
    cost = _points(body["damage"])
    return (Span("A trap in "), *room, Span(" costs "), *hero, Span(f" {cost}"))


def _points(count: int) -> str:
    """Return hit points as words: `one hit point`, `five hit points`."""
    return counted(count, "hit point")


def _stolen(body: Fields, words: _Words) -> Line:
    if "gem" not in body and not body["gold"]:
        return ()
    what = f"{body['gold']} gold" if "gem" not in body else some(1, Gem(body["gem"]).name.lower())
    victim = body.get("victim")
    whom = (Span("the creatures"),) if victim is None else (words.seats[victim],)
    thief = words.hero(body["thief"])
    return (*thief, Span(f" steals {what} from "), *whom, Span(" in "), *words.room(body["room"]))


def _struck(body: Fields, words: _Words) -> Line:
    lost = f" and loses {_points(body['damage'])}"
    caught = Span(" is caught at a theft in ")
    return (*words.hero(body["thief"]), caught, *words.room(body["room"]), Span(lost))


def _lured(body: Fields, words: _Words) -> Line:
    wizard = words.hero(body["wizard"])
    origin, room = words.room(body["origin"]), words.room(body["room"])
    return (*wizard, Span(" lures the creatures of "), *origin, Span(" into "), *room)


def _teleported(body: Fields, words: _Words) -> Line:
    hero, origin = words.hero(body["hero"]), words.room(body["origin"])
    return (Span("A spell brings "), *hero, Span(" home from "), *origin)


def _spiked(verb: str) -> _Tell:
    def tell(body: Fields, words: _Words) -> Line:
        doors = words.rooms(body["room"], body["other"])
        return (Span("The door between "), *doors, Span(f" is {verb} spikes"))

    return tell


def _disarmed(body: Fields, words: _Words) -> Line:
    came = "removes" if body["is_removed"] else "fails to remove"
    verb = f" {came} a trap in " if body["was_there"] else " finds no trap in "
    return (*words.hero(body["hero"]), Span(verb), *words.room(body["room"]))


def _searched(body: Fields, words: _Words) -> Line:
    if not body["gold"]:
        return ()
    found = Span(f" finds {body['gold']} hidden gold in ")
    return (*words.hero(body["hero"]), found, *words.room(body["room"]))


def _cast(body: Fields, words: _Words) -> Line:
    spell = body["spell"].removeprefix("SPELL_").lower()
    # The effects of all other spells are events, too.
    return (*words.hero(body["hero"]), Span(_SPELLS[spell])) if spell in _SPELLS else ()


_SPELLS = {
    "shield": " casts a shield on a hero of the party",
    "haste": " hastens a hero of the party",
    "scry": " scries a room from afar",
}

_TELLS: Mapping[str, _Tell] = {
    "trap_sprung": _trap,
    "stolen": _stolen,
    "struck": _struck,
    "lured": _lured,
    "teleported": _teleported,
    "spikes_set": _spiked("blocked by"),
    "spikes_removed": _spiked("free of"),
    "trap_set": lambda body, words: (
        *words.hero(body["hero"]),
        Span(" sets a trap in "),
        *words.room(body["room"]),
    ),
    "trap_disarmed": _disarmed,
    "searched": _searched,
    "spell_cast": _cast,
    "noise": lambda body, words: (Span("A Wizard makes noise in "), *words.room(body["room"])),
}
"""Function that makes the sentence, for each kind of event with a separate sentence."""


def _recoveries(events: Sequence[Told], seats: Sequence[Span]) -> Iterator[Note]:
    """Yield for each seat what its heroes regain by cures, potions and rest, in one sentence."""
    for seat, name in enumerate(seats):
        cured = points = mana = 0
        for each in events:
            if each.kind in ("healed", "rested") and each.body["hero"]["seat"] == seat:
                cured += each.body.get("amount", 0)
                points += each.body["hp"] if each.kind == "rested" else 0
                mana += each.body.get("mana", 0)
        gains = [_points(cured + points)] if cured + points else []
        gains += [f"{mana} Mana"] if mana else []
        if gains:
            how = (
                "by cures" if not (points or mana) else "by rest and cures" if cured else "by rest"
            )
            yield Note(Rank.REST, (name, Span(f" regains {word_list(gains)} {how}")))


def _clamors(events: Sequence[Told], hall: int, fought: Collection[int]) -> Iterator[Note]:
    """Yield one sentence on all rooms where the viewer hears a fight or a noise without seeing it.

    `hall` is the number of the hall; rooms in `fought`, whose fights the viewer has seen, are left out.
    """
    known = {*fought, *(each.body["room"] for each in events if each.kind == "noise")}
    heard = {each.body["room"] for each in events if each.kind == "clamor"} - known
    if heard:
        rooms = rooms_line(sorted(heard), hall)
        yield Note(Rank.MOVE, (Span("A fight or a noise is heard out of "), *rooms))
