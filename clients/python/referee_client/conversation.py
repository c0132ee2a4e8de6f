"""What a bot process says and hears on its Play streams, without any I/O.

Both clients feed it what came (`receive`) and write what it has to say (`take`, or the outbox of a line).
It knows tokens, nonces, seats and open turns, and brings them over from a broken stream to the next, and
from the line home to those of workers and back. It opens no connection, reads no clock but for deciding
when to write, and waits for nothing.

Bots may speak, and `take` may be called, from any thread; all else is for one thread at a time.
"""

from __future__ import annotations

import dataclasses
import importlib
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee_client.answers import action_type
from referee_client.asking import Asking, Settle
from referee_client.bot import Bot, BotLike, Match, Missed, Outcome, Rejection, Turn, enum_name
from referee_client.chat import Said
from referee_client.errors import BotError, JoinError, SeatError, TakenOverError, WrongGameError
from referee_client.fairness import NONCE_COMMITMENTS, witness_problem
from referee_client.inspection import (
    Absent,
    columns_of,
    game_of,
    is_function,
    listens,
    maker,
    wants_legal,
)
from referee_client.line import WORKER_ADDRESS, Line
from referee_client.lines import Lines
from referee_client.messages import seconds, unpack
from referee_client.nonces import check_start, opening_of
from referee_client.outbox import ROOM_BYTES
from referee_client.seats import Seat, Ticket, log
from referee_client.small_turns import (
    LEGAL_ACTIONS,
    SMALL_TURNS,
    WITHOUT_EVENTS,
    ShortForm,
    ShortTurn,
)
from referee_client.thinking import Thinker
from referee_client.threads import BotThreads

if TYPE_CHECKING:
    from referee_client import lanes

__all__ = ["MAX_NAME", "Conversation"]

_LANES = "referee_client.lanes"
"""What reads and answers turns in columns."""
LANES = "lanes"
"""The feature of such turns."""

MAX_NAME = 100
"""Most characters of a bot's name on the wire."""


class Conversation(Asking):
    """All seats of a process, whichever stream carries them.

    Args:
        bot: The bot of seats that are joined without one of their own.
        name: What the bot calls itself, for the replay; at most 100 characters.
        game: Game of that bot; None means what the bot says itself.
        strict: Whether the first failure of a bot's own code is raised.
        can_await: Whether bots may be async.
        small_turns: Whether the referee is asked for turns in short.
        threads: Threads for bots that wait; None asks all bots where turns are read.
        settle: Has something done by whoever takes in what the stream brings; called from threads.
        now_ns: Tells a time that never jumps.
        on_say: Called whenever a bot has said something, in the thread that says it.
        on_witness: Called with what a seat was told before play, when its match begins.
        on_worker: Called with the address of a worker to which seats would like to go; its line is to be
            received from, and in the end told to be lost. None keeps all seats on the line home.
    """

    def __init__(
        self,
        bot: BotLike | None = None,
        *,
        name: str = "",
        game: str | None = None,
        strict: bool = False,
        can_await: bool = False,
        small_turns: bool = True,
        threads: BotThreads | None = None,
        settle: Settle | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
        on_say: Callable[[], object] | None = None,
        on_witness: Callable[[wire.SeatWitness], object] | None = None,
        on_worker: Callable[[str], object] | None = None,
    ) -> None:
        if len(name) > MAX_NAME:
            raise ValueError(f"name must have at most {MAX_NAME} characters, not {len(name)}")
        super().__init__(strict=strict, threads=threads, settle=settle, now_ns=now_ns)
        self._bot = bot
        self._make = maker(bot) if bot is not None else None
        self._name = name
        self._game = game
        self._can_await = can_await
        self._small_turns = small_turns
        self._numbers = itertools.count(1)
        self._tickets: dict[int, Ticket] = {}
        self._tokens: set[str] = set()
        """All that were ever given."""
        self._thinkers: dict[int, Thinker] = {}
        """Of bots that may play several seats, by the bot's `id`."""
        self._foreign: dict[tuple[str, int], Ticket] = {}
        self._on_say = on_say
        self._on_witness = on_witness
        self.lines = Lines(self._tickets, name, on_worker)
        """Where seats are, and go."""
        self.home = self.lines.home
        """What leads to the address that the process was given."""
        self._lane_type: type[lanes.Lane] | None = None
        """What reads turns in columns, once a bot takes them."""
        self._finished = False
        self.draining = False
        """Whether the referee has said that it is going to stop."""
        self.failures: list[SeatError] = []
        """Seats that could not be played (any longer)."""
        self._received_ns = 0
        """When the message came that is being taken in."""

    # What the process wants.

    def join(self, token: str, bot: BotLike | None = None) -> None:
        """Present a seat's token, on this stream and all later ones.

        Raises:
            TypeError: There is no bot for it.
            ValueError: The token is empty, or no more were to come.
        """
        make = maker(bot) if bot is not None else self._make
        if make is None:
            raise TypeError("a client without a bot of its own needs one for every join")
        if not token:
            raise ValueError("a token must not be empty")
        if self._finished:
            raise ValueError("join after finish: no more tokens were to come")
        if token in self._tokens:
            log.warning("the token %s… was given twice: it is taken once", token[:4])
            return
        player = self._bot if bot is None else bot
        features = [SMALL_TURNS] if self._small_turns else []
        if self._small_turns and player is not None and not listens(player):
            features.append(WITHOUT_EVENTS)
        if player is not None and wants_legal(player):
            features.append(LEGAL_ACTIONS)
        columns = None if player is None else columns_of(player)
        if columns is not None:
            self._lane_type = importlib.import_module(_LANES).Lane  # not every bot has NumPy
            features.append(LANES)
        if self.lines.leads_away:
            features.append(WORKER_ADDRESS)
        self._tokens.add(token)
        ticket = Ticket(next(self._numbers), token, make, self.home, features, columns or ())
        self._tickets[ticket.number] = ticket
        self.home.outbox.add(ticket.join(self._name))

    def finish(self) -> None:
        """Say that no more tokens will come."""
        self._finished = True

    def resign(self, match_id: str, seat: int) -> None:
        """Give up a seat for good."""
        held = self._seats.get((match_id, seat))
        line = self.home if held is None else held.line
        line.outbox.add(wire.Resign(match_id=match_id, seat=seat))

    @property
    def is_done(self) -> bool:
        """Whether all matches have ended and no more tokens will come."""
        return self._finished and not self._tickets

    def raise_failure(self) -> None:
        """At the end of play, see that nothing had gone wrong.

        Raises:
            SeatError: A seat could not be played; the first one.
            BotError: The bot's own code failed; the first time.
        """
        for error in (*self.failures, self.bot_failures.first):
            if error is not None:
                raise error

    # What the stream brings.

    def opened(self) -> None:
        """Begin on a new stream home: present the tokens of it again; open turns will come again."""
        self.lines.begin_at_home(self._foreign.values())

    def receive(self, response: wire.PlayResponse, line: Line | None = None) -> list[Turn]:
        """Take in what came; return the turns that wait for an action.

        Args:
            response: What came.
            line: Where; None means at home.

        Raises:
            BotError: The bot's own code failed and that is strict, or it is no bot.
            ProtocolError: A message can't be read.
        """
        line = line or self.home
        self._received_ns = self._now_ns()
        line.heard()
        if not line.is_open:
            self.lines.answered(line)
        for joined in response.joins:
            self._joined(joined, line)
        for commitments in response.commitments:
            self._committed(commitments)
        for started in response.starts:
            self._started(started)
        for rejected in response.rejections:
            self._rejected(rejected, line)
        for missed in response.missed:
            self._missed(missed)
        for ended in response.ends:
            self._ended(ended)
        if response.HasField("ping"):
            line.outbox.add(wire.Pong(number=response.ping.number))
        if response.draining and not self.draining:
            self.draining = True
            log.warning("the referee is going to stop: running matches go on, no new ones start")
        turns = []
        for message in response.turns:
            turn = self._opened_turn(message, line)
            if turn is not None:
                turns.append(turn)
        for small in response.small_turns:
            form = line.forms.get(small.handle)
            turn = None if form is None else self._opened_turn(form.turn(small), line)
            if turn is not None:
                turns.append(turn)
        self._read_lanes(response, line)
        if self._reopened:
            turns += self._answer_reopened()
        return turns

    def _read_lanes(self, response: wire.PlayResponse, line: Line) -> None:
        for opened in response.lanes:
            assert self._lane_type is not None
            line.lanes[opened.lane] = self._lane_type(opened)
        for rows in response.lane_rows:
            line.lanes[rows.lane].add(rows)
        for told in response.lane_turns:
            line.lane_turns.append(line.lanes[told.lane].turns(told))

    # What the bots decide.

    def play(self, turns: Sequence[Turn]) -> Iterator[None]:
        """Ask the bots one after the other; yield whenever what is ready ought to be written.

        Raises:
            BotError: A bot's own code failed, and that is strict.
            ProtocolError: A turn's events can't be read.
        """
        return self.ask(self.lines.all(), turns)

    def _say(self, turn: Turn, channel: str, text: str) -> int:
        """Return what `Turn.say` does; that it comes after the seat's next turn is the referee's to tell."""
        say = wire.Say(
            match_id=turn.match_id,
            seat=turn.seat,
            turn=turn.number,
            channel=channel,
            text=text.encode(),
            number=self.home.outbox.new_number(),
        )
        if say.ByteSize() > ROOM_BYTES:  # sent, it would end the stream of all seats
            raise ValueError(
                f"a message of {say.ByteSize():,} bytes, and a request has room for {ROOM_BYTES:,}"
            )
        seat = self._seats.get((turn.match_id, turn.seat))
        if seat is None or seat.match is not turn.match:
            where = f"match {turn.match_id} seat {turn.seat} turn {turn.number}"
            log.warning("%s: message %d is not sent: the match is over", where, say.number)
        else:
            seat.line.outbox.add(say)
            if self._on_say is not None:
                self._on_say()
        return say.number

    def take(self, line: Line | None = None) -> wire.PlayRequest | None:
        """Return everything there is to say now on a line, None for that home; None if there is nothing."""
        return (line or self.home).outbox.take()

    def _joined(self, joined: wire.Joined, line: Line) -> None:
        if (joined.match_id, joined.seat) in self._foreign:
            self._tickets.pop(joined.join_number, None)
            self.resign(joined.match_id, joined.seat)
            return
        ticket = self._tickets.get(joined.join_number)
        if ticket is None:
            log.warning("joined match %s seat %d unasked", joined.match_id, joined.seat)
            return
        if ticket.line is not line:
            return
        ticket.is_waiting = False
        if ticket.seat is None:
            self._take_seat(ticket, joined)
        else:
            log.info("%s: joined again", ticket.seat.where())
            self._agree(ticket.seat, joined)
        if ticket.seat is not None and line is self.home:
            ticket.address = joined.worker_address
            self.lines.settle(ticket)

    def _take_seat(self, ticket: Ticket, joined: wire.Joined) -> None:
        """Have a bot for a seat that was joined, and remember what it was told; resign one of another game."""
        where = f"match {joined.match_id} seat {joined.seat}"
        bot: Bot = Absent()
        with self.bot_failures.caught(where):
            bot = ticket.make()
        game = self._game_of(ticket, bot)
        if game not in {None, joined.game}:  # before its config, whose stubs may not be there
            self._foreign[joined.match_id, joined.seat] = self._tickets.pop(ticket.number)
            self.resign(joined.match_id, joined.seat)
            told = f"this bot plays {game!r}, and the seat is one of {joined.game!r}"
            self._fail(WrongGameError(f"{where}: {told}"))
            return
        match = Match(
            match_id=joined.match_id,
            seat=joined.seat,
            game=joined.game,
            game_version=joined.game_version,
            config=unpack(joined.config) if joined.HasField("config") else None,
            num_seats=joined.num_seats,
            time_control=joined.time_control,
            seed_commitment=joined.seed_commitment,
            lists_legal=LEGAL_ACTIONS in ticket.features,
        )
        ticket.seat = self._seats[match.match_id, match.seat] = self._seated(ticket, match, bot)
        self._agree(ticket.seat, joined)
        witness = ticket.seat.witness
        witness.joined.CopyFrom(joined)
        if NONCE_COMMITMENTS in joined.features and not joined.rejoined:
            witness.nonce = ticket.nonce  # else that of whoever joined it first counts
        log.info("%s: joined a match of %s", where, match.game)

    def _agree(self, seat: Seat, joined: wire.Joined) -> None:
        """Note how the seat's turns are told in short on this stream, if they are."""
        if joined.HasField("small_form"):
            seat.form = ShortForm(joined)
            seat.line.forms[seat.form.handle] = seat.form

    def _game_of(self, ticket: Ticket, bot: Bot) -> str | None:
        """Game that a seat must be of; None if nobody says."""
        if ticket.make is self._make and self._game is not None:
            return self._game
        return game_of(bot) if isinstance(bot, Bot) else None

    def _seated(self, ticket: Ticket, match: Match, bot: Bot) -> Seat:
        where = f"match {match.match_id} seat {match.seat}"
        try:
            seat = Seat(ticket.number, match, bot, ticket.line, self._thinker(bot))
            if seat.is_async and not self._can_await:
                raise TypeError("an async bot needs the asyncio client, not the blocking one")
            seat.thinker.seats += 1
        except TypeError as error:
            log.error("%s: %s", where, error)
            raise BotError(f"{where}: {error}") from error
        return seat

    def _thinker(self, bot: Bot) -> Thinker:
        """Return the queue of a bot: one for all its seats, but for a function, which may be asked side by side."""
        if is_function(bot):
            return Thinker()
        return self._thinkers.setdefault(id(bot), Thinker())

    def _committed(self, shown: wire.NonceCommitments) -> None:
        seat = self._seats.get((shown.match_id, shown.seat))
        if seat is None or not 0 <= shown.seat < len(shown.nonces):
            return
        opening = opening_of(seat, self._tickets[seat.number].nonce, shown)
        if opening is not None:
            seat.line.outbox.add(opening)

    def _started(self, started: wire.MatchStarted) -> None:
        seat = self._seats.get((started.match_id, started.seat))
        if seat is None:
            return
        if started.HasField("round_trip"):
            seat.match.round_trip = seconds(started.round_trip)
        if check_start(seat, started) and self._on_witness is not None:
            try:
                self._on_witness(seat.witness)
            except OSError as error:
                log.error("%s: the witness can't be written: %s", seat.where(), error)
        self._start(seat)

    def _opened_turn(self, message: wire.Turn | ShortTurn, line: Line) -> Turn | None:
        seat = self._seats.get((message.match_id, message.seat))
        if seat is None or seat.line is not line:
            return None  # its match is over, or it has gone where the turn will come again
        seat.is_away = False
        if seat.turn is not None and seat.turn.number >= message.turn:
            if seat.turn.number == message.turn:  # it is being thought about
                seat.turn.come_again(message, self._received_ns)
            return None
        if message.turn <= seat.answered:
            if message.turn == seat.answered:  # the answer was lost with a stream
                line.outbox.add(seat.last_answer())
            return None
        self._start(seat)  # this process may have taken it up in the middle of the match
        seat.close()
        if isinstance(message, ShortTurn):
            seen = message.observation_message()
        else:
            seen = unpack(message.observation)
        if not seat.action_type:
            seat.action_type = action_type(seen)
        earlier = [brought for brought in seat.carried if brought.number < message.turn]
        moment = self._received_ns, self._now_ns
        seat.turn = Turn(seat.match, seen, message, self._say, earlier, *moment)
        seat.latest = message.turn
        if message.turn > seat.heard_of and message.HasField("events"):
            seat.heard_of = message.turn
            self._tell_events(seat, message.events, message.turn)
        return seat.turn

    def _tell_events(self, seat: Seat, events: Any, turn: int = 0) -> None:
        if type(seat.bot).on_events is not Bot.on_events:
            told = partial(seat.bot.on_events, seat.match, unpack(events))
            self._call(seat, told, seat.where(turn))

    def _rejected(self, rejected: wire.Rejected, line: Line) -> None:
        reason = enum_name(ErrorReason, rejected.reason)
        seat = self._seats.get((rejected.match_id, rejected.seat))
        ticket = self._tickets.get(rejected.join_number)
        if ticket is not None:
            if ticket.line is line:
                self._refused(ticket, reason, rejected.text)
        elif seat is not None and seat.line is not line and not rejected.say_number:
            # A turn comes again where the seat is now; what its bot said went out once (duty 25).
            log.debug("%s: %s on the line it has left", seat.where(rejected.turn), reason)
        elif seat is None:
            log.warning("rejected: %s: %s", reason, rejected.text)
        elif rejected.reason == ErrorReason.ERROR_REASON_TAKEN_OVER and not rejected.say_number:
            if self._tickets[seat.number].is_waiting:
                # It is about the seat's last stay on this line, which another line of ours has ended: what
                # ends this one comes after the answer to its join.
                log.debug("%s: taken over before it came back", seat.where())
                return
            text = f"{seat.where()}: {rejected.text or 'another process plays it now'}"
            self._lose(seat, TakenOverError(text))
        else:
            where = seat.where(rejected.turn)
            log.warning("%s: rejected: %s: %s", where, reason, rejected.text)
            about = rejected.turn, reason, rejected.text, rejected.say_number
            self._take_rejection(seat, Rejection(seat.match, *about))

    def _refused(self, ticket: Ticket, reason: str, text: str) -> None:
        if ticket.line is not self.home and reason != "ENDED":
            log.warning("worker %s does not take a seat: %s: %s", ticket.line.address, reason, text)
            ticket.stays = True
            self.lines.move(ticket, self.home)
        elif ticket.seat is None:
            del self._tickets[ticket.number]
            self._fail(JoinError(reason, text, ticket.token))
        elif reason == "ENDED":
            log.warning("%s: ended while the stream was broken", ticket.seat.where())
            self._drop(ticket.seat)
        else:
            self._lose(ticket.seat, JoinError(reason, text, ticket.token))

    def _lose(self, seat: Seat, error: SeatError) -> None:
        self._drop(seat)
        self._fail(error)

    def _fail(self, error: SeatError) -> None:
        log.error("%s", error)
        self.failures.append(error)

    def _missed(self, message: wire.MissedDeadline) -> None:
        seat = self._seats.get((message.match_id, message.seat))
        if seat is None:
            return
        seat.missed = max(seat.missed, message.turn)
        if seat.turn is not None and seat.turn.number <= message.turn:
            seat.close()
        missed = Missed(
            seat.match,
            message.turn,
            message.strikes,
            message.strikes_limit,
            message.forfeited,
            message.given_up,
        )
        limit = f" of {missed.strikes_limit}" if missed.strikes_limit else ""
        where = seat.where(missed.turn)
        how = "gave the turn up" if missed.given_up else "missed the deadline"
        log.warning("%s: %s, strike %d%s", where, how, missed.strikes, limit)
        self._call(seat, partial(seat.bot.on_missed, missed), where)

    def _ended(self, ended: wire.MatchEnded) -> None:
        self._foreign.pop((ended.match_id, ended.seat), None)
        seat = self._seats.get((ended.match_id, ended.seat))
        if seat is None:
            return
        self._drop(seat)
        for lane in seat.line.lanes.values():
            lane.forget(ended.match_id, ended.seat)
        outcome = Outcome.from_message(ended)
        unheard = (said for brought in seat.carried for said in brought.said)
        before = tuple(Said.from_message(said) for said in unheard)
        outcome = dataclasses.replace(outcome, said=before + outcome.said)
        log.info("%s: ended: %s", seat.where(), _summary(outcome, seat.match.seat))
        if outcome.reveal is not None and seat.started:  # without a start there were no dice
            problem = witness_problem(seat.witness, outcome.reveal)
            if problem:
                log.error("%s: unfair dice: %s", seat.where(), problem)
        if ended.reveal_withheld:
            log.warning(
                "%s: the reveal is withheld: the dice are to be checked later", seat.where()
            )
        if ended.HasField("events"):
            self._tell_events(seat, ended.events)
        self._call(seat, partial(seat.bot.on_end, seat.match, outcome), seat.where())

    def _drop(self, seat: Seat) -> None:
        seat.close()
        if seat.form is not None:
            seat.line.forms.pop(seat.form.handle, None)
        del self._seats[seat.match.match_id, seat.match.seat]
        seat.line.outbox.silence(seat.match.match_id, seat.match.seat)
        del self._tickets[seat.number]
        seat.thinker.seats -= 1
        if not seat.thinker.seats:
            self._thinkers.pop(id(seat.bot), None)


def _summary(outcome: Outcome, seat: int) -> str:
    if outcome.is_void:
        return f"void, {outcome.cause}: {outcome.text}"
    own = next((result for result in outcome.seats if result.seat == seat), None)
    place = f"placement {own.placement}, score {own.score}, " if own else ""
    if outcome.out_round:
        among = f"places {outcome.first_place} to {outcome.last_place}"
        place = f"out in round {outcome.out_round}, among {among}, "
    return f"{place}{outcome.cause}: {outcome.text}"
