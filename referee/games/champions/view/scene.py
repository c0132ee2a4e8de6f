"""The scene of Champions: all that a viewer sees after a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.scene import (
    Column,
    Flag,
    FlagKind,
    Hidden,
    Line,
    Lines,
    Row,
    Scene,
    ScenePart,
    SceneTable,
    Span,
    Style,
    seat_ref,
)
from referee.core.view import Fields
from referee.games.champions import columns as c
from referee.games.champions.tables import NUM_TYPES, TYPE_NAMES
from referee.games.champions.view.battles import battles
from referee.games.champions.view.fight_view import by_battle, seat_label
from referee.games.champions.view.gear import bags_table, gear_table, loot_lines
from referee.games.champions.view.ground import ground, tile_label
from referee.games.champions.view.memory import ChampionsSight, known_to
from referee.games.champions.view.seats_view import (
    Known,
    events_by_kind,
    health_span,
    owner_span,
    pairs,
)
from referee.games.champions.view.words import counted, names_of, size_text, word_of

__all__ = ["scene_of"]

_DUEL = 2
"""Number of seats left at which the exit of a seat is marked as most important, since a duel
remains."""

_PACE_MS = 800
"""Time for which a step of moving, looting or equipping is shown in a playback, in milliseconds."""
_BATTLE_PACE_MS = 3000
"""Time for which a step with battles is shown in a playback, in milliseconds; long enough to read
each action."""
_SEATS = (
    Column("seat"),
    *(Column(name) for name in TYPE_NAMES),
    Column("kills", is_number=True),
    Column("damage", is_number=True, is_minor=True),
    Column("place", is_number=True),
)
_UNKNOWN = Span("?", Style.HIDDEN, "", Hidden("shown at the end of the match"))


def scene_of(sight: ChampionsSight) -> Scene:
    """Return the scene for a page, made of everything that the viewer's seats know together."""
    told = events_by_kind(sight.events)
    known = known_to(sight)
    if known is None:
        return Scene("Champions", ())
    turns = told["battle_turn"]
    parts: list[ScenePart] = []
    where = {}
    if sight.public is not None:
        board = ground(sight.public, known, sight)
        parts.append(board)
        where = {seat: tile_label(board, tile) for seat, tile in sight.stood.items()}
    parts += battles(turns, sight.before, sight.players, where)
    ahead = (_pairs(sight), loot_lines(told["loot_found"], sight))
    parts += [lines for lines in ahead if lines is not None]
    parts.append(_seats(known, sight))
    tables = (gear_table(sight), bags_table(sight))
    parts += [table for table in tables if table is not None]
    return Scene(
        _title(sight),
        tuple(parts),
        tuple(_flags(told, known, sight.players)),
        _series(known),
        _BATTLE_PACE_MS if turns else _PACE_MS,
    )


def _title(sight: ChampionsSight) -> str:
    seen = sight.public
    if seen is None:
        return "Champions"
    phase = c.PHASE_NAMES[seen["phase"]].lower()
    return f"round {seen['round']} of {sight.config['max_rounds']}, {phase}"


def _pairs(sight: ChampionsSight) -> Lines | None:
    """Return lines with the pairs of seats that are about to fight, one battle a line; None if no pair is known."""
    lines = tuple(
        (
            Span(f"battle {battle}: ", Style.FAINT),
            owner_span(sight.players, one),
            Span(" v "),
            owner_span(sight.players, other),
        )
        for battle, (one, other) in pairs(sight).items()
    )
    return Lines("ahead", "battles ahead", lines) if lines else None


def _seats(known: Known, sight: ChampionsSight) -> SceneTable:
    rows = []
    for seat in range(known.num_seats):
        is_out = seat in known.out_round
        style = Style.FAINT if is_out else Style.STRONG if known.own == {seat} else Style.TEXT
        healths: Iterator[Line] = (
            (health_span(known, sight.healths, seat, champion),) for champion in range(NUM_TYPES)
        )
        counts = (_count(known.kills.get(seat)), _count(known.damage.get(seat)))
        cells = ((owner_span(sight.players, seat),), *healths, *counts, _place(known, seat))
        rows.append(Row(seat_ref(seat), cells, style))
    return SceneTable("seats", "seats", _SEATS, tuple(rows))


def _count(number: int | None) -> Line:
    return (_UNKNOWN if number is None else Span(str(number)),)


def _place(known: Known, seat: int) -> Line:
    if seat in known.placement:
        return (Span(str(known.placement[seat]), Style.STRONG),)
    if seat in known.out_round:
        return (Span(f"out in round {known.out_round[seat]}", Style.FAINT),)
    return ()


def _flags(
    by_kind: dict[str, list[Fields]], known: Known, players: Sequence[str]
) -> Iterator[Flag]:
    """Yield the step's marks on the timeline: fights, deaths, seats that go out, a smaller map.

    Exits of seats and a smaller map have a higher weight than deaths of single champions.

    Args:
        by_kind: Fields of the step's events that the viewer gets, by kind of event.
        known: What the viewer knows of all seats.
        players: Names of the players, by seat.
    """
    fought = len(by_battle(by_kind["battle_turn"]))
    if fought:
        text = f"{fought} battle{'s' * (fought != 1)}"
        yield Flag(FlagKind.START, text, label=counted(fought, "fight"))
    dead = [
        f"{TYPE_NAMES[died['champion']]} of {seat_label(players, died['seat'])}"
        for died in by_kind["champion_died"]
    ]
    if dead:
        label = f"{word_of(len(dead))} fall{'s' * (len(dead) == 1)}"
        yield Flag(FlagKind.DEATH, f"dead: {', '.join(dead)}", label=label)
    names, out = names_of(tuple(players)), by_kind["eliminated"]
    num_left = known.num_seats - len(known.out_round)
    for body in out:
        seat, is_last = body["seat"], body is out[-1]
        label, weight = f"{names[seat].text} out", 1
        if is_last:
            weight = 3 if num_left <= _DUEL else 2
            label = label if len(out) == 1 else f"{word_of(len(out))} out"
            label = "two left" if num_left == _DUEL else label
        text = f"{seat_label(players, seat)} is out"
        yield Flag(FlagKind.ELIMINATION, text, seat, label, weight)
    for shrunk in by_kind["map_shrunk"]:
        old, new = shrunk["old_size"], shrunk["new_size"]
        text = f"the map shrinks from {old}x{old} to {new}x{new}"
        label = f"map {size_text(new)}" if new > 1 else "the arena"
        yield Flag(FlagKind.LEVEL, text, None, label, 3 if new == 1 else 2)


def _series(known: Known) -> dict[str, dict[int, int]]:
    """Return total health and kills of each of the viewer's seats, for curves over the match.

    They are by name of the value, then by seat.
    """
    own = sorted(known.own)
    if not own:
        return {}
    return {
        "health": {seat: sum(known.health[seat].values()) for seat in own},
        "kills": {seat: known.kills[seat] for seat in own},
    }
