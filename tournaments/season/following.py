"""Shows an author what happens to a submission, stage by stage, until its result is known."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from tournaments.season.season_door import SeasonDoor

__all__ = ["CheckResult", "follow"]

POLL_S = 1.0
"""Seconds between two questions for news."""
_STAGE_WIDTH = 9


@dataclasses.dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of an author's request, such as the check of a submission."""

    result: str
    """`admitted`, `unchanged`, `refused` or `withdrawn`."""
    stage: str
    """Stage in which a submission was refused; empty for other results."""

    @property
    def exit_status(self) -> int:
        """Exit status of the command: 1 if the submission was refused, else 0."""
        return 1 if self.result == "refused" else 0


def follow(
    door: SeasonDoor,
    request_id: str,
    entry: str,
    show: Callable[[str], None],
    sleep: Callable[[float], None],
) -> CheckResult:
    """Show the reports of a request's check as they come, and return its result.

    Args:
        door: The season.
        request_id: Id of the request.
        entry: Name of the entry.
        show: Called with each line.
        sleep: Waits for some seconds.
    """
    seen = 0
    is_waiting = False
    while True:
        reports = door.reports(request_id, seen)
        for report in reports:
            seen += 1
            if "result" in report:
                return _ended(report, entry, show)
            show(f"{report.get('stage', ''):<{_STAGE_WIDTH}} {report.get('text', '')}")
        if not seen and not is_waiting:
            is_waiting = True
            show(f"{'receive':<{_STAGE_WIDTH}} waiting for the season to take it")
        sleep(POLL_S)


def _ended(report: dict[str, Any], entry: str, show: Callable[[str], None]) -> CheckResult:
    result, stage = str(report["result"]), str(report.get("stage", ""))
    lines = [str(line) for line in report.get("lines", [])]
    match result:
        case "admitted":
            first = f"admitted: {entry} plays from now on as version {report.get('version')}"
        case "unchanged":
            version = report.get("version")
            first = f"unchanged: these are the files of version {version}, which plays on"
        case "withdrawn":
            first = f"withdrawn: {entry} is paired no more; its matches so far count"
        case _:
            first = f"refused in the stage {stage}" if stage else "refused"
    show(first)
    for line in lines:
        show(f"  {line}")
    return CheckResult(result, stage)
