"""One step of a match, outside its kernels: acting seats, their orders as arrays, and the events."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.game import Event
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Ints, Shorts
from referee.games.dice_adventure.rules.actions import Action, put_order
from referee.games.dice_adventure.rules.scoring import party_placements
from referee.games.dice_adventure.state import State
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.wire.events import log_events, notice_events
from referee.games.dice_adventure.wire.records import MatchEnd

__all__ = ["acting_members", "events_of_step", "read_orders", "records_of"]


def acting_members(match: State) -> list[list[int]]:
    """Return the members that must decide now, for each party of a match."""
    return [_acting(row) for row in match.table.tolist()]


def _acting(row: list[int]) -> list[int]:
    if row[c.PHASE] == c.DONE:
        return []
    return [member for member, alive in enumerate(row[_ALIVE]) if alive]


_ALIVE = c.of_members(c.ALIVE)


def read_orders(
    match: State,
    asked: list[list[int]],
    actions: Mapping[int, Action | None],
    out: Shorts,
    version: int,
) -> None:
    """Write the orders of a match's acting seats into arrays.

    Args:
        match: The match.
        asked: Members that must decide, for each party.
        actions: Order of each acting seat; None for a missed deadline.
        out: int16[party, member, column]: orders; changed in place.
        version: Behaviour version of the rules.
    """
    for party, members in enumerate(asked):
        phase = match.table.item(party, c.PHASE)
        for member in members:
            action = actions[NUM_MEMBERS * party + member]
            put_order(action, phase, out[party, member], version)


def events_of_step(match: State, asked: list[list[int]]) -> list[Event]:
    """Return the events of the step that has just been carried out.

    Args:
        match: The match after the step.
        asked: For each party, the members that had to decide before the step. If there are none in
            any party, the match was over before, and there are no events.
    """
    # The match was over before: there was no step, and its MatchEnd has been sent.
    if not any(asked):
        return []
    events = [
        notice
        for party, members in enumerate(asked)
        if members
        for notice in notice_events(match, party, members)
    ]
    for party in range(len(asked)):
        events += log_events(match, party)
    # Scores of other parties are public only now, when all have finished (DA-6.4).
    if (match.table[:, c.PHASE] == c.DONE).all():
        records = records_of(match.table, match.results)
        scores = tuple(score for score, _, _ in records)
        events.append(Event(MatchEnd(scores, party_placements(records))))
    return events


def records_of(table: Ints, results: Ints) -> list[tuple[int, int, int]]:
    """Return match score, sum of rounds and number of deaths of each party (DA-7.4).

    `table` and `results` are those of `State`: numbers of the parties, and records of ended levels.
    """
    rounds = results[:, :, c.ROUNDS].sum(axis=1).tolist()
    return list(zip(table[:, c.SCORE].tolist(), rounds, table[:, c.DEATHS].tolist(), strict=True))
