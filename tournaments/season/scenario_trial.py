"""Tries the program of one version in conformance scenarios, as the last stage of a check and after a bench."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from tournaments.bots.program import Program
from tournaments.check.scenarios import BrokenScenario, game_flags, play_scenarios
from tournaments.processes.client import SupervisorClient
from tournaments.season.trial_match import TrialEnd, ours_in
from tournaments.season.verdicts import CheckTerms

__all__ = ["scenarios_text", "try_in_scenarios"]

_WORDS = 2
"""Number of last lines of a program that are shown for each scenario."""


def scenarios_text(terms: CheckTerms) -> str | None:
    """Return a line about the scenarios that a check plays; None if it plays none.

    Args:
        terms: Terms of the season.
    """
    names = terms.spec.check_scenarios
    if not names:
        return None
    return f"{len(names)} scenario{'s' * (len(names) > 1)} of the protocol: {', '.join(names)}"


async def try_in_scenarios(
    program: Program,
    terms: CheckTerms,
    place: Path,
    supervisor: SupervisorClient,
    *,
    command: Sequence[str] | None = None,
    output: Path | None = None,
) -> TrialEnd:
    """Have a program play the conformance scenarios of the season's check.

    Args:
        program: The program, which is not built again.
        terms: Terms of the season.
        place: Folder for all that is written meanwhile; it is created, and removed at the end.
        supervisor: Starts all programs; it must be connected.
        command: Words by which its author starts the program; None for those that start it here.
        output: File for what the program writes; None to keep nothing.

    Raises:
        TournamentError: The scenarios could not be played, and it is not the program's fault.
        SupervisorGoneError: The supervisor has died.
    """
    names = terms.spec.check_scenarios
    if not names:
        return TrialEnd((), ())
    try:
        report = await play_scenarios(names, program, terms.spec, place, supervisor, output)
    except BaseExceptionGroup as group:
        error = ours_in(group)
        if error is None:
            raise
        raise error from None
    if not report.broken:
        skipped = f", {report.num_skipped} do not apply here" if report.num_skipped else ""
        return TrialEnd((), (f"passed {report.num_passed} scenarios of the protocol{skipped}",))
    problems = [line for broken in report.broken for line in _sentences(broken)]
    only = [word for broken in report.broken for word in ("--only", broken.name)]
    words = ["referee", "conformance", *game_flags(terms.spec), *only]
    again = shlex.join([*words, "--", *(command or program.argv)])
    return TrialEnd((*problems, f"try it at home: {again}"), ())


def _sentences(broken: BrokenScenario) -> Iterator[str]:
    """Yield lines for the author about a scenario that the program did not pass."""
    yield f"your program did not pass the scenario {broken.name}: {broken.summary}"
    yield f"  it should do: {broken.expected}"
    yield f"  it did: {broken.seen}"
    yield f"  the rule: {broken.rule} (duty {broken.duty} of clients/CONTRACT.md)"
    for line in broken.last_words[-_WORDS:]:
        yield f"  it wrote: {line}"
