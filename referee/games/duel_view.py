"""View of a duel: two sides with lives and points, the round between them, one game after another.

The table of a duel is open, so a scene is the same for every viewer. `DuelView.followed` builds the table from
the events; for a viewer that came in the middle of a match it takes a seat's observation instead.

Between two games the sides are shown as the last round has left them, and the middle names the game that begins.
So spectators see each game to its end, and a curve of life reaches zero.
"""

from __future__ import annotations

import abc
import dataclasses
import functools
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.scene import (
    Bar,
    Clash,
    Delta,
    Flag,
    FlagKind,
    Hidden,
    Line,
    Lines,
    Scene,
    ScenePart,
    Span,
    Style,
    Versus,
    seat_ref,
)
from referee.core.sections import sections_of_scene
from referee.core.story import (
    MatchEnd,
    Phase,
    Result,
    Score,
    SeatScore,
    Sentence,
    Story,
    as_headline,
)
from referee.core.view import Fields, GameView, Section, Sight

__all__ = [
    "SEAT_STYLES",
    "DuelView",
    "clauses",
    "duel_event_line",
    "kind_and_body",
    "percent",
    "seat_name",
]

SEAT_STYLES = (Style.FIRST, Style.SECOND)
"""Style in which each seat's name is drawn, by seat."""
_PACE_MS = 1000
"""Milliseconds for which a round is shown."""
_END_PACE_MS = 2000
"""Milliseconds for which a round is shown that begins or ends a game."""
_LOW = 4
"""A seat's life is drawn in the style for bad values if it is at most a quarter of full life."""
_UNKNOWN = Hidden("sent before this viewer came")


class DuelView(GameView):
    """Base class of a duel's view: two sides, the last round, the odds of the next choice; a game fills in the contents."""

    def is_open(self, config: Fields) -> bool:  # noqa: ARG002
        """Return True: every viewer sees the same, since the state of a duel is public."""
        return True

    def eyes(self, config: Fields, seats: Sequence[int]) -> Sequence[int]:  # noqa: ARG002
        """Return no seats: the view needs no seat's observations, since the public state follows from the events."""
        return ()

    def followed(self, before: Sight | None, sight: Sight) -> Sight:
        """Return `sight` with the match's public state (the open table) in it.

        That is a seat's observation if there is one; else the public state of the step before, updated by the events.

        Args:
            before: The sight of the step before; None at the first.
            sight: What is seen of this step.
        """
        if sight.observations:
            return sight
        known = before.public if before is not None and before.public is not None else {}
        table: dict[str, Any] = {"points": None, "last_round": None, **known}
        for event in sight.events:
            kind, body = kind_and_body(event)
            _follow(table, kind, body, sight.config)
            self.follow(table, kind, body)
        return dataclasses.replace(sight, public=table)

    def scene(self, sight: Sight) -> Scene:
        """Return the scene: both sides, the last round, and the odds of the choice that is open now."""
        table = next(iter(sight.observations.values()), sight.public) or {}
        games = sight.config["games"]
        title = f"game {table['game']} of {games}" if "game" in table else "a duel"
        if "round" in table:
            title += f", round {table['round']}"
        last = table.get("last_round")
        # Between two games the table is in the next game, while `last` is of the one before.
        begins = last is None or last["game"] != table.get("game", last["game"])
        # `round` is one ahead of the last round, except after the last round of the match.
        is_over = last is not None and last["round"] == table.get("round", 0) and not begins
        return Scene(
            title,
            (
                self._versus(table, last, begins, sight),
                *(() if last is None else self.round_parts(last, sight.players)),
                *self.choice_parts(table, None if is_over else table.get("life"), sight),
            ),
            _flags(sight),
            _series(table, last),
            _END_PACE_MS if begins else _PACE_MS,
        )

    def story(self, sight: Sight, scene: Scene, lines: Sequence[Line]) -> Story:  # noqa: ARG002
        """Return the story of a step: points and lives, and a sentence that says what caused each wound."""
        table = next(iter(sight.observations.values()), sight.public) or {}
        last = table.get("last_round")
        bodies = dict(kind_and_body(event) for event in sight.events)
        fought = last if last is not None and self.is_round(bodies) else None
        sentences = [] if fought is None else [Sentence(self.round_line(fought, sight.players))]
        ends = _game_end_line(bodies, sight.players)
        sentences += [Sentence(ends, True)] if ends else []
        if "game_start" in bodies:
            sentences.append(Sentence(_game_start_line(bodies, sight.config["life"]), True))
        if fought is not None:
            headline = _round_headline(fought, bodies, sight.players)
        else:
            headline = as_headline(sentences[-1].line) if sentences else ()
        return Story(
            headline,
            tuple(sentences),
            _score(table, last, sight.config["life"]),
            _phases(table, sight.config),
            "life",
            "life ahead",
        )

    def result(self, sight: Sight, end: MatchEnd) -> Result:
        """Return the match's result for people: the winner, the points, and how many games were played."""
        result = super().result(sight, end)
        if not result.score:
            return result
        games = sight.config["games"]
        reason = "The only game is played." if games == 1 else f"All {games} games are played."
        return dataclasses.replace(result, reason=reason)

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the scene as sections of text, without its minor parts; nothing if the public state is not known."""
        scene = self.scene(sight)
        if not sight.observations and not sight.public:
            return ()
        parts = tuple(part for part in scene.parts if not getattr(part, "is_minor", False))
        return sections_of_scene(dataclasses.replace(scene, parts=parts))

    @abc.abstractmethod
    def follow(self, table: dict[str, Any], kind: str, body: Fields) -> None:
        """Update the known public state by an event that only this game has, so that `life` and `last_round` are right.

        Args:
            table: Fields of an Observation message as far as they are known.
            kind: Kind of the event, such as `reveal`.
            body: Fields of the event.
        """

    @abc.abstractmethod
    def is_round(self, events: Mapping[str, Fields]) -> bool:
        """Return whether a round was fought in a step with these events, by kind."""

    @abc.abstractmethod
    def round_line(self, last: Fields, players: Sequence[str]) -> Line:
        """Return one sentence about a round: what each blow did, and why.

        Args:
            last: The round, as a Round message.
            players: Names of the players, by seat.
        """

    @abc.abstractmethod
    def side_lines(self, last: Fields | None, seat: int, config: Fields) -> tuple[Line, ...]:
        """Return the lines of one side: what the seat chose in the last round, and its effect.

        Args:
            last: The last round, as a Round message; None if none is known.
            seat: Index of the seat.
            config: The Config message of the match.
        """

    @abc.abstractmethod
    def middle(self, last: Fields) -> Line:
        """Return the line that is shown between the two sides after the last round."""

    @abc.abstractmethod
    def round_parts(self, last: Fields, players: Sequence[str]) -> tuple[ScenePart, ...]:
        """Return the parts of the scene that show the last round step by step."""

    @abc.abstractmethod
    def clashes(self, last: Fields, sight: Sight) -> tuple[Clash, ...]:
        """Return a row for each blow of the last round: what struck, what it met at the other side, the result."""

    @abc.abstractmethod
    def choice_parts(
        self, table: Fields, life: Sequence[int] | None, sight: Sight
    ) -> tuple[ScenePart, ...]:
        """Return the parts of the scene that help to choose, all marked as minor.

        Args:
            table: Fields of the public state, as an Observation message has them, as far as they are known.
            life: Life of both seats; None if it is not known, or the match is over.
            sight: What is seen of the match.
        """

    def _versus(self, table: Fields, last: Fields | None, begins: bool, sight: Sight) -> Versus:
        most = sight.config["life"]
        after = table.get("life") if last is None else last["life_after"]
        before = None if last is None else last["life_before"]
        points = table.get("points")
        left, right = (
            Lines(
                str(seat),
                sight.players[seat],
                (
                    _life_line(seat, after and after[seat], most, before and before[seat]),
                    _points_line(points and points[seat]),
                    *self.side_lines(last, seat, sight.config),
                ),
            )
            for seat in range(len(SEAT_STYLES))
        )
        middle: list[Line] = [] if last is None else [self.middle(last)]
        if begins and "game" in table:
            middle.append(_begins_line(table["game"], most))
        title = "duel" if last is None else _round_title(last)
        clashes = () if last is None else self.clashes(last, sight)
        return Versus("duel", title, left, right, tuple(middle), clashes)


def seat_name(players: Sequence[str], seat: int) -> Span:
    """Return the name of a seat's player in the style of that seat."""
    return Span(players[seat], SEAT_STYLES[seat], seat_ref(seat))


def kind_and_body(event: Fields) -> tuple[str, Fields]:
    """Return the kind of an Event message, such as `game_end`, and the fields of the event."""
    ((kind, body),) = event.items()
    return kind, body


def duel_event_line(kind: str, body: Fields, players: Sequence[str]) -> tuple[Span, ...]:
    """Return the line of an event that all duels have; empty for an event of one game alone.

    `kind` is the name of the event, such as `game_end`, and `body` has its fields.
    """
    match kind:
        case "game_start":
            return (Span(f"game {body['game']} begins", Style.STRONG),)
        case "slain":
            return (seat_name(players, body["seat"]), Span(" is slain", Style.BAD))
        case "game_end":
            life = f", life {body['life'][0]} to {body['life'][1]}"
            if "winner" not in body:
                return (Span(f"game {body['game']} is drawn", Style.STRONG), Span(life))
            winner = seat_name(players, body["winner"])
            return (Span(f"game {body['game']} won by ", Style.STRONG), winner, Span(life))
        case "match_end":
            return (Span(f"points {body['points'][0]} to {body['points'][1]}", Style.STRONG),)
    return ()


def percent(share: float) -> str:
    """Return a chance, from 0 to 1, as text in whole percent; `<1%` or `>99%` where it would be rounded to 0% or 100%."""
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{100 * share:.0f}%"


# The open table as it follows from events.


def _follow(table: dict[str, Any], kind: str, body: Fields, config: Fields) -> None:
    match kind:
        case "match_start":
            table["points"] = [0, 0]
        case "game_start":
            table |= {"game": body["game"], "round": 1, "life": [config["life"]] * 2}
        # Points are unknown to a viewer that came later; they can't be counted from the middle of a match.
        case "game_end" if table["points"] is not None:
            winner = body.get("winner")
            won = [1, 1] if winner is None else [2 * (seat == winner) for seat in range(2)]
            table["points"] = [old + more for old, more in zip(table["points"], won, strict=True)]


# Parts.


@functools.lru_cache(maxsize=4096)
def _life_line(seat: int, life: int | None, most: int, before: int | None) -> Line:
    if life is None:
        return (Span("life "), Span("?", Style.HIDDEN, seat_ref(seat), _UNKNOWN))
    style = Style.BAD if _LOW * life <= most else Style.GOOD
    left = (Span("life "), Span(f"{life}/{most}", style, seat_ref(seat), Bar(life, most)))
    change = 0 if before is None else life - before
    return (*left, Span(f" {change:+}", Style.BAD, "", Delta(change))) if change else left


@functools.lru_cache(maxsize=1024)
def _begins_line(game: int, life: int) -> Line:
    return (Span(f"game {game} begins, both with life {life}", Style.STRONG),)


@functools.lru_cache(maxsize=4096)
def _points_line(points: int | None) -> Line:
    if points is None:
        return (Span("points "), Span("?", Style.HIDDEN, "", _UNKNOWN))
    return (Span("points "), Span(str(points), Style.STRONG))


def _round_title(last: Fields) -> str:
    game, number = last["game"], last["round"]
    return "last round" if game is None else f"round {number} of game {game}"


# The story.


def clauses(parts: Sequence[Line], life: Sequence[int]) -> Line:
    """Return clauses as one sentence, followed by the life of both seats.

    Args:
        parts: Each clause, without a full stop; at least one.
        life: Life of both seats after the round.
    """
    spans: list[Span] = []
    for part in parts:
        spans += [Span("; "), *part] if spans else part
    return (*spans, Span(f". Life {life[0]} : {life[1]}."))


def _round_headline(
    last: Fields, events: Mapping[str, Fields], players: Sequence[str]
) -> tuple[Span, ...]:
    """Return a headline: which players were wounded or slain in a round, and which one won the game by that.

    `last` is the round, as a Round message; `events` are those of the step, by kind.
    """
    before, after = last["life_before"], last["life_after"]
    start = Span("" if last["round"] is None else f"Round {last['round']}: ")
    names = [seat_name(players, seat) for seat in range(len(SEAT_STYLES))]
    ended = events.get("game_end")
    slain = [seat for seat, life in enumerate(after) if not life]
    if len(slain) == len(names):
        return (start, Span("both are slain"))
    if slain:
        won = f" and wins game {ended['game']}" if ended else ""
        return (start, names[1 - slain[0]], Span(" slays "), names[slain[0]], Span(won))
    if ended:
        return as_headline(_game_end_line(events, players))
    if before is None:  # for a viewer that came after the game began
        return (start, Span(f"life {after[0]} : {after[1]}"))
    wounds = [old - new for old, new in zip(before, after, strict=True)]
    dealt = [(names[seat], wounds[1 - seat]) for seat in range(len(names)) if wounds[1 - seat]]
    match dealt:
        case []:
            return (start, Span("nobody is wounded"))
        case [(name, wound)]:
            return (start, name, Span(f" wounds for {wound}"))
    (one, first), (other, second) = dealt
    return (start, one, Span(f" wounds for {first}, "), other, Span(f" for {second}"))


def _game_end_line(events: Mapping[str, Fields], players: Sequence[str]) -> Line:
    """Return a sentence that says how a game of the series ended; empty if no game ended in these events."""
    if "game_end" not in events:
        return ()
    body = events["game_end"]
    life = body["life"]
    if "winner" not in body:
        how = "both are slain" if not any(life) else f"life {life[0]} : {life[1]}"
        return (Span(f"Game {body['game']} is drawn: {how}.", Style.STRONG),)
    winner = body["winner"]
    return (
        seat_name(players, winner),
        Span(f" wins game {body['game']} with {life[winner]} life left.", Style.STRONG),
    )


def _game_start_line(events: Mapping[str, Fields], life: int) -> Line:
    number = events["game_start"]["game"]
    return (Span(f"Game {number} begins, both with {life} life.", Style.STRONG),)


def _score(table: Fields, last: Fields | None, most: int) -> Score:
    points = table.get("points") or (None, None)
    after = table.get("life") if last is None else last["life_after"]
    before = None if last is None else last["life_before"]
    seats = []
    for seat, value in enumerate(points):
        rival = points[1 - seat]
        is_known = value is not None and rival is not None
        rank = 1 + (is_known and rival > value) if is_known else 0
        gauge = None if after is None else Bar(after[seat], most)
        loss = 0 if before is None or after is None else max(0, before[seat] - after[seat])
        seats.append(SeatScore(value, rank, gauge=gauge, loss=loss))
    return Score("points", tuple(seats), "life")


def _phases(table: Fields, config: Fields) -> tuple[Phase, ...]:
    phases = [Phase("game", table["game"], config["games"])] if "game" in table else []
    if "round" in table:
        phases.append(Phase("round", table["round"]))
    return tuple(phases)


def _flags(sight: Sight) -> tuple[Flag, ...]:
    flags = []
    for event in sight.events:
        kind, body = kind_and_body(event)
        if kind == "game_start":
            flags.append(Flag(FlagKind.START, f"game {body['game']} begins"))
        elif kind == "slain":
            seat = body["seat"]
            flags.append(Flag(FlagKind.DEATH, f"{sight.players[seat]} is slain", seat))
        elif kind == "game_end":
            winner = body.get("winner")
            how = "drawn" if winner is None else f"won by {sight.players[winner]}"
            name = "drawn" if winner is None else sight.players[winner]
            label = f"game {body['game']}: {name}"
            flags.append(Flag(FlagKind.LEVEL, f"game {body['game']} {how}", winner, label, 2))
    return tuple(flags)


def _series(table: Fields, last: Fields | None) -> dict[str, dict[int, int]]:
    life = table.get("life") if last is None else last["life_after"]
    series = {"life": life, "points": table.get("points")}
    return {name: dict(enumerate(pair)) for name, pair in series.items() if pair is not None}
