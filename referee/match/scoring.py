"""Computes a match's outcome from the game's placements and the order in which seats went out."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.outcome import EndCause, GameOutcome, Outcome, SeatResult, exit_keys, rank
from referee.match.seat import SeatState

__all__ = ["early_outcome", "final_outcome", "side_left", "void_outcome"]

_TEXTS = {
    EndCause.RULES: "the rules ended the match",
    EndCause.BOT_TIME: "missed deadlines left no rivals",
    EndCause.BOT_ERROR: "a bot's fault left no rivals",
    EndCause.FORFEIT: "a resignation left no rivals",
}


def side_left(seats: Sequence[SeatState], teams: Sequence[int]) -> bool:
    """Return whether exits have ended the contest: too few teams are still in for it to go on.

    It has ended if no team is still in, or if just one is and the match began with at least two.
    """
    inside = {team for seat, team in zip(seats, teams, strict=True) if not seat.is_out}
    # A match that began with one team has no rivals to lose: it goes on as long as that team is in.
    return len(inside) == 0 or (len(inside) == 1 and len(set(teams)) > 1)


def final_outcome(
    seats: Sequence[SeatState],
    teams: Sequence[int],
    by_rules: GameOutcome | None,
    cause: EndCause,
    *,
    ranks_exits: bool = True,
    counts_sides: bool = True,
) -> Outcome:
    """Return the outcome of a match that counts.

    Teams with a seat still in are placed before teams that are out. The former are ranked by the
    rules; the latter by their last exit, later exits first, and by the rules among equal exits.
    Where `ranks_exits` is false, all seats are ranked by the rules, except that a seat which
    forfeited is placed behind all seats that were still in at that time.

    Args:
        seats: All seats of the match.
        teams: Team of each seat.
        by_rules: Placements and scores by the game's rules; None if the match never began.
        cause: Why the match ended; not a void cause.
        ranks_exits: Whether a seat that goes out later is always placed higher. Where it is false,
            every team is one seat.
        counts_sides: Whether a placement is 1 + the number of teams placed before; else 1 + the
            number of seats placed before.
    """
    sides = teams if counts_sides else range(len(teams))
    if by_rules is not None and not ranks_exits:
        keys = _keys_by_rules(seats, by_rules)
        return _outcome(seats, sides, keys, by_rules, cause)
    placements = by_rules.placements if by_rules else (0,) * len(seats)
    # 0 marks seats that are in; `exit_keys` ranks their teams before all teams that are out.
    exits = [seat.out_order if seat.is_out else 0 for seat in seats]
    by_exits = exit_keys(exits, teams, placements)
    return _outcome(seats, sides, by_exits, by_rules or GameOutcome((), (0,) * len(seats)), cause)


def _keys_by_rules(seats: Sequence[SeatState], by_rules: GameOutcome) -> list[tuple[int, ...]]:
    """Return a sort key for each seat: its placement by the rules, except for seats that forfeited.

    A seat that forfeited is placed directly behind the last of the seats that were still in at that
    time, unless the rules place it behind them anyway.
    """
    keys: list[tuple[int, ...]] = [(-placement, 0, 0) for placement in by_rules.placements]
    forfeited = [index for index, seat in enumerate(seats) if seat.forfeit is not None]
    # The latest forfeit first: an earlier one must come behind it, so its key must be final by
    # then.
    for index in sorted(forfeited, key=lambda index: -seats[index].out_order):
        own = seats[index].out_order
        later = [
            key
            for key, seat in zip(keys, seats, strict=True)
            if not seat.is_out or seat.out_order > own
        ]
        # Keys are negated placements, so the smallest belongs to the worst place.
        if later and min(later) <= keys[index]:
            place, behind, _ = min(later)
            keys[index] = (place, behind - 1, -by_rules.placements[index])
    return keys


def _outcome(
    seats: Sequence[SeatState],
    sides: Sequence[int],
    keys: Sequence[tuple[int, ...]],
    by_rules: GameOutcome,
    cause: EndCause,
) -> Outcome:
    tie_breaks = by_rules.tie_breaks or ((),) * len(seats)
    results = tuple(
        SeatResult(placement, score, seat.strikes, seat.forfeit, own)
        for placement, score, seat, own in zip(
            rank(keys, sides), by_rules.scores, seats, tie_breaks, strict=True
        )
    )
    return Outcome(cause, _TEXTS[cause], results)


def early_outcome(
    index: int,
    seats: Sequence[SeatState],
    teams: Sequence[int],
    by_rules: GameOutcome | None,
    *,
    counts_sides: bool = True,
) -> Outcome:
    """Return the result of one seat that is out with its whole team, while the match goes on.

    Seats still in will be placed before it, seats that went out earlier stay behind it. The other
    seats' results in the outcome are empty.

    Args:
        index: Index of the seat that is out.
        seats: All seats of the match.
        teams: Team of each seat.
        by_rules: Current placements and scores by the game's rules; None if they must stay hidden
            until the end.
        counts_sides: Whether a placement is 1 + the number of teams placed before; else 1 + the
            number of seats placed before.
    """
    if by_rules is None:
        # Not even the placement may be shown: it would reveal what the seat must not know yet.
        own = SeatResult(0, 0, seats[index].strikes, None)
    else:
        results = final_outcome(seats, teams, by_rules, EndCause.RULES, counts_sides=counts_sides)
        own = results.seats[index]
    hidden = SeatResult(0, 0, 0, None)
    results_shown = tuple(own if seat == index else hidden for seat in range(len(seats)))
    return Outcome(EndCause.RULES, "the rules put the seat out; the match goes on", results_shown)


def void_outcome(seats: Sequence[SeatState], cause: EndCause, text: str) -> Outcome:
    """Return the outcome of a void match: no placements and scores, only strikes and forfeits.

    Strikes are deadlines missed and turns given up. `cause` says why the match is void, `text` says
    it for people.
    """
    results = tuple(SeatResult(0, 0, seat.strikes, seat.forfeit) for seat in seats)
    return Outcome(cause, text, results)
