"""Counts what went wrong with each bot: strikes, refusals, forfeits, deaths, void attempts."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterable

from tournaments.reports.view import TournamentView
from tournaments.spec.outcomes import ForfeitCause

__all__ = ["BotFaults", "count_faults", "shown_causes"]


@dataclasses.dataclass(slots=True)
class BotFaults:
    """Counts of what went wrong with one bot: strikes, forfeits, refused orders, deaths, void attempts."""

    bot: str
    """Name of the bot."""
    seats: int = 0
    """Number of seats that the bot played in matches with a result."""
    strikes: int = 0
    """Number of deadlines that the bot missed, including turns that it gave up."""
    given_up: int = 0
    """Number of turns that the bot gave up on its own."""
    forfeits: collections.Counter[ForfeitCause] = dataclasses.field(
        default_factory=collections.Counter
    )
    """Number of seats that the bot forfeited, by cause."""
    refusals: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    """Number of the bot's orders that the rules refused, by reason."""
    rejections: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    """Number of the bot's messages that the referee rejected, by reason."""
    deaths: int = 0
    """Number of the bot's processes that ended while they had a seat to play."""
    voids: int = 0
    """Number of void attempts at the bot's matches (tries that ended without a result); no bot is
    at fault for a void attempt.
    """


def shown_causes(faults: Iterable[BotFaults]) -> list[ForfeitCause]:
    """Return the causes of forfeits that a table shows: all known ones, and UNKNOWN if it occurred."""
    is_unknown = any(bot.forfeits[ForfeitCause.UNKNOWN] for bot in faults)
    return [cause for cause in ForfeitCause if is_unknown or cause is not ForfeitCause.UNKNOWN]


def count_faults(view: TournamentView) -> list[BotFaults]:
    """Return the counts of what went wrong with every bot, in order of entry."""
    faults = {bot: BotFaults(bot) for bot in view.bots}
    for match in view.matches:
        for player, result in zip(match.pairing.players, match.end.seats, strict=True):
            own = faults[player]
            own.seats += 1
            own.strikes += result.strikes
            own.given_up += result.given_up
            own.refusals.update(result.refusals)
            own.rejections.update(result.rejections)
            if result.forfeit is not None:
                own.forfeits[result.forfeit] += 1
    for record in view.processes:
        if record.died and record.program in faults:
            faults[record.program].deaths += 1
    pairings = {pairing.number: pairing for pairing in view.pairings}
    for number, _ in view.voids():
        for player in set(pairings[number].players) if number is not None else ():
            faults[player].voids += 1
    return list(faults.values())
