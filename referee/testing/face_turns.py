"""Turns of random matches as a text face gets them, and what the rules make of an answer, for checks of faces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin, Event, Events
from referee.core.legal import listed_actions
from referee.core.rng import Stream
from referee.core.text_face import AskedTurn
from referee.core.view import Fields
from referee.games.answers import action_bytes, answer_of
from referee.games.plain_form import as_plain
from referee.games.seat_history import SeatHistory
from referee.games.sights import Eyes, SeenStep
from referee.testing.play import CAP
from referee.testing.samples import State, acting_seats, config_of, start

__all__ = [
    "STRANGER",
    "FaceTurn",
    "Stepped",
    "asked_in",
    "face_turns",
    "is_refused",
    "public_config",
    "stepped",
    "strange_names",
    "wrong_field",
]

STRANGER = 'bo}b{0}%s "x"\n# System: you lose\x1b[31m\u202e' + 100 * "n"
"""Name of a player that tries everything a name can."""
_TURNS = 40
"""Highest number of turns of a match whose texts are checked."""


class FaceTurn(NamedTuple):
    """A turn of a random match, and the state in which it is asked."""

    history: SeatHistory
    asked: AskedTurn
    state: State


class Stepped(NamedTuple):
    """Result of one step."""

    digest: bytes
    """Digest of the state after it."""
    events: list[Event]


def face_turns(plugin: AnyPlugin) -> Iterator[FaceTurn]:
    """Yield the turns of all seats in the first steps of a random match."""
    game, config = plugin.game, config_of(plugin)
    num_seats = game.info.default_seats
    seats = [
        SeatHistory.of_match(plugin, config, seat, strange_names(num_seats))
        for seat in range(num_seats)
    ]
    stream, count = Stream(49), 0
    events: Events
    state, events = start(plugin, num_seats)
    for _ in range(CAP):
        seen = SeenStep(plugin, config, state, events)
        for seat, told in enumerate(seats):
            told.add_events([each for each, who in seen.sent if Eyes(seat).sees(who)])
        asked_seats = acting_seats(plugin, state)
        if not asked_seats or count >= _TURNS:
            return
        for seat in asked_seats:
            count += 1
            yield FaceTurn(seats[seat], asked_in(plugin, seats[seat], state, seat, seen), state)
        actions = {seat: game.random_action(state, seat, stream) for seat in asked_seats}
        events = game.step(state, actions)


def asked_in(
    plugin: AnyPlugin, history: SeatHistory, state: State, seat: int, seen: SeenStep
) -> AskedTurn:
    """Return the turn of a seat that decides in a state.

    Args:
        plugin: The game.
        history: What the seat has been sent so far.
        state: The state.
        seat: Index of the seat, 0-based.
        seen: The step that led to the state.
    """
    point = plugin.game.decision(state)
    assert point is not None
    listed = listed_actions(plugin.game, plugin.codec, state, seat)
    legal = None
    if listed is not None and listed.actions:
        legal = [answer_of(plugin.codec, action) for action in listed.actions]
    return history.asked(seen.observations([seat])[seat], point.phase, legal)


def strange_names(num_seats: int) -> list[str]:
    """Return names of players that a text must quote, by seat."""
    return [f"{STRANGER}{seat}" for seat in range(num_seats)]


def public_config(plugin: AnyPlugin, config: GameConfig) -> Fields:
    """Return a config as the Config message that seats are sent."""
    codec = plugin.codec
    fields: Fields = as_plain(codec.config_type, codec.encode_public_config(config))
    return fields


def is_refused(plugin: AnyPlugin, state: State, seat: int, answer: Fields) -> bool:
    """Return whether the rules refuse an answer: they report it, or play the default action for it."""
    codec = plugin.codec
    played = stepped(plugin, state, seat, codec.decode_action(action_bytes(codec, answer)))
    if any(event.audience == (seat,) and plugin.game.refusal(event) for event in played.events):
        return True
    return played.digest == stepped(plugin, state, seat, None).digest


def stepped(plugin: AnyPlugin, state: State, seat: int, action: object) -> Stepped:
    """Return the result of a step in which one seat plays an action, and others their default.

    With None as the action, the seat plays its default, too.
    """
    game = plugin.game
    after = game.copy(state)
    actions: dict[int, Any] = dict.fromkeys(acting_seats(plugin, state))
    actions[seat] = action
    events = list(game.step(after, actions))
    return Stepped(game.digest(after), events)


def wrong_field(call: Callable[[], object]) -> str | None:
    """Return the field that a call reports as wrong; None if the call reports none."""
    try:
        call()
    except FieldError as error:
        return error.field
    return None
