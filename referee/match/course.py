"""Course of a match: everything that has happened so far, without time and without effects.

`MatchMachine` advances a match by events, `redo` by the records of a journal. Both use the
operations here, so a resumed match is the same match.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Sequence
from typing import Any

from referee.core.config import GameConfig
from referee.core.game import AnyGame, DecisionPoint, Event, Events
from referee.core.outcome import EndCause, ForfeitCause, Outcome
from referee.core.rng import match_seed
from referee.core.time_control import TimeControl
from referee.match.correspondence import is_correspondence
from referee.match.effects import OpenPlace
from referee.match.nonces import were_committed
from referee.match.records import ActionKind, ActionTaken, TurnOpened
from referee.match.rejection import Rejection
from referee.match.scoring import early_outcome, final_outcome, side_left
from referee.match.seat import SeatState, joined
from referee.match.talk import Heard, Problem, Talk

__all__ = ["REFUSED_RECORDS", "UNREADABLE_LIMIT", "MatchCourse", "MatchPhase", "MatchTerms"]

UNREADABLE_LIMIT = 20
"""Number of unreadable messages after which a seat forfeits the match."""
REFUSED_RECORDS = 100
"""Number of rejected messages of one seat that are written to the journal. Later ones are still
answered with a rejection, but not recorded.
"""


class MatchPhase(enum.Enum):
    """State of a match as a whole: not begun, running or ended. The game's own phases are separate."""

    WAITING = 1
    """The match has not begun: some seats have neither joined nor forfeited, or their nonces are
    still to be opened.
    """
    RUNNING = 2
    """The match has begun, and seats are making decisions."""
    ENDED = 3
    """The match is over."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchTerms:
    """Terms of a match, fixed at its creation: game, config, number of seats, time control, seed."""

    game: AnyGame
    """Rules of the match's game."""
    config: GameConfig
    """The game's config for this match."""
    num_seats: int
    """Number of seats; the creator of the terms has checked that the game allows it."""
    time_control: TimeControl
    """Time control: how much time each seat has."""
    server_seed: bytes
    """The server's random part of the match seed. If the organizer fixed the seed, this is the
    match seed itself, as 8 bytes big-endian.
    """
    seed_fixed: bool = False
    """Whether the organizer fixed the match seed, so that the seats' nonces do not change it."""


class MatchCourse:
    """Everything that has happened in one match so far: seats, game state, steps, chat and outcome.

    Args:
        terms: Terms of the match.
    """

    def __init__(self, terms: MatchTerms) -> None:
        self.terms = terms
        self.phase = MatchPhase.WAITING
        self.seats = [SeatState(terms.time_control) for _ in range(terms.num_seats)]
        self.teams = terms.game.teams(terms.config, terms.num_seats)
        self.steps = 0
        self.outcome: Outcome | None = None
        self.commitments_shown = False
        """Whether all nonce commitments were shown to the seats. From then on a nonce counts only
        if it opens one of those commitments.
        """
        self.nonces_committed = False
        """Whether every joined seat had committed to its nonce when the match began."""
        self.match_seed = 0
        """Seed of all dice of the match; 0 until the match begins."""
        self.state: Any = None
        """The game's state; None until the match begins."""
        self.point: DecisionPoint | None = None
        """The open decision point: which seats must decide. None before the match begins and after
        it ends.
        """
        self.last_events: Events = []
        """Events of the game from the last engine step, or from the start of the game before any step."""
        rules = terms.game.chat_rules(terms.config)
        self.talk = None if rules is None else Talk(terms.game, rules, terms.num_seats)
        """Chat of the open decision point; None if the game's config has no chat."""
        self.last_said: tuple[Heard, ...] = ()
        """Chat messages of the last decision point that has closed, by a step or by the end of the
        match.
        """
        self.is_correspondence = is_correspondence(terms.time_control)
        """Whether a move may take more than an hour, so that deadlines and answers are recorded."""
        self.recorded_turns: dict[int, TurnOpened] = {}
        """Last recorded deadline of each seat that has one, by seat, when the match is resumed from its
        journal; else empty.
        """
        self.exits = 0
        """Number of exits so far; seats that went out at once count as one exit."""

    @property
    def is_complete(self) -> bool:
        """Whether every seat has joined or forfeited, so that the match can begin."""
        return all(seat.joined or seat.forfeit is not None for seat in self.seats)

    def join_seat(self, index: int, nonce: bytes, commitment: bytes, bot_name: str) -> None:
        """Record a seat's first join.

        Args:
            index: Index of the seat.
            nonce: The seat's nonce, 16 bytes; empty if it adds none, or opens it later.
            commitment: SHA-256 of the nonce that the seat will open later; empty without one.
            bot_name: Name of the seat's bot, for the replay.
        """
        seat = self.seats[index]
        seat.joined, seat.bot_name = True, bot_name
        seat.nonce, seat.nonce_commitment = nonce, commitment

    @property
    def takes_nonces(self) -> bool:
        """Whether a seat that joins now may still add a nonce, or commit to one."""
        return self.phase is MatchPhase.WAITING and not self.commitments_shown

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """Nonce of each seat, in seat order; empty bytes for a seat that has sent or opened none."""
        return tuple([seat.nonce for seat in self.seats])

    @property
    def nonce_commitments(self) -> tuple[bytes, ...]:
        """Nonce commitment of each seat, in seat order; empty bytes for a seat without one.

        The tuple itself is empty if no seat has made a commitment.
        """
        commitments = tuple([seat.nonce_commitment for seat in self.seats])
        return commitments if any(commitments) else ()

    def digest(self) -> bytes:
        """Return the digest of the game's current state."""
        return self.terms.game.digest(self.state)

    def start_game(self) -> None:
        """Compute the match seed, start the game, and set the phase to RUNNING."""
        terms = self.terms
        self.phase = MatchPhase.RUNNING
        self.nonces_committed = were_committed(self.seats)
        # Nonces must not change a fixed seed, or the organizer could not have the same dice again.
        if terms.seed_fixed:
            seed = int.from_bytes(terms.server_seed, "big")
        else:
            seed = match_seed(terms.server_seed, [seat.nonce for seat in self.seats])
        self.state, events = terms.game.start(terms.config, seed=seed, num_seats=terms.num_seats)
        self.match_seed = seed
        self._move_on(events)

    def step_game(self, actions: Sequence[ActionTaken]) -> None:
        """Step the game engine with the actions of all acting seats, after closing the chat.

        Afterwards `point` is the next decision point.
        """
        # Before the step: the messages belong to the decision point that ends here.
        if self.talk is not None:
            self.hear(self.talk)
        for taken in actions:
            self.seats[taken.seat].answer = None
        events = self.terms.game.step(self.state, {t.seat: t.action for t in actions})
        self.steps += 1
        self._count_refusals(events, actions)
        self._move_on(events)

    def _count_refusals(self, events: Events, actions: Sequence[ActionTaken]) -> None:
        # Columns of events are visible to everybody, and a refusal is visible to its own seat alone.
        if not isinstance(events, list):
            return
        # Only a seat that played can be at fault; a default action is the game's own.
        acted = {(taken.seat,) for taken in actions if taken.action is not None}
        for event in events:
            if event.audience in acted:
                reason = self.terms.game.refusal(event)
                if reason is not None:
                    self.seats[event.audience[0]].count_refusal(reason)

    def _move_on(self, events: Events) -> None:
        self.point = self.terms.game.decision(self.state)
        self.last_events = events
        visible = events
        by_seat = None if not isinstance(events, list) else _by_audience(events, len(self.seats))
        for index, seat in enumerate(self.seats):
            # A seat that is out gets no more events: its `End` holds those up to its exit.
            if not seat.is_out:
                if by_seat is not None:
                    visible = by_seat[index]
                seat.pending = joined(seat.pending, visible)
        # After the events were handed out, so that a seat which goes out in this step still gets
        # this step's events.
        eliminated = self.terms.game.eliminated(self.state)
        if eliminated:
            self._put_out(eliminated)

    def _put_out(self, eliminated: Sequence[int]) -> None:
        """Take out seats that the rules have eliminated; all get the same number of their exit.

        An exit is a seat's leaving of the match. Seats that are already out are ignored.
        """
        fresh = [index for index in eliminated if not self.seats[index].is_out]
        self.exits += bool(fresh)
        for index in fresh:
            self.seats[index].out_order = self.exits

    def say(self, index: int, channel: str, text: bytes) -> Problem | None:
        """Take a chat message in a channel from the seat `index`, which is still in the match.

        Returns:
            Reason and text if the message is refused; None if it is taken.
        """
        if self.talk is None:
            return Rejection.MSG_NO_ROOM, f"{self.terms.game.info.game} has no chat"
        assert self.point is not None
        return self.talk.say(index, channel, text, state=self.state, phase=self.point.phase)

    def hear(self, talk: Talk) -> None:
        """Close the decision point's chat, and queue each message for the seats in the message's channel.

        Seats that are out get no messages.
        """
        said = self.last_said = talk.close()
        if not said:
            return
        for index, seat in enumerate(self.seats):
            if not seat.is_out:
                seat.pending_said += tuple([h for h in said if index in h.channel.members])

    def defaulted(
        self, index: int, kind: ActionKind, *, elapsed_ns: int = 0, handed_ns: int = 0
    ) -> ActionTaken:
        """Return the record of a seat for which the default action is played in the next step.

        Args:
            index: Index of the seat.
            kind: Why the default action is played: DEFAULTED or FORFEITED.
            elapsed_ns: Time charged to the seat's clock for this decision, in nanoseconds.
            handed_ns: When the turn was handed over, in nanoseconds since the match began or was
                last resumed.
        """
        seat = self.seats[index]
        return ActionTaken(index, seat.turn, kind, None, b"", elapsed_ns, 0, handed_ns, seat.cpu_ns)

    def due_forfeit(self, index: int) -> ForfeitCause | None:
        """Return the cause for which the seat `index` must be forfeited now; None if there is none.

        Causes are too many strikes (deadlines missed, turns given up) and too many unreadable
        messages. A seat that is already out has none.
        """
        seat, limit = self.seats[index], self.terms.time_control.strikes
        if seat.is_out:
            return None
        # A limit of 0 means that strikes never forfeit.
        if limit and seat.strikes >= limit:
            return ForfeitCause.TIME
        return ForfeitCause.MALFORMED if seat.unreadable >= UNREADABLE_LIMIT else None

    def due_end(self) -> EndCause | None:
        """Return the cause for which the match must end now; None if it goes on.

        The match is over when the rules say so, or when no rivals are left and a forfeit had a part
        in that. Where the rules alone have put all rivals out, the rules decide when the match is
        over.
        """
        if self.phase is MatchPhase.RUNNING and self.point is None:
            return EndCause.RULES
        if not self.exits or not side_left(self.seats, self.teams):
            return None
        forfeited = [seat for seat in self.seats if seat.forfeit is not None]
        if not forfeited:
            return None
        # The last forfeit is the one that left no rivals.
        last = max(forfeited, key=lambda seat: seat.out_order)
        assert last.forfeit is not None
        return last.forfeit.end_cause

    def early_outcome(self, index: int) -> Outcome | None:
        """Return the final result of the seat `index`, which the rules have put out; None if not final.

        A seat that has forfeited, or has a team-mate still in, gets its result when the match ends.
        Placement and score are 0 if `open_place` does not return None: the game then keeps them
        hidden until the end.
        """
        team = self.teams[index]
        mates = [seat for seat, other in zip(self.seats, self.teams, strict=True) if other == team]
        # A team's place is that of its last exit. If this was a forfeit, the place is decided only
        # at the end.
        last = max(mates, key=lambda seat: seat.out_order)
        is_final = all(seat.is_out for seat in mates) and last.forfeit is None
        if not is_final or self.seats[index].forfeit is not None:
            return None
        if self.open_place(index) is not None:
            return early_outcome(index, self.seats, self.teams, None)
        game = self.terms.game
        return early_outcome(
            index, self.seats, self.teams, game.outcome(self.state), counts_sides=game.counts_sides
        )

    def open_place(self, index: int) -> OpenPlace | None:
        """Return the range of placements still possible for the seat `index`, put out by the rules.

        The range follows from which seats went out when, which all seats know. None if the place is
        final.
        """
        out_round = self.terms.game.open_exit(self.state, index)
        if out_round is None:
            return None
        own = self.seats[index].out_order
        # Seats that are still in may all be placed before it; seats that went out earlier can't
        # pass it any more.
        together = sum(seat.out_order == own for seat in self.seats)
        before = sum(not seat.is_out or seat.out_order > own for seat in self.seats)
        return OpenPlace(out_round, before + 1, before + together)

    def final_outcome(self, cause: EndCause) -> Outcome:
        """Return the outcome of a match that ends now for `cause`, which must not be a void cause."""
        game = self.terms.game
        by_rules = None if self.state is None else game.outcome(self.state)
        ranks_exits = game.ranks_exits(self.terms.config)
        return final_outcome(
            self.seats,
            self.teams,
            by_rules,
            cause,
            ranks_exits=ranks_exits,
            counts_sides=game.counts_sides,
        )


def _by_audience(events: list[Event], num_seats: int) -> list[list[Event]] | None:
    """Return one list of events per seat, with the events that the seat may see, in order.

    None if all seats may see all events.
    """
    if all(event.audience is None for event in events):
        return None
    by_seat: list[list[Event]] = [[] for _ in range(num_seats)]
    for event in events:
        audience = event.audience
        for seat in range(num_seats) if audience is None else audience:
            by_seat[seat].append(event)
    return by_seat
