"""`play` and `matches`: matches between bots of this process, without a server."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from numbers import Integral

from referee.core.config import GameConfig, parse_config
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.time_control import TimeControl, parse_duration
from referee.games import registry
from referee.play.bots import AnyBot, players_of
from referee.play.loopback import Ended, LocalReferee, Loopback, play_seats
from referee.play.programs import Programs
from referee.play.results import Match, Matches
from referee.server.lobby.request import MatchRequest
from referee_client import BotError, BotLike

__all__ = ["matches", "play"]

GAME_CLOCK = "game"
"""Argument `clock` for the time control that the game suggests."""
MOST_SEED = 2**64 - 1
"""Highest match seed."""
LEAVE_S = 5.0
"""Seconds that a bot may still think when its match is over, before its thread is left alone."""


def play(
    game: str,
    bots: Sequence[AnyBot],
    *,
    seed: int | None = None,
    config: Mapping[str, object] | None = None,
    clock: str | TimeControl | None = None,
    version: int = 0,
    strict: bool = True,
) -> Match:
    """Play one match in this process and return it.

    The match is that of a referee elsewhere: with the same seed and the same decisions it has the
    same states, and its replay is verified like any other.

    Args:
        game: Identifier of the game, such as `diceman`.
        bots: One bot for each seat: a function from an observation, or from an observation and the
            `Turn`, to an action; a subclass or an instance of `referee_client.Bot`; a function
            without parameters that makes one; the name of a house bot, such as `greedy`; or a list
            with the words of a command line, such as `["python3", "my_bot.py"]`, whose program plays
            in a separate process. `referee_envs.as_bot` makes a bot of a policy.
        seed: Match seed, from 0 to 2^64-1; it also repeats the choices of house bots. None draws
            a secret one.
        config: Values of the game's config by name; other fields have their defaults.
        clock: Move time such as `500ms`, `game` for the time control that the game suggests, or a
            whole time control. Each bot then plays on a separate thread, so that one's time is not
            charged to another. None: no deadlines, and the bots of this process play on the caller's
            thread, one after the other.
        version: Version of the game's behaviour; 0 stands for the newest.
        strict: Whether an error of a bot's own code ends the match and is raised; if not, it costs
            that bot the turn, as in a tournament. Of a program's errors only the end of its process
            counts; if not strict, that costs it the match.

    Raises:
        RefereeError: The game is unknown, a value is out of its bounds, a program can't be started,
            or the number of bots does not fit; the text names the field, the bound and the value.
        referee_client.BotError: A bot's own code failed, and `strict` is set; its `__cause__` is
            what was raised. Of a program the text says how it ended.
    """
    table = _Table(game, bots, config, clock, version, strict=strict)
    _check_seed(seed, 1)
    with table.open():
        return table.play(range(len(bots)), seed)


def matches(
    game: str,
    bots: Sequence[AnyBot],
    n: int,
    *,
    seed: int | None = None,
    config: Mapping[str, object] | None = None,
    clock: str | TimeControl | None = None,
    version: int = 0,
    strict: bool = True,
    rotate: bool = True,
) -> Matches:
    """Play `n` matches between the same bots in this process, one after the other.

    Args:
        game: See `play`, like all arguments not named here.
        bots: The bots, in the order of the seats of the first match.
        n: Number of matches, from 1.
        seed: Seed of the first match; each further match has the next seed. None draws secret ones.
        config: Values of the game's config by name.
        clock: Move time, `game` or a time control; None: no deadlines.
        version: Version of the game's behaviour; 0 stands for the newest.
        strict: Whether an error of a bot's own code is raised.
        rotate: Whether each bot moves one seat on with every match, so that no bot gains by its seat if
            `n` is a multiple of the number of bots.

    Raises:
        RefereeError: An argument is out of its bounds; the text says which.
        referee_client.BotError: A bot's own code failed, and `strict` is set.
    """
    table = _Table(game, bots, config, clock, version, strict=strict)
    if not isinstance(n, Integral):
        raise FieldError("n", "a whole number from 1", n)
    if n < 1:
        raise FieldError("n", "from 1", n)
    _check_seed(seed, n)
    with table.open():
        return Matches(list(_played(table, n, seed, rotate=rotate)), table.names)


def _played(table: _Table, n: int, seed: int | None, *, rotate: bool) -> Iterator[Match]:
    count = len(table.players)
    for number in range(n):
        shift = number % count if rotate else 0
        order = [(seat - shift) % count for seat in range(count)]
        yield table.play(order, None if seed is None else seed + number)


def _check_seed(seed: int | None, count: int) -> None:
    if seed is None:
        return
    bound = f"from 0 to {MOST_SEED - count + 1}"
    if not isinstance(seed, Integral):
        raise FieldError("seed", f"a whole number {bound}", seed)
    if not 0 <= seed <= MOST_SEED - count + 1:
        raise FieldError("seed", bound, seed)


def _check_bots(plugin: AnyPlugin, config: GameConfig, bots: Sequence[AnyBot]) -> None:
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise FieldError("bots", "a list with a bot for each seat", bots)
    try:
        plugin.game.check_seats(config, len(bots))
    except FieldError as error:
        if error.field != "num_seats":
            raise
        # The caller has given bots and no number of seats.
        raise FieldError("len(bots)", error.bound, len(bots)) from None


class _Table:
    """Game, terms and bots of one or more matches, checked.

    Raises:
        RefereeError: One of the arguments does not fit the game.
    """

    def __init__(
        self,
        game: str,
        bots: Sequence[AnyBot],
        config: Mapping[str, object] | None,
        clock: str | TimeControl | None,
        version: int,
        *,
        strict: bool,
    ) -> None:
        plugin: AnyPlugin = registry.find(game).at(version)
        values = parse_config(plugin.game.config_class, config or {})
        _check_bots(plugin, values, bots)
        self.players = players_of(game, bots)
        """The bots, in the order in which they were given."""
        suggested = plugin.game.suggested_time_control(values)
        self._request = MatchRequest(
            plugin, values, len(bots), time_control=_time_control(clock, suggested)
        )
        self._has_clock = clock is not None
        self._strict = strict

    @property
    def names(self) -> list[str]:
        """Names of the bots, in the order in which they were given."""
        return [player.name for player in self.players]

    @contextlib.contextmanager
    def open(self) -> Iterator[None]:
        """Run a referee and the programs while matches are played.

        Raises:
            RefereeError: A program can't be started, or the referee's folder can't be used.
        """
        listens = any(player.command for player in self.players)
        with (
            LocalReferee(listens=listens) as referee,
            Programs(self.players, referee.address) as programs,
        ):
            self._referee, self._programs = referee, programs
            yield

    def play(self, order: Sequence[int], seed: int | None) -> Match:
        """Play one match; `order` has for each seat the index of its bot. The table must be open."""
        players = [self.players[index] for index in order]
        names = tuple(player.name for player in players)
        referee = self._referee
        host, tokens = referee.create(
            dataclasses.replace(self._request, fixed_seed=seed, players=names)
        )
        # Watched before anybody plays, or its end could be over before.
        ending = referee.ending(host)
        lost: list[str] = []

        def lose(seat: int, how: str) -> None:
            if referee.lose(host, seat, how, is_void=self._strict):
                lost.append(how)

        away = {
            index: (seat, tokens[seat])
            for seat, index in enumerate(order)
            if self.players[index].command
        }
        here = [
            (token, player.make(seed))
            for token, player in zip(tokens, players, strict=True)
            if not player.command
        ]
        self._programs.play(away, lose)
        if self._has_clock:
            _play_apart(referee, ending, here, strict=self._strict)
        elif here:
            play_seats(referee.open(), here, strict=self._strict)
        match = Match(ending.result(), tuple(order))
        self._programs.rest()
        if lost and self._strict:
            raise BotError(lost[0])
        return match


def _play_apart(
    referee: LocalReferee,
    ending: concurrent.futures.Future[Ended],
    seats: Sequence[tuple[str, BotLike]],
    *,
    strict: bool,
) -> None:
    """Play each seat on a separate thread and stream, until the match is over.

    A bot that still thinks then is left alone after `LEAVE_S`.

    Raises:
        BaseException: The first error of one of the threads.
    """
    errors: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

    def run(stream: Loopback, seat: tuple[str, BotLike]) -> None:
        try:
            play_seats(stream, [seat], strict=strict)
        except BaseException as error:  # the caller's thread raises it
            errors.put(error)

    threads = [
        # Daemons: a bot that never returns must not keep the process from ending.
        threading.Thread(target=run, args=(referee.open(), seat), daemon=True)
        for seat in seats
    ]
    for thread in threads:
        thread.start()
    # The end, and not that of the threads: a bot that never returns has lost by its clock.
    ending.add_done_callback(lambda _: errors.put(None))
    error = errors.get()
    if error is None:
        for thread in threads:
            thread.join(LEAVE_S)
        error = None if errors.empty() else errors.get()
    if error is not None:
        raise error


def _time_control(clock: str | TimeControl | None, suggested: TimeControl) -> TimeControl:
    if isinstance(clock, TimeControl):
        return clock
    if clock == GAME_CLOCK:
        return suggested
    move_time_ns = None if clock is None else parse_duration(clock, "clock")
    return dataclasses.replace(suggested, move_time_ns=move_time_ns, bank_ns=0, first_move_ns=None)
