"""The bracket of a knockout for spectators: its meetings in all rounds, played and to come."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.pairings.knockout import EXTRA_BLOCKS, bracket_order
from tournaments.reports.page.bracket import Meeting, find_meetings
from tournaments.reports.page.results import points_text
from tournaments.reports.view import TournamentView

__all__ = ["Draw", "DrawRound", "Side", "Tie", "draw_of", "reached_in", "round_name"]

_LATE_ROUNDS = ("final", "semifinal", "quarterfinal")
"""Names of the last rounds, the last one first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Side:
    """One of the two bots of a meeting in a bracket: name, points, and whether it goes on."""

    name: str | None
    """Name of the bot; None if it is not known yet."""
    points: str = ""
    """Points of the bot in the meeting; empty before the first match."""
    state: str = ""
    """`won` if the bot goes on, `out` if it does not, empty while that is open."""


@dataclasses.dataclass(frozen=True, slots=True)
class Tie:
    """A meeting of two bots in the bracket of a knockout: its sides, state and matches."""

    sides: tuple[Side, Side]
    """Both bots: in a tree, the one from the upper of the two ties before comes first; else the
    better seed.
    """
    is_open: bool = False
    """Whether the meeting has been paired and is not decided yet."""
    deciders: int = 0
    """Number of additional blocks (two matches with seats exchanged) that were played because the
    meeting was level.
    """
    matches: tuple[int, ...] = ()
    """Numbers in the schedule of the meeting's matches, as far as they have been paired."""
    is_second_chance: bool = False
    """Whether both bots have lost once before."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the bots of the meeting that are known already, none to two."""
        return tuple(side.name for side in self.sides if side.name is not None)


@dataclasses.dataclass(frozen=True, slots=True)
class DrawRound:
    """A column of the bracket of a knockout: the name of a round, and its meetings."""

    name: str
    """Name of the round, in the plural for several ties."""
    ties: tuple[Tie | None, ...]
    """Meetings of the round from top to bottom; None for a bye."""


@dataclasses.dataclass(frozen=True, slots=True)
class Draw:
    """The bracket of a knockout, round by round."""

    rounds: tuple[DrawRound, ...]
    """All rounds; with two lives those that have been paired."""
    is_tree: bool
    """Whether each meeting is drawn between the two meetings that its players come from."""
    best_of: int
    """Number of blocks (two matches with seats exchanged) of a meeting."""


def draw_of(view: TournamentView) -> Draw:
    """Return the bracket of a knockout.

    Args:
        view: A tournament in the knockout format.
    """
    meetings = find_meetings(view)
    if view.spec.lives == 1:
        rounds = _tree(view, meetings)
    else:
        last = max((meeting.round for meeting in meetings), default=0)
        rounds = [
            DrawRound(
                f"round {number}",
                tuple(_tie(view, each) for each in meetings if each.round == number),
            )
            for number in range(1, last + 1)
        ]
    return Draw(tuple(rounds), view.spec.lives == 1, view.spec.best_of)


def reached_in(view: TournamentView) -> dict[str, str]:
    """Return a text by bot name on how far each bot of a knockout has come, such as `out in the semifinal`."""
    meetings = find_meetings(view)
    num_rounds = _num_rounds(view)
    lost = dict.fromkeys(view.bots, 0)
    reached: dict[str, str] = {}
    for meeting in meetings:
        name = round_name(meeting.round, num_rounds if view.spec.lives == 1 else None)
        for player in meeting.players:
            if meeting.winner is None:
                reached[player] = f"plays the {name}" if "round" not in name else f"plays {name}"
            elif player != meeting.winner:
                lost[player] += 1
                if lost[player] >= view.spec.lives:
                    at = "lost the final" if name == "final" else f"out in {_the(name)}"
                    reached[player] = at
            else:
                reached[player] = f"won {_the(name)}"
    if view.is_over:
        left = [bot for bot in view.bots if lost[bot] < view.spec.lives]
        reached |= dict.fromkeys(left, "champion")
    return reached


def round_name(number: int, num_rounds: int | None) -> str:
    """Return the name of a round.

    Args:
        number: Number of the round, from 1.
        num_rounds: Number of all rounds; None if it is not known.
    """
    if num_rounds is None:
        return f"round {number}"
    left = num_rounds - number
    return _LATE_ROUNDS[left] if left < len(_LATE_ROUNDS) else f"round of {2 << left}"


def _the(name: str) -> str:
    return name if name.startswith("round ") and " of " not in name else f"the {name}"


def _num_rounds(view: TournamentView) -> int:
    return (len(view.bots) - 1).bit_length()


def _tie(view: TournamentView, meeting: Meeting, *, is_turned: bool = False) -> Tie:
    first, second = meeting.players
    has_begun = any(number in view.results for number in meeting.matches)
    states = ("", "")
    if meeting.winner is not None:
        states = ("won", "out") if meeting.winner == first else ("out", "won")
    points = [points_text(each) if has_begun else "" for each in meeting.points]
    sides = (Side(first, points[0], states[0]), Side(second, points[1], states[1]))
    return Tie(
        (sides[1], sides[0]) if is_turned else sides,
        is_open=meeting.winner is None,
        deciders=max(0, min(meeting.blocks - view.spec.best_of, EXTRA_BLOCKS)),
        matches=tuple(meeting.matches),
        is_second_chance=meeting.is_second_chance,
    )


def _tree(view: TournamentView, meetings: Sequence[Meeting]) -> list[DrawRound]:
    """Return all rounds of a bracket in which one lost meeting puts a bot out, also rounds to come.

    A bot that is not known yet has no name there.

    Args:
        view: The tournament.
        meetings: All meetings that have been paired.
    """
    num_rounds = _num_rounds(view)
    size = 1 << num_rounds
    row: list[str | None] = [
        view.bots[seed] if seed < len(view.bots) else None for seed in bracket_order(size)
    ]
    is_bye = [seed >= len(view.bots) for seed in bracket_order(size)]
    rounds = []
    for number in range(1, num_rounds + 1):
        ties: list[Tie | None] = []
        following: list[str | None] = []
        for place in range(0, len(row), 2):
            one, other = row[place : place + 2]
            if number == 1 and (is_bye[place] or is_bye[place + 1]):
                ties.append(None)
                following.append(one or other)
                continue
            found = next(
                (
                    each
                    for each in meetings
                    if each.round == number and {one, other} == set(each.players)
                ),
                None,
            )
            if found is None:
                ties.append(Tie((Side(one), Side(other))))
                following.append(None)
                continue
            ties.append(_tie(view, found, is_turned=found.players[0] != one))
            following.append(found.winner)
        name = round_name(number, num_rounds)
        plural = f"{name}s" if len(ties) > 1 and " of " not in name else name
        rounds.append(DrawRound(plural, tuple(ties)))
        row = following
    return rounds
