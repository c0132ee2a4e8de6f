"""Which seat leads in which kind of gems, as far as the public totals show, and what follows for bids and trades."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from gamereferee.games.proving_grounds.v1.tables import NUM_BOARDS
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.party_bot import Commands

__all__ = ["Kinds", "accept", "bid_on_boards", "kinds_of", "offer"]

TIE_BID, MOVE_BID = 2, 1
"""Gold for a place on the TIE board, where a kind is likely tied, and on the MOVE board."""


@dataclasses.dataclass(frozen=True, slots=True)
class Kinds:
    """Gems of the seat and of its rivals."""

    own: tuple[int, ...]
    """By kind, vault included."""
    totals: dict[int, int]
    """Gems of each rival, all kinds together, which bounds its gems of each kind."""

    @property
    def strong(self) -> int:
        """The kind that the seat has the most of, the first of several."""
        return max(range(len(self.own)), key=lambda kind: (self.own[kind], -kind), default=0)

    @property
    def is_leading(self) -> bool:
        """Whether it has, or by an even split of the rivals' gems would have, the most of a kind."""
        return bool(self.own) and self.own[self.strong] > max(self.likely, default=0.0)

    @property
    def likely(self) -> list[float]:
        """How many of a kind each rival would have if its gems were evenly split."""
        return [total / max(1, len(self.own)) for total in self.totals.values()]

    def can_lead(self, seat: int, kind: int) -> bool:
        """Return whether a rival may have as many of a kind as the seat itself, or more."""
        return self.totals.get(seat, 0) >= self.own[kind]

    @property
    def is_close(self) -> bool:
        """Whether the strong kind is likely tied, or a rival has as many gems in all, one more or less."""
        most = self.own[self.strong] if self.own else 0
        is_tied = most > 0 and any(abs(most - likely) <= 1 / 2 for likely in self.likely)
        return is_tied or any(abs(sum(self.own) - total) <= 1 for total in self.totals.values())


def kinds_of(board: Board) -> Kinds:
    """Return the seat's gems, and the public totals of the others."""
    seen = board.seen
    own = [0] * seen.num_kinds
    for gems in (seen.own.vault, *(hero.gems for hero in seen.own.heroes)):
        for kind, count in enumerate(gems[: seen.num_kinds]):
            own[kind] += count
    totals = {one.seat: one.gems for one in seen.players if one.seat != board.seat}
    return Kinds(tuple(own), totals)


def bid_on_boards(board: Board, kinds: Kinds, gold: int, commands: Commands) -> int:
    """Bid for better places on TIE, where it may decide a kind, and then on MOVE; returns the gold left.

    What TIE may need is kept back from MOVE: equals have as many gems, so that bids decide between them.
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
    """Return whether a board is up for grabs and another seat has its first place."""
    seats = [one.seats for one in board.seen.boards if one.board == name]
    return name in board.seen.open and bool(seats) and seats[0][0] != board.seat


# Trades: one gem of a kind that is not the strong one for one that is.


def accept(board: Board, kinds: Kinds, commands: Commands) -> None:
    """Mirror standing offers that bring a gem of the strong kind for one of another, or anything for nothing."""
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
    """Let heroes with nothing else to do offer rivals who are no danger a gem of a weak kind for a strong."""
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
    """Gems of the strong kind count double."""
    return sum(
        count * (2 if kind == kinds.strong else 1)
        for kind, count in enumerate(_padded(gems, kinds))
    )
