"""The course of a match: all that has happened so far, without time and without effects.

`MatchMachine` advances a match by events, `redo` by the records of a journal. Both use the operations here, so
that a match that is resumed is the same match.
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
from referee.match.effects import OpenPlace
from referee.match.nonces import were_committed
from referee.match.records import ActionKind, ActionTaken
from referee.match.rejection import Rejection
from referee.match.scoring import early_outcome, final_outcome, side_left
from referee.match.seat import SeatState, joined
from referee.match.talk import Heard, Problem, Talk

__all__ = ["UNREADABLE_LIMIT", "MatchCourse", "MatchPhase", "MatchTerms"]

UNREADABLE_LIMIT = 20
"""Unreadable messages that forfeit a seat."""


class MatchPhase(enum.Enum):
    """The stage a match is in."""

    WAITING = 1
    """Some seats have not joined yet."""
    RUNNING = 2
    """Decisions are being made."""
    ENDED = 3
    """Over."""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchTerms:
    """What is fixed when a match is created."""

    game: AnyGame
    """The rules."""
    config: GameConfig
    """The game's config."""
    num_seats: int
    """Seats, already checked against the game."""
    time_control: TimeControl
    """Clocks."""
    server_seed: bytes
    """The server's part of the match seed; the seed itself, 8 bytes big-endian, if fixed."""
    seed_fixed: bool = False
    """Whether the match seed is given, so that nonces have no part in it."""


class MatchCourse:
    """What has happened in one match.

    Args:
        terms: What was agreed.
    """

    def __init__(self, terms: MatchTerms) -> None:
        self.terms = terms
        self.phase = MatchPhase.WAITING
        self.seats = [SeatState(terms.time_control) for _ in range(terms.num_seats)]
        self.teams = terms.game.teams(terms.config, terms.num_seats)
        self.steps = 0
        self.outcome: Outcome | None = None
        self.commitments_shown = False
        """Whether all nonce commitments were shown, so that no further nonce counts but those opened."""
        self.nonces_committed = False
        """Whether, when the match began, every seat that was joined had committed itself to its nonce."""
        self.match_seed = 0
        """Seed of all dice; 0 until the match begins."""
        self.state: Any = None
        """The game's state; None until the match begins."""
        self.point: DecisionPoint | None = None
        """The seats that must decide; None before the match begins and after it ends."""
        self.last_events: Events = []
        """Events of the last step, or of the start."""
        rules = terms.game.chat_rules(terms.config)
        self.talk = None if rules is None else Talk(terms.game, rules, terms.num_seats)
        """Chat of the open decision point; None in a game without chat."""
        self.last_said: tuple[Heard, ...] = ()
        """Chat messages of the decision point before, followed by a step or by the end."""
        self.exits = 0
        """Number of exits so far; seats that went out at once count as one exit."""

    @property
    def is_complete(self) -> bool:
        """Whether every seat has joined or forfeited, so that the match can begin."""
        return all(seat.joined or seat.forfeit is not None for seat in self.seats)

    def join_seat(self, index: int, nonce: bytes, commitment: bytes, bot_name: str) -> None:
        """Record a seat's first join, with its part in the match seed."""
        seat = self.seats[index]
        seat.joined, seat.bot_name = True, bot_name
        seat.nonce, seat.nonce_commitment = nonce, commitment

    @property
    def takes_nonces(self) -> bool:
        """Whether a seat that is joined now may still add a nonce, or commit itself to one."""
        return self.phase is MatchPhase.WAITING and not self.commitments_shown

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """Nonce of each seat; empty if it adds none."""
        return tuple([seat.nonce for seat in self.seats])

    @property
    def nonce_commitments(self) -> tuple[bytes, ...]:
        """What each seat has committed itself to, empty if it has not; none at all if no seat has."""
        commitments = tuple([seat.nonce_commitment for seat in self.seats])
        return commitments if any(commitments) else ()

    def digest(self) -> bytes:
        """Digest of the game's state."""
        return self.terms.game.digest(self.state)

    def start_game(self) -> None:
        """Begin the match: from here on its phase is RUNNING."""
        terms = self.terms
        self.phase = MatchPhase.RUNNING
        self.nonces_committed = were_committed(self.seats)
        if terms.seed_fixed:
            seed = int.from_bytes(terms.server_seed, "big")
        else:
            seed = match_seed(terms.server_seed, [seat.nonce for seat in self.seats])
        self.state, events = terms.game.start(terms.config, seed=seed, num_seats=terms.num_seats)
        self.match_seed = seed
        self._move_on(events)

    def step_game(self, actions: Sequence[ActionTaken]) -> None:
        """Step the engine with the actions of all seats that act at this decision point."""
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
            if not seat.is_out:
                if by_seat is not None:
                    visible = by_seat[index]
                seat.pending = joined(seat.pending, visible)
        eliminated = self.terms.game.eliminated(self.state)
        if eliminated:
            self._put_out(eliminated)

    def _put_out(self, eliminated: Sequence[int]) -> None:
        """Take out seats that the rules have eliminated, all at once; those already out are ignored."""
        fresh = [index for index in eliminated if not self.seats[index].is_out]
        self.exits += bool(fresh)
        for index in fresh:
            self.seats[index].out_order = self.exits

    def say(self, index: int, channel: str, text: bytes) -> Problem | None:
        """Take a chat message of a seat that is still in; return why not if it is refused."""
        if self.talk is None:
            return Rejection.MSG_NO_ROOM, f"{self.terms.game.info.game} has no chat"
        assert self.point is not None
        return self.talk.say(index, channel, text, state=self.state, phase=self.point.phase)

    def hear(self, talk: Talk) -> None:
        """Give seats the chat messages of the open decision point, which is over."""
        said = self.last_said = talk.close()
        if not said:
            return
        for index, seat in enumerate(self.seats):
            if not seat.is_out:
                seat.pending_said += tuple([h for h in said if index in h.channel.members])

    def defaulted(
        self, index: int, kind: ActionKind, *, elapsed_ns: int = 0, handed_ns: int = 0
    ) -> ActionTaken:
        """Return the default action as a seat's part in the coming step."""
        seat = self.seats[index]
        return ActionTaken(index, seat.turn, kind, None, b"", elapsed_ns, 0, handed_ns, seat.cpu_ns)

    def due_forfeit(self, index: int) -> ForfeitCause | None:
        """Return why a seat that is still in must be taken out; None if it need not."""
        seat, limit = self.seats[index], self.terms.time_control.strikes
        if seat.is_out:
            return None
        if limit and seat.strikes >= limit:
            return ForfeitCause.TIME
        return ForfeitCause.MALFORMED if seat.unreadable >= UNREADABLE_LIMIT else None

    def due_end(self) -> EndCause | None:
        """Return why the match is over; None if it is not.

        It is over when the rules say so, or when no rivals are left and a forfeit had a part in that. Where the
        rules alone have put all rivals out, the rules decide when the match is over.
        """
        if self.phase is MatchPhase.RUNNING and self.point is None:
            return EndCause.RULES
        if not self.exits or not side_left(self.seats, self.teams):
            return None
        forfeited = [seat for seat in self.seats if seat.forfeit is not None]
        if not forfeited:
            return None
        last = max(forfeited, key=lambda seat: seat.out_order)
        assert last.forfeit is not None
        return last.forfeit.end_cause

    def early_outcome(self, index: int) -> Outcome | None:
        """Return the result of a seat that the rules have put out for good; None if they have not.

        A seat that has forfeited, or has a team-mate still in, gets its result when the match ends. Placement and
        score are 0 where `open_place` returns what is known of them.
        """
        team = self.teams[index]
        mates = [seat for seat, other in zip(self.seats, self.teams, strict=True) if other == team]
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
        """Return what a seat that the rules have put out may know of its place; None if the place is final.

        It follows from which seats went out when, which all seats know.
        """
        out_round = self.terms.game.open_exit(self.state, index)
        if out_round is None:
            return None
        own = self.seats[index].out_order
        together = sum(seat.out_order == own for seat in self.seats)
        before = sum(not seat.is_out or seat.out_order > own for seat in self.seats)
        return OpenPlace(out_round, before + 1, before + together)

    def final_outcome(self, cause: EndCause) -> Outcome:
        """Return the outcome of a match that is over for a cause that is not void."""
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
    """Return the events that each seat may see, in order; None if all seats may see all of them."""
    if all(event.audience is None for event in events):
        return None
    by_seat: list[list[Event]] = [[] for _ in range(num_seats)]
    for event in events:
        audience = event.audience
        for seat in range(num_seats) if audience is None else audience:
            by_seat[seat].append(event)
    return by_seat
