"""The public view of a match: players, abilities of the members, pieces that levels may hold, and the scores.

All that happens in a dungeon is announced to its own party alone until the match ends (DA-6.4, DA-6.6). So the
scene is made of the config, the names of the players, and the scores at the end.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from referee.core.scene import (
    Column,
    Field,
    Hidden,
    Kind,
    Line,
    Lines,
    Room,
    Rooms,
    Row,
    Scene,
    SceneTable,
    Span,
    Style,
    Token,
    player_style,
)
from referee.core.view import Sight, seat_names
from referee.games.dice_adventure.tables import MONSTER, NUM_MEMBERS, PieceType
from referee.games.dice_adventure.view.party import (
    NAMES,
    DiceSight,
    member_of,
    member_span,
    types_of,
)
from referee.games.dice_adventure.view.standing import num_levels
from referee.games.dice_adventure.view.words import counted, number_word, phrase, points_text

__all__ = ["public_scene"]

_COLUMNS = 2
"""Number of parties that are drawn in one row of the field."""
_HIDDEN = Span(
    "somewhere in the dungeon",
    Style.HIDDEN,
    measure=Hidden("parties must not learn from each other"),
)
_KINDS = ("rocks", "traps", "monsters")


def public_scene(sight: Sight) -> Scene:
    """Return the scene for a viewer without a seat."""
    scores = tuple(sight.scores) if isinstance(sight, DiceSight) else ()
    levels = counted(num_levels(sight.config), "level")
    title = "the match is over" if scores else f"{levels}, out of sight until the end"
    series = {
        "score": {
            NUM_MEMBERS * party + member: score
            for party, score in enumerate(scores)
            for member in range(NUM_MEMBERS)
        }
    }
    parts = (_parties(sight, scores), _lines(sight, scores), _members(sight), _pieces(sight))
    return Scene(title, parts, series=series if scores else {})


def _parties(sight: Sight, scores: tuple[int, ...]) -> Field:
    """Return a field with a room for each party and its members in it, and its score at the end.

    Places in the dungeon are not public. `scores` is empty before the end.
    """
    count = len(sight.players) // NUM_MEMBERS
    names = seat_names(sight.players)
    placements = tuple(sight.placements) if isinstance(sight, DiceSight) else ()
    rooms: dict[str, Room] = {}
    tokens: list[Token] = []
    for party in range(count):
        at = f"party-{party}"
        seats = range(NUM_MEMBERS * party, NUM_MEMBERS * (party + 1))
        lines: list[Line] = [
            phrase(member_span(1 + seat % NUM_MEMBERS, party), ": ", names[seat]) for seat in seats
        ]
        if scores:
            place = f", place {placements[party]}" if count > 1 else ""
            lines.append((Span(f"{points_text(scores[party])}{place}", Style.STRONG),))
        else:
            lines.append((_HIDDEN,))
        title = "the party" if count == 1 else f"party {party + 1}"
        rooms[at] = Room(title, party // _COLUMNS, party % _COLUMNS, tuple(lines))
        tokens += [_token(sight, seat, at) for seat in seats]
    return Field("parties", "who plays", Rooms(rooms), tuple(tokens))


def _token(sight: Sight, seat: int, at: str) -> Token:
    party, member = divmod(seat, NUM_MEMBERS)
    name = NAMES[member]
    return Token(
        f"member-{seat}",
        at,
        Kind(name, name[0], player_style(seat)),
        owner=seat,
        tip=((member_span(1 + member, party), Span(f", {sight.players[seat]}")),),
    )


def _lines(sight: Sight, scores: tuple[int, ...]) -> Lines:
    """Return lines that explain why no more is public, how many levels there are, and the scores.

    `scores` has the score of each party at the end, and is empty before.
    """
    count = num_levels(sight.config)
    lines: list[Line] = [
        (
            Span(
                "What a party sees and does is shown to its own three seats alone until the match ends.",
                Style.HIDDEN,
                measure=Hidden("parties must not learn from each other"),
            ),
        )
    ]
    if count:
        levels = "one level" if count == 1 else f"{number_word(count)} levels"
        each = "" if count == 1 else ", each"
        most = "for a little less than 1000 points at most"
        lines.append(
            (Span(f"There {'is' if count == 1 else 'are'} {levels} to clear{each} {most}."),)
        )
    for party, score in enumerate(scores):
        who = "The party" if len(scores) == 1 else f"Party {party + 1}"
        lines.append((Span(f"{who} scores "), Span(points_text(score), Style.STRONG), Span(".")))
    return Lines("public", "what everybody may know", tuple(lines))


def _members(sight: Sight) -> SceneTable:
    """Return a table of the abilities of the three members, which are the same in every party (DA-2.2)."""
    rows = []
    for number in range(1, NUM_MEMBERS + 1):
        member = member_of(sight.config, number)
        against = (_die(*dice) for dice in zip(member.dice, member.modifiers, strict=True))
        cells = (
            (Span(member.name, Style.STRONG),),
            (Span(f"{member.radius}"),),
            (Span(str(member.ap)),),
            (Span("♥" * member.hearts),),
            *((Span(die),) for die in against),
        )
        rows.append(Row(f"ability-{number}", cells))
    columns = (
        Column(""),
        Column("sight in cells", is_number=True),
        Column("steps a round", is_number=True),
        Column("hearts"),
        *(Column(f"against {kind}") for kind in _KINDS),
    )
    return SceneTable("abilities", "members", columns, tuple(rows))


def _pieces(sight: Sight) -> SceneTable:
    """Return a table of the types of pieces that levels may hold, with their dice (DA-2.4)."""
    listed = {told["code"] for told in sight.config.get("types", ())}
    types: Mapping[str, PieceType] = types_of(sight.config)
    rows = [
        Row(
            f"piece-{code}",
            (
                (Span(piece.name or _KINDS[piece.kind][:-1], Style.STRONG),),
                (Span(_die(piece.die, piece.modifier)),),
                (Span(", ".join(_habits(piece)) or "-"),),
            ),
        )
        for code, piece in sorted(types.items(), key=lambda entry: (entry[1].kind, entry[0]))
        if not listed or code in listed
    ]
    columns = (Column("may wait below"), Column("rolls"), Column("moves"))
    return SceneTable("pieces", "rocks, traps and monsters", columns, tuple(rows), is_minor=True)


def _habits(piece: PieceType) -> Iterator[str]:
    if piece.kind == MONSTER:
        yield f"{counted(piece.steps, 'step')} a round"
        if piece.hunt:
            yield f"hunts within {counted(piece.hunt, 'step')}"


@functools.lru_cache(maxsize=256)
def _die(sides: int, modifier: int) -> str:
    """Return a die as players write it, such as `d4+2`; a die without sides is its modifier alone."""
    if not sides:
        return str(modifier)
    return f"d{sides}+{modifier}" if modifier else f"d{sides}"
