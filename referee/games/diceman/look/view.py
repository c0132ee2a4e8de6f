"""How Diceman looks: lives as bars, points, and the last round phase by phase."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.view import Fields, GameView, Section, Sight, Span, Style, Table
from referee.games.duel_view import duel_event_line, duel_section, kind_and_body, seat_name

__all__ = ["VIEW", "DicemanView"]

_DICE = ("magic", "priority", "sword", "shield")
_DAMAGE = (
    ("edge", "edge"),
    ("preempt", "preemptive strike"),
    ("sword", "sword"),
    ("magic", "magic"),
)
"""Fields of a Phase that hold damage, and what they are called."""


class DicemanView(GameView):
    """Everything but notices is public (DM-6.1), so any eyes see the same."""

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the duel, and the round that was played last."""
        observation = next(iter(sight.observations.values()), None)
        if observation is None:
            return _public_sections(sight)
        numbers = f", round {observation['round']}"
        duel = duel_section(sight, observation["game"], numbers, life=observation["life"])
        last = observation.get("last_round")
        if last is None:
            return (duel,)
        title = f"last round: {last['round']} of game {last['game']}"
        return (Section(duel.title, (*duel.parts, _round(title, last, sight.players))),)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event; dice that were rolled, damage by phase."""
        kind, body = kind_and_body(event)
        match kind:
            case "reveal":
                first, second = (_rolled(roll) for roll in body["rolls"])
                return (
                    seat_name(players, 0),
                    Span(f" rolls {first}, "),
                    seat_name(players, 1),
                    Span(f" {second}"),
                )
            case "phase":
                return (Span(f"phase {body['number']}: "), *_told(body, players))
            case "notice":
                index = f", entry {body['index']}" if body["index"] >= 0 else ""
                code = body["code"].removeprefix("REASON_CODE_")
                return (Span(f"notice: {code}{index}", Style.WARN),)
        return duel_event_line(kind, body, players)


VIEW = DicemanView()
"""The one there needs to be."""


def _public_sections(sight: Sight) -> tuple[Section, ...]:
    """Lives after the last phase told; a step that tells none shows no lives."""
    lives = [body["life"] for kind, body in map(kind_and_body, sight.events) if "life" in body]
    return (duel_section(sight, 0, "", life=lives[-1]),) if lives else ()


def _round(title: str, last: Fields, players: Sequence[str]) -> Table:
    rows = []
    for seat, roll in enumerate(last["rolls"]):
        lost = f"life {last['life_before'][seat]} to {last['life_after'][seat]}"
        rows.append((seat_name(players, seat), Span(_rolled(roll)), Span(lost)))
    for phase in last["phases"]:
        told = "".join(span.text for span in _told(phase, players))
        life = f"life {phase['life'][0]}, {phase['life'][1]}"
        rows.append((Span(f"phase {phase['number']}", Style.FAINT), Span(told), Span(life)))
    return Table(title, ("", "what happened", "life"), tuple(rows))


def _rolled(roll: Fields) -> str:
    held = [f"{die} {value}" for die, value in zip(_DICE, roll["values"], strict=True) if value]
    return " and ".join(held)


def _told(phase: Fields, players: Sequence[str]) -> tuple[Span, ...]:
    """Return who did what damage in a phase."""
    spans: list[Span] = [Span("duel of magic; ", Style.WARN)] if phase["duel"] else []
    for seat in range(len(players)):
        for field, name in _DAMAGE:
            if phase[field][seat]:
                spans += [seat_name(players, seat), Span(f" {name} {phase[field][seat]}; ")]
    if not spans:
        return (Span("no damage", Style.FAINT),)
    spans[-1] = Span(spans[-1].text.removesuffix("; "), spans[-1].style)
    return tuple(spans)
