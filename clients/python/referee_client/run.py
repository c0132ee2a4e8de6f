"""Runs a bot as a process: flags and environment in, matches played, exit status out.

Every flag has an environment variable, for programs that start bots: REFEREE_ADDRESS for
`--address` and so on; a flag overrides its variable. Nothing is written to standard output, and the
log goes to standard error.

Exit status: 0 once all matches have ended, 1 after an error, 2 for wrong flags, 128 + the signal's
number after SIGINT or SIGTERM.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import math
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

from referee_client._forks import STOPPING, forks
from referee_client.bot import BotLike
from referee_client.client import RefereeClient
from referee_client.conversation import MAX_NAME
from referee_client.errors import BotError, RefereeClientError, SeatError
from referee_client.seats import log
from referee_client.shadows import shadowed
from referee_client.threads import MAX_THREADS, THREADS, DaemonExecutor

__all__ = ["argument_parser", "log_to_stderr", "main", "play_with_lines", "run"]

STDIN = "-"
"""Value of `--token` that means: read tokens from standard input, one in each line."""
LOG_FORMAT = "%(asctime)s.%(msecs)03d %(levelname)s %(name)s: %(message)s"
"""Format of a line of the log, the same for bots in all languages."""
LOG_DATE = "%Y-%m-%d %H:%M:%S"
"""Format of the local time in a line of the log, without the milliseconds."""
LEVELS = ("debug", "info", "warning", "error")
"""Names of the log's levels, from the least severe to the most severe."""


def run(bot: BotLike, argv: Sequence[str] | None = None, *, game: str | None = None) -> None:
    """Play until all matches have ended; to be called in the last line of a bot's program.

    Address, tokens and all else come from the command line or the environment, see `--help`.

    Args:
        bot: A function from an observation to an action, or a subclass of `Bot`, or an instance.
        argv: Arguments without the program's name; None means the arguments of this process.
        game: Game that the bot plays; None takes the game from the bot's `game` or the types in its
            annotations.

    Raises:
        SystemExit: Something failed, or a signal stopped the bot; it carries the exit status, which
            is not 0.
    """
    status = main(bot, argument_parser().parse_args(argv), game=game)
    if status:
        raise SystemExit(status)


def argument_parser(
    description: str | None = None, *, name: str | None = None, log_level: str = "info"
) -> argparse.ArgumentParser:
    """Return a parser with the flags that every bot has.

    A program may add flags to it, parse its arguments, and pass the result to `main`.

    Args:
        description: First line of the help text; None says that the program plays at a referee.
        name: Default of `--name`, the bot's name in the replay; None means the program's name.
        log_level: Default of `--log-level`, the least severe level that is logged.
    """
    program = Path(sys.argv[0]).stem
    parser = argparse.ArgumentParser(
        description=description or f"Play {program} at a referee.", allow_abbrev=False
    )
    parser.add_argument(
        "--address",
        default=_variable("REFEREE_ADDRESS"),
        help="unix:/path or HOST:PORT of the referee (REFEREE_ADDRESS; must be given)",
    )
    parser.add_argument(
        "--token",
        action="append",
        dest="tokens",
        help="token of a seat, repeatable; - reads them from stdin, one a line "
        "(REFEREE_TOKENS, with commas between; must be given)",
    )
    parser.add_argument(
        "--ca",
        default=_variable("REFEREE_CA"),
        help="PEM file with the roots to trust; given means TLS (REFEREE_CA; without TLS)",
    )
    parser.add_argument(
        "--name",
        type=_name,
        default=_variable("REFEREE_NAME") or (name or program)[:MAX_NAME],
        help="name in the replay (REFEREE_NAME; %(default)s)",
    )
    parser.add_argument(
        "--patience",
        type=_seconds,
        default=_variable("REFEREE_PATIENCE") or "60",
        metavar="SECONDS",
        help="give up after this long without the referee (REFEREE_PATIENCE; %(default)s)",
    )
    parser.add_argument(
        "--threads",
        type=_threads,
        default=_variable("REFEREE_THREADS") or str(THREADS),
        metavar="N",
        help=f"how many bots think at the same time, from 1 to {MAX_THREADS:,} "
        "(REFEREE_THREADS; %(default)s)",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        default=_switch(parser, "REFEREE_STRICT"),
        help="end with the first exception in the bot's own code "
        "(REFEREE_STRICT=1; an exception costs one turn)",
    )
    parser.add_argument(
        "--plain-turns",
        action="store_true",
        default=_switch(parser, "REFEREE_PLAIN_TURNS"),
        help="do not ask for turns in short (REFEREE_PLAIN_TURNS=1; they are asked for)",
    )
    parser.add_argument(
        "--stay",
        action="store_true",
        default=_switch(parser, "REFEREE_STAY"),
        help="do not go to the workers of a referee that has several "
        "(REFEREE_STAY=1; seats go there)",
    )
    parser.add_argument(
        "--witness",
        default=_variable("REFEREE_WITNESS"),
        metavar="FOLDER",
        help="write the nonces and the seed commitment that each seat is shown before play, to "
        "check a later reveal against them (REFEREE_WITNESS; nothing is written)",
    )
    parser.add_argument(
        "--log-level",
        type=_level,
        default=_variable("REFEREE_LOG_LEVEL") or log_level,
        metavar="{" + ",".join(LEVELS) + "}",
        help="least severe log line on stderr (REFEREE_LOG_LEVEL; %(default)s)",
    )
    return parser


class _Variable(str):
    """Value of an environment variable, used as a flag's default.

    Errors about it name the variable and not the flag.
    """

    __slots__ = ("source",)
    source: str


def _variable(name: str) -> _Variable | None:
    """Return the value of an environment variable; None if it is not set or empty."""
    value = _Variable(os.environ.get(name, ""))
    value.source = name
    return value or None


def _switch(parser: argparse.ArgumentParser, name: str) -> bool:
    value = os.environ.get(name, "")
    if value not in {"", "0", "1"}:
        parser.error(f"{name} must be 1, 0 or empty, not {value!r}")
    return value == "1"


def _refusal(text: str, flag: str, must_be: str) -> argparse.ArgumentTypeError:
    source = text.source if isinstance(text, _Variable) else flag
    return argparse.ArgumentTypeError(f"{source} must be {must_be}, not {str(text)!r}")


def _name(text: str) -> str:
    if len(text) > MAX_NAME:
        raise _refusal(text, "it", f"of at most {MAX_NAME} characters")
    return str(text)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise _refusal(text, "it", "a number of seconds from 0")
    return number


def _threads(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MAX_THREADS:
        raise _refusal(text, "it", f"a whole number from 1 to {MAX_THREADS}")
    return int(text)


def _level(text: str) -> str:
    if text not in LEVELS:
        raise _refusal(text, "it", "debug, info, warning or error")
    return str(text)


def main(
    bot: BotLike,
    options: argparse.Namespace,
    *,
    game: str | None = None,
    after: Callable[[], Awaitable[None]] | None = None,
) -> int:
    """Play the seats whose tokens the parsed flags or the environment name; return the exit status.

    Args:
        bot: The bot that plays all seats.
        options: Flags as parsed by `argument_parser`.
        game: Game that `bot` plays; None takes the game from the bot's `game` or its annotations.
        after: Called and awaited when play is over, however it ended; None for nothing.
    """
    # An empty token, as from a shell variable that is not set, is no seat.
    tokens: list[str] = [token for token in options.tokens or () if token]
    if not options.tokens:
        listed = os.environ.get("REFEREE_TOKENS", "").split(",")
        tokens = [token.strip() for token in listed if token.strip()]
    log_to_stderr(options.log_level)
    if not tokens:
        log.error("no seat to play: give --token or REFEREE_TOKENS")
        return 2
    if STDIN in tokens and len(tokens) > 1:
        text = "the token - means one a line on standard input: no other can stand beside it"  # plain-words: ignore
        log.error("%s", text)
        return 2
    lines = None if tokens == [STDIN] else iter(tokens)
    return play_with_lines(
        lambda client, token: client.join(token),
        lines,
        options,
        bot=bot,
        game=game,
        after=after,
    )


def play_with_lines(
    take: Callable[[RefereeClient, str], None],
    lines: Iterator[str] | None,
    options: argparse.Namespace,
    *,
    bot: BotLike | None = None,
    game: str | None = None,
    after: Callable[[], Awaitable[None]] | None = None,
) -> int:
    """Play the seats that lines of text name, until all matches are over; return the exit status.

    Args:
        take: Called with each line on the event loop's thread; it joins the seats that the line
            names.
        lines: The lines; None means standard input, where each line is taken as it arrives.
        options: Flags as parsed by `argument_parser`.
        bot: The bot of seats that `take` joins without naming a bot.
        game: Game that `bot` plays; None takes the game from the bot's `game` or its annotations.
        after: Called and awaited when play is over, however it ended; None for nothing.
    """
    log_to_stderr(options.log_level)
    # Before anything else can fail in a way that only such a file explains.
    for hint in shadowed():
        log.warning("%s", hint)
    if not options.address:
        log.error("no referee to play at: give --address or REFEREE_ADDRESS")
        return 2
    try:
        client = RefereeClient(
            options.address,
            bot,
            ca=options.ca,
            name=options.name,
            patience=options.patience,
            game=game,
            strict=options.strict,
            threads=options.threads,
            small_turns=not options.plain_turns,
            follow_workers=not options.stay,
            witness_dir=options.witness,
        )
    except RefereeClientError as error:
        log.error("%s", error)
        return 1
    try:
        return asyncio.run(_play(client, take, lines, after, options.threads))
    except _Stopped as stopped:
        return stopped.status


def log_to_stderr(level: str) -> None:
    """Log to standard error, lines of this level and more severe ones."""
    logging.basicConfig(level=level.upper(), format=LOG_FORMAT, datefmt=LOG_DATE)


async def _play(
    client: RefereeClient,
    take: Callable[[RefereeClient, str], None],
    lines: Iterator[str] | None,
    after: Callable[[], Awaitable[None]] | None,
    threads: int,
) -> int:
    status = 0
    # For bots that use `asyncio.to_thread`: the default pool has few threads, and waits for them at exit.
    asyncio.get_running_loop().set_default_executor(DaemonExecutor(threads))
    with _signals(client) as stop:
        if lines is None:
            _follow_stdin(client, take)
        else:
            for line in lines:
                take(client, line)
            client.finish()
        try:
            await client.play()
        except (SeatError, BotError):
            status = 1  # logged when it happened
        except RefereeClientError as error:
            log.error("%s", error)
            status = 1
        finally:
            if after is not None:
                await after()
    # At the end as well as when it happened: in a long log the first failure is hard to find.
    if client.bot_failures.count:
        log.error("%s", client.bot_failures.summary)
    return stop.status or status


class _Stopped(BaseException):
    """Raised in a bot that is thinking when a signal stops the process."""

    status = 0


@contextlib.contextmanager
def _signals(client: RefereeClient) -> Iterator[_Stopped]:
    """In the `with` block, make SIGINT and SIGTERM stop the client, even while a bot is thinking.

    The object that it yields has the exit status in `status`: 0 until a signal arrives.
    """
    stop = _Stopped()
    loop = asyncio.get_running_loop()

    def handle(number: int, _frame: object) -> None:
        interrupted_before = stop.status != 0
        stop.status = 128 + number
        log.info("%s: stopping", signal.Signals(number).name)
        # A bot that thinks on this thread would never let the loop run `stop`. The exception leaves it at once.
        if client.is_thinking or interrupted_before:
            raise stop
        # Not a direct call: the handler runs between any two instructions, also within the loop's
        # own work.
        loop.call_soon_threadsafe(client.stop)

    before = {number: signal.signal(number, handle) for number in STOPPING}
    # Only while the handlers are replaced: a fork before or after play must keep the handlers that
    # it has.
    forks.handlers = before
    try:
        yield stop
    finally:
        forks.handlers = None
        for number, handler in before.items():
            signal.signal(number, handler)


def _follow_stdin(client: RefereeClient, take: Callable[[RefereeClient, str], None]) -> None:
    loop = asyncio.get_running_loop()

    def read() -> None:
        # Unbuffered, because a thread blocked inside a buffered reader can't be left at exit.
        with open(0, "rb", buffering=0, closefd=False) as stdin, contextlib.suppress(RuntimeError):
            for line in _lines(stdin.read):
                loop.call_soon_threadsafe(take, client, line)
            loop.call_soon_threadsafe(client.finish)

    threading.Thread(target=read, name="tokens", daemon=True).start()


def _lines(read: Callable[[int], bytes | None]) -> Iterator[str]:
    """Yield lines of text as they arrive, without blank ones.

    A last line without a newline is yielded as well.

    Args:
        read: Returns at most the given number of bytes as soon as there are any; nothing at the
            end.
    """
    rest = b""
    while data := read(65536):
        # A read may end in the middle of a line.
        *whole, rest = (rest + data).split(b"\n")
        yield from (_token(line) for line in whole if _token(line))
    if _token(rest):
        yield _token(rest)


def _token(line: bytes) -> str:
    """Return a line of bytes as text, without the byte order mark with which some shells begin."""
    return line.decode(errors="replace").removeprefix("\ufeff").strip()
