"""The picture of a knockout: its meetings as boxes, round by round.

With one life the boxes are placed as in a tennis draw, each between the two whose winners meet in
it. With two lives, bots that have lost once meet below the others, and every round is a column.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tournaments.pairings.knockout import EXTRA_BLOCKS, bracket_order
from tournaments.pairings.waves import BLOCK_POINTS
from tournaments.reports.view import TournamentView
from tournaments.tables.standings import PlayedMatch

__all__ = ["Bracket", "Meeting", "draw_bracket", "find_meetings"]

BOX_WIDTH = 150
BOX_HEIGHT = 40
_COLUMN = 190
_ROW = 52
_TOP = 24


@dataclasses.dataclass(slots=True)
class Meeting:
    """A meeting of two bots in a knockout: its points and winner, and where it is drawn in the bracket."""

    round: int
    """Number of the meeting's round, from 1."""
    players: tuple[str, str]
    """Names of the two bots, the better seed first."""
    points: list[float]
    """Points of each bot so far, in the order of `players`."""
    winner: str | None = None
    """Name of the bot that went on; None if that is not known yet."""
    x: int = 0
    """Left edge of the box in the picture, in pixels."""
    y: int = 0
    """Top edge of the box in the picture, in pixels."""
    is_second_chance: bool = False
    """Whether both bots had lost once before."""
    matches: list[int] = dataclasses.field(default_factory=list)
    """Numbers of the meeting's matches in the schedule, as far as they have been paired."""
    blocks: int = 0
    """Number of the meeting's blocks (two matches with seats exchanged) that have been paired."""


@dataclasses.dataclass(frozen=True, slots=True)
class Bracket:
    """Coordinates of the picture of a knockout: boxes of its meetings, and lines between them."""

    width: int
    """Width of the picture in pixels."""
    height: int
    """Height of the picture in pixels."""
    rounds: list[tuple[int, int]]
    """Number of the round, and left edge in pixels, of every column."""
    meetings: list[Meeting]
    """Boxes of all meetings."""
    lines: list[str]
    """Lines from box to box, each as the `points` attribute of an SVG polyline."""


def find_meetings(view: TournamentView) -> list[Meeting]:
    """Return all meetings of a knockout that have been paired, in schedule order.

    Args:
        view: A tournament in the knockout format.
    """
    seeds = {bot: seed for seed, bot in enumerate(view.bots)}
    found: dict[tuple[int, frozenset[str]], Meeting] = {}
    for pairing in view.pairings:
        # The key of a block begins with its round; a bot's name has no colon.
        number = int(pairing.block.split(":", 1)[0])
        better, worse = sorted(pairing.players, key=seeds.__getitem__)
        meeting = Meeting(number, (better, worse), [0.0, 0.0])
        meeting = found.setdefault((number, frozenset(pairing.players)), meeting)
        meeting.matches.append(pairing.number)
        # The key of a block ends with its number within the meeting.
        meeting.blocks = max(meeting.blocks, int(pairing.block.rsplit(":", 1)[1]))
        if (match := view.results.get(pairing.number)) is not None:
            result = PlayedMatch(pairing.players, match.end)
            for seat, player in enumerate(pairing.players):
                meeting.points[meeting.players.index(player)] += result.points(seat)
    meetings = list(found.values())
    played = [meeting for meeting in meetings if set(meeting.matches) <= view.results.keys()]
    _decide_meetings(meetings, played, view.spec.best_of, is_over=view.is_over)
    return meetings


def draw_bracket(view: TournamentView) -> Bracket | None:
    """Return the picture of a knockout; None before any pairing.

    Args:
        view: A tournament in the knockout format.
    """
    meetings = find_meetings(view)
    if not meetings:
        return None
    last = max(meeting.round for meeting in meetings)
    for meeting in meetings:
        meeting.x = (meeting.round - 1) * _COLUMN
    lines = []
    if view.spec.lives == 1:
        _place_in_draw(meetings, view.bots)
        lines = _connect(meetings)
    else:
        _place_in_columns(meetings)
    return Bracket(
        width=(last - 1) * _COLUMN + BOX_WIDTH,
        height=max(meeting.y for meeting in meetings) + BOX_HEIGHT + 10,
        rounds=[(number, (number - 1) * _COLUMN) for number in range(1, last + 1)],
        meetings=meetings,
        lines=lines,
    )


def _decide_meetings(
    meetings: Sequence[Meeting], played: Sequence[Meeting], best_of: int, *, is_over: bool
) -> None:
    """Set the winners of decided meetings, and mark meetings of two bots that have lost once.

    A meeting is decided when the next round has been paired, or before that by its points.

    Args:
        meetings: All meetings, in schedule order.
        played: Meetings of which all matches that have been paired have a result.
        best_of: Number of blocks (two matches with seats exchanged) of a meeting.
        is_over: Whether the tournament is over.
    """
    last = max((meeting.round for meeting in meetings), default=0)
    losses: dict[str, int] = {}
    for meeting in meetings:
        better, worse = meeting.players
        meeting.is_second_chance = losses.get(better, 0) == losses.get(worse, 0) == 1
        is_decided = meeting in played and _is_decided(meeting, best_of)
        if meeting.round < last or is_over or is_decided:
            # A meeting that stays level is the better seed's.
            meeting.winner = better if meeting.points[0] >= meeting.points[1] else worse
            loser = worse if meeting.winner == better else better
            losses[loser] = losses.get(loser, 0) + 1


def _is_decided(meeting: Meeting, best_of: int) -> bool:
    """Return whether the points of a meeting decide it, by the rule of the knockout's schedule.

    Args:
        meeting: The meeting.
        best_of: Number of blocks (two matches with seats exchanged) of a meeting; a few more follow
            if it is level.
    """
    left = max(0, best_of - meeting.blocks)
    lead = abs(meeting.points[0] - meeting.points[1])
    return lead > BLOCK_POINTS * left or meeting.blocks >= best_of + EXTRA_BLOCKS


def _place_in_draw(meetings: Sequence[Meeting], bots: Sequence[str]) -> None:
    size = 1 << (len(bots) - 1).bit_length()
    slots = {bots[seed]: slot for slot, seed in enumerate(bracket_order(size)) if seed < len(bots)}
    for meeting in meetings:
        span = 1 << meeting.round
        middle = (slots[meeting.players[0]] // span + 0.5) * span / 2
        meeting.y = round(_TOP + (middle - 0.5) * _ROW)


def _place_in_columns(meetings: Sequence[Meeting]) -> None:
    most = max(_count(meetings, number, second=False) for number in _rounds(meetings))
    rows: dict[tuple[int, bool], float] = {}
    for meeting in meetings:
        key = (meeting.round, meeting.is_second_chance)
        row = rows.get(key, most + 0.5 if meeting.is_second_chance else 0)
        meeting.y = round(_TOP + row * _ROW)
        rows[key] = row + 1


def _rounds(meetings: Sequence[Meeting]) -> set[int]:
    return {meeting.round for meeting in meetings}


def _count(meetings: Sequence[Meeting], number: int, *, second: bool) -> int:
    return sum(m.round == number and m.is_second_chance == second for m in meetings)


def _connect(meetings: Sequence[Meeting]) -> list[str]:
    """Return the lines that lead from each meeting to the next one of its winner.

    Each is the text of an SVG polyline's points, in pixels.
    """
    lines = []
    for meeting in meetings:
        following = (m for m in meetings if m.round > meeting.round and meeting.winner in m.players)
        if (after := next(following, None)) is not None:
            start, end = meeting.y + BOX_HEIGHT / 2, after.y + BOX_HEIGHT / 2
            right, middle = meeting.x + BOX_WIDTH, after.x - (_COLUMN - BOX_WIDTH) / 2
            lines.append(
                f"{right},{start:g} {middle:g},{start:g} {middle:g},{end:g} {after.x},{end:g}"
            )
    return lines
