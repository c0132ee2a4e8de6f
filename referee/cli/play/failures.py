"""Finds bots that failed in a way that their authors must correct, for an exit status in scripts.

Orders that the rules refuse are no failure: a bot may try what it can't know to be legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from referee.core.outcome import ForfeitCause

if TYPE_CHECKING:
    from referee.cli.play.bots import BotSpec
    from referee.cli.play.own_referee import MatchResult

__all__ = ["FAILED_STATUS", "failures"]

FAILED_STATUS = 3
"""Exit status of `referee play --fail-on-bot-errors` if a bot failed; 1 stands for a void match, 2
for a wrong flag.
"""


def failures(
    results: Sequence[MatchResult],
    specs: Sequence[BotSpec],
    statuses: Mapping[int, int],
) -> Iterator[str]:
    """Yield a line for each seat whose bot failed; house bots are not checked.

    Args:
        results: Results of all matches.
        specs: The player of each seat.
        statuses: Exit statuses, by seat, of processes that ended without being asked to; negative
            for a signal.
    """
    for seat, spec in enumerate(specs):
        if not spec.house:
            found = list(_failures_of(seat, results, statuses.get(seat, 0)))
            if found:
                yield f"seat {seat} {spec.name} failed: {', '.join(found)}"


def _failures_of(seat: int, results: Sequence[MatchResult], status: int) -> Iterator[str]:
    mine = [(result.outcome.seats[seat], result.seats[seat]) for result in results]
    forfeits = [result.forfeit for result, _ in mine if result.forfeit is not None]
    for cause in ForfeitCause:
        count = forfeits.count(cause)
        if count and cause is not ForfeitCause.RESIGNED:
            yield f"forfeited {_times(count, 'match', 'matches')} ({cause.name.lower()})"
    given_up = sum(state.given_up for _, state in mine)
    missed = sum(result.strikes for result, _ in mine) - given_up
    if missed:
        yield f"missed {_times(missed, 'deadline', 'deadlines')}"
    if given_up:
        yield f"gave up {_times(given_up, 'turn', 'turns')}"
    rejected = sum(sum(state.rejections.values()) for _, state in mine)
    if rejected:
        yield f"sent {_times(rejected, 'message', 'messages')} that the referee did not take"
    if status:
        yield f"its process ended with exit {status}"


def _times(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
