"""The story of a step of Champions: who meets, what is found, who fights, who falls, and who is left."""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.core.scene import Line, Span, Style
from referee.core.story import Phase, Sentence, Story, as_headline
from referee.core.view import Fields
from referee.games.champions import columns as c
from referee.games.champions.tables import NUM_TYPES
from referee.games.champions.view.finds import loot_headline, loot_sentences
from referee.games.champions.view.memory import ChampionsSight, known_to
from referee.games.champions.view.round_end import round_headline, round_sentences
from referee.games.champions.view.seats_view import Known, events_by_kind, most_rounds
from referee.games.champions.view.standing import MOST_HEALTH, living_of, score_of, total_health
from referee.games.champions.view.words import (
    MOST_NAMES,
    Words,
    as_line,
    counted,
    fitting,
    names_of,
    number,
    sentence,
    size_text,
    tile_text,
    together,
    word_of,
)

__all__ = ["groups_of", "shrink_text", "story_of"]

_MOST_TILES = 5
"""Highest number of tiles that have a sentence of their own in a step."""
_MOST_STRENGTHS = 4
"""Highest number of fighting seats whose health is told before they fight."""
_LIMITS = {4: 9, 3: 4}
"""Number of seats in play at which a map of this size shrinks (CH-5.40)."""


class Group(NamedTuple):
    """Two or more seats in play on one tile, who are to fight each other (CH-5.10)."""

    row: int
    column: int
    seats: tuple[int, ...]


def story_of(sight: ChampionsSight) -> Story:
    """Return a step in words and numbers, from all that the viewer's seats know together."""
    seen, told = sight.public, events_by_kind(sight.events)
    known = known_to(sight)
    if seen is None or known is None:
        return Story()
    names, earlier = names_of(tuple(sight.players)), sight.earlier
    headline, sentences = _step(sight, known, told, names)
    if sight.end is not None and not told["match_end"]:
        headline, sentences = _over(sight, known, names), []
    elif earlier is not None and _time(earlier) == _time(seen):
        headline, sentences = (), []
    return Story(
        as_headline(headline),
        (*sentences, *_own_faults(sight, told["refusal"], names)),
        score_of(sight, known),
        (Phase("round", seen["round"], sight.config["max_rounds"]),),
        "health" if known.own else "",
        "total health" if known.own else "",
    )


def _time(seen: Fields) -> tuple[int, int]:
    return seen["round"], seen["phase"]


def _step(
    sight: ChampionsSight,
    known: Known,
    told: Mapping[str, Sequence[Fields]],
    names: Sequence[Span],
) -> tuple[Line, list[Sentence]]:
    """Return headline and sentences by the phase that opens after the step."""
    seen = sight.public
    assert seen is not None
    start = f"Round {seen['round']}: "
    match seen["phase"]:
        case c.LOOT:
            return _meetings(seen, sight.config, names)
        case c.EQUIP:
            sentences = loot_sentences(told, sight, names)
            return as_line(start, loot_headline(told, sight, names)), sentences
        case c.BATTLE:
            return _fights_ahead(sight, seen, known, names)
        case c.MOVE if seen["round"] == 1:
            return _start(seen, sight.config, known.num_seats)
    groups = [] if sight.earlier is None else groups_of(sight.earlier)
    fought = [] if sight.earlier is None or sight.earlier["phase"] != c.BATTLE else groups
    stood = {seat: group.seats for group in fought for seat in group.seats}
    size = 0 if sight.earlier is None else sight.earlier["size"]
    where = {
        seat: tile_text(size, group.row, group.column) for group in fought for seat in group.seats
    }
    return (
        round_headline(sight, known, told, stood, names),
        round_sentences(sight, known, told, stood, where, names),
    )


def groups_of(seen: Fields) -> list[Group]:
    """Return the seats in play that share a tile, the largest group first."""
    standing: dict[tuple[int, int], list[int]] = collections.defaultdict(list)
    for seat, public in enumerate(seen["seats"]):
        if public["alive"]:
            standing[public["row"], public["col"]].append(seat)
    groups = [Group(*at, tuple(seats)) for at, seats in standing.items() if len(seats) > 1]
    return sorted(groups, key=lambda group: (-len(group.seats), group.row, group.column))


def shrink_text(seen: Fields, config: Fields) -> str:
    """Return when the map shrinks next, as a clause; empty for the last tile (CH-5.40, CH-5.41)."""
    size = seen["size"]
    if size == 1:
        return ""
    left = most_rounds(seen, config) - seen["stage_age"]
    what = f"shrinks to {size_text(size - 1)} after"
    if left <= 1:
        return f"{what} this round"
    limit = f", or once only {word_of(_LIMITS[size])} seats are left" if size in _LIMITS else ""
    return f"{what} {counted(left, 'more round')} at the latest{limit}"


# The steps of a round.


def _start(seen: Fields, config: Fields, num_seats: int) -> tuple[Line, list[Sentence]]:
    size = seen["size"]
    sentences = [
        sentence(
            f"{counted(num_seats, 'seat')} start on a map of {size_text(size)} tiles, each with"
            f" {word_of(NUM_TYPES)} champions and {MOST_HEALTH} health",
            is_milestone=True,
        ),
        sentence(f"the map {shrink_text(seen, config)}"),
    ]
    told = counted(num_seats, "seat")
    return as_line(f"{told.capitalize()} start, each on a tile of its own"), sentences


def _meetings(seen: Fields, config: Fields, names: Sequence[Span]) -> tuple[Line, list[Sentence]]:
    """Return who meets after all have moved; positions are public (CH-6.1)."""
    groups, size = groups_of(seen), seen["size"]
    start = f"Round {seen['round']}: "
    in_play = [seat for seat, public in enumerate(seen["seats"]) if public["alive"]]
    met = {seat for group in groups for seat in group.seats}
    sentences = [
        sentence(*_named(group.seats, names), f" meet {tile_text(size, group.row, group.column)}")
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
        sentences.append(sentence(*_named(alone, names), f"{verb} no fight this round"))
    if size > 1 and most_rounds(seen, config) - seen["stage_age"] <= 1:
        sentences.append(sentence(f"the map {shrink_text(seen, config)}"))
    match groups:
        case []:
            headline = as_line(start, "nobody meets")
        case [group]:
            where = tile_text(size, group.row, group.column)
            headline = fitting(
                as_line(start, *_named(group.seats, names), f" meet {where}"),
                as_line(start, *_named(group.seats, names), " meet"),
                as_line(start, f"{counted(len(group.seats), 'seat')} meet {where}"),
            )
        case _:
            tiles = _tiles(len(groups))
            headline = as_line(start, f"{counted(len(met), 'seat')} meet on {tiles}")
    return headline, sentences


def _fights_ahead(
    sight: ChampionsSight, seen: Fields, known: Known, names: Sequence[Span]
) -> tuple[Line, list[Sentence]]:
    """Return who is about to fight whom: the pairs that the viewer knows, else who stands together."""
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
    groups.sort(key=lambda group: seen["size"] * group.row + group.column not in pairs)
    sentences = []
    for group in groups[:_MOST_TILES]:
        told = pairs.get(seen["size"] * group.row + group.column, [])
        where = tile_text(seen["size"], group.row, group.column)
        sentences += _tile_sentences(told, group, where, names)
    if further := groups[_MOST_TILES:]:
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
    else:
        headline = as_line(start, f"fights begin on {_tiles(len(groups))}")
    return headline, sentences


def _tile_sentences(
    pairs: Sequence[tuple[int, int]], group: Group, where: str, names: Sequence[Span]
) -> list[Sentence]:
    """Return a sentence about the pairs of a tile, and one about the seat that fights twice, if any."""
    if len(pairs) > MOST_NAMES // 2 + 1:
        count = word_of(len(group.seats))
        return [sentence(f"{count} seats fight {counted(len(pairs), 'fight')} {where}")]
    if not pairs:
        return [sentence(*_named(group.seats, names), f" fight {where}")]
    times = collections.Counter(seat for pair in pairs for seat in pair)
    twice = next((seat for seat, count in times.items() if count > 1), None)
    parts: list[Words] = [
        as_line(names[one], " fights ", names[other])
        for one, other in pairs
        if twice not in (one, other)
    ]
    if twice is not None:
        rivals = [names[one + other - twice] for one, other in pairs if twice in (one, other)]
        split = as_line(names[twice], " splits its champions against ", together(rivals))
        parts.insert(0, split)
    sentences = [sentence(together(parts), f" {where}")]
    idle = [seat for seat in group.seats if seat not in times]
    if idle:
        sentences.append(sentence(*_named(idle, names), " finds no opponent there"))
    return sentences


def _strengths(known: Known, seats: Sequence[int], names: Sequence[Span]) -> list[Sentence]:
    """Return with what some seats go into their fights; nothing if the viewer does not know it of all."""
    parts: list[Words] = []
    for seat in seats:
        living, left = living_of(known, seat), total_health(known.health, seat)
        if living is None or left is None:
            return []
        what = word_of(living) if parts else f"has {counted(living, 'champion')}"
        parts.append(as_line(names[seat], f" {what} with {left}{'' if parts else ' health'}"))
    return [sentence(together(parts))]


# The end, and faults.


def _over(sight: ChampionsSight, known: Known, names: Sequence[Span]) -> Line:
    """Return the headline of what follows the last step: who won; empty while the match goes on."""
    if sight.end is None or sight.public is None:
        return ()
    first = [names[seat] for seat, place in sorted(known.placement.items()) if place == 1]
    after = f" after {counted(sight.public['round'], 'round')}"
    if len(first) == 1:
        return fitting(as_line(first[0], " wins", after), as_line("The match is over", after))
    return fitting(
        as_line(together(first), " share first place"), as_line("The match is over", after)
    )


def _own_faults(
    sight: ChampionsSight, refusals: Sequence[Fields], names: Sequence[Span]
) -> list[Sentence]:
    """Return a sentence about deadlines that were missed, and one about orders that did not count.

    Only the seats that made them are told of either, and who sees all seats.
    """
    seats = sight.told_to or [next(iter(sight.observations), None)] * len(sight.events)
    late, refused = [], 0
    for event, seat in zip(sight.events, seats, strict=True):
        code = event["refusal"]["code"].removeprefix("REFUSAL_CODE_") if "refusal" in event else ""
        if code == "MISSED_DEADLINE" and seat is not None:
            late.append(seat)
        elif code == "MORE":
            refused += event["refusal"]["index"]
        elif code not in ("", "MISSED_DEADLINE", "FIGHTER_FILLED", "SET_FILLED"):
            refused += 1
    sentences = []
    if late:
        verb = number(len(late), " misses the deadline", " miss the deadline")
        sentences.append(sentence(*_named(sorted(set(late)), names), verb))
    if refused and len(refusals):
        noun, verb = number(refused, "order", "orders"), number(refused, "does", "do")
        sentences.append(sentence(Span(f"{word_of(refused)} {noun} {verb} not count", Style.WARN)))
    return sentences


# Words.


def _named(seats: Sequence[int], names: Sequence[Span]) -> Line:
    """Return seats by name, or as a number where there are too many for a sentence."""
    if len(seats) > MOST_NAMES:
        return as_line(counted(len(seats), "seat"))
    return together([names[seat] for seat in seats])


def _tiles(count: int, which: str = "") -> str:
    return f"{word_of(count)} {which}{number(count, 'tile', 'tiles')}"
