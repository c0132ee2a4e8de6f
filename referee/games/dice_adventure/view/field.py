"""The board of a party as a field for pages: terrain, pieces and members, pings, and the paths of plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.core.scene import (
    Bar,
    Field,
    Grid,
    Kind,
    Mark,
    Shape,
    Span,
    Style,
    Token,
    place,
    player_style,
)
from referee.core.view import Fields, Sight
from referee.games.dice_adventure.tables import (
    EMPTY,
    SHRINE,
    SPAWN,
    TERRAIN_CODES,
    TOWER,
    UNEXPLORED,
    WALL,
    PieceType,
)
from referee.games.dice_adventure.view.board import code_style, focus_of
from referee.games.dice_adventure.view.party import (
    NAMES,
    Known,
    Party,
    Place,
    member_of,
    member_span,
    types_of,
)
from referee.games.dice_adventure.view.plans import Walk

__all__ = ["field_of", "member_token"]

_GROUND = {code: "#.*abcABC"[index] for index, code in enumerate(TERRAIN_CODES)} | {UNEXPLORED: "?"}
"""Character for each kind of terrain in the rows of the field's grid, by map code; `?` for
unexplored."""
_ICONS = ("rock", "spikes", "ghost")
"""Sign for each kind of piece: rock, trap, monster."""
_UNKNOWN, _REMEMBERED, _IN_SIGHT = " ", ".", "#"


def field_of(
    party: Party, known: Known, sight: Sight, title: str, walks: Mapping[int, Walk]
) -> Field:
    """Return the field with what is known of a party's level.

    Args:
        party: The party.
        known: What its observed seats know of the level.
        sight: What is seen of the match.
        title: Heading of the field.
        walks: Paths of the plans of this step, by member (1 Dwarf, 2 Giant, 3 Human).
    """
    column, row = focus_of(party)
    return Field(
        f"board-{party.number}",
        title,
        _grid(party, known),
        tuple(_tokens(party, known, sight)),
        tuple(_marks(party, sight, walks)),
        place(row, column),
    )


def member_token(seat: int) -> str:
    """Return the id of the token of a seat's member; it is the same in every step."""
    return f"member-{seat}"


def _grid(party: Party, known: Known) -> Grid:
    used: dict[str, str] = {}
    rows, sight = [], []
    for codes, lights in zip(known.codes, known.in_sight, strict=True):
        # A piece lies on bare ground (DA-2.9).
        ground = [code if code in _GROUND else TERRAIN_CODES[EMPTY] for code in codes]
        used |= {_GROUND[code]: code for code in ground}
        rows.append("".join(_GROUND[code] for code in ground))
        sight.append(
            "".join(
                _IN_SIGHT if lit else _UNKNOWN if code == UNEXPLORED else _REMEMBERED
                for code, lit in zip(codes, lights, strict=True)
            )
        )
    legend = {character: _kind(party, code) for character, code in sorted(used.items())}
    return Grid(tuple(rows), legend, tuple(sight))


def _kind(party: Party, code: str) -> Kind:
    if code == UNEXPLORED:
        return Kind("unexplored", "", Style.HIDDEN)
    terrain = TERRAIN_CODES.index(code)
    if terrain == WALL:
        return Kind("wall", "", Style.FAINT, is_solid=True)
    if terrain == EMPTY:
        return Kind("empty")
    style = code_style(party, code)
    if terrain == TOWER:
        return Kind("tower", "**", style, icon="tower")
    if terrain >= SHRINE:
        return Kind(f"shrine of the {NAMES[terrain - SHRINE]}", code, style, icon="shrine")
    return Kind(f"spawn point of the {NAMES[terrain - SPAWN]}", code, style, icon="spawn")


def _tokens(party: Party, known: Known, sight: Sight) -> Iterator[Token]:
    types = types_of(sight.config)
    for spot, numbers in sorted(known.members.items(), key=_by_row):
        for number in sorted(numbers):
            yield _member(party, number, spot, sight)
    for spot, codes in sorted(known.monsters.items(), key=_by_row):
        for code in sorted(set(codes)):
            yield _piece(types[code], spot, codes.count(code), is_remembered=False)
    for row, codes in enumerate(known.codes):
        for column, code in enumerate(codes):
            if code in types:
                is_remembered = not known.in_sight[row][column]
                yield _piece(types[code], (column, row), 1, is_remembered=is_remembered)


def _by_row(entry: tuple[Place, object]) -> Place:
    (column, row), _ = entry
    return row, column


def _member(party: Party, number: int, spot: Place, sight: Sight) -> Token:
    seat = party.seat(number)
    told = party.seen[0]["members"][number - 1]
    member = member_of(sight.config, number)
    player = sight.players[seat] if seat < len(sight.players) else ""
    return Token(
        member_token(seat),
        _at(spot),
        Kind(member.name, member.name[0], player_style(seat)),
        owner=seat,
        bars=(("hearts", Bar(told["hearts"], member.hearts)),),
        badges=("has its key",) if told["key"] else (),
        tip=((member_span(number, party.number), Span(f", {player}" if player else "")),),
    )


def _piece(piece: PieceType, spot: Place, count: int, *, is_remembered: bool) -> Token:
    """Return the token for all `count` pieces of one type in one cell, `spot`.

    Only type and place identify a piece (DA-6.5). `is_remembered` marks a piece that is not in sight now.
    """
    bonus = f"+{piece.modifier}" if piece.modifier else ""
    dice = f"d{piece.die}{bonus}" if piece.die else str(piece.modifier)
    return Token(
        f"{piece.code}-{_at(spot)}",
        _at(spot),
        # In no colour, since red and green are those of members.
        Kind(piece.name, piece.code, Style.FAINT, icon=_ICONS[piece.kind]),
        count=count,
        is_remembered=is_remembered,
        tip=((Span(f"{piece.name}: rolls {dice}"),),),
        label=dice,
    )


def _marks(party: Party, sight: Sight, walks: Mapping[int, Walk]) -> Iterator[Mark]:
    for number, walk in walks.items():
        if len(walk.places) > 1:
            spots = tuple(map(_at, walk.places))
            yield Mark(Shape.PATH, spots, player_style(party.seat(number)))
    for ping in party.seen[0]["pings"]:
        style = player_style(party.seat(ping["by"]))
        yield Mark(Shape.RING, (_at((ping["x"], ping["y"])),), style, ping["symbol"])
    for body in _encounters(sight):
        ours, theirs = (
            sum(roll["number"] for roll in body[side]) for side in ("members", "pieces")
        )
        style = Style.GOOD if body["success"] else Style.BAD
        than = "<" if ours < theirs else "=" if ours == theirs else ">"
        yield Mark(Shape.LABEL, (_at((body["x"], body["y"])),), style, f"{ours} {than} {theirs}")


def _encounters(sight: Sight) -> Iterator[Fields]:
    """Yield the encounters of the step on the present board: those after the last start of a level.

    Yields nothing if several parties are observed, since events do not say to which party they belong.
    """
    if len({seen["party"] for seen in sight.observations.values()}) > 1:
        return  # events do not say whose they are
    found: list[Fields] = []
    for event in sight.events:
        if "level_start" in event:
            found = []
        elif "encounter" in event:
            found.append(event["encounter"])
    yield from found


def _at(spot: Place) -> str:
    column, row = spot
    return place(row, column)
