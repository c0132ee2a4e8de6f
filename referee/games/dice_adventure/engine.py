"""Dice Adventure as the referee plays it: ties the rules of this folder into a `Game`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from referee.core.errors import FieldError
from referee.core.game import DecisionPoint, Event
from referee.core.outcome import GameOutcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.batch import (
    DiceAdventureBatch,
    acting_members,
    events_of_step,
    read_orders,
    records_of,
)
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.info import INFO
from referee.games.dice_adventure.rows import DiceAdventureRows
from referee.games.dice_adventure.rules.actions import Action, read_action
from referee.games.dice_adventure.rules.rounds import begin, no_orders, play
from referee.games.dice_adventure.rules.scoring import match_outcome
from referee.games.dice_adventure.scenario.plain import parse_state, plain_state
from referee.games.dice_adventure.scenario.random_orders import random_order
from referee.games.dice_adventure.scenario.variants import hidden_variants
from referee.games.dice_adventure.state import State, blank_state, reseed
from referee.games.dice_adventure.tables import MOST_PARTIES, NUM_MEMBERS
from referee.games.dice_adventure.visibility.observation import Observation, observe
from referee.games.dice_adventure.wire.events import log_events
from referee.games.dice_adventure.wire.records import Notice
from referee.kit.arrays import ArrayGame, copied
from referee.kit.dice import SIZE, check_script, script_of, scripted_left

__all__ = ["DiceAdventure"]

_MOST_SIDES = 20
_RACE = "race"
"""Phase of a decision point of several parties: each party is in a phase that only it may know."""


class DiceAdventure(ArrayGame[DiceAdventureConfig, State, Action, Observation]):
    """The rules of Dice Adventure for a single match; its states have one row for each party.

    Args:
        version: Behaviour version of the rules, 1 or 2.
    """

    config_class = DiceAdventureConfig

    def __init__(self, version: int = INFO.version) -> None:
        self.info = dataclasses.replace(INFO, version=version)
        self.counts_sides = version > 1

    def suggested_time_control(self, config: DiceAdventureConfig) -> TimeControl:
        """Return the longer of both deadlines for each decision; no seat is ever removed for its silence."""
        longer = max(config.comm_deadline_ms, config.plan_deadline_ms)
        return TimeControl(move_time_ns=longer * MS, strikes=0)

    def teams(self, config: DiceAdventureConfig, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Three seats after another are a party (DA-1.3)."""
        return tuple(seat // NUM_MEMBERS for seat in range(num_seats))

    def check_seats(self, config: DiceAdventureConfig, num_seats: int) -> None:  # noqa: ARG002
        """Three for each of one to eight parties (DA-1.3)."""
        if num_seats % NUM_MEMBERS or not 1 <= num_seats // NUM_MEMBERS <= MOST_PARTIES:
            bound = f"a multiple of {NUM_MEMBERS} up to {NUM_MEMBERS * MOST_PARTIES}"
            raise FieldError("num_seats", bound, num_seats)

    def start(
        self, config: DiceAdventureConfig, *, seed: int, num_seats: int
    ) -> tuple[State, list[Event]]:
        """See `Game`."""
        num_parties = num_seats // NUM_MEMBERS
        state = blank_state(config, [seed], num_parties)
        begin(state)
        return state, [event for row in range(num_parties) for event in log_events(state, row)]

    def start_batch(
        self, config: DiceAdventureConfig, *, seeds: Sequence[int], num_seats: int
    ) -> DiceAdventureBatch:
        """Many matches that are stepped by one kernel call; see `StartsBatches`."""
        num_parties = num_seats // NUM_MEMBERS
        state = blank_state(config, seeds, num_parties)
        begin(state)
        return DiceAdventureBatch(self, state, num_parties)

    def start_rows(
        self, config: DiceAdventureConfig, *, num_rows: int, num_seats: int
    ) -> DiceAdventureRows:
        """Rows for `Rollout`; see `StartsRows`."""
        return DiceAdventureRows(config, num_rows, num_seats, self.info.version)

    def decision(self, state: State) -> DecisionPoint | None:
        """Return all living members of all parties that have not finished, each at its own point (DA-4.4)."""
        asked = acting_members(state)
        seats = tuple([NUM_MEMBERS * p + m for p, members in enumerate(asked) for m in members])
        if not seats:
            return None
        phase = c.PHASE_NAMES[state.table.item(0, c.PHASE)] if len(asked) == 1 else _RACE
        return DecisionPoint(phase, seats)

    def observe(self, state: State, seats: Sequence[int]) -> list[Observation]:
        """See `Game`."""
        return observe(state, seats)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> list[Event]:
        """See `Game`.

        Raises:
            ScenarioError: A scripted value is more than its die can show; nothing has changed then.
        """
        asked = acting_members(state)
        orders = no_orders(len(asked))
        read_orders(state, asked, actions, orders, self.info.version)
        if state.script.item(0, SIZE) >= 0:
            trial = copied(state)
            play(trial, orders)
            for script in trial.script:
                check_script(script)
        play(state, orders)
        return events_of_step(state, asked)

    def refusal(self, event: Event) -> str | None:
        """See `Game`."""
        body = event.body
        return body.code.name if isinstance(body, Notice) else None

    def outcome(self, state: State) -> GameOutcome:
        """See `Game`."""
        records = records_of(state.table, state.results)
        return match_outcome(records, self.info.version)

    def reseed(self, state: State, seed: int) -> None:
        """See `Game`: the levels of the match stay those that were made."""
        reseed(state, np.full(len(state.table), seed, np.uint64))

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:
        """Return a ping in one window of four; a plan of as many steps as there are action points."""
        party, member = divmod(seat, NUM_MEMBERS)
        order = np.zeros(c.ORDER_WIDTH, np.int16)
        row = state.table[party]
        own = c.members_of(row)[member]
        dice.state = int(random_order(state.rules, row, own, np.uint64(dice.state), order))
        entries = c.entries_of(order)[: order[c.COUNT]]
        if row[c.PHASE] == c.PLANNING:
            return Action(plan=tuple(entries[:, c.TOKEN].tolist()))
        return Action(pings=tuple([(symbol, x, y) for symbol, x, y in entries.tolist()]))

    def parse_action(self, value: object) -> Action:
        """See `Game`; the plain forms are DA-4.5 and DA-4.6."""
        return read_action(value)

    def parse_state(
        self, config: DiceAdventureConfig, num_seats: int, values: Mapping[str, object]
    ) -> State:
        """See `Game`."""
        return parse_state(config, num_seats // NUM_MEMBERS, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """See `Game`."""
        return plain_state(state)

    def script_dice(self, state: State, values: Sequence[int]) -> None:
        """See `Game`; each party has its own copy of the script, as it has of the streams (DA-2.15)."""
        state.script = np.tile(script_of(values, _MOST_SIDES), (len(state.table), 1))

    def scripted_dice_left(self, state: State) -> int:
        """See `Game`; with several parties, those of the party which is farthest off."""
        return max(map(scripted_left, state.script), key=abs)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """See `Game`."""
        return hidden_variants(state, seat, dice)
