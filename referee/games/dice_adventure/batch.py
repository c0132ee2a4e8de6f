"""Many matches of Dice Adventure at once: one kernel call carries out a decision point of them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.batch import Batch
from referee.core.errors import FieldError
from referee.core.game import Event, Events, Game
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.columns import Ints, Shorts
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.rules.actions import Action, put_order
from referee.games.dice_adventure.rules.rounds import no_orders, play
from referee.games.dice_adventure.rules.scoring import party_placements
from referee.games.dice_adventure.state import State, rows_of
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.visibility.observation import Observation
from referee.games.dice_adventure.visibility.visibility import Sights, new_sights, see
from referee.games.dice_adventure.wire.events import log_events, notice_events
from referee.games.dice_adventure.wire.records import MatchEnd

__all__ = ["DiceAdventureBatch", "acting_members", "read_orders", "records_of", "events_of_step"]


class DiceAdventureBatch(Batch[DiceAdventureConfig, State, Action, Observation]):
    """Matches of one config side by side in one state.

    Args:
        game: The rules of a single match.
        parties: The parties of all matches, match by match; the batch steps this very object.
        num_parties: Parties of each match.
    """

    def __init__(
        self,
        game: Game[DiceAdventureConfig, State, Action, Observation],
        parties: State,
        num_parties: int,
    ) -> None:
        super().__init__(game)
        self.parties = parties
        """All parties; not to be changed but by stepping."""
        self.num_parties = num_parties
        """Parties of each match."""

    def __len__(self) -> int:
        return len(self.parties.table) // self.num_parties

    def state(self, index: int) -> State:
        """See `Batch`."""
        start = self.num_parties * range(len(self))[index]
        return rows_of(self.parties, start, start + self.num_parties)

    def step(self, actions: Sequence[Mapping[int, Action | None]]) -> list[Events]:
        """See `Batch`."""
        self._check_length(actions)
        matches = [self.state(index) for index in range(len(self))]
        orders = no_orders(len(self.parties.table))
        asked = [acting_members(match) for match in matches]
        for index, match in enumerate(matches):
            if any(asked[index]):
                start = self.num_parties * index
                of_match = orders[start : start + self.num_parties]
                read_orders(match, asked[index], actions[index], of_match, self.game.info.version)
        play(self.parties, orders)
        return [events_of_step(match, those) for match, those in zip(matches, asked, strict=True)]

    def step_orders(self, orders: Shorts) -> None:
        """Carry out orders that have been read already, without events; for load and statistics.

        Args:
            orders: int16[party, member, column], by `columns`; those of members that are not asked are
                not looked at.

        Raises:
            FieldError: The array has another shape or dtype.
        """
        shape = (len(self.parties.table), NUM_MEMBERS, c.ORDER_WIDTH)
        if orders.shape != shape or orders.dtype != np.int16:
            raise FieldError("orders", f"int16{shape}", f"{orders.dtype}{orders.shape}")
        play(self.parties, np.ascontiguousarray(orders))

    def see(self, out: Sights | None = None) -> Sights:
        """Return what all seats may see, as arrays.

        Args:
            out: Arrays of an earlier call, which are written to; new ones if None.
        """
        sights = new_sights(self.parties) if out is None else out
        see(self.parties, sights)
        return sights


def acting_members(match: State) -> list[list[int]]:
    """Members that are asked now, for each party of a match."""
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
        asked: Members that are asked, for each party.
        actions: One entry for each acting seat.
        out: int16[party, member, column]: written to.
        version: Behaviour version of the rules.
    """
    for party, members in enumerate(asked):
        phase = match.table.item(party, c.PHASE)
        for member in members:
            action = actions[NUM_MEMBERS * party + member]
            put_order(action, phase, out[party, member], version)


def events_of_step(match: State, asked: list[list[int]]) -> list[Event]:
    """Return what the seats of a match are told of the step that has just been carried out.

    Args:
        match: The match after the step.
        asked: Members that were asked before it, for each party; nobody if it was over.
    """
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
    if (match.table[:, c.PHASE] == c.DONE).all():
        records = records_of(match.table, match.results)
        scores = tuple(score for score, _, _ in records)
        events.append(Event(MatchEnd(scores, party_placements(records))))
    return events


def records_of(table: Ints, results: Ints) -> list[tuple[int, int, int]]:
    """Match score, sum of rounds and deaths of each party (DA-7.4)."""
    rounds = results[:, :, c.ROUNDS].sum(axis=1).tolist()
    return list(zip(table[:, c.SCORE].tolist(), rounds, table[:, c.DEATHS].tolist(), strict=True))
