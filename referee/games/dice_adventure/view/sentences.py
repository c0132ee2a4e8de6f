"""Events of Dice Adventure as lines of text, with every die of encounters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.core.scene import Dice, Span, Style
from referee.core.view import Fields
from referee.games.dice_adventure.tables import MONSTER, ROCK, TRAP
from referee.games.dice_adventure.view.party import member_of, member_span, types_of, word

__all__ = ["encounter_line", "event_line", "outcome_span", "refusal_text"]

_Line = tuple[Span, ...]

_LEAST_SIDES = 2
"""A die with fewer sides than this always shows the same number, so it is not drawn."""
_KINDS = {"KIND_ROCK": ROCK, "KIND_TRAP": TRAP, "KIND_MONSTER": MONSTER}


class _Roll(NamedTuple):
    name: Span
    number: int
    """Result of the roll, with the modifier added."""
    sides: int
    modifier: int


def event_line(event: Fields, config: Fields, party: int | None) -> _Line:
    """Return the line of an event, with all dice of an encounter.

    Args:
        event: The Event message.
        config: The Config message, as far as it is known.
        party: Index of the party that the event happened to; None if that is not known.
    """
    (kind,) = event
    body: Fields = event[kind]
    match kind:
        case "encounter":
            return encounter_line(body, config, party)
        case "level_start":
            again = f", attempt {body['attempt'] + 1}" if body["attempt"] else ""
            size = f"{body['w']} wide, {body['h']} high"
            return (Span(f"level {body['index'] + 1} begins{again}: {size}, {body['cap']} rounds"),)
        case "level_end":
            told = f"{body['keys']} keys, {body['rounds']} rounds, score {body['score']}"
            return (outcome_span(body, f"level {body['level'] + 1} "), Span(f": {told}"))
        case "bump":
            return (Span(f"walked against {body['x']},{body['y']} in step {body['step']}"),)
        case "death":
            return (member_span(body["character"], party), Span(" has died", Style.BAD))
        case "respawn":
            return (member_span(body["character"], party), Span(" is back", Style.GOOD))
        case "key":
            return (member_span(body["character"], party), Span(" has its key", Style.GOOD))
        case "wipe":
            return (Span("all three are dead", Style.BAD),)
        case "refusal":
            return (Span(f"refused: {refusal_text(body)}", Style.WARN),)
        case "match_end":
            told = ", ".join(
                f"party {number} {score}" for number, score in enumerate(body["scores"])
            )
            return (Span(f"scores: {told}"),)
    return (Span(kind),)


def encounter_line(body: Fields, config: Fields, party: int | None) -> _Line:
    """Return an encounter as a line: its cell, the rolls of each participant, and the side that won."""
    step = "step" if body["phase"] == "ENGINE_PHASE_ACTION" else "monsters' sub-step"
    where = f"{word(body['kind'], 'KIND_')} at {body['x']},{body['y']}"
    kind, types = _KINDS[body["kind"]], types_of(config)
    members, pieces = [], []
    for roll in body["members"]:
        member = member_of(config, roll["character"])
        name = member_span(roll["character"], party)
        members.append(_Roll(name, roll["number"], member.dice[kind], member.modifiers[kind]))
    for roll in body["pieces"]:
        piece = types[roll["code"]]
        pieces.append(_Roll(Span(roll["code"]), roll["number"], piece.die, piece.modifier))
    won = Span("won", Style.GOOD) if body["success"] else Span("lost", Style.BAD)
    heading = Span(f"{step} {body['step']}, {where}: ")
    return (heading, *_side(members), Span(" against "), *_side(pieces), Span(": "), won)


def outcome_span(record: Fields, heading: str = "") -> Span:
    """Return text that says how the level of a record ended, such as `cleared`, after a heading."""
    outcome = word(record["outcome"], "OUTCOME_")
    return Span(heading + outcome, Style.GOOD if outcome == "cleared" else Style.BAD)


def refusal_text(body: Fields) -> str:
    """Return the code of a refusal, the index of the refused entry, and how many entries followed it unread."""
    index = f", entry {body['index']}" if "index" in body else ""
    more = f" and {body['more']} more" if body["more"] else ""
    return f"{body['code'].removeprefix('REFUSAL_CODE_')}{index}{more}"


def _side(rolls: Sequence[_Roll]) -> Iterator[Span]:
    """Yield text for the rolls of one side and their sum; the sum is left out for a single roll without modifier."""
    for index, roll in enumerate(rolls):
        yield from (Span(" + "),) if index else ()
        yield from (roll.name, Span(" "))
        if roll.sides < _LEAST_SIDES:  # such a die shows always the same (DA-2.3)
            yield Span(str(roll.number))
            continue
        shown = roll.number - roll.modifier
        yield Span(str(shown), measure=Dice((shown,), roll.sides))
        yield from (Span(f"+{roll.modifier}"),) if roll.modifier else ()
    if len(rolls) > 1 or any(roll.modifier and roll.sides >= _LEAST_SIDES for roll in rolls):
        yield Span(f" = {sum(roll.number for roll in rolls)}")
