"""What stands beside the board of Dungeon Keeper: what seats have, their units, buildings, what lies about."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from referee.core.view import Fields, Panel, Span, Style, Table
from referee.games.dungeon_keeper.look.belief import Belief
from referee.games.dungeon_keeper.look.board import building_of, kind_of, style_of
from referee.games.dungeon_keeper.look.sentences import serial_of, word
from referee.games.dungeon_keeper.tables import (
    BUILDINGS,
    CAPTURE_AP,
    NEUTRAL,
    Artifact,
    Building,
    Kind,
    Spirit,
)

__all__ = ["buildings_table", "items_panel", "seats_panel", "units_table"]

_WIDTH = 31
"""Characters that fit beside a board in a terminal of 80 columns."""
_NAME = 12
_LOW = 3
"""A unit with no more than one third of its hit points is in danger."""

_Line = tuple[Span, ...]


def seats_panel(belief: Belief, players: Sequence[str]) -> Panel:
    """Return two lines a seat, a third one for runes, spells and the like."""
    lines: list[_Line] = []
    for seat, told in sorted(belief.seats.items()):
        lines += _seat(belief, seat, told, players)
    return Panel("seats", tuple(lines))


def _seat(belief: Belief, seat: int, told: Fields, players: Sequence[str]) -> list[_Line]:
    acting = ">" if belief.heading.get("acting_seat") == seat else " "
    name = Span(f"{acting}{seat} {players[seat][:_NAME]:{_NAME}} ", style_of(seat))
    if not told["alive"]:
        return [(name, Span(f"out as number {told['eliminated_order']}", Style.FAINT))]
    own = [there for there in belief.buildings.values() if there["owner"] == seat]
    altars = [there["hp"] for there in own if building_of(there) is Building.ALTAR]
    altar = Span(f"altar {altars[0] if altars else '?':>3} ", _health(altars, Building.ALTAR))
    have = told.get("holdings")
    if have is None:
        return [(name, altar, Span("   ?")), (Span("   what it has is not known", Style.FAINT),)]
    sources = [str(there["level"]) for there in own if building_of(there) is Building.SOURCE]
    units = sum(unit["owner"] == seat for unit in belief.units.values())
    stocks = f"   {have['gold']}g {have['iron']}i {have['taldear']}t {have['mana']}m"
    rest = f"  u{units}  S{'+'.join(sources) or '0'}"
    lines: list[_Line] = [
        (name, altar, Span(f"{have['score']:>5}", Style.STRONG)),
        (Span(stocks), Span(rest, Style.FAINT)),
    ]
    if more := "; ".join(_arts(have)):
        lines += [(Span(f"   {line}", Style.FAINT),) for line in textwrap.wrap(more, _WIDTH - 3)]
    return lines


def _health(altars: Sequence[int], kind: Building) -> Style:
    if not altars:
        return Style.FAINT
    full = BUILDINGS[kind].hp
    return (
        Style.GOOD if altars[0] == full else Style.BAD if altars[0] * _LOW <= full else Style.WARN
    )


def _arts(have: Fields) -> Iterable[str]:
    """Return runes, spells, artifacts and spirits, where there are any."""
    if have["runes"]:
        yield f"runes {', '.join(word(rune) for rune in have['runes'])}"
    if have["spells"]:
        yield f"spells {', '.join(word(spell) for spell in have['spells'])}"
    for title, kinds in (("store", Artifact), ("spirits", Spirit)):
        counted = zip(have[title], kinds, strict=False)
        if held := [f"{count} {kind.name.lower()}" for count, kind in counted if count]:
            yield f"{title} {', '.join(held)}"


def units_table(belief: Belief, owner: int, title: str) -> Table | None:
    """Return the units of an owner by id; None if none is known."""
    rows = [
        (
            Span(
                f"{serial_of(unit['id']).partition('.')[2]:>2} {word(unit['kind'])}".strip(),
                style_of(unit["controller"]),
            ),
            Span(f"{unit['hp']}/{unit['max_hp']}", _wound(unit)),
            Span(f"{unit['ap']}", Style.FAINT if unit["ap"] == 0 else Style.TEXT),
            Span(f"{unit['row']}-{unit['col']}"),
            Span(f"{unit['attack']}/{unit['defence']}"),
            Span(", ".join(_notes(unit)), Style.FAINT),
        )
        for unit in belief.units.values()
        if unit["owner"] == owner
    ]
    columns = ("unit", "hp", "AP", "at", "att/def", "")
    return Table(title, columns, tuple(rows)) if rows else None


def _wound(unit: Fields) -> Style:
    # With its one hit point an imp would always be in danger.
    if kind_of(unit) is Kind.IMP:
        return Style.TEXT
    return Style.BAD if unit["hp"] * _LOW <= unit["max_hp"] else Style.TEXT


def _notes(unit: Fields) -> Iterable[str]:
    """Return all else that a unit has."""
    if unit["controller"] != unit["owner"]:
        yield f"obeys {unit['controller']}"
    yield from (word(artifact) for artifact in unit["artifacts"])
    yield from (f"spirit of {word(spirit)}" for spirit in unit["spirits"])
    if unit["rune"] != "RUNE_UNSPECIFIED":
        yield f"carries rune of {word(unit['rune'])}"
    for status in unit["statuses"]:
        stacks = f" x{status['stacks']}" if status["stacks"] else ""
        turns = f" {status['turns']}" if status["turns"] > 1 else ""
        yield f"{word(status['status'])}{stacks}{turns}"
    if unit["fear"]:
        yield f"fear x{unit['fear']}"
    if unit["ap_debt"]:
        yield f"{unit['ap_debt']} AP less next turn"
    if unit["tower_slowed"]:
        yield "slowed by a tower"
    if unit["capture_points"] and "capture_cell" in unit:
        cell = unit["capture_cell"]
        yield f"captures {cell['row']}-{cell['col']}: {unit['capture_points']} of {CAPTURE_AP}"


def buildings_table(belief: Belief) -> Table | None:
    """Return all buildings, by owner and then row by row; None if none is known."""
    # The remainder puts owners below 0 behind all seats.
    there = sorted(belief.buildings.items(), key=lambda entry: (entry[1]["owner"] % 100, entry[0]))
    rows = tuple(
        (
            Span("-" if told["owner"] == NEUTRAL else str(told["owner"]), style_of(told["owner"])),
            Span(word(told["kind"]), style_of(told["owner"])),
            Span(f"{place[0]}-{place[1]}"),
            Span(_state(told)),
            Span("" if belief.has(place) else "remembered", Style.FAINT),
        )
        for place, told in there
    )
    return Table("buildings", ("", "building", "at", "", ""), rows) if rows else None


def _state(told: Fields) -> str:
    kind = building_of(told)
    if kind is Building.SOURCE:
        return f"level {told['level']}"
    shots = f", {told['ap']} AP" if kind is Building.BATTLE_TOWER else ""
    low = told.get("low_mark", 0)
    mark = f", mark {low}" if 0 < low < told["hp"] else ""
    return f"{told['hp']}/{BUILDINGS[kind].hp}{shots}{mark}"


def items_panel(belief: Belief) -> Panel | None:
    """Return what lies about, by kinds; None if nothing is known."""
    places: dict[str, list[str]] = {}
    for place, items in sorted(belief.items.items()):
        for item in items:
            name = word(item["kind"])
            places.setdefault(name, []).append(f"{place[0]}-{place[1]}")
    lines = [
        (Span(line),)
        for name, cells in sorted(places.items())
        for line in textwrap.wrap(f"{name} {', '.join(cells)}", _WIDTH, subsequent_indent="  ")
    ]
    return Panel("items", tuple(lines)) if lines else None
