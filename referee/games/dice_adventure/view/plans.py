"""Plans carried out in a step: each executed move, where it led and what stopped it, if the viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.scene import Line, Span, Style
from referee.core.view import Fields, Sight
from referee.games.dice_adventure.tables import MAX_ENTRIES, STEP_DX, STEP_DY, Step
from referee.games.dice_adventure.view.party import Party, Place, word

__all__ = ["Walk", "walks_of"]

_STEPS = [f"STEP_{step.name}" for step in Step]


class Walk(NamedTuple):
    """Course of one member's plan in a step."""

    line: Line
    """Steps of the plan in words, with the reason if it was cut short."""
    places: tuple[Place, ...] = ()
    """Cells that the member passed, the start included; empty if that is not known."""


def walks_of(party: Party, sight: Sight) -> Mapping[int, Walk]:
    """Return the course of each plan of this step that the viewer knows, by member (1 Dwarf, 2 Giant, 3 Human)."""
    # Events do not say whose they are, and those of a level that has ended are about another board.
    is_told = len({seen["party"] for seen in sight.observations.values()}) == 1 and not any(
        kind in event for event in sight.events for kind in ("level_end", "wipe")
    )
    walks: dict[int, Walk] = {}
    for number, action in party.actions.items():
        earlier = party.earlier.get(number)
        if "plan" not in action or earlier is None or earlier["phase"] != "PHASE_PLANNING":
            continue
        plan = action["plan"]["steps"][:MAX_ENTRIES]
        if is_told and "x" in earlier["me"]:
            walks[number] = _walk(plan, earlier["me"], _halts(party, number, sight))
        elif plan:
            walks[number] = Walk((Span(", ".join(map(_name, plan))),))
    return walks


class _Halt(NamedTuple):
    """Reason why a member's plan ended early."""

    reason: str
    is_bump: bool = False
    """Whether the member bumped into a wall, so that the step led nowhere."""
    is_pushed: bool = False
    """Whether the member was pushed back to where the step began."""


def _walk(plan: Sequence[str], me: Fields, halts: Mapping[int, _Halt]) -> Walk:
    places: list[Place] = [(me["x"], me["y"])]
    spans: list[Span] = []
    for number, step in enumerate(plan[: me["ap"]], start=1):
        spans += [Span(", ")] if spans else []
        halt, (x, y) = halts.get(number), places[-1]
        if halt is None or not halt.is_bump:
            places += _led((x, y), step)
        if halt is not None:
            spans.append(Span(f"{_name(step)} ({halt.reason})", Style.BAD))
            places += [(x, y)] if halt.is_pushed and places[-1] != (x, y) else []
            break
        spans.append(Span(_name(step)))
    num_done = (len(spans) + 1) // 2
    if rest := plan[num_done:]:
        spans.append(Span(f"; not carried out: {', '.join(map(_name, rest))}", Style.FAINT))
    return Walk(tuple(spans) or (Span("stands still", Style.FAINT),), tuple(places))


def _led(place: Place, step: str) -> list[Place]:
    direction = _STEPS.index(step) if step in _STEPS else len(STEP_DX)
    if direction >= len(STEP_DX):
        return []  # a wait, or no step at all, which counts as one (DA-4.7)
    return [(place[0] + STEP_DX[direction], place[1] + STEP_DY[direction])]


def _halts(party: Party, number: int, sight: Sight) -> dict[int, _Halt]:
    """Return the reasons that ended a member's plan early, by number of the plan's step, from 1.

    `number` is the member: 1 Dwarf, 2 Giant, 3 Human. The smallest number is where the plan stopped.
    """
    halts: dict[int, _Halt] = {}
    told_to = sight.told_to or [None] * len(sight.events)
    for index, (event, seat) in enumerate(zip(sight.events, told_to, strict=True)):
        if "bump" in event and seat in (None, party.seat(number)):
            halts.setdefault(event["bump"]["step"], _Halt("against a wall", is_bump=True))
        body = event.get("encounter")
        if body is None or body["success"] or body["phase"] != "ENGINE_PHASE_ACTION":
            continue
        if number in (roll["character"] for roll in body["members"]):
            is_dead = number in _dead_after(sight.events[index + 1 :])
            is_pushed = body["kind"] != "KIND_TRAP" and not is_dead  # DA-5.6
            reason = "dies" if is_dead else f"loses against a {word(body['kind'], 'KIND_')}"
            halts[body["step"]] = _Halt(reason, is_pushed=is_pushed)
    return halts


def _dead_after(events: Sequence[Fields]) -> Iterator[int]:
    """Yield the members (1 Dwarf, 2 Giant, 3 Human) that died in an encounter.

    Args:
        events: Events that follow the encounter's event; the deaths that the encounter caused come
            first (DA-5.8).
    """
    for event in events:
        if "encounter" in event:
            return
        if "death" in event:
            yield event["death"]["character"]


def _name(step: str) -> str:
    return word(step, "STEP_") if step in _STEPS else "wait"
