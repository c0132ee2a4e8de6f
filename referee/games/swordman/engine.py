"""Implements the contract `Game` for Swordman by calling the rules of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.core.game import DecisionPoint, Event, Events
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.duel_game import DuelGame, notice_events, start_events
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.info import INFO
from referee.games.swordman.rows import SwordmanRows
from referee.games.swordman.rules.actions import Action, orders_of, parse_action, random_action
from referee.games.swordman.rules.round import play_round
from referee.games.swordman.scenario.plain import parse_state, plain_state
from referee.games.swordman.state import State, new_state
from referee.games.swordman.tables import NO_FIELD, ReasonCode
from referee.games.swordman.visibility.visibility import Sight, observe, read_notices
from referee.games.swordman.wire.events import round_events
from referee.games.swordman.wire.records import Notice

__all__ = ["Swordman"]


class Swordman(DuelGame[SwordmanConfig, State, Action, Sight]):
    """The rules of Swordman as a `Game`; each state that it makes holds one match.

    Exactly two players, each playing alone (SW-1.2), and nothing is random (SW-1.3).
    """

    info = INFO
    public_clocks = True
    config_class = SwordmanConfig
    decision_point = DecisionPoint("setting", (0, 1))  # SW-4.1
    notice_class = Notice
    rows_class = SwordmanRows

    def suggested_time_control(self, config: SwordmanConfig) -> TimeControl:
        """Return `deadline_ms` as move time, without strikes: no seat is ever removed for silence (SW-7.5)."""
        return TimeControl(move_time_ns=config.deadline_ms * MS, strikes=0)

    def start(
        self,
        config: SwordmanConfig,
        *,
        seed: int,  # noqa: ARG002
        num_seats: int,  # noqa: ARG002
    ) -> tuple[State, list[Event]]:
        """Return the state before the seats' first decision, and the events that begin the match.

        Args:
            config: Config of the match.
            seed: Not used: nothing is random (SW-2.3).
            num_seats: Not used: Swordman always has two seats.
        """
        return new_state(config, 1), start_events()

    def observe(self, state: State, seats: Sequence[int]) -> list[Sight]:
        """Return what each of these seats may know of the state now, in the order of `seats`."""
        return observe(state, seats)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> Events:
        """Play one round with the actions of both seats; change the state and return the events.

        An action of None is a missed deadline and plays the default (SW-4.6).
        """
        play_round(state, orders_of(actions[0], actions[1]))
        notices, public = notice_events(read_notices, state), round_events(state)
        return [*notices, *public] if notices else public

    def reseed(self, state: State, seed: int) -> None:
        """Do nothing: Swordman has no chance, so another seed changes no match."""

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:  # noqa: ARG002
        """Return a setting that spends all points, with a random split and random locations, all equally likely."""
        return random_action(state.table[0], dice)

    def parse_action(self, value: object) -> Action:
        """Return the action of a plain value as in SW-4.2; never fails: an unreadable value gives `BAD_FORM`."""
        return parse_action(value)

    def parse_state(
        self,
        config: SwordmanConfig,
        num_seats: int,  # noqa: ARG002
        values: Mapping[str, object],
    ) -> State:
        """Return a new match before a decision, in which the fields named in `values` have the values given there.

        Names are those of the rulebook (SW-3).

        Raises:
            ScenarioError: A field is unknown, or its value is out of bounds.
        """
        return parse_state(config, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """Return the state as plain data, by the field names of the rulebook (SW-3)."""
        return plain_state(state)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Yield a copy of the state that `seat` must not be able to distinguish from it.

        The copy has other notices for the rival. Between rounds, nothing else is hidden from a seat (SW-6).
        """
        variant = self.copy(state)
        theirs = variant.notices[0, 1 - seat]
        had_some = theirs.any()
        theirs[:] = 0
        if not had_some:
            theirs[0] = (dice.draw(len(ReasonCode)), NO_FIELD)
        yield variant
