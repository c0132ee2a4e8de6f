"""What spectators of a tournament ask first: who has won or leads, what is played, what comes next."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Sequence

from tournaments.pairings import Pairing
from tournaments.reports.match_list import ListedMatch
from tournaments.reports.page.results import (
    Part,
    points_text,
    result_sentence,
    score_text,
    versus_sentence,
)
from tournaments.reports.page.ties import Draw, Tie, round_name
from tournaments.reports.view import TournamentView
from tournaments.reports.wording import signed
from tournaments.spec.outcomes import SeatResult
from tournaments.tables.formats import num_seats
from tournaments.tables.party_standings import PartyStanding
from tournaments.tables.standings import Standing

__all__ = [
    "Champion",
    "NextMatch",
    "ResultLine",
    "champion_of",
    "final_of",
    "kind_of",
    "next_matches",
    "progress_text",
    "result_lines",
    "stage_of",
]

_WITHOUT_CHAMPION = ("gauntlet",)
"""Formats that only compare one bot with the others: being first in the table is no victory."""
_FORMATS = {
    "round_robin": "all against all",
    "adhoc": "ad-hoc parties",
    "contest": "contest of parties",
    "team": "parties on the same blocks",
    "groups": "balanced groups",
    "swiss": "Swiss system",
}


@dataclasses.dataclass(frozen=True, slots=True)
class Champion:
    """The winner of a tournament, or several that share the first place, and how they have won."""

    names: tuple[str, ...]
    """Name of the winner; several names if they share the first place."""
    how: list[Part]
    """How the champion won, as the rest of a sentence that begins with the names."""
    last: int | None = None
    """Number of the match that decided the tournament; None if no single match did."""


@dataclasses.dataclass(frozen=True, slots=True)
class ResultLine:
    """A match in a list of matches, with its result if it has one."""

    number: int
    """Number of the match."""
    match_id: str
    """Id of the match at the referee."""
    sentence: list[Part]
    """The result as a sentence, such as `A beats B 4 : 2`; `A against B` before there is one."""
    versus: list[Part]
    """The players without the result, shown if the reader has chosen to hide results."""
    stage: str
    """Round of the tournament that the match belongs to, as text; empty if there are no rounds."""
    is_over: bool
    """Whether the match has a result."""
    players: tuple[str, ...] = ()
    """Name of each seat's player."""


@dataclasses.dataclass(frozen=True, slots=True)
class NextMatch:
    """Entry of the list of matches to come: one match, or a meeting of the same players."""

    when: str
    """Number of the match, or name of the round, as text."""
    what: list[Part]
    """The players that meet, as a sentence."""


def kind_of(view: TournamentView) -> str:
    """Return the kind of a tournament in words, such as `knockout of 8`."""
    spec = view.spec
    entries = (
        len(spec.party_entries) if spec.has_parties and spec.format != "adhoc" else len(view.bots)
    )
    if spec.format == "knockout":
        lives = "" if spec.lives == 1 else ", two lives each"
        return f"knockout of {entries}{lives}"
    seats = num_seats(spec)
    each = f", {seats} seats a match" if seats > 2 else ""
    return f"{_FORMATS.get(spec.format, spec.format)}, {entries} entries{each}"


def progress_text(view: TournamentView) -> str:
    """Return in words how many matches have been played, of how many if that is known: `12 of 28 matches`."""
    played = len(view.matches)
    if view.is_over or view.total is None:
        return f"{played} {'match' if played == 1 else 'matches'}"
    return f"{played} of {'at most ' if view.sprt else ''}{view.total} matches"


def stage_of(view: TournamentView, pairing: Pairing) -> str:
    """Return the round that a match belongs to, as text; empty if the format has no rounds."""
    if view.spec.format not in ("knockout", "swiss", "ladder"):
        return ""
    keys = pairing.block.split(":")
    if not keys[0].isdecimal():
        return ""
    if view.spec.format != "knockout":
        return f"round {keys[0]}"
    known = (len(view.bots) - 1).bit_length() if view.spec.lives == 1 else None
    name = round_name(int(keys[0]), known)
    is_decider = keys[-1].isdecimal() and int(keys[-1]) > view.spec.best_of
    return f"{name}, decider" if is_decider else name


def result_lines(view: TournamentView, matches: Sequence[ListedMatch]) -> list[ResultLine]:
    """Return matches as entries of a list of results, each with a sentence."""
    lines = []
    for match in matches:
        names, seats = _sides(view, match)
        versus = versus_sentence(names)
        lines.append(
            ResultLine(
                number=match.pairing.number,
                match_id=match.match_id,
                sentence=result_sentence(names, seats) if seats else versus,
                versus=versus,
                stage=stage_of(view, match.pairing),
                is_over=match.end is not None,
                players=tuple(match.labels),
            )
        )
    return lines


def next_matches(
    view: TournamentView, draw: Draw | None, begun: set[int], most: int
) -> list[NextMatch]:
    """Return the matches that come next, without those being played.

    Args:
        view: The tournament.
        draw: Its bracket, if it is a knockout.
        begun: Numbers of matches that have been begun.
        most: Highest number of lines.
    """
    if view.is_over:
        return []
    waiting = [
        pairing
        for pairing in view.pairings
        if pairing.number not in begun and pairing.number not in view.results
    ]
    lines = [
        NextMatch(stage_of(view, each) or str(each.number), versus_sentence(_players(view, each)))
        for each in waiting
    ]
    if draw is not None and draw.is_tree:
        for number, column in enumerate(draw.rounds, start=1):
            name = round_name(number, len(draw.rounds))
            lines += [
                NextMatch(name, _meets(tie, name, len(draw.rounds) == number))
                for tie in column.ties
                if tie is not None and not tie.matches and (tie.names or number == len(draw.rounds))
            ]
    seen: dict[str, NextMatch] = {}
    for line in lines:
        seen.setdefault(f"{line.when} {sorted(part.text for part in line.what)}", line)
    return list(seen.values())[:most]


def final_of(draw: Draw | None) -> Tie | None:
    """Return the final of a bracket while both its bots are known and it is open; otherwise None."""
    if draw is None or not draw.is_tree:
        return None
    tie = draw.rounds[-1].ties[0]
    return tie if tie is not None and tie.is_open else None


def champion_of(view: TournamentView) -> Champion | None:
    """Return the winner of a tournament; None before its end, and if its format has no winner."""
    if not view.is_over or not view.matches or view.sprt or view.spec.format in _WITHOUT_CHAMPION:
        return None
    first = view.standings[0]
    winners = [line for line in view.standings if line.place == first.place]
    names = tuple(_name(line) for line in winners)
    if len(winners) > 1:
        return Champion(names, [Part(" share the first place")])
    if isinstance(first, PartyStanding):
        value = f"{float(first.value):g} {view.value}"
        return Champion(names, [Part(f"{value} in {_matches(first.matches)}")])
    of_matches = f"{points_text(first.points)} points of {_matches(first.matches)}"
    if view.spec.format == "knockout":
        return _knockout_champion(view, first, of_matches)
    if len(view.standings) == 1:
        return Champion(names, [Part(of_matches)])
    second = view.standings[1]
    assert isinstance(second, Standing)
    if view.spec.format == "ladder":
        lead = signed(first.rating.mu - second.rating.mu).removeprefix("+")
        how = [
            Part(f"rating {signed(first.rating.mu)}, {lead} ahead of "),
            Part(second.player, True),
        ]
        return Champion(names, [*how, Part(f"; {of_matches}")])
    lead = points_text(first.points - second.points)
    ahead = f"{lead} {'point' if lead in ('1', '½') else 'points'} ahead of "
    if first.points == second.points:
        ahead = "level in points and ahead by tie-break of "
    return Champion(names, [Part(ahead), Part(second.player, True), Part(f"; {of_matches}")])


def _knockout_champion(view: TournamentView, first: Standing, of_matches: str) -> Champion:
    last = max(view.matches, key=lambda match: match.pairing.number).pairing
    number = last.block.split(":")[0]
    points: collections.Counter[str] = collections.Counter()
    for match in view.matches:
        same = set(match.pairing.players) == set(last.players)
        if same and match.pairing.block.split(":")[0] == number:
            one, other = (seat.placement for seat in match.end.seats)
            # Counted in halves, so that they stay whole.
            points[match.pairing.players[0]] += 2 if one < other else 1 if one == other else 0
            points[match.pairing.players[1]] += 2 if other < one else 1 if one == other else 0
    rival = next((bot for bot in last.players if bot != first.player), last.players[-1])
    score = score_text(points[first.player] / 2, points[rival] / 2)
    how = [Part("beat "), Part(rival, True), Part(f" {score} in the final; {of_matches}")]
    return Champion((first.player,), how, last.number)


def _meets(tie: Tie, name: str, is_final: bool) -> list[Part]:
    known = tie.names
    if len(known) == 2:
        return versus_sentence(known)
    if not known:
        return [Part("between the winners of the semifinals" if is_final else "to be decided")]
    return [Part(known[0], True), Part(f" waits in the {name}")]


def _sides(view: TournamentView, match: ListedMatch) -> tuple[Sequence[str], Sequence[SeatResult]]:
    """Return names and results of those that a match compares: its seats, or its teams (parties)."""
    seats = () if match.end is None else match.end.seats
    if not view.spec.has_parties or view.spec.format == "adhoc":
        return match.labels, seats
    size = view.spec.party_seats or 1
    names = {bots: name for name, bots in view.spec.party_entries.items()}
    players = match.pairing.players
    parties = [players[start : start + size] for start in range(0, len(players), size)]
    return [names.get(party, party[0]) for party in parties], [
        _of_party(seats[start : start + size]) for start in range(0, len(seats), size)
    ]


def _of_party(seats: Sequence[SeatResult]) -> SeatResult:
    """Return the result of a party (team of bots): that of its first seat.

    It is a forfeit if all its seats forfeited.
    """
    forfeit = seats[0].forfeit if all(seat.forfeit is not None for seat in seats) else None
    return dataclasses.replace(seats[0], forfeit=forfeit)


def _players(view: TournamentView, pairing: Pairing) -> Sequence[str]:
    listed = ListedMatch(pairing, "", None, None, (), pairing.players)
    return _sides(view, listed)[0]


def _name(line: Standing | PartyStanding) -> str:
    return line.entry if isinstance(line, PartyStanding) else line.player


def _matches(count: int) -> str:
    return f"{count} {'match' if count == 1 else 'matches'}"
