"""The pair test over everything that is sent: two matches that differ in what a seat must not know.

A match is played twice by a running server, with the same seed, the same answers and the same clock, which
stands still. In one of the two something is otherwise that the viewing seat may not know of: the state, by one
of its hidden variants, or how another seat behaves. All that the seat and the public are sent is compared byte
for byte and in order: the answers to joins, turns, rejections, early ends, frames of Watch, and what the lobby
says of the match to the seat, to strangers and in its list. Equal bytes have equal lengths, so that no size
leaks either.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from google.protobuf import any_pb2
from google.protobuf.message import Message

from gamereferee.v1 import lobby_service_pb2, match_pb2, play_service_pb2, spectate_service_pb2
from referee.core.config import parse_config
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.replay.wire import TYPE_PREFIX
from referee.testing.samples import has_dice
from tests.server.running import PATIENT, BotStream, Frames, Referee, action_of, soon, terms

__all__ = [
    "Answers",
    "LeakError",
    "Pair",
    "Table",
    "World",
    "as_it_is",
    "compare",
    "giving_up",
    "late",
    "num_variants",
    "refused",
    "stumbling",
    "tell",
    "variant",
]

OWN = frozenset({"match_id", "seed_commitment", "create_time", "seat_tokens"})
"""What is drawn for each match, or told by the clock."""
_DICE = [1, 2] * 2000
"""Scripted values for the step that is compared."""

Told = list[tuple[str, bytes]]
"""What was sent in order: by what way, and the message."""


class LeakError(AssertionError):
    """A seat or the public can tell apart what it must not."""


@dataclasses.dataclass(frozen=True)
class Pair:
    """A match, and the moment from which it is compared.

    Args:
        plugin: The game, as the registry has it.
        num_seats: Seats.
        viewer: The seat that must not know.
        steps: Steps before the one that is compared.
        seed: Of the match and of all answers.
        config: JSON of the game's config.
        whole: Whether all is compared from the first join on.
        scripted: Whether the dice of the step that is compared are scripted: those of two seeds differ.
    """

    plugin: AnyPlugin
    num_seats: int
    viewer: int
    steps: int
    seed: int = 1
    config: str = ""
    whole: bool = False
    scripted: bool = True
    bank: float = 0
    """Reserve of time of each seat in seconds."""


Answers: TypeAlias = dict[int, list[any_pb2.Any | None]]
"""What each seat sends at a decision point; None gives the turn up."""


class Table:
    """A match on a server with a stream for each seat, and all that is told to one of them and to the public."""

    def __init__(self, referee: Referee, pair: Pair) -> None:
        self.referee = referee
        self.pair = pair
        self.match_id = ""
        self.tokens: list[str] = []
        self.streams: list[BotStream] = []
        self.turns: dict[int, play_service_pb2.Turn] = {}
        self.told: Told = []
        self._read = 0
        self._frames: Frames | None = None

    async def open(self) -> None:
        """Make the match and let all seats join."""
        pair = self.pair
        made = await self.referee.create(
            pair.plugin.game.info.game,
            num_seats=pair.num_seats,
            config_json=pair.config,
            time_control=terms(move_time=3600, bank=pair.bank) if pair.bank else PATIENT,
            seed_policy=lobby_service_pb2.SeedPolicy(fixed=pair.seed),
        )
        self.match_id, self.tokens = made.match.match_id, list(made.seat_tokens)
        self._frames = self.referee.watch(self.match_id, public=True, deadlines=True)
        for token in self.tokens:
            stream = self.referee.stream()
            await stream.join(token)
            self.streams.append(stream)
            await self.look()

    @property
    def state(self) -> Any:
        """The game's state, as the server has it."""
        return self.referee._host(self.match_id).machine.state

    @state.setter
    def state(self, state: Any) -> None:
        self.referee._host(self.match_id).machine.state = state

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to decide."""
        return self.referee._host(self.match_id).machine.outcome is not None

    def answers(self, dice: Stream) -> Answers:
        """One random answer of each that is asked."""
        game, codec = self.pair.plugin.game, self.pair.plugin.codec
        point = game.decision(self.state)
        return {
            seat: [self.pack(codec.encode_action(game.random_action(self.state, seat, dice)))]
            for seat in (point.seats if point else ())
        }

    def pack(self, data: bytes) -> any_pb2.Any:
        """An action as it is sent."""
        name = self.pair.plugin.codec.action_type
        return any_pb2.Any(type_url=TYPE_PREFIX + name, value=data)

    async def turn_of(self, seat: int) -> play_service_pb2.Turn:
        """The turn that a seat has to answer now."""
        machine = self.referee._host(self.match_id).machine
        while seat not in self.turns or self.turns[seat].turn != machine.seats[seat].turn:
            self.turns[seat] = await self.streams[seat].turn()
        return self.turns[seat]

    async def step(self, answers: Answers) -> None:
        """All who are asked answer, in the order of their seats, and each is taken in before the next."""
        for seat, sent in answers.items():
            stream, turn = self.streams[seat], await self.turn_of(seat)
            for payload in sent:
                if payload is None:
                    skip = play_service_pb2.Skip(match_id=self.match_id, seat=seat, turn=turn.turn)
                    await stream.send(skips=[skip])
                else:
                    await stream.send(actions=[action_of(turn, payload)])
                await stream.settle()
        await self.look()

    async def look(self) -> None:
        """Note what the viewer and the public have been told since the last time."""
        viewer, lobby = self.pair.viewer, self.referee.lobby
        if viewer < len(self.streams):
            stream = self.streams[viewer]
            await stream.settle()
            for response in stream.responses[self._read :]:
                for field, value in response.ListFields():
                    if field.name not in ("ping", "pong"):
                        self.told += [(field.name, told(one)) for one in value]
            self._read = len(stream.responses)
            asked = lobby_service_pb2.GetMatchRequest(
                match_id=self.match_id, seat_token=self.tokens[viewer]
            )
            self.told.append(("GetMatch of the seat", told(await soon(lobby.GetMatch(asked)))))
        asked = lobby_service_pb2.GetMatchRequest(match_id=self.match_id)
        self.told.append(("GetMatch", told(await soon(lobby.GetMatch(asked)))))
        listed = await soon(lobby.ListMatches(lobby_service_pb2.ListMatchesRequest(page_size=1)))
        assert listed.matches[0].match_id == self.match_id
        self.told.append(("ListMatches", told(listed.matches[0])))

    async def close(self) -> None:
        """End the match without a word of its end, and note what the public has seen of it."""
        assert self._frames is not None
        await self.referee.abort(self.match_id)
        for frame in await self._frames.rest():
            if not frame.HasField("outcome"):
                self.told.append(("Watch", told(frame)))


World = Callable[[Table, Answers], None]
"""Changes the state or the answers before the step that is compared."""


def told(message: Message) -> bytes:
    """A message without what differs between any two matches."""
    copied = type(message)()
    copied.CopyFrom(message)
    match = getattr(copied, "match", copied)
    if isinstance(match, match_pb2.Match):
        _count_from_creation(match)
    _strip(copied)
    if isinstance(copied, spectate_service_pb2.WatchResponse) and copied.HasField("deadlines"):
        _count_from_now(copied.deadlines)
    return copied.SerializeToString(deterministic=True)


def _strip(message: Message) -> None:
    for field, value in message.ListFields():
        if field.name in OWN:
            message.ClearField(field.name)
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for one in value if field.is_repeated else [value]:
                _strip(one)


def _count_from_creation(match: match_pb2.Match) -> None:
    """Make times of open turns those since the match was made, likewise."""
    made_ns = match.create_time.ToNanoseconds()
    for seat in match.seats:
        for name in ("start", "deadline"):
            if seat.open_turn.HasField(name):
                time = getattr(seat.open_turn, name)
                time.FromNanoseconds(time.ToNanoseconds() - made_ns)


def _count_from_now(deadlines: spectate_service_pb2.Deadlines) -> None:
    """Make all times those since it was sent: two matches are played at two times."""
    now_ns = deadlines.now.ToNanoseconds()
    for time in (deadlines.latest, *(each.deadline for each in deadlines.seats)):
        if time.ToNanoseconds():
            time.FromNanoseconds(time.ToNanoseconds() - now_ns)
    deadlines.ClearField("now")


def as_it_is(table: Table, answers: Answers) -> None:
    """Changes nothing."""


def variant(number: int) -> World:
    """One of the hidden variants of the state, from 0, in its place; if there are so many."""

    def change(table: Table, answers: Answers) -> None:  # noqa: ARG001
        dice = Stream(table.pair.seed, 3)
        variants = list(
            table.pair.plugin.game.hidden_variants(table.state, table.pair.viewer, dice)
        )
        assert len(variants) > number, f"there are but {len(variants)} variants"
        table.state = variants[number]

    return change


def num_variants(pair: Pair) -> int:
    """How many hidden variants the state has that is compared; they may not all be that state itself."""
    game = pair.plugin.game
    config = parse_config(game.config_class, json.loads(pair.config or "{}"))
    state, _ = game.start(config, seed=pair.seed, num_seats=pair.num_seats)
    dice = Stream(pair.seed, 2)
    for _ in range(pair.steps):
        point = game.decision(state)
        assert point is not None
        game.step(state, {seat: game.random_action(state, seat, dice) for seat in point.seats})
    variants = list(game.hidden_variants(state, pair.viewer, Stream(pair.seed, 3)))
    assert any(game.digest(each) != game.digest(state) for each in variants)
    return len(variants)


def others(table: Table, answers: Answers) -> list[int]:
    """Seats but for the viewer's that are asked; there must be one."""
    found = [seat for seat in answers if seat != table.pair.viewer]
    assert found, f"at step {table.pair.steps} nobody but the viewer is asked"
    return found


def stumbling(table: Table, answers: Answers) -> None:
    """Others send what can't be read before they send their answers."""
    for seat in others(table, answers):
        answers[seat][:0] = [
            table.pack(b"\xff"),
            any_pb2.Any(type_url="type.googleapis.com/no.such"),
        ]


def late(table: Table, answers: Answers) -> None:
    """Others answer twice; the second answer comes too late."""
    for seat in others(table, answers):
        answers[seat].append(answers[seat][0])


def giving_up(table: Table, answers: Answers) -> None:
    """Others give their turns up, so that their defaults are played."""
    for seat in others(table, answers):
        answers[seat] = [None]


def refused(table: Table, answers: Answers) -> None:
    """The rules refuse the whole of what others send, so that their defaults are played."""
    codec, game = table.pair.plugin.codec, table.pair.plugin.game
    for seat in others(table, answers):
        answers[seat] = [table.pack(codec.encode_action(game.parse_action({"no": "action"})))]


async def tell(referee: Referee, pair: Pair, world: World) -> Told:
    """Play a match, and return all that the viewer and the public are told from a step on.

    Raises:
        ValueError: The match is over before that step or by it, so that nothing is hidden any more.
    """
    table = Table(referee, pair)
    await table.open()
    dice = Stream(pair.seed, 2)
    for _ in range(pair.steps):
        await table.step(table.answers(dice))
    answers = table.answers(dice)
    if table.is_over:
        raise ValueError(f"the match is over before step {pair.steps}")
    told_before = len(table.told)
    world(table, answers)
    if pair.scripted and has_dice(pair.plugin):
        pair.plugin.game.script_dice(table.state, _DICE)
    await table.step(answers)
    if table.is_over:
        raise ValueError(f"the match is over by step {pair.steps}")
    await table.close()
    return table.told if pair.whole else table.told[told_before:]


def compare(one: Sequence[tuple[str, bytes]], other: Sequence[tuple[str, bytes]]) -> None:
    """Two matches are told alike.

    Raises:
        LeakError: They are not; says by what way they can be told apart.
    """
    for (way, message), (its_way, its) in zip(one, other, strict=False):
        if (way, message) != (its_way, its):
            raise LeakError(f"{way}:\n{message!r}\nbut also {its_way}:\n{its!r}")
    if len(one) != len(other):
        raise LeakError(f"{len(one)} messages and {len(other)}")
