"""Pieces of text for stories, with correct plurals: numbers, gems, creatures, heroes, items and rooms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.core.scene import Line, Span
from referee.core.story import word_list
from referee.core.view import Fields
from referee.games.proving_grounds.tables import Creature, Gem, HeroClass
from referee.games.proving_grounds.view.names import (
    class_word,
    creature_of,
    item_word,
    room_id,
)
from referee.games.proving_grounds.view.visibility import num_in

__all__ = [
    "counted",
    "creatures_words",
    "gem_kinds_words",
    "gems_words",
    "goods_words",
    "heroes_words",
    "item_words",
    "items_words",
    "joined",
    "number",
    "plural",
    "room_line",
    "rooms_line",
    "some",
]

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_PLURALS = {"Thief": "Thieves", "Urakai": "Urakai", "ruby": "rubies", "hero": "heroes"}


def number(count: int) -> str:
    """Return a number as a word up to twelve, and in digits above."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def plural(noun: str) -> str:
    """Return a noun in the plural."""
    return _PLURALS.get(noun, f"{noun}s")


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: `one fight`, `two fights`."""
    return f"{number(count)} {noun if count == 1 else plural(noun)}"


def some(count: int, noun: str) -> str:
    """Return things with an article, or with their number above one: `a ruby`, `an Orc`, `two rubies`."""
    if count == 1:
        return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"
    return counted(count, noun)


def joined(parts: Sequence[Line], last: str = " and ") -> Line:
    """Return parts as one line, with commas between them and `last` before the last one."""
    spans: list[Span] = []
    for place, part in enumerate(parts):
        if place:
            spans.append(Span(last if place == len(parts) - 1 else ", "))
        spans += part
    return tuple(spans)


# Beings.


def creatures_words(fighters: Iterable[Fields]) -> str:
    """Return creatures of a fight, the strongest first: `an Orc and two Goblins`."""
    counts = Counter(creature_of(one["creature"]) for one in fighters)
    kinds = sorted(counts, reverse=True)
    return word_list([some(counts[kind], _creature_word(kind)) for kind in kinds])


def _creature_word(kind: Creature) -> str:
    return kind.name.capitalize()


def heroes_words(classes: Iterable[HeroClass | None]) -> str:
    """Return heroes by class: `a Fighter and two Thieves`; `a hero` for an unknown class."""
    counts = Counter(map(class_word, classes))
    return word_list([some(counts[word], word) for word in sorted(counts)])


# Goods.


def gem_kinds_words(kinds: Iterable[int]) -> str:
    """Return kinds of gems in the plural: `rubies and sapphires`."""
    return word_list([plural(Gem(kind).name.lower()) for kind in kinds])


def gems_words(gems: Sequence[int]) -> list[str]:
    """Return gems by kind, such as `two rubies` and `a sapphire`."""
    return [some(count, Gem(kind).name.lower()) for kind, count in enumerate(gems) if count]


_SETS = {
    "light armor": "suits of light armor",
    "heavy armor": "suits of heavy armor",
    "boots": "pairs of boots",
    "gauntlets": "pairs of gauntlets",
    "spikes": "sets of spikes",
}
_SPELLS = frozenset((
    *("magic missile", "sleep", "lightning", "fireball"),
    *("knock", "shield", "haste", "scry", "teleport"),
))  # fmt: skip


def item_words(count: int, word: str) -> str:
    """Return copies of an item: `a potion`, `boots`, `two suits of light armor`, `the spell sleep`.

    Args:
        count: Number of copies.
        word: Name of the item.
    """
    if word in _SPELLS:
        told = f"the spell {word}"
        return told if count == 1 else f"{number(count)} copies of {told}"
    if word in _SETS:
        return word if count == 1 else f"{number(count)} {_SETS[word]}"
    return some(count, word)


def items_words(names: Iterable[str]) -> list[str]:
    """Return items by their names in the schema, each kind once."""
    counts = Counter(map(item_word, names))
    return [item_words(count, word) for word, count in counts.items()]


def goods_words(goods: Fields) -> str:
    """Return gold, gems and items as a list: `3 gold, a ruby and a potion`; `nothing`."""
    told = [f"{goods['gold']} gold"] if goods.get("gold") else []
    told += gems_words(goods["gems"]) if num_in(goods.get("gems", ())) else []
    one = goods.get("item", _NO_ITEM)
    told += items_words([*([] if one == _NO_ITEM else [one]), *goods.get("items", ())])
    return word_list(told) or "nothing"


_NO_ITEM = "ITEM_UNSPECIFIED"


# Rooms.


def room_line(room: int, hall: int) -> Line:
    """Return a room's name with a reference to the picture: `room 7`, `the hall`."""
    return (Span("the hall" if room == hall else f"room {room}", ref=room_id(room)),)


def rooms_line(rooms: Sequence[int], hall: int) -> Line:
    """Return rooms as a list: `room 7`, `rooms 3, 5 and the hall`."""
    if len(rooms) == 1 or hall in rooms:
        return joined([room_line(room, hall) for room in rooms])
    numbers: list[Line] = [(Span(str(room), ref=room_id(room)),) for room in rooms]
    return (Span("rooms "), *joined(numbers))
