"""Command line of the bridge, which runs a bot's program."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from referee_client.bridge.bot import RESTARTS, Bridge
from referee_client.run import argument_parser
from referee_client.run import main as play

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the bridge until all matches have ended; return the exit status.

    Args:
        argv: The bridge's flags, then `--` and the command of the bot's program; None means the
            arguments of this process.

    Raises:
        SystemExit: The arguments are wrong; the status is 2.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    flags, command = given, list[str]()
    if "--" in given:
        flags, command = given[: given.index("--")], given[given.index("--") + 1 :]
    parser = _parser(_name(command))
    options = parser.parse_args(flags)
    if not command:
        parser.error("give the bot's command behind --")
    program = shutil.which(command[0])
    if program is None:
        parser.error(f"there is no program {command[0]!r}")
    is_full = options.lines == "full"
    bridge = Bridge(
        [program, *command[1:]],
        restarts=options.restarts,
        is_full=is_full,
        reads_legal=options.legal,
    )
    try:
        return play(bridge, options, game=options.game, after=bridge.close)
    finally:
        bridge.kill()


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argument_parser(
        "Play with a program that reads a line of JSON a turn and answers with one.", name=name
    )
    parser.prog = "referee bridge"
    parser.usage = "%(prog)s [flags] -- COMMAND..."
    parser.add_argument("--game", help="the game it plays; a seat of another game is resigned")
    parser.add_argument(
        "--lines",
        choices=["turns", "full"],
        default="turns",
        help="lines that the program gets: its turns, or also start, end, missed and rejected",
    )
    parser.add_argument(
        "--legal",
        action="store_true",
        help="list in each turn what the rules allow, where the game can",
    )
    parser.add_argument(
        "--restarts",
        type=_count,
        default=RESTARTS,
        metavar="N",
        help="how often a program that died is started again (%(default)s)",
    )
    return parser


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"it must be a whole number from 0, not {text!r}")
    return int(text)


def _name(command: Sequence[str]) -> str:
    """Return a default name for a bot: the stem of its script, rather than of its interpreter."""
    scripts = [word for word in command[1:2] if Path(word).is_file()]
    return Path((scripts or command or ["bridge"])[0]).stem
