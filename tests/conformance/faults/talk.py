"""Faults of chat, and of matches that end early for a seat (duties 24 to 26)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import play_service_pb2 as wire
from referee_client import Turn, seats
from referee_client.conversation import Conversation
from referee_client.errors import RefereeClientError
from tests.conformance.faults import changing
from tests.conformance.faults.changing import fault, on_request, on_response, put, replace


def talk() -> None:
    """Have the bot say something wherever it may."""

    def act(_observation: Observation, turn: Turn) -> Action:
        for channel in turn.channels:
            turn.say(channel.name, f"turn {turn.number}")
        return Action(dice=random.sample(range(4), 2))

    put(changing, "act", act)


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


@fault
def chokes_on_open_places() -> None:
    """Duty 26."""

    def change(response: wire.PlayResponse) -> None:
        if any(end.out_round for end in response.ends):
            raise RefereeClientError("no placement")

    on_response(change)
