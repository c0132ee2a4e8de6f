"""Sends the effects of a match's machine to its bots, each on the stream that holds its seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamereferee.v1 import match_pb2, play_service_pb2
from referee.core.game import Events
from referee.core.outcome import Outcome
from referee.match.effects import Begin, Effect, End, Miss, OpenTurns, Reject, ShowNonces
from referee.replay.wire import (
    LANES,
    LEGAL_ACTIONS,
    NONCE_COMMITMENTS,
    SMALL_TURNS,
    WITHOUT_EVENTS,
    WORKER_ADDRESS,
    outcome_to_wire,
    said_to_wire,
)
from referee.server.hosting.encoder import MatchEncoder
from referee.server.hosting.lane_match import LaneStreams
from referee.server.hosting.messages import (
    commitments,
    features_in_force,
    joined,
    missed,
    rejected,
    started,
)
from referee.server.hosting.parts import MatchParts, ServerParts
from referee.server.hosting.reveal import Reveal
from referee.server.hosting.seat_stream import HeldMatch, SeatStream
from referee.server.hosting.small_turns import SmallTurnWriter
from referee.server.hosting.turns import TurnWriter
from referee.server.process.logs import Log

__all__ = ["SeatNotifier"]


class SeatNotifier:
    """Encodes messages for the seats of one match and sends them on the streams that hold the seats.

    A lane plays many matches at once.

    Args:
        match: The match as its streams see it.
        parts: Objects that belong to the match.
        server: Objects that all matches of the server share.
        encoder: Encodes observations, events and config of the match.
        reveal: Seed data of the match's dice, for the end message.
        has_lanes: Whether the match may be on lanes.
        log: Log whose lines name the match.
    """

    def __init__(
        self,
        match: HeldMatch,
        parts: MatchParts,
        server: ServerParts,
        *,
        encoder: MatchEncoder,
        reveal: Reveal,
        has_lanes: bool,
        log: Log,
    ) -> None:
        machine, header = parts.machine, parts.header
        self._match = match
        self._machine = machine
        self._header = header
        self._encoder = encoder
        self._reveal = reveal
        self._log = log
        seats = header.num_seats
        remote = header.remote_seats
        # A bot on another machine uses no core of this one, so that its turns hold no slot.
        self._slots = [None if seat in remote else server.slots for seat in range(seats)]
        """Think slots that each seat's turns wait for, by seat; None hands them over at once."""
        self._streams: list[SeatStream | None] = [None] * seats
        self._features: list[Sequence[str]] = [()] * seats
        """Features in force on each seat's stream, by seat."""
        self._columns: list[tuple[str, ...]] = [()] * seats
        """Names of the columns that each seat's bot wants on lanes (which play many matches at
        once); an empty tuple means all of fixed size.
        """
        self._has_lanes = has_lanes
        self._address = server.address
        self._hears_events = [True] * seats
        """Whether each seat's turns contain events, by seat."""
        self._lists_legal = [False] * seats
        """Whether each seat's turns list its legal actions, by seat."""
        self._small_writers: list[SmallTurnWriter | None] = [None] * seats
        """Encoders of turns in short form (a number names match and seat), by seat; None for seats
        that get full turns.
        """
        self._round_trips: list[int | None] = [None] * seats
        """Last ping round trip, in nanoseconds, of the stream that each seat had last and that has
        left. None if no stream has left or its ping was never answered.
        """
        self._outcome: tuple[Outcome, match_pb2.Outcome] | None = None
        """Last outcome that was sent, and its message: all seats get the same one at the end."""
        self._turn_writer = TurnWriter(
            header.match_id,
            seats,
            observation_url=encoder.observation_url,
            events_url=encoder.events_url,
            action_url=encoder.action_url,
            has_bank=machine.terms.time_control.bank_ns > 0,
        )
        self._senders: dict[type, Callable[[Any], None]] = {
            ShowNonces: self._send_nonces,
            Begin: self._send_begin,
            Reject: self._send_reject,
            Miss: self._send_miss,
            End: self.send_end,
        }

    # Streams.

    def attach(
        self, seat: int, stream: SeatStream, join: play_service_pb2.Join, *, rejoined: bool
    ) -> Sequence[str]:
        """Give a seat to a stream and send it `Joined`; a stream that held the seat before loses it.

        Args:
            seat: Index of the seat.
            stream: The stream that now holds the seat.
            join: The bot's join message.
            rejoined: Whether the seat had been joined before.

        Returns:
            The features in force, among those that the bot asked for.
        """
        previous = self._streams[seat]
        if previous is not None and previous is not stream:
            # Before anything is sent to the new stream: two streams must never hold one seat.
            previous.lose_seat(self._match.match_id, seat)
        self._streams[seat] = stream
        features = features_in_force(join.features)
        self._lists_legal[seat] = LEGAL_ACTIONS in features
        # Turns as columns have no room for lists of legal actions.
        can_take_lanes = self._has_lanes and not self._lists_legal[seat]
        if LANES in features and not can_take_lanes:
            features.remove(LANES)
        if not self._address and WORKER_ADDRESS in features:
            features.remove(WORKER_ADDRESS)
        self._features[seat], self._columns[seat] = tuple(features), tuple(join.lane_columns)
        self._hears_events[seat] = WITHOUT_EVENTS not in features
        # Each join makes a new writer, because a writer leaves out what was sent on this stream
        # before.
        small_form = None
        self._small_writers[seat] = None
        if SMALL_TURNS in features:
            small = self._small_writers[seat] = self._small_writer(seat, stream)
            small_form = self._small_form(small)
        stream.send_joined(
            joined(
                self._header,
                seat,
                config=self._encoder.public_config(),
                number=join.number,
                rejoined=rejoined,
                features=features,
                small_form=small_form,
                worker_address=self._address if WORKER_ADDRESS in features else "",
            )
        )
        return features

    def lane_streams(self, pids: tuple[int, ...]) -> LaneStreams | None:
        """Return the streams of all seats, the names of the columns that each seat's bot wants, and `pids`.

        `pids` are the processes by which the seats are metered. The columns are those of a lane's arrays (a lane plays many matches at once). None if some
        seat has no stream, or a bot that does not accept lanes.
        """
        if any(LANES not in features for features in self._features):
            return None
        streams = [stream for stream in self._streams if stream is not None]
        if len(streams) < len(self._streams):
            return None
        return LaneStreams(tuple(streams), tuple(self._columns), pids)

    def _small_writer(self, seat: int, stream: SeatStream) -> SmallTurnWriter:
        handle = stream.name_seat(self._match.match_id, seat)
        start, end = self._encoder.known_observation(seat)
        return SmallTurnWriter(handle, start, end, self._machine.terms.time_control)

    def _small_form(self, writer: SmallTurnWriter) -> play_service_pb2.SmallForm:
        encoder = self._encoder
        return play_service_pb2.SmallForm(
            handle=writer.handle,
            observation_url=encoder.observation_url,
            events_url=encoder.events_url,
            action_url=encoder.action_url,
            known_observation=writer.known,
        )

    def is_held(self, seat: int, stream: SeatStream) -> bool:
        """Return whether this stream holds the seat."""
        return self._streams[seat] is stream

    @property
    def is_shared(self) -> bool:
        """Whether more than one stream holds seats of the match."""
        return len({id(stream) for stream in self._streams if stream is not None}) > 1

    @property
    def has_streams(self) -> bool:
        """Whether any stream holds a seat of the match."""
        return any(stream is not None for stream in self._streams)

    def detach(self, seat: int) -> None:
        """Take a seat from its stream, so that no stream holds it."""
        # Kept for whoever asks for the match after its bots have left.
        self._round_trips[seat] = self.round_trip_ns(seat)
        self._streams[seat] = None

    def round_trip_ns(self, seat: int) -> int | None:
        """Return the last ping round trip, in nanoseconds, on the stream that holds the seat or held it last.

        None if no ping was answered.
        """
        stream = self._streams[seat]
        last_ns = None if stream is None else stream.round_trip_ns
        return self._round_trips[seat] if last_ns is None else last_ns

    def is_taking(self) -> bool:
        """Return whether a stream of the match has read a message that is not completely processed yet."""
        return any(stream is not None and stream.is_taking for stream in self._streams)

    def unread_ns(self, now_ns: int) -> int:
        """Return the longest time that a message not read yet may have waited on any of the match's streams.

        The time is in nanoseconds, up to `now_ns`; 0 if no message waits.
        """
        return max(0 if stream is None else stream.unread_ns(now_ns) for stream in self._streams)

    # Effects.

    def send(self, effect: Effect) -> None:
        """Send an effect to the seats it concerns; a seat without a stream gets nothing."""
        if isinstance(effect, OpenTurns):  # by far the most frequent
            self._send_turns(effect)
        else:
            self._senders[type(effect)](effect)

    def _send_turns(self, opened: OpenTurns) -> None:
        encoder, writer = self._encoder, self._turn_writer
        observations = encoder.observations([turn.observation for turn in opened.turns])
        shared: Events = []
        events = part = b""
        for turn, observation in zip(opened.turns, observations, strict=True):
            stream = self._streams[turn.seat]
            if stream is None:
                continue
            # Seats with the same events have the same list: it is encoded once for all of them.
            if turn.events is not shared:
                shared = turn.events
                events, part = encoder.events(shared) if shared else b"", b""
            talk = writer.talk(turn.said, turn.channels) if turn.channels or turn.said else b""
            seat, phase, clock = turn.seat, opened.phase, turn.clock
            heard = events if self._hears_events[seat] else b""
            legal = encoder.legal(seat) if self._lists_legal[seat] else None
            small = self._small_writers[seat]
            if small is not None:
                data = small.write(turn.turn, phase, observation, heard, clock, talk, legal)
            else:
                if heard:
                    heard = part = part or writer.events(events)
                data = writer.write(
                    seat, turn.turn, phase, observation, heard, clock, talk, writer.legal(legal)
                )
            slots = self._slots[turn.seat]
            if slots is None:
                stream.send_turn(self._match, turn.seat, turn.turn, data)
            else:
                slots.ask(self._match, turn.seat, turn.turn, stream, data)

    def _send_nonces(self, show: ShowNonces) -> None:
        for seat in show.seats:
            stream = self._streams[seat]
            if stream is not None and NONCE_COMMITMENTS in self._features[seat]:
                stream.send_commitments(commitments(self._match.match_id, seat, self._machine))

    def _send_begin(self, begin: Begin) -> None:
        if begin.seats is None:
            self._log.info("match begins")
        for seat, stream in enumerate(self._streams):
            if stream is not None and (begin.seats is None or seat in begin.seats):
                features = self._features[seat]
                stream.send_started(started(self._match.match_id, seat, self._machine, features))

    def _send_reject(self, reject: Reject) -> None:
        stream = self._streams[reject.seat]
        if stream is not None:
            stream.send_rejected(rejected(self._match.match_id, reject))

    def _send_miss(self, miss: Miss) -> None:
        self._log.info("deadline missed", seat=miss.seat, turn=miss.turn, strikes=miss.strikes)
        stream = self._streams[miss.seat]
        if stream is not None:
            limit = self._machine.terms.time_control.strikes
            stream.send_missed(missed(self._match.match_id, miss, limit))

    def send_end(self, end: End) -> None:
        """Notify a seat that the match is over for it, and take the seat from its stream.

        Do nothing if no stream holds the seat.
        """
        stream = self._streams[end.seat]
        if stream is None:
            return
        reveal = self._reveal
        ended = play_service_pb2.MatchEnded(
            match_id=self._match.match_id,
            seat=end.seat,
            outcome=self._outcome_message(end.outcome),
            reveal=reveal.public,
            reveal_withheld=reveal.is_withheld and reveal.seed is not None,
            said=[said_to_wire(heard) for heard in end.said],
            goes_on=end.goes_on,
        )
        if end.place is not None:
            ended.out_round = end.place.round
            ended.first_place, ended.last_place = end.place.first, end.place.last
        if end.events:
            ended.events.type_url = self._encoder.events_url
            ended.events.value = self._encoder.events(end.events)
        stream.send_ended(ended)
        # Nothing may follow the end of a seat, not even a rejection.
        self.detach(end.seat)
        if end.goes_on:
            place = end.outcome.seats[end.seat].placement
            open_place = f"{ended.first_place} to {ended.last_place}"
            self._log.info("seat ended early", seat=end.seat, place=place or open_place)

    def _outcome_message(self, outcome: Outcome) -> match_pb2.Outcome:
        """Return an outcome as a message, which is kept: the caller must copy it."""
        if self._outcome is None or self._outcome[0] is not outcome:
            self._outcome = outcome, outcome_to_wire(outcome)
        return self._outcome[1]
