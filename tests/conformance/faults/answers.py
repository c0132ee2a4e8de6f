"""Faults of answers, also to refusals (duties 8, 9, 27, 29 and 30)."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable
from typing import Any

from gamereferee.games.diceman.v1.diceman_pb2 import Observation
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee_client.conversation import Conversation
from referee_client.outbox import Outbox
from referee_client.seats import Seat
from tests.conformance.faults import changing
from tests.conformance.faults.changing import fault, on_request, replace

# Answers.


@fault
def answers_the_next_turn() -> None:
    """Duty 8."""

    def change(request: wire.PlayRequest) -> None:
        for action in request.actions:
            action.turn += 1

    on_request(change)


@fault
def answers_the_next_small_turn() -> None:
    """Duty 8."""

    def change(request: wire.PlayRequest) -> None:
        for action in request.small_actions:
            action.turn += 1

    on_request(change)


@fault
def keeps_its_handles() -> None:
    """Duty 27."""
    first: dict[str, int] = {}

    def make(old: Any) -> Any:
        def last_answer(self: Seat) -> Any:
            message = old(self)
            if isinstance(message, wire.SmallAction):
                message.handle = first.setdefault(self.match.match_id, message.handle)
            return message

        return last_answer

    replace(Seat, "last_answer", make)


@fault
def answers_with_an_observation() -> None:
    """Duty 8."""

    def change(request: wire.PlayRequest) -> None:
        for action in request.actions:
            action.payload.Pack(Observation())

    on_request(change)


@fault
def answers_with_garbage() -> None:
    """Duty 8."""

    def change(request: wire.PlayRequest) -> None:
        for action in request.actions:
            action.payload.value = b"\xff\xff"

    on_request(change)


@fault
def never_answers() -> None:
    """Duty 8."""
    on_request(lambda request: request.ClearField("actions"))


@fault
def one_answer_a_message() -> None:
    """Allowed, but unwise."""

    def make(old: Any) -> Any:
        def take(self: Any) -> Any:
            first, rest = self._waiting[:1], self._waiting[1:]
            self._waiting = first
            request = old(self)
            self._waiting = rest
            return request

        return take

    replace(Outbox, "take", make)


@fault
def answers_twice() -> None:
    """Duty 9."""
    on_request(lambda request: request.actions.extend(list(request.actions)))


@fault
def decides_again() -> None:
    """Duty 9."""

    def make(old: Any) -> Any:
        def opened_turn(self: Any, message: wire.Turn, line: Any) -> Any:
            seat = self._seats.get((message.match_id, message.seat))
            if seat is not None and message.turn == seat.answered:
                seat.answered -= 1
            return old(self, message, line)

        return opened_turn

    replace(Conversation, "_opened_turn", make)


@fault
def answers_only_once() -> None:
    """Duty 9."""
    said: set[tuple[str, int, int]] = set()

    def make(old: Any) -> Any:
        def last_answer(self: Seat) -> Any:
            key = self.match.match_id, self.match.seat, self.answered
            if key in said:
                return wire.Pong(number=0)
            said.add(key)
            return old(self)

        return last_answer

    replace(Seat, "last_answer", make)
    on_request(_without_pong_0)


def _without_pong_0(request: wire.PlayRequest) -> None:
    pongs = [pong for pong in request.pongs if pong.number]
    request.ClearField("pongs")
    request.pongs.extend(pongs)


# Refusals, and turns that are over.


REFUSALS = (ErrorReason.ERROR_REASON_MALFORMED, ErrorReason.ERROR_REASON_WRONG_TYPE)
"""Reasons that leave a turn open."""
Refused = Callable[[Conversation, wire.Rejected], None]


def on_refusal(answer: Refused) -> None:
    """Answer refusals in place of the SDK, which reads nothing of them."""

    def make(old: Any) -> Any:
        def receive(self: Conversation, response: wire.PlayResponse, *line: Any) -> Any:
            refused = [said for said in response.rejections if said.reason in REFUSALS]
            others = [said for said in response.rejections if said.reason not in REFUSALS]
            response.ClearField("rejections")
            response.rejections.extend(others)
            thinking = old(self, response, *line)
            for rejected in refused:
                answer(self, rejected)
            return thinking

        return receive

    replace(Conversation, "receive", make)


def action_of(said: wire.Rejected | wire.Turn) -> wire.Action:
    """Return some action for the turn of a message."""
    action = wire.Action(match_id=said.match_id, seat=said.seat, turn=said.turn)
    action.payload.Pack(changing.act(Observation()))
    return action


def skip_of(said: wire.Rejected) -> wire.Skip:
    """Return a skip of the turn of a message."""
    return wire.Skip(match_id=said.match_id, seat=said.seat, turn=said.turn)


@fault
def leaves_refused_turns_open() -> None:
    """Duty 29."""
    on_refusal(lambda _conversation, _rejected: None)


@fault
def answers_refusals_twice() -> None:
    """Duty 29."""

    def answer(conversation: Conversation, rejected: wire.Rejected) -> None:
        for _ in range(2):
            conversation.home.outbox.add(action_of(rejected))

    on_refusal(answer)


@fault
def answers_refusals_without_end() -> None:
    """Duty 29: no refusal is met with a skip, and none counts as a failure."""
    on_refusal(lambda conversation, said: conversation.home.outbox.add(action_of(said)))


@fault
def skips_for_every_refusal() -> None:
    """Duty 29: also for turns that are over."""
    on_refusal(lambda conversation, said: conversation.home.outbox.add(skip_of(said)))


@fault
def does_not_count_its_failures() -> None:
    """Allowed, but unwise: the last line says nothing of them."""
    skips_for_every_refusal()
    atexit.register(os._exit, 1)


@fault
def answers_missed_turns() -> None:
    """Duty 30."""

    def make(old: Any) -> Any:
        def receive(self: Conversation, response: wire.PlayResponse, *line: Any) -> Any:
            missed = {(said.match_id, said.seat, said.turn) for said in response.missed}
            for turn in response.turns:
                if (turn.match_id, turn.seat, turn.turn) in missed:
                    self.home.outbox.add(action_of(turn))
            return old(self, response, *line)

        return receive

    replace(Conversation, "receive", make)
