"""`referee matches`: lists running matches, the seats that each waits for, and their deadlines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.core.clock import SystemClock
from referee.core.errors import RefereeError
from referee.core.text import printable
from referee.core.time_left import left_text

if TYPE_CHECKING:
    from gamereferee.v1.match_pb2 import Match, SeatInfo
    from referee.core.plain import Plain
    from referee_client.lobby import Lobby

__all__ = ["MatchesError", "matches"]


class MatchesError(RefereeError):
    """The server did not list its matches; the message says why."""


def matches(
    address: Annotated[
        str,
        typer.Argument(help="unix:/path or HOST:PORT.", envvar="REFEREE_ADDRESS"),
    ] = "127.0.0.1:7070",
    tokens: Annotated[
        Path | None,
        typer.Option(help="File with seat tokens, one a line: list these seats' matches alone."),
    ] = None,
    label: Annotated[str, typer.Option(help="Only matches with this label.")] = "",
    organizer_key: Annotated[
        str, typer.Option(help="The server's organizer key.", envvar="REFEREE_ORGANIZER_KEY")
    ] = "",
    ca: Annotated[
        Path | None, typer.Option(help="PEM file with the roots to trust; turns on TLS.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """List running matches and whom they wait for, the nearest deadline first.

    With tokens, only what these seats may know is listed: whether it is their turn. Deadlines are
    those of matches in which a move may take more than an hour.
    """
    from gamereferee.v1.match_pb2 import MATCH_PHASE_RUNNING
    from referee_client.errors import RefereeClientError
    from referee_client.lobby import Lobby

    known = None if tokens is None else _tokens_in(tokens)
    try:
        with Lobby(address, organizer_key or None, ca=ca) as lobby:
            if known is None:
                found = lobby.list_matches(MATCH_PHASE_RUNNING, label)
            else:
                found = _of_tokens(lobby, known, label)
    except RefereeClientError as error:
        raise MatchesError(str(error)) from None
    found = sorted(found, key=_end_s)
    if as_json:
        typer.echo(json.dumps({"matches": [_as_json(match) for match in found]}))
        return
    for line in _table(found, SystemClock().wall_ns() / 1e9):
        typer.echo(line)


def _tokens_in(path: Path) -> list[str]:
    """Return the tokens of a file, one a line; empty lines and those that begin with `#` don't count.

    Raises:
        MatchesError: The file can't be read.
    """
    try:
        lines = path.read_text().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise MatchesError(f"tokens must be a file that can be read, not {path}: {error}") from None
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _of_tokens(lobby: Lobby, tokens: Sequence[str], label: str) -> list[Match]:
    from gamereferee.v1.match_pb2 import MATCH_PHASE_RUNNING

    found = []
    for token in tokens:
        match = lobby.get_match(token.partition(".")[0], token)
        if match.phase == MATCH_PHASE_RUNNING and label in ("", match.label):
            found.append(match)
    return found


def _awaited(match: Match) -> list[SeatInfo]:
    """Return the seats whose answer the match waits for, as far as the caller may know it."""
    return [seat for seat in match.seats if seat.HasField("open_turn")]


def _end_s(match: Match) -> float:
    """Return the nearest deadline of a match in seconds since 1970 UTC; infinite if it has none."""
    turns = [seat.open_turn for seat in _awaited(match)]
    ends = [turn.deadline.ToNanoseconds() / 1e9 for turn in turns if turn.HasField("deadline")]
    return min(ends, default=float("inf"))


def _name(seat: SeatInfo) -> str:
    # A player chooses the name.
    return printable(seat.player or seat.bot_name)


def _as_json(match: Match) -> dict[str, Plain]:
    waits_for: list[Plain] = []
    for seat in _awaited(match):
        turn = seat.open_turn
        shown: dict[str, Plain] = {"seat": seat.seat, "player": _name(seat), "turn": turn.turn}
        for name, time in (("start", turn.start), ("deadline", turn.deadline)):
            shown[name] = time.ToJsonString() if turn.HasField(name) else None
        waits_for.append(shown)
    return {
        "match": match.match_id,
        "game": match.game,
        "steps": match.steps,
        "label": match.label,
        "waits_for": waits_for,
    }


def _table(found: Iterable[Match], now_s: float) -> list[str]:
    """Return the lines of the table: a heading, and one for each match."""
    rows = []
    for match in found:
        end_s = _end_s(match)
        names = ", ".join(f"{seat.seat} {_name(seat)}".strip() for seat in _awaited(match))
        left = "-" if end_s == float("inf") else left_text(end_s - now_s)
        label = printable(match.label)
        rows.append((match.match_id, match.game, str(match.steps), names or "-", left, label))
    heading = ("match", "game", "steps", "waits for seat", "time left", "label")
    lines = [heading, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(heading))]
    return ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
