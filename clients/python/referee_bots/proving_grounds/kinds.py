"""Estimates which seat leads in which kind of gems, from public totals.

Bids and trades follow from the estimate.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import NUM_BOARDS
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.party_bot import Commands

__all__ = ["Kinds", "accept", "bid_on_boards", "kinds_of", "offer"]

TIE_BID, MOVE_BID = 2, 1
"""Gold to bid for a better place on the board TIE, the ranking of the seats that breaks ties, and on
the board MOVE, the ranking that decides who moves first.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Kinds:
    """Gems of the own seat by kind, and total gems of its rivals."""

    own: tuple[int, ...]
    """Number of the seat's gems by kind, in its vault and carried by its heroes."""
    totals: dict[int, int]
    """Number of gems of each rival, all kinds together, by the index of the rival's seat. A rival
    has at most this many gems of any one kind.
    """

    @property
    def strong(self) -> int:
        """Kind of which the seat has the most gems; of equal kinds the first."""
        return max(range(len(self.own)), key=lambda kind: (self.own[kind], -kind), default=0)

    @property
    def is_leading(self) -> bool:
        """Whether the seat has more gems of its most frequent kind than each rival probably has."""
        return bool(self.own) and self.own[self.strong] > max(self.likely, default=0.0)

    @property
    def likely(self) -> list[float]:
        """Number of gems that each rival probably has of any one kind, one entry for each rival.

        It assumes that a rival's gems are spread evenly over the kinds.
        """
        return [total / max(1, len(self.own)) for total in self.totals.values()]

    def can_lead(self, seat: int, kind: int) -> bool:
        """Return whether a rival may have at least as many gems of a kind as the own seat.

        That is possible if it has as many gems of all kinds together.
        """
        return self.totals.get(seat, 0) >= self.own[kind]

    @property
    def is_close(self) -> bool:
        """Whether the own seat and a rival may be tied, so that the ranking for ties decides between them.

        Either their numbers of gems of the strong kind (of which the own seat has most) are
        probably equal, or their total numbers of gems differ by at most one.
        """
        # Rivals' gems are known in total only, so that ties in a kind can only be guessed.
        most = self.own[self.strong] if self.own else 0
        is_tied = most > 0 and any(abs(most - likely) <= 1 / 2 for likely in self.likely)
        return is_tied or any(abs(sum(self.own) - total) <= 1 for total in self.totals.values())


def kinds_of(board: Board) -> Kinds:
    """Return the seat's gems by kind, and the public totals of the other seats."""
    seen = board.seen
    own = [0] * seen.num_kinds
    for gems in (seen.own.vault, *(hero.gems for hero in seen.own.heroes)):
        for kind, count in enumerate(gems[: seen.num_kinds]):
            own[kind] += count
    totals = {one.seat: one.gems for one in seen.players if one.seat != board.seat}
    return Kinds(tuple(own), totals)


def bid_on_boards(board: Board, kinds: Kinds, gold: int, commands: Commands) -> int:
    """Bid for better places on the board TIE if it may break a tie, then on the board MOVE.

    These boards are the rankings of the seats that break ties and decide who moves first. Return
    the gold left. A bid on MOVE leaves at least as much gold as a bid on TIE costs.

    Args:
        board: The dungeon in this turn.
        kinds: Gems of the seat and its rivals.
        gold: Gold that can be spent.
        commands: Orders of the turn, to which the bids are added.
    """
    bids = [0] * NUM_BOARDS
    if kinds.is_close and gold >= TIE_BID and _can_rise(board, wire.BOARD_TIE):
        bids[wire.BOARD_TIE - 1] = TIE_BID
        gold -= TIE_BID
    if gold >= MOVE_BID + TIE_BID and _can_rise(board, wire.BOARD_MOVE):
        bids[wire.BOARD_MOVE - 1] = MOVE_BID
        gold -= MOVE_BID
    commands.shuffle = bids if any(bids) else []
    return gold


def _can_rise(board: Board, name: int) -> bool:
    """Return whether a board (a ranking of the seats) is open for bids and another seat is first on it.

    Args:
        board: The dungeon in this turn, with all rankings.
        name: Number of the ranking on the wire.
    """
    seats = [one.seats for one in board.seen.boards if one.board == name]
    return name in board.seen.open and bool(seats) and seats[0][0] != board.seat


# Trades: one gem of a kind that is not the strong one for one that is.


def accept(board: Board, kinds: Kinds, commands: Commands) -> None:
    """Accept rivals' offers of trade that gain gems, by adding the same trade from the own side.

    An offer is accepted if it costs neither gold nor an item, and the gems that it brings are worth
    more than those that it costs, where gems of the strong kind count double.

    Args:
        board: The dungeon in this turn, with the offers.
        kinds: Gems of the seat and its rivals; names the strong kind, of which the seat has most.
        commands: Orders of the turn, to which the trades are added.
    """
    carriers = {hero.hero: hero for hero in board.seen.own.heroes}
    for standing in board.seen.offers:
        carrier = carriers.get(standing.taker.hero)
        if standing.taker.seat != board.seat or carrier is None:
            continue
        is_near = any(
            dot.hero == standing.giver
            for room in board.neighbours(carrier.room)
            for dot in board.rivals.get(room, ())
        )
        gets, loses = standing.give, standing.want
        costs_more = loses.gold > 0 or loses.item != wire.ITEM_UNSPECIFIED
        has_goods = all(
            have >= want
            for have, want in zip(
                _padded(carrier.gems, kinds), _padded(loses.gems, kinds), strict=True
            )
        )
        gain = _worth(gets.gems, kinds) - _worth(loses.gems, kinds)
        if is_near and has_goods and not costs_more and gain > 0:
            commands.act(
                wire.HeroOrder(
                    hero=carrier.hero,
                    trade=wire.Trade(
                        with_seat=standing.giver.seat,
                        with_hero=standing.giver.hero,
                        give=loses,
                        want=gets,
                    ),
                )
            )


def offer(board: Board, kinds: Kinds, heroes: Sequence[wire.Hero], commands: Commands) -> None:
    """Have one hero that has no action yet offer a trade to a rival's hero in a neighbouring room.

    The trade gives a gem of another kind for one of the strong kind. It is offered only to rivals
    that can't have as many gems of the strong kind as the own seat.

    Args:
        board: The dungeon in this turn.
        kinds: Gems of the seat and its rivals; names the strong kind, of which the seat has most.
        heroes: Heroes that may offer.
        commands: Orders of the turn, to which the offer is added.
    """
    strong = kinds.strong
    if not (kinds.own and kinds.own[strong]):
        return
    for hero in heroes:
        weak = [
            kind for kind, count in enumerate(_padded(hero.gems, kinds)) if count and kind != strong
        ]
        if hero.hero in commands.actions or not weak:
            continue
        partners = [
            dot
            for room in board.neighbours(hero.room)
            for dot in board.rivals.get(room, ())
            if kinds.totals.get(dot.hero.seat, 0) > 0 and not kinds.can_lead(dot.hero.seat, strong)
        ]
        if partners:
            trade = wire.Trade(
                with_seat=partners[0].hero.seat,
                with_hero=partners[0].hero.hero,
                give=wire.Goods(gems=_one(weak[0], kinds)),
                want=wire.Goods(gems=_one(strong, kinds)),
            )
            commands.act(wire.HeroOrder(hero=hero.hero, trade=trade))
            return


def _one(kind: int, kinds: Kinds) -> list[int]:
    return [int(other == kind) for other in range(len(kinds.own))]


def _padded(gems: Sequence[int], kinds: Kinds) -> list[int]:
    return [*gems, *[0] * len(kinds.own)][: len(kinds.own)]


def _worth(gems: Sequence[int], kinds: Kinds) -> int:
    """Return the value of gems: 1 for each, and 2 for a gem of the seat's strong kind.

    Args:
        gems: Number of gems of each kind.
        kinds: Gems of the own seat and its rivals; names the strong kind, of which the own seat
            has most.
    """
    return sum(
        count * (2 if kind == kinds.strong else 1)
        for kind, count in enumerate(_padded(gems, kinds))
    )
