"""Names of heroes, items, rooms and seats in texts for people, and references to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.core.scene import PLAYER_STYLES, Dice, Span, Style, seat_ref, token_ref
from referee.core.view import Fields
from referee.games.proving_grounds.tables import CLASSES, CREATURES_TABLE, Creature, Gem, HeroClass
from referee.games.proving_grounds.view.visibility import RefKey, num_in, ref_of, word

__all__ = [
    "NOTHING",
    "SIDES",
    "class_letter",
    "class_of",
    "class_word",
    "counted_creatures",
    "counted_item",
    "creature_letter",
    "creature_of",
    "fighter_span",
    "gems_text",
    "goods_text",
    "group_token",
    "hero_span",
    "hero_token",
    "item_word",
    "offer_text",
    "party_token",
    "room_id",
    "room_span",
    "roll_span",
    "seat_span",
    "side_text",
]


def class_of(told: Fields) -> HeroClass | None:
    """Return the class of the hero in a message; None if the message does not contain it."""
    name = told.get("hero_class", "HERO_CLASS_UNSPECIFIED")
    return None if name.endswith("_UNSPECIFIED") else HeroClass[name.removeprefix("HERO_CLASS_")]


def class_word(kind: HeroClass | None) -> str:
    """Return the word for a class, such as `Fighter`; `hero` if the class is not known."""
    return "hero" if kind is None else kind.name.capitalize()


def class_letter(kind: HeroClass | None) -> str:
    """Return the letter of a class, such as `F`; `H` if the class is not known."""
    return "H" if kind is None else CLASSES[kind].letter


def creature_of(name: str) -> Creature:
    """Return a kind of creatures by its name in the schema, such as `CREATURE_ORC`."""
    return Creature[name.removeprefix("CREATURE_")]


def creature_letter(kind: Creature) -> str:
    """Return the letter that stands for a kind of creatures in texts."""
    return CREATURES_TABLE[kind].letter


def counted_creatures(room: Fields) -> dict[Creature, int]:
    """Return the number of creatures of each kind in a room, the strongest kind first.

    It is empty where the numbers are not known.
    """
    counts = {creature_of(told["creature"]): int(told["count"]) for told in room["counts"]}
    if room["creatures"]:
        counts = Counter(creature_of(told["creature"]) for told in room["creatures"])
    return {kind: counts[kind] for kind in sorted(counts, reverse=True)}


# References.


def hero_token(ref: RefKey) -> str:
    """Return the id of a hero's token in the picture.

    Everybody sees at all times where each hero is (PG-6.1), so the id gives nothing away.
    """
    return f"h{ref[0]}.{ref[1]}"


def party_token(seat: int, room: int) -> str:
    """Return the id of the token that stands for a seat's heroes in a room."""
    return f"p{seat}.{room}"


def group_token(room: int, kind: Creature | None) -> str:
    """Return the id of the token that stands for a room's creatures of one kind.

    Args:
        room: Number of the room.
        kind: The kind; None for the token of creatures whose kind is not known.
    """
    return f"c{room}.{'any' if kind is None else kind.name.lower()}"


def room_id(room: int) -> str:
    """Return the id of a room in the picture."""
    return f"r{room}"


# Spans.


def seat_span(seat: int, players: Sequence[str]) -> Span:
    """Return a seat's number with its player's name, in the seat's colour."""
    return Span(f"{seat} {players[seat]}", PLAYER_STYLES[seat], seat_ref(seat))


def hero_span(ref: RefKey, kind: HeroClass | None) -> Span:
    """Return a hero with his class, seat and id, such as `Fighter 0.2`."""
    text = f"{class_word(kind)} {ref[0]}.{ref[1]}"
    return Span(text, PLAYER_STYLES[ref[0]], token_ref(hero_token(ref)))


def room_span(room: int, style: Style = Style.TEXT) -> Span:
    """Return a room's number, with a reference to the room in the picture."""
    return Span(str(room), style, room_id(room))


# Goods.


def item_word(name: str) -> str:
    """Return the words for an item by its name in the schema: `long sword` for ITEM_LONG_SWORD."""
    return word(name, "ITEM_")


def gems_text(gems: Sequence[int]) -> str:
    """Return the text for gems by kind, such as `2 ruby, 1 sapphire`; a dash without gems."""
    told = [f"{count} {Gem(kind).name.lower()}" for kind, count in enumerate(gems) if count]
    return ", ".join(told) or "-"


def goods_text(goods: Fields) -> str:
    """Return the text for gold, gems and items: a side of a trade, or what lies in one place."""
    return ", ".join(_goods(goods)) or NOTHING


NOTHING = "nothing"
"""Text that `goods_text` returns for no gold, no gems and no items."""


def _goods(goods: Fields) -> Iterable[str]:
    if goods.get("gold"):
        yield f"{goods['gold']} gold"
    if num_in(goods.get("gems", ())):
        yield gems_text(goods["gems"])
    if goods.get("item", _NO_ITEM) != _NO_ITEM:
        yield item_word(goods["item"])
    for told in goods.get("items", ()):
        yield item_word(told) if isinstance(told, str) else counted_item(told)


_NO_ITEM = "ITEM_UNSPECIFIED"


def counted_item(told: Fields) -> str:
    """Return the words for an item of a stash, with its number if that is above 1."""
    count = told["count"]
    return f"{count} {item_word(told['item'])}" if count > 1 else item_word(told["item"])


def offer_text(offer: Fields) -> str:
    """Return the text for a standing offer, such as `0.2 to 1.0: ring for 3 gold`."""
    giver, taker = ref_of(offer["giver"]), ref_of(offer["taker"])
    told = f"{giver[0]}.{giver[1]} to {taker[0]}.{taker[1]}"
    return f"{told}: {goods_text(offer['give'])} for {goods_text(offer['want'])}"


# Fights.


def roll_span(roll: int, style: Style = Style.TEXT) -> Span:
    """Return a roll's sum, shown as a die."""
    return Span(str(roll), style, "", Dice((roll,), _MOST_ROLLED))


_MOST_ROLLED = 18
"""Highest sum of dice in a roll. Events have only the sum, so a roll is drawn as one die with this
many sides.
"""


def fighter_span(fighter: Fields, room: int, style: Style = Style.TEXT) -> Span:
    """Return the name of a hero or creature in a fight.

    Args:
        fighter: Fighter message.
        room: Room of the fight.
        style: Style of the text for a creature; a hero's is that of his seat.
    """
    if "hero" in fighter:
        return hero_span(ref_of(fighter["hero"]), class_of(fighter))
    kind = creature_of(fighter["creature"])
    text = f"{kind.name.capitalize()} {fighter['place']}"
    return Span(text, style, token_ref(group_token(room, kind)))


SIDES = ("defenders", "entrants")
"""Fields of the FightBegan message that hold the two sides."""


def side_text(fighters: Sequence[Fields], players: Sequence[str]) -> str:
    """Return the names of a side in a fight: players with their seats, or creatures."""
    seats = sorted({one["hero"]["seat"] for one in fighters if "hero" in one})
    told = [seat_span(seat, players).text for seat in seats]
    return ", ".join([*told, *["creatures"] * any("hero" not in one for one in fighters)])
