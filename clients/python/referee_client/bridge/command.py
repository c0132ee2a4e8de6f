"""The bridge's command line."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee_client.bot import Bot, Match, Missed, Outcome, Rejection, Turn
from referee_client.bridge import lines
from referee_client.bridge.child import Child, close_all
from referee_client.run import argument_parser
from referee_client.run import main as play

__all__ = ["main"]

RESTARTS = 3
"""How often a seat's program is started again unless told otherwise."""


class BridgeBot(Bot):
    """One seat's program, dressed as a bot.

    Args:
        child: The program.
        is_full: Whether it is told more than its turns.
    """

    def __init__(self, child: Child, *, is_full: bool) -> None:
        self._child = child
        self._is_full = is_full
        self._events: Any = None
        self._closing: asyncio.Task[None] | None = None

    def on_start(self, match: Match) -> None:
        """Tell the program, if it wants to know."""
        self._child.where = f"match {match.match_id} seat {match.seat}"
        if self._is_full:
            self._child.say(lines.start_line(match))

    def on_events(self, match: Match, events: Any) -> None:
        """Keep what may be the last events."""
        del match
        self._events = events

    async def act(self, observation: Any, turn: Turn) -> Any:
        """Ask the program."""
        self._events = None
        answer = await self._child.ask(lines.turn_line(turn), turn.number)
        return lines.read_answer(answer, observation)

    def on_rejected(self, rejection: Rejection) -> None:
        """Tell the program, if it wants to know."""
        if self._is_full:
            self._child.say(lines.rejected_line(rejection))

    def on_missed(self, missed: Missed) -> None:
        """Tell the program, if it wants to know."""
        if self._is_full:
            self._child.say(lines.missed_line(missed))

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Tell the program, if it wants to know, and end it."""
        if self._is_full:
            self._child.say(lines.end_line(match, outcome, self._events))
        self._closing = asyncio.create_task(self._child.close())


def main(argv: Sequence[str] | None = None) -> int:
    """Play as the arguments say; return the exit status."""
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
    children: list[Child] = []

    def make() -> BridgeBot:
        children.append(Child([program, *command[1:]], options.restarts))
        return BridgeBot(children[-1], is_full=options.lines == "full")

    try:
        return play(make, options, game=options.game, after=lambda: close_all(children))
    finally:
        for child in children:
            child.kill()


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
        help="what the program is told: its turns, or also start, end, missed and rejected",
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
    """What a bot calls itself by its command: the script's name rather than its interpreter's."""
    scripts = [word for word in command[1:2] if Path(word).is_file()]
    return Path((scripts or command or ["bridge"])[0]).stem
