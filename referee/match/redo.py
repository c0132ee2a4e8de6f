"""Redoes the course of a match from a journal or replay, record by record.

Every record is checked against the records before it. A replay that can be redone without an error
is therefore one that the rules and the match machine could have made. The seats' clocks are
restored as well; there are no effects.
"""

from __future__ import annotations

from referee.core.game import DecisionPoint
from referee.match import records as rec
from referee.match.course import MatchCourse, MatchPhase
from referee.match.nonces import opening_problem
from referee.match.records import ActionKind, ActionTaken
from referee.match.rejection import Rejection
from referee.match.scoring import void_outcome
from referee.match.seat import SeatState
from referee.match.talk import MESSAGE_REJECTIONS

__all__ = ["redo_record"]


def redo_record(course: MatchCourse, record: rec.MatchRecord) -> None:
    """Apply the next record of a journal or replay to a match.

    Args:
        course: The match, in the state after all earlier records; changed in place.
        record: The next record, with its actions decoded.

    Raises:
        ValueError: The record contradicts earlier ones; the text says how.
    """
    if course.phase is MatchPhase.ENDED:
        raise ValueError(f"a {type(record).__name__} record follows the end of the match")
    match record:
        case rec.Joined():
            _redo_join(course, record)
        case rec.Committed():
            if not course.takes_nonces:
                raise ValueError("the nonce commitments are shown twice, or after the match began")
            course.commitments_shown = True
        case rec.Opened():
            _redo_opening(course, record)
        case rec.Started(digest):
            _redo_start(course, digest)
        case rec.Stepped():
            _redo_step(course, record)
        case rec.TurnOpened():
            _redo_opened_turn(course, record)
        case rec.Answered(taken):
            _redo_answer(course, taken)
        case rec.Missed():
            _redo_miss(course, record)
        case rec.Forfeited():
            _redo_forfeit(course, record)
        case rec.Refused(index, _, reason):
            seat = _seat(course, index)
            seat.count_rejection(reason)
            # Only these two count towards a forfeit, as in `MatchMachine`.
            seat.unreadable += reason in (Rejection.MALFORMED, Rejection.WRONG_TYPE)
            # A refused message used up one of the seat's messages. If it did not here, the resumed
            # match would take one more than it should.
            if course.talk is not None and reason in MESSAGE_REJECTIONS:
                course.talk.count(index)
        case rec.Said():
            _redo_said(course, record)
        case rec.Recovered(steps):
            if steps != course.steps:
                raise ValueError(f"recovered after {steps} steps, but there are {course.steps}")
        case rec.Ended():
            _redo_end(course, record)


def _redo_join(course: MatchCourse, record: rec.Joined) -> None:
    seat = _seat(course, record.seat)
    if seat.joined:
        raise ValueError(f"seat {record.seat} is joined for the first time twice")
    # The dice follow from the nonces: one that was added after others were known could choose them.
    if record.nonce and course.phase is not MatchPhase.WAITING:
        raise ValueError(f"seat {record.seat} adds a nonce after the match began")
    if (record.nonce or record.nonce_commitment) and not course.takes_nonces:
        raise ValueError(f"seat {record.seat} adds a nonce after the commitments were shown")
    if record.nonce and record.nonce_commitment:
        raise ValueError(f"seat {record.seat} joins with a nonce and a commitment at once")
    course.join_seat(record.seat, record.nonce, record.nonce_commitment, record.bot_name)


def _redo_opening(course: MatchCourse, record: rec.Opened) -> None:
    seat = _seat(course, record.seat)
    shown = course.commitments_shown and course.phase is MatchPhase.WAITING
    problem = opening_problem(seat, record.nonce, shown=shown)
    if not record.nonce:
        problem = "the nonce is empty"
    if problem is not None:
        raise ValueError(f"seat {record.seat} can't open its nonce: {problem}")
    seat.nonce = record.nonce


def _redo_start(course: MatchCourse, digest: bytes) -> None:
    if course.phase is not MatchPhase.WAITING:
        raise ValueError("the match starts twice")
    if not course.is_complete:
        raise ValueError("the match starts before all seats have joined")
    course.start_game()
    _check_digest(course, digest, "the start")


def _redo_said(course: MatchCourse, record: rec.Said) -> None:
    seat = _seat(course, record.seat)
    where = f"step {course.steps + 1}: seat {record.seat} says {record.text[:40]!r}"
    if course.point is None:
        raise ValueError(f"{where} where nobody has to decide")
    if seat.is_out:
        raise ValueError(f"{where} after it was taken out")
    problem = course.say(record.seat, record.channel, record.text.encode())
    if problem is not None:
        raise ValueError(f"{where}, which is {problem[0].name}: {problem[1]}")


def _redo_opened_turn(course: MatchCourse, record: rec.TurnOpened) -> None:
    _asked(course, record.seat, record.turn, "is asked for")
    course.recorded_turns[record.seat] = record


def _redo_answer(course: MatchCourse, taken: ActionTaken) -> None:
    seat, point = _asked(course, taken.seat, taken.turn, "answers")
    if taken.kind is not ActionKind.PLAYED:
        raise ValueError(
            f"step {course.steps + 1}: the answer of seat {taken.seat} can't be {taken.kind.name}"
        )
    seat.begin_turn(continues=point.continues)
    seat.charge(taken.elapsed_ns, taken.lag_ns)
    seat.answer = taken
    # The bot has had the events and messages of the turn that it has answered.
    seat.pending, seat.pending_said = [], ()


def _asked(
    course: MatchCourse, index: int, turn: int, does: str
) -> tuple[SeatState, DecisionPoint]:
    """Return the seat `index` and the decision point, at which its turn `turn` must be open.

    Raises:
        ValueError: It is not. The text begins with what the seat `does` by the record.
    """
    seat, point = _seat(course, index), course.point
    where = f"step {course.steps + 1}: seat {index} {does} turn {turn}"
    if point is None or index not in point.seats or seat.is_out:
        raise ValueError(f"{where}, but has none")
    if seat.answer is not None or turn != seat.turn + 1:
        raise ValueError(f"{where}, but its last was turn {seat.turn}")
    return seat, point


def _redo_miss(course: MatchCourse, record: rec.Missed) -> None:
    index = record.seat
    seat, point = _asked(course, index, record.turn, "misses")
    # A miss is recorded before its step, so its turn begins here; `_redo_action` must not count it
    # again.
    seat.begin_turn(continues=point.continues)
    seat.answer = course.defaulted(index, ActionKind.DEFAULTED)
    seat.strike(given_up=record.given_up)


def _redo_forfeit(course: MatchCourse, record: rec.Forfeited) -> None:
    seat = _seat(course, record.seat)
    where = f"step {course.steps + 1}: seat {record.seat} forfeits"
    if seat.is_out:
        raise ValueError(
            f"{where} " + ("twice" if seat.forfeit else "when the rules had put it out")
        )
    # Only forfeits at one time share a number: it may repeat after other forfeits, but never after
    # exits by the rules.
    at_once = [s for s in course.seats if s.is_out and s.out_order == course.exits]
    shares = bool(at_once) and all(s.forfeit is not None for s in at_once)
    if record.order != course.exits + 1 and not (shares and record.order == course.exits):
        raise ValueError(f"{where} as number {record.order} after number {course.exits}")
    seat.forfeit, seat.out_order = record.cause, record.order
    course.exits = record.order


def _redo_step(course: MatchCourse, record: rec.Stepped) -> None:
    point, where = course.point, f"step {course.steps + 1}"
    if point is None:
        raise ValueError(f"{where}: nobody has to decide")
    if course.due_end() is not None:
        raise ValueError(f"{where}: forfeits have left no rivalry")
    acted = tuple(taken.seat for taken in record.actions)
    if acted != point.seats:
        raise ValueError(f"{where}: seats {acted} act instead of {point.seats}")
    for taken in record.actions:
        _redo_action(course, taken, where, continues=point.continues)
    course.step_game(record.actions)
    _check_digest(course, record.digest, where)


def _redo_action(course: MatchCourse, taken: ActionTaken, where: str, *, continues: bool) -> None:
    seat = course.seats[taken.seat]
    known = seat.answer
    turn = seat.turn if known is not None else seat.turn + 1
    if taken.turn != turn:
        raise ValueError(f"{where}: seat {taken.seat} plays turn {taken.turn} instead of {turn}")
    if taken.kind not in _possible_kinds(seat):
        raise ValueError(f"{where}: the action of seat {taken.seat} can't be {taken.kind.name}")
    if known is not None and known.kind is ActionKind.PLAYED:
        if known != taken:
            raise ValueError(f"{where}: seat {taken.seat} had answered turn {turn} otherwise")
        return  # all of it was redone with the answer's own record
    if known is None:
        seat.begin_turn(continues=continues)
    # Only answers are charged: a missed turn has emptied the bank with its own record, and a seat
    # that is out has no clock.
    if taken.kind is ActionKind.PLAYED:
        seat.charge(taken.elapsed_ns, taken.lag_ns)
    # A bot that missed a turn of days was most likely away: its next turn has the events again.
    elif course.is_correspondence:
        return
    seat.pending = []
    seat.pending_said = ()


def _possible_kinds(seat: SeatState) -> tuple[ActionKind, ...]:
    if seat.answer is not None:
        return (seat.answer.kind,)
    if seat.forfeit is not None:
        return (ActionKind.FORFEITED, ActionKind.PLAYED)  # it may have answered before it went out
    return (ActionKind.PLAYED,)


def _redo_end(course: MatchCourse, record: rec.Ended) -> None:
    outcome, due = record.outcome, course.due_end()
    # An operator or a fault can end a match at any point, so there is nothing that the cause could
    # be checked against.
    if outcome.cause.is_void:
        expected = void_outcome(course.seats, outcome.cause, outcome.text)
    elif outcome.cause is due:
        expected = course.final_outcome(outcome.cause)
    else:
        shown = "goes on" if due is None else f"ends by {due.name}"
        raise ValueError(
            f"the match ends by {outcome.cause.name} after step {course.steps}, where it {shown}"
        )
    if outcome.seats != expected.seats:
        raise ValueError(f"the outcome is {outcome.seats}, but should be {expected.seats}")
    if record.match_seed != course.match_seed:
        raise ValueError(f"the match seed is {record.match_seed}, not {course.match_seed}")
    if record.nonces != course.nonces:
        raise ValueError(
            f"the nonces are {record.nonces}, but the seats joined with {course.nonces}"
        )
    if record.nonce_commitments != course.nonce_commitments:
        raise ValueError("the nonce commitments are not those the seats joined with")
    if course.talk is not None:
        course.hear(course.talk)
    course.phase, course.outcome, course.point = MatchPhase.ENDED, outcome, None


def _seat(course: MatchCourse, index: int) -> SeatState:
    if not 0 <= index < len(course.seats):
        raise ValueError(f"there is no seat {index}; the match has {len(course.seats)}")
    return course.seats[index]


def _check_digest(course: MatchCourse, digest: bytes, where: str) -> None:
    actual = course.digest()
    if actual != digest:
        raise ValueError(f"{where}: digest is {digest.hex()}, but should be {actual.hex()}")
