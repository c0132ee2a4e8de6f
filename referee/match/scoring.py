"""From the rulebook's placements and who went out when to the outcome of a match."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.outcome import EndCause, GameOutcome, Outcome, SeatResult, rank
from referee.match.seat import SeatState

__all__ = ["early_outcome", "final_outcome", "side_left", "void_outcome"]

_TEXTS = {
    EndCause.RULES: "the rules ended the match",
    EndCause.BOT_TIME: "missed deadlines left no rivals",
    EndCause.BOT_ERROR: "a bot's fault left no rivals",
    EndCause.FORFEIT: "a resignation left no rivals",
}


def side_left(seats: Sequence[SeatState], teams: Sequence[int]) -> bool:
    """Whether exits have left no rivalry: no team, or one of at least two, is still in."""
    inside = {team for seat, team in zip(seats, teams, strict=True) if not seat.is_out}
    return len(inside) == 0 or (len(inside) == 1 and len(set(teams)) > 1)


def final_outcome(
    seats: Sequence[SeatState],
    teams: Sequence[int],
    by_rules: GameOutcome | None,
    cause: EndCause,
) -> Outcome:
    """The outcome of a match that counts.

    Teams of which a seat is still in come before teams that are out; the former rank as the rules say,
    the latter by who went out later, and after that as the rules say.

    Args:
        seats: All seats.
        teams: Team of each seat.
        by_rules: Placements and scores by the rulebook; None if the match never began.
        cause: Why it ended; not void.
    """
    keys = []
    for index, team in enumerate(teams):
        mates = [seat for seat, other in zip(seats, teams, strict=True) if other == team]
        inside = not all(seat.is_out for seat in mates)
        went_out = 0 if inside else max(seat.out_order for seat in mates)
        keys.append((int(inside), went_out, -by_rules.placements[index] if by_rules else 0))
    scores = by_rules.scores if by_rules else (0,) * len(seats)
    results = tuple(
        SeatResult(placement, score, seat.strikes, seat.forfeit)
        for placement, score, seat in zip(rank(keys), scores, seats, strict=True)
    )
    return Outcome(cause, _TEXTS[cause], results)


def early_outcome(
    index: int, seats: Sequence[SeatState], teams: Sequence[int], by_rules: GameOutcome
) -> Outcome:
    """What a running match has come to for a seat whose team is out, and for nobody else.

    Whoever is still in will be placed before it, and whoever went out earlier stays behind it.

    Args:
        index: The seat.
        seats: All seats.
        teams: Team of each seat.
        by_rules: Placements and scores by the rulebook as they stand.
    """
    own = final_outcome(seats, teams, by_rules, EndCause.RULES).seats[index]
    untold = SeatResult(0, 0, 0, None)
    results = tuple(own if seat == index else untold for seat in range(len(seats)))
    return Outcome(EndCause.RULES, "the rules put the seat out; the match goes on", results)


def void_outcome(seats: Sequence[SeatState], cause: EndCause, text: str) -> Outcome:
    """The outcome of a match that counts for nothing."""
    results = tuple(SeatResult(0, 0, seat.strikes, seat.forfeit) for seat in seats)
    return Outcome(cause, text, results)
