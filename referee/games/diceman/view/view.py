"""The view of Diceman: two sides with their dice, the last round phase by phase, and the odds of the next choice."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from referee.core.choices import Choices
from referee.core.scene import Clash, Dice, Line, Lines, ScenePart, Span, Style
from referee.core.view import Fields, Sight
from referee.games.diceman.tables import MAGIC, NUM_COMBOS, PRIORITY, SHIELD, SWORD
from referee.games.diceman.view.choices import choices
from referee.games.diceman.view.clashes import clashes_of
from referee.games.diceman.view.odds import odds_table
from referee.games.diceman.view.picks import picks_table
from referee.games.duel_view import DuelView, clauses, duel_event_line, kind_and_body, seat_name

__all__ = ["VIEW", "DicemanView"]

_DICE = ("magic", "priority", "sword", "shield")
_SIDES = tuple(f"die_{die}" for die in _DICE)
"""Names of the config fields that hold the number of sides of each die, by die id."""
_DAMAGE = (
    ("edge", "edge"),
    ("preempt", "preemptive strike"),
    ("sword", "sword"),
    ("magic", "magic"),
)
"""Fields of a Phase message that hold damage, each with the name under which it is shown."""
_NO_DICE: Line = (Span("no dice rolled yet", Style.FAINT),)

_Pair: TypeAlias = tuple[int, int]


class DicemanView(DuelView):
    """Draws a match of Diceman. All but notices is public (DM-6.1), so every viewer sees the same."""

    def follow(self, table: dict[str, Any], kind: str, body: Fields) -> None:
        """Update the known public state, `table`, by an event: rolls, a phase, or the start or end of the match.

        A round has at least one phase, and its last phase ends it (DM-5.4).

        Args:
            table: Fields of an Observation message as far as they are known.
            kind: Kind of the event, such as `reveal`.
            body: Fields of the event.
        """
        match kind:
            case "match_start":
                table["pick_counts"] = [{"counts": [0] * NUM_COMBOS}] * 2
            case "reveal":
                table["last_round"] = {
                    "game": table.get("game"),
                    "round": table.get("round"),
                    "rolls": body["rolls"],
                    "phases": [],
                    "life_before": table.get("life"),
                    "life_after": table.get("life"),
                }
                # Events do not number rounds; a later `game_start` sets the number to 1 again.
                if "round" in table:
                    table["round"] += 1
                if "pick_counts" in table:
                    table["pick_counts"] = [
                        _picked(picks, roll["combo"])
                        for picks, roll in zip(table["pick_counts"], body["rolls"], strict=True)
                    ]
            case "phase" if table["last_round"] is not None:
                last = table["last_round"]
                phases = [*last["phases"], body]
                table["last_round"] = {**last, "phases": phases, "life_after": body["life"]}
                table["life"] = body["life"]
            case "match_end" if "round" in table:
                # No round follows the last one, so the number that `reveal` has raised goes back.
                table["round"] -= 1

    def how_to(self, config: Fields) -> tuple[str, ...]:
        """Return a summary of the rulebook's chapters 4, 5 and 7, one rule a string, with this match's dice."""
        magic, priority, sword, shield = (config[name] for name in _SIDES)
        return (
            f"Each round, both players secretly choose two of four dice: magic (d{magic}), priority "
            f"(d{priority}), sword (d{sword}) and shield (d{shield}). All four dice are rolled at once.",
            "A sword wounds by as much as the enemy's shield does not stop.",
            "The player with the higher priority strikes earlier, and the difference goes past any shield.",
            "Nothing stops magic, but it is lost if its owner is wounded at the same moment.",
            f"A player who falls from {config['life']} life to 0 loses the game. A game won is worth 2 points, "
            "a drawn one 1 point each.",
        )

    def is_round(self, events: Mapping[str, Fields]) -> bool:
        """Return whether these events, by kind, belong to a played round: one of them reveals dice."""
        return "reveal" in events

    def round_line(self, last: Fields, players: Sequence[str]) -> Line:
        """Return what each die did in a round, in the order in which the seats struck (DM-5.3).

        `last` is the message with the result of the round.
        """
        order = sorted((0, 1), key=lambda seat: -last["rolls"][seat]["values"][PRIORITY])
        parts = [part for seat in order for part in _strikes(last, seat, tuple(players))]
        return clauses(parts or [(Span("Nobody strikes"),)], last["life_after"])

    def side_lines(self, last: Fields | None, seat: int, config: Fields) -> tuple[Line, ...]:
        """Return one line with a seat's dice of the last round; dice that had an effect are emphasised.

        Before the first round (`last` is None) the line says that no dice have been rolled.
        """
        if last is None:
            return (_NO_DICE,)
        values = last["rolls"][seat]["values"]
        counted = _counted(last, seat)
        return (_dice_line(tuple(values), counted, tuple(config[name] for name in _SIDES)),)

    def middle(self, last: Fields) -> Line:
        """Return the line between the sides: the damage that each seat dealt in the last round."""
        dealt = (_dealt(last["phases"], seat) for seat in range(len(last["rolls"])))
        return _damage_line(*dealt)

    def round_parts(self, last: Fields, players: Sequence[str]) -> tuple[ScenePart, ...]:
        """Return the phases of the last round in order, a line each; phases without an active seat are skipped (DM-5.4)."""
        names = tuple(players)
        lines = tuple(
            (*_phase_line(phase, names), _lives_span(*phase["life"])) for phase in last["phases"]
        )
        return (Lines("round", "phase by phase", lines),)

    def clashes(self, last: Fields, sight: Sight) -> tuple[Clash, ...]:
        """Return a row for each die of the last round: its blow, the rival's die that it met, and the result."""
        return clashes_of(last, sight.players, tuple(sight.config[name] for name in _SIDES))

    def choice_parts(
        self, table: Fields, life: Sequence[int] | None, sight: Sight
    ) -> tuple[ScenePart, ...]:
        """Return tables with each combination's odds and chances to slay, and how often it was picked.

        Args:
            table: Message with the number of picks so far.
            life: Lives of both seats; None if they are not known, and then there are no odds.
            sight: What the viewer sees.
        """
        players = tuple(sight.players)
        tables = (
            None if life is None else odds_table(sight.config),
            picks_table(table.get("pick_counts"), life, sight.config, players),
        )
        return tuple(table for table in tables if table is not None)

    def choices(self, seen: Fields, sight: Sight) -> Choices:  # noqa: ARG002
        """Return the input form with which a person picks the dice of a round."""
        return choices(sight.config)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event as one line: rolled dice, damage of a phase, a notice, or an event that all duels have."""
        kind, body = kind_and_body(event)
        match kind:
            case "reveal":
                first, second = (_rolled(tuple(roll["values"])) for roll in body["rolls"])
                return (
                    seat_name(players, 0),
                    Span(f" rolls {first}, "),
                    seat_name(players, 1),
                    Span(f" {second}"),
                )
            case "phase":
                return _phase_line(body, tuple(players))
            case "notice":
                index = f", entry {body['index']}" if body["index"] >= 0 else ""
                code = body["code"].removeprefix("REASON_CODE_")
                return (Span(f"notice: {code}{index}", Style.WARN),)
        return duel_event_line(kind, body, players)


VIEW = DicemanView()
"""The view of Diceman that the plug-in names; it keeps no state, so one instance is enough."""


def _picked(picks: Fields, combo: int) -> Fields:
    counts = list(picks["counts"])
    counts[combo] += 1
    return {"counts": counts}


# Dice.


@functools.lru_cache(maxsize=4096)
def _rolled(values: tuple[int, ...]) -> str:
    held = [f"{die} {value}" for die, value in zip(_DICE, values, strict=True) if value]
    return " and ".join(held)


@functools.lru_cache(maxsize=16384)
def _dice_line(values: tuple[int, ...], counted: tuple[bool, ...], sides: tuple[int, ...]) -> Line:
    spans: list[Span] = []
    for die, value in enumerate(values):
        if value:
            style = Style.STRONG if counted[die] else Style.FAINT
            measure = Dice((value,), sides[die], (counted[die],))
            spans += [Span("  ")] if spans else []
            spans += [Span(f"{_DICE[die]} ", style), Span(str(value), style, "", measure)]
    return tuple(spans)


def _counted(last: Fields, seat: int) -> tuple[bool, ...]:
    """Return for each die of a seat whether it had an effect in a round.

    Effects are damage, damage made unblockable, a blow stopped, or a duel.

    Args:
        last: Message with the result of the round.
        seat: The seat.
    """
    rival = 1 - seat
    own, theirs = (last["rolls"][one]["values"] for one in (seat, rival))
    edge = preempt = sword = magic = stopped = duel = 0
    for phase in last["phases"]:
        edge += phase["edge"][seat]
        preempt += phase["preempt"][seat]
        sword += phase["sword"][seat]
        magic += phase["magic"][seat]
        duel += phase["duel"]
        if phase["number"] == theirs[PRIORITY]:
            stopped = min(own[SHIELD], theirs[SWORD] - phase["edge"][rival])
    counted = [False] * len(_DICE)
    counted[MAGIC] = magic + duel > 0
    counted[PRIORITY] = edge + preempt > 0
    counted[SWORD] = edge + sword > 0
    counted[SHIELD] = preempt + stopped > 0
    return tuple(counted)


# The story.


def _strikes(last: Fields, seat: int, players: tuple[str, ...]) -> list[Line]:
    """Return clauses that say what each die of a seat did in a round, or that its Magic or its sword was stopped."""
    rival = 1 - seat
    name, other = seat_name(players, seat), seat_name(players, rival)
    own, theirs = (last["rolls"][one]["values"] for one in (seat, rival))
    phase = next((one for one in last["phases"] if one["number"] == own[PRIORITY]), None)
    if phase is None:  # slain before its own phase (DM-5.11)
        return [(name, Span(" is slain before striking"))]
    edge, preempt, cut, magic = (phase[field][seat] for field, _ in _DAMAGE)
    parts: list[Line] = []

    def whose(thing: str) -> Line:
        """Return the possessive of `thing`: `its sword` after a clause that begins with this seat's name.

        Otherwise the seat's name is used, as in `Ada's sword`.
        """
        return (
            (Span(f"its {thing}"),)
            if parts and parts[-1][0] == name
            else (name, Span(f"'s {thing}"))
        )

    if edge:
        parts.append((name, Span(f"'s sword strikes early for {edge}, past any shield")))
    if preempt:
        parts.append((*whose("shield"), Span(f" strikes back early for {preempt}")))
    if cut:
        through = f" breaks through shield {theirs[SHIELD]}" if theirs[SHIELD] else " cuts"
        left = "the rest of its sword" if edge else None
        sword: Line = (Span(left),) if left else (name, Span(f"'s sword {own[SWORD]}"))
        parts.append((*sword, Span(f"{through} for {cut}")))
    elif own[SWORD] > edge:
        parts.append((other, Span(f"'s shield {theirs[SHIELD]} stops "), name, Span("'s sword")))
    if magic and phase["duel"]:
        parts.append((name, Span(f" wins the duel of magic by {magic}")))
    elif magic:
        parts.append((*whose("magic"), Span(f" bites for {magic}")))
    elif own[MAGIC] and not phase["duel"]:
        parts.append((*whose("magic"), Span(" is lost")))
    elif own[MAGIC] and own[MAGIC] == theirs[MAGIC] and not seat:
        parts.append((Span("the duel of magic is even"),))
    return parts


# Phases.


def _dealt(phases: Sequence[Fields], seat: int) -> int:
    """Return the damage that a seat dealt in all these phases together."""
    return sum(phase[field][seat] for phase in phases for field, _ in _DAMAGE)


@functools.lru_cache(maxsize=4096)
def _damage_line(first: int, second: int) -> Line:
    return (Span("damage "), Span(f"{first} : {second}", Style.STRONG))


def _phase_line(phase: Fields, players: tuple[str, ...]) -> Line:
    """Return a line that says which seat did what damage in a phase."""
    damage = tuple((*phase[field],) for field, _ in _DAMAGE)
    return _cached_phase_line(phase["number"], damage, phase["duel"], players)


@functools.lru_cache(maxsize=4096)
def _lives_span(first: int, second: int) -> Span:
    return Span(f", life {first} : {second}", Style.FAINT)


@functools.lru_cache(maxsize=16384)
def _cached_phase_line(
    number: int, damage: tuple[_Pair, ...], duel: bool, players: tuple[str, ...]
) -> Line:
    spans = [Span(f"phase {number}: ")]
    if duel:
        spans.append(Span("duel of magic", Style.WARN))
    for seat in range(len(players)):
        for dealt, (_, name) in zip(damage, _DAMAGE, strict=True):
            if dealt[seat]:
                spans += [Span("; ")] if len(spans) > 1 else []
                spans += [seat_name(players, seat), Span(f" {name} {dealt[seat]}")]
    return tuple(spans) if len(spans) > 1 else (*spans, Span("no damage", Style.FAINT))
