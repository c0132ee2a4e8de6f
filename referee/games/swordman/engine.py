"""Swordman as the referee plays it: ties the rules of this folder into a `Game`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.core.game import DecisionPoint, Event, Events
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.time_control import MS, TimeControl
from referee.games.duel_game import DuelGame, start_events
from referee.games.swordman.batch import SwordmanBatch
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.info import INFO
from referee.games.swordman.rows import SwordmanRows
from referee.games.swordman.rules.actions import Action, orders_of, parse_action, random_action
from referee.games.swordman.rules.round import play_round
from referee.games.swordman.scenario.plain import parse_state, plain_state
from referee.games.swordman.state import State, new_state
from referee.games.swordman.tables import NO_FIELD, ReasonCode
from referee.games.swordman.visibility.visibility import Sight, observe
from referee.games.swordman.wire.events import notice_events, round_events
from referee.games.swordman.wire.records import Notice

__all__ = ["Swordman"]


class Swordman(DuelGame[SwordmanConfig, State, Action, Sight]):
    """The rules of Swordman for a single match; its states have one match each.

    Exactly two players, every one for himself (SW-1.2), and nothing to roll (SW-1.3).
    """

    info = INFO
    config_class = SwordmanConfig
    decision_point = DecisionPoint("setting", (0, 1))  # SW-4.1
    notice_class = Notice

    def suggested_time_control(self, config: SwordmanConfig) -> TimeControl:
        """`deadline_ms` for each setting; no seat is ever removed for its silence (SW-7.5)."""
        return TimeControl(move_time_ns=config.deadline_ms * MS, strikes=0)

    def start(
        self,
        config: SwordmanConfig,
        *,
        seed: int,  # noqa: ARG002
        num_seats: int,  # noqa: ARG002
    ) -> tuple[State, list[Event]]:
        """See `Game`; the seed is not used (SW-2.3)."""
        return new_state(config, 1), start_events()

    def start_batch(
        self,
        config: SwordmanConfig,
        *,
        seeds: Sequence[int],
        num_seats: int,  # noqa: ARG002
    ) -> SwordmanBatch:
        """Many matches that are stepped by one kernel call; see `StartsBatches`."""
        return SwordmanBatch(self, new_state(config, len(seeds)))

    def start_rows(
        self,
        config: SwordmanConfig,
        *,
        num_rows: int,
        num_seats: int,  # noqa: ARG002
    ) -> SwordmanRows:
        """Rows for `Rollout`; see `StartsRows`."""
        return SwordmanRows(config, num_rows)

    def observe(self, state: State, seats: Sequence[int]) -> list[Sight]:
        """See `Game`."""
        return observe(state, seats)

    def step(self, state: State, actions: Mapping[int, Action | None]) -> Events:
        """See `Game`."""
        play_round(state, orders_of(actions[0], actions[1]))
        notices, public = notice_events(state), round_events(state)
        return [*notices, *public] if notices else public

    def reseed(self, state: State, seed: int) -> None:
        """See `Game`: nothing is drawn."""

    def random_action(self, state: State, seat: int, dice: Stream) -> Action:  # noqa: ARG002
        """Return all points, in a split and at locations drawn uniformly."""
        return random_action(state.table[0], dice)

    def parse_action(self, value: object) -> Action:
        """See `Game`; the plain form is SW-4.2."""
        return parse_action(value)

    def parse_state(
        self,
        config: SwordmanConfig,
        num_seats: int,  # noqa: ARG002
        values: Mapping[str, object],
    ) -> State:
        """See `Game`."""
        return parse_state(config, values)

    def plain_state(self, state: State) -> dict[str, Plain]:
        """See `Game`."""
        return plain_state(state)

    def hidden_variants(self, state: State, seat: int, dice: Stream) -> Iterable[State]:
        """Other notices for the rival: all that SW-6 hides between rounds."""
        variant = self.copy(state)
        theirs = variant.notices[0, 1 - seat]
        had_some = theirs.any()
        theirs[:] = 0
        if not had_some:
            theirs[0] = (dice.draw(len(ReasonCode)), NO_FIELD)
        yield variant
