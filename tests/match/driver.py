"""A host without a network: feeds a match machine, hands its turns over, and checks every effect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from referee.core.config import GameConfig
from referee.core.game import AnyPlugin
from referee.core.time_control import TimeControl
from referee.match import events as ev
from referee.match.effects import Begin, Effect, End, Miss, OpenTurn, OpenTurns, Reject, Write
from referee.match.machine import MatchMachine, MatchTerms
from referee.match.records import MatchRecord
from referee.match.rejection import Rejection
from tests.helpers.toy_base import ToyAction
from tests.match.ledger import CALENDAR_NS, Ledger

__all__ = ["PAYLOAD", "Driver", "Told", "redone", "resumed", "terms_of", "told_to"]

PAYLOAD = b"as sent"
"""What the driver's actions are on the wire."""
SERVER_SEED = bytes(range(32))

Told: TypeAlias = OpenTurn | Begin | Reject | Miss | End
"""What one seat is told."""


def terms_of(
    plugin: AnyPlugin,
    time_control: TimeControl | None = None,
    *,
    num_seats: int = 2,
    config: GameConfig | None = None,
    fixed_seed: int | None = None,
) -> MatchTerms:
    """Terms of a match of a toy; of the toy's suggested time control if none is given."""
    config = config or plugin.game.config_class()
    return MatchTerms(
        game=plugin.game,
        config=config,
        num_seats=num_seats,
        time_control=time_control or plugin.game.suggested_time_control(config),
        server_seed=SERVER_SEED if fixed_seed is None else fixed_seed.to_bytes(8, "big"),
        seed_fixed=fixed_seed is not None,
    )


def told_to(seat: int, effects: Iterable[Effect]) -> list[Told]:
    """What these effects tell one seat, in order."""
    told: list[Told] = []
    for effect in effects:
        match effect:
            case OpenTurns(_, turns):
                told += [turn for turn in turns if turn.seat == seat]
            case Begin():
                told.append(effect)
            case Reject() | Miss() | End() if effect.seat == seat:
                told.append(effect)
    return told


class Driver:
    """Drives one match; every method returns the effects of its event.

    Args:
        terms: What the match is.
        hands_over: Whether opened turns are handed over in the same instant; else the test does it.
        machine: A match that was taken up again, in place of a new one.
        ledger: What had been written of it.
    """

    def __init__(
        self,
        terms: MatchTerms,
        *,
        hands_over: bool = True,
        machine: MatchMachine | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        self.machine = machine or MatchMachine(terms, created_ns=0)
        self.ledger = ledger or Ledger(terms.num_seats)
        self.effects: list[Effect] = []
        """All effects so far."""
        self.now_ns = 0
        """When the last event happened."""
        self.cuts: list[int] = []
        """How many records there were after each event."""
        self._hands_over = hands_over

    @property
    def records(self) -> list[MatchRecord]:
        """All that was written."""
        return self.ledger.records

    def handle(self, event: ev.MatchEvent) -> list[Effect]:
        """Feed an event; see that what comes out is in order, and hand turns over."""
        self.now_ns = event.at_ns
        effects = self.machine.handle(event)
        self.machine.check_invariants()
        state = self.machine.state
        out = () if state is None else self.machine.terms.game.eliminated(state)
        self.ledger.check(effects, eliminated=out)
        self.effects += effects
        self.cuts.append(len(self.records))
        if self._hands_over:
            for effect in effects:
                if isinstance(effect, OpenTurns):
                    for turn in effect.turns:
                        self.hand(turn.seat, event.at_ns, turn=turn.turn)
        return effects

    def join(self, seat: int, at_ns: int = 0, nonce: bytes = b"") -> list[Effect]:
        """A stream presents a seat's token."""
        return self.handle(ev.SeatJoined(seat, at_ns, nonce, f"bot {seat}", "test"))

    def start(self, at_ns: int = 0) -> list[Effect]:
        """All seats join; returns the effects of the last join, with which the match begins."""
        effects: list[Effect] = []
        for seat in range(len(self.machine.seats)):
            effects = self.join(seat, at_ns)
        return effects

    def note(self, note: ev.MatchNote) -> None:
        """Let the match remember something; see that nothing else comes of it."""
        self.now_ns = note.at_ns
        self.machine.note(note)
        assert self.machine._effects == []
        self.machine.check_invariants()
        self.cuts.append(len(self.records))

    def hand(self, seat: int, at_ns: int, *, lag_ns: int = 0, turn: int | None = None) -> None:
        """The seat's last turn is handed to the transport."""
        turn = self.machine.seats[seat].turn if turn is None else turn
        self.note(ev.TurnHanded(seat, turn, at_ns, lag_ns))

    def delay(self, seat: int, at_ns: int, *, lag_ns: int) -> None:
        """The seat's last turn left late."""
        turn = self.machine.seats[seat].turn
        self.note(ev.TurnDelayed(seat, turn, at_ns, lag_ns))

    def hold(self, seat: int, at_ns: int) -> None:
        """The seat's last turn must wait for a place to think."""
        self.note(ev.TurnHeld(seat, self.machine.seats[seat].turn, at_ns))

    def release(self, seat: int, at_ns: int) -> None:
        """It need not wait any longer."""
        self.note(ev.TurnReleased(seat, self.machine.seats[seat].turn, at_ns))

    def act(
        self, seat: int, value: int, at_ns: int, *, lag_ns: int = 0, turn: int | None = None
    ) -> list[Effect]:
        """The seat answers its last turn, or another one."""
        turn = self.machine.seats[seat].turn if turn is None else turn
        event = ev.ActionReceived(seat, turn, ToyAction(value), PAYLOAD, at_ns, lag_ns)
        return self.handle(event)

    def garble(
        self,
        seat: int,
        at_ns: int,
        *,
        turn: int | None = None,
        reason: Rejection = Rejection.MALFORMED,
    ) -> list[Effect]:
        """The seat sends something that is no action."""
        turn = self.machine.seats[seat].turn if turn is None else turn
        return self.handle(ev.UnreadableReceived(seat, turn, reason, "what is this?", at_ns))

    def leave(self, seat: int, at_ns: int) -> list[Effect]:
        """The seat's stream ends."""
        return self.handle(ev.SeatLeft(seat, at_ns))

    def skip(self, seat: int, at_ns: int, *, turn: int | None = None) -> list[Effect]:
        """The seat gives its last turn up, or another one."""
        turn = self.machine.seats[seat].turn if turn is None else turn
        return self.handle(ev.TurnSkipped(seat, turn, at_ns))

    def say(
        self,
        seat: int,
        channel: str,
        text: str | bytes,
        *,
        turn: int | None = None,
        number: int = 0,
        at_ns: int | None = None,
    ) -> list[Effect]:
        """The seat says something, now unless another time is given."""
        turn = self.machine.seats[seat].turn if turn is None else turn
        at_ns = self.now_ns if at_ns is None else at_ns
        data = text.encode() if isinstance(text, str) else text
        return self.handle(ev.Spoken(seat, turn, channel, data, number, at_ns))

    def resign(self, seat: int, at_ns: int) -> list[Effect]:
        """The seat gives up."""
        return self.handle(ev.SeatResigned(seat, at_ns))

    def pass_time(self, at_ns: int, *, lag_ns: int = 0) -> list[Effect]:
        """A timer fires."""
        return self.handle(ev.TimePassed(at_ns, lag_ns))

    def expire(self) -> int:
        """Let time come to the next deadline; returns when that was."""
        at_ns = self.machine.next_deadline_ns
        assert at_ns is not None, "nothing is waited for"
        self.pass_time(at_ns)
        return at_ns

    def written(self, effects: Iterable[Effect]) -> list[MatchRecord]:
        """The records among effects."""
        return [effect.record for effect in effects if isinstance(effect, Write)]


def redone(terms: MatchTerms, records: Iterable[MatchRecord]) -> MatchMachine:
    """A match brought forward by records alone."""
    machine = MatchMachine(terms, created_ns=0)
    for record in records:
        machine.redo(record)
    return machine


def resumed(terms: MatchTerms, records: list[MatchRecord], at_ns: int, wall_ns: int = 0) -> Driver:
    """The match that a journal holds, taken up again at a time, and at a calendar time if that matters."""
    ledger = Ledger(terms.num_seats)
    ledger.check([Write(record) for record in records], eliminated=())
    driver = Driver(terms, machine=redone(terms, records), ledger=ledger)
    driver.handle(ev.MatchResumed(at_ns, wall_ns=wall_ns or at_ns + CALENDAR_NS))
    return driver
