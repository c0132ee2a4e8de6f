"""Story of the end of a round of Champions: fights, fallen champions, seats that go out, the map, seats left."""

from __future__ import annotations

import collections
from collections.abc import Collection, Mapping, Sequence

from referee.core.scene import Line, Span
from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.champions import columns as c
from referee.games.champions.view.aftermath import ends, left_over, round_of, shrinks
from referee.games.champions.view.fought import Fight, fight_line, fights_of, short_line
from referee.games.champions.view.meetings import Group
from referee.games.champions.view.memory import ChampionsSight
from referee.games.champions.view.seats_view import Known
from referee.games.champions.view.words import (
    MOST_NAMES,
    Words,
    as_line,
    champions,
    counted,
    fitting,
    named,
    number,
    sentence,
    size_text,
    together,
    word_of,
)

__all__ = ["round_headline", "round_sentences"]

_MOST_FIGHTS = 4
"""Number of fights that get a separate sentence; further fights are summed up."""
_MOST_NAMED = 2
"""Number of seats going out in one round up to which each gets a sentence that says how; more share
one sentence."""


def round_headline(
    sight: ChampionsSight,
    known: Known,
    by_kind: Mapping[str, Sequence[Fields]],
    groups: Sequence[Group],
    names: Sequence[Span],
) -> Line:
    """Return the headline for the end of a round; seats are named only if the line stays short enough.

    Args:
        sight: What the viewer sees.
        known: What the viewer knows of all seats.
        by_kind: Bodies of the step's events that the viewer sees, by kind of event.
        groups: Seats that shared a tile when the battles opened; empty if that is not known.
        names: Name of each seat.
    """
    assert sight.public is not None
    start = f"Round {round_of(sight.public)}: "
    out = [names[body["seat"]] for body in by_kind["eliminated"]]
    fights = fights_of(by_kind["battle_turn"], sight.before)
    shrinking = ""
    if sight.end is not None:
        first = [names[seat] for seat, place in sorted(known.placement.items()) if place == 1]
        return fitting(
            as_line(start, out[0], " is out, ", first[0], " wins")
            if len(out) == len(first) == 1
            else as_line(start, together(first), number(len(first), " wins", " share first place")),
            as_line(start, together(first), number(len(first), " wins", " share first place")),
            as_line(start, "the match is over"),
        )
    for shrunk in by_kind["map_shrunk"]:
        shrinking = f", the map shrinks to {size_text(shrunk['new_size'])}"
    if out:
        fallen = sum(fight.num_fallen for fight in fights)
        more = (
            f", {counted(fallen, 'champion')} {number(fallen, 'falls', 'fall')}" if fallen else ""
        )
        who = as_line(together(out), number(len(out), " is out", " are out"))
        many = number(len(out), "one seat is out", f"{word_of(len(out))} seats go out at once")
        return fitting(
            *(as_line(start, who, shrinking, more * (not shrinking)), as_line(start, who)),
            *(as_line(start, many, shrinking, more * (not shrinking)), as_line(start, many)),
        )
    earlier = sight.earlier
    if not fights and (earlier is None or earlier["phase"] not in (c.EQUIP, c.BATTLE)):
        # The viewer has not seen who met, so that nothing may be said of fights.
        return as_line(start, shrinking.removeprefix(", ")) if shrinking else ()
    main: list[Line] = []
    if len(fights) == 1:
        main.append(short_line(fights[0], names))
    if fights:
        fallen = sum(fight.num_fallen for fight in fights)
        falls = f"{counted(fallen, 'champion')} {number(fallen, 'falls', 'fall')}"
        falls = falls if fallen else "nobody falls"
        main.append(as_line(f"{counted(len(fights), 'fight')}, {falls}"))
    elif len(groups) == 1:
        if len(groups[0].seats) == 2:
            main.append(as_line(named(groups[0].seats, names), " fight, nobody is out"))
        main.append(as_line(f"fights {groups[0].where}, nobody is out"))
    else:
        tiles = f"fights on {counted(len(groups), 'tile')}, nobody is out"
        main.append(as_line(tiles if groups else "nobody fights"))
    return fitting(*(as_line(start, line, shrinking) for line in main), as_line(start, main[-1]))


def round_sentences(
    sight: ChampionsSight,
    known: Known,
    by_kind: Mapping[str, Sequence[Fields]],
    stood: Mapping[int, Group],
    names: Sequence[Span],
) -> list[Sentence]:
    """Return sentences on the end of a round, the most important first.

    Args:
        sight: What the viewer sees.
        known: What the viewer knows of all seats.
        by_kind: Bodies of the step's events that the viewer sees, by kind of event.
        stood: Group of seats on the same tile when the battles opened, by seat; empty if that is
            not known.
        names: Name of each seat.
    """
    fights = fights_of(by_kind["battle_turn"], sight.before)
    out = [body["seat"] for body in by_kind["eliminated"]]
    died: dict[int, list[int]] = collections.defaultdict(list)
    for body in by_kind["champion_died"]:
        died[body["seat"]].append(body["champion"])
    ended = {
        seat
        for fight in fights
        for seat, fallen in zip(fight.sides, fight.fallen, strict=True)
        if seat in out and len(fallen) == len(died[seat])
    }
    sentences = [*ends(sight, known, names)]
    if len(out) > _MOST_NAMED:
        who = as_line(": ", named(out, names)) if len(out) <= MOST_NAMES else ()
        sentences.append(
            sentence(f"{word_of(len(out))} seats go out at once", who, is_milestone=True)
        )
    else:
        unexplained = [seat for seat in out if seat not in ended]
        sentences += _going_out(unexplained, fights, stood, names)
    sentences += [shrinks(body, known) for body in by_kind["map_shrunk"]]
    sentences += _fights(fights, ended, names)
    seen = {seat for fight in fights for seat in fight.sides}
    beside = {seat: fallen for seat, fallen in died.items() if seat not in seen}
    if beside:
        parts: list[Words] = []
        for seat, fallen in beside.items():
            verb = " loses its" if not parts else " its"
            parts.append(as_line(names[seat], f"{verb} {champions(fallen)}"))
        sentences.append(sentence("on the same tile ", together(parts)))
    groups = list(dict.fromkeys(stood.values()))
    others = [group for group in groups if not seen & set(group.seats)]
    if others and known.own and len(known.own) < known.num_seats:
        if len(others) == 1 and len(others[0].seats) == 2:
            sentences.append(sentence(named(others[0].seats, names), f" fight {others[0].where}"))
        else:
            where = others[0].where if len(others) == 1 else f"on {counted(len(others), 'tile')}"
            sentences.append(sentence(f"there are other fights {where}"))
    elif groups and not fights and not out:
        sentences.append(sentence("no seat goes out"))
    if sight.end is None:
        sentences += left_over(sight, known, out, names)
    return sentences


def _going_out(
    out: Sequence[int],
    fights: Sequence[Fight],
    stood: Mapping[int, Group],
    names: Sequence[Span],
) -> list[Sentence]:
    """Return sentences on seats that went out without one seen fight that explains it.

    Either the viewer has not seen the fights of such a seat, or the seat fell to two rivals.

    Args:
        out: These seats.
        fights: Fights that the viewer has seen.
        stood: Group of seats on the same tile when the battles opened, by seat.
        names: Name of each seat.
    """
    sentences = []
    together_out: dict[str, list[int]] = collections.defaultdict(list)
    for seat in out:
        group = stood.get(seat)
        rivals = [rival for rival in group.seats if rival != seat] if group else []
        if len(rivals) > 1:
            # Of more than two on a tile, only those that see a fight know who fought whom.
            rivals = _killers(seat, fights)
        if group and not rivals:
            together_out[group.where].append(seat)
        elif not rivals:
            sentences.append(sentence(names[seat], " is out", is_milestone=True))
        elif len(rivals) == 1 and rivals[0] in out:
            if seat < rivals[0]:
                both = as_line(names[seat], " and ", names[rivals[0]])
                how = " strike down the last of each other's champions: both are out"
                sentences.append(sentence(both, how, is_milestone=True))
        else:
            to = as_line(
                " loses the last of its champions to ", together([names[r] for r in rivals])
            )
            sentences.append(sentence(names[seat], to, " and is out", is_milestone=True))
    for where, seats in together_out.items():
        loss = number(len(seats), "loses the last of its", "lose the last of their")
        is_out = number(len(seats), "is out", "are out")
        told = as_line(together([names[seat] for seat in seats]), f" {loss} champions {where}")
        sentences.append(sentence(told, f" and {is_out}", is_milestone=True))
    return sentences


def _killers(seat: int, fights: Sequence[Fight]) -> list[int]:
    """Return the rival seats to which a seat has lost champions, in the fights that the viewer has seen."""
    return [
        rival
        for fight in fights
        for rival, fallen in zip(fight.sides[::-1], fight.fallen, strict=True)
        if seat in fight.sides and rival != seat and fallen
    ]


def _fights(
    fights: Sequence[Fight], ended: Collection[int], names: Sequence[Span]
) -> list[Sentence]:
    """Return a sentence for each of the first fights, and totals for all others.

    Fights with fallen champions come first, of these the ones that put a seat out.

    Args:
        fights: Fights that the viewer has seen.
        ended: Seats that went out.
        names: Name of each seat.
    """
    bloody = [fight for fight in fights if fight.num_fallen]
    # A fight that puts a seat out comes first, since that decides more than two champions elsewhere.
    bloody.sort(key=lambda fight: not any(seat in ended for seat in fight.sides))
    quiet = [fight for fight in fights if not fight.num_fallen]
    told = bloody[:_MOST_FIGHTS]
    further = bloody[_MOST_FIGHTS:]
    if len(told) + len(quiet) <= _MOST_FIGHTS:
        told, quiet = told + quiet, []
    sentences = [
        sentence(
            fight_line(fight, ended, names),
            is_milestone=any(seat in ended for seat in fight.sides),
        )
        for fight in told
    ]
    if further:
        fallen = sum(fight.num_fallen for fight in further)
        falls = f"{counted(fallen, 'champion')} {number(fallen, 'falls', 'fall')}"
        sentences.append(sentence(f"in {counted(len(further), 'more fight')} {falls}"))
    if quiet:
        which = counted(len(quiet), "other fight" if told else "fight")
        sentences.append(sentence(f"in {which} nobody falls"))
    return sentences
