"""A bot as a process: flags and environment in, matches played, exit status out.

Where to play comes from flags or, for whoever starts bots, from the environment: REFEREE_ADDRESS,
REFEREE_TOKENS (comma-separated, or `-` for one a line on standard input) and REFEREE_CA.

Exit status: 0 once all matches have ended, 1 after an error, 2 for wrong flags, 128 + the signal's
number after SIGINT or SIGTERM.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from referee_client.bot import BotLike
from referee_client.client import RefereeClient
from referee_client.errors import BotError, RefereeClientError, SeatError
from referee_client.seats import log

__all__ = ["argument_parser", "log_to_stderr", "main", "play_with_lines", "run"]

STDIN = "-"
"""The token that stands for: one a line on standard input."""


def run(bot: BotLike, argv: Sequence[str] | None = None) -> None:
    """Play until all matches have ended; the last line of a bot's program.

    Args:
        bot: A function or a Bot.
        argv: Arguments without the program's name; None means those of this process.

    Raises:
        SystemExit: With the exit status, unless that is 0.
    """
    status = main(bot, argument_parser().parse_args(argv))
    if status:
        raise SystemExit(status)


def argument_parser(description: str | None = None) -> argparse.ArgumentParser:
    """The flags every bot has, for programs that add their own and then call `main`."""
    program = Path(sys.argv[0]).stem
    parser = argparse.ArgumentParser(description=description or f"Play {program} at a referee.")
    parser.add_argument(
        "--address",
        default=os.environ.get("REFEREE_ADDRESS"),
        help="unix:/path or HOST:PORT of the referee (REFEREE_ADDRESS)",
    )
    parser.add_argument(
        "--token",
        action="append",
        dest="tokens",
        help="token of a seat, repeatable; - reads them from stdin, one a line (REFEREE_TOKENS)",
    )
    parser.add_argument(
        "--ca",
        default=os.environ.get("REFEREE_CA") or None,
        help="PEM file with the roots to trust; given means TLS (REFEREE_CA)",
    )
    parser.add_argument("--name", default=program, help="name in the replay (%(default)s)")
    parser.add_argument(
        "--log-level",
        default="info",
        choices=["debug", "info", "warning", "error"],
        help="least severe log line on stderr (%(default)s)",
    )
    return parser


def main(bot: BotLike, options: argparse.Namespace) -> int:
    """Play as the flags say; return the exit status."""
    tokens: list[str] = options.tokens or [
        token.strip() for token in os.environ.get("REFEREE_TOKENS", "").split(",") if token.strip()
    ]
    if not tokens:
        log_to_stderr(options.log_level)
        log.error("no seat to play: give --token or REFEREE_TOKENS")
        return 2
    if tokens != [STDIN]:
        lines: Iterator[str] | None = iter(tokens)
    else:
        lines = None
    return play_with_lines(lambda client, token: client.join(token), lines, options, bot=bot)


def play_with_lines(
    take: Callable[[RefereeClient, str], None],
    lines: Iterator[str] | None,
    options: argparse.Namespace,
    *,
    bot: BotLike | None = None,
) -> int:
    """Play until the lines are at their end and all matches are over; return the exit status.

    Args:
        take: Called with each line on the event loop's thread; joins the seats it stands for.
        lines: The lines; None means standard input, each taken as it comes.
        options: What `argument_parser` parsed.
        bot: Who plays seats that are joined without a bot of their own.
    """
    log_to_stderr(options.log_level)
    if not options.address:
        log.error("no referee to play at: give --address or REFEREE_ADDRESS")
        return 2
    try:
        return asyncio.run(_play(take, lines, options, bot))
    except (SeatError, BotError):
        return 1  # logged when it happened
    except RefereeClientError as error:
        log.error("%s", error)
        return 1
    except _Stopped as stopped:
        return stopped.status


def log_to_stderr(level: str) -> None:
    """Log to stderr from this level on."""
    logging.basicConfig(
        level=level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )


async def _play(
    take: Callable[[RefereeClient, str], None],
    lines: Iterator[str] | None,
    options: argparse.Namespace,
    bot: BotLike | None,
) -> int:
    client = RefereeClient(options.address, bot, ca=options.ca, name=options.name[:100])
    with _signals(client) as stop:
        if lines is None:
            _follow_stdin(client, take)
        else:
            for line in lines:
                take(client, line)
            client.finish()
        await client.play()
    return stop.status


class _Stopped(BaseException):
    """A signal interrupted a bot that was thinking."""

    status = 0


@contextlib.contextmanager
def _signals(client: RefereeClient) -> Iterator[_Stopped]:
    """While open, SIGINT and SIGTERM stop the client, even out of a bot that thinks forever."""
    stop = _Stopped()
    loop = asyncio.get_running_loop()

    def handle(number: int, _frame: object) -> None:
        interrupted_before = stop.status != 0
        stop.status = 128 + number
        log.info("%s: stopping", signal.Signals(number).name)
        if client.is_thinking or interrupted_before:
            raise stop
        loop.call_soon_threadsafe(client.stop)

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
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
    """Lines as they come, without blank ones; the last one may lack its end."""
    rest = b""
    while data := read(65536):
        *whole, rest = (rest + data).split(b"\n")
        yield from (line.decode().strip() for line in whole if line.strip())
    if rest.strip():
        yield rest.decode().strip()
