"""Fights of Champions for a terminal: one line for each turn, a panel for each battle."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from referee.core.view import Fields, Panel, Section, Span, Style
from referee.games.champions.tables import ACTION_NAMES, ATTACK, BASE_DICE, EVADE, TYPE_LETTERS

__all__ = [
    "BESIDE",
    "FACTOR_OF_ONE",
    "Line",
    "by_battle",
    "falls",
    "fights",
    "is_evaded",
    "seat_label",
    "sides_of",
    "turn_line",
]

BESIDE = 36
"""Highest number of characters in a line that stands next to map and seats in a terminal of 120
columns."""
_SHORT_NAME = 6
"""Highest number of characters of a player's name in the heading of a battle."""
FACTOR_OF_ONE = 100
"""Multiplier of an action that leaves its amount unchanged, in hundredths (CH-5.24)."""
_SIDES = (Style.FIRST, Style.SECOND)
"""Styles (colours) of side A and side B."""

Line: TypeAlias = tuple[Span, ...]
"""Spans (pieces of styled text) of one line, from left to right."""


def seat_label(players: Sequence[str], seat: int) -> str:
    """Return a seat's index and its player's name, such as `3 ada`; names alone may be equal."""
    name = players[seat] if seat < len(players) else ""
    return name if name == f"seat {seat}" else f"{seat} {name}".rstrip()


def turn_line(turn: Fields) -> Line:
    """Return a turn of a battle as one line: each actor, its target and the effect, then the fighters that fell.

    EVADE is not listed as an action; the attacks that the evading fighter avoids are shown as
    evaded.
    """
    sides = sides_of(turn)
    told = [_deed(deed, sides) for deed in turn["actions"] if deed["action"] != EVADE]
    told += [
        (_fighter(one["fighter"], sides), Span(" falls", Style.BAD))
        for one in turn["healths"]
        if falls(one, turn)
    ]
    spans = [Span(f"battle {turn['battle']}, turn {turn['turn'] + 1}: ")]
    for index, line in enumerate(told or [(Span("all evade", Style.FAINT),)]):
        spans += [Span(", " if index else ""), *line]
    return tuple(spans)


def fights(turns: Sequence[Fields], players: Sequence[str]) -> tuple[Section, ...]:
    """Return a terminal section for each battle: every action with all its dice, and health after each turn.

    Args:
        turns: BattleTurn messages of all battles; those of one battle in order.
        players: Names of the players, by seat.
    """
    return tuple(_fight(number, told, players) for number, told in by_battle(turns).items())


def by_battle(turns: Sequence[Fields]) -> dict[int, list[Fields]]:
    """Return the BattleTurn messages grouped by the number of their battle."""
    battles: dict[int, list[Fields]] = {}
    for turn in turns:
        battles.setdefault(turn["battle"], []).append(turn)
    return battles


def _fight(number: int, turns: Sequence[Fields], players: Sequence[str]) -> Section:
    short = [name[:_SHORT_NAME] for name in players]
    pair = " v ".join(seat_label(short, seat) for seat in sides_of(turns[0]))
    lines = tuple(line for turn in turns for line in _turn(turn))
    return Section(f"battle {number}", (Panel(f"battle {number}: {pair}", lines),))


def _turn(turn: Fields) -> Iterator[Line]:
    sides = sides_of(turn)
    for index, deed in enumerate(turn["actions"]):
        line = (Span(f"{turn['turn'] + 1} " if index == 0 else "  "), *_deed(deed, sides))
        dice = _dice(deed)
        if not dice:
            yield line
            continue
        used = sum(len(span.text) for span in line) + 2
        first, *others = textwrap.wrap(
            dice, BESIDE, initial_indent=" " * used, subsequent_indent="    "
        )
        yield (*line, Span(": "), Span(first.lstrip(), Style.FAINT))
        yield from ((Span(other, Style.FAINT),) for other in others)
    spans = [Span("  ")]
    for one in turn["healths"]:
        left = Span(f" {one['health'] or '-'}  ")
        fallen = Span(" falls  ", Style.BAD)
        spans += [_fighter(one["fighter"], sides), fallen if falls(one, turn) else left]
    yield tuple(spans)


def falls(one: Fields, turn: Fields) -> bool:
    """Return whether a fighter dies in a turn of a battle: its health is 0 and it acted (CH-5.15).

    Args:
        one: FighterHealth message of the fighter, after the turn.
        turn: BattleTurn message.
    """
    return one["health"] == 0 and any(deed["actor"] == one["fighter"] for deed in turn["actions"])


def sides_of(turn: Fields) -> tuple[int, ...]:
    """Return the two seats of a battle, side A first."""
    return tuple(sorted({one["fighter"]["seat"] for one in turn["healths"]}))


def _deed(deed: Fields, sides: Sequence[int]) -> Line:
    """Return an action as a line: actor, target and effect, such as `3R→5M 53`.

    `3R` is the Rogue of seat 3. `sides` has the seats of the two sides, which have different
    colours.
    """
    actor = _fighter(deed["actor"], sides)
    name = ACTION_NAMES[deed["action"]]
    if "target" not in deed:
        return (actor, Span(f" {name}s"))
    target = _fighter(deed["target"], sides)
    if deed["action"] != ATTACK:
        return (actor, Span(f" {name}s "), target, Span(f" {deed['amount']}", Style.GOOD))
    if is_evaded(deed):
        return (actor, Span("→"), target, Span(" evaded", Style.FAINT))
    return (actor, Span("→"), target, Span(f" {deed['amount']}", Style.STRONG))


def is_evaded(deed: Fields) -> bool:
    """Return whether an attack was evaded: the target's evade roll reached the number it needed (CH-5.28)."""
    return bool("evade_roll" in deed and deed["evade_roll"] >= deed["evade_need"])


def _dice(deed: Fields) -> str:
    """Return the dice and bonuses that make up an action's amount, such as `8! 3 2 +6 +13b -5 x1.50`.

    In this order (CH-5.25 to 5.28): the evade roll and the number it needed; the action's own dice,
    criticals with `!`; each item's dice; the boost; the defence; the factor unless it is 1. Empty
    for EVADE.
    """
    told = []
    if "evade_roll" in deed:
        told.append(f"({deed['evade_roll']} of {deed['evade_need']})")
    critical = BASE_DICE[deed["actor"]["champion"], 1] if deed["action"] == ATTACK else 0
    told += [f"{face}!" if face == critical else str(face) for face in deed["base"]]
    told += ["+" + "+".join(map(str, one["faces"])) for one in deed["items"]]
    if deed["boost"]:
        told.append(f"+{deed['boost']}b")
    if "defence" in deed:
        told.append("-" + "-".join(map(str, deed["defence"]["faces"])))
    if deed["factor"] not in (0, FACTOR_OF_ONE):
        told.append(f"x{deed['factor'] / FACTOR_OF_ONE:.2f}")
    return " ".join(told)


def _fighter(fighter: Fields, sides: Sequence[int]) -> Span:
    """Return a fighter as seat and letter of its type, such as `3R`, in its side's colour.

    `sides` has the seats of the two sides.
    """
    style = _SIDES[sides.index(fighter["seat"])]
    return Span(f"{fighter['seat']}{TYPE_LETTERS[fighter['champion']]}", style)
