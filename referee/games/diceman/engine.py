"""Implements the contract `Game` for Diceman by calling the rules of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from referee.core.game import DecisionPoint, Event, Events
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.info import INFO
from referee.games.diceman.rows import DicemanRows
from referee.games.diceman.rules.actions import DEFAULT, LEGAL, NO_INDEX, Action, parse_action
from referee.games.diceman.rules.round import play_round
from referee.games.diceman.scenario import plain
from referee.games.diceman.state import SCRIPT_SIZE, State, new_state
from referee.games.diceman.tables import NUM_COMBOS, ReasonCode
from referee.games.diceman.visibility.visibility import Sight, observe, read_notices
from referee.games.diceman.wire.events import round_events
from referee.games.diceman.wire.records import Notice
from referee.games.duel_game import DuelGame, notice_events, start_events

__all__ = ["Diceman"]


class Diceman(DuelGame[DicemanConfig, State, Action, Sight]):
    """The rules of Diceman as a `Game`; each state that it makes holds one match.

    Exactly two players, each playing alone (DM-1.2).
    """

    info = INFO
    public_clocks = True
    config_class = DicemanConfig
    decision_point = DecisionPoint("choice", (0, 1))  # DM-4.1
    notice_class = Notice
    rows_class = DicemanRows

    def suggested_time_control(self, config: DicemanConfig) -> TimeControl:
        """Return `deadline_ms` as move time, without strikes: no seat is ever removed for silence (DM-7.4)."""
        return TimeControl(move_time_ns=config.deadline_ms * MS, strikes=0)

    def start(
        self,
        config: DicemanConfig,
        *,
        seed: int,
        num_seats: int,  # noqa: ARG002
    ) -> tuple[State, list[Event]]:
        """Return the state before the first choice, and the events that begin the match.

        Args:
            config: Config of the match.
            seed: Match seed, 0..2^64-1.
            num_seats: Not used: Diceman always has two seats.
        """
        return new_state(config, [seed]), start_events()

    def observe(self, state: State, seats: Sequence[int]) -> list[Sight]:
        """Return what each of these seats may know of the state now, in the order of `seats`."""
        return observe(state, seats)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> Events:
        """Play one round with the actions of both seats; change the state and return the events.

        An action of None is a missed deadline and plays the default: sword and shield.

        Raises:
            ScenarioError: A scripted value is more than its die can show; nothing has changed then.
        """
        first, second = actions[0] or DEFAULT, actions[1] or DEFAULT
        if state.script.item(SCRIPT_SIZE) >= 0:
            plain.check_script(state, (first.combo, second.combo))
        play_round(state, _CHOICES[first.combo * NUM_COMBOS + second.combo])
        if first.notices or second.notices:
            _put_notices(state, (first, second))
            return [*notice_events(read_notices, state), *round_events(state)]
        return round_events(state)

    def reseed(self, state: State, seed: int) -> None:
        """Replace the match seed, so that all coming rolls are drawn from the new one."""
        state.seeds[:] = seed

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:  # noqa: ARG002
        """Return one of the six legal combinations, drawn from `dice` with equal chances."""
        return LEGAL[dice.draw(NUM_COMBOS) - 1]

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:  # noqa: ARG002
        """Return the six legal combinations, in the order of their ids."""
        return LEGAL

    def parse_action(self, value: object) -> Action:
        """Return the action of a plain value as in DM-4.4, such as `{"dice": [2, 3]}`; never fails (DM-4.8)."""
        return parse_action(value)

    def parse_state(
        self,
        config: DicemanConfig,
        num_seats: int,  # noqa: ARG002
        values: Mapping[str, object],
    ) -> State:
        """Return a new match before a choice, in which the fields named in `values` have the values given there.

        Names are those of the rulebook (DM-3.3).

        Raises:
            ScenarioError: A field is unknown, or its value is out of bounds.
        """
        return plain.parse_state(config, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """Return the state as plain data, by the field names of the rulebook (DM-3.3)."""
        return plain.plain_state(state)

    def script_dice(self, state: State, values: Sequence[int]) -> None:
        """Make the coming rolls show these values: seat by seat, and by die id within a seat.

        Raises:
            ScenarioError: A value is below 1, or more than any die of the match can show.
        """
        plain.script_dice(state, values)

    def scripted_dice_left(self, state: State) -> int:
        """Return the number of scripted values not rolled yet; -n if n rolls found no scripted value left.

        0 if dice are not scripted.
        """
        return plain.scripted_dice_left(state)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Yield copies of the state that `seat` must not be able to distinguish from it.

        The first copy has another seed, the second has other notices for the rival. Between rounds, nothing else is
        hidden from a seat (DM-6).
        """
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


def _put_notices(state: State, actions: Sequence[Action]) -> None:
    """Write the notices of both seats' actions into the state, after `play_round` has cleared the old ones."""
    for seat, action in enumerate(actions):
        for place, notice in enumerate(action.notices):
            state.notices[0, seat, place] = (notice.code.value, notice.index)


_CHOICES = tuple(
    np.array([[first, second]], dtype=np.int8)
    for first in range(NUM_COMBOS)
    for second in range(NUM_COMBOS)
)
"""Arguments of `play_round` by 6 * combination of seat 0 + combination of seat 1: int8[1, seat] each.

They are made once, because a step takes only a few microseconds.
"""
