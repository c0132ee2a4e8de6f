"""What stands beside Proving Grounds' map: seats, boards, parties, rooms, market, candidates and offers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from referee.core.view import PLAYER_STYLES, Fields, Panel, Section, Span, Style, Table, bar
from referee.games.proving_grounds.look.dungeon_map import class_of, creature_of, seat_span
from referee.games.proving_grounds.look.visibility import Visibility, ref_of, word
from referee.games.proving_grounds.tables import (
    CLASSES,
    CREATURES_TABLE,
    ITEMS,
    Gem,
    HeroClass,
    Item,
    Stat,
)

__all__ = [
    "goods_text",
    "market_section",
    "party_sections",
    "rooms_section",
    "seats_table",
]

_BAR = 5
_WIDTH = 78
"""Characters of a line of what a seat owns."""
_HEIGHT = 31
"""Lines that are left for a section in a terminal of 40 lines."""
_FRAME = 2
_LOW = 3
"""A hero with no more than one third of his hit points is in danger."""

_Line = tuple[Span, ...]


def _item_word(name: str) -> str:
    return word(name, "ITEM_")


def _gems_text(gems: Sequence[int]) -> str:
    """Gems by kind, such as `2 ruby, 1 sapphire`; a dash for none."""
    told = [f"{count} {Gem(kind).name.lower()}" for kind, count in enumerate(gems) if count]
    return ", ".join(told) or "-"


# Everybody's.


def seats_table(visibility: Visibility, players: Sequence[str], end: Fields | None) -> Table:
    """Return what everybody has, and its place on each board, `>` before those up for grabs; in the end its rank."""
    final = {told["seat"]: told for told in end["seats"]} if end else {}
    boards = visibility.heading["boards"]
    rows = []
    for player in visibility.heading["players"]:
        seat = player["seat"]
        told = final.get(seat, player)
        gems = _gems_of(visibility, seat, final)
        cells = [
            seat_span(seat, players),
            Span(str(told["gold"]), Style.STRONG),
            Span(str(player["gems"]), Style.STRONG),
            Span(str(told["heroes"])),
            Span(str(told["rooms"])),
            *(Span(_ranked(board["seats"].index(seat))) for board in boards),
            Span("?" if gems is None else _gems_text(gems), Style.FAINT),
        ]
        if end:
            cells.append(Span(f"{final[seat]['placement']}.", Style.STRONG))
        rows.append(tuple(cells))
    columns = ["seat", "gold", "gems", "heroes", "rooms"]
    for board in boards:
        mark = ">" if board["board"] in visibility.heading["open"] else ""
        columns.append(f"{mark}{board['board'].removeprefix('BOARD_')}")
    columns += ["of which", "place"] if end else ["of which"]
    return Table("seats", tuple(columns), tuple(rows))


def _ranked(place: int) -> str:
    return f"{place + 1}."


def _gems_of(visibility: Visibility, seat: int, final: dict[int, Fields]) -> list[int] | None:
    """By kind, where that is known."""
    if seat in final:
        return list(final[seat]["gems"])
    if seat not in visibility.own:
        return None
    own = visibility.own[seat]
    carried = [own["vault"], *(hero["gems"] for hero in own["heroes"])]
    return [sum(kind) for kind in zip(*carried, strict=True)]


def market_section(visibility: Visibility) -> Section | None:
    """Return what is for sale, and who is for hire; None if nothing is."""
    slots = [
        (
            Span(str(slot["slot"])),
            Span(_item_word(slot["item"])),
            Span(str(ITEMS[Item[slot["item"].removeprefix("ITEM_")]].gold), Style.STRONG),
        )
        for slot in visibility.heading["market"]
    ]
    people = [
        (
            Span(str(told["candidate"])),
            Span(_class_word(class_of(told))),
            Span(str(_price(class_of(told))), Style.STRONG),
            Span(_stats(told["stats"]), Style.FAINT),
        )
        for told in visibility.heading["candidates"]
    ]
    parts = []
    if slots:
        parts.append(Table("market", ("slot", "item", "gold"), tuple(slots)))
    if people:
        columns = ("no", "class", "from gold", _STATS)
        parts.append(Table("candidates", columns, tuple(people)))
    return Section("market", tuple(parts)) if parts else None


def _price(kind: HeroClass | None) -> int:
    return 0 if kind is None else CLASSES[kind].price


_STATS = "/".join(stat.name for stat in Stat)


def _stats(stats: Sequence[int]) -> str:
    return "/".join(map(str, stats))


def _class_word(kind: HeroClass | None) -> str:
    return "hero" if kind is None else kind.name.capitalize()


# A seat's own.


def party_sections(visibility: Visibility, players: Sequence[str]) -> list[Section]:
    """Return the parties of those whose eyes look, as many to a section as a terminal is high."""
    sections: list[Section] = []
    panels: list[Panel] = []
    height = 0
    for seat in sorted(visibility.own):
        panel = _party(visibility, seat, players)
        lines = len(panel.lines) + _FRAME
        if panels and height + lines > _HEIGHT:
            sections.append(Section(panels[0].title, tuple(panels)))
            panels, height = [], 0
        panels.append(panel)
        height += lines
    if panels:
        sections.append(Section(panels[0].title, tuple(panels)))
    return sections


def _party(visibility: Visibility, seat: int, players: Sequence[str]) -> Panel:
    own = visibility.own[seat]
    lines = [_hero(hero, seat) for hero in own["heroes"]]
    if lines:
        columns = f"hero room hp{'':10}mana  {_STATS} gems, items, orders"
        lines.insert(0, (Span(columns, Style.FAINT),))
    lines += _wrapped("vault ", [_gems_text(own["vault"])])
    lines += _wrapped("stash ", [_counted(told) for told in own["stash"]] or ["-"])
    for offer in visibility.offers:
        if offer["giver"]["seat"] == seat:
            lines += _wrapped("offer ", [_offer(offer)])
    return Panel(f"party of {seat_span(seat, players).text}", tuple(lines))


def _hero(hero: Fields, seat: int) -> _Line:
    hp, full = hero["hp"], hero["max_hp"]
    style = Style.BAD if _LOW * hp <= full else Style.WARN if hp < full else Style.GOOD
    kind = class_of(hero)
    name = f"{'H' if kind is None else CLASSES[kind].letter}{hero['hero']}"
    mana = f"{hero['mana']}/{hero['max_mana']}" if hero["max_mana"] else "-"
    return (
        Span(f"{name:<5}", PLAYER_STYLES[seat]),
        Span(f"{hero['room']:<5}"),
        Span(f"{f'{hp}/{full}':<6}{bar(hp, full, _BAR)} ", style),
        Span(f"{mana:<6}"),
        Span(f"{_stats(hero['stats']):<{len(_STATS)}} ", Style.FAINT),
        Span(", ".join(_notes(hero))),
    )


def _notes(hero: Fields) -> Iterable[str]:
    """Gems, items, and orders that are not the usual ones."""
    if any(hero["gems"]):
        yield _gems_text(hero["gems"])
    yield from (_item_word(item) for item in hero["items"])
    if hero["guard"]:
        yield "on guard"
    if (policy := hero["policy"].removeprefix("POLICY_")) in _POLICIES:
        yield f"leaves {_POLICIES[policy]}"


_POLICIES = {"NEVER": "never", "WOUNDED": "when wounded"}
"""Policies but the usual one, which is to leave at a death."""


def _counted(told: Fields) -> str:
    count = told["count"]
    return f"{count} {_item_word(told['item'])}" if count > 1 else _item_word(told["item"])


def _offer(offer: Fields) -> str:
    giver, taker = ref_of(offer["giver"]), ref_of(offer["taker"])
    told = f"{giver[0]}.{giver[1]} to {taker[0]}.{taker[1]}"
    return f"{told}: {goods_text(offer['give'])} for {goods_text(offer['want'])}"


def goods_text(goods: Fields) -> str:
    """Gold, gems and items: one side of a trade, or what lies in one place."""
    return ", ".join(_goods(goods)) or "nothing"


def _goods(goods: Fields) -> Iterable[str]:
    if goods.get("gold"):
        yield f"{goods['gold']} gold"
    if any(goods.get("gems", ())):
        yield _gems_text(goods["gems"])
    if goods.get("item", _NO_ITEM) != _NO_ITEM:
        yield _item_word(goods["item"])
    for told in goods.get("items", ()):
        yield _item_word(told) if isinstance(told, str) else _counted(told)


_NO_ITEM = "ITEM_UNSPECIFIED"


def _wrapped(heading: str, words: Sequence[str]) -> list[_Line]:
    text = textwrap.wrap(", ".join(words), _WIDTH - len(heading))
    heads = [heading, *[" " * len(heading)] * (len(text) - 1)]
    return [(Span(head, Style.FAINT), Span(line)) for head, line in zip(heads, text, strict=True)]


# Rooms.


def rooms_section(visibility: Visibility) -> Section | None:
    """Return rooms in which something is known to be, in full; None if there is none."""
    rows = []
    for room in visibility.rooms:
        told = ", ".join(_contents(room))
        heroes = visibility.standing_in(room["room"])
        if told or len({seat for (seat, _), _ in heroes}) > 1:
            owner = room.get("owner")
            style = Style.TEXT if owner is None else PLAYER_STYLES[owner]
            rows.append((
                Span(str(room["room"]), style),
                Span("-" if owner is None else str(owner), style),
                Span(str(room["level"]), Style.FAINT),
                Span(told),
            ))  # fmt: skip
    if not rows:
        return None
    return Section("rooms", (Table("rooms", ("room", "of", "level", "there"), tuple(rows)),))


def _contents(room: Fields) -> Iterable[str]:
    if room["creatures"]:
        yield " ".join(f"{_letter(one['creature'])}{one['hp']}" for one in room["creatures"])
    elif room["counts"]:
        yield " ".join(f"{one['count']} {_letter(one['creature'])}" for one in room["counts"])
    elif room.get("has_creatures"):
        yield "creatures"
    for name in ("hoard", "floor"):
        told = ", ".join(_goods(room.get(name, {})))
        if told:
            yield f"{name}: {told}"
    if room.get("has_trap"):
        yield "trap"


def _letter(name: str) -> str:
    return CREATURES_TABLE[creature_of(name)].letter
