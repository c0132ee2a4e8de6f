"""How Swordman looks: lives as bars, points, and the last round with what both had set."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.view import Fields, GameView, Section, Sight, Span, Style, Table
from referee.games.duel_view import duel_event_line, duel_section, kind_and_body, seat_name

__all__ = ["VIEW", "SwordmanView"]


class SwordmanView(GameView):
    """Everything but notices is public (SW-6.1), so any eyes see the same."""

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the duel, and the round that was played last."""
        observation = next(iter(sight.observations.values()), None)
        last = _last_round(sight) if observation is None else observation.get("last_round")
        if observation is not None:
            numbers = f", round {observation['round']}"
            duel = duel_section(sight, observation["game"], numbers, life=observation["life"])
        elif last is not None:
            duel = duel_section(sight, 0, "", life=last["life_after"])
        else:
            return ()
        parts = duel.parts if last is None else (*duel.parts, _round(last, sight.players))
        return (Section(duel.title, parts),)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event; the settings, and what came of them."""
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
"""The one there needs to be."""


def _last_round(sight: Sight) -> Fields | None:
    """Return the round that the public has just been told of."""
    bodies = (body for kind, body in map(kind_and_body, sight.events) if kind == "round_end")
    return next((body["record"] for body in bodies), None)


def _round(last: Fields, players: Sequence[str]) -> Table:
    rows = tuple(
        (
            seat_name(players, seat),
            Span(_setting(setting)),
            Span(_blow(last, seat)),
            Span(f"{last['life_before'][seat]} to {last['life_after'][seat]}"),
        )
        for seat, setting in enumerate(last["settings"])
    )
    title = f"last round: {last['round']} of game {last['game']}"
    return Table(title, ("", "set", "blow", "life"), rows)


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


def _setting(setting: Fields) -> str:
    """Return points and where they are, such as `sword 5 at 1, shield 3 at 0, priority 2`."""
    told = [
        f"{name} {setting[name]} at {setting[f'{name}_at']}"
        for name in ("sword", "shield")
        if setting[name]
    ]
    if setting["priority"]:
        told.append(f"priority {setting['priority']}")
    return ", ".join(told) or "nothing"
