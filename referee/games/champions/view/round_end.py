"""How a round of Champions ends: its fights, who falls, who is out, how the map shrinks, who is left."""

from __future__ import annotations

import collections
from collections.abc import Collection, Mapping, Sequence

from referee.core.scene import Line, Span
from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.champions.view.fought import Fight, fight_line, fights_of, short_line
from referee.games.champions.view.memory import ChampionsSight
from referee.games.champions.view.seats_view import Known
from referee.games.champions.view.standing import is_royale, living_of, score_of
from referee.games.champions.view.words import (
    MOST_NAMES,
    Words,
    as_line,
    champions,
    counted,
    fitting,
    number,
    sentence,
    size_text,
    together,
    word_of,
)

__all__ = ["round_headline", "round_sentences"]

_MOST_FIGHTS = 4
"""Highest number of fights that have a sentence of their own."""
_MOST_NAMED = 2
"""Highest number of seats going out in one round that are told one by one."""
_LIMITS = {4: 9, 3: 4}
"""Number of seats in play at which a map of this size shrinks (CH-5.40)."""
_Groups = Mapping[int, tuple[int, ...]]
"""By seat, all seats that stood on its tile when the battles opened."""


def round_headline(
    sight: ChampionsSight,
    known: Known,
    told: Mapping[str, Sequence[Fields]],
    stood: _Groups,
    names: Sequence[Span],
) -> Line:
    """Return what the end of a round has changed; names only where they fit."""
    assert sight.public is not None
    start = f"Round {_round(sight.public)}: "
    out = [names[body["seat"]] for body in told["eliminated"]]
    fights = fights_of(told["battle_turn"], sight.before)
    wins = ""
    if sight.end is not None:
        first = [names[seat] for seat, place in sorted(known.placement.items()) if place == 1]
        return fitting(
            as_line(start, out[0], " is out, ", first[0], " wins")
            if len(out) == len(first) == 1
            else as_line(start, together(first), number(len(first), " wins", " share first place")),
            as_line(start, together(first), number(len(first), " wins", " share first place")),
            as_line(start, "the match is over"),
        )
    for shrunk in told["map_shrunk"]:
        wins = f", the map shrinks to {size_text(shrunk['new_size'])}"
    if out:
        fallen = sum(fight.num_fallen for fight in fights)
        more = (
            f", {counted(fallen, 'champion')} {number(fallen, 'falls', 'fall')}" if fallen else ""
        )
        who = as_line(together(out), number(len(out), " is out", " are out"))
        many = number(len(out), "one seat is out", f"{word_of(len(out))} seats go out at once")
        return fitting(
            *(as_line(start, who, wins, more * (not wins)), as_line(start, who)),
            *(as_line(start, many, wins, more * (not wins)), as_line(start, many)),
        )
    groups = sorted(set(stood.values()))
    main: list[Line] = []
    if len(fights) == 1:
        main.append(short_line(fights[0], names))
    if fights:
        fallen = sum(fight.num_fallen for fight in fights)
        falls = f"{counted(fallen, 'champion')} {number(fallen, 'falls', 'fall')}"
        falls = falls if fallen else "nobody falls"
        main.append(as_line(f"{counted(len(fights), 'fight')}, {falls}"))
    elif len(groups) == 1 and len(groups[0]) <= _MOST_NAMED:
        main.append(as_line(together([names[seat] for seat in groups[0]]), " fight"))
    if not main:
        tiles = f"fights on {counted(len(groups), 'tile')}"
        main.append(as_line(tiles if groups else "nobody fights"))
    return fitting(*(as_line(start, line, wins) for line in main), as_line(start, main[-1]))


def round_sentences(
    sight: ChampionsSight,
    known: Known,
    told: Mapping[str, Sequence[Fields]],
    stood: _Groups,
    where: Mapping[int, str],
    names: Sequence[Span],
) -> list[Sentence]:
    """Return the end of a round in sentences, the important ones first.

    Args:
        sight: What the viewer sees.
        known: What it knows of all seats.
        told: Its events by kind.
        stood: Seats that shared a tile when the battles opened; empty if that is not known.
        where: By seat, where that tile is.
        names: Name of each seat.
    """
    fights = fights_of(told["battle_turn"], sight.before)
    out = [body["seat"] for body in told["eliminated"]]
    died: dict[int, list[int]] = collections.defaultdict(list)
    for body in told["champion_died"]:
        died[body["seat"]].append(body["champion"])
    ended = {
        seat
        for fight in fights
        for seat, fallen in zip(fight.sides, fight.fallen, strict=True)
        if seat in out and len(fallen) == len(died[seat])
    }
    sentences = [*_ends(sight, known, names)]
    if len(out) > _MOST_NAMED:
        told_names = together([names[seat] for seat in out]) if len(out) <= MOST_NAMES else ()
        who = as_line(": ", told_names) if told_names else ()
        sentences.append(
            sentence(f"{word_of(len(out))} seats go out at once", who, is_milestone=True)
        )
    else:
        unexplained = [seat for seat in out if seat not in ended]
        sentences += _going_out(unexplained, fights, stood, where, names)
    sentences += [_shrinks(body, known) for body in told["map_shrunk"]]
    sentences += _fights(fights, ended, names)
    seen = {seat for fight in fights for seat in fight.sides}
    beside = {seat: fallen for seat, fallen in died.items() if seat not in seen}
    if beside:
        parts: list[Words] = []
        for seat, fallen in beside.items():
            verb = " loses its" if not parts else " its"
            parts.append(as_line(names[seat], f"{verb} {champions(fallen)}"))
        sentences.append(sentence("on the same tile ", together(parts)))
    groups = set(stood.values())
    others = [group for group in groups if not seen & set(group)]
    if others and known.own and len(known.own) < known.num_seats:
        count, tiles = sum(map(len, others)), counted(len(others), "other tile")
        sentences.append(sentence(f"{counted(count, 'seat')} fight on {tiles}"))
    elif groups and not fights and not out:
        sentences.append(sentence("no seat goes out"))
    if sight.end is None:
        sentences += _left(sight, known, out, names)
    return sentences


def _round(seen: Fields) -> int:
    """Return the number of the round that has ended; the next one may have begun."""
    number: int = seen["round"] - (seen["phase"] == 0)
    return number


def _ends(sight: ChampionsSight, known: Known, names: Sequence[Span]) -> list[Sentence]:
    if sight.end is None or sight.public is None:
        return []
    first = [seat for seat, place in sorted(known.placement.items()) if place == 1]
    left = [seat for seat, public in enumerate(sight.public["seats"]) if public["alive"]]
    if len(first) > 1:
        who = together([names[seat] for seat in first])
        return [sentence(who, " share first place", is_milestone=True)]
    winner = names[first[0]]
    if len(left) > 1:
        after = f"the match ends after {counted(_round(sight.public), 'round')}: "
        return [sentence(after, winner, " wins", is_milestone=True)]
    if left and left != first:
        last = names[left[0]]
        told = as_line(last, " is the last one standing, but ", winner, " wins on points")
        return [sentence(told, is_milestone=True)]
    if left:
        return [sentence(winner, " is the last one standing and wins", is_milestone=True)]
    return [sentence("nobody is left standing; ", winner, " wins", is_milestone=True)]


def _going_out(
    out: Sequence[int],
    fights: Sequence[Fight],
    stood: _Groups,
    where: Mapping[int, str],
    names: Sequence[Span],
) -> list[Sentence]:
    """Return how seats went out whose last fight is not told by itself, because it is not seen or not alone."""
    sentences = []
    for seat in out:
        group = stood.get(seat, ())
        killers = [
            one
            for fight in fights
            for one, fallen in zip(fight.sides[::-1], fight.fallen, strict=True)
            if seat in fight.sides and one != seat and fallen
        ]
        if len(group) == 2 and set(group) <= set(out):
            if seat == group[0]:
                one, other = (names[each] for each in group)
                told = as_line(one, " and ", other, " strike down each other's last champions")
                sentences.append(sentence(told, ": both are out", is_milestone=True))
            continue
        if len(group) == 2:
            killers = [rival for rival in group if rival != seat]
        how = as_line(" to ", together([names[rival] for rival in killers])) if killers else ()
        if not killers and seat in where:
            how = as_line(f" {where[seat]}")
        lost = as_line(" loses its last champions", how, " and is out") if how else " is out"
        sentences.append(sentence(names[seat], lost, is_milestone=True))
    return sentences


def _fights(
    fights: Sequence[Fight], ended: Collection[int], names: Sequence[Span]
) -> list[Sentence]:
    """Return the fights with the most fallen one by one, the others together."""
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


def _shrinks(body: Fields, known: Known) -> Sentence:
    """Return how the map shrinks (CH-5.40 to CH-5.43)."""
    old, new, cuts = body["old_size"], body["new_size"], body["cuts"]
    in_play = known.num_seats - len(known.out_round)
    why = f"with only {word_of(in_play)} seats left " if in_play <= _LIMITS.get(old, 0) else ""
    start = f"{why}the map shrinks from {size_text(old)} to {size_text(new)}"
    if new == 1:
        end = ", the arena: from now on all who are left meet every round"
        return sentence(f"{start}{end}", is_milestone=True)
    north, west = sum(cut["oy"] for cut in cuts), sum(cut["ox"] for cut in cuts)
    gone = [
        f"the {side} {noun}" if count == 1 else f"the {word_of(count)} {side} {noun}s"
        for count, side, noun in (
            (north, "northern", "row"),
            (len(cuts) - north, "southern", "row"),
            (west, "western", "column"),
            (len(cuts) - west, "eastern", "column"),
        )
        if count
    ]
    return sentence(f"{start}: ", together(gone), " vanish", is_milestone=True)


def _left(
    sight: ChampionsSight, known: Known, out: Sequence[int], names: Sequence[Span]
) -> list[Sentence]:
    """Return who is left and who leads, as far as the viewer knows it."""
    in_play = [seat for seat in range(known.num_seats) if seat not in known.out_round]
    living = [living_of(known, seat) for seat in in_play]
    sentences = []
    if len(in_play) == 2 and out:
        told = together([names[seat] for seat in in_play])
        sentences.append(sentence("only ", told, " are left", is_milestone=True))
    score = score_of(sight, known)
    lead = [seat for seat, one in enumerate(score.seats) if one.rank == 1]
    sure = [count for count in living if count is not None]
    if len(sure) == len(living) and len(lead) == 1:
        start = f"{counted(len(in_play), 'seat')} with {counted(sum(sure), 'champion')} are left; "
        worth = score.seats[lead[0]].value or 0
        unit = "point" if is_royale(sight.config) else "champion"
        told = as_line(names[lead[0]], f" leads with {counted(worth, unit)}")
        sentences.append(sentence(start, told))
    elif out and len(in_play) > 2:
        sentences.append(sentence(f"{counted(len(in_play), 'seat')} are left"))
    return sentences
