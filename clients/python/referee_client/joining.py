"""Tokens, joins and seats of a process: decides which seats there are, and on which connection.

It keeps tokens, nonces and seats across broken streams. It moves seats between the home line (the
connection to the client's address) and the lines to workers.
"""

from __future__ import annotations

import importlib
import itertools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from gamereferee.v1 import play_service_pb2 as wire
from referee_client.asking import Asking, CallReader
from referee_client.bot import Bot, BotLike, Match
from referee_client.errors import BotError, JoinError, SeatError, WrongGameError
from referee_client.fairness import NONCE_COMMITMENTS
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
from referee_client.messages import unpack
from referee_client.seats import Seat, Ticket, log
from referee_client.small_turns import LEGAL_ACTIONS, SMALL_TURNS, WITHOUT_EVENTS, ShortForm
from referee_client.thinking import Thinker
from referee_client.threads import BotThreads

if TYPE_CHECKING:
    from referee_client import lanes

__all__ = ["MAX_NAME", "Joining"]

_LANES = "referee_client.lanes"
"""Module that reads and answers turns in columns; imported only when a bot has `act_columns`,
because it needs NumPy."""
LANES = "lanes"
"""Name of the feature by which a client asks for turns in columns (lanes)."""

MAX_NAME = 100
"""Highest number of characters of a bot's name in the protocol."""


class Joining(Asking):
    """Base class with all seats of a process, on all lines (connections) together.

    Args:
        bot: The bot of seats that are joined without naming a bot; None requires a bot in each
            `join`.
        name: Name of the bot, shown in the replay; at most 100 characters.
        game: Game that `bot` plays; None takes the game that the bot itself names.
        strict: Whether the first failure of a bot's own code is raised; if not, it costs that bot
            one turn.
        can_await: Whether bots may be async.
        small_turns: Whether to ask the referee for turns in the short form.
        threads: Pool of threads for bots that wait; None asks all bots on the thread that reads the
            stream.
        call_reader: Runs a function on the thread that reads the stream; called from threads of
            bots.
        now_ns: Returns the time of a monotonic clock in nanoseconds.
        on_say: Called whenever a bot has said something, on the bot's thread.
        on_witness: Called when a match begins, with the nonces and commitments that the seat
            received before.
        on_worker: Called with the address of a worker that has a seat's match. The caller then
            opens a stream there, passes its messages to `receive` with the worker's line, and
            reports its end to `lines.lost`. None keeps all seats on the connection to the client's
            address.
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
        call_reader: CallReader | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
        on_say: Callable[[], object] | None = None,
        on_witness: Callable[[wire.SeatWitness], object] | None = None,
        on_worker: Callable[[str], object] | None = None,
    ) -> None:
        if len(name) > MAX_NAME:
            raise ValueError(f"name must have at most {MAX_NAME} characters, not {len(name)}")
        super().__init__(strict=strict, threads=threads, call_reader=call_reader, now_ns=now_ns)
        self._bot = bot
        self._make = maker(bot) if bot is not None else None
        self._name = name
        self._game = game
        self._can_await = can_await
        self._small_turns = small_turns
        self._numbers = itertools.count(1)
        self._tickets: dict[int, Ticket] = {}
        self._tokens: set[str] = set()
        """All tokens that `join` has been called with, also those of ended matches, so that none is
        joined twice.
        """
        self._thinkers: dict[int, Thinker] = {}
        """Queues of calls for bots that may play several seats, by the bot's `id`."""
        self._foreign: dict[tuple[str, int], Ticket] = {}
        """Seats of a game that the bot does not play: the ticket (token with its state) of each,
        by match id and seat index. The seats are resigned on every new stream until their matches
        are over."""
        self._on_say = on_say
        self._on_witness = on_witness
        self.lines = Lines(self._tickets, name, on_worker)
        """All lines (connections), and which seat is on which line."""
        self.home = self.lines.home
        """Line to the address that the process was given."""
        self._lane_type: type[lanes.Lane] | None = None
        """Class that reads turns in columns; None until a bot with `act_columns` is joined."""
        self._finished = False
        self.draining = False
        """Whether the referee has announced that it is going to stop."""
        self.failures: list[SeatError] = []
        """Errors of seats that could not be played, or could not be played to the end."""

    def join(self, token: str, bot: BotLike | None = None) -> None:
        """Present a seat's token to the referee, on the present stream and on all later ones.

        A token that was given before is ignored with a warning.

        Raises:
            TypeError: Neither the client nor the call has a bot for the seat, or `bot` is no bot.
            ValueError: The token is empty, or `finish` has been called.
        """
        make = maker(bot) if bot is not None else self._make
        if make is None:
            text = (
                "a client without a bot of its own needs one for every join"  # plain-words: ignore
            )
            raise TypeError(text)
        if not token:
            raise ValueError("a token must not be empty")
        if self._finished:
            raise ValueError("join after finish: no more tokens were to come")
        # Two joins of one token would take the seat from each other.
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
        if self.lines.follows_workers:
            features.append(WORKER_ADDRESS)
        self._tokens.add(token)
        # Numbers are never used again, so that a late answer to an old join can't be taken for
        # another seat's.
        ticket = Ticket(next(self._numbers), token, make, self.home, features, columns or ())
        self._tickets[ticket.number] = ticket
        self.home.outbox.add(ticket.join(self._name))

    def finish(self) -> None:
        """Record that no more seats will be joined."""
        self._finished = True

    def resign(self, match_id: str, seat: int) -> None:
        """Give up a seat for good: it forfeits its match."""
        held = self._seats.get((match_id, seat))
        line = self.home if held is None else held.line
        line.outbox.add(wire.Resign(match_id=match_id, seat=seat))

    @property
    def is_done(self) -> bool:
        """Whether all matches have ended and `finish` has been called, so that play is over."""
        return self._finished and not self._tickets

    def raise_failure(self) -> None:
        """At the end of play, raise the first error of a seat, or else of a bot's own code.

        Return if there was no error.

        Raises:
            SeatError: A seat could not be played.
            BotError: The bot's own code failed.
        """
        for error in (*self.failures, self.bot_failures.first):
            if error is not None:
                raise error

    # Answers to joins.

    def _joined(self, joined: wire.Joined, line: Line) -> None:
        if (joined.match_id, joined.seat) in self._foreign:
            # The resignation may have been lost with the last stream; it does no harm twice.
            self._tickets.pop(joined.join_number, None)
            self.resign(joined.match_id, joined.seat)
            return
        ticket = self._tickets.get(joined.join_number)
        if ticket is None:
            log.warning("joined match %s seat %d unasked", joined.match_id, joined.seat)
            return
        if ticket.line is not line:
            return  # the seat has moved since; only the join on its present line counts
        ticket.is_waiting = False
        if ticket.seat is None:
            self._take_seat(ticket, joined)
        else:
            log.info("%s: joined again", ticket.seat.where())
            self._agree(ticket.seat, joined)
        # Only the answer at home counts: it comes from the router, which knows where the match is
        # now, also after the worker was started again.
        if ticket.seat is not None and line is self.home:
            ticket.address = joined.worker_address
            self.lines.send_to_worker(ticket)

    def _take_seat(self, ticket: Ticket, joined: wire.Joined) -> None:
        """Make the bot of a seat that has just been joined, and keep what the referee's answer says.

        A seat of another game than the bot's is resigned.

        Args:
            ticket: The seat's token, with its state.
            joined: Answer of the referee to the join.
        """
        where = f"match {joined.match_id} seat {joined.seat}"
        bot: Bot = Absent()
        with self.bot_failures.caught(where):
            bot = ticket.make()
        game = self._game_of(ticket, bot)
        if game not in {
            None,
            joined.game,
        }:  # checked before the config is read, whose stubs may be missing
            # The ticket leaves `_tickets`, because `is_done` must not wait for a match that this
            # bot does not play.
            self._foreign[joined.match_id, joined.seat] = self._tickets.pop(ticket.number)
            self.resign(joined.match_id, joined.seat)
            games = f"this bot plays {game!r}, and the seat is one of {joined.game!r}"
            self._fail(WrongGameError(f"{where}: {games}"))
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
            witness.nonce = ticket.nonce  # else the nonce of the process that joined first counts
        log.info("%s: joined a match of %s", where, match.game)

    def _agree(self, seat: Seat, joined: wire.Joined) -> None:
        """Keep how turns of a seat are shortened on this stream, if the answer to its join says so."""
        if joined.HasField("small_form"):
            seat.form = ShortForm(joined)
            seat.line.forms[seat.form.handle] = seat.form

    def _game_of(self, ticket: Ticket, bot: Bot) -> str | None:
        """Return the game that the seat of a ticket (token with its state) must be of.

        It is the game that the process was started for if it makes the bot; else that of the bot.
        None accepts any game.
        """
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
        """Return the queue for the calls of a bot's methods.

        All seats of a `Bot` share one queue. A plain function gets a queue per seat, as it may be
        called for several seats at the same time.
        """
        if is_function(bot):
            return Thinker()
        return self._thinkers.setdefault(id(bot), Thinker())

    def _refused(self, ticket: Ticket, reason: str, text: str) -> None:
        if ticket.line is not self.home and reason != "ENDED":
            # Perhaps the address was wrong or the worker is new: at home, the router knows better. It stays there,
            # so that a worker which always refuses does not make the seat go back and forth.
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

    def _drop(self, seat: Seat) -> None:
        seat.close()
        if seat.form is not None:
            seat.line.forms.pop(seat.form.handle, None)
        # The seat goes first: `Turn.say` on another thread must not find it after its messages have
        # been dropped below.
        del self._seats[seat.match.match_id, seat.match.seat]
        seat.line.outbox.silence(seat.match.match_id, seat.match.seat)
        del self._tickets[seat.number]
        seat.thinker.seats -= 1
        if not seat.thinker.seats:
            self._thinkers.pop(id(seat.bot), None)
