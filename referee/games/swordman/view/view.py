"""The view of Swordman: two sides with their settings, the last round blow by blow, and the odds of each split."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.choices import Choices
from referee.core.scene import Bar, Clash, Delta, Line, Lines, ScenePart, Span, Style, seat_ref
from referee.core.story import word_list
from referee.core.view import Fields, Sight
from referee.games.duel_view import DuelView, clauses, duel_event_line, kind_and_body, seat_name
from referee.games.swordman.view.choices import choices
from referee.games.swordman.view.clashes import HEIGHTS, clashes_of, location_name
from referee.games.swordman.view.odds import odds_table

__all__ = ["VIEW", "SwordmanView"]

_NOTHING_SET: Line = (Span("nothing set yet", Style.FAINT),)


class SwordmanView(DuelView):
    """Draws a match of Swordman. All but notices is public (SW-6.1), so every viewer sees the same."""

    def follow(self, table: dict[str, Any], kind: str, body: Fields) -> None:
        """Update the known public state, `table`, by an event that ends a round or the match; other events change nothing.

        Args:
            table: Fields of an Observation message as far as they are known.
            kind: Kind of the event, such as `round_end`.
            body: Fields of the event.
        """
        if kind == "round_end":
            record = body["record"]
            table |= {"last_round": record, "life": record["life_after"]}
            table |= {"game": record["game"], "round": record["round"] + 1}
        elif kind == "match_end" and "round" in table:
            table["round"] -= 1

    def how_to(self, config: Fields) -> tuple[str, ...]:
        """Return a summary of the rulebook's chapters 4, 5 and 7, one rule a string, with this match's numbers."""
        power, places = config["power"], config["locations"]
        heights = word_list(HEIGHTS) if places == len(HEIGHTS) else f"{places} places"
        lines = [
            f"Each round, both players secretly divide {power} points between sword and shield, and choose "
            f"where each of them goes: {heights}.",
            f"A shield at the place of the sword stops {config['guard_on']} points a point; elsewhere it "
            + (
                f"stops one point for {config['guard_off']}."
                if config["guard_off"]
                else "stops none."
            ),
            "What the shield does not stop is the wound. Both blows fall at once.",
            f"A player who falls from {config['life']} life to 0 loses the game. A game won is worth 2 points, "
            "a drawn one 1 point each.",
        ]
        if config["priority"]:
            first = "Points may go into priority too: the higher one strikes first, and the slain don't strike."
            lines.insert(3, first)
        return tuple(lines)

    def is_round(self, events: Mapping[str, Fields]) -> bool:
        """Return whether these events, by kind, belong to a played round: one of them is `round_end`."""
        return "round_end" in events

    def round_line(self, last: Fields, players: Sequence[str]) -> Line:
        """Return each blow of a round with what stopped it, in the order in which they fell (SW-5.5).

        `last` is the message with the result of the round.
        """
        first = last["first"]
        order = (0, 1) if first < 0 else (first, 1 - first)
        parts = [_blow_clause(last, seat, players) for seat in order]
        return clauses(parts, last["life_after"])

    def side_lines(self, last: Fields | None, seat: int, config: Fields) -> tuple[Line, ...]:
        """Return lines with the points that a seat put into sword, shield and priority in the last round.

        Before the first round (`last` is None) a single line says that nothing has been set.
        """
        if last is None:
            return (_NOTHING_SET,)
        setting = last["settings"][seat]
        power, locations = config["power"], config["locations"]
        lines = [
            _points_line(name, setting[name], setting[f"{name}_at"], power, locations)
            for name in ("sword", "shield")
        ]
        if config["priority"]:
            lines.append(_points_line("priority", setting["priority"], -1, power, locations))
        return tuple(lines)

    def middle(self, last: Fields) -> Line:
        """Return the line between the sides: the damage of each seat's blow in the last round; 0 if it was not dealt."""
        return _blows_line(*(_dealt(last, seat) for seat in range(len(last["blow"]))))

    def round_parts(self, last: Fields, players: Sequence[str]) -> tuple[ScenePart, ...]:
        """Return the part that lists the blows of the last round in order."""
        return (Lines("round", "blow by blow", _unrolled(last, players)),)

    def clashes(self, last: Fields, sight: Sight) -> tuple[Clash, ...]:
        """Return a row for the blow of each seat in the last round: what it met at the other side, and the result."""
        return clashes_of(last, sight.config["power"], sight.config["locations"])

    def choice_parts(
        self,
        table: Fields,  # noqa: ARG002
        life: Sequence[int] | None,
        sight: Sight,
    ) -> tuple[ScenePart, ...]:
        """Return the table with the odds of each split of points; nothing if `odds_table` gives none."""
        odds = odds_table(sight.config, life, tuple(sight.players))
        return () if odds is None else (odds,)

    def choices(self, seen: Fields, sight: Sight) -> Choices:  # noqa: ARG002
        """Return the input form in which a person makes the setting of a round."""
        return choices(sight.config)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event as one line: both settings, the blows of a round, a notice, or an event that all duels have."""
        kind, body = kind_and_body(event)
        match kind:
            case "reveal":
                first, second = (_setting(setting) for setting in body["settings"])
                return (
                    seat_name(players, 0),
                    Span(f" sets {first}, "),
                    seat_name(players, 1),
                    Span(f" {second}"),
                )
            case "round_end":
                return _round_end(body["record"], players)
            case "notice":
                field = f", {body['field']}" if body["field"] else ""
                code = body["code"].removeprefix("REASON_CODE_")
                return (Span(f"notice: {code}{field}", Style.WARN),)
        return duel_event_line(kind, body, players)


VIEW = SwordmanView()
"""The view of Swordman that the plug-in names; it keeps no state, so one instance is enough."""


# What was set.


@functools.lru_cache(maxsize=4096)
def _points_line(name: str, points: int, at: int, power: int, locations: int) -> Line:
    style = Style.TEXT if points else Style.FAINT
    where = f" {location_name(at, locations)}" if at >= 0 else ""
    return (Span(f"{name}{where} ", style), Span(str(points), style, "", Bar(points, power)))


def _setting(setting: Fields) -> str:
    """Return a setting as text, such as `sword 5 at 1, shield 3 at 0, priority 2`."""
    parts = [
        f"{name} {setting[name]} at {setting[f'{name}_at']}"
        for name in ("sword", "shield")
        if setting[name]
    ]
    if setting["priority"]:
        parts.append(f"priority {setting['priority']}")
    return ", ".join(parts) or "nothing"


# Blows.


def _dealt(record: Fields, seat: int) -> int:
    return record["blow"][seat] if record["landed"][seat] else 0


@functools.lru_cache(maxsize=4096)
def _blows_line(first: int, second: int) -> Line:
    return (Span("blows "), Span(f"{first} : {second}", Style.STRONG))


def _unrolled(record: Fields, players: Sequence[str]) -> tuple[Line, ...]:
    """Return one line for each blow of a round, in order, with the damage and the rival's life left.

    `record` is the message with the result of the round.
    """
    first = record["first"]
    order = (0, 1) if first < 0 else (first, 1 - first)
    lines = [_blow_line(record, seat, players) for seat in order]
    if first < 0:
        lines.insert(0, (Span("both strike at once", Style.FAINT),))
    return tuple(lines)


def _blow_line(record: Fields, seat: int, players: Sequence[str]) -> Line:
    rival = 1 - seat
    name, other = seat_name(players, seat), seat_name(players, rival)
    if not record["landed"][seat]:
        return (name, Span(" is slain before striking", Style.BAD))
    when = " strikes first: " if record["first"] == seat else " strikes: "
    setting, guard = record["settings"][seat], record["settings"][rival]
    if not setting["sword"]:
        return (name, Span(f"{when}no sword", Style.FAINT))
    blow = record["blow"][seat]
    if not guard["shield"]:
        how = "no shield"
    elif guard["shield_at"] == setting["sword_at"]:
        how = "the shield is met"
    else:
        how = "the shield is elsewhere"
    spans = (
        name,
        Span(when),
        Span(f"{blow} of {setting['sword']}", Style.STRONG),
        Span(f", {how}"),
    )
    if not blow:
        return spans
    left = record["life_after"][rival]
    spent = Span(f" -{blow}", Style.BAD, seat_ref(rival), Delta(-blow))
    return (*spans, Span("; "), other, spent, Span(f", life {left}", Style.FAINT))


def _blow_clause(record: Fields, seat: int, players: Sequence[str]) -> Line:
    """Return a seat's blow as a clause of a sentence: how hard it was, where, and what the shield did.

    `record` is the message with the result of the round.
    """
    rival = 1 - seat
    name, other = seat_name(players, seat), seat_name(players, rival)
    if not record["landed"][seat]:
        return (name, Span(" is slain before striking"))
    setting, guard = record["settings"][seat], record["settings"][rival]
    sword, blow = setting["sword"], record["blow"][seat]
    if not sword:
        return (name, Span(" deals no blow"))
    first = " first" if record["first"] == seat else ""
    if not blow:
        return (other, Span("'s shield stops "), name, Span(f"'s blow of {sword}"))
    if not guard["shield"]:
        how = "with no shield against it"
    elif guard["shield_at"] == setting["sword_at"]:
        how = f"through shield {guard['shield']}"
    else:
        how = f"past shield {guard['shield']}, which is elsewhere"
    strikes = Span(f" strikes{first} with {sword} and wounds for ")
    return (name, strikes, Span(str(blow), Style.STRONG), Span(f", {how}"))


def _round_end(record: Fields, players: Sequence[str]) -> tuple[Span, ...]:
    spans = [Span(f"round {record['round']}: ")]
    for seat in range(len(record["settings"])):
        spans += [seat_name(players, seat), Span(f" blow {_blow(record, seat)}, ")]
    life = record["life_after"]
    return (*spans, Span(f"life {life[0]} to {life[1]}"))


def _blow(record: Fields, seat: int) -> str:
    if not record["landed"][seat]:
        return "none, slain before"
    first = " first" if record["first"] == seat else ""
    return f"{record['blow'][seat]}{first}"
