"""Result if the match ended now, as far as a viewer can know it (PG-7.2 to PG-7.4).

Only a seat itself knows the kinds of its gems; everybody knows the number of each seat's gems of
all kinds together. So a rank, or the seat with the most gems of a kind, is given only if it is
certain whatever the hidden gems are.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from referee.core.view import Fields
from referee.games.proving_grounds.view.visibility import Visibility

__all__ = ["SeatStanding", "Standing", "standing_of"]


class SeatStanding(NamedTuple):
    """Result for one seat if the match ended now."""

    gold: int
    """Gold in the treasury, with the bonuses for the most rooms and the most heroes."""
    rank: int
    """Rank from 1; 0 if it depends on gems that the viewer does not know."""
    num_gems: int
    """Number of gems of all kinds together."""
    gems: tuple[int, ...] | None
    """Number of gems by kind; None if the viewer does not know it."""
    kinds: tuple[int, ...]
    """Kinds of gems of which the seat certainly has the most, by index."""
    is_qualified: bool | None
    """Whether the seat has the most gems of some kind, as a winner must; None if the viewer cannot
    know it."""


class Standing(NamedTuple):
    """Result for all seats if the match ended now, as far as the viewer knows."""

    seats: tuple[SeatStanding, ...]
    """One entry a seat, in seat order."""
    most: tuple[int | None, ...]
    """Seat that has the most gems, by kind; None if no seat has any, or if it is not known."""

    @property
    def leader(self) -> int | None:
        """Seat that would win now; None if that is not known."""
        return next((seat for seat, one in enumerate(self.seats) if one.rank == 1), None)


def standing_of(visibility: Visibility, config: Fields, end: Fields | None) -> Standing:
    """Return the result for all seats if the match ended now, as far as the viewer can know it.

    Args:
        visibility: What the viewer may know.
        config: The Config message of the match.
        end: The End message of a match that is over, else None.
    """
    if end is not None:
        return _final(end, visibility.heading["num_kinds"])
    heading = visibility.heading
    players = sorted(heading["players"], key=lambda player: int(player["seat"]))
    seats, kinds = range(len(players)), range(heading["num_kinds"])
    tie = _tie_places(heading, len(players))
    gold = _gold(players, int(config.get("bonus_gold", 0)) if heading["turn"] else 0)
    known = [_gems_of(visibility, seat) for seat in seats]
    totals = [int(player["gems"]) for player in players]
    bounds = [_bounds(known[seat], totals[seat], len(kinds)) for seat in seats]
    most = tuple(_best(bounds, tie, kind) for kind in kinds)
    is_qualified = _qualified(bounds, tie, most, totals)
    options = [(True, False) if one is None else (one,) for one in is_qualified]
    told = []
    for seat in seats:
        ahead = [_is_ahead(other, seat, options, gold, tie) for other in seats if other != seat]
        rank = 0 if None in ahead else 1 + ahead.count(True)
        own = tuple(kind for kind in kinds if most[kind] == seat)
        told.append(
            SeatStanding(gold[seat], rank, totals[seat], known[seat], own, is_qualified[seat])
        )
    return Standing(tuple(told), most)


_Bounds: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Lowest and highest number of gems that a seat can have, each by kind."""


def _final(end: Fields, num_kinds: int) -> Standing:
    finals = sorted(end["seats"], key=lambda final: int(final["seat"]))
    seats = tuple(
        SeatStanding(
            int(final["gold"]),
            int(final["placement"]),
            sum(final["gems"]),
            tuple(final["gems"]),
            tuple(final["qualified"]),
            bool(final["qualified"]),
        )
        for final in finals
    )
    by_kind = {kind: seat for seat, one in enumerate(seats) for kind in one.kinds}
    return Standing(seats, tuple(by_kind.get(kind) for kind in range(num_kinds)))


def _tie_places(heading: Fields, num_seats: int) -> list[int]:
    """Return the place of each seat on the board that breaks ties, from 0; the seat index before there is a board.

    `heading` has the public fields of an observation.
    """
    order = next(
        (told["seats"] for told in heading["boards"] if told["board"] == "BOARD_TIE"),
        list(range(num_seats)),
    )
    return [list(order).index(seat) for seat in range(num_seats)]


def _gold(players: Sequence[Fields], bonus: int) -> list[int]:
    """Return each seat's gold with the bonuses, `bonus` each, that it would get now (PG-7.3)."""
    rooms = max(int(player["rooms"]) for player in players)
    heroes = max(int(player["heroes"]) for player in players)
    return [
        int(player["gold"])
        + bonus * (player["rooms"] == rooms)
        + bonus * (player["heroes"] == heroes > 0)
        for player in players
    ]


def _gems_of(visibility: Visibility, seat: int) -> tuple[int, ...] | None:
    if seat not in visibility.own:
        return None
    own = visibility.own[seat]
    carried = [own["vault"], *(hero["gems"] for hero in own["heroes"])]
    return tuple(sum(kind) for kind in zip(*carried, strict=True))


def _bounds(gems: tuple[int, ...] | None, total: int, num_kinds: int) -> _Bounds:
    return (gems, gems) if gems is not None else ((0,) * num_kinds, (total,) * num_kinds)


def _best(bounds: Sequence[_Bounds], tie: Sequence[int], kind: int) -> int | None:
    """Return the seat that certainly has the most gems of a kind; None if that is not certain of any seat.

    `bounds` has the fewest and most gems that each seat can have; `tie` is its place on the board that
    breaks ties.
    """
    for seat, (least, _) in enumerate(bounds):
        rivals = (other for other in range(len(bounds)) if other != seat)
        if least[kind] and all(
            (least[kind], -tie[seat]) > (bounds[other][1][kind], -tie[other]) for other in rivals
        ):
            return seat
    return None


def _qualified(
    bounds: Sequence[_Bounds],
    tie: Sequence[int],
    most: Sequence[int | None],
    totals: Sequence[int],
) -> list[bool | None]:
    """Return for each seat whether it has the most gems of some kind; None if that can't be known.

    Args:
        bounds: Lowest and highest number of gems that each seat can have.
        tie: Place of each seat on the board that breaks ties.
        most: The seat that certainly has the most, by kind; None if there is none.
        totals: Number of gems of each seat.
    """
    kinds = range(len(most))
    answers: list[bool | None] = []
    for seat, (_, highest) in enumerate(bounds):
        rivals = [other for other in range(len(bounds)) if other != seat]
        may = any(
            highest[kind]
            and all(
                (highest[kind], -tie[seat]) > (bounds[other][0][kind], -tie[other])
                for other in rivals
            )
            for kind in kinds
        )
        must = seat in most or _must_lead(seat, tie, len(most), totals)
        answers.append(True if must else None if may else False)
    # Somebody has the most of each kind there is, so an only candidate is certain.
    if answers.count(False) == len(answers) - 1:
        return [answer is not False for answer in answers]
    return answers


def _must_lead(seat: int, tie: Sequence[int], num_kinds: int, totals: Sequence[int]) -> bool:
    """Return whether a seat has the most gems of some kind, however all seats' gems are spread over the kinds.

    `totals` has the number of gems of each seat, and `tie` its place on the board that breaks ties.
    The seat does not have the most if rivals can match it in every kind. That is easiest if the
    seat's gems of a kind are as many as one rival's gems of all kinds together.
    """
    matched = sorted(
        (total - (tie[other] > tie[seat]) for other, total in enumerate(totals) if other != seat),
        reverse=True,
    )
    return totals[seat] > sum(max(0, most) for most in matched[:num_kinds])


def _is_ahead(
    seat: int,
    other: int,
    options: Sequence[Sequence[bool]],
    gold: Sequence[int],
    tie: Sequence[int],
) -> bool | None:
    """Return whether a seat ranks before another; None if the viewer cannot know it (PG-7.4).

    Args:
        seat: Index of the one seat.
        other: Index of the other seat.
        options: For each seat, the possible answers to whether it has the most gems of some kind.
        gold: Gold of each seat, with bonuses.
        tie: Place of each seat on the board that breaks ties.
    """
    answers = {
        (not first, -gold[seat], tie[seat]) < (not second, -gold[other], tie[other])
        for first, second in itertools.product(options[seat], options[other])
    }
    return answers.pop() if len(answers) == 1 else None
