"""A toy of talk: seats move between rooms, and those who share one can whisper there.

Rules: three or four seats stand in room 0. In round r (from 0) seat r modulo the number of seats
sleeps and all others choose a room at once; an answer that names no room leads to room 0. Then a die
with one side per room shows where the treasure is, and each seat in that room, asleep or not, gets a
point. A seat knows its room, who shares it, and its own points. Most points win. The die of round r is
the first draw of stream (r).

Chat: in even rounds there is the hall, which everybody hears, spectators included. Each room that two
seats or more share is a channel too, numbered by the room, as it stands before the seats move. Who
sleeps may talk.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from pydantic import Field

from referee.core.chat import Channel, Chat, ChatRules
from referee.core.config import GameConfig
from referee.core.game import DecisionPoint, Event, GameInfo, Plugin
from referee.core.outcome import GameOutcome, rank
from referee.core.rng import Stream
from tests.helpers.toy_base import Ints, ToyAction, ToyCodec, ToyGame, ToyState, notice, state_base

__all__ = ["HALL", "ROOM", "TALKING", "Found", "TalkConfig", "TalkGame", "TalkState"]

HALL, ROOM = "HALL", "ROOM"


class TalkConfig(GameConfig):
    """Parameters of the talking toy."""

    rounds: int = Field(default=4, ge=1, le=50)
    """Rounds in a match."""
    rooms: int = Field(default=3, ge=2, le=5)
    """Rooms to be in."""
    messages: int = Field(default=2, ge=0, le=300)
    """Messages of a seat in a round."""
    text_bytes: int = Field(default=20, ge=1, le=100_000)
    """Bytes of a message."""


@dataclasses.dataclass
class TalkState(ToyState[TalkConfig]):
    """A match of the talking toy."""

    rooms: Ints
    """int64[seat]; where each seat is."""
    points: Ints
    """int64[seat]."""
    round: Ints
    """int64[1]; rounds played."""


@dataclasses.dataclass(frozen=True, slots=True)
class TalkObservation:
    """What a seat may see."""

    seat: int
    round: int
    room: int
    company: list[int]
    points: int


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """The treasure was in a room, told to those in it."""

    round: int
    room: int


class TalkGame(ToyGame[TalkConfig, TalkState, TalkObservation]):
    """The rules."""

    info = GameInfo("toy_talk", "Whispers", 1, "Rooms, a treasure, and talk.", 3, 4, 3)
    config_class = TalkConfig

    def start(
        self, config: TalkConfig, *, seed: int, num_seats: int
    ) -> tuple[TalkState, list[Event]]:
        """All in room 0."""
        state = TalkState(
            *state_base(config, seed),
            rooms=np.zeros(num_seats, np.int64),
            points=np.zeros(num_seats, np.int64),
            round=np.zeros(1, np.int64),
        )
        return state, []

    def decision(self, state: TalkState) -> DecisionPoint | None:
        """All but the sleeper."""
        if state.round[0] == state.config.rounds:
            return None
        seats = range(len(state.rooms))
        return DecisionPoint("choose", tuple(s for s in seats if s != _sleeper(state)))

    def observe(self, state: TalkState, seats: Sequence[int]) -> list[TalkObservation]:
        """The own room with all in it, and the own points."""
        played, rooms, points = int(state.round[0]), state.rooms.tolist(), state.points.tolist()
        return [
            TalkObservation(s, played, rooms[s], _inside(state, rooms[s]), points[s]) for s in seats
        ]

    def step(self, state: TalkState, actions: Mapping[int, ToyAction | None]) -> list[Event]:
        """Move, then find."""
        events = []
        for seat in sorted(actions):
            action, room = actions[seat], 0
            if action is not None:
                if action.value is None or not 0 <= action.value < state.config.rooms:
                    events.append(notice("NO_SUCH_ROOM", seat))
                else:
                    room = action.value
            state.rooms[seat] = room
        played = int(state.round[0])
        room = state.roll(state.config.rooms, played) - 1
        there = _inside(state, room)
        state.points[there] += 1
        state.round[0] += 1
        return [*events, Event(Found(played, room), tuple(there))]

    def chat_rules(self, config: TalkConfig) -> ChatRules:
        """See `Game`."""
        return ChatRules((HALL, ROOM), config.messages, config.text_bytes)

    def chat(self, state: TalkState) -> Chat:
        """The hall in even rounds, and every shared room."""
        inside = {room: _inside(state, room) for room in range(state.config.rooms)}
        rooms = [Channel(ROOM, room, tuple(s)) for room, s in inside.items() if len(s) > 1]
        hall = Channel(HALL, 0, tuple(range(len(state.rooms))), is_public=True)
        return Chat(int(state.round[0]) + 1, (*rooms,) if state.round[0] % 2 else (hall, *rooms))

    def outcome(self, state: TalkState) -> GameOutcome:
        """Points."""
        points = state.points.tolist()
        return GameOutcome(rank([(own,) for own in points]), tuple(points))

    def random_action(self, state: TalkState, seat: int, dice: Stream) -> ToyAction:  # noqa: ARG002
        """Any room."""
        return ToyAction(dice.draw(state.config.rooms) - 1)

    def hidden_variants(self, state: TalkState, seat: int, dice: Stream) -> Iterable[TalkState]:
        """Another seed; other points of the others until the last round; others in other rooms.

        The sleeper stays where it is, since whoever moves there sees it.
        """
        yield self.reseeded(state, dice)
        others = [s for s in range(len(state.rooms)) if s != seat]
        if state.round[0] + 1 < state.config.rounds:
            variant = self.copy(state)
            variant.points[others] += np.array(dice.roll(len(others), 9))
            yield variant
            variant = self.copy(state)
            elsewhere = [room for room in range(state.config.rooms) if room != state.rooms[seat]]
            for other in others:
                if other != _sleeper(state) and state.rooms[other] != state.rooms[seat]:
                    variant.rooms[other] = elsewhere[dice.draw(len(elsewhere)) - 1]
            yield variant


def _sleeper(state: TalkState) -> int:
    return int(state.round[0] % len(state.rooms))


def _inside(state: TalkState, room: int) -> list[int]:
    """Seats in a room."""
    return np.flatnonzero(state.rooms == room).tolist()


_game = TalkGame()
TALKING = Plugin(_game, ToyCodec(_game.parse_action), rulebook=__doc__)
