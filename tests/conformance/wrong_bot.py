"""A Diceman bot with one thing wrong: `python wrong_bot.py FAULT`, the fault being a function here.

It is the Python SDK, in which the fault replaces what keeps one duty of the contract.
"""

from __future__ import annotations

import asyncio
import atexit
import itertools
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc
from google.protobuf.unknown_fields import UnknownFieldSet

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee_client import (
    RefereeClient,
    Turn,
    address,
    conversation,
    joining,
    messages,
    retry,
    run,
    seats,
    stream,
)
from referee_client.conversation import Conversation
from referee_client.errors import RefereeClientError, UnreachableError
from referee_client.following import Following
from referee_client.line import Line
from referee_client.lines import Lines
from referee_client.outbox import Outbox
from referee_client.retry import Patience
from referee_client.seats import Seat, Ticket

FAULTS: dict[str, Callable[[], None]] = {}


def fault(function: Callable[[], None]) -> Callable[[], None]:
    """Enter a fault in the list."""
    FAULTS[function.__name__] = function
    return function


def replace(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Put `make(old)` in the place of an attribute."""
    put(owner, name, make(getattr(owner, name)))


def put(owner: Any, name: str, value: Any) -> None:
    """Put something in the place of an attribute."""
    setattr(owner, name, value)


def on_request(change: Callable[[wire.PlayRequest], None]) -> None:
    """Change everything that is written."""

    def make(old: Any) -> Any:
        def take(self: Conversation, *line: Any) -> wire.PlayRequest | None:
            request: wire.PlayRequest | None = old(self, *line)
            if request is None:
                return None
            change(request)
            return request if request.ByteSize() else None

        return take

    replace(Conversation, "take", make)


def on_response(change: Callable[[wire.PlayResponse], None]) -> None:
    """Look at everything that is read, or change it."""

    def make(old: Any) -> Any:
        def receive(self: Conversation, response: wire.PlayResponse, *line: Any) -> Any:
            change(response)
            return old(self, response, *line)

        return receive

    replace(Conversation, "receive", make)


def act(_observation: Observation) -> Action:
    """A bot that can't be told from its repetition by chance alone."""
    return Action(dice=random.sample(range(4), 2))


# Joins.


@fault
def a_stream_for_each_seat() -> None:
    """Duty 1."""
    numbers = itertools.count(1)
    put(Ticket, "join", _numbered(Ticket.join, numbers))

    async def play(tokens: list[str]) -> None:
        clients = [RefereeClient(os.environ["REFEREE_ADDRESS"], act) for _ in tokens]
        await asyncio.gather(*(c.play([t]) for c, t in zip(clients, tokens, strict=True)))

    asyncio.run(play(os.environ["REFEREE_TOKENS"].split(",")))
    sys.exit()


def _numbered(old: Any, numbers: Iterator[int]) -> Any:
    def join(self: Ticket, name: str) -> wire.Join:
        message: wire.Join = old(self, name)
        message.number = next(numbers)
        return message

    return join


@fault
def one_nonce_for_all() -> None:
    """Duty 2."""
    put(secrets, "token_bytes", lambda count=None: bytes(range(count or 0)))


@fault
def short_nonce() -> None:
    """Duty 2."""
    put(secrets, "token_bytes", lambda _=None: bytes(range(8)))


@fault
def constant_nonce() -> None:
    """Duty 2."""
    put(secrets, "token_bytes", lambda count=None: bytes([7]) * (count or 0))


@fault
def new_nonce_each_time() -> None:
    """Duty 2."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.nonce_commitment = secrets.token_bytes(32)

    on_request(change)


@fault
def other_nonce() -> None:
    """Duty 2."""

    def change(request: wire.PlayRequest) -> None:
        for opening in request.openings:
            opening.nonce = bytes(range(16))

    on_request(change)


@fault
def never_opens() -> None:
    """Duty 2."""
    on_request(lambda request: request.ClearField("openings"))


@fault
def no_nonce() -> None:
    """Allowed, but unwise."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.nonce_commitment = b""

    on_request(change)


@fault
def one_number_for_all() -> None:
    """Duty 2."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.number = 1

    on_request(change)


@fault
def numbers_from_zero() -> None:
    """No fault: any number will do."""

    def make(old: Any) -> Any:
        def begin(self: Any, *given: Any, **named: Any) -> None:
            old(self, *given, **named)
            self._numbers = itertools.count()

        return begin

    replace(Conversation, "__init__", make)


@fault
def numbers_no_joins() -> None:
    """Duty 2, unwise: with several tokens it can't tell which of them was refused."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.number = 0

    on_request(change)
    tokens_in_order()


@fault
def tokens_in_order() -> None:
    """Duty 3: the first answer is taken for that of the first join."""
    numbers = itertools.count(1)

    def change(response: wire.PlayResponse) -> None:
        for joined in response.joins:
            joined.join_number = next(numbers)

    on_response(change)


# Pings.


@fault
def no_pong() -> None:
    """Duty 4."""
    on_request(lambda request: request.ClearField("pongs"))


@fault
def pong_of_another_number() -> None:
    """Duty 4."""

    def change(request: wire.PlayRequest) -> None:
        for pong in request.pongs:
            pong.number += 1

    on_request(change)


@fault
def pong_after_thinking() -> None:
    """Duty 4."""

    def play(self: Any, turns: Any) -> Iterator[None]:
        for turn in turns:
            seat = self._seats[turn.match_id, turn.seat]
            self._answer(seat, turn, seat.act(turn))
        yield

    put(Conversation, "play", play)


@fault
def hasty_ping() -> None:
    """Duty 5."""
    put(stream, "SILENCE_S", 1.0)


# The end.


@fault
def never_closes() -> None:
    """Duty 6."""
    put(Conversation, "is_done", property(lambda _: False))


@fault
def waits_for_ever() -> None:
    """Duty 6."""
    put(stream, "GOODBYE_S", 1000.0)


# The order within a message.


@fault
def turns_before_joins() -> None:
    """Duty 7."""

    def change(response: wire.PlayResponse) -> None:
        if response.joins:
            response.ClearField("turns")  # what a turn of a seat that is not known comes to

    on_response(change)


@fault
def turns_before_ends() -> None:
    """Duty 7."""
    waiting: list[wire.MatchEnded] = []

    def change(response: wire.PlayResponse) -> None:
        late = list(response.ends) if response.turns else []
        if late:
            response.ClearField("ends")
        response.ends.extend(waiting)
        waiting[:] = late

    on_response(change)


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


# What is unknown.


@fault
def chokes_on_unknown_fields() -> None:
    """Duty 11."""

    def change(response: wire.PlayResponse) -> None:
        if len(UnknownFieldSet(response)):
            raise RefereeClientError("unknown fields")

    on_response(change)


@fault
def chokes_on_unknown_enum_values() -> None:
    """Duty 11."""

    def change(response: wire.PlayResponse) -> None:
        if any(rejected.reason > 100 for rejected in response.rejections):
            raise RefereeClientError("unknown reason")

    on_response(change)


@fault
def chokes_on_empty_messages() -> None:
    """Duty 11."""

    def change(response: wire.PlayResponse) -> None:
        if not response.ByteSize():
            raise RefereeClientError("nothing said")

    on_response(change)


@fault
def plays_unknown_observations() -> None:
    """Duty 11."""
    put(conversation, "unpack", lambda _: Observation())


@fault
def does_not_name_the_unknown() -> None:
    """Duty 11."""

    def refuse(wrapped: Any) -> Any:
        if "newer" in wrapped.type_url:
            raise RefereeClientError("something is unknown")
        return messages.unpack(wrapped)

    put(conversation, "unpack", refuse)
    put(joining, "unpack", refuse)


@fault
def small_messages() -> None:
    """Duty 12."""
    address._OPTIONS[:] = [("grpc.max_receive_message_length", 4 << 20)]


# Breaks.


@fault
def no_delay() -> None:
    """Duty 13."""
    put(retry, "FIRST_DELAY", 0.0)


@fault
def delays_do_not_grow() -> None:
    """Duty 13."""
    put(retry, "LONGEST_DELAY", retry.FIRST_DELAY)


@fault
def gives_up_at_once() -> None:
    """Duty 13."""

    def delay(_self: Patience, _now: float, why: str) -> float:
        raise UnreachableError(why)

    put(Patience, "delay", delay)


@fault
def never_gives_up() -> None:
    """Duty 13."""
    replace(Patience, "__init__", lambda old: lambda self, to, _: old(self, to, 1e9))


@fault
def does_not_name_the_address() -> None:
    """Duty 13."""
    seats.log.setLevel("ERROR")
    put(seats.log, "error", lambda *_: print("no referee", file=sys.stderr))


@fault
def tries_everything_again() -> None:
    """Duty 14."""
    put(stream, "hopeless", lambda _code, _details: None)


@fault
def does_not_try_aborted_again() -> None:
    """Duty 14."""
    retry._RETRIED.discard(grpc.StatusCode.ABORTED)


@fault
def joins_all_again() -> None:
    """Duty 15."""
    every: list[Ticket] = []

    def make(old: Any) -> Any:
        def opened(self: Any) -> None:
            every.extend(ticket for ticket in self._tickets.values() if ticket not in every)
            self._tickets.update({ticket.number: ticket for ticket in every})
            old(self)

        return opened

    replace(Conversation, "opened", make)


@fault
def fights_for_seats() -> None:
    """Duty 15."""
    on_response(lambda response: response.ClearField("rejections"))


@fault
def leaves_when_drained() -> None:
    """Duty 16."""

    def change(response: wire.PlayResponse) -> None:
        if response.draining:
            os._exit(0)

    on_response(change)


# Errors.


@fault
def one_seat_stops_all() -> None:
    """Duty 17."""

    def change(response: wire.PlayResponse) -> None:
        if response.rejections:
            raise RefereeClientError("a seat is lost")

    on_response(change)


@fault
def logs_tokens() -> None:
    """Duty 17."""
    print(os.environ["REFEREE_TOKENS"], file=sys.stderr)


@fault
def plays_any_game() -> None:
    """Duty 18."""
    put(joining, "game_of", lambda _: None)


@fault
def own_code_fails() -> None:
    """Duty 19: what the SDK does about it is right."""
    global act

    def act(_observation: Observation) -> Action:
        raise ValueError("a bug of the author's")


@fault
def dies_of_a_rejection() -> None:
    """Duty 20."""
    one_seat_stops_all()


@fault
def logs_nothing() -> None:
    """Duties 20 and 21; advice only, as a log is for people."""
    seats.log.setLevel("CRITICAL")


# The process.


@fault
def nameless() -> None:
    """Duty 22."""
    os.environ.pop("REFEREE_NAME", None)


@fault
def no_flags() -> None:
    """Duty 22."""
    del sys.argv[1:]


@fault
def all_of_stdin_first() -> None:
    """Duty 22."""
    if os.environ["REFEREE_TOKENS"] == "-":
        os.environ["REFEREE_TOKENS"] = ",".join(sys.stdin.read().split())


@fault
def long_names() -> None:
    """Duty 22."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.bot_name = "n" * 150

    on_request(change)


@fault
def writes_to_stdout() -> None:
    """Allowed, but unwise."""
    print("hello")


@fault
def always_succeeds() -> None:
    """Duty 23."""
    atexit.register(os._exit, 0)


@fault
def usage_is_an_error() -> None:
    """Duty 23."""
    if not os.environ.get("REFEREE_ADDRESS"):
        sys.exit("no address")


@fault
def deaf_to_signals() -> None:
    """Duty 23."""
    replace(signal, "signal", lambda old: lambda number, _: old(number, signal.SIG_IGN))


# Chat and early ends.


def talk() -> None:
    """Have the bot say something wherever it may."""
    global act

    def act(_observation: Observation, turn: Turn) -> Action:
        for channel in turn.channels:
            turn.say(channel.name, f"turn {turn.number}")
        return Action(dice=random.sample(range(4), 2))


def on_say(change: Callable[[wire.Say], None]) -> None:
    """Change everything that the bot says."""
    talk()

    def change_all(request: wire.PlayRequest) -> None:
        for say in request.says:
            change(say)

    on_request(change_all)


@fault
def chokes_on_chat() -> None:
    """Duty 24."""

    def change(response: wire.PlayResponse) -> None:
        if any(turn.said for turn in response.turns):
            raise RefereeClientError("somebody has said something")

    on_response(change)


@fault
def says_at_the_next_turn() -> None:
    """Duty 24."""

    def change(say: wire.Say) -> None:
        say.turn += 1

    on_say(change)


@fault
def numbers_messages_from_zero() -> None:
    """Duty 24."""

    def change(say: wire.Say) -> None:
        say.number -= 1

    on_say(change)


@fault
def numbers_messages_by_turn() -> None:
    """Duty 24."""

    def change(say: wire.Say) -> None:
        say.number = say.turn

    on_say(change)


@fault
def says_latin_1() -> None:
    """Duty 24."""

    def change(say: wire.Say) -> None:
        say.text = "Grüße".encode("latin-1")

    on_say(change)


@fault
def says_all_again_after_a_break() -> None:
    """Duty 24."""
    talk()
    said: list[wire.Say] = []
    on_request(lambda request: said.extend(request.says))

    def make(old: Any) -> Any:
        def opened(self: Any) -> None:
            old(self)
            for say in said:
                self.home.outbox.add(say)

        return opened

    replace(Conversation, "opened", make)


@fault
def takes_messages_for_joins() -> None:
    """Duty 25."""

    def change(response: wire.PlayResponse) -> None:
        for rejected in response.rejections:
            rejected.join_number = rejected.join_number or rejected.say_number

    on_response(change)


@fault
def takes_early_ends_for_none() -> None:
    """Duty 26."""

    def change(response: wire.PlayResponse) -> None:
        last = [end for end in response.ends if not end.goes_on]
        response.ClearField("ends")
        response.ends.extend(last)

    on_response(change)


@fault
def takes_early_ends_for_whole_ones() -> None:
    """Duty 26."""

    def change(response: wire.PlayResponse) -> None:
        for end in list(response.ends):
            for seat in range(len(end.outcome.seats)):
                response.ends.add().CopyFrom(end)
                response.ends[-1].seat = seat

    on_response(change)


@fault
def wants_a_reveal() -> None:
    """Duty 26."""

    def change(response: wire.PlayResponse) -> None:
        if any(not end.HasField("reveal") for end in response.ends):
            raise RefereeClientError("no dice were laid open")

    on_response(change)


@fault
def takes_no_reveal_for_unfair() -> None:
    """Allowed, but unwise."""

    def change(response: wire.PlayResponse) -> None:
        if any(not end.HasField("reveal") for end in response.ends):
            seats.log.error("unfair dice: none were laid open")

    on_response(change)


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
    action.payload.Pack(act(Observation()))
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


# Tokens, flags, and the way to the referee.


@fault
def joins_tokens_twice() -> None:
    """Duty 31."""
    numbers = itertools.count(1000)

    def change(request: wire.PlayRequest) -> None:
        for join in list(request.joins):
            request.joins.add().CopyFrom(join)
            request.joins[-1].number = next(numbers)

    on_request(change)


@fault
def joins_tokens_once_unheard() -> None:
    """Allowed, but unwise: a token that comes again is taken once, and no word of it is in the log."""
    tokens = os.environ["REFEREE_TOKENS"].split(",")
    os.environ["REFEREE_TOKENS"] = ",".join(dict.fromkeys(tokens))


@fault
def chokes_on_open_places() -> None:
    """Duty 26."""

    def change(response: wire.PlayResponse) -> None:
        if any(end.out_round for end in response.ends):
            raise RefereeClientError("no placement")

    on_response(change)


@fault
def no_help() -> None:
    """Duty 22."""
    no_flags()


@fault
def uses_any_proxy() -> None:
    """Duty 33."""
    put(address, "proxy_options", lambda _: [])


@fault
def logs_in_another_form() -> None:
    """Allowed, but unwise."""
    print("14:05 hello", file=sys.stderr)


# Workers.


@fault
def asks_for_workers_and_stays() -> None:
    """Duty 34."""
    put(Following, "want", lambda *_: None)


@fault
def joins_at_workers_at_once() -> None:
    """Duty 34."""

    def make(old: Any) -> Any:
        async def carry(self: RefereeClient, line: Line, address: Any) -> None:
            self._conversation.lines.answered(line)
            await old(self, line, address)

        return carry

    replace(RefereeClient, "_carry", make)


@fault
def joins_at_workers_unanswered() -> None:
    """Duty 34."""

    def make(old: Any) -> Any:
        def answered(self: Lines, line: Line) -> None:
            old(self, line)
            for ticket in self._tickets.values():
                if ticket.line is self.home:
                    self.move(ticket, line)

        return answered

    replace(Lines, "answered", make)


@fault
def keeps_lost_workers() -> None:
    """Duty 34."""
    put(Lines, "lost", lambda *_: None)


@fault
def fights_with_itself() -> None:
    """Duty 34."""

    def make(old: Any) -> Any:
        def rejected(self: Conversation, rejection: wire.Rejected, line: Line) -> None:
            seat = self._seats.get((rejection.match_id, rejection.seat))
            if seat is not None and rejection.reason == ErrorReason.ERROR_REASON_TAKEN_OVER:
                self.lines.move(self._tickets[seat.number], line)
            old(self, rejection, line)

        return rejected

    replace(Conversation, "_rejected", make)


@fault
def follows_whatever_is_said() -> None:
    """Duty 34."""
    os.environ.pop("REFEREE_STAY", None)


@fault
def always_in_short() -> None:
    """Duty 27."""
    os.environ.pop("REFEREE_PLAIN_TURNS", None)


# Programs that are no bots.


@fault
def sleeps() -> None:
    """It never comes."""
    time.sleep(1000)  # until it is killed


@fault
def crashes() -> None:
    """It never comes."""
    raise RuntimeError("no such luck")


@fault
def floods() -> None:
    """It writes without end."""
    while True:
        os.write(1, b"x" * 65536)


@fault
def leaves_a_child() -> None:
    """The child is in a session of its own."""
    subprocess.Popen([sys.executable, "-c", CHILD], start_new_session=True, stderr=2)


CHILD = "import time; time.sleep(1000)  # until it is killed: child of the conformance test"
"""What it runs."""


if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    run(act)
