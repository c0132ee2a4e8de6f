"""The page that lists the seats which are played from one browser: whose turn it is, and until when."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import NamedTuple

from gamereferee.v1 import match_pb2
from referee.core.time_left import left_text
from referee_arena.pages.environment import Link, environment
from referee_arena.seat.desk import seat_id
from referee_arena.server.access import seat_of
from referee_arena.server.referee_link import NotShownError, RefereeLink

__all__ = ["OwnSeat", "own_seat", "own_seats_page"]

_NEVER_S = float("inf")


class OwnSeat(NamedTuple):
    """What the page says of one seat."""

    address: str
    """Address of the page on which the seat is played."""
    match_id: str
    """Id of its match."""
    seat: int
    """Index of the seat."""
    game: str
    """Identifier of the game; empty if the referee does not show the match."""
    state: str
    """Whether it is the seat's turn, or why nothing more is known, in words."""
    start_s: float = _NEVER_S
    """Since when its turn is open, in seconds since 1970 UTC; infinite if it is not, or not known."""
    deadline_s: float = _NEVER_S
    """When its turn expires, likewise."""


async def own_seat(link: RefereeLink, token: str) -> OwnSeat:
    """Ask the referee for the match of a seat's token, with that seat's rights."""
    match_id, seat = seat_of(token)
    address = f"/seat#seat={seat_id(token)}"
    try:
        match = await link.match(match_id, token)
    except NotShownError as error:
        return OwnSeat(address, match_id, seat, "", str(error))
    shown = OwnSeat(address, match_id, seat, match.game, "")
    own = match.seats[seat]
    if match.phase == match_pb2.MATCH_PHASE_ENDED:
        return shown._replace(state="over")
    if match.phase == match_pb2.MATCH_PHASE_WAITING:
        return shown._replace(state="waits for players")
    if not own.HasField("open_turn"):
        # Of shorter matches the referee does not say whose turn it is.
        is_slow = _longest_s(match) > 3600
        return shown._replace(state="waits for others" if is_slow else "is running")
    turn = own.open_turn
    shown = shown._replace(state="your turn")
    if not turn.HasField("deadline"):
        return shown
    start_s, deadline_s = turn.start.ToNanoseconds() / 1e9, turn.deadline.ToNanoseconds() / 1e9
    return shown._replace(start_s=start_s, deadline_s=deadline_s)


def _longest_s(match: match_pb2.Match) -> float:
    """Return the longest time that a move may take, in seconds; 0 without a deadline."""
    terms = match.time_control
    if not terms.HasField("move_time"):
        return 0
    longest_ns = max(terms.move_time.ToNanoseconds(), terms.first_move.ToNanoseconds())
    return (longest_ns + terms.bank.ToNanoseconds()) / 1e9


def own_seats_page(seats: Iterable[OwnSeat], now_s: float, link: Link) -> str:
    """Return the page's HTML, with the nearest deadline first.

    Args:
        seats: The seats.
        now_s: The current time, in seconds since 1970 UTC.
        link: Returns the addresses of style sheets.
    """
    order = sorted(seats, key=lambda own: (own.deadline_s, own.state == "over", own.match_id))
    rows = [
        {
            "own": own,
            "since": "" if own.start_s == _NEVER_S else _date(own.start_s),
            "left": "" if own.deadline_s == _NEVER_S else left_text(own.deadline_s - now_s),
            "until": "" if own.deadline_s == _NEVER_S else _date(own.deadline_s),
        }
        for own in order
    ]
    template = environment().get_template("own_seats.html")
    return template.render(
        rows=rows, page={"page": "seats"}, link=link, nav=(("Arena", "/"), ("your seats", "/seats"))
    )


def _date(seconds: float) -> str:
    return f"{datetime.datetime.fromtimestamp(seconds, datetime.UTC):%Y-%m-%d %H:%M} UTC"
