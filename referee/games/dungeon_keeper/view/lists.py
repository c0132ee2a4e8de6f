"""Lists next to the board of Dungeon Keeper: seats, spells, units, buildings, items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.core.scene import (
    Bar,
    Column,
    Hidden,
    Line,
    Lines,
    Row,
    ScenePart,
    SceneTable,
    Span,
    Style,
    place,
    token_ref,
)
from referee.core.view import Fields
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    LIGHT,
    NEUTRAL,
    Artifact,
    Building,
    Kind,
    Spirit,
)
from referee.games.dungeon_keeper.view.belief import Belief
from referee.games.dungeon_keeper.view.board import building_of, kind_of, style_of
from referee.games.dungeon_keeper.view.notes import building_notes, unit_notes
from referee.games.dungeon_keeper.view.sentences import (
    Names,
    event_line,
    seat_span,
    serial_of,
    word,
)

__all__ = [
    "arts_of",
    "health_style",
    "items_by_kind",
    "lists_of",
    "owned",
    "seats_table",
    "spells_lines",
]

_LOW = 3
"""Divisor of full hit points: a unit or building with at most this part left is shown as in
danger."""
_NOT_TOLD = Span("?", Style.HIDDEN, measure=Hidden("under fog each seat sees only its own"))
_NOT_SEEN = Span("?", Style.HIDDEN, measure=Hidden("never seen"))
_STOCKS = ("score", "mana", "gold", "iron", "taldear")


def seats_table(belief: Belief, players: Sequence[str]) -> SceneTable:
    """Return a table of the seats with stocks, units and Sources, as far as they are known."""
    columns = (
        Column("seat"),
        Column("altar"),
        *(Column(name, is_number=True) for name in _STOCKS),
        Column("units", is_number=True),
        Column("Sources"),
        Column("has", is_minor=True),
    )
    rows = tuple(_seat(belief, seat, told, players) for seat, told in sorted(belief.seats.items()))
    return SceneTable("seats", "seats", columns, rows)


def lists_of(belief: Belief, names: Names, order: Iterable[int]) -> Iterator[ScenePart]:
    """Yield the minor lists: units of each seat in the order given, buildings, items."""
    titles = {seat: f"units of {seat} {names.players[seat]}" for seat in order}
    for owner, title in (titles | {LIGHT: "light side"}).items():
        rows = tuple(_unit(told, names) for told in belief.units.values() if told["owner"] == owner)
        if rows:
            key = "light" if owner == LIGHT else str(owner)
            yield SceneTable(f"units-{key}", title, _UNIT_COLUMNS, rows, is_minor=True)
    if belief.buildings:
        yield _buildings(belief)
    if belief.items:
        lines = tuple(
            (Span(f"{name} "), *_spots(spots)) for name, spots in items_by_kind(belief).items()
        )
        yield Lines("items", "items", lines, is_minor=True)


def spells_lines(belief: Belief, events: Sequence[Fields], names: Names) -> Lines | None:
    """Return lines on spells: those cast or learned in this step, and those that each seat knows.

    None if there are no such spells.
    """
    lines = [
        event_line(event, names) for event in events if "cast" in event or "researched" in event
    ]
    known = {
        seat: told["holdings"]["spells"]
        for seat, told in sorted(belief.seats.items())
        if told["alive"] and told.get("holdings")
    }
    if not lines and not any(known.values()):
        return None
    for seat, told in sorted(belief.seats.items()):
        name = seat_span(seat, names.players)
        if known.get(seat):
            lines.append((name, Span(f" knows {', '.join(map(word, known[seat]))}")))
        elif told["alive"] and seat not in known:
            lines.append((name, Span(" knows "), _NOT_TOLD))
    return Lines("spells", "spells", tuple(lines))


def owned(belief: Belief, seat: int, kind: Building) -> list[tuple[str, Fields]]:
    """Return a seat's known buildings of a kind, each with its place as text."""
    return [
        (place(*spot), told)
        for spot, told in belief.buildings.items()
        if told["owner"] == seat and building_of(told) is kind
    ]


def health_style(hp: int, kind: Building) -> Style:
    """Return a style for a building's hit points: GOOD if full, BAD up to a third, else WARN."""
    full = BUILDINGS[kind].hp
    return Style.GOOD if hp == full else Style.BAD if hp * _LOW <= full else Style.WARN


def arts_of(have: Fields) -> Iterable[str]:
    """Yield one text each on runes, spells, artifacts and spirits, for those that a seat has.

    Args:
        have: The seat's Holdings message.
    """
    if have["runes"]:
        yield f"runes {', '.join(word(rune) for rune in have['runes'])}"
    if have["spells"]:
        yield f"spells {', '.join(word(spell) for spell in have['spells'])}"
    for title, kinds in (("store", Artifact), ("spirits", Spirit)):
        counted = zip(have[title], kinds, strict=False)
        if held := [f"{count} {kind.name.lower()}" for count, kind in counted if count]:
            yield f"{title} {', '.join(held)}"


def items_by_kind(belief: Belief) -> Mapping[str, list[str]]:
    """Return the cells of items on the ground, as texts, by the kind of item."""
    places: dict[str, list[str]] = {}
    for (row, col), items in sorted(belief.items.items()):
        for item in items:
            places.setdefault(word(item["kind"]), []).append(f"{row}-{col}")
    return dict(sorted(places.items()))


def _seat(belief: Belief, seat: int, told: Fields, players: Sequence[str]) -> Row:
    name = seat_span(seat, players)
    key = f"seat-{seat}"
    if not told["alive"]:
        out = Span(f"out as number {told['eliminated_order']}", Style.FAINT)
        return Row(key, ((name,), (out,), *(() for _ in (*_STOCKS, *"123"))), Style.FAINT)
    style = Style.STRONG if belief.heading.get("acting_seat") == seat else Style.TEXT
    altar = _altar(belief, seat)
    have = told.get("holdings")
    if have is None:
        unknown = ((_NOT_TOLD,),) * (len(_STOCKS) + 3)
        return Row(key, ((name,), (altar,), *unknown), style)
    units = sum(unit["owner"] == seat for unit in belief.units.values())
    sources = [str(source["level"]) for _, source in owned(belief, seat, Building.SOURCE)]
    arts = "; ".join(arts_of(have))
    cells = (
        (name,),
        (altar,),
        *((Span(str(have[stock])),) for stock in _STOCKS),
        (Span(str(units)),),
        (Span(", ".join(sources) or "none"),),
        (Span(arts, Style.FAINT),) if arts else (),
    )
    return Row(key, cells, style)


def _altar(belief: Belief, seat: int) -> Span:
    altars = owned(belief, seat, Building.ALTAR)
    if not altars:
        return _NOT_SEEN
    at, told = altars[0]
    most = BUILDINGS[Building.ALTAR].hp
    style = health_style(told["hp"], Building.ALTAR)
    return Span(str(told["hp"]), style, at, Bar(told["hp"], max(most, told["hp"])))


_UNIT_COLUMNS = (
    Column("unit"),
    Column("hp"),
    Column("AP", is_number=True),
    Column("at"),
    Column("att/def"),
    Column("", is_minor=True),
)


def _unit(told: Fields, names: Names) -> Row:
    serial = serial_of(told["id"]).partition(".")[2]
    name = f"{serial:>2} {word(told['kind'])}".strip()
    ref = token_ref(names.tokens[told["id"]]) if told["id"] in names.tokens else ""
    hp = Bar(told["hp"], max(told["max_hp"], told["hp"], 1))
    cells = (
        (Span(name, style_of(told["controller"]), ref),),
        (Span(f"{told['hp']}/{told['max_hp']}", _wound(told), measure=hp),),
        (Span(f"{told['ap']}", Style.FAINT if told["ap"] == 0 else Style.TEXT),),
        (Span(f"{told['row']}-{told['col']}", ref=place(told["row"], told["col"])),),
        (Span(f"{told['attack']}/{told['defence']}"),),
        (Span(", ".join(unit_notes(told)), Style.FAINT),),
    )
    return Row(f"u{told['id']}", cells)


def _wound(unit: Fields) -> Style:
    # With its one hit point an imp would always be in danger.
    if kind_of(unit) is Kind.IMP:
        return Style.TEXT
    return Style.BAD if unit["hp"] * _LOW <= unit["max_hp"] else Style.TEXT


def _buildings(belief: Belief) -> SceneTable:
    """Return a table of all known buildings, sorted by owner, then row by row."""
    # The remainder puts owners below 0 behind all seats.
    there = sorted(belief.buildings.items(), key=lambda entry: (entry[1]["owner"] % 100, entry[0]))
    rows = []
    for spot, told in there:
        style = style_of(told["owner"])
        name = Span(word(told["kind"]), style, token_ref(f"b{spot[0]}-{spot[1]}"))
        seen = Span("" if belief.has(spot) else "remembered", Style.FAINT)
        cells = (
            (Span("-" if told["owner"] == NEUTRAL else str(told["owner"]), style),),
            (name,),
            (Span(f"{spot[0]}-{spot[1]}", ref=place(*spot)),),
            _state(told),
            (seen,),
        )
        rows.append(Row(f"b{spot[0]}-{spot[1]}", cells))
    columns = (Column(""), Column("building"), Column("at"), Column(""), Column("", is_minor=True))
    return SceneTable("buildings", "buildings", columns, tuple(rows), is_minor=True)


def _state(told: Fields) -> Line:
    notes = ", ".join(building_notes(told))
    full = BUILDINGS[building_of(told)].hp
    if not full:
        return (Span(notes),)
    hp = Span(f"{told['hp']}/{full}", measure=Bar(told["hp"], max(full, told["hp"])))
    return (hp, Span(f", {notes}")) if notes else (hp,)


def _spots(spots: Sequence[str]) -> Iterator[Span]:
    for index, spot in enumerate(spots):
        yield Span(f"{', ' if index else ''}{spot}", ref=spot.replace("-", ","))
