"""Decides which entries of a tournament file take part: entries that can't run may be left out.

The rest is a complete tournament, from which every schedule and table is made. An entry that was
left out and joins later is placed behind the others, wherever the file has it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from tournaments.spec.checks import check_bots, check_format, check_sprt, check_stop
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import SpecError, TournamentError

__all__ = [
    "LeftOut",
    "check_entrants",
    "in_order",
    "left_out_lines",
    "reason_of",
    "teams_left_out",
    "with_entrants",
    "without",
]

_PLACE = re.compile(r"^bots\[\d+\]\.?\s*")
_CHECKS = (check_bots, check_format, check_sprt, check_stop)


@dataclasses.dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry of the file that does not take part, and the reason."""

    name: str
    """Name of a bot, or of a team with a bot that is left out."""
    reason: str
    """Why the entry can't run, in one line."""

    def as_json(self) -> dict[str, object]:
        """Return the entry and the reason as a JSON object."""
        return {"entry": self.name, "reason": self.reason}


def with_entrants(
    spec: TournamentSpec, names: Sequence[str], steps: Sequence[int] = ()
) -> TournamentSpec:
    """Return the tournament with only some of its bots, in order of entry.

    A team takes part if all of its bots do. Challengers that joined later are placed behind earlier
    ones.

    Args:
        spec: The tournament as its file describes it.
        names: Names of the bots that take part; names that the file does not have are ignored.
        steps: Number of bots before each time that some were added, oldest first.
    """
    bots = {bot.name: bot for bot in spec.bots}
    if list(names) == list(bots):
        return spec
    entered = {name: place for place, name in enumerate(names) if name in bots}
    update: dict[str, object] = {"bots": tuple(bots[name] for name in entered)}
    # Nothing but what the file has: a key that is set counts as one of the format.
    if spec.challengers:
        came = {name: sum(step <= place for step in steps) for name, place in entered.items()}
        challengers = [name for name in spec.challengers if name in entered]
        update["challengers"] = tuple(sorted(challengers, key=came.__getitem__))
    if spec.teams:
        update["teams"] = tuple(team for team in spec.teams if entered.keys() >= {*team.bots})
    return spec.model_copy(update=update)


def without(spec: TournamentSpec, names: Collection[str]) -> TournamentSpec:
    """Return the tournament without some of its bots; the others keep the order of the file."""
    return with_entrants(spec, [bot.name for bot in spec.bots if bot.name not in names])


def reason_of(fault: TournamentError) -> str:
    """Return what is wrong with an entry, in one line, without its place in the file."""
    text = fault.problem if isinstance(fault, SpecError) else str(fault)
    # Its place in the file is no part of what identifies it: its name is.
    return "; ".join(_PLACE.sub("", line) for line in text.splitlines())


def check_entrants(spec: TournamentSpec, left: TournamentSpec, file: Path) -> None:
    """Check that a tournament can be played without the entries that are left out.

    Args:
        spec: The tournament as its file describes it.
        left: The same tournament without those entries.
        file: Path of the tournament's file, for messages.

    Raises:
        SpecError: Fewer bots or teams remain than the format needs.
    """
    problems = [fault.problem for check in _CHECKS for fault in check(left, file)]
    least = min(2, len(spec.teams))
    if len(left.teams) < least:
        problems.insert(0, f"teams must be at least {least}, not {len(left.teams)}")
    if problems:
        count = len(spec.bots) - len(left.bots)
        entries = f"{count} entries that can't run" if count > 1 else "1 entry that can't run"
        raise SpecError(file, f"without {entries}, {problems[0]}")


def teams_left_out(spec: TournamentSpec, left_out: Sequence[LeftOut]) -> list[LeftOut]:
    """Return all entries that are left out: the given bots, and each team that has one of them."""
    out = {entry.name for entry in left_out}
    teams = []
    for team in spec.teams:
        missing = dict.fromkeys(bot for bot in team.bots if bot in out)
        if missing:
            teams.append(LeftOut(team.name, f"its bot {' and '.join(missing)} is left out"))
    return [*left_out, *teams]


def left_out_lines(left_out: Sequence[LeftOut], named: Callable[[str], str] = str) -> list[str]:
    """Return a line for people about each entry that is left out.

    Args:
        left_out: The entries.
        named: Returns the text that is shown in place of a name.
    """
    return [f"left out: {named(entry.name)}: {entry.reason}" for entry in left_out]


def in_order(spec: TournamentSpec, reasons: Mapping[str, str]) -> tuple[LeftOut, ...]:
    """Return the bots that are left out, in the order of the file.

    Args:
        spec: The tournament as its file describes it.
        reasons: Why each bot can't run, by name; names that the file does not have are ignored.
    """
    return tuple(LeftOut(bot.name, reasons[bot.name]) for bot in spec.bots if bot.name in reasons)
