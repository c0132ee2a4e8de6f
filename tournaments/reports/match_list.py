"""The list of matches with its filters, as a table for people and as JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence

import rich.console
import rich.table
import rich.text
from rich.cells import cell_len

from tournaments.pairings import Pairing
from tournaments.reports.narrow import bare_table
from tournaments.reports.view import TournamentView
from tournaments.spec.errors import TournamentError
from tournaments.spec.outcomes import MatchEnd
from tournaments.store.records import StoredAttempt, StoredMatch

__all__ = [
    "ListedMatch",
    "list_matches",
    "listed_open",
    "listed_result",
    "match_as_json",
    "print_matches",
]


_PLAYERS = "players, placement (score)"
_FIRST_TO_GO = ("took", "block", "voids", "ended by")
"""Columns that are left out of the table in a narrow terminal, the first one first."""
_GAP = 2
"""Space between two columns of a table, in characters."""


@dataclasses.dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match that has been begun, with its end if it has a result, as lists of matches need it."""

    pairing: Pairing
    """Bots by seat, block, seed, and the match's number in the schedule."""
    match_id: str
    """Id of the match at the referee, of its last attempt."""
    end: MatchEnd | None
    """How the match ended; None if it has no result yet."""
    replay: str | None
    """Path of the match's replay relative to the data folder; None if another machine has it, or
    there is none.
    """
    voids: tuple[StoredAttempt, ...]
    """Void attempts at the match, that is, tries that ended without a result."""
    labels: tuple[str, ...]
    """Labels of the program versions in seat order; names of the bots before the match has a
    result.
    """
    seed: str | None = None
    """Seed of the match; None if it drew separate dice, or shares them with a match that is left to
    play.
    """
    duration_s: float | None = None
    """Time that the match took, as the runner measured it, in seconds; None if unknown."""

    @property
    def state(self) -> str:
        """Cause of the match's end in lower case; `void` or `open` if it has no result."""
        if self.end is not None:
            return self.end.cause.name.lower()
        return "void" if self.voids and self.voids[-1].match_id == self.match_id else "open"


def list_matches(
    view: TournamentView,
    *,
    bots: Sequence[str] = (),
    cause: str | None = None,
    only_void: bool = False,
    limit: int | None = None,
) -> list[ListedMatch]:
    """Return matches that have been begun, in schedule order.

    Args:
        view: The tournament.
        bots: Only matches in which all of these bots had seats.
        cause: Only matches that ended by this cause, the name of an `EndCause` in lower case.
        only_void: Only matches with a void attempt.
        limit: Highest number of matches to return, the last ones; from 1.

    Raises:
        TournamentError: There is no bot with one of the names.
    """
    for bot in bots:
        if bot not in view.bots:
            raise TournamentError(f"--bot must be one of {', '.join(view.bots)}, not {bot!r}")
    found = [
        match
        for match in (_listed(view, pairing) for pairing in view.pairings)
        if match is not None
        and set(bots) <= set(match.pairing.players)
        and cause in (None, match.state)
        and (not only_void or match.voids)
    ]
    return found if limit is None else found[-limit:]


def print_matches(
    title: str,
    matches: Sequence[ListedMatch],
    console: rich.console.Console,
    titled: Callable[[str], str] = str,
) -> None:
    """Print a table of matches, including those without a result.

    Args:
        title: Title above the table.
        matches: Matches to print.
        console: Console to print on.
        titled: Returns the text that is shown in place of a name.
    """
    cells = {
        "block": [match.pairing.block for match in matches],
        "ended by": [match.state for match in matches],
        "took": [_took(match) for match in matches],
        "voids": [str(len(match.voids) or "") for match in matches],
    }
    if not any(cells["took"]):
        del cells["took"]
    seats = [_seat_texts(match, titled) for match in matches]
    numbers = [str(match.pairing.number) for match in matches]
    joined = [
        (" - " if match.end is None else ", ").join(own)
        for match, own in zip(matches, seats, strict=True)
    ]
    left_out: list[str] = []
    if _width(numbers, joined, cells) > console.width:
        # A line for each seat; then columns go that `tournament show` has as well.
        joined = [
            (" -\n" if match.end is None else "\n").join(own)
            for match, own in zip(matches, seats, strict=True)
        ]
        for name in _FIRST_TO_GO:
            if name in cells and _width(numbers, joined, cells) > console.width:
                del cells[name]
                left_out.append(name)
    table = bare_table(title, left_out)
    table.add_column("match", justify="right", no_wrap=True)
    heads = ["block"] if "block" in cells else []
    heads += [_PLAYERS, *(name for name in cells if name != "block")]
    cells[_PLAYERS] = joined
    for name in heads:
        is_number = name in ("took", "voids")
        table.add_column(
            name, justify="right" if is_number else "left", overflow="fold", no_wrap=is_number
        )
    for row, number in enumerate(numbers):
        table.add_row(number, *(rich.text.Text(cells[name][row]) for name in heads))
    console.print(table)


def _width(numbers: Sequence[str], seats: Sequence[str], cells: Mapping[str, Sequence[str]]) -> int:
    """Return the width, in characters, that a table needs if only the column title "players" is folded.

    Args:
        numbers: Cells of the first column.
        seats: Cells of the column "players", each with one or more lines.
        cells: Cells of all other columns, by title.
    """
    lines = [line for text in seats for line in text.splitlines()]
    widths = [_widest(["match", *numbers]), _widest(["players", *lines])]
    widths += [_widest([name, *column]) for name, column in cells.items()]
    return sum(widths) + _GAP * len(widths)


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts))


def match_as_json(match: ListedMatch) -> dict[str, object]:
    """Return a match as a JSON object; values that it does not have yet are null."""
    pairing, end = match.pairing, match.end
    results = (None,) * len(pairing.players) if end is None else end.seats
    return {
        "number": pairing.number,
        "block": pairing.block,
        "seed": match.seed,
        "match_id": match.match_id,
        "state": match.state,
        "text": None if end is None else end.text,
        "duration_s": match.duration_s,
        "seats": [
            {"seat": seat, "bot": player, "label": match.labels[seat]}
            | (
                {}
                if result is None
                else {
                    "placement": result.placement,
                    "score": result.score,
                    "strikes": result.strikes,
                    "given_up": result.given_up,
                    "forfeit": result.forfeit and result.forfeit.name.lower(),
                    "refusals": dict(result.refusals),
                    "rejections": dict(result.rejections),
                    "tie_breaks": dict(result.tie_breaks),
                    "times": result.times and dataclasses.asdict(result.times),
                }
            )
            for seat, (player, result) in enumerate(zip(pairing.players, results, strict=True))
        ],
        "replay": match.replay,
        "voids": [
            {
                "attempt": attempt.number,
                "match_id": attempt.match_id,
                "cause": attempt.void_cause and attempt.void_cause.name.lower(),
                "text": attempt.void_text,
            }
            for attempt in match.voids
        ],
    }


def _listed(view: TournamentView, pairing: Pairing) -> ListedMatch | None:
    stored = view.results.get(pairing.number)
    attempts = view.attempts_at.get(pairing.number, [])
    if stored is None and not attempts:
        return None
    seed = view.shown_seed(pairing)
    if stored is not None:
        return listed_result(stored, attempts, seed)
    return listed_open(pairing, attempts, seed)


def listed_open(
    pairing: Pairing, attempts: Sequence[StoredAttempt], seed: str | None
) -> ListedMatch:
    """Return a match that was begun and has no result.

    Args:
        pairing: Bots by seat, and the match's number.
        attempts: All attempts at the match, at least one.
        seed: Seed of the match; None if it must stay secret or there is none.
    """
    voids = tuple(attempt for attempt in attempts if attempt.void_cause is not None)
    return ListedMatch(pairing, attempts[-1].match_id, None, None, voids, pairing.players, seed)


def listed_result(
    stored: StoredMatch, attempts: Sequence[StoredAttempt], seed: str | None
) -> ListedMatch:
    """Return a match that has a result.

    Args:
        stored: The match.
        attempts: All attempts at the match.
        seed: Seed of the match; None if it must stay secret or there is none.
    """
    return ListedMatch(
        stored.pairing,
        stored.match_id,
        stored.end,
        stored.replay,
        tuple(attempt for attempt in attempts if attempt.void_cause is not None),
        stored.labels,
        seed,
        None if stored.play is None else stored.play.duration_s,
    )


def _took(match: ListedMatch) -> str:
    return "" if match.duration_s is None else f"{match.duration_s:.1f} s"


def _seat_texts(match: ListedMatch, titled: Callable[[str], str]) -> list[str]:
    """Return a text for each seat: its bot, placement and score; only the bot if there is no result.

    Args:
        match: The match.
        titled: Returns the text that is shown in place of a name.
    """
    if match.end is None:
        return [titled(label) for label in match.labels]
    return [
        f"{titled(player)} {result.placement} ({result.score})"
        + (f" forfeit: {result.forfeit.name.lower()}" if result.forfeit else "")
        for player, result in zip(match.labels, match.end.seats, strict=True)
    ]
