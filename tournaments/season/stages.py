"""Stages of a season: who takes part in each, and the order of entries with which each has ended.

This module is about the season's log; how a stage is played is in `tournaments.season_stages`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.season.records import EntryStatus, SeasonEntry
from tournaments.spec.season import StageSpec

__all__ = ["SeasonStage", "SeasonStages"]

_OUT = (EntryStatus.WITHDRAWN, EntryStatus.EXPELLED)


@dataclasses.dataclass(slots=True)
class SeasonStage:
    """A stage (tournament at a season's end) that has begun or was left out: entries and final order."""

    name: str
    entries: tuple[tuple[str, int], ...]
    """Name and version of each entry that takes part, the strongest first; empty if the stage was
    left out.
    """
    head: str
    """Number and hash of the event that begins the stage, as `number:hash`."""
    skipped: str = ""
    """Why the stage was left out; empty if it was not."""
    order: tuple[str, ...] = ()
    """Names of the entries by their places at the end of the stage; empty before."""
    log_head: str = ""
    """Head of the stage's log when it ended, as `number:hash`; empty before."""

    @property
    def is_over(self) -> bool:
        """Whether nothing of the stage is left to be played."""
        return bool(self.skipped or self.order)


@dataclasses.dataclass
class SeasonStages:
    """The stages of one season (tournaments at its end) and how far they are, by its log."""

    begun: list[SeasonStage] = dataclasses.field(default_factory=list)
    """Stages that have begun or were left out, in order; all but the last are over."""

    def due(self, stages: Sequence[StageSpec]) -> StageSpec | None:
        """Return the stage that is being played or comes next; None if all are over.

        Args:
            stages: Stages of the season's file.
        """
        over = sum(stage.is_over for stage in self.begun)
        return stages[over] if over < len(stages) else None

    @property
    def current(self) -> SeasonStage | None:
        """The stage that is being played; None if there is none."""
        return None if not self.begun or self.begun[-1].is_over else self.begun[-1]

    @property
    def last_order(self) -> tuple[str, ...] | None:
        """Entries of the last stage that was played, by their places; None if none was."""
        return next((stage.order for stage in reversed(self.begun) if stage.order), None)

    def refused_change(
        self, stages: Sequence[StageSpec], before: Sequence[StageSpec]
    ) -> str | None:
        """Return how stages that have begun differ in a changed file, as text; None if they do not.

        Args:
            stages: Stages of the changed file.
            before: Stages of the file until now.
        """
        for index, stage in enumerate(self.begun):
            if index >= len(stages) or stages[index] != before[index]:
                return f"stage {stage.name} has begun, and its table has changed or is gone"
        return None

    # Events.

    def apply(
        self,
        body: Mapping[str, Any],
        head: str,
        *,
        entries: Mapping[str, SeasonEntry],
        stages: Sequence[StageSpec],
    ) -> None:
        """Change the stages by an event of type `stage_began`, `stage_skipped` or `stage_ended`.

        Args:
            body: Content of the event.
            head: Number and hash of the event.
            entries: Entries of the season by name.
            stages: Stages of the season's file.

        Raises:
            ValueError: The event can't follow those before it.
            KeyError: Something is unknown or missing.
        """
        kind, name = body["type"], body["stage"]
        due = self.due(stages)
        if due is None or due.name != name:
            wanted = "none is left" if due is None else f"{due.name} comes next"
            raise ValueError(f"stage {name} can't have {kind}: {wanted}")
        current = self.current
        if (current is not None) != (kind == "stage_ended"):
            raise ValueError(f"stage {name} can't have {kind} now")
        if kind == "stage_skipped":
            self.begun.append(SeasonStage(name, (), head, skipped=str(body["reason"])))
        elif kind == "stage_began":
            self.begun.append(SeasonStage(name, _entries_of(body, due, entries), head))
        else:
            assert current is not None
            order = tuple(str(each) for each in body["order"])
            if sorted(order) != sorted(name for name, _ in current.entries):
                raise ValueError(f"stage {name} ends with other entries than it began with")
            current.order, current.log_head = order, str(body["head"])


def _entries_of(
    body: Mapping[str, Any], stage: StageSpec, entries: Mapping[str, SeasonEntry]
) -> tuple[tuple[str, int], ...]:
    """Return name and version of each entry that a stage begins with.

    Args:
        body: Content of the event that begins the stage.
        stage: The stage.
        entries: Entries of the season by name.

    Raises:
        ValueError: One of them may not take part, or has another version.
    """
    found = []
    for name, version, digest in body["entries"]:
        entry = entries[name]
        if entry.status in _OUT or entry.is_remote:
            how = "remote" if entry.is_remote else entry.status.value
            raise ValueError(f"{name} is {how}, and can't take part in stage {stage.name}")
        if (version, digest) != (entry.current.number, entry.current.run):
            raise ValueError(f"{name} takes part in stage {stage.name} with another program")
        found.append((name, version))
    if not 2 <= len({name for name, _ in found}) == len(found) <= stage.top:
        raise ValueError(f"stage {stage.name} must have from 2 to {stage.top} different entries")
    return tuple(found)
