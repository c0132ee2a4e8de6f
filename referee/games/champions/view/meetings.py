"""Sentences on seats of Champions that meet on a tile, on fights about to begin, and on the map's next shrinking."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import NamedTuple

from referee.core.scene import Line, Span
from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.champions.view.memory import ChampionsSight
from referee.games.champions.view.seats_view import Known, events_by_kind, most_rounds
from referee.games.champions.view.standing import living_of, total_health
from referee.games.champions.view.words import (
    Words,
    as_line,
    counted,
    fitting,
    named,
    number,
    sentence,
    size_text,
    tile_text,
    together,
    word_of,
)

__all__ = ["SHRINKS_AT", "Group", "fights_ahead", "groups_of", "meetings", "shrink_text"]

_MOST_TILES = 5
"""Number of tiles with several seats that get a separate sentence in a step; further tiles share
one sentence."""
_MOST_PAIRS = 4
"""Highest number of fights on one tile that its sentence lists; with more, it gives their number
alone."""
_MOST_STRENGTHS = 4
"""Highest number of fighting seats whose champions and health are listed before they fight; with
more, none are."""
SHRINKS_AT = {4: 9, 3: 4}
"""Number of remaining seats at or below which the map shrinks early, by size of the map's side
(CH-5.40)."""


class Group(NamedTuple):
    """Two or more seats in play on one tile, which fight each other this round (CH-5.10)."""

    tile: int
    """Index of the tile."""
    where: str
    """Where the tile is, in words, such as `in the north-west corner`."""
    seats: tuple[int, ...]
    """Indices of the seats, ascending."""


def groups_of(seen: Fields) -> list[Group]:
    """Return a group for each tile with at least two seats in play, the largest group first."""
    size = seen["size"]
    standing: dict[tuple[int, int], list[int]] = collections.defaultdict(list)
    for seat, public in enumerate(seen["seats"]):
        if public["alive"]:
            standing[public["row"], public["col"]].append(seat)
    groups = [
        Group(size * row + column, tile_text(size, row, column), tuple(seats))
        for (row, column), seats in standing.items()
        if len(seats) > 1
    ]
    return sorted(groups, key=lambda group: (-len(group.seats), group.tile))


def shrink_text(seen: Fields, config: Fields) -> str:
    """Return the clause that says after how many rounds the map shrinks next (CH-5.40, CH-5.41).

    The map has to be 2x2 or larger, since the single tile does not shrink.
    """
    size = seen["size"]
    left = most_rounds(seen, config) - seen["stage_age"]
    what = f"shrinks to {size_text(size - 1)} after"
    if left <= 1:
        return f"{what} this round"
    limit = (
        f", or once only {word_of(SHRINKS_AT[size])} seats are left" if size in SHRINKS_AT else ""
    )
    return f"{what} {counted(left, 'more round')} at the latest{limit}"


def meetings(seen: Fields, config: Fields, names: Sequence[Span]) -> tuple[Line, list[Sentence]]:
    """Return headline and sentences on which seats share a tile after all have moved; positions are public (CH-6.1)."""
    groups, size = groups_of(seen), seen["size"]
    start = f"Round {seen['round']}: "
    in_play = [seat for seat, public in enumerate(seen["seats"]) if public["alive"]]
    met = {seat for group in groups for seat in group.seats}
    sentences = [
        sentence(*named(group.seats, names), f" meet {group.where}")
        for group in groups[:_MOST_TILES]
    ]
    if further := groups[_MOST_TILES:]:
        count = sum(len(group.seats) for group in further)
        sentences.append(
            sentence(f"{word_of(count)} more seats meet on {_tiles(len(further), 'other ')}")
        )
    alone = [seat for seat in in_play if seat not in met]
    if not groups:
        sentences.append(sentence("nobody meets, so this round has no fight"))
    elif alone:
        verb = number(len(alone), " stands alone and has", " stand alone and have")
        sentences.append(sentence(*named(alone, names), f"{verb} no fight this round"))
    if size > 1 and most_rounds(seen, config) - seen["stage_age"] <= 1:
        sentences.append(sentence(f"the map {shrink_text(seen, config)}"))
    match groups:
        case []:
            headline = as_line(start, "nobody meets")
        case [group]:
            headline = fitting(
                as_line(start, *named(group.seats, names), f" meet {group.where}"),
                as_line(start, *named(group.seats, names), " meet"),
                as_line(start, f"{counted(len(group.seats), 'seat')} meet {group.where}"),
            )
        case _:
            tiles = _tiles(len(groups))
            headline = as_line(start, f"{counted(len(met), 'seat')} meet on {tiles}")
    return headline, sentences


def fights_ahead(
    sight: ChampionsSight, seen: Fields, known: Known, names: Sequence[Span]
) -> tuple[Line, list[Sentence]]:
    """Return headline and sentences on the fights that begin next.

    Pairs of opponents are named where the viewer knows them; of other tiles, only that fights begin
    there.
    """
    start = f"Round {seen['round']}: "
    pairs: dict[int, list[tuple[int, int]]] = {}
    reports = [
        observation["report"]
        for observation in sight.observations.values()
        if observation.get("report")
    ]
    for report in (*reports, *events_by_kind(sight.events)["tile_report"]):
        for pair in report["battles"]:
            both = (pair["side_a"], pair["side_b"])
            of_tile = pairs.setdefault(report["tile"], [])
            of_tile += [both] if both not in of_tile else []
    groups = groups_of(seen)
    sentences = []
    # Of other tiles the viewer knows no more than who stands there, as was said before they looted.
    known_groups = [group for group in groups if group.tile in pairs]
    for group in known_groups[:_MOST_TILES]:
        sentences += _tile_sentences(pairs[group.tile], group, names)
    if further := known_groups[_MOST_TILES:]:
        count = sum(len(group.seats) for group in further)
        sentences.append(
            sentence(f"{word_of(count)} more seats fight on {_tiles(len(further), 'other ')}")
        )
    all_pairs = [pair for of_tile in pairs.values() for pair in of_tile]
    fighters = list(dict.fromkeys(seat for pair in all_pairs for seat in pair))
    if 0 < len(fighters) <= _MOST_STRENGTHS:
        sentences += _strengths(known, fighters, names)
    if len(groups) == 1 and len(groups[0].seats) == 2:
        all_pairs = [(groups[0].seats[0], groups[0].seats[1])]
    if len(all_pairs) == 1 and len(groups) == 1:
        one, other = (names[seat] for seat in all_pairs[0])
        headline = fitting(
            as_line(start, one, " fights ", other), as_line(start, "one fight begins")
        )
    elif len(pairs) == len(groups):
        headline = as_line(start, f"{counted(len(all_pairs), 'fight')} begin")
    elif len(groups) == 1:
        headline = as_line(start, f"fights begin {groups[0].where}")
    else:
        headline = as_line(start, f"fights begin on {_tiles(len(groups))}")
    return headline, sentences


def _tile_sentences(
    pairs: Sequence[tuple[int, int]], group: Group, names: Sequence[Span]
) -> list[Sentence]:
    """Return a sentence on the fights of one tile, and one for each seat there that has no opponent.

    Args:
        pairs: The two seats of each of these fights.
        group: The seats on the tile, and where it is.
        names: Name of each seat.
    """
    if len(pairs) > _MOST_PAIRS:
        count = word_of(len(group.seats))
        return [sentence(f"{count} seats fight {counted(len(pairs), 'fight')} {group.where}")]
    times = collections.Counter(seat for pair in pairs for seat in pair)
    twice = next((seat for seat, count in times.items() if count > 1), None)
    single = [
        as_line(names[one], " fights ", names[other])
        for one, other in pairs
        if twice not in (one, other)
    ]
    start: Line = ()
    if twice is not None:
        rivals = [names[one + other - twice] for one, other in pairs if twice in (one, other)]
        start = as_line(names[twice], " splits its champions against ", together(rivals))
        start = as_line(start, "; ") if single else start
    sentences = [sentence(start, together(single), f" {group.where}")]
    idle = [names[seat] for seat in group.seats if seat not in times]
    sentences += [sentence(name, " finds no opponent there") for name in idle]
    return sentences


def _strengths(known: Known, seats: Sequence[int], names: Sequence[Span]) -> list[Sentence]:
    """Return a sentence with the living champions and health of each seat before its fight.

    Empty if the viewer does not know them for every one of these seats.
    """
    parts: list[Words] = []
    for seat in seats:
        living, left = living_of(known, seat), total_health(known.health, seat)
        if living is None or left is None:
            return []
        what = word_of(living) if parts else f"has {counted(living, 'champion')}"
        parts.append(as_line(names[seat], f" {what} with {left}{'' if parts else ' health'}"))
    return [sentence(together(parts))]


def _tiles(count: int, which: str = "") -> str:
    return f"{word_of(count)} {which}{number(count, 'tile', 'tiles')}"
