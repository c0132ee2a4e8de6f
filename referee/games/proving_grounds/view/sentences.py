"""Sentences for the events of Proving Grounds, which say what happened and why (PG-6.7).

A sentence is a template over the fields of its event: `{hero}` stands for what the field `hero`
says, and a part in brackets is left out where one of its fields is absent. Heroes are called by
class, seat and id: `Fighter 0.2` is hero 2 of seat 0. Creatures are called by kind and place in
their group, from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from referee.core.scene import Span, Style
from referee.core.view import Fields
from referee.games.proving_grounds.tables import Gem
from referee.games.proving_grounds.view.names import (
    fighter_span,
    goods_text,
    hero_span,
    roll_span,
    room_span,
    seat_span,
)
from referee.games.proving_grounds.view.telling import Names
from referee.games.proving_grounds.view.visibility import ref_of

__all__ = ["REASONS", "event_line"]


def event_line(event: Fields, names: Names, whose: int | None = None) -> tuple[Span, ...]:
    """Return an event as a sentence.

    It is empty for an order that was carried out, since the order's effects have their own events.

    Args:
        event: Event message with its kind.
        names: Players' names and heroes' classes.
        whose: The one seat that received the event; None if that is not known.
    """
    ((kind, body),) = event.items()
    told = _SENTENCES.get(kind)
    # An event of a newer schema: at least its kind is shown.
    if told is None:
        return (Span(kind),)
    template = told.template if isinstance(told.template, str) else told.template(body)
    if not template:
        return ()
    spans = _spans(template, body, names, told.style)
    if told.is_private:
        seat = Span("somebody", told.style) if whose is None else seat_span(whose, names.players)
        spans = [seat, Span(": ", told.style), *spans]
    return tuple(spans)


# Templates.


_Template: TypeAlias = str | Callable[[Fields], str]


def _either(field: str, then: str, otherwise: str) -> _Template:
    """Return a function from an event's fields to `then` if the named field is true or above 0, else to `otherwise`."""
    return lambda body: then if body[field] else otherwise


class _Sentence(NamedTuple):
    template: _Template
    style: Style = Style.TEXT
    is_private: bool = False
    """Whether the sentence begins with the name of the seat that received the event, as the event
    does not contain it."""


_PARTS = {
    "MESSAGE": "the message",
    "SHUFFLE": "bid on a board",
    "HIRE": "bid on a candidate",
    "BUY": "purchase",
    "HEROES": "hero order",
    "IMPROVE": "improvement",
    "ITEMS": "item",
    "STASH": "item for the stash",
    "BIDS": "bid on a board",
}
_CAUSES = {
    "HERO": "for heroes",
    "IMPROVEMENT": "for improvements",
    "ITEM": "for items",
    "BID": "bid on boards",
    "HIRED": "for hires",
    "BOUGHT": "for items of the market",
    "TRADE": "by trade",
    "LOOT": "of loot",
    "CACHE": "out of a cache",
    "STOLEN": "stolen",
    "ROOMS": "for the most rooms",
    "SURVIVORS": "for the most living heroes",
}
_ENDS = {
    "EXPLORED": "every room has been entered",
    "FEW_ROOMS": "few rooms are left, and the dice say so",
    "LATE": "it is late, and the dice say so",
    "NO_HEROES": "nobody has a living hero",
    "MAX_TURNS": "the last turn is over",
}
REASONS = {
    "BAD_MESSAGE": "it is unreadable, and the default was played",
    "TOO_MANY": "beyond the longest list there may be",
    "BAD_FIELD": "a field is wrong",
    "NO_HERO": "no such living hero",
    "BAD_CLASS": "not for this class",
    "DUPLICATE": "given twice",
    "NOT_OPEN": "not open now",
    "NO_GOLD": "too little gold",
    "BELOW_MIN": "under the class price",
    "PARTY_FULL": "the party is full",
    "OUTBID": "somebody bid more",
    "TAKEN": "bought by somebody higher on the board",
    "NO_ITEM": "the item is not there",
    "ALREADY": "that is so already",
    "NOT_HOME": "not in the entry room",
    "NO_GOODS": "the goods are not there",
    "NO_MATCH": "not mirrored, it stands for a turn",
    "NO_MANA": "too little Mana",
    "NOT_KNOWN": "the spell is not equipped",
    "NO_DOOR": "no door there",
    "SPIKED": "the door is spiked",
    "NOT_SPIKED": "the door is not spiked",
    "GATE": "an entry room",
    "BLOCKED": "somebody else entered the room in this turn",
    "ENGAGED": "in a hostile room",
    "BAD_TARGET": "not on this target",
    "IMMUNE": "a Dragon cannot be lured",
}


def _refused(body: Fields) -> str:
    code = body["code"].removeprefix("CODE_")
    if code == "OK":
        return ""
    if code == "MORE":
        return "refused, {place} further parts of the message"
    part = body["part"].removeprefix("ORDER_LIST_")
    place = "" if part == "MESSAGE" else " {place}"
    return f"refused, {_PARTS[part]}{place}[ of hero {{hero}}]: {code}, {REASONS[code]}"


def _ledger(body: Fields) -> str:
    """Return the template of a ledger event: sums by cause, and the gold left.

    Causes are in the order of their first entries.
    """
    # `told_in` combines payments in a row.
    parts = body.get("parts", [body])
    sums: dict[str, int] = {}
    for part in parts:
        cause = _CAUSES[part["cause"].removeprefix("CAUSE_")]
        sums[cause] = sums.get(cause, 0) + part["amount"]
    told = [f"{amount:+} gold {cause}" for cause, amount in sums.items()]
    return f"{', '.join(told)}, {parts[-1]['gold']} now"


def _entered(body: Fields) -> str:
    path = [str(part["room"]) for part in body.get("parts", [body])]
    if len(path) == 1:
        return "{hero} enters {room} from {origin}"
    return f"{{hero}} goes from {{origin}} by {', '.join(path[:-1])} to {path[-1]}"


def _rested(body: Fields) -> str:
    gained = [
        f"+{body[name]} {word}" for name, word in (("hp", "hp"), ("mana", "Mana")) if body[name]
    ]
    return f"{{hero}} rests: {', '.join(gained)}" if gained else ""


def _action(body: Fields) -> str:
    came = "succeeds" if body["is_success"] else "fails"
    if "need" in body:
        return f"{{hero}}, order {{place}}, {came}: {{roll}}, needs {{need}} or less"
    return "{hero}, order {place}, rolls {roll}" if "roll" in body else ""


def _trap(body: Fields) -> str:
    caught = "{hero}" if "hero" in body else "the first of the creatures"
    if not body["damage"]:
        return f"{caught} disarms a trap in {{room}}[, by {{roll}}]"
    return f"a trap in {{room}} takes {{damage}} hp of {caught}[, who rolled {{roll}}]"


def _disarmed(body: Fields) -> str:
    came = "removes a" if body["is_removed"] else "fails to remove a"
    return f"{{hero}} {came if body['was_there'] else 'finds no'} trap in {{room}}"


def _stolen(body: Fields) -> str:
    what = "{gold} gold" if "gem" not in body else f"a {Gem(body['gem']).name.lower()}"
    return f"{{thief}} steals {what}[ from {{victim}}] in {{room}}"


def _prepared(body: Fields) -> str:
    left = f"{{left}} turn{'s' * (body['left'] != 1)} of preparation left"
    if "roll" not in body:
        return f"  {{wizard}} prepares, {left}"
    came = left if body["left"] else "stays prepared"
    return f"  {{wizard}} was hit: rolled {{roll}}, {came}"


def _cast(body: Fields) -> str:
    if not body["targets"]:
        return "  {wizard} casts {item}[, rolled {roll}], at nobody"
    parts = [
        f"{{targets.{place}}}{f' for {damage}' if damage else ''}"
        for place, damage in enumerate(body["damages"])
    ] or [f"{{targets.{place}}}" for place in range(len(body["targets"]))]
    return f"  {{wizard}} casts {{item}}[, rolled {{roll}},] on {', '.join(parts)}"


def _looted(body: Fields) -> str:
    carried = ", gems go to hero {hero}" if any(body["gems"]) else ""
    return f"loots {goods_text(body)} in {{room}}{carried}"


def _broken_off(body: Fields) -> str:
    came = "is broken off" if body["is_broken_off"] else "is over"
    return f"the fight in {{room}} {came} after {{rounds}} round{'s' * (body['rounds'] != 1)}"


def _placed(body: Fields) -> str:
    seats = " ".join(map(str, body["seats"]))
    return f"board {body['board'].removeprefix('BOARD_')}: {seats}"


def _ended(body: Fields) -> str:
    cause = _ENDS[body["cause"].removeprefix("END_CAUSE_")]
    order = sorted(
        range(len(body["seats"])), key=lambda place: int(body["seats"][place]["placement"])
    )
    ranks = "; ".join(
        f"{body['seats'][place]['placement']}. {{seats.{place}}}, {body['seats'][place]['gold']} gold"
        f"{_most_of(body['seats'][place]['qualified'])}"
        for place in order
    )
    return f"the end in turn {{turn}}, for {cause}: {ranks}"


def _most_of(kinds: Sequence[int]) -> str:
    return f", most {' and '.join(Gem(kind).name.lower() for kind in kinds)}" if kinds else ""


_SENTENCES: dict[str, _Sentence] = {
    "result": _Sentence(_refused, Style.WARN, is_private=True),
    "ledger": _Sentence(_ledger, Style.FAINT, is_private=True),
    "board": _Sentence(_placed, Style.FAINT),
    "hired": _Sentence("{seat} hires candidate {candidate} for {gold} gold as hero {hero}"),
    "bought": _Sentence("{seat} buys {item}, slot {slot}"),
    "died": _Sentence("{hero} is dead", Style.BAD),
    "traded": _Sentence("{giver} and {taker} trade {give} for {want}", Style.GOOD),
    "offer_made": _Sentence("{giver} offers {taker} {give} for {want}"),
    "action": _Sentence(_action, Style.FAINT),
    "healed": _Sentence("{hero} gains {amount} hp, {hp} now", Style.GOOD),
    "rested": _Sentence(_rested, Style.FAINT),
    "entered": _Sentence(_entered),
    "retreated": _Sentence("{hero} retreats from {origin} to {room}", Style.WARN),
    "teleported": _Sentence("{hero} is back from {origin} in {room}"),
    "trap_sprung": _Sentence(_trap, Style.WARN),
    "lured": _Sentence("{wizard} lures the creatures of {origin} into {room}"),
    "noise": _Sentence("noise in {room}"),
    "clamor": _Sentence("a fight or a noise in {room}", Style.FAINT),
    "spikes_set": _Sentence("the door between {room} and {other} is spiked, from {room}"),
    "spikes_removed": _Sentence("the door between {room} and {other} is free of spikes"),
    "trap_set": _Sentence("{hero} sets a trap in {room}"),
    "trap_disarmed": _Sentence(_disarmed),
    "stolen": _Sentence(_stolen, Style.STRONG),
    "struck": _Sentence("{thief} is caught at {room} and loses {damage} hp", Style.WARN),
    "fight_began": _Sentence("fight in {room}: {entrants} against {defenders}", Style.STRONG),
    "round": _Sentence("  round {number} in {room}", Style.FAINT),
    "swung": _Sentence(
        _either(
            "is_hit",
            "  {attacker} hits {target} for {damage}: rolled {roll}",
            "  {attacker} misses {target}: rolled {roll}",
        )
    ),
    "prepared": _Sentence(_prepared, Style.FAINT),
    "cast_battlemagic": _Sentence(_cast, Style.STRONG),
    "slept": _Sentence("  {fighter} sleeps", Style.FAINT),
    "emergency_cure": _Sentence("  {cleric} saves {hero} from death", Style.GOOD),
    "creature_died": _Sentence("  {fighter} is dead", Style.GOOD),
    "fight_ended": _Sentence(_broken_off),
    "looted": _Sentence(_looted, Style.GOOD, is_private=True),
    "searched": _Sentence(
        _either(
            "gold",
            "{hero} searches {room} and finds {gold} gold[: rolled {roll}]",
            "{hero} searches {room} and finds nothing[: rolled {roll}]",
        )
    ),
    "tapped": _Sentence("{hero} finds that {room} has no caches", Style.FAINT),
    "spell_cast": _Sentence("{hero} casts {spell}"),
    "end": _Sentence(_ended, Style.STRONG),
}
"""Template and style of the sentence for each kind of event, by its name in the schema."""


# Their fields.

_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_FIELD = re.compile(r"\{(\w+)(?:\.(\d+))?\}")
_ROOMS = frozenset(("room", "origin", "other"))
_SEATS = frozenset(("seat", "victim"))


def _spans(template: str, body: Fields, names: Names, style: Style) -> list[Span]:
    """Return the template filled with the event's fields.

    Words are in one style, seats and heroes in their colours.
    """
    spans: list[Span] = []
    for index, piece in enumerate(_OPTIONAL.split(template)):
        # Every other piece stood in brackets.
        if index % 2 and not all(match[1] in body for match in _FIELD.finditer(piece)):
            continue
        end = 0
        for match in _FIELD.finditer(piece):
            spans.append(Span(piece[end : match.start()], style))
            value = body[match[1]][int(match[2])] if match[2] else body[match[1]]
            for place, part in enumerate(value if isinstance(value, list) else [value]):
                spans += [Span(", ", style)] * (place > 0)
                spans.append(_span(match[1], part, body, names, style))
            end = match.end()
        spans.append(Span(piece[end:], style))
    return [span for span in spans if span.text]


def _span(name: str, value: object, body: Fields, names: Names, style: Style) -> Span:
    if isinstance(value, Mapping):
        return _who(value, body, names, style)
    if isinstance(value, str):
        return Span(_SPELLED.sub("", value).lower().replace("_", " "), style)
    if isinstance(value, int) and name in _SEATS:
        return seat_span(value, names.players)
    if isinstance(value, int) and name in _ROOMS:
        span = room_span(value, style)
        return span._replace(text=f"room {span.text}")
    if isinstance(value, int) and name == "roll":
        return roll_span(value, style)
    return Span(str(value), style)


_SPELLED = re.compile(r"^(ITEM|SPELL|BOARD)_")


def _who(told: Fields, body: Fields, names: Names, style: Style) -> Span:
    """Return the text of a message in a field of an event: a hero, fighter, seat at the end of the match, or goods.

    `body` has all fields of the event.
    """
    # Messages are distinguished by a field that only one kind of them has.
    if "placement" in told:
        return seat_span(told["seat"], names.players)
    if "give" in told or "gems" in told:
        return Span(goods_text(told), style)
    if "creature" not in told:
        return hero_span(ref_of(told), names.classes.get(ref_of(told)))
    span = fighter_span(told, body["room"], style)
    return span._replace(text=f"{span.text} ({told['hp']} hp)")
