"""Builds rejections of messages that concern no match in which the stream holds a seat.

The stream's session sends them itself, since no match has seen these messages.
"""

from __future__ import annotations

from gamereferee.v1 import error_pb2, play_service_pb2

__all__ = ["foreign_handle", "foreign_lane", "foreign_seat", "taken_over"]

SEAT_LOST = "the match is over for this seat, or another stream has taken it"
"""Text of a rejection for a seat that the stream once held and no longer holds."""


def foreign_seat(
    match_id: str, seat: int, turn: int, *, is_lost: bool, say_number: int = 0
) -> play_service_pb2.Rejected:
    """Return the rejection of an entry for a seat that the stream doesn't hold.

    Args:
        match_id: Match id that the entry names.
        seat: Seat that the entry names.
        turn: Turn that the entry names; 0 if it names none.
        is_lost: Whether the stream once held the seat.
        say_number: The bot's number for a chat message; 0 if the entry is something else.
    """
    if is_lost:
        reason, text = error_pb2.ERROR_REASON_ENDED, SEAT_LOST
    else:
        reason = error_pb2.ERROR_REASON_NOT_YOUR_SEAT
        text = f"this stream has not joined seat {seat} of match {match_id[:40]!r}"
    return play_service_pb2.Rejected(
        match_id=match_id[:40],
        seat=seat,
        turn=turn,
        reason=reason,
        text=text,
        say_number=say_number,
    )


def foreign_handle(
    action: play_service_pb2.SmallAction, past: tuple[str, int] | None
) -> play_service_pb2.Rejected:
    """Return the rejection of a short action whose handle stands for no seat that the stream holds.

    A handle is a number that stands for match and seat.

    Args:
        action: The rejected action.
        past: Match id and seat that the handle once stood for; None if it never stood for any.
    """
    match_id, seat = past or ("", 0)
    if match_id:
        reason, text = error_pb2.ERROR_REASON_ENDED, SEAT_LOST
    else:
        reason = error_pb2.ERROR_REASON_NOT_YOUR_SEAT
        text = (
            "small_actions.handle must be one of a seat that this stream holds, "
            f"not {action.handle}"
        )
    return play_service_pb2.Rejected(
        match_id=match_id, seat=seat, turn=action.turn, reason=reason, text=text
    )


def foreign_lane(number: int) -> play_service_pb2.Rejected:
    """Return the rejection of answers for a lane that the stream doesn't have.

    A lane is a group of matches that are played together; `number` is that which the answers name.
    """
    text = f"this stream has no lane {number}"
    return play_service_pb2.Rejected(reason=error_pb2.ERROR_REASON_NOT_YOUR_SEAT, text=text)


def taken_over(match_id: str, seat: int) -> play_service_pb2.Rejected:
    """Return the notice to a stream that another stream now holds one of its seats."""
    return play_service_pb2.Rejected(
        match_id=match_id,
        seat=seat,
        reason=error_pb2.ERROR_REASON_TAKEN_OVER,
        text="another stream has presented this seat's token and holds it now",
    )
