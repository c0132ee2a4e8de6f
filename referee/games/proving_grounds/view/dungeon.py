"""Dungeon as a picture: rooms and doors as far as they are known, heroes, creatures and goods.

What a room shows is always its current state (PG-6.2), so that nothing outdated is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.scene import (
    PLAYER_STYLES,
    Bar,
    Door,
    Field,
    Hidden,
    Kind,
    Line,
    Mark,
    Room,
    Rooms,
    Span,
    Style,
    Token,
    seat_ref,
)
from referee.core.view import Fields
from referee.games.proving_grounds.tables import CREATURES_TABLE
from referee.games.proving_grounds.view.layout import Layout
from referee.games.proving_grounds.view.names import (
    NOTHING,
    class_letter,
    class_of,
    class_word,
    counted_creatures,
    creature_of,
    gems_text,
    goods_text,
    group_token,
    hero_token,
    item_word,
    party_token,
    room_id,
)
from referee.games.proving_grounds.view.visibility import (
    DoorState,
    RefKey,
    Visibility,
    num_in,
)

__all__ = ["dungeon", "unknown_of"]

_UNKNOWN = (
    "nothing is known of it but who has entered it",
    "nothing is known of it but whether there are creatures",
    "hit points, treasure and some doors are not known",
)
"""Text on what the viewer does not know of a room, by level of knowledge from 0 (PG-6.2)."""


def dungeon(visibility: Visibility, marks: tuple[Mark, ...], action: int | None = None) -> Field:
    """Return the picture of the dungeon as far as it is known.

    Args:
        visibility: What the viewer may know.
        marks: Marks of what happened in the last step, such as moves and fights.
        action: Room in which most has happened in the last step; None for no such room.
    """
    layout = Layout.of(visibility.heading)
    doors: list[Door] = []
    apart: dict[int, list[Line]] = {}
    for room, other in layout.edges():
        state = visibility.door(room, other)
        if state is DoorState.NONE:
            continue
        if layout.are_apart(room, other):
            # A line between rooms that are drawn apart would run across others, so both get a sign.
            apart.setdefault(room, []).append(_door_line(other, state))
            apart.setdefault(other, []).append(_door_line(room, state))
        else:
            doors.append(Door(room_id(room), room_id(other), *_DOORS[state]))
    rooms = {
        room_id(told["room"]): _room(layout, told, apart.get(told["room"], ()))
        for told in visibility.rooms
    }
    space = Rooms(rooms, tuple(doors))
    focus = room_id(_focus(visibility, layout.hall if action is None else action))
    return Field("dungeon", "dungeon", space, tuple(_tokens(visibility)), marks, focus)


def _focus(visibility: Visibility, otherwise: int) -> int:
    """Return the room to keep in the middle: where the only observed seat has most heroes.

    With several observed seats, or none, or a seat without heroes, it is `otherwise`.
    """
    heroes = [hero for own in visibility.own.values() for hero in own["heroes"]]
    if len(visibility.own) != 1 or not heroes:
        return otherwise
    rooms = [int(hero["room"]) for hero in heroes]
    # Sorted, so that of rooms with equally many heroes the lowest is chosen, the same one each
    # time.
    return max(sorted(set(rooms)), key=rooms.count)


def unknown_of(level: int) -> Span | None:
    """Return a question mark with a text on what the viewer does not know of a room (PG-6.2).

    Args:
        level: Level of the viewer's knowledge of the room, 0 to 4.

    Returns:
        The question mark; None at levels 3 and 4.
    """
    return Span("?", Style.HIDDEN, "", Hidden(_UNKNOWN[level])) if level < len(_UNKNOWN) else None


# Rooms and doors.

_DOORS = {
    DoorState.OPEN: (Style.TEXT, ""),
    DoorState.MAY_BE_SPIKED: (Style.TEXT, "spiked?"),
    DoorState.SPIKED: (Style.WARN, "spiked"),
    DoorState.UNKNOWN: (Style.HIDDEN, ""),
}
"""Style of a door's line and the word on it, by the door's state."""


def _door_line(other: int, state: DoorState) -> Line:
    """Return the sign for a door to a room drawn elsewhere in the picture, such as `↪35`.

    Args:
        other: Number of the room.
        state: What is known of the door.
    """
    style, text = _DOORS[state]
    sign = Span(f"↪{other}", style, room_id(other))
    if state is DoorState.UNKNOWN:
        return (sign, Span("?", style, "", Hidden("whether there is a door is not known")))
    return (sign, Span(f" {text}", style)) if text else (sign,)


def _room(layout: Layout, told: Fields, doors: Sequence[Line]) -> Room:
    """Return the box of a room: its owner, how well it is known, and `doors`, which cannot be drawn between rooms."""
    number, owner = told["room"], told.get("owner")
    row, column = layout.place(number)
    is_hall = number == layout.hall
    name = f"{'entry' if layout.is_entry(number) else 'room'} {number}"
    lines: list[Line] = []
    if owner is not None:
        lines.append((Span(f"of {owner}", PLAYER_STYLES[owner], seat_ref(owner)),))
    elif told["is_explored"]:
        lines.append((Span("entered", Style.FAINT),))
    if unknown := unknown_of(told["level"]):
        lines.append((unknown,))
    return Room(
        "hall" if is_hall else name,
        row,
        column,
        (*lines, *doors),
        _style(told) if owner is None else PLAYER_STYLES[owner],
        "" if is_hall else f"sector {layout.sector(number)}",
    )


def _style(told: Fields) -> Style:
    """Return the style of a room that nobody owns.

    TEXT from level of knowledge 1 on; below it FAINT if the room is explored, else HIDDEN.
    """
    if told["level"]:
        return Style.TEXT
    return Style.FAINT if told["is_explored"] else Style.HIDDEN


# What is there.

_CREATURES = Kind("creatures of unknown kind and number", "!", Style.BAD, icon="skull")
_TREASURE = Kind("treasure", "*", Style.GOOD, icon="gem")
_TRAP = Kind("trap", "^", Style.WARN)


def _tokens(visibility: Visibility) -> Iterator[Token]:
    owned = {
        (seat, hero["hero"]): hero for seat, own in visibility.own.items() for hero in own["heroes"]
    }
    for mates in _parties(visibility):
        if len(mates) == 1:
            ((ref, dot),) = mates.items()
            yield _hero(ref, dot, owned.get(ref))
        else:
            yield _party(mates, owned)
    for told in visibility.rooms:
        yield from _creatures(told)
        yield from _things(told)


def _parties(visibility: Visibility) -> list[dict[RefKey, Fields]]:
    """Return the heroes that get a token together: those of one seat in one room.

    The heroes of an only observed seat get one each, since the seat orders them one by one.
    """
    parties: dict[tuple[int, ...], dict[RefKey, Fields]] = {}
    for ref, dot in visibility.dots.items():
        is_alone = len(visibility.own) == 1 and ref[0] in visibility.own
        key = (*ref, 0) if is_alone else (ref[0], dot["room"])
        parties.setdefault(key, {})[ref] = dot
    return list(parties.values())


def _party(mates: Mapping[RefKey, Fields], owned: Mapping[RefKey, Fields]) -> Token:
    """Return the token of a seat's heroes in a room, with their strength as far as the viewer knows it.

    `mates` has what everybody knows of these heroes, `owned` the private facts that the viewer knows.
    The strength is the sum of their hit points as a bar, if the viewer sees what the seat sees; in words,
    if the heroes are in a room that the viewer knows; otherwise their number alone.
    """
    seat, room = next(iter(mates))[0], next(iter(mates.values()))["room"]
    heroes = [_hero(ref, dot, owned.get(ref)) for ref, dot in mates.items()]
    bars = [hero.bars[0][1] for hero in heroes if hero.bars]
    hps = [int(dot["hp"]) for dot in mates.values() if "hp" in dot]
    tip: list[Line] = []
    for hero in heroes:
        known = [f"{bar.value}/{bar.most} {name}" for name, bar in hero.bars]
        words = Span(f" {', '.join((*known, *hero.badges))} ")
        more = (span for line in hero.tip for span in (*line, Span(" ")))
        tip.append((Span(hero.kind.name, PLAYER_STYLES[seat]), words, *more))
    return Token(
        party_token(seat, room),
        room_id(room),
        Kind("party", "", PLAYER_STYLES[seat]),
        owner=seat,
        count=len(heroes),
        bars=(("hp", Bar(sum(b.value for b in bars), sum(b.most for b in bars))),) if bars else (),
        badges=(f"{sum(hps)} hp",) if len(hps) == len(heroes) and not bars else (),
        tip=tuple(tip) if bars or hps else heroes[0].tip,
    )


def _hero(ref: RefKey, dot: Fields, own: Fields | None) -> Token:
    """Return a hero's token: with bars for the own seat's heroes, else with what others know.

    Full hit points and possessions of other seats' heroes are never known (PG-6.5).

    Args:
        ref: Seat and id of the hero.
        dot: Message with what the viewer may know of the hero.
        own: Message with the seat's private facts; None for another seat's hero.
    """
    kind = class_of(dot)
    bars: list[tuple[str, Bar]] = []
    badges: list[str] = []
    tip: list[Line] = []
    if own is not None:
        bars.append(("hp", Bar(own["hp"], own["max_hp"])))
        if own["max_mana"]:
            bars.append(("mana", Bar(own["mana"], own["max_mana"])))
        badges += ["on guard"] * own["guard"]
        carried = [item_word(item) for item in own["items"]]
        if num_in(own["gems"]):
            badges.append("carries gems")
            carried.insert(0, gems_text(own["gems"]))
        tip += [(Span(text),) for text in carried]
    elif "hp" in dot:
        badges.append(f"{dot['hp']} hp")
    else:
        tip.append((Span("?", Style.HIDDEN, "", Hidden("class and hit points are not known")),))
    looks = Kind(class_word(kind), class_letter(kind), PLAYER_STYLES[ref[0]])
    return Token(
        hero_token(ref),
        room_id(dot["room"]),
        looks,
        owner=ref[0],
        bars=tuple(bars),
        badges=tuple(badges),
        tip=tuple(tip),
    )


def _creatures(told: Fields) -> Iterator[Token]:
    """Yield the tokens of a room's creatures, one for each kind that is known."""
    number, place = told["room"], room_id(told["room"])
    counts = counted_creatures(told)
    for kind, count in counts.items():
        row = CREATURES_TABLE[kind]
        looks = Kind(kind.name.capitalize(), row.letter, Style.BAD)
        hps = [one["hp"] for one in told["creatures"] if creature_of(one["creature"]) is kind]
        # All creatures of a kind have the same full hit points, so a sum can be shown against their
        # sum.
        bars = (("hp", Bar(sum(hps), count * row.hp)),) if hps else ()
        each = Span(f"hp {', '.join(map(str, hps))}") if hps else unknown_of(told["level"])
        tip = ((each,),) if each else ()
        yield Token(group_token(number, kind), place, looks, count=count, bars=bars, tip=tip)
    if told.get("has_creatures") and not counts:
        # At level 1 neither kinds nor numbers are known.
        yield Token(group_token(number, None), place, _CREATURES)


def _things(told: Fields) -> Iterator[Token]:
    """Yield tokens for a room's treasure and its trap, where they are known."""
    number, place = told["room"], room_id(told["room"])
    tip = tuple(
        (Span(f"{where}: {goods_text(told[where])}"),)
        for where in ("hoard", "floor")
        if where in told and goods_text(told[where]) != NOTHING
    )
    if tip:
        yield Token(f"g{number}", place, _TREASURE, tip=tip)
    if told.get("has_trap"):
        yield Token(f"t{number}", place, _TRAP)
