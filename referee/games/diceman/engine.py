"""Diceman as the referee plays it: ties the rules of this folder into a `Game`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from referee.core.game import DecisionPoint, Event, Events
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.diceman.batch import DicemanBatch, put_notices
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.info import INFO
from referee.games.diceman.rows import DicemanRows
from referee.games.diceman.rules.actions import DEFAULT, LEGAL, NO_INDEX, Action, parse_action
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.scenario import plain
from referee.games.diceman.state import SCRIPT_SIZE, State, new_state
from referee.games.diceman.tables import NUM_COMBOS, ReasonCode
from referee.games.diceman.visibility.visibility import Sight, observe
from referee.games.diceman.wire.events import notice_events, round_events
from referee.games.diceman.wire.records import Notice
from referee.games.duel_game import DuelGame, start_events

__all__ = ["Diceman"]


class Diceman(DuelGame[DicemanConfig, State, Action, Sight]):
    """The rules of Diceman for a single match; its states have one match each.

    Exactly two players, every one for himself (DM-1.2).
    """

    info = INFO
    config_class = DicemanConfig
    decision_point = DecisionPoint("choice", (0, 1))  # DM-4.1
    notice_class = Notice

    def suggested_time_control(self, config: DicemanConfig) -> TimeControl:
        """`deadline_ms` for each choice; no seat is ever removed for its silence (DM-7.4)."""
        return TimeControl(move_time_ns=config.deadline_ms * MS, strikes=0)

    def start(
        self,
        config: DicemanConfig,
        *,
        seed: int,
        num_seats: int,  # noqa: ARG002
    ) -> tuple[State, list[Event]]:
        """See `Game`."""
        return new_state(config, [seed]), start_events()

    def start_batch(
        self,
        config: DicemanConfig,
        *,
        seeds: Sequence[int],
        num_seats: int,  # noqa: ARG002
    ) -> DicemanBatch:
        """Many matches that are stepped by one kernel call; see `StartsBatches`."""
        return DicemanBatch(self, new_state(config, seeds))

    def start_rows(
        self,
        config: DicemanConfig,
        *,
        num_rows: int,
        num_seats: int,  # noqa: ARG002
    ) -> DicemanRows:
        """Rows for `Rollout`; see `StartsRows`."""
        return DicemanRows(config, num_rows)

    def observe(self, state: State, seats: Sequence[int]) -> list[Sight]:
        """See `Game`."""
        return observe(state, seats)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> Events:
        """See `Game`.

        Raises:
            ScenarioError: A scripted value is more than its die can show; nothing has changed then.
        """
        first, second = actions[0] or DEFAULT, actions[1] or DEFAULT
        if state.script.item(SCRIPT_SIZE) >= 0:
            plain.check_script(state, (first.combo, second.combo))
        play_round(state, _CHOICES[first.combo * NUM_COMBOS + second.combo])
        if first.notices or second.notices:
            put_notices(state, 0, (first, second))
            return [*notice_events(state), *round_events(state)]
        return round_events(state)

    def reseed(self, state: State, seed: int) -> None:
        """See `Game`."""
        state.seeds[:] = seed

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:  # noqa: ARG002
        """Return one of the six combinations, uniformly."""
        return LEGAL[dice.draw(NUM_COMBOS) - 1]

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:  # noqa: ARG002
        """Return the six combinations by id."""
        return LEGAL

    def parse_action(self, value: object) -> Action:
        """See `Game`; the plain form is DM-4.4."""
        return parse_action(value)

    def parse_state(
        self,
        config: DicemanConfig,
        num_seats: int,  # noqa: ARG002
        values: Mapping[str, object],
    ) -> State:
        """See `Game`."""
        return plain.parse_state(config, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """See `Game`."""
        return plain.plain_state(state)

    def script_dice(self, state: State, values: Sequence[int]) -> None:
        """See `Game`; the order is seat by seat, by die id."""
        plain.script_dice(state, values)

    def scripted_dice_left(self, state: State) -> int:
        """See `Game`."""
        return plain.scripted_dice_left(state)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Another seed, and other notices for the rival: all that DM-6 hides between rounds."""
        reseeded = self.copy(state)
        reseeded.seeds[0] ^= np.uint64(dice.draw(2**32))
        yield reseeded
        renoticed = self.copy(state)
        theirs = renoticed.notices[0, 1 - seat]
        had_some = theirs.any()
        theirs[:] = 0
        if not had_some:
            theirs[0] = (dice.draw(len(ReasonCode)), NO_INDEX)
        yield renoticed


_CHOICES = tuple(
    np.array([[first, second]], dtype=np.int8)
    for first in range(NUM_COMBOS)
    for second in range(NUM_COMBOS)
)
"""int8[1, seat] for each pair of combinations, made once because a step takes few microseconds."""
