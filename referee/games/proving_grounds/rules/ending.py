"""Phase 12: whether the match ends, and who has won it (PG-7.1 to PG-7.4)."""

from __future__ import annotations

from typing import NamedTuple

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.dice import end_dice
from referee.games.proving_grounds.rules.heroes import carried_gems, num_living
from referee.games.proving_grounds.rules.market.boards import place_of
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.rooms import num_rooms_of, num_unexplored
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Board, Cause, EndCause
from referee.games.proving_grounds.wire.events import End, FinalSeat

__all__ = ["FEW_DICE", "LATE_DICE", "Standing", "end_check", "standings"]

FEW_DICE, LATE_DICE = 0, 1
"""Keys of the dice of the two chances that the match ends: few unexplored rooms, and a late turn."""


class Standing(NamedTuple):
    """Final result of a seat, or its result if the match ended now."""

    gems: tuple[int, ...]
    """Number of gems of each kind, in the vault and with living heroes."""
    qualified: tuple[int, ...]
    """Kinds of gems, by index, of which the seat has the most; a seat with no such kind ranks below
    all seats that have one."""
    most_rooms: bool
    most_heroes: bool
    gold: int
    """Gold of the seat's treasury, with the bonuses."""
    placement: int
    """Rank of the seat, from 1; no two seats share a rank."""


def end_check(play: Play) -> bool:
    """End the match if it has a cause to end (PG-7.1): pay the bonuses, send `End` to everybody.

    Return whether the match ended.
    """
    state = play.state
    cause = _cause(state)
    if cause is None:
        return False
    final = standings(state)
    bonus = state.rules.item(c.BONUS_GOLD)
    for seat, standing in enumerate(final):
        play.pay(seat, standing.most_rooms * bonus, Cause.ROOMS)
        play.pay(seat, standing.most_heroes * bonus, Cause.SURVIVORS)
    state.match[c.PHASE], state.match[c.END_CAUSE] = c.OVER, int(cause)
    seats = tuple([_final(state, seat, standing) for seat, standing in enumerate(final)])
    play.tell(End(cause, state.match.item(c.TURN), state.seed.item(0), seats))
    return True


def _final(state: State, seat: int, standing: Standing) -> FinalSeat:
    bonuses = standing.most_rooms + standing.most_heroes
    return FinalSeat(
        seat,
        standing.gems,
        standing.gold,
        num_rooms_of(state, seat),
        num_living(state, seat),
        standing.qualified,
        bonuses * state.rules.item(c.BONUS_GOLD),
        standing.placement,
    )


def _cause(state: State) -> EndCause | None:
    """Return the first reason for which the match ends now; None if it goes on (PG-7.1).

    Rolls the end chances (dice that may end the match) that apply.
    """
    rules, turn, unexplored = state.rules, state.match.item(c.TURN), num_unexplored(state)
    chance = rules.item(c.END_PCT)
    # The order is that of PG-7.1. A die may be rolled only where its chance applies, and the second chance is
    # rolled even after the first has failed.
    if unexplored == 0:
        return EndCause.EXPLORED
    if unexplored <= rules.item(c.END_ROOMS) and end_dice(state, FEW_DICE).d100() <= chance:
        return EndCause.FEW_ROOMS
    if turn > rules.item(c.LATE_TURN) and end_dice(state, LATE_DICE).d100() <= chance:
        return EndCause.LATE
    if not state.heroes[:, :, c.ALIVE].any():
        return EndCause.NO_HEROES
    return EndCause.MAX_TURNS if turn >= rules.item(c.MAX_TURNS) else None


def standings(state: State) -> list[Standing]:
    """Return every seat's standing, by seat: final, or before the end as if the match ended now."""
    seats = range(len(state.seats))
    gems = [carried_gems(state, seat) for seat in seats]
    tie = {seat: place_of(state, Board.TIE, seat) for seat in seats}
    rooms = [num_rooms_of(state, seat) for seat in seats]
    heroes = [num_living(state, seat) for seat in seats]
    qualified: list[list[int]] = [[] for _ in seats]
    for kind in range(state.vault.shape[1]):
        best = min(seats, key=lambda seat, kind=kind: (-gems[seat][kind], tie[seat]))  # type: ignore[misc]
        if gems[best][kind]:
            qualified[best].append(kind)
    has_most = [
        (rooms[seat] == max(rooms), heroes[seat] == max(heroes) and heroes[seat] > 0)
        for seat in seats
    ]
    # Once the match is over the treasuries hold the bonuses: they must not be added twice.
    bonus = 0 if state.match.item(c.PHASE) == c.OVER else state.rules.item(c.BONUS_GOLD)
    gold = [state.seats.item(seat, c.GOLD) + bonus * sum(has_most[seat]) for seat in seats]
    # A seat with the most gems of any kind ranks above all seats without, whatever their gold (PG-7.4).
    ranking = sorted(seats, key=lambda seat: (not qualified[seat], -gold[seat], tie[seat]))
    return [
        Standing(
            tuple(gems[seat]),
            tuple(qualified[seat]),
            *has_most[seat],
            gold[seat],
            1 + ranking.index(seat),
        )
        for seat in seats
    ]
