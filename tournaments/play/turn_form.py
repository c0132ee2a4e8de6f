"""Says in one line how bots get their turns in a tournament: in columns (lanes) or one by one, and why."""

from __future__ import annotations

from tournaments.spec.config import TournamentSpec

__all__ = ["turn_form_line"]


def turn_form_line(spec: TournamentSpec, *, own_referee: bool) -> str:
    """Return a line for people on how bots get their turns, and which setting decides that.

    Args:
        spec: The tournament.
        own_referee: Whether the tournament has its own referee, not a given one.
    """
    if not own_referee:
        return "turns: as the given referee sends them; in columns (lanes) if it has no think slots"
    slots = spec.turns_at_once
    if slots:
        default = ", the number of cores" if spec.think_slots is None else ""
        return (
            f"turns: one by one, since think_slots = {slots}{default};"
            " with 0, bots get turns of many matches at once"
        )
    if spec.per_match:
        return 'turns: of one match at a time, since a process plays one match: lifetime = "match"'
    return (
        "turns: many at once, since think_slots = 0;"
        " in columns (lanes) where all bots of a match take them, as with act_columns"
    )
