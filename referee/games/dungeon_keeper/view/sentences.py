"""Events of Dungeon Keeper as sentences (DK-6.2).

A sentence is a template with fields of its event: `{unit}` is replaced by the text of the field
`unit`. A part in brackets is left out if one of its fields is unknown; elsewhere an unknown field
is "somebody" or "somewhere". Under fog a seat gets only what it saw of an event (DK-6.22). Units
are named by kind, seat and serial: `imp 0.3` is the third unit of seat 0, with the id 100003.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from referee.core.scene import PLAYER_STYLES, Span, Style, seat_ref, token_ref
from referee.core.view import Fields
from referee.games.dungeon_keeper.rules.board.units import owner_of_id, serial_of_id
from referee.games.dungeon_keeper.tables import CAPTURE_AP, LIGHT, NEUTRAL

__all__ = [
    "Names",
    "event_line",
    "member_name",
    "named",
    "seat_span",
    "serial_of",
    "unit_span",
    "word",
]


class Names(NamedTuple):
    """Names and kinds for the ids in events: players, kinds of units and buildings, tokens."""

    players: Sequence[str]
    """Names of the players, by seat."""
    units: Mapping[int, str] = {}
    """Kinds of units by id, as far as they are known."""
    buildings: Mapping[tuple[int, int], str] = {}
    """Kinds of buildings by row and column, as far as they are known."""
    tokens: Mapping[int, str] = {}
    """Ids of the tokens that stand for units on the board, by the unit's id."""


@functools.cache
def member_name(name: str) -> str:
    """Return the name of an enum member as the rulebook writes it.

    `BUILDING_KIND_BATTLE_TOWER` gives `BATTLE_TOWER`.
    """
    return _ENUM.sub("", name)


@functools.cache
def word(name: str) -> str:
    """Return an enum member as words: `BUILDING_KIND_BATTLE_TOWER` gives `battle tower`."""
    return member_name(name).lower().replace("_", " ").replace("rune ", "rune of ")


def serial_of(unit: int) -> str:
    """Return a unit's seat and serial, as in `0.3`; empty for the light side (DK-3.6)."""
    owner = owner_of_id(unit)
    return "" if owner == LIGHT else f"{owner}.{serial_of_id(unit)}"


def seat_span(seat: int, players: Sequence[str]) -> Span:
    """Return a seat's index and player's name, in the seat's style."""
    if seat < 0:
        return Span("the light side" if seat == LIGHT else "nobody", Style.STRONG)
    return Span(f"{seat} {players[seat]}", PLAYER_STYLES[seat], seat_ref(seat))


def unit_span(unit: int, names: Names) -> Span:
    """Return a unit's kind, if it is known, and its serial number, such as `imp 0.3`."""
    serial = serial_of(unit)
    kind = names.units.get(unit, "unit" if serial else "light unit")
    ref = token_ref(names.tokens[unit]) if unit in names.tokens else ""
    if not serial:
        return Span(f"the {kind}", Style.STRONG, ref)
    return Span(f"{kind} {serial}", PLAYER_STYLES[owner_of_id(unit)], ref)


def event_line(event: Fields, names: Names) -> tuple[Span, ...]:
    """Return an event as a sentence.

    Empty for the result of an order that was carried out, since other events show its effect.
    """
    ((kind, body),) = ((name, told) for name, told in event.items() if name != "partial")
    told = _SENTENCES.get(kind)
    if told is None:
        return (Span(kind),)
    template = told.template if isinstance(told.template, str) else told.template(body)
    return tuple(_spans(template, body, names, told.style))


# Templates.


class _Sentence(NamedTuple):
    template: str | Callable[[Fields], str]
    style: Style = Style.TEXT


def _struck(body: Fields) -> str:
    verb = "strikes back at" if body["is_counter"] else "strikes"
    if "target" not in body:
        return f"{{attacker}} {verb} {{cell.building}}[ for {{damage}}]"
    if "damage" not in body:
        return "{target} evades[ {attacker}]"
    return f"{{attacker}} {verb} {{target}}[ on {{target.place}}] for {{damage}}"


def _shot(body: Fields) -> str:
    if "damage" not in body:
        return "{target} evades the shot of a tower[ on {tower}]"
    return "a battle tower[ on {tower}] shoots {target} for {damage}"


def _rolled(body: Fields) -> str:
    came = "yes" if body["value"] <= body["chance"] else "no"
    return f"  {{roll}} of {{unit}}: {{value}} of {{chance}}, {came}"


def _picked_up(body: Fields) -> str:
    content = [f"{{{name}}} {name}" for name in ("gold", "taldear", "mana") if body.get(name)]
    told = f": {', '.join(content)}" if content else ""
    return f"{{unit}} picks up {{item}}[ on {{cell}}]{told}"


def _captured(body: Fields) -> str:
    if body["new"] == NEUTRAL:
        return "the Source[ on {cell}] is nobody's now"
    return "{new} captures the Source[ on {cell}] of {old}"


def _destroyed(body: Fields) -> str:
    owner = "" if body["owner"] == NEUTRAL else " of {owner}"
    return f"the {{building}}{owner}[ on {{cell}}] is destroyed"


def _refused(body: Fields) -> str:
    if body["code"] == f"{_CODE}MORE":
        return "{seat}: {place} more orders refused"
    return "" if body["code"] == f"{_CODE}OK" else "{seat}: refused[, order {place}]: {code}"


def _ranking(body: Fields) -> str:
    places = list(enumerate(body["placements"]))
    order = sorted(places, key=lambda entry: entry[1])
    return "the end: " + ", ".join(f"{place}. {{scores.{seat}}}" for seat, place in order)


_SENTENCES: dict[str, _Sentence] = {
    "order_result": _Sentence(_refused, Style.WARN),
    "turn_start": _Sentence("turn of {seat}[, +{income} mana][, upkeep {upkeep}]", Style.STRONG),
    "vanished": _Sentence("{unit} vanishes[ from {unit.place}]"),
    "summoned": _Sentence("{seat} summons {unit}[ to {unit.place}]"),
    "moved": _Sentence("{unit} goes[ from {unit.place}][ to {to}]"),
    "attacked": _Sentence(_struck),
    "blasted": _Sentence("{target}[ on {target.place}] loses {damage}[ to a blast of {attacker}]"),
    "tower_shot": _Sentence(_shot),
    "hurt": _Sentence(
        lambda body: f"{{unit}} loses {{damage}} to {'poison' if body['by_poison'] else 'fire'}"
    ),
    "healed": _Sentence("{unit} gains {amount} hp", Style.GOOD),
    "rolled": _Sentence(_rolled, Style.FAINT),
    "slowed": _Sentence("{unit} is slowed: 1 AP less"),
    "died": _Sentence(
        "{unit} dies[ on {unit.place}][, killed by {killer}, +{mana} mana]", Style.BAD
    ),
    "dug": _Sentence("{unit} digs {cell}"),
    "mined": _Sentence("{unit} brings {amount} {kind}[ out of {cell}]"),
    "built": _Sentence("{unit} builds a {building}[ on {cell}]"),
    "repaired": _Sentence("{unit} repairs {cell.building} by {amount} hp for {gold} gold"),
    "building_destroyed": _Sentence(_destroyed, Style.BAD),
    "picked_up": _Sentence(_picked_up),
    "dropped": _Sentence("{item} lies on {cell}"),
    "rune_used": _Sentence(
        lambda body: (
            f"{{unit}} {'sets the rune of {rune} into the Altar' if body['is_installed'] else 'gives the rune of {rune} for mana'}"
        )
    ),
    "capture_progress": _Sentence(
        "{unit} works on the Source[ on {cell}]: {points} of " + str(CAPTURE_AP)
    ),
    "captured": _Sentence(_captured, Style.STRONG),
    "sacrificed": _Sentence("{priest} sacrifices {unit} for a spirit of {spirit}"),
    "status_added": _Sentence("{unit} is under {status}[, from {source}]"),
    "status_removed": _Sentence("{status} leaves {unit}"),
    "controlled": _Sentence("{seat} subjugates {unit}", Style.STRONG),
    "released": _Sentence("{unit} obeys its owner again"),
    "upgraded": _Sentence("{unit} has risen from {old}", Style.GOOD),
    "source_upgraded": _Sentence("the Source[ on {cell}] rises to level {level}", Style.GOOD),
    "researched": _Sentence("{seat} learns {spell}", Style.GOOD),
    "cast": _Sentence("{seat} casts {spell}[ on {target}]"),
    "forged": _Sentence("{seat} forges {artifact}"),
    "equipped": _Sentence("{unit} bears {artifact} now"),
    "spirit_assigned": _Sentence("a spirit of {spirit} goes with {unit}"),
    "exchanged": _Sentence("{seat} makes {amount} {resource} out of {mana} mana"),
    "eliminated": _Sentence("{seat} is out[, felled by {by}]", Style.BAD),
    "hero_appeared": _Sentence(
        "the Hero[ and {gnome}] come out of a portal[ on {hero.place}]", Style.STRONG
    ),
    "hero_died": _Sentence("the Hero is dead[, on {hero.place}]", Style.STRONG),
    "alliance_changed": _Sentence(
        lambda body: (
            "{seat} declares an alliance with {other}"
            if body["is_declared"]
            else "{seat} withdraws from an alliance with {other}"
        )
    ),
    "altars_waned": _Sentence("the Altars wane by {hp}", Style.STRONG),
    "match_end": _Sentence(_ranking, Style.STRONG),
}
"""Sentence for each kind of event, by the kind's name in the schema."""


# Their fields.

_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_FIELD = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
_ENUM = re.compile(
    r"^(UNIT_KIND|MINE_KIND|BUILDING_KIND|ITEM_KIND|ROLL_KIND|RUNE|ARTIFACT|SPIRIT|STATUS|SPELL|RESOURCE)_"
)
_CODE = "CODE_"
_UNITS = frozenset(("unit", "attacker", "target", "priest", "hero", "gnome"))
_SEATS = frozenset(("seat", "killer", "by", "old", "new", "other", "source", "owner"))


def _spans(template: str, body: Fields, names: Names, style: Style) -> list[Span]:
    """Return a template filled with an event's fields.

    Words have the given style, seats and units the colours of their seats.
    """
    spans: list[Span] = []
    for index, piece in enumerate(_OPTIONAL.split(template)):
        found = [match.groups() for match in _FIELD.finditer(piece)]
        if index % 2 and not all(_is_known(body, *field) for field in found):
            continue
        end = 0
        for match in _FIELD.finditer(piece):
            spans.append(Span(piece[end : match.start()], style))
            spans.append(_span(body, match[1], match[2], names, style))
            end = match.end()
        spans.append(Span(piece[end:], style))
    return [span for span in spans if span.text]


def _is_known(body: Fields, name: str, form: str | None) -> bool:
    return name in body and (form != "place" or "row" in body[name])


def _span(body: Fields, name: str, form: str | None, names: Names, style: Style) -> Span:
    value = body.get(name)
    if value is None:
        return Span("somebody" if name in _UNITS | _SEATS else "somewhere", style)
    if form == "building":
        kind = names.buildings.get((value["row"], value["col"]), "building")
        return Span(f"the {kind} on {_place(value)}", style)
    if isinstance(value, list):  # of scores
        seat = seat_span(int(form or 0), names.players)
        return seat._replace(text=f"{seat.text} {value[int(form or 0)]}")
    if isinstance(value, dict):
        is_unit = "unit" in value and form != "place"
        return unit_span(value["unit"], names) if is_unit else Span(_place(value), style)
    if isinstance(value, str):
        return Span(named(value), style)
    if name in _SEATS:
        return seat_span(value, names.players)
    return Span(str(value), style)


def _place(value: Fields) -> str:
    return f"{value['row']}-{value['col']}"


def named(name: str) -> str:
    """Return an enum member as words; result codes stay as the rulebook writes them."""
    if name.startswith(_CODE):
        return name.removeprefix(_CODE)
    if name == "MINE_KIND_GEM":
        return "taldear"  # what comes out of it
    return word(name)
