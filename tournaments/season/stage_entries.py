"""Chooses the entries of a stage: the first ones of the season's table, or of the stage before.

It follows from the log before the stage, so that the audit finds the same entries.
"""

from __future__ import annotations

from tournaments.season import bodies
from tournaments.season.records import EntryStatus
from tournaments.season.state import SeasonState
from tournaments.season.table import season_table
from tournaments.spec.errors import LogError
from tournaments.spec.season import StageSpec
from tournaments.spec.stage_file import least_entries

__all__ = ["check_stage_event", "stage_beginning"]


def stage_beginning(state: SeasonState, stage: StageSpec, *, at: str) -> bodies.Body:
    """Return the content of the event that begins a stage, or leaves it out for lack of entries.

    Args:
        state: The season.
        stage: The stage that comes next.
        at: Time, UTC, ISO 8601.
    """
    names = _in_order(state)[: stage.top]
    least = least_entries(stage, state.spec.seats)
    if len(names) < least:
        reason = f"it needs at least {least} ranked entries, not {len(names)}"
        return bodies.stage_skipped(stage.name, reason, at=at)
    entries = [(state.entries[name].name, state.entries[name].current) for name in names]
    return bodies.stage_began(
        stage.name, [(name, version.number, version.run) for name, version in entries], at=at
    )


def check_stage_event(state: SeasonState, body: bodies.Body, number: int) -> None:
    """Check that an event that begins a stage, or leaves it out, has the entries that follow from the log.

    Args:
        state: The season before the event.
        body: Content of the event.
        number: Number of the event.

    Raises:
        LogError: Other entries take part, or others than the log gives.
    """
    stage = state.stages.due(state.spec.stages)
    if stage is None or stage.name != body.get("stage"):
        return  # refused by the state
    wanted = stage_beginning(state, stage, at=str(body["at"]))
    if wanted != body:
        names = [str(each[0]) for each in wanted.get("entries", ())]  # type: ignore[attr-defined]
        who = " - ".join(names) or "nobody"
        raise LogError(f"event {number}: stage {stage.name} should be of {who}")


def _in_order(state: SeasonState) -> list[str]:
    """Return the names of the entries that may take part in the next stage, the strongest first."""
    order = state.stages.last_order
    if order is None:
        table = season_table(state, hosted=True)
        order = tuple(row.entry for row in table if row.place is not None)
    may_play = (EntryStatus.ACTIVE, EntryStatus.BENCHED)
    return [
        name
        for name in order
        if state.entries[name].status in may_play and not state.entries[name].is_remote
    ]
