"""Matches of a real game: the bot holds some seats, the rulebook's default action is played for the others.

The engine is stepped with the bot's actions, so observations, configs and events are what a real
referee would send. When and in which order they are sent is up to the scenario.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from google.protobuf import any_pb2

from gamereferee.v1 import match_pb2, time_control_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.verdict import NotApplicable
from referee.core.config import GameConfig
from referee.core.errors import MalformedError
from referee.core.game import AnyPlugin, DecisionPoint, Event
from referee.core.outcome import EndCause, Outcome, SeatResult
from referee.core.rng import (
    NONCE_BYTES,
    SALT_BYTES,
    commitment,
    match_seed,
    nonce_commitment,
)
from referee.core.time_control import TimeControl
from referee.replay.wire import (
    NONCE_COMMITMENTS,
    duration,
    outcome_to_wire,
    packed,
    time_control_to_wire,
)

__all__ = ["DEFAULT_TERMS", "MatchTerms", "ScriptedMatch"]

MOST_STEPS = 10_000
"""Number of steps in a row without a decision of the bot after which a match is given up."""
_OUTCOME_TEXT = {EndCause.RULES: "the rules ended the match", EndCause.OPERATOR: "aborted"}


@dataclasses.dataclass(frozen=True, slots=True)
class MatchTerms:
    """Config, number of seats and time control of the matches of a conformance run."""

    config: GameConfig | None = None
    """Config of the game; None means the game's defaults."""
    num_seats: int | None = None
    """Number of seats, at least 1; None means the game's default."""
    time_control: TimeControl | None = None
    """Time control that the bot is shown; None means the game's suggestion."""


DEFAULT_TERMS = MatchTerms()
"""Terms of a run for which none are given: those of the game."""


class ScriptedMatch:
    """One match, as the bot's seats see it.

    Args:
        plugin: The game.
        match_id: Id of the match.
        seats: Indices of the seats that the bot holds, ascending.
        no_clock: Whether decisions have no deadline.
        terms: Config, number of seats and time control.
    """

    def __init__(
        self,
        plugin: AnyPlugin,
        match_id: str,
        seats: Sequence[int] = (0,),
        *,
        no_clock: bool = False,
        terms: MatchTerms = DEFAULT_TERMS,
    ) -> None:
        info = plugin.game.info
        self.plugin = plugin
        self.match_id = match_id
        self.seats = tuple(seats)
        self.tokens = {seat: f"{match_id}-seat-{seat}-token" for seat in seats}
        """Token by index of the seat, for the seats that the bot holds."""
        self.nonces: dict[int, bytes] = {}
        """Nonces that the bot's seats have sent, by seat index; they are mixed into the match seed."""
        self.strikes = dict.fromkeys(seats, 0)
        """Number of missed deadlines, by index of the seat, for the seats that the bot holds."""
        self._config = terms.config or plugin.game.config_class()
        # A scenario may ask for more seats than the matches of the run have.
        self._num_seats = max(terms.num_seats or info.default_seats, max(seats) + 1)
        times = terms.time_control or plugin.game.suggested_time_control(self._config)
        self._terms = TimeControl(move_time_ns=None, strikes=times.strikes) if no_clock else times
        # From the id alone: a scenario plays the same match every time.
        self._server_seed = hashlib.sha256(match_id.encode()).digest()
        self._salt = hashlib.sha256(self._server_seed).digest()
        self._rival_nonce = self._salt[:NONCE_BYTES]
        self.commitments: dict[int, bytes] = {}
        """Nonce commitments that the bot's seats have sent, by seat index; empty if the bot does not
        use them.
        """
        self._state: Any = None
        self._point: DecisionPoint | None = None
        self._events: dict[int, list[bytes]] = {seat: [] for seat in seats}
        self._numbers = dict.fromkeys(seats, 0)
        self._open: dict[int, wire.Turn] = {}
        self._actions: dict[int, Any] = {}

    @property
    def config(self) -> GameConfig:
        """Return the match's config."""
        return self._config

    @property
    def num_seats(self) -> int:
        """Return the number of seats of the match."""
        return self._num_seats

    @property
    def state(self) -> Any:
        """Return the game's state; it must not be changed."""
        return self._state

    @property
    def is_over(self) -> bool:
        """Return whether the rules have ended the match."""
        return self._state is not None and self._point is None

    # What the referee says.

    def joined(self, seat: int, number: int, *, rejoined: bool = False) -> wire.Joined:
        """Return the message that accepts a seat's join.

        Args:
            seat: Index of the seat.
            number: The bot's own number for the join.
            rejoined: Whether the message says that the seat had been joined before.
        """
        codec, info = self.plugin.codec, self.plugin.game.info
        return wire.Joined(
            match_id=self.match_id,
            seat=seat,
            game=info.game,
            game_version=info.version,
            config=packed(codec.config_type, codec.encode_public_config(self._config)),
            num_seats=self._num_seats,
            time_control=self._time_control(),
            seed_commitment=commitment(self._server_seed, self._salt),
            rejoined=rejoined,
            join_number=number,
            features=[NONCE_COMMITMENTS] if self.commitments else [],
        )

    def known_observation(self, seat: int) -> tuple[bytes, bytes]:
        """Return the bytes that all observations of a seat begin with, and those that they end with."""
        return self.plugin.codec.known_observation(self._config, seat)

    def shown(self, seat: int) -> wire.NonceCommitments:
        """Return the message that shows a seat the nonce commitments of all seats, the bot's and others."""
        state = match_pb2.NONCE_STATE_COMMITTED
        shown = [match_pb2.SeatNonce(state=state, commitment=c) for c in self._all_commitments()]
        return wire.NonceCommitments(match_id=self.match_id, seat=seat, nonces=shown)

    def started(self, seat: int) -> wire.MatchStarted:
        """Return the message that starts the match for a seat.

        If the bot's seats have committed to nonces, the message has the opened nonces of all seats.
        """
        started = wire.MatchStarted(
            match_id=self.match_id, seat=seat, round_trip=duration(1_500_000)
        )
        if self.commitments:
            started.nonces_committed = True
            for promised, nonce in zip(self._all_commitments(), self._all_nonces(), strict=True):
                state = match_pb2.NONCE_STATE_OPENED
                started.nonces.add(state=state, commitment=promised, nonce=nonce)
        return started

    def turns(self) -> list[wire.Turn]:
        """Return the bot's open turns, in seat order; none once the match is over."""
        if self._state is None:
            self._start()
        return [self._open[seat] for seat in sorted(self._open)]

    def turn(self) -> wire.Turn:
        """Return the first open turn of the bot's seats, by seat order.

        Raises:
            NotApplicable: The match is over.
        """
        turns = self.turns()
        if not turns:
            raise NotApplicable(f"a match of {self.plugin.game.info.game} is over too soon for it")
        return turns[0]

    def missed(self, seat: int, *, forfeited: bool = False) -> wire.MissedDeadline:
        """Return the message that a seat missed the deadline of its open or last turn.

        An open turn gets the default action. If `forfeited`, the message says that this strike has
        forfeited the seat.
        """
        self.strikes[seat] += 1
        message = wire.MissedDeadline(
            match_id=self.match_id,
            seat=seat,
            turn=self._numbers[seat],
            strikes=self.strikes[seat],
            strikes_limit=self.strikes[seat] if forfeited else 0,
            forfeited=forfeited,
        )
        # A missed deadline plays the default, as a referee does; the turn may also be over already.
        if seat in self._open:
            self.take(seat, None)
        return message

    def ended(
        self, seat: int, *, cause: EndCause = EndCause.RULES, fair: bool = True
    ) -> wire.MatchEnded:
        """Return the message that ends the match for a seat and reveals the seed of the dice.

        `cause` is why the match ended.

        If not `fair`, the revealed salt is not the one that was committed to.
        """
        if self._state is None:
            self._start()
        told = b"".join(self._events[seat])
        codec = self.plugin.codec
        return wire.MatchEnded(
            match_id=self.match_id,
            seat=seat,
            outcome=self._outcome(cause),
            events=packed(codec.events_type, told) if told else None,
            reveal=match_pb2.SeedReveal(
                server_seed=self._server_seed,
                salt=self._salt if fair else bytes(SALT_BYTES),
                nonces=self._all_nonces(),
                nonce_commitments=self._all_commitments() if self.commitments else [],
                match_seed=match_seed(self._server_seed, self._all_nonces()),
            ),
        )

    def out_early(self, seat: int) -> wire.MatchEnded:
        """Return the message that ends the match for one seat early, with the last place, while the match goes on.

        From here on the bot no longer holds the seat; the default action is played for it.
        """
        if self._state is None:
            self._start()
        # The seat gets its last events here, and none from now on.
        told = b"".join(self._events.pop(seat))
        self.seats = tuple(other for other in self.seats if other != seat)
        del self.tokens[seat]
        # With no seat of the bot left, the match need not go on: nobody would see it.
        if self.seats and seat in self._open:
            self.take(seat, None)
        self._open.pop(seat, None)
        results = [
            match_pb2.SeatResult(seat=index, placement=self._num_seats if index == seat else 0)
            for index in range(self._num_seats)
        ]
        codec = self.plugin.codec
        return wire.MatchEnded(
            match_id=self.match_id,
            seat=seat,
            outcome=match_pb2.Outcome(
                cause=match_pb2.END_CAUSE_RULES, text="out; the match goes on", seats=results
            ),
            events=packed(codec.events_type, told) if told else None,
            goes_on=True,
        )

    def _outcome(self, cause: EndCause) -> match_pb2.Outcome:
        result = self.plugin.game.outcome(self._state)
        rows = zip(result.placements, result.scores, strict=True)
        results = [
            SeatResult(
                placement=0 if cause.is_void else placement,
                score=0 if cause.is_void else score,
                strikes=self.strikes.get(seat, 0),
                forfeit=None,
            )
            for seat, (placement, score) in enumerate(rows)
        ]
        text = _OUTCOME_TEXT.get(cause, cause.name)
        return outcome_to_wire(Outcome(cause, text, tuple(results)))

    # What the bot decides.

    def take(self, seat: int, payload: any_pb2.Any | None) -> None:
        """Close a seat's open turn with this action, or with the default action if `payload` is None.

        The game is stepped once no turn is open.

        Raises:
            MalformedError: The payload is not the game's action; the turn stays open.
        """
        codec = self.plugin.codec
        if payload is not None and payload.type_url.rpartition("/")[2] != codec.action_type:
            raise MalformedError(f"its payload is {payload.type_url!r}, not {codec.action_type}")
        action = None if payload is None else codec.decode_action(payload.value)
        # Only now: with a payload that can't be read the turn stays open.
        del self._open[seat]
        self._actions[seat] = action
        if not self._open:
            self._step()

    def play_defaults(self, turns: int) -> None:
        """Play this many turns of the bot's seats with the default action, before the bot joins."""
        for _ in range(turns):
            self.take(self.turn().seat, None)

    # The engine.

    def _start(self) -> None:
        seed = match_seed(self._server_seed, self._all_nonces())
        self._state, events = self.plugin.game.start(
            self._config, seed=seed, num_seats=self._num_seats
        )
        self._tell(events)
        self._open_turns()

    def _step(self) -> None:
        assert self._point is not None
        actions = {seat: self._actions.get(seat) for seat in self._point.seats}
        # Emptied before the next turns open, whose answers are collected here.
        self._actions.clear()
        self._tell(self.plugin.game.step(self._state, actions))
        self._open_turns()

    def _open_turns(self) -> None:
        """Step the game with default actions until one of the bot's seats must decide, and open its turn."""
        for _ in range(MOST_STEPS):
            self._point = self.plugin.game.decision(self._state)
            if self._point is None:
                return
            # Where the bot does not decide, the match goes on without being sent.
            own = [seat for seat in self._point.seats if seat in self.seats]
            if own:
                break
            others = dict.fromkeys(self._point.seats)
            self._tell(self.plugin.game.step(self._state, others))
        else:
            raise NotApplicable(f"seats {self.seats} never have to decide")
        seen = self.plugin.game.observe(self._state, own)
        encoded = self.plugin.codec.encode_observations(self._config, seen)
        for seat, observation in zip(own, encoded, strict=True):
            self._numbers[seat] += 1
            self._open[seat] = self._turn(seat, observation)

    def _turn(self, seat: int, observation: bytes) -> wire.Turn:
        assert self._point is not None
        codec = self.plugin.codec
        told = b"".join(self._events[seat])
        self._events[seat].clear()
        clock = time_control_pb2.Clock(strikes=self.strikes[seat])
        free_ns = self._terms.free_ns(first=self._numbers[seat] == 1)
        if free_ns is not None:
            clock.remaining.CopyFrom(duration(free_ns + self._terms.bank_ns))
        return wire.Turn(
            match_id=self.match_id,
            seat=seat,
            turn=self._numbers[seat],
            observation=packed(codec.observation_type, observation),
            events=packed(codec.events_type, told) if told else None,
            phase=self._point.phase,
            clock=clock,
        )

    def _tell(self, events: Iterable[Event]) -> None:
        events = list(events)
        for seat, told in self._events.items():
            told += [
                self.plugin.codec.encode_events([event])
                for event in events
                if event.is_visible_to(seat)
            ]

    def _time_control(self) -> time_control_pb2.TimeControl:
        return time_control_to_wire(self._terms)

    def _all_nonces(self) -> list[bytes]:
        # Without commitments, seats that send no nonce have an empty part in the match seed.
        absent = self._rival_nonce if self.commitments else b""
        return [self.nonces.get(seat, absent) for seat in range(self._num_seats)]

    def _all_commitments(self) -> list[bytes]:
        rivals = nonce_commitment(self._rival_nonce)
        return [self.commitments.get(seat, rivals) for seat in range(self._num_seats)]
