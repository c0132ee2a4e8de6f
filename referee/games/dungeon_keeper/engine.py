"""Dungeon Keeper as a `Game` of the referee, which ties the rules of this folder together."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from referee.core.game import DecisionPoint, Event
from referee.core.outcome import GameOutcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper import config as settings
from referee.games.dungeon_keeper.config import DungeonKeeperConfig, FirstDungeonKeeperConfig
from referee.games.dungeon_keeper.info import INFO
from referee.games.dungeon_keeper.maps.setup import new_match
from referee.games.dungeon_keeper.row_forms import covers
from referee.games.dungeon_keeper.rows import DungeonKeeperRows
from referee.games.dungeon_keeper.rules.events import OrderResult
from referee.games.dungeon_keeper.rules.orders.kinds import END_TURN, Batch
from referee.games.dungeon_keeper.rules.orders.phase import begin, play_batch
from referee.games.dungeon_keeper.rules.orders.reading import read_batch
from referee.games.dungeon_keeper.rules.scoring import outcome_of
from referee.games.dungeon_keeper.scenario import plain
from referee.games.dungeon_keeper.scenario.candidates import ArrayCandidates
from referee.games.dungeon_keeper.scenario.random_orders import random_batch
from referee.games.dungeon_keeper.scenario.spec import MAX_SIZE
from referee.games.dungeon_keeper.scenario.variants import hidden_variants
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import Code
from referee.games.dungeon_keeper.visibility.columns import SightColumns
from referee.games.dungeon_keeper.visibility.observation import Observation, observe, observe_public
from referee.kit.arrays import DiceGame, copied
from referee.kit.dice import SIZE, check_script

__all__ = ["DungeonKeeper"]

_NO_REFUSALS = frozenset({Code.OK, Code.MATCH_OVER, Code.MORE})


class DungeonKeeper(DiceGame[DungeonKeeperConfig, State, Batch, Observation]):
    """The rules of Dungeon Keeper.

    Args:
        version: Version of the rules for new matches; 1 for the rules that old matches were played
            by. A match that has started takes its rules from its config.
    """

    public_clocks = True
    # The Hero may appear on any cell (DK-5.81), and no other roll has more results.
    most_sides = MAX_SIZE * MAX_SIZE

    def __init__(self, version: int = INFO.version) -> None:
        self.info = dataclasses.replace(INFO, version=version)
        self._config_class = FirstDungeonKeeperConfig if version == 1 else DungeonKeeperConfig

    @property
    def config_class(self) -> type[DungeonKeeperConfig]:
        """Class of this version's configs; version 1 has its own, without the later fields."""
        return self._config_class

    def suggested_time_control(self, config: DungeonKeeperConfig) -> TimeControl:
        """Return a time control with `turn_time_ms` for a whole turn, batches included (DK-4.4).

        A missed deadline forfeits no seat: the default action ends the turn, and play goes on
        (DK-4.5).
        """
        return TimeControl(move_time_ns=config.turn_time_ms * MS, strikes=0)

    def check_seats(self, config: DungeonKeeperConfig, num_seats: int) -> None:
        """Check that the number of seats fits the size of the board (DK-2.4).

        Raises:
            FieldError: It does not; the error names `num_seats` and its bound.
        """
        settings.check_seats(config, num_seats)

    def start(
        self, config: DungeonKeeperConfig, *, seed: int, num_seats: int
    ) -> tuple[State, list[Event]]:
        """Return the match before its first decision, with the events up to there.

        Args:
            config: Config of the match.
            seed: Match seed, 0..2^64-1.
            num_seats: Number of seats, which has passed `check_seats`.
        """
        state = new_match(config, seed, num_seats)
        return state, begin(state, is_scenario=config.scenario is not None)

    def decision(self, state: State) -> DecisionPoint | None:
        """Return the decision point of the acting seat, which gives orders; None once the match is over.

        From the second batch of a turn on, the clock of the turn runs on (DK-4.4).
        """
        if state.match[c.OVER]:
            return None
        seat = state.match.item(c.ACTING)
        return DecisionPoint("orders", (seat,), continues=state.match.item(c.BATCH) > 0)

    def observe(self, state: State, seats: Sequence[int]) -> list[Observation]:
        """Return what each of the seats may know now, in the order of `seats`."""
        return observe(state, seats)

    def observe_public(self, state: State) -> Observation:
        """Return what a spectator may see (DK-6.1, DK-6.20).

        Without fog this is everything but secrets; under fog, only what every seat knows.
        """
        return observe_public(state)

    def step(self, state: State, actions: Mapping[int, Batch | None]) -> list[Event]:
        """Carry out the acting seat's batch of orders, and return the events.

        None in place of a batch is a missed deadline, which ends the turn (DK-4.5).

        Raises:
            ScenarioError: A scripted value is more than its die can show; nothing has changed then.
        """
        (batch,) = [END_TURN if batch is None else batch for batch in actions.values()]
        # Whether the script fits is found out on a copy, so that an error changes nothing.
        if state.script[SIZE] >= 0:
            trial = copied(state)
            play_batch(trial, batch)
            check_script(trial.script)
        return play_batch(state, batch)

    def refusal(self, event: Event) -> str | None:
        """Return the name of the code with which an order was refused.

        None for other events, for orders after the end of the match, and for MORE, which stands for
        several orders.
        """
        body = event.body
        if not isinstance(body, OrderResult) or body.code in _NO_REFUSALS:
            return None
        return body.code.name

    def further_columns(self, config: DungeonKeeperConfig, num_seats: int) -> SightColumns:
        """Return columns of units, buildings and seats, and board maps; see `HasFurtherColumns`."""
        return SightColumns(config.size, num_seats, config.unit_cap)

    def candidate_lists(
        self, config: DungeonKeeperConfig, num_seats: int, width: int
    ) -> ArrayCandidates:
        """Return a maker of lists of at most `width` candidate orders; see `HasCandidateLists`."""
        return ArrayCandidates(config.size, num_seats, width)

    def covers_rows(self, config: DungeonKeeperConfig) -> bool:
        """Return whether matches of this config have their own rows; see `StartsSomeRows`."""
        return covers(config)

    def start_rows(
        self, config: DungeonKeeperConfig, *, num_rows: int, num_seats: int
    ) -> DungeonKeeperRows:
        """Return `num_rows` matches for learners, which `Rollout` steps together; see `StartsRows`."""
        return DungeonKeeperRows(self, config, num_rows, num_seats)

    def eliminated(self, state: State) -> Sequence[int]:
        """Return the seats whose Altar has fallen (DK-5.28)."""
        return np.flatnonzero(state.seats[:, c.ALIVE] == 0).tolist()

    def outcome(self, state: State) -> GameOutcome:
        """Return the placements and scores of all seats as the match stands."""
        return outcome_of(state)

    def reseed(self, state: State, seed: int) -> None:
        """Draw from another match seed from now on; see `Game`.

        The dice of the current turn are replaced too.
        """
        # The two streams must not go on as they were, or the next rolls would be the old ones.
        state.streams[:] = [seed, *(Stream(seed, column).state for column in (1, 2))]

    def random_action(self, state: State, seat: int, dice: Stream) -> Batch:
        """Return a random batch of legal orders, drawn from `dice`; each is tried on a copy of the state first."""
        return random_batch(state, seat, dice)

    def parse_action(self, value: object) -> Batch:
        """Return the batch of a plain (JSON-like) value in the form that `reading.read_batch` describes."""
        return read_batch(value)

    def parse_state(
        self, config: DungeonKeeperConfig, num_seats: int, values: Mapping[str, object]
    ) -> State:
        """Return a match that is read from `values`, fields in the scenario format of DK-2.20.

        Raises:
            ScenarioError: A field is unknown, or its value is not possible.
        """
        return plain.parse_state(config, num_seats, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """Return a state as plain data, fields in the scenario format of DK-2.20."""
        return plain.plain_state(state)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Yield copies of the state that differ only in what the seat may not see; tests compare them.

        Random changes are drawn from `dice`.
        """
        return hidden_variants(state, seat, dice)
