"""Tables next to the picture of the dungeon: leader boards, parties, stores, market, candidates for hire, rooms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.core.scene import (
    PLAYER_STYLES,
    Bar,
    Column,
    Hidden,
    Line,
    Row,
    SceneTable,
    Span,
    Style,
    seat_ref,
    token_ref,
)
from referee.core.view import Fields
from referee.games.proving_grounds.tables import (
    CLASSES,
    ITEMS,
    Board,
    HeroClass,
    Stat,
)
from referee.games.proving_grounds.view.dungeon import unknown_of
from referee.games.proving_grounds.view.names import (
    NOTHING,
    class_letter,
    class_of,
    class_word,
    counted_creatures,
    counted_item,
    creature_letter,
    creature_of,
    gems_text,
    goods_text,
    group_token,
    hero_token,
    item_word,
    offer_text,
    room_span,
    seat_span,
)
from referee.games.proving_grounds.view.setup_choices import item_of
from referee.games.proving_grounds.view.visibility import Visibility

__all__ = [
    "OF_ITS_SEAT",
    "boards_table",
    "market_tables",
    "party_tables",
    "rooms_table",
    "stores_table",
    "unknown",
]

_LOW = 3
"""A hero's hit points are shown in red if, multiplied by this, they are at most the full hit
points."""
_NONE: Line = (Span("-", Style.FAINT),)


def unknown(reason: str) -> Line:
    """Return a question mark for something that the viewer does not know, with the reason."""
    return (Span("?", Style.HIDDEN, "", Hidden(reason)),)


OF_ITS_SEAT = "only its own seat knows"
"""Text for a fact that a seat keeps secret from all others (PG-6.5)."""
_SEALED = "sealed until all have bid"
_OF_ITS_SENDER = "a bid is shown to its sender alone"


# Everybody's.


def boards_table(
    visibility: Visibility, bids: Mapping[tuple[int, Board], int]
) -> SceneTable | None:
    """Return the table of leader boards with bids on them; None before there are boards.

    Args:
        visibility: What the viewer may know.
        bids: Gold that was bid in this step by seat and board, as far as the viewer may know.
    """
    heading = visibility.heading
    rows = []
    for told in heading["boards"]:
        board = Board[told["board"].removeprefix("BOARD_")]
        is_open = told["board"] in heading["open"]
        order: list[Span] = []
        for seat in told["seats"]:
            order += [Span(" ")] * bool(order)
            order.append(Span(str(seat), PLAYER_STYLES[seat], seat_ref(seat)))
        cells: list[Line] = [(Span(board.name),), tuple(order)]
        cells.append(tuple(_bids(visibility, board, bids)) or _NONE)
        # Nobody knows bids of this turn before all seats have bid.
        cells.append(unknown(_SEALED) if is_open else _NONE)
        rows.append(Row(board.name, tuple(cells), Style.STRONG if is_open else Style.TEXT))
    columns = (
        Column("board"),
        Column("order"),
        Column("bids of the last turn"),
        Column("bids of this turn"),
    )
    return SceneTable("boards", "boards", columns, tuple(rows), is_minor=True) if rows else None


def _bids(
    visibility: Visibility, board: Board, bids: Mapping[tuple[int, Board], int]
) -> Iterator[Span]:
    """Yield the known bids on a board, and a question mark for bids that the viewer may not know."""
    for (seat, where), gold in bids.items():
        if where is board:
            yield Span(f"{seat}: {gold} ", PLAYER_STYLES[seat], seat_ref(seat))
    # Bids of other seats are never shown, so a cell without bids must not look as if nobody had
    # bid.
    if len(visibility.own) < visibility.heading["num_seats"]:
        yield from unknown(_OF_ITS_SENDER)


def market_tables(visibility: Visibility) -> Iterator[SceneTable]:
    """Yield the table of items for sale and that of candidates for hire, if there are any."""
    slots = tuple(
        Row(
            f"slot{slot['slot']}",
            (
                (Span(str(slot["slot"])),),
                (Span(item_word(slot["item"])),),
                (Span(str(ITEMS[item_of(slot["item"])].gold), Style.STRONG),),
            ),
        )
        for slot in visibility.heading["market"]
    )
    if slots:
        columns = (Column("slot"), Column("item"), Column("gold", is_number=True))
        yield SceneTable("market", "market", columns, slots)
    people = tuple(
        Row(
            f"candidate{told['candidate']}",
            (
                (Span(str(told["candidate"])),),
                (Span(class_word(class_of(told))),),
                (Span(str(_price(class_of(told))), Style.STRONG),),
                (Span(_stats(told["stats"]), Style.FAINT),),
                unknown(_SEALED),
            ),
        )
        for told in visibility.heading["candidates"]
    )
    if people:
        yield SceneTable("candidates", "candidates", _CANDIDATES, people)


_STATS = "/".join(stat.name for stat in Stat)
_CANDIDATES = (
    Column("no"),
    Column("class"),
    Column("from gold", is_number=True),
    Column(_STATS, is_minor=True),
    Column("bids"),
)


def _price(kind: HeroClass | None) -> int:
    return 0 if kind is None else CLASSES[kind].price


def _stats(stats: Sequence[int]) -> str:
    return "/".join(map(str, stats))


# A seat's own.


def party_tables(visibility: Visibility, players: Sequence[str]) -> Iterator[SceneTable]:
    """Yield a table of heroes for each seat whose observation the viewer may see."""
    columns = (
        Column("hero"),
        Column("room"),
        Column("hp"),
        Column("mana"),
        Column(_STATS, is_minor=True),
        Column("gems, items, orders", is_minor=True),
    )
    for seat, own in sorted(visibility.own.items()):
        rows = tuple(_hero(hero, seat) for hero in own["heroes"])
        if rows:
            title = f"party of {seat_span(seat, players).text}"
            yield SceneTable(f"party{seat}", title, columns, rows)


def _hero(hero: Fields, seat: int) -> Row:
    hp, full = hero["hp"], hero["max_hp"]
    style = Style.BAD if _LOW * hp <= full else Style.WARN if hp < full else Style.GOOD
    token = hero_token((seat, hero["hero"]))
    name = f"{class_letter(class_of(hero))}{hero['hero']}"
    mana, most = hero["mana"], hero["max_mana"]
    return Row(
        token,
        (
            (Span(name, PLAYER_STYLES[seat], token_ref(token)),),
            (room_span(hero["room"]),),
            (Span(f"{hp}/{full}", style, "", Bar(hp, full)),),
            (Span(f"{mana}/{most}", Style.TEXT, "", Bar(mana, most)),) if most else _NONE,
            (Span(_stats(hero["stats"]), Style.FAINT),),
            (Span(", ".join(_notes(hero))),),
        ),
    )


def _notes(hero: Fields) -> Iterable[str]:
    """Yield a hero's gems, items, posture if on guard, and policy if it is not FIRST_DEATH."""
    if any(hero["gems"]):
        yield gems_text(hero["gems"])
    yield from (item_word(item) for item in hero["items"])
    if hero["guard"]:
        yield "on guard"
    if (policy := hero["policy"].removeprefix("POLICY_")) in _POLICIES:
        yield f"leaves {_POLICIES[policy]}"


_POLICIES = {"NEVER": "never", "WOUNDED": "when wounded"}
"""Words for retreat policies; the default policy, to leave when a hero dies, is not mentioned."""


def stores_table(visibility: Visibility, players: Sequence[str]) -> SceneTable:
    """Return the table of vaults, stashes and standing offers, as far as they are known."""
    rows = []
    for player in visibility.heading["players"]:
        seat = player["seat"]
        own = visibility.own.get(seat)
        offers = [
            offer_text(offer) for offer in visibility.offers if offer["giver"]["seat"] == seat
        ]
        if own is None:
            cells: list[Line] = [unknown(OF_ITS_SEAT)] * 2
            # A seat receives the offers that are made to it (PG-6.5), so these are known without its own stores.
            cells.append((Span(", ".join(offers)),) if offers else unknown(OF_ITS_SEAT))
        else:
            stash = ", ".join(counted_item(told) for told in own["stash"])
            told = (gems_text(own["vault"]), stash or "-", ", ".join(offers) or "-")
            cells = [(Span(text),) for text in told]
        rows.append(Row(f"s{seat}", ((seat_span(seat, players),), *cells)))
    columns = tuple(map(Column, ("seat", "vault", "stash", "offers")))
    return SceneTable("stores", "stores", columns, tuple(rows), is_minor=True)


# Rooms.


def rooms_table(visibility: Visibility) -> SceneTable | None:
    """Return the table of rooms in which something is known to be; None without such rooms."""
    rows = []
    for room in visibility.rooms:
        heroes = visibility.standing_in(room["room"])
        is_met = len({seat for (seat, _), _ in heroes}) > 1
        goods = [goods_text(room[name]) for name in _GOODS if name in room]
        has_goods = any(text != NOTHING for text in goods)
        if room.get("has_creatures") or has_goods or room.get("has_trap") or is_met:
            rows.append(_room(room))
    columns = (
        *(Column("room"), Column("of"), Column("level", is_minor=True)),
        *(Column("creatures"), Column("hoard"), Column("floor"), Column("trap")),
    )
    return SceneTable("rooms", "rooms", columns, tuple(rows), is_minor=True) if rows else None


_GOODS = ("hoard", "floor")


def _room(room: Fields) -> Row:
    owner = room.get("owner")
    style = Style.TEXT if owner is None else PLAYER_STYLES[owner]
    whose = Span("-") if owner is None else Span(str(owner), style, seat_ref(owner))
    cells: list[Line] = [
        (room_span(room["room"], style),),
        (whose,),
        (Span(str(room["level"]), Style.FAINT),),
        _creatures(room),
    ]
    for name, level in zip(_GOODS, (3, 4), strict=True):
        known = (Span(goods_text(room[name])),) if name in room else None
        cells.append(known or unknown(f"known from level {level} on"))
    trap = "yes" if room.get("has_trap") else "no"
    cells.append((Span(trap),) if "has_trap" in room else unknown("known to who has met it"))
    return Row(f"room{room['room']}", tuple(cells))


def _creatures(room: Fields) -> Line:
    """Return a room's creatures with their hit points, or as much as is known of them."""
    number = room["room"]
    told = [
        (creature_of(one["creature"]), f"{_letter(one)}{one['hp']}") for one in room["creatures"]
    ] or [
        (kind, f"{count} {creature_letter(kind)}")
        for kind, count in counted_creatures(room).items()
    ]
    spans: list[Span] = []
    for kind, text in told:
        spans += [Span(" ")] * bool(spans)
        spans.append(Span(text, Style.BAD, token_ref(group_token(number, kind))))
    if spans or not room.get("has_creatures"):
        is_known = "has_creatures" in room
        return tuple(spans) or ((Span("none"),) if is_known else unknown("never been near"))
    sign = unknown_of(room["level"])
    return (Span("creatures ", Style.BAD), *([sign] if sign else []))


def _letter(told: Fields) -> str:
    return creature_letter(creature_of(told["creature"]))
