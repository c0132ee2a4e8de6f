"""A viewer's knowledge of all seats, and a terminal panel of it: health, kills, damage, placements."""

from __future__ import annotations

import collections
import dataclasses
import functools
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from referee.core.scene import PLAYER_STYLES, Bar, Hidden, seat_ref
from referee.core.view import Fields, Panel, Sight, Span, Style, bar
from referee.games.champions.tables import NUM_TYPES, START_HEALTH, TYPE_LETTERS, TYPE_NAMES
from referee.games.champions.view.fight_view import Line, seat_label

__all__ = [
    "Healths",
    "Known",
    "health_span",
    "known_of",
    "most_rounds",
    "owner_span",
    "pairs",
    "seats_panel",
    "events_by_kind",
]

_LINE_A_SEAT = 9
"""Highest number of seats for which each has a line in the panel; with more seats, two share a
line."""
_LOW = 4
"""Health is drawn as bad if it is at most the champion's full health divided by this number."""
_UNSEEN = Span("?", Style.HIDDEN, "", Hidden("seen by those on its tile when battles open"))

Healths: TypeAlias = Mapping[int, Mapping[int, int]]
"""Health points by seat and type (index) of champion; values that are not known are absent."""


@dataclasses.dataclass(slots=True)
class Known:
    """What a viewer knows of the match.

    Values that are not known are absent from the dictionaries.
    """

    num_seats: int
    out_round: dict[int, int]
    health: dict[int, dict[int, int]]
    """Health points at present, by seat and type (index) of champion."""
    kills: dict[int, int]
    damage: dict[int, int]
    placement: dict[int, int]
    own: frozenset[int]
    """Indices of the seats that make up the viewer, of which the viewer has the observations."""


def known_of(sight: Sight, by_kind: Mapping[str, Sequence[Fields]]) -> Known | None:
    """Return what a viewer knows of the seats, from the observations and events of one step.

    None if the viewer has neither the public observation nor the end of the match.

    Args:
        sight: What the viewer sees.
        by_kind: Fields of the step's events that the viewer gets, by kind of event.
    """
    if not (sight.public or by_kind["match_end"]):
        return None
    known = Known(len(sight.players), {}, {}, {}, {}, {}, frozenset(sight.observations))
    for turn in by_kind["battle_turn"]:
        for one in turn["healths"]:
            fighter = one["fighter"]
            known.health.setdefault(fighter["seat"], {})[fighter["champion"]] = one["health"]
    for died in by_kind["champion_died"]:
        known.health.setdefault(died["seat"], {})[died["champion"]] = 0
    if sight.public is not None:
        for seat, public in enumerate(sight.public["seats"]):
            if not public["alive"]:
                known.out_round[seat] = public["out_round"]
    for observation in sight.observations.values():
        for there in observation.get("report", {}).get("seats", ()):
            known.health[there["seat"]] = dict(enumerate(there["health"]))
    for seat, observation in sight.observations.items():
        me = observation["me"]
        known.health[seat] = {n: own["health"] for n, own in enumerate(me["champions"])}
        known.kills[seat], known.damage[seat] = me["kills"], me["damage"]
    for end in by_kind["match_end"]:
        known.placement = dict(enumerate(end["placements"]))
        known.kills = dict(enumerate(end["kills"]))
        known.damage = dict(enumerate(end["damage"]))
    return known


def events_by_kind(events: Sequence[Fields]) -> dict[str, list[Fields]]:
    """Return the bodies of events, grouped by kind; a kind without events has an empty list."""
    by_kind: dict[str, list[Fields]] = collections.defaultdict(list)
    for event in events:
        ((kind, body),) = event.items()
        by_kind[kind].append(body)
    return by_kind


def pairs(sight: Sight) -> dict[int, tuple[int, int]]:
    """Return the two seats of each battle that is about to begin, by battle number, as far as the viewer knows."""
    told = {
        pair["battle"]: (pair["side_a"], pair["side_b"])
        for observation in sight.observations.values()
        for pair in observation.get("report", {}).get("battles", ())
    }
    return dict(sorted(told.items()))


def most_rounds(seen: Fields, config: Fields) -> int:
    """Return the highest number of rounds that the match may stay at the present map size (CH-5.41).

    The size has to be 2x2 or larger, since the single tile stays until the match ends.
    """
    lengths = config.get("stage_lengths")
    most: int = lengths[4 - seen["size"]] if lengths else config["stage_rounds"]
    return most


def owner_span(players: Sequence[str], seat: int) -> Span:
    """Return a seat's index and player name, in the seat's colour."""
    return Span(seat_label(players, seat), PLAYER_STYLES[seat], seat_ref(seat))


def health_span(known: Known, remembered: Healths, seat: int, champion: int) -> Span:
    """Return a champion's health as a bar: the present value, else the one last seen, else a question mark.

    `remembered` has the values last seen, by seat and champion.
    """
    health = known.health.get(seat, {}).get(champion)
    was = remembered.get(seat, {}).get(champion)
    return _health_span(0 if seat in known.out_round else health, was, champion)


@functools.cache
def _health_span(health: int | None, was: int | None, champion: int) -> Span:
    if health == 0 or was == 0:
        return Span("dead", Style.FAINT)
    most = int(START_HEALTH[champion])
    if health is not None:
        style = Style.BAD if _LOW * health <= most else Style.GOOD
        return Span(str(health), style, "", Bar(health, most))
    return _UNSEEN if was is None else Span(f"last {was}", Style.FAINT, "", Bar(was, most))


def seats_panel(known: Known, players: Sequence[str]) -> Panel:
    """Return a panel with one line for each seat, or with two seats in a line if there are more than nine."""
    seats = range(known.num_seats)
    if len(seats) <= _LINE_A_SEAT:
        lines = [_wide_heading(known), *(_wide_line(known, players, seat) for seat in seats)]
        return Panel("seats", tuple(lines))
    half = (len(seats) + 1) // 2
    between = Span(" │ ", Style.FAINT)
    lines = [(*_heading(known), between, *_heading(known))]
    for seat in seats[:half]:
        other = _line(known, players, seat + half) if seat + half in seats else ()
        lines.append((*_line(known, players, seat), between, *other))
    return Panel("seats", tuple(lines))


def _wide_heading(known: Known) -> Line:
    names = "".join(f"{name:10}" for name in TYPE_NAMES)
    place = " place" if known.placement else ""
    return (Span(f"{'':3}{'bot':13}{names}kills  damage{place}", Style.FAINT),)


def _wide_line(known: Known, players: Sequence[str], seat: int) -> Line:
    spans = [_number(known, seat), _name(known, players, seat, 12)]
    for champion in range(NUM_TYPES):
        health = known.health.get(seat, {}).get(champion)
        drawn = _health(health, champion)
        filled = "" if health is None else f" {bar(health, int(START_HEALTH[champion]), 5)}"
        spans.append(Span(f"{drawn.text}{filled}".ljust(10), drawn.style))
    if seat in known.out_round:
        spans[2:] = [Span(f"out in round {known.out_round[seat]}".ljust(40), Style.FAINT)]
    spans.append(Span(f"{known.kills.get(seat, '?'):>5}  {known.damage.get(seat, '?'):>6}"))
    if known.placement:
        spans.append(Span(f"{known.placement[seat]:>6}", Style.STRONG))
    return tuple(spans)


def _heading(known: Known) -> Line:
    types = "".join(f"{letter:>4}" for letter in TYPE_LETTERS)
    name = f"{'bot':4} pl." if known.placement else f"{'bot':8}"
    return (Span(f"   {name}{types}  k  dmg", Style.FAINT),)


def _line(known: Known, players: Sequence[str], seat: int) -> Line:
    spans = [_number(known, seat)]
    if known.placement:
        place = Span(f"{known.placement[seat]:>3}", Style.STRONG)
        spans += [_name(known, players, seat, 4), place]
    else:
        spans.append(_name(known, players, seat, 7))
    if seat in known.out_round:
        spans.append(Span(f"  out in round {known.out_round[seat]}".ljust(16), Style.FAINT))
    else:
        for champion in range(NUM_TYPES):
            health = _health(known.health.get(seat, {}).get(champion), champion)
            spans += [Span(" "), health]
    spans.append(Span(f" {known.kills.get(seat, '?'):>2} {known.damage.get(seat, '?'):>4}"))
    return tuple(spans)


def _number(known: Known, seat: int) -> Span:
    style = Style.FAINT if seat in known.out_round else Style.STRONG
    return Span(f"{seat:>2} ", style)


def _name(known: Known, players: Sequence[str], seat: int, width: int) -> Span:
    style = Style.FAINT
    if seat not in known.out_round:
        style = Style.FIRST if known.own == {seat} else Style.TEXT
    return Span(f"{players[seat][:width]:{width + 1}}", style)


def _health(health: int | None, champion: int) -> Span:
    if health is None:
        return Span("  ?", Style.HIDDEN)
    if health == 0:
        return Span("  -", Style.FAINT)
    return Span(
        f"{health:>3}", Style.BAD if _LOW * health <= START_HEALTH[champion] else Style.GOOD
    )
