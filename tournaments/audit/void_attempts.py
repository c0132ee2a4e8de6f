"""Compares void attempts at matches with their replays: a result can't be hidden as a void attempt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tournaments.log.state import LoggedAttempt, TournamentState
from tournaments.spec.errors import LogError
from tournaments.spec.outcomes import EndCause
from tournaments.store.records import is_at_worker

__all__ = ["check_void", "void_attempts"]


def void_attempts(state: TournamentState, replays: Path) -> Iterator[LoggedAttempt]:
    """Yield the void attempts whose replays are in a folder.

    Args:
        state: State of the tournament after all events of its log.
        replays: The folder.
    """
    for attempts in state.attempts.values():
        for attempt in attempts:
            # What a worker of a cluster had begun has no replay here, and its id may be no name of a file.
            if attempt.void is None or is_at_worker(attempt.match_id):
                continue
            if (replays / f"{attempt.match_id}.replay").is_file():
                yield attempt


def check_void(attempt: LoggedAttempt, replayed: tuple[object, ...] | None) -> None:
    """Check that an attempt that is void in the log is void by its replay, too.

    Args:
        attempt: The attempt.
        replayed: Players, seed and cause of the end by the replay, as from `replayed_results`; None if
            the replay has no end.

    Raises:
        LogError: The replay is of another match, has a result, or has ended by another cause.
    """
    assert attempt.void is not None, "it is void"
    what = f"a void attempt at match {attempt.number}"
    # Logs of earlier versions name no players.
    if replayed is None or (attempt.players and replayed[0] != attempt.players):
        raise LogError(f"the replay of {what} is another match's")
    cause = str(replayed[2])
    if cause in EndCause.__members__ and not EndCause[cause].is_void:
        raise LogError(f"by its replay, {what} has a result, by {cause}")
    # What a run gives up as a failure of its machine is stopped at the referee by an operator's call.
    if attempt.void not in (EndCause.HOST_FAILURE, EndCause.UNKNOWN) and cause != attempt.void.name:
        raise LogError(f"{what} is void by {attempt.void.name}, and by its replay by {cause}")
