"""Finds in a replay what one seat was sent up to each of its turns, for the texts of a text face."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gamereferee.v1 import replay_pb2
from referee.core.legal import listed_actions
from referee.core.text_face import AskedTurn, Spoken, TextFace
from referee.core.view import Fields
from referee.games.answers import answer_of
from referee.games.faces import OWN
from referee.games.seat_history import SeatHistory
from referee.games.sights import Eyes, SeenStep
from referee.match.machine import MatchMachine
from referee.replay.reader import Replay
from referee.replay.recorded import Recording, heard_by

__all__ = ["RecordedTurn", "SentTurn", "played_actions", "seat_turns", "sent_turns"]


class SentTurn(NamedTuple):
    """What a seat was sent at one of its turns, as plain data."""

    step: int
    """Number of engine steps made before the turn, from 0."""
    number: int
    """Number of the turn among the turns of the seat, from 1."""
    phase: str
    """Name of the phase."""
    events: Sequence[Fields]
    """Events since the seat's last turn."""
    seen: Fields
    """The Observation message."""
    legal: Sequence[Fields] | None
    """All legal actions as answers, if the turn lists them to bots that ask for them."""
    said: Sequence[Spoken]
    """What was said in the seat's channels since its last turn, its own messages included."""


class RecordedTurn(NamedTuple):
    """One turn of a seat in a replay, and the face that puts it into words."""

    step: int
    """Number of engine steps made before the turn, from 0."""
    asked: AskedTurn
    """The turn, with all that the seat had been sent."""
    face: TextFace
    """Text face of the game."""
    config: Fields
    """The Config message, as far as the seat may see it."""


def sent_turns(replay: Replay, seat: int) -> Iterator[SentTurn]:
    """Yield what a seat was sent at each of its turns, in order; nothing in it is hidden from the seat.

    Args:
        replay: The replay, or the journal of a match that goes on.
        seat: Index of the seat, 0-based.

    Raises:
        ReplayError: A record is invalid or contradicts earlier ones.
    """
    machine = replay.machine(replay.known_seed)
    eyes, events, said, number = Eyes(seat), list[Fields](), list[Spoken](), 0
    for _, record in replay.redone(machine):
        if record.WhichOneof("record") not in ("start", "step"):
            continue
        step = SeenStep(replay.plugin, replay.config, machine.state, machine.last_events)
        events += [each for each, audience in step.sent if eyes.sees(audience)]
        said += [
            Spoken(heard.seat, heard.channel.name, heard.text) for heard in heard_by(machine, eyes)
        ]
        point = machine.point
        if point is None or seat not in point.seats or machine.seats[seat].is_out:
            continue
        number += 1
        seen = step.observations([seat])[seat]
        legal = _legal(replay, machine, seat)
        yield SentTurn(machine.steps, number, point.phase, events, seen, legal, said)
        events, said = [], []


def seat_turns(replay: Replay, seat: int, face: str = OWN) -> Iterator[RecordedTurn]:
    """Yield the turns of a seat, in order; nothing in them is hidden from the seat.

    Args:
        replay: The replay, or the journal of a match that goes on.
        seat: Index of the seat, 0-based.
        face: Name of the text face, one of `referee.games.faces.FACE_NAMES`.

    Raises:
        ReplayError: A record is invalid or contradicts earlier ones.
    """
    players = Recording(replay).players
    told = SeatHistory.of_match(replay.plugin, replay.config, seat, players, face)
    for sent in sent_turns(replay, seat):
        told.add_events(sent.events)
        told.add_said(sent.said)
        asked = told.asked(sent.seen, sent.phase, sent.legal)
        yield RecordedTurn(sent.step, asked, told.face, told.config)


def played_actions(replay: Replay, seat: int) -> list[Fields | None]:
    """Return the answers that a seat has given, one for each of its turns that was decided; None for others.

    Args:
        replay: The replay, or the journal of a match that goes on.
        seat: Index of the seat, 0-based.
    """
    codec = replay.plugin.codec
    return [
        answer_of(codec, action.payload) if action.kind == replay_pb2.ACTION_KIND_PLAYED else None
        for record in replay.records
        for action in record.step.actions
        if action.seat == seat and action.kind != replay_pb2.ACTION_KIND_FORFEITED
    ]


def _legal(replay: Replay, machine: MatchMachine, seat: int) -> list[Fields] | None:
    """Return the legal actions that the turn lists to bots that ask for them; None if it lists none."""
    codec = replay.plugin.codec
    listed = listed_actions(replay.plugin.game, codec, machine.state, seat)
    if listed is None or not listed.actions:
        return None
    return [answer_of(codec, action) for action in listed.actions]
