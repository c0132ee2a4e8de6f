"""What a bot process says and hears on its Play streams, without any I/O.

Both clients feed it what came (`receive`) and write what it has to say (`take`, or the outbox of a line).
It knows tokens, nonces, seats and open turns, and brings them over from a broken stream to the next, and
from the line home to those of workers and back. It opens no connection, reads no clock but for deciding
when to write, and waits for nothing.

Bots may speak, and `take` may be called, from any thread; all else is for one thread at a time.
"""

from __future__ import annotations

import importlib
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee_client.batches import in_batches
from referee_client.bot import (
    SKIP,
    Absent,
    Bot,
    BotLike,
    Match,
    Missed,
    Outcome,
    Rejection,
    Turn,
    columns_of,
    enum_name,
    game_of,
    is_action,
    listens,
    maker,
)
from referee_client.errors import BotError, JoinError, SeatError, TakenOverError, WrongGameError
from referee_client.fairness import (
    NONCE_COMMITMENTS,
    nonce_commitment,
    start_problem,
    witness_problem,
)
from referee_client.line import WORKER_ADDRESS, Line
from referee_client.lines import Lines
from referee_client.messages import seconds, unpack
from referee_client.seats import BotFailures, Seat, Ticket, log
from referee_client.small_turns import SMALL_TURNS, WITHOUT_EVENTS, ShortForm, ShortTurn

if TYPE_CHECKING:
    from referee_client import lanes

__all__ = ["MAX_NAME", "Conversation"]

_LANES = "referee_client.lanes"
"""What reads and answers turns in columns."""
LANES = "lanes"
"""The feature of such turns."""

MAX_NAME = 100
"""Most characters of a bot's name on the wire."""
WRITE_AFTER_NS = 1_000_000
"""Thinking after which ready answers are written before the next seat of a batch is asked."""


class Conversation:
    """All seats of a process, whichever stream carries them.

    Args:
        bot: The bot of seats that are joined without one of their own.
        name: What the bot calls itself, for the replay; at most 100 characters.
        game: Game of that bot; None means what the bot says itself.
        strict: Whether the first failure of a bot's own code is raised.
        can_await: Whether bots may be async.
        small_turns: Whether the referee is asked for turns in short.
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
        on_say: Callable[[], object] | None = None,
        on_witness: Callable[[wire.SeatWitness], object] | None = None,
        on_worker: Callable[[str], object] | None = None,
    ) -> None:
        if len(name) > MAX_NAME:
            raise ValueError(f"name must have at most {MAX_NAME} characters, not {len(name)}")
        self._bot = bot
        self._make = maker(bot) if bot is not None else None
        self._name = name
        self._game = game
        self._can_await = can_await
        self._small_turns = small_turns
        self._numbers = itertools.count(1)
        self._tickets: dict[int, Ticket] = {}
        self._seats: dict[tuple[str, int], Seat] = {}
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
        self.bot_failures = BotFailures(strict=strict)
        """What the bots' own code did wrong."""

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
        player = self._bot if bot is None else bot
        features = [SMALL_TURNS] if self._small_turns else []
        if player is not None and not listens(player):
            features.append(WITHOUT_EVENTS)
        columns = None if player is None else columns_of(player)
        if columns is not None:
            self._lane_type = importlib.import_module(_LANES).Lane  # not every bot has NumPy
            features.append(LANES)
        if self.lines.leads_away:
            features.append(WORKER_ADDRESS)
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

    def is_async(self, turn: Turn) -> bool:
        """Return whether the turn's bot has to be awaited."""
        return self._seats[turn.match_id, turn.seat].is_async

    def play(self, turns: Sequence[Turn]) -> Iterator[None]:
        """Ask the bots one after the other; yield whenever what is ready ought to be written.

        Raises:
            BotError: A bot's own code failed, and that is strict.
            ProtocolError: A turn's events can't be read.
        """
        lines = self.lines.all()
        if turns and any(line.outbox for line in lines):
            yield  # pongs do not wait for bots
        written_ns = time.perf_counter_ns()
        for line in lines:
            lane_turns, line.lane_turns = line.lane_turns, []
            for told in lane_turns:
                self._ask_lane(told, line)
        for together in in_batches(turns, self._seats):
            self._ask(together)
            if time.perf_counter_ns() - written_ns > WRITE_AFTER_NS:
                yield
                written_ns = time.perf_counter_ns()

    def _ask(self, turns: Sequence[Turn]) -> None:
        """Ask one bot about turns that it takes together, or about one."""
        seats = [self._seats[turn.match_id, turn.seat] for turn in turns]
        try:
            actions = [seats[0].act(turns[0])] if seats[0].batch is None else seats[0].batch(turns)
        except Exception as error:  # a bot may raise anything, and only its turns are to suffer
            for seat, turn in zip(seats, turns, strict=True):
                self._give_up(seat, turn, error)
            return
        for seat, turn, action in zip(seats, turns, actions, strict=True):
            try:
                self._answer(seat, turn, action)
            except Exception as error:  # it may be anything, too
                self._give_up(seat, turn, error)

    def _ask_lane(self, turns: lanes.LaneTurns, line: Line) -> None:
        """Ask the bots of a lane, one as a rule, about the turns of those matches that are not over."""
        lane = turns.lane
        places: dict[int, tuple[Bot, list[int]]] = {}
        for place, match_id in enumerate(turns.match_ids):
            seat = self._seats.get((match_id, lane.seat))
            if seat is not None and seat.line is line:
                seat.is_away = False
                self._start(seat)
                places.setdefault(id(seat.bot), (seat.bot, []))[1].append(place)
        for bot, own in places.values():
            some = turns if len(own) == len(turns) else turns.some(own)
            try:
                line.outbox.add(lane.answer(some, bot.act_columns(some)))
            except Exception as error:  # a bot may raise anything, and only its turns are to suffer
                where = f"{len(some)} matches of {lane.game}, seat {lane.seat}"
                self.bot_failures.add(error, where)
                for match_id, number in zip(some.match_ids, some.numbers.tolist(), strict=True):
                    line.outbox.add(wire.Skip(match_id=match_id, seat=lane.seat, turn=number))

    async def think(self, turn: Turn) -> None:
        """Ask one bot that has to be awaited.

        Raises:
            BotError: The bot's own code failed, and that is strict.
            ProtocolError: The turn's events can't be read.
        """
        seat = self._seats[turn.match_id, turn.seat]
        try:
            self._answer(seat, turn, await seat.act(turn))
        except Exception as error:  # a bot may raise anything, and only its turn is to suffer
            self._give_up(seat, turn, error)

    def _answer(self, seat: Seat, turn: Turn, action: Any) -> None:
        if action is not SKIP and not is_action(action):
            raise TypeError(f"act must return the game's Action message, not {action!r:.80}")
        message = seat.answer(turn, None if action is SKIP else action)
        if message is not None:
            seat.line.outbox.add(message)

    def _give_up(self, seat: Seat, turn: Turn, error: Exception) -> None:
        self.bot_failures.add(error, seat.where(turn.number))
        self._answer(seat, turn, SKIP)

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
            seat = Seat(ticket.number, match, bot, ticket.line)
            if seat.is_async and not self._can_await:
                raise TypeError("an async bot needs the asyncio client, not the blocking one")
        except TypeError as error:
            log.error("%s: %s", where, error)
            raise BotError(f"{where}: {error}") from error
        return seat

    def _committed(self, shown: wire.NonceCommitments) -> None:
        """Open the seat's nonce, now that all seats have committed themselves to theirs."""
        seat = self._seats.get((shown.match_id, shown.seat))
        if seat is None or not 0 <= shown.seat < len(shown.nonces):
            return
        witness, own = seat.witness, shown.nonces[shown.seat]
        nonce = self._tickets[seat.number].nonce
        opening = wire.OpenNonce(match_id=shown.match_id, seat=shown.seat)
        if witness.HasField("commitments") and witness.commitments.nonces != shown.nonces:
            log.error("%s: unfair nonces: other commitments than were shown before", seat.where())
        elif own.commitment == nonce_commitment(nonce):
            witness.commitments.CopyFrom(shown)
            witness.nonce, witness.nonce_told = nonce, True
            opening.nonce = nonce
        elif not own.commitment:
            return  # it joined too late to add a nonce
        elif witness.nonce:
            log.error("%s: unfair nonces: not this seat's own commitment", seat.where())
        else:
            log.info("%s: another process has drawn this seat's nonce", seat.where())
        seat.line.outbox.add(opening)

    def _started(self, started: wire.MatchStarted) -> None:
        seat = self._seats.get((started.match_id, started.seat))
        if seat is None:
            return
        if started.HasField("round_trip"):
            seat.match.round_trip = seconds(started.round_trip)
        self._check_start(seat, started)
        self._start(seat)

    def _check_start(self, seat: Seat, started: wire.MatchStarted) -> None:
        """Remember how the match began, and see that no nonce was changed or chosen late."""
        witness = seat.witness
        if witness.HasField("started"):
            if witness.started.nonces != started.nonces:
                log.error("%s: unfair nonces: other ones than at the start", seat.where())
            return
        witness.started.CopyFrom(started)
        problem = start_problem(witness)
        if problem is not None:
            log.error("%s: unfair nonces: %s", seat.where(), problem)
        elif witness.nonce and not witness.nonce_told:
            log.warning("%s: this seat's nonce was not opened in time", seat.where())
        elif not started.nonces:
            log.info("%s: nonces not committed: the referee knows nothing of it", seat.where())
        elif not started.nonces_committed:
            log.info("%s: nonces not committed: not all seats have done so", seat.where())
        elif not witness.nonce:
            log.warning("%s: this seat's nonce is another process's to check", seat.where())
        if self._on_witness is not None:
            try:
                self._on_witness(witness)
            except OSError as error:
                log.error("%s: the witness can't be written: %s", seat.where(), error)

    def _start(self, seat: Seat) -> None:
        if seat.started:
            return
        seat.started = True
        with self.bot_failures.caught(seat.where()):
            seat.bot.on_start(seat.match)

    def _opened_turn(self, message: wire.Turn | ShortTurn, line: Line) -> Turn | None:
        seat = self._seats.get((message.match_id, message.seat))
        if seat is None or seat.line is not line:
            return None  # its match is over, or it has gone where the turn will come again
        seat.is_away = False
        if seat.turn is not None and seat.turn.number >= message.turn:
            return None  # it is being thought about
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
        seat.turn = Turn(seat.match, seen, message, self._say)
        if message.HasField("events"):
            self._tell_events(seat, message.events, message.turn)
        return seat.turn

    def _tell_events(self, seat: Seat, events: Any, turn: int = 0) -> None:
        if type(seat.bot).on_events is not Bot.on_events:
            unpacked = unpack(events)
            with self.bot_failures.caught(seat.where(turn)):
                seat.bot.on_events(seat.match, unpacked)

    def _rejected(self, rejected: wire.Rejected, line: Line) -> None:
        reason = enum_name(ErrorReason, rejected.reason)
        seat = self._seats.get((rejected.match_id, rejected.seat))
        ticket = self._tickets.get(rejected.join_number)
        if ticket is not None:
            if ticket.line is line:
                self._refused(ticket, reason, rejected.text)
        elif seat is not None and seat.line is not line:
            log.debug("%s: %s on the line it has left", seat.where(rejected.turn), reason)
        elif seat is None:
            log.warning("rejected: %s: %s", reason, rejected.text)
        elif rejected.reason == ErrorReason.ERROR_REASON_TAKEN_OVER:
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
            with self.bot_failures.caught(where):
                seat.bot.on_rejected(
                    Rejection(seat.match, rejected.turn, reason, rejected.text, rejected.say_number)
                )

    def _refused(self, ticket: Ticket, reason: str, text: str) -> None:
        if ticket.line is not self.home and reason != "ENDED":
            log.warning("worker %s does not take a seat: %s: %s", ticket.line.address, reason, text)
            ticket.avoids = ticket.line.address
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
        with self.bot_failures.caught(where):
            seat.bot.on_missed(missed)

    def _ended(self, ended: wire.MatchEnded) -> None:
        self._foreign.pop((ended.match_id, ended.seat), None)
        seat = self._seats.get((ended.match_id, ended.seat))
        if seat is None:
            return
        self._drop(seat)
        for lane in seat.line.lanes.values():
            lane.forget(ended.match_id, ended.seat)
        outcome = Outcome.from_message(ended)
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
        with self.bot_failures.caught(seat.where()):
            seat.bot.on_end(seat.match, outcome)

    def _drop(self, seat: Seat) -> None:
        seat.close()
        if seat.form is not None:
            seat.line.forms.pop(seat.form.handle, None)
        del self._seats[seat.match.match_id, seat.match.seat]
        seat.line.outbox.silence(seat.match.match_id, seat.match.seat)
        del self._tickets[seat.number]


def _summary(outcome: Outcome, seat: int) -> str:
    if outcome.is_void:
        return f"void, {outcome.cause}: {outcome.text}"
    own = next((result for result in outcome.seats if result.seat == seat), None)
    place = f"placement {own.placement}, score {own.score}, " if own else ""
    if outcome.out_round:
        among = f"places {outcome.first_place} to {outcome.last_place}"
        place = f"out in round {outcome.out_round}, among {among}, "
    return f"{place}{outcome.cause}: {outcome.text}"
