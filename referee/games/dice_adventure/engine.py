"""Implements the contract `Game` for Dice Adventure by calling the rules of this folder."""

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
from referee.games.dice_adventure.step import (
    acting_members,
    events_of_step,
    read_orders,
    records_of,
)
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
    """The rules of Dice Adventure as a `Game`; a state holds one match, with one row for each party.

    Args:
        version: Behaviour version of the rules, 1 or 2.
    """

    config_class = DiceAdventureConfig

    def __init__(self, version: int = INFO.version) -> None:
        self.info = dataclasses.replace(INFO, version=version)
        self.counts_sides = version > 1

    def suggested_time_control(self, config: DiceAdventureConfig) -> TimeControl:
        """Return the longer of the config's move times for pings and for plans, without strikes.

        So no seat is removed for silence.
        """
        longer = max(config.comm_deadline_ms, config.plan_deadline_ms)
        return TimeControl(move_time_ns=longer * MS, strikes=0)

    def teams(self, config: DiceAdventureConfig, num_seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return the party of each seat: every three consecutive seats are one party (DA-1.3)."""
        return tuple(seat // NUM_MEMBERS for seat in range(num_seats))

    def check_seats(self, config: DiceAdventureConfig, num_seats: int) -> None:  # noqa: ARG002
        """Check that there are three seats for each of one to eight parties (DA-1.3).

        Raises:
            FieldError: The number of seats is not a multiple of 3 from 3 to 24.
        """
        # 0 and negative multiples pass the first test, but not the second.
        if num_seats % NUM_MEMBERS or not 1 <= num_seats // NUM_MEMBERS <= MOST_PARTIES:
            bound = f"a multiple of {NUM_MEMBERS} up to {NUM_MEMBERS * MOST_PARTIES}"
            raise FieldError("num_seats", bound, num_seats)

    def start(
        self, config: DiceAdventureConfig, *, seed: int, num_seats: int
    ) -> tuple[State, list[Event]]:
        """Return the state in which each party's first level has begun, and the events that report it.

        Args:
            config: Config of the match.
            seed: Match seed, 0..2^64-1.
            num_seats: Number of seats, three for each party.
        """
        num_parties = num_seats // NUM_MEMBERS
        state = blank_state(config, [seed], num_parties)
        begin(state)
        return state, [event for row in range(num_parties) for event in log_events(state, row)]

    def start_rows(
        self, config: DiceAdventureConfig, *, num_rows: int, num_seats: int
    ) -> DiceAdventureRows:
        """Return `num_rows` matches for learners, which `Rollout` steps together; see `StartsRows`."""
        return DiceAdventureRows(config, num_rows, num_seats, self.info.version)

    def decision(self, state: State) -> DecisionPoint | None:
        """Return the decision point of all living members of parties that have not finished; None once all have.

        Each party is at its own point: one may plan while another pings (DA-4.4).
        """
        asked = acting_members(state)
        seats = tuple([NUM_MEMBERS * p + m for p, members in enumerate(asked) for m in members])
        if not seats:
            return None
        # The decision point is public: with several parties a phase would show rivals where a party stands.
        phase = c.PHASE_NAMES[state.table.item(0, c.PHASE)] if len(asked) == 1 else _RACE
        return DecisionPoint(phase, seats)

    def observe(self, state: State, seats: Sequence[int]) -> list[Observation]:
        """Return what each of these seats may know of the state now, in the order of `seats`."""
        return observe(state, seats)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> list[Event]:
        """Carry out the orders of all acting seats; change the state and return the events.

        Args:
            state: The match; changed in place.
            actions: Order of each acting seat; None for a missed deadline: the member pings or
                plans nothing.

        Raises:
            ScenarioError: A scripted value is higher than the number of sides of the die that would
                show it; the state has not changed then.
        """
        asked = acting_members(state)
        orders = no_orders(len(asked))
        read_orders(state, asked, actions, orders, self.info.version)
        if state.script.item(0, SIZE) >= 0:
            # Which die shows which value is known only while the step runs, so run it on a copy first.
            trial = copied(state)
            play(trial, orders)
            for script in trial.script:
                check_script(script)
        play(state, orders)
        return events_of_step(state, asked)

    def refusal(self, event: Event) -> str | None:
        """Return the name of the refusal code if the event reports a refused part of an order; else None."""
        body = event.body
        return body.code.name if isinstance(body, Notice) else None

    def outcome(self, state: State) -> GameOutcome:
        """Return placements, scores and tie-breaks of all seats; they are the same for all seats of a party."""
        records = records_of(state.table, state.results)
        return match_outcome(records, self.info.version)

    def reseed(self, state: State, seed: int) -> None:
        """Replace the match seed, so that coming dice are drawn from the new one; levels stay as they were made."""
        reseed(state, np.full(len(state.table), seed, np.uint64))

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:
        """Return a legal order of a seat, drawn from `dice`.

        In a ping window the member pings once with a chance of 1 in 4; a plan uses all action
        points.
        """
        party, member = divmod(seat, NUM_MEMBERS)
        order = np.zeros(c.ORDER_WIDTH, np.int16)
        row = state.table[party]
        own = c.members_of(row)[member]
        # Kernels take the state of a stream, not the object, so it is put back afterwards.
        dice.state = int(random_order(state.rules, row, own, np.uint64(dice.state), order))
        entries = c.entries_of(order)[: order[c.COUNT]]
        if row[c.PHASE] == c.PLANNING:
            return Action(plan=tuple(entries[:, c.TOKEN].tolist()))
        return Action(pings=tuple([(symbol, x, y) for symbol, x, y in entries.tolist()]))

    def parse_action(self, value: object) -> Action:
        """Return the order that a plain value describes, in the form of DA-4.5 and DA-4.6; never raises.

        Entries of bad form become entries that the rules refuse; a value that is no order gives
        BAD_FORM.
        """
        return read_action(value)

    def parse_state(
        self, config: DiceAdventureConfig, num_seats: int, values: Mapping[str, object]
    ) -> State:
        """Return a new match in which the fields named in `values` have the values given there.

        Names are those of the rulebook (DA-3.1).

        Raises:
            ScenarioError: A field is unknown, or its value is out of bounds.
        """
        return parse_state(config, num_seats // NUM_MEMBERS, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """Return the state as plain data, by the field names of the rulebook (DA-3.1)."""
        return plain_state(state)

    def script_dice(self, state: State, values: Sequence[int]) -> None:
        """Make the coming rolls show these values, in the rulebook's draw order.

        Each party has its own copy of the script, as each has its own copy of the streams (DA-2.15).

        Raises:
            ScenarioError: A value is below 1, or above 20.
        """
        state.script = np.tile(script_of(values, _MOST_SIDES), (len(state.table), 1))

    def scripted_dice_left(self, state: State) -> int:
        """Return how many scripted values have not been rolled yet.

        If the script has run out, the number is negative: -n after n rolls that found no value
        left. With several parties, this is the number of the party that is farthest from 0.
        """
        return max(map(scripted_left, state.script), key=abs)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Yield copies of the state that `seat` must not be able to distinguish from it; for tests.

        Random changes are drawn from `dice`.
        """
        return hidden_variants(state, seat, dice)
