"""What may be added to the file of a tournament that has begun, and how additions are shown.

Cycles and rounds may rise, and bots may be added in formats in which that only adds matches. Nothing else
that results depend on may change: what was played stays, under the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairings.dice import draw_secret
from tournaments.pairings.growth import Growth
from tournaments.pairings.schedule import Schedule
from tournaments.pairings.swiss import default_rounds
from tournaments.spec.config import TournamentSpec, first_difference
from tournaments.store.records import StoredMatch
from tournaments.tables.formats import known_pairings, stages_of

__all__ = [
    "growth_as_json",
    "growth_lines",
    "growth_of",
    "refused_change",
    "removed_bots",
    "why_closed",
]

_CLOSED = {
    "swiss": "all scores and byes are those of rounds that it did not play",
    "knockout": "the bracket was drawn without it",
    "team": "the table is a sum over blocks that everybody has played",
    "contest": "the groups were shifted through the entries that there were",
    "adhoc": "partners were drawn by their distances among the bots that there were",
}
"""Formats to which no bot can be added later, and the reason."""


def refused_change(before: TournamentSpec, after: TournamentSpec) -> str | None:
    """Return which change of a tournament's file is not allowed after it has begun.

    None if all are.

    Args:
        before: The tournament as it began, or as it last grew.
        after: The tournament as its file is now.
    """
    return (
        removed_bots(before, after)
        or _refused_challengers(before, after)
        or _refused_numbers(before, after)
        # Without the additions, all keys that results depend on must be the same.
        or first_difference(before.decisive_json(), _cut_back(before, after).decisive_json())
    )


def removed_bots(before: TournamentSpec, after: TournamentSpec) -> str | None:
    """Return which bot of a begun tournament a changed file removes, renames or moves, as an error.

    None if it does none of these.

    Args:
        before: The tournament as it began, or as it last grew.
        after: The tournament as its file is now.
    """
    old, new = ([bot.name for bot in spec.bots] for spec in (before, after))
    stays = "bots that have begun can't be removed or renamed, and stay in their order"
    if len(new) < len(old):
        return f"bots had {len(old)} entries and has {len(new)}: {stays}"
    for index, (was, is_) in enumerate(zip(old, new, strict=False)):
        if was != is_:
            where = "" if why_closed(before) else ", with new ones behind them"
            return f"bots[{index}].name was {was!r} and is {is_!r}: {stays}{where}"
    why = why_closed(before)
    if len(new) > len(old) and why is not None:
        counts = f"bots had {len(old)} entries and has {len(new)}"
        return f"{counts}: format {before.format!r} takes no bot later, for {why}"
    return None


def why_closed(spec: TournamentSpec) -> str | None:
    """Return why no bot can be added to a tournament later; None if one can."""
    return _CLOSED.get(spec.format)


def _refused_challengers(before: TournamentSpec, after: TournamentSpec) -> str | None:
    old, new = before.challengers, after.challengers
    if new[: len(old)] != old:
        return f"challengers was {list(old)} and is {list(new)}: new ones stand behind those before"
    field = {bot.name for bot in before.bots}
    for name in new[len(old) :]:
        if name in field:
            return f"challengers has got {name!r}, which has played in the field and stays there"
    return None


def _refused_numbers(before: TournamentSpec, after: TournamentSpec) -> str | None:
    pairs = {
        "cycles": (before.cycles, after.cycles),
        "rounds": (_rounds(before), _rounds(after)),
    }
    for key, (was, is_) in pairs.items():
        if was is not None and is_ is not None and is_ < was:
            return f"{key} was {was} and is {is_}: it can only rise"
    return None


def _rounds(spec: TournamentSpec) -> int | None:
    """Return the number of rounds, with the default of a Swiss tournament.

    None in formats without rounds.
    """
    if spec.format == "swiss" and spec.rounds is None:
        return default_rounds(len(spec.bots))
    return spec.rounds


def _cut_back(before: TournamentSpec, after: TournamentSpec) -> TournamentSpec:
    """Return the tournament as its file is now, without the additions that are allowed.

    Args:
        before: The tournament as it was.
        after: The tournament as its file is now.
    """
    return after.model_copy(
        update={
            "bots": after.bots[: len(before.bots)],
            "challengers": after.challengers[: len(before.challengers)],
            "cycles": before.cycles,
            "rounds": before.rounds,
        }
    )


def growth_of(
    before: TournamentSpec,
    after: TournamentSpec,
    schedule: Schedule,
    matches: Sequence[StoredMatch],
) -> Growth | None:
    """Return the growth to be stored for a file that has grown; None if it has not.

    Args:
        before: The tournament as it was; only what may grow has changed.
        after: The tournament as its file is now.
        schedule: The tournament's schedule, before the growth.
        matches: All matches with a result.
    """
    rounds = _rounds(before)
    if (len(before.bots), before.cycles, rounds) == (
        len(after.bots),
        after.cycles,
        _rounds(after),
    ):
        return None
    # Also pairings that were not played yet: bots may know them, and their dice.
    known = known_pairings(before, matches, schedule)
    last = known[-1].number if known else 0
    secret = draw_secret() if schedule.dice.is_shared else b""
    return Growth(len(before.bots), before.cycles, rounds, last, secret)


def growth_lines(spec: TournamentSpec, schedule: Schedule) -> list[str]:
    """Return lines for people about what was added to a tournament, and after which match."""
    stages = stages_of(spec, schedule)
    lines = []
    for step, before, after in zip(schedule.growth, stages, stages[1:], strict=False):
        told = []
        if names := [bot.name for bot in after.bots[len(before.bots) :]]:
            told.append(f"{'bots' if len(names) > 1 else 'bot'} {', '.join(names)}")
        for key, was, is_ in (
            ("cycles", before.cycles, after.cycles),
            ("rounds", _rounds(before), _rounds(after)),
        ):
            if was != is_:
                told.append(f"{key} from {was} to {is_}")
        lines.append(f"added after match {step.after}: {'; '.join(told)}")
    return lines


def growth_as_json(spec: TournamentSpec, schedule: Schedule) -> list[dict[str, object]]:
    """Return a JSON object for each addition: added bots, and cycles and rounds from then on."""
    stages = stages_of(spec, schedule)
    return [
        {
            "after": step.after,
            "bots": [bot.name for bot in after.bots[step.bots :]],
            "cycles": after.cycles,
            "rounds": _rounds(after),
        }
        for step, after in zip(schedule.growth, stages[1:], strict=True)
    ]
